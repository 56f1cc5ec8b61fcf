"""`load_machine`: a `.states` file and its Python, brought together; every mismatch is reported at once.

Owns: the order of the comparison, and where in file and Python each mismatch is. Never: stops at the first mismatch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from decidable.bind.beside import beside
from decidable.bind.declared import WITH_MODEL, Classes, Given, PythonSide, from_python, members, with_delivery_events
from decidable.bind.events import Event
from decidable.bind.facts import annotated_facts
from decidable.bind.machine import D, F, Machine
from decidable.bind.mismatches import docstring_problems, words_problems
from decidable.bind.names import folder_of
from decidable.bind.restore import Restorer
from decidable.bind.tool_problems import tool_problems
from decidable.bind.tools import Tool
from decidable.bind.undeclared import undeclared
from decidable.bind.words import Words
from decidable.core.compile import compile_table
from decidable.core.problem import Problem, Severity
from decidable.core.validate import validate
from decidable.errors import MachineError
from decidable.models.port import Translator, Word
from decidable.text.contracts import Find
from decidable.text.reader import Reading, in_order, read

_QUOTED = re.compile(r"'(\w+)'")
_HINTS = {
    "is not an event": "pass its class as user=, choice= or signal=, or let a tool return it",
    "is not a tool": "pass it in tools=[...]",
    "is not a fact": "annotate it in {facts}",
    "is neither a fact nor a field here": "annotate it in {facts}, or in the class of the event",
}
"""What to do about a name that the text uses and Python does not declare, by the end of the problem's message."""


@runtime_checkable
class ReadsFiles(Protocol):
    """A translator that reads files beside the machine."""

    def beside(self, folder: Path) -> None:
        """Where relative paths begin. Raises MachineError for files that are missing or wrong."""
        ...

    def problems(self, vocabulary: Iterable[Word]) -> tuple[Problem, ...]:
        """What in the files does not fit the machine's vocabulary."""
        ...


def load_machine(
    path: str,
    *,
    facts: type[F],
    deps: type[D],
    tools: Sequence[Tool[D, ..., object]],
    user: Classes | None = None,
    choice: Classes | None = None,
    signal: Classes | None = None,
    words: Words | None = None,
    translate: Translator | None = None,
    cancel: type[Event] | None = None,
) -> Machine[F, D]:
    """Bind a `.states` file to Python. Paths are relative to the module that defines `facts`.

    An event's kind is the argument it is passed in; `Evidence` and the answers of `yes_no()` are what they are, and
    the results follow from the tools' annotations. `cancel`: which of the user's events `Runtime.cancel` sends.

    Raises MachineError with every mismatch. A table that is not fit to run (undecided cells, say) loads: `check` shows
    it, and a runtime refuses to start it outside draft mode.
    """
    folder = folder_of(facts)
    file = folder / path
    source = _source(file)
    python = from_python(Given(facts, user, choice, signal, tools, translate is not None))
    reading = _reading(source, python, beside(file))
    said, wrong_words = (words or Words()).loaded(folder)
    problems = [*reading.problems, *python.problems, *wrong_words, *_files_of(translate, folder)]
    problems += _cancelling(cancel, members(user))
    if reading.definition is not None and python.readable:
        found = [*validate(reading.definition), *words_problems(reading.definition, said)]
        problems += _with_places(found, python, facts)
        problems += tool_problems(reading.definition, tuple(python.bound.values()), facts, deps)
        problems += docstring_problems(reading.definition, python.classes)
        declared = with_delivery_events(python.declared, reading.definition)
        problems += undeclared(reading.definition, declared, facts)
    contracts = () if reading.definition is None else reading.definition.contracts
    problems = list(in_order(problems, reading.source, contracts))
    if reading.definition is None or any(problem.severity is Severity.ERROR for problem in problems):
        raise MachineError(problems, str(file))
    restorer = Restorer(annotated_facts(facts))
    machine = Machine(
        table=compile_table(reading.definition),
        facts=facts,
        deps=deps,
        events=python.classes,
        tools=python.bound,
        words=said.reading(restorer),
        translator=translate,
        path=file,
        source=reading.source,
        restorer=restorer,
        warnings=tuple(problems),
        cancel=cancel.event_name if cancel is not None else "",
    )
    return _with_misfits(machine)


def _source(file: Path) -> bytes:
    """What the file holds. Raises MachineError where it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        message = f"cannot read the machine: {error.strerror or error}"
        problem = Problem("file", message, "paths are relative to the module of `facts`")
        raise MachineError((problem,), str(file)) from None


def _reading(source: bytes, python: PythonSide, find: Find) -> Reading:
    """What the text says, with what Python declares."""
    first = read(source, declared=python.declared, find=find)
    return read(source, declared=with_delivery_events(python.declared, first.definition), find=find)


def _with_misfits(machine: Machine[F, D]) -> Machine[F, D]:
    """The machine, with what its translator's files say that it does not know."""
    translator: object = machine.translator
    if not isinstance(translator, ReadsFiles):
        return machine
    misfits = translator.problems(machine.vocabulary)
    if any(problem.severity is Severity.ERROR for problem in misfits):
        raise MachineError(misfits, str(machine.path))
    return replace(machine, warnings=machine.warnings + misfits)


def _cancelling(cancel: type[Event] | None, user: Sequence[object]) -> Iterator[Problem]:
    """An operator cancels by an event of the user's, and gives it nothing but its name."""
    if cancel is None:
        return
    if cancel not in user:
        message = f"cancel= is {getattr(cancel, '__name__', cancel)}, which is none of the events in user="
        yield Problem("cancel", message, "name the class by which a person cancels")
    elif any(field.is_required() for field in cancel.model_fields.values()):
        message = f"cancel= is {cancel.__name__}, which needs fields: an operator gives none"
        yield Problem("cancel", message, "make its fields optional, or name an event without fields")


def _files_of(translate: object, folder: Path) -> tuple[Problem, ...]:
    """Tell a translator where its files are; what is wrong with them."""
    if isinstance(translate, ReadsFiles):
        try:
            translate.beside(folder)
        except MachineError as error:
            return error.problems
    return ()


def _with_places(problems: Iterable[Problem], python: PythonSide, facts: type) -> Iterator[Problem]:
    """Say where in Python a name is written: after what the text has no line for, and after the name one may have meant.

    The text's advice to declare a name there becomes the advice to declare it in Python.
    """
    for problem in problems:
        message, hint = problem.message, problem.hint
        if problem.code == "unknown-name" and not hint.startswith("did you mean"):
            if problem.token in WITH_MODEL:
                yield problem._replace(hint="it comes with a translator: pass translate=...")
                continue
            ending = next((ending for ending in _HINTS if message.endswith(ending)), "")
            hint = _HINTS[ending].format(facts=facts.__name__) if ending else hint
        written = [
            place for name in _QUOTED.findall(hint if problem.line else message) if (place := python.place(name))
        ]
        if written and problem.line and not message.endswith("is not a state"):  # an event may bear a state's name
            hint = f"{hint} ({written[0]})"
        elif written and not problem.line:
            message = f"{message} ({', '.join(dict.fromkeys(written))})"
        yield problem._replace(message=message, hint=hint)


__all__ = ["load_machine"]
