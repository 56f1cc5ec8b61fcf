"""Rules: sentences to prove over the whole machine.

Owns: which shapes of sentence there are. Never: proves one; that is the checker's.
"""

from __future__ import annotations

import re
from typing import Final

from decidable.text.names import shown
from decidable.text.trouble import Unreadable, nearest

_FORMS: Final = (
    ("never A before B", r"never N before N"),
    ("never A twice without B, C between", r"never N twice(?: without N(?: ?, N)* between)?"),
    ("every path after E visits S or S2, if operations are answered",
     r"every path after N visits N(?: or N)*(?: ?, if operations are answered)?"),
    ("from any state but S E reaches S2 within 1 event", r"from any state(?: but N)? N reaches N within [0-9]{1,9} events?"),
    ("after an end no tool", r"after an end no tool"),
    ("at most 3 model calls on a shortest path", r"at most [0-9]{1,9} model calls? on a shortest path"),
    ("A only in S", r"N only in N"),
    ("F holds whenever T is possible", r"N holds whenever N is possible"),
)  # fmt: skip
_PATTERNS: Final = tuple(re.compile(form.replace("N", r"[A-Za-z_][A-Za-z0-9_]*"), re.ASCII) for _, form in _FORMS)


def read_rule(text: str, column: int = 1) -> str:
    """The rule with single spaces. Raises Unreadable for a sentence of no known shape."""
    rule = " ".join(text.split())
    if any(pattern.fullmatch(rule) for pattern in _PATTERNS):
        return rule
    word = rule.partition(" ")[0]
    like = [example for example, _ in _FORMS if example.partition(" ")[0] == word]
    like = like or [example for example, _ in _FORMS if f" {rule} ".find(f" {example.split()[1]} ") > 0]
    firsts = [example.partition(" ")[0] for example, _ in _FORMS[:-2]]
    advice = f"write it like: {'; '.join(like or [example for example, _ in _FORMS])}"
    raise Unreadable(
        "syntax-rule",
        f"'{shown(rule)}' is not a rule of a known shape",
        column=column,
        hint=advice if like else nearest(word, firsts, advice),
        token=word,
    )
