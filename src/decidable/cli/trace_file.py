"""A trace in a JSON file, as `prove --format json` and people write it.

Owns: what such a file may look like and every way it can be wrong. Never: says whether a machine can go it; `draw` does.
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


def read_trace(file: Path) -> Trace:
    """The trace of a file. Raises Refusal."""
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
    return _trace(file, read)


def _trace(file: Path, read: object) -> Trace:
    steps, title = (read.get("steps"), read.get("title", "")) if isinstance(read, dict) else (read, "")
    if not isinstance(steps, list) or not isinstance(title, str) or not steps:
        raise Refusal(f"'{file}' is no trace", _FORM)
    return Trace(title or file.stem, tuple(_step(file, n, step) for n, step in enumerate(steps, 1)))


def _step(file: Path, n: int, step: object) -> TraceStep:
    words = [step.get(key) for key in _KEYS] if isinstance(step, dict) else step
    if isinstance(words, list) and len(words) == len(_KEYS):
        names = [word for word in words if isinstance(word, str)]
        if len(names) == len(_KEYS):
            return TraceStep(*names)
    raise Refusal(f"step {n} of '{file}' is no step", _FORM)
