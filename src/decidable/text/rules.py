"""Rules: sentences to prove over the whole machine.

Owns: what is said about a sentence that is no rule. Never: proves one; that is the checker's.
"""

from __future__ import annotations

from decidable.text.names import shown
from decidable.text.sentences import FORMS, parse
from decidable.text.trouble import Unreadable, nearest


def read_rule(text: str, column: int = 1) -> str:
    """The rule with single spaces. Raises Unreadable for a sentence of no known shape."""
    rule = " ".join(text.split())
    if parse(rule) is not None:
        return rule
    examples = [form.example for form in FORMS]
    word = rule.partition(" ")[0]
    like = [example for example in examples if example.partition(" ")[0] == word]
    like = like or [example for example in examples if f" {rule} ".find(f" {example.split()[1]} ") > 0]
    firsts = [example.partition(" ")[0] for example in examples[:-2]]
    advice = f"write it like: {'; '.join(like or examples)}"
    raise Unreadable(
        "syntax-rule",
        f"'{shown(rule)}' is not a rule of a known shape",
        column=column,
        hint=advice if like else nearest(word, firsts, advice),
        token=word,
    )
