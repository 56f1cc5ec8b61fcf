"""The grid as an HTML table: heads that stay in sight, what is open in red, what is inherited dimmed.

Owns: the table, the link of each cell to its lines, the legend. Never: more than a name and an outcome in a cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.core.table import Cell, Table
from decidable.draw.face import CONFLICT, UNDECIDED, Face, Look, Page, page
from decidable.draw.page_lines import Index
from decidable.draw.paint import escaped
from decidable.text.phrases import condition_text, decision_text

_EXPLAINED = 5_000
"""In a grid with more cells than this, pointing at one explains nothing: the page would be too heavy."""
_LOOKS = {Look.OPEN: "open", Look.OWN: "own", Look.GENERAL: "general"}


def grid(table: Table, index: Index) -> Iterator[str]:
    """The grid and its legend."""
    shown = page(table)
    columns = [*shown.events, *shown.synthesised]
    if not columns:
        yield "<p>The machine has no event, so it has no cell.</p>"
        return
    explained = sum(map(len, table.rows.values())) <= _EXPLAINED
    yield '<div class="scroll"><table class="grid"><thead><tr><td></td>'
    for event in columns:
        apart = ' class="apart"' if event in shown.synthesised else ""
        yield f'<th scope="col"{apart}><span>{escaped(event)}</span></th>'
    yield "</tr></thead><tbody>"
    for state in shown.states:
        row = table.rows[state]
        cells = (
            _cell(row[event], shown.faces[state][event], index, explained) if event in row else '<td class="none"></td>'
            for event in columns
        )
        yield f'<tr><th scope="row">{_row_head(shown, state)}</th>{"".join(cells)}</tr>'
    yield "</tbody></table></div>"
    yield _legend(shown, explained)


def _row_head(shown: Page, state: str) -> str:
    path = " / ".join(shown.parents.get(state, ()))
    return f"<small>{escaped(path)} /</small> {escaped(state)}" if path else escaped(state)


def _cell(cell: Cell, face: Face, index: Index, explained: bool) -> str:
    deciding = [option.line for option in cell.options if option.reached] or [option.line for option in cell.options]
    words = "<br>".join(map(_word, face.words)) or "&nbsp;"
    addresses = " ".join(dict.fromkeys(map(index.address, deciding)))
    look = _LOOKS[face.look]
    if not addresses:
        return f'<td class="{look}"><span>{words}</span></td>'
    told = f' title="{escaped(_told(cell))}"' if explained else ""
    first = addresses.split()[0]
    where = f' data-cell="{escaped(cell.state)} x {escaped(cell.event)}: {cell.origin.value}" data-lines="{addresses}"'
    return f'<td class="{look}"><a href="#{first}"{where}{told}>{words}</a></td>'


def _told(cell: Cell) -> str:
    """Why a cell decides so, in the words of its lines."""
    head = f"{cell.state} x {cell.event}: {cell.origin.value}"
    return "\n".join(
        [
            head,
            *(
                f"{f'{option.line.at}: ' if option.line.at else ''}{condition_text(option.line)}"
                f"   {decision_text(option.line)}{f' : {option.line.reason}' if option.line.reason else ''}"
                for option in cell.options
                if option.reached
            ),
        ]
    )


def _word(word: str) -> str:
    if word == UNDECIDED:
        return '<b class="undecided">?</b>'
    if word == CONFLICT:
        return f'<b class="badge">{CONFLICT}</b>'
    return f"&rarr;&nbsp;{escaped(word[3:])}" if word.startswith("-> ") else escaped(word)


def _legend(shown: Page, explained: bool) -> str:
    faces = [face for row in shown.faces.values() for face in row.values()]
    said = {word for face in faces for word in face.words}
    entries = [
        (UNDECIDED in said, '<b class="undecided">?</b> undecided, or for some values'),
        (CONFLICT in said, f'<b class="badge">{CONFLICT}</b> two lines decide at once'),
        (
            any(face.look is Look.GENERAL for face in faces),
            '<span class="general">dimmed</span> by an inherited line, a group or <code>*</code>',
        ),
        (any(len(face.words) > 1 for face in faces), "several in a cell: guards choose"),
        (
            bool(shown.synthesised),
            "behind the thick line: timers, strikes and <code>blocked</code>, in some states only",
        ),
        (
            True,
            "a cell leads to its lines"
            if explained
            else "a cell leads to its lines; pointing at it explains nothing in a grid of this size",
        ),
    ]
    return f'<p class="legend">{" &middot; ".join(text for present, text in entries if present)}</p>'
