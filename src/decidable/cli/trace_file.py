"""Traces in a JSON file, as `prove --format json` prints them and people write them.

Owns: what such a file may look like and every way it can be wrong. Never: says whether a machine can go them; `draw` does.
"""

from __future__ import annotations

import json
from pathlib import Path

from decidable.cli.exits import Refusal
from decidable.cli.load import near_file
from decidable.draw import Trace, TraceStep

_LARGEST = 1_000_000
_FORM = 'a trace is {"title": "...", "steps": [{"state": "...", "event": "...", "target": "..."}, ...]}'
_KEYS = ("state", "event", "target")
_OUTCOMES = ("move", "restart", "stay", "defer", "reject", "ignore")
_CAUSES = ("recalled", "held")


def read_traces(file: Path) -> tuple[Trace, ...]:
    """The traces of a file, one or more. Raises Refusal."""
    try:
        if file.is_dir():
            raise Refusal(f"'{file}' is a folder", _FORM)
        with file.open("rb") as found:
            data = found.read(_LARGEST + 1)
    except FileNotFoundError:
        raise Refusal(f"there is no file '{file}'", near_file(file)) from None
    except OSError as error:
        raise Refusal(f"cannot read '{file}': {error.strerror or error}") from None
    if len(data) > _LARGEST:
        raise Refusal(f"'{file}' is too large for a trace", f"it may have {_LARGEST:,} bytes")
    try:
        read: object = json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise Refusal(f"'{file}' is no JSON: {wrong}", _FORM) from None
    rules = read.get("rules") if isinstance(read, dict) else None
    if isinstance(rules, list):
        return _of_rules(file, rules)
    steps, title = (read.get("steps"), read.get("title", "")) if isinstance(read, dict) else (read, "")
    return (_trace(file, steps, title or file.stem),)


def _of_rules(file: Path, rules: list[object]) -> tuple[Trace, ...]:
    """What `prove` found: the trace of each rule that has one."""
    found = [
        _trace(file, steps, f"{rule.get('verdict')}: {rule.get('rule')}")
        for rule in rules
        if isinstance(rule, dict) and (steps := _steps(rule))
    ]
    if not found:
        hint = "there is one for each rule that is refuted, but by its beginning alone"
        raise Refusal(f"no rule in '{file}' has a trace", hint)
    return tuple(found)


def _steps(rule: dict[str, object]) -> object:
    """The steps of the trace of a rule, those before the first event included."""
    begins, steps = rule.get("begins"), rule.get("trace")
    before = begins.get("decisions") if isinstance(begins, dict) else None
    return [*before, *steps] if isinstance(before, list) and isinstance(steps, list) else steps


def _trace(file: Path, steps: object, title: object) -> Trace:
    """A trace: every decision is a step of it. What reached the run without one, such as the start of a call, is none."""
    if not isinstance(steps, list) or not isinstance(title, str):
        raise Refusal(f"'{file}' is no trace", _FORM)
    every = [(n, each) for n, step in enumerate(steps, 1) for each in _decisions(step)]
    decided = tuple(found for n, each in every if (found := _step(file, n, each)).event)
    if not decided:
        raise Refusal(f"'{file}' is no trace: it has no step", _FORM)
    return Trace(title, decided)


def _more(step: object) -> tuple[str, str]:
    """The outcome of a step and its cause, where it has them. What just arrived, or followed from what did, needs no word."""
    given = step if isinstance(step, dict) else {}
    outcome, cause = given.get("verdict"), given.get("cause")
    return outcome if outcome in _OUTCOMES else "", cause if cause in _CAUSES else ""


def _decisions(step: object) -> list[object]:
    """What a step decided, where it says so; otherwise the step itself."""
    several = step.get("decisions") if isinstance(step, dict) else None
    return several if isinstance(several, list) and several else [step]


def _step(file: Path, n: int, step: object) -> TraceStep:
    words = [step.get(key) for key in _KEYS] if isinstance(step, dict) else step
    if isinstance(words, list) and len(words) == len(_KEYS):
        names = [word for word in words if isinstance(word, str)]
        if len(names) == len(_KEYS):
            return TraceStep(names[0], names[1], names[2], *_more(step))
    raise Refusal(f"step {n} of '{file}' is no step", _FORM)
