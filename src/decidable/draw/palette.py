"""The colours of pictures and pages, for light and dark.

Owns: one set of names for both, and the style sheets made of it. Colours stand in the rules themselves, not in variables:
not every program that shows an SVG knows those. Never: colour as the only sign of anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from decidable.core.definition import Kind


class Theme(StrEnum):
    """Which colours a picture has. `auto`: those that the reader's computer asks for."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


# `scheme` is what a browser paints by itself: scroll bars, and the page before it has the style.
LIGHT: Final[Mapping[str, str]] = {
    "paper": "#ffffff",
    "edge": "#d5dae1",
    "ink": "#1c2530",
    "dim": "#5c6875",
    "line": "#8793a1",
    "box": "#f4f6f9",
    "rim": "#aab4c0",
    "band": "#fafbfc",
    "alarm": "#c8202f",
    "alarm_box": "#fdecee",
    "start": "#e3eefc",
    "start_rim": "#4c84c4",
    "trace": "#b8327f",
    "user": "#1f6fc4",
    "result": "#8f6400",
    "evidence": "#1e7d3c",
    "system": "#7a4fc9",
    "timer": "#b9500f",
    "scheme": "light",
}
DARK: Final[Mapping[str, str]] = {
    "paper": "#10151c",
    "edge": "#2a323c",
    "ink": "#e4e9ef",
    "dim": "#97a3b0",
    "line": "#6d7987",
    "box": "#1a212a",
    "rim": "#465261",
    "band": "#141a22",
    "alarm": "#ff7a80",
    "alarm_box": "#3a1d22",
    "start": "#16283f",
    "start_rim": "#5b96da",
    "trace": "#f27fbe",
    "user": "#69aef5",
    "result": "#d9a63a",
    "evidence": "#55c274",
    "system": "#b795f5",
    "timer": "#f08a4b",
    "scheme": "dark",
}
KINDS: Final[Mapping[Kind, str]] = {
    Kind.USER: "user",
    Kind.ANSWER: "user",
    Kind.CHOICE: "user",
    Kind.RESULT: "result",
    Kind.EVIDENCE: "evidence",
    Kind.SIGNAL: "system",
    Kind.SYSTEM: "system",
    Kind.TIMER: "timer",
    Kind.BLOCKED: "timer",
}
"""The colour of an event's dot, by where it comes from."""
KIND_WORDS: Final[Mapping[str, str]] = {
    "user": "from a person or a model",
    "result": "outcome of a tool",
    "evidence": "evidence",
    "system": "from outside",
    "timer": "timer, strikes, blocked",
}
FONT: Final = 'system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif'


def style(rules: str, theme: Theme) -> str:
    """A style sheet of rules that name colours (`fill:$ink`). Of the dark set, only what has a colour; paper is light."""
    match theme:
        case Theme.LIGHT:
            return _colored(rules, LIGHT)
        case Theme.DARK:
            return _colored(rules, DARK)
        case _:
            dark = "\n".join(line for line in _colored_only(rules).splitlines() if line)
            return f"{_colored(rules, LIGHT)}\n@media screen and (prefers-color-scheme: dark) {{\n{_colored(dark, DARK)}\n}}"


def _colored(rules: str, colors: Mapping[str, str]) -> str:
    for name in sorted(colors, key=len, reverse=True):
        rules = rules.replace(f"${name}", colors[name])
    return rules


def _colored_only(rules: str) -> str:
    """The declarations with a colour, of each rule. One rule a line: `.name{fill:$ink;stroke-width:2}`."""
    kept = []
    for rule in rules.splitlines():
        selector, _, body = rule.rstrip("}").partition("{")
        colored = [part for part in body.split(";") if "$" in part]
        if colored:
            kept.append(f"{selector}{{{';'.join(colored)}}}")
    return "\n".join(kept)
