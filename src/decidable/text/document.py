"""From lines to rows: which line belongs to what, and how reading goes on after a mistake.

Owns: the walk over a file, with every problem at its line and column. Never: gives the rows a meaning; that is `reader`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from decidable.core.definition import State
from decidable.text.bodies import BODIES, Body, decision, is_decision, later_word, near_section
from decidable.text.conflicts import Conflicts, conflicts_in
from decidable.text.headers import read_header, read_nested, read_use, salvage_header
from decidable.text.names import LATER_LINES
from decidable.text.nesting import Nesting
from decidable.text.rows import Blank, Enter, Header, Name, Node, Remark, Row, Section, Use
from decidable.text.scan import Cursor, tokens
from decidable.text.source import LONGEST_LINE, SourceLine, indent_of, is_spoilt, load, split_line
from decidable.text.trouble import Problems, Unreadable

_USE: Final = re.compile(r"\s*use\b(?!\s*[:,])")
_NESTED: Final = re.compile(r"\s*state\b(?!\s*[:,])")


class Document(NamedTuple):
    """A file as rows. `text` is its source, decoded."""

    text: str
    rows: tuple[Row, ...]
    conflicts: Conflicts = Conflicts()


def read_rows(source: str | bytes, problems: Problems) -> Document:
    """The rows of a file that could be read; what could not is in `problems`."""
    loaded = load(source, problems)
    if loaded is None:
        return Document("", ())
    walk = _Walk(problems)
    conflicts = conflicts_in(loaded.lines, problems)
    for number, raw in enumerate(loaded.lines, start=1):
        if number not in conflicts.unread and not is_spoilt(loaded, split_line(number, raw).code):
            walk.line(number, raw)
    return Document(loaded.text, tuple(walk.rows), conflicts)


class _Walk:
    """A place in a file: under which header, after which mistakes."""

    def __init__(self, problems: Problems) -> None:
        self.rows: list[Row] = []
        self.problems = problems
        self._body: Body | None = None
        self._under: Header | None = None
        """The header at the left edge."""
        self._nesting = Nesting()
        self._doubtful = -1
        """Index of the row of a state under which nothing was read yet: it may be a mistyped section."""
        self._orphan_told = False
        self._tab_before = False
        self._skip_deeper: int | None = None
        self._titles: set[str] = set()
        self._headed = False
        self._contract = False

    def line(self, number: int, raw: str) -> None:
        """Take one line of the file."""
        if len(raw) > LONGEST_LINE:
            message = f"this line has {len(raw):,} characters, and a line has at most {LONGEST_LINE:,}"
            self.problems.add("too-large", message, line=number, column=1, hint="break it up")
            return
        line = split_line(number, raw)
        if not line.code:
            self._keep(Remark() if line.comment else Blank(), line, self._nesting.depth_of_comment(indent_of(raw)))
            return
        if self._skip_deeper is not None and line.indent > self._skip_deeper:
            return
        self._skip_deeper = None
        self._look_for_tabs(line)
        try:
            if line.indent == 0:
                self._head(line)
            else:
                self._below(line)
        except Unreadable as trouble:
            self.problems.add_unreadable(trouble, number)

    def _keep(self, node: Node, line: SourceLine, depth: int) -> None:
        self.rows.append(Row(node, line.comment, line.number, depth))

    def _look_for_tabs(self, line: SourceLine) -> None:
        tab = line.code.find("\t")
        if tab >= 0 and not self._tab_before:
            self.problems.add(
                "tab",
                "a tab stands here; how far it reaches depends on who looks",
                line=line.number,
                column=tab + 1,
                hint="use spaces, two to indent a line; in quotes write \\t",
            )
        self._tab_before = tab >= 0

    # Headers

    def _head(self, line: SourceLine) -> None:
        self._skip_deeper = None
        try:
            header = read_header(Cursor(tokens(line.code)), contract=self._contract)
        except Unreadable as trouble:
            if self._body is decision and is_decision(line):
                self.problems.add(
                    "syntax-indent",
                    "a line of a state stands at the left edge, where headers stand",
                    line=line.number,
                    column=1,
                    hint="put two spaces before it",
                )
                self._below(line)
                return
            salvaged = salvage_header(line.code)
            self._open(salvaged, line)
            raise trouble from None
        if isinstance(header, Name) and self._headed:
            self._open(None, line)
            what = "contract" if header.contract else "machine"
            message = f"the name of the {what} stands first in the file, and once"
            raise Unreadable("syntax-header", message, column=1, hint="move it to the top", token=what)
        if isinstance(header, Use):
            self._check_use(header)
        self._open(header, line)
        if isinstance(header, Section):
            self._note_twice(header, line)

    def _open(self, header: Header | None, line: SourceLine) -> None:
        self._under, self._doubtful, self._headed, self._orphan_told = header, -1, True, True
        self._nesting = Nesting()
        match header:
            case State(name=name):
                self._body, self._doubtful = decision, len(self.rows)
                self._nesting = Nesting(name)
            case Section(title):
                self._body = BODIES[title]
                self._nesting = Nesting("") if title == "requires" else Nesting()
            case Name(contract=contract):
                self._contract, self._body, self._orphan_told = contract, None, False
            case _:
                self._body, self._orphan_told = None, header is None
        if header is not None:
            self._keep(header, line, 0)

    def _note_twice(self, header: Section, line: SourceLine) -> None:
        if header.title in self._titles:
            message = f"the section '{header.title}' stands here a second time"
            hint = "put its lines under the first one"
            self.problems.add("duplicate-section", message, line=line.number, column=1, hint=hint, token=header.title)
        self._titles.add(header.title)

    # What stands under a header

    def _below(self, line: SourceLine) -> None:
        self._nesting.close(line, self.problems)
        if self._body is None:
            self._report_orphan(line)
            return
        if self._body is decision and _NESTED.match(line.code):
            self._nest(line)
            return
        if self._body is decision and self._is_later(line):
            return
        try:
            node = self._fragment(line) if self._body is decision and _USE.match(line.code) else self._body(line)
        except Unreadable as trouble:
            node = self._as_mistyped_section(line, trouble)
        self._doubtful = -1
        if isinstance(node, Enter):
            self._nesting.enter(line)
        self._keep(node, line, self._nesting.depth)

    def _nest(self, line: SourceLine) -> None:
        """A state inside the one above. Where its header cannot be read, what stands under it is not taken for another's."""
        self._doubtful, self._skip_deeper = -1, line.indent
        self._nesting.refuse_state(line)
        state = read_nested(Cursor(tokens(line.code)))
        self._skip_deeper = None
        self._keep(state, line, self._nesting.depth)
        self._nesting.open(state.name, line)

    def _check_use(self, header: Use) -> None:
        """A contract is included before anything is declared."""
        if self._under is not None and not isinstance(self._under, Name | Use):
            what = "contract" if self._contract else "machine"
            message = f"`use {header.name}` stands under the name of the {what}"
            hint = "move it to the top; put two spaces before it to include a fragment"
            raise Unreadable("syntax-header", message, column=1, hint=hint, token="use")

    def _fragment(self, line: SourceLine) -> Use:
        cursor = Cursor(tokens(line.code))
        if not self._nesting.possible or (self._contract and not isinstance(self._under, State)):
            hint = "any line of a contract that stands in its `any state` holds here already"
            cursor.refuse("contract", "a fragment is included by a state of a machine, or by another fragment", hint)
        return read_use(cursor)

    def _report_orphan(self, line: SourceLine) -> None:
        if not self._orphan_told:
            self._orphan_told = True
            message = "this line stands under no section and no state"
            hint = "headers stand at the left edge, without spaces before them"
            self.problems.add("syntax-indent", message, line=line.number, column=line.left, hint=hint)

    def _is_later(self, line: SourceLine) -> bool:
        word = later_word(line)
        if not word:
            return False
        if line.code.endswith("|"):
            self._skip_deeper = line.indent
        message = f"{LATER_LINES[word]} not in this version yet"
        hint = "leave the line out, or keep it as a comment"
        self.problems.add("not-yet", message, line=line.number, column=line.left, hint=hint, token=word)
        return True

    def _as_mistyped_section(self, line: SourceLine, trouble: Unreadable) -> Node:
        """The line as one of the section that the state's name is nearly that of; or the trouble again."""
        at, self._doubtful = self._doubtful, -1
        if at < 0 or not isinstance(self._under, State):
            raise trouble
        near = near_section(self._under.name)
        if not near:
            raise trouble
        node = BODIES[near](line)
        name, head = self._under.name, self.rows[at]
        self._under, self._body, self._nesting = Section(near), BODIES[near], Nesting()
        self.rows[at] = Row(self._under, head.comment, head.at)
        self.problems.add(
            "syntax-section",
            f"'{name}' is read as a state, but its lines are those of the section '{near}'",
            line=head.at,
            column=1,
            hint=f"did you mean '{near}'?",
            token=name,
        )
        return node
