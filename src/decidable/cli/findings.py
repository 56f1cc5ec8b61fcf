"""A report as a person reads it: one line a finding, what to do, and the count at the end.

Owns: the text of `decidable check`. Never: leaves a finding out without saying so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from decidable.check import Report, Silenced, Tally
from decidable.check.speech import listed
from decidable.cli.screen import Screen, printable
from decidable.core.problem import Problem, Severity

MOST_ALIKE: Final = 50
"""Findings of one code in one file that are printed; nobody mends more at a time."""


def print_findings(screen: Screen, path: str, findings: Iterable[Problem]) -> None:
    """Each finding with its place and its hint. Of very many that are alike the first, and how many more there are."""
    printed: Counter[tuple[str, str]] = Counter()
    for finding in together(findings):
        alike = finding.code, finding.file
        printed[alike] += 1
        if printed[alike] > MOST_ALIKE:
            continue
        place = _place(path, finding)
        kind = screen.paint(f"{finding.severity.value}[{finding.code}]", finding.severity.value)
        screen.print(f"{screen.paint(place, 'strong')}: {kind} {printable(finding.message)}")
        if finding.hint:
            screen.print(screen.paint(f"  hint: {printable(finding.hint)}", "dim"))

    for (code, file), count in printed.items():
        if count > MOST_ALIKE:
            where = _file(path, file)
            more = f"{where}: {count - MOST_ALIKE:,} more [{code}] (--format json has all)"
            screen.print(screen.paint(more, "dim"))


def _place(path: str, finding: Problem) -> str:
    """Where to look: in the machine's file, or in that of a contract beside it."""
    place = (str(number) for number in (finding.line, finding.column) if number)
    return ":".join([_file(path, finding.file), *place])


def _file(path: str, contract: str) -> str:
    return str(Path(path).with_name(contract)) if contract else path


def by_weight(findings: Iterable[Problem]) -> list[Problem]:
    """Errors first, then warnings, then notes; each in the order of the file."""
    return sorted(findings, key=lambda finding: list(Severity).index(finding.severity))


def print_accepted(screen: Screen, path: str, accepted: Iterable[Silenced]) -> None:
    """Each accepted finding with the reason that stands in the file."""
    for finding, by in accepted:
        place = _place(path, finding)
        kind = screen.paint(f"accepted[{finding.code}]", "dim")
        screen.print(f"{screen.paint(place, 'strong')}: {kind} {printable(finding.message)}")
        screen.print(screen.paint(f"  because: {printable(by.reason)} (line {by.at})", "dim"))


def together(findings: Iterable[Problem]) -> Iterator[Problem]:
    """The findings, those of one state's undecided cells joined into one: nobody reads a hundred alike."""
    undecided: dict[tuple[int, str], list[Problem]] = {}
    order: list[Problem] = []
    for finding in findings:
        if finding.code == "undecided":
            key = (finding.line, finding.token)
            if key in undecided:
                undecided[key].append(finding)
                continue
            undecided[key] = [finding]
        order.append(finding)
    for finding in order:
        alike = undecided.get((finding.line, finding.token), []) if finding.code == "undecided" else []
        yield _joined(alike) if len(alike) > 1 else finding


def _joined(alike: Sequence[Problem]) -> Problem:
    events = [finding.message.partition(" x ")[2].removesuffix(" is undecided") for finding in alike]
    message = f"{alike[0].token} does not decide {len(events)} events: {listed(events, 5)}"
    return alike[0]._replace(
        message=message, hint="write what each does there, and why; `decidable grid` shows them all"
    )


def print_summary(screen: Screen, report: Report, *, notes_shown: bool) -> None:
    """The counts: cells by outcome and origin, columns apart, then findings by severity."""
    if report.grid is not None and report.synthesised is not None:
        screen.print(f"{_cells(report.grid.cells)}: {_tally(report.grid)}")
        screen.print(f"  decided by: {_counted((o.value, n) for o, n in report.grid.origins.items()) or 'nothing'}")
        if report.synthesised.cells:
            screen.print(
                f"  apart, for timers, strikes and blocked: {_cells(report.synthesised.cells)}: {_tally(report.synthesised)}"
            )
        if report.rules:
            screen.print(f"  {_plural(report.rules, 'rule')}: `decidable prove` says whether they hold")
    screen.print(_verdict(screen, report, notes_shown))


def _verdict(screen: Screen, report: Report, notes_shown: bool) -> str:
    counts = Counter(finding.severity for finding in report.findings)
    parts = [
        screen.paint(_plural(counts[severity], severity.value), severity.value)
        for severity in (Severity.ERROR, Severity.WARNING)
        if counts[severity]
    ]
    text = ", ".join(parts) or screen.paint("no findings", "good")
    if report.grid is None and counts[Severity.ERROR]:
        text += "; the machine does not compile, so its cells are not counted"
    more = [_plural(counts[Severity.NOTE], "note")] if counts[Severity.NOTE] else []
    more += [f"{len(report.accepted)} accepted"] if report.accepted else []
    return ", ".join([text, *more]) + (" (--notes shows them)" if more and not notes_shown else "")


def _cells(count: int) -> str:
    return _plural(count, "cell")


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _tally(tally: Tally) -> str:
    open_ones = [("undecided", tally.undecided), ("partial", tally.partial), ("with 2 rules", tally.conflict)]
    outcomes = _counted(tally.outcomes.items())
    rest = ", ".join(f"{count} {word}" for word, count in open_ones if count or word == "undecided")
    return f"{outcomes}; {rest}" if outcomes else rest


def _counted(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count} {word}" for word, count in counts if count)
