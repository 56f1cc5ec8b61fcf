"""Asking the translator: what a message is taken for, in the words of the machine.

Owns: what the translator is given, its time limit, and what counts as its answer. Never: decides what an answer is worth.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from decidable.errors import ProviderError, ProviderFault
from decidable.models.port import Context, Heard, OpenQuestion, other
from decidable.runtime import speaking
from decidable.runtime.perform import said

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

log = logging.getLogger("decidable")
MOST_EVENTS: Final = 16
"""As many events as one message may become."""


async def translate(live: LiveRun, message: str) -> tuple[Heard, ...]:
    """What the translator takes a message for; `other` where it fails. Raises ProviderError where it is away."""
    host = live.host
    translator = host.translator
    if translator is None:
        return other("this machine has no translator")
    context = _context(live)
    seconds = host.settings.translate_timeout_s
    try:
        heard = await host.outside.call(
            seconds, lambda: translator.translate(message, context), name=f"translator {live.key}"
        )
    except ProviderError:
        raise
    except TimeoutError as error:
        raise ProviderError(f"{translator.name}: {said(error)}", ProviderFault.TIMEOUT) from error
    except Exception as error:
        log.exception("the translator %s failed on a message of run %s", translator.name, live.key)
        return other(f"the translator failed: {type(error).__name__}")
    if not (isinstance(heard, tuple) and heard and all(isinstance(one, Heard) for one in heard)):
        return other(f"the translator answered {type(heard).__name__}, which is no list of events")
    if len(heard) > MOST_EVENTS:
        return other(f"one message became {len(heard)} events, and {MOST_EVENTS} is the most")
    return heard


def _context(live: LiveRun) -> Context:
    host, snapshot = live.host, live.snapshot
    question = None
    proposal = snapshot.proposal
    yes, no = host.machine.answers
    if proposal is not None and not proposal.approved and yes:
        question = OpenQuestion(speaking.question(host, proposal), proposal.digest, yes, no)
    facts = {name: known.value for name, known in snapshot.facts.items()}
    return Context(host.machine.vocabulary, question, facts, snapshot.state, host.local_time())
