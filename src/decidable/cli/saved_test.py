"""A refuting run as a pytest: it fails today, and keeps the fault from coming back once it is mended.

Owns: the text of the file. Never: writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from decidable.check.rules.trace import Trace
from decidable.check.script import script_lines
from decidable.text import sentences as s


def saved_test(machine: str, traces: Sequence[tuple[str, Trace]]) -> str:
    """The source of a test file for the runs that refute rules. `machine`: the PATH of it, from the folder of the tests."""
    imported = ["assert_holds"] if any(_is_about_all(rule) for rule, _ in traces) else []
    imported += ["assert_kept"] if any(not _is_about_all(rule) for rule, _ in traces) else []
    parts = [
        '"""Runs that broke a rule, found by `decidable prove`."""\n\n'
        "from decidable.testing import machine_at\n"
        f"from decidable.testing.rules import {', '.join(imported)}\n\n"
        f"MACHINE = machine_at({json.dumps(machine, ensure_ascii=False)}, beside=__file__)\n"
    ]
    used: set[str] = set()
    for rule, trace in traces:
        name = base = "test_" + re.sub(r"\W+", "_", rule.lower()).strip("_")[:70]
        number = 1
        while name in used:
            number += 1
            name = f"{base}_{number}"
        used.add(name)
        script = "\n".join(f"    {line}".rstrip() for line in script_lines(trace))
        if _is_about_all(rule):
            remarks = "\n".join(f"    # {line.strip()}" for line in script.splitlines())
            parts.append(f'def {name}() -> None:\n{remarks}\n    assert_holds(MACHINE, "{rule}")\n')
        else:
            quoted = script.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
            parts.append(
                f'def {name}() -> None:\n    script = """\\\n{quoted}\n    """\n    assert_kept(MACHINE, "{rule}", script)\n'
            )
    return "\n\n".join(parts)


def _is_about_all(rule: str) -> bool:
    """Whether one run alone cannot break it."""
    return isinstance(s.parse(rule), s.Visits | s.ModelCalls)
