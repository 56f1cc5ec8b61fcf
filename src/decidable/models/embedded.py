"""The embedded translator: no key, no network, a few milliseconds.

Owns: the order in which a message is read: yes or no first, by the grammar; then its clauses, each placed in the
vocabulary; clauses of one event joined to one. Never: lets a part of a message that says yes and more count as the yes,
or sees more than the message, the open question and which facts are known.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from decidable.core.definition import Kind
from decidable.core.problem import Problem, Severity
from decidable.core.values import Data, ListOf, Type
from decidable.errors import MachineError
from decidable.models.clauses import clauses
from decidable.models.confirm import Answer, Polarity, answer, is_courtesy
from decidable.models.examples import Examples, read_examples
from decidable.models.extract.hints import NO_HINTS
from decidable.models.missing import spelled_out
from decidable.models.polarity import hedge
from decidable.models.port import OTHER, Context, Heard, Word, other

if TYPE_CHECKING:
    from decidable.models.placing import Placed, Placer

__all__ = ["LocalTranslator", "local"]

_LONGEST: Final = 1_000
"""Characters. A longer message is no order of a person who knows what this is for; it is not read at all."""
_NEARLY: Final = 0.3
"""Confidence from which a clause that is not placed may still be an event."""
_SEES: Final = "question"


def local(examples: str, *, sees: str = _SEES) -> LocalTranslator:
    """The embedded translator for a file of example sentences (see `decidable.models.examples` for its form).

    `sees`: what it is shown besides the message; the open question, and which facts are known, is all that it can use.
    """
    return LocalTranslator(examples, sees=sees)


class LocalTranslator:
    """Reads messages with a grammar, sentence vectors and extractors. Trains on `load` or on the first message."""

    def __init__(self, examples: str, *, sees: str = _SEES) -> None:
        if sees != _SEES:
            raise MachineError(
                [
                    Problem(
                        "translator-sees",
                        f"the embedded translator sees '{_SEES}', not '{sees}'",
                        hint="leave `sees` out",
                    )
                ]
            )
        self.name = f"local:{Path(examples).name}"
        self._path = Path(examples)
        self._examples: Examples | None = None
        self._placer: Placer | None = None

    def beside(self, folder: Path) -> None:
        """Where a relative path begins. Reads the file, which needs no extra. Raises MachineError if it is wrong."""
        self._path = folder / self._path
        self._examples = read_examples(self._path)
        self._placer = None

    def load(self, folder: str | Path | None = None) -> None:
        """Read the file and train, about a quarter of a second, once; best before the first message.

        Raises MachineError for a file that is missing or wrong, and where the extra is not installed.
        """
        if folder is not None:
            self.beside(Path(folder))
        self._placer = self._trained()

    def problems(self, vocabulary: Iterable[Word]) -> tuple[Problem, ...]:
        """What in the file does not fit a vocabulary: names that are none, and events that nothing can be taken for."""
        return tuple(_misfits(self._read(), tuple(vocabulary)))

    async def translate(self, message: str, context: Context) -> tuple[Heard, ...]:
        """The events of a message, in order. Never waits and never fails on a message."""
        placer = self._trained()
        if not message.strip():
            return other("an empty message")
        message = spelled_out(message, context.vocabulary, context.facts)
        if len(message) > _LONGEST:
            return other(f"longer than {_LONGEST} characters")
        read = answer(message, context.question.text if context.question else "")
        if read.plain is not Polarity.NEITHER:
            return _answered(read.plain, context, read.cause)
        if not read.rest:
            return other(read.cause)
        heard = _unhedged(placer, message, _topical(placer, read.rest, context))
        if read.lean is Polarity.NEITHER:
            return heard
        if heard[0].event != OTHER:
            return tuple(item._replace(cause=f"{read.cause}; {item.cause}") for item in heard)
        return _unplaced(read, context, heard[0].cause)

    def _read(self) -> Examples:
        if self._examples is None:
            self._examples = read_examples(self._path)
        return self._examples

    def _trained(self) -> Placer:
        if self._placer is not None:
            return self._placer
        examples = self._read()
        try:
            from decidable.models.placing import Placer  # noqa: PLC0415 - what it needs is an extra

            self._placer = Placer(examples)
        except ModuleNotFoundError as error:
            message = "the embedded translator needs the extra: pip install 'decidable[local]'"
            raise MachineError([Problem("extra-missing", message)]) from error
        return self._placer


def _unhedged(placer: Placer, message: str, heard: tuple[Heard, ...]) -> tuple[Heard, ...]:
    """What has consequences is not heard from a condition or a thought: "if it rains, cancel it" cancels nothing now."""
    serious = next((item.event for item in heard if item.event != OTHER and placer.has_consequences(item.event)), None)
    word = hedge(message.lower()) if serious is not None else ""
    return other(f"embedded: '{word}' makes {serious} no request of now") if word else heard


def _answered(polarity: Polarity, context: Context, cause: str) -> tuple[Heard, ...]:
    """The event of a plain answer: of the open question, or else the first pair of answers in the vocabulary."""
    answers = [word.name for word in context.vocabulary if word.kind is Kind.ANSWER]
    if context.question is not None:
        answers = [context.question.yes, context.question.no]
    if len(answers) < 2:
        return other(f"{cause}, and no event for it")
    return (Heard(answers[0 if polarity is Polarity.YES else 1], {}, 1.0, cause),)


def _unplaced(read: Answer, context: Context, cause: str) -> tuple[Heard, ...]:
    """A yes or no with something that is no event. A no remains a no; a yes with more in it never is one."""
    if read.lean is Polarity.NO and read.apart and "?" not in read.rest:
        return _answered(Polarity.NO, context, f"grammar: a no, and more that is no event ({cause})")
    return other(f"{read.cause}: {cause}")


def _topical(placer: Placer, message: str, context: Context) -> tuple[Heard, ...]:
    """The topical events of a message: those of its clauses, where they are several, else that of the whole."""
    whole = placer.place(message, context.vocabulary, context.now)
    parts = [part for part in clauses(message) if not is_courtesy(part)]
    placed = [(part, placer.place(part, context.vocabulary, context.now)) for part in parts] if len(parts) > 1 else []
    known = [(part, place) for part, place in placed if place.enough]
    dropped = [part for part, place in placed if not place.enough]
    unsure = next((place for _, place in placed if not place.enough and place.confidence >= _NEARLY), None)
    if unsure and any(place.event != unsure.event for _, place in known):
        # What may be another request is not left out: "cancel that and book Saturday" is no plain booking.
        return other(f"embedded: a part of it is unclear ({unsure.cause})")
    events = {place.event for _, place in known}
    if len(events) > 1:
        return tuple(_joined(placer, event, group, context, dropped) for event, group in _runs(known))
    if whole.event in events and (whole.enough or whole.confidence >= _NEARLY):
        event = events.pop()
        best = max(place.confidence for _, place in known)
        fitting = _again(placer, message, event, context) or max(
            (place for _, place in known), key=lambda p: len(p.fields)
        )
        return (Heard(event, fitting.fields, max(best, fitting.confidence), _because(fitting.cause, dropped)),)
    if whole.enough:
        return (Heard(whole.event, whole.fields, whole.confidence, whole.cause),)
    return other(f"embedded: {whole.cause}", 1.0 - whole.confidence)


def _runs(known: list[tuple[str, Placed]]) -> list[tuple[str, list[str]]]:
    return [(event, [part for part, _ in group]) for event, group in groupby(known, key=lambda item: item[1].event)]


def _joined(placer: Placer, event: str, parts: list[str], context: Context, dropped: list[str]) -> Heard:
    """Consecutive clauses of one event are one event, with the fields of all."""
    text = ", ".join(parts)
    place = _again(placer, text, event, context) or placer.place(parts[0], context.vocabulary, context.now)
    return Heard(event, place.fields, place.confidence, _because(place.cause, dropped))


def _again(placer: Placer, text: str, event: str, context: Context) -> Placed | None:
    """The text taken for this event and no other, if its fields allow it."""
    only = tuple(word for word in context.vocabulary if word.name == event)
    place = placer.place(text, only, context.now)
    return place if place.enough else None


def _because(cause: str, dropped: list[str]) -> str:
    return f"{cause}; not placed: {', '.join(repr(part) for part in dropped)}" if dropped else cause


def _misfits(examples: Examples, vocabulary: tuple[Word, ...]) -> Iterable[Problem]:
    events = {word.name: word for word in vocabulary}
    fields = {slot.name for word in vocabulary for slot in word.fields}
    for name in examples.events:
        if name not in events or events[name].kind is not Kind.USER:
            yield Problem("examples-unknown", f"[events.{name}] is no user event of this machine", token=name)
    for name in examples.fields:
        if name not in fields:
            yield Problem("examples-unknown", f"[fields.{name}] is no field of a user event", token=name)
    for name, word in events.items():
        if word.kind is Kind.USER and name != OTHER and name not in examples.events and not word.fields:
            yield Problem(
                "examples-absent", f"'{name}' has neither examples nor fields: no message is taken for it", token=name
            )
        for slot in word.fields:
            if _is_opaque(slot.type) and not examples.fields.get(slot.name, NO_HINTS).whole:
                what = "left out" if slot.optional else "not there, so the event is never heard"
                message = f"field '{slot.name}' of '{name}' is {slot.type}: in a message it is {what}"
                hint = "let the event take it from a button or a tool, or make it fields that a message can say"
                yield Problem("examples-opaque", message, hint, token=slot.name, severity=Severity.WARNING)


def _is_opaque(type_: Type) -> bool:
    """Whether a value has no form in a message: data, and lists of it or of lists."""
    return isinstance(type_, Data) or (isinstance(type_, ListOf) and isinstance(type_.of, Data | ListOf))
