"""A machine as one HTML page that needs nothing else: summary, findings, grid, diagram, traces, every line.

Owns: the order of the page and its parts. It works without JavaScript; with it, a cell opens its lines beside the grid.
Never: a link to anything outside the page, a time, or a word of a file that acts as markup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from decidable.core.definition import Role
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.table import Origin, Table
from decidable.draw.diagram import diagram
from decidable.draw.face import Part, headline
from decidable.draw.page_grid import grid
from decidable.draw.page_lines import Index, lines
from decidable.draw.page_style import RULES, SCRIPT
from decidable.draw.paint import escaped
from decidable.draw.palette import Theme, style
from decidable.draw.sketch import beyond_reading
from decidable.draw.svg import as_svg
from decidable.draw.trace import Trace

_UNDECIDED = "undecided"
"""The code of a finding about one undecided cell."""
_ALWAYS = ("state", "event", "cell", "undecided")
"""What the summary counts even where there is none."""
_COUNTED = ("state", "event", "cell", "error", "warning")
_SHOWN = 200
"""So many findings stand on the page; the command line has them all."""


def as_html(
    table: Table,
    *,
    findings: Sequence[Problem] = (),
    path: str = "",
    traces: Sequence[Trace] = (),
    only: Part | None = None,
    theme: Theme = Theme.AUTO,
) -> str:
    """A page. `findings`: what the checker says, in its order; `path`: the file that their lines are of."""
    index = Index.of(table)
    sections = [
        ("grid", "Grid", [] if only is Part.DIAGRAM else list(grid(table, index))),
        ("diagram", "Diagram", [] if only is Part.GRID else list(_diagram(table, theme))),
        ("findings", "Findings", list(_findings(findings, path))),
        ("traces", "Traces", list(_traces(table, traces, theme))),
        ("lines", "Lines", list(lines(table, index, path))),
    ]
    present = [(name, title, body) for name, title, body in sections if body]
    name = table.name or "machine"
    links = "".join(f'<a href="#{name}">{title}</a>' for name, title, _ in present)
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escaped(headline(table))}</title>",
        f"<style>\n{style(RULES, theme)}\n</style></head>",
        f"<body><header><h1>{escaped(name)}</h1><nav>{links}</nav></header><main>",
        *_summary(table, findings),
    ]
    for section, title, body in present:
        parts += [f'<section id="{section}"><h2>{title}</h2>', *body, "</section>"]
    parts += ['</main><dialog id="cell"></dialog>', f"<script>\n{SCRIPT}\n</script></body></html>"]
    return "\n".join(parts) + "\n"


def _summary(table: Table, findings: Sequence[Problem]) -> Iterator[str]:
    cells = [cell for row in table.rows.values() for event, cell in row.items() if event in table.events]
    origins = Counter(cell.origin for cell in cells)
    rows = sum(info.state.role is not Role.FINAL for info in table.states.values())
    tiles = [
        (rows, "state", ""),
        (len(table.events), "event", ""),
        (len(cells), "cell", ""),
        (origins[Origin.UNDECIDED], "undecided", "alarm"),
        (origins[Origin.PARTIAL], "partly undecided", "alarm"),
        (origins[Origin.CONFLICT], "with 2 rules", "alarm"),
    ]
    tiles += [
        (sum(finding.severity is severity for finding in findings), severity.value, severity.value)
        for severity in (Severity.ERROR, Severity.WARNING)
    ]
    yield '<ul class="tiles">'
    for count, word, look in tiles:
        if count or word in _ALWAYS:
            shown = f' class="{look}"' if look and count else ""
            plural = "s" if word in _COUNTED and count != 1 else ""
            yield f"<li{shown}><b>{count}</b> {word}{plural}</li>"
    yield "</ul>"
    verdicts = Counter(
        verdict
        for cell in cells
        for verdict in {option.verdict for option in cell.options if option.reached and option.verdict}
    )
    decided = ", ".join(f"{origins[origin]} {origin.value}" for origin in Origin if origins[origin])
    shown = ", ".join(f"{verdicts[verdict]} {verdict.value}" for verdict in Verdict if verdicts[verdict])
    yield f'<p class="dim">Outcomes: {shown or "none"} (a cell with guards counts under each). Decided by: {decided or "nothing"}.</p>'


def _findings(findings: Sequence[Problem], path: str) -> Iterator[str]:
    """Errors and warnings; notes folded away; an undecided cell is only counted, the grid shows it in its place."""
    undecided = sum(finding.code == _UNDECIDED for finding in findings)
    shown = [finding for finding in findings if finding.code != _UNDECIDED]
    loud = [finding for finding in shown if finding.severity is not Severity.NOTE]
    notes = [finding for finding in shown if finding.severity is Severity.NOTE]
    if undecided:
        cells = "One cell is" if undecided == 1 else f"{undecided} cells are"
        yield f'<p>{cells} undecided: <b class="undecided">?</b> in the grid.</p>'
    loud.sort(key=lambda finding: finding.severity is not Severity.ERROR)
    yield from _list(loud, path)
    if notes:
        yield f"<details><summary>{len(notes)} note{'s' if len(notes) > 1 else ''}: allowed, and worth knowing</summary>"
        yield from _list(notes, path)
        yield "</details>"


def _list(findings: Sequence[Problem], path: str) -> Iterator[str]:
    if not findings:
        return
    yield '<ul class="findings">'
    for finding in findings[:_SHOWN]:
        place = ":".join([path, *(str(number) for number in (finding.line, finding.column) if number)]).strip(":")
        hint = f'<span class="hint">{escaped(finding.hint)}</span>' if finding.hint else ""
        kind = f'<b class="{finding.severity.value}">{finding.severity.value}</b> <code>{escaped(finding.code)}</code>'
        yield f'<li>{kind} {escaped(finding.message)} <span class="place">{escaped(place)}</span>{hint}</li>'
    yield "</ul>"
    if len(findings) > _SHOWN:
        yield f"<p>{len(findings) - _SHOWN} more are left out here; <code>decidable check</code> prints them all.</p>"


def _diagram(table: Table, theme: Theme) -> Iterator[str]:
    if note := beyond_reading(diagram(table)):
        yield f"<p>{escaped(note)}</p>"
    else:
        yield f'<figure class="picture">{as_svg(table, theme=theme)}</figure>'


def _traces(table: Table, traces: Sequence[Trace], theme: Theme) -> Iterator[str]:
    for n, trace in enumerate(traces, 1):
        yield f'<h3 class="trace">{escaped(trace.title)}</h3><ol class="steps">'
        for step in trace.steps:
            stays = step.state == step.target
            after = escaped(step.outcome or "stays") if stays else f"&rarr; <b>{escaped(step.target)}</b>"
            event = f"<code>{escaped(step.event)}</code>{' ' + escaped(step.cause) if step.cause else ''}"
            yield f"<li><b>{escaped(step.state)}</b> {event} {after}</li>"
        yield "</ol>"
        if not beyond_reading(diagram(table)):
            picture = as_svg(table, trace=trace, theme=theme, ident=f"trace{n}")
            yield f'<figure class="picture">{picture}</figure>'
