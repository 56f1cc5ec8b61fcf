"""The codes that a machine can be told of, and which of them an author may accept.

Owns: the two lists; a test compares them with the reference. Never: says what a code means; its page does.
"""

from __future__ import annotations

from typing import Final

ACCEPTABLE: Final = tuple(
    """
    idle-line shadowed no-reason leaves-write never-decides override unreachable inescapable no-timer
    no-model-down interruption-nests one-state end-open-write deferred-forever maybe-never-released
    end-leftovers no-look-up no-answer-alike blocked-by-default outcome-by-default tool-never-called
    tool-never-allowed event-never-comes event-never-accepted argument-unknown requirement-uncertain
    fact-never-known question-not-needed question-never-answered question-never-asked never-performed
    nothing-to-perform contract type stale-section words not-in-python words-unknown docstring no-event-for-no
    examples-opaque
    """.split()
)
"""Warnings and notes: each may be meant, for a reason."""
NEVER_ACCEPTED: Final = tuple(
    """
    undecided partial conflict too-wide evidence-lost defer-result accepts-nothing no-state start nesting
    final self-move back approval-by-call outcome-without-event proposal answers claim strike
    claim-as-authority owed unknown-name duplicate declared-twice reserved ambiguous kind guard else effect
    timer not-yet unfit-name cancel file examples-missing examples-unreadable examples-invalid
    examples-unknown examples-absent translator-sees extra-missing syntax-header syntax-section syntax-indent
    syntax-enter syntax-selector syntax-guard syntax-outcome syntax-effect syntax-fact syntax-type
    syntax-event syntax-tool idle-rule rule-name syntax-rule syntax-accepted syntax-name syntax-literal
    syntax-quote syntax-character duplicate-section conflict-markers tab encoding nul hidden too-large too-deep empty more
    import-diagram import-syntax import-table import-left-out import-renamed import-unlabelled
    """.split()
)
"""Errors, and what is told of an import or of an accepted finding itself."""
