"""The sections `facts`, `events` and `tools`: what a file declares by itself.

Owns: their grammar, one line at a time. Never: compares them with Python, or asks whether the names are used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from decidable.core.definition import Event, EventGroup, Fact, Field, Kind, Lookup, Tool
from decidable.core.guard import Guard
from decidable.text.guards import read_guard
from decidable.text.literals import read_literal
from decidable.text.names import KINDS, NameOf, is_reserved
from decidable.text.rows import Events, Facts
from decidable.text.scan import Cursor, tokens
from decidable.text.source import SourceLine
from decidable.text.trouble import nearest
from decidable.text.types import read_type

_FACT: Final = "syntax-fact"
_EVENT: Final = "syntax-event"
_TOOL: Final = "syntax-tool"
_CLAUSES: Final = tuple("gives shown fails timeout look needs trusts requires".split())
_TOOL_FORM: Final = (
    "write it like: write pay(amount) gives paid, declined timeout unknown look up with find needs approval"
)
NO_ANSWER: Final = {False: "failed", True: "unknown"}
"""The event for no answer where a tool names none: of a read, of a write."""


def read_facts(line: SourceLine) -> Facts:
    """`day, time: text`, `gone: bool = no`, `customer: text authority`."""
    cursor = Cursor(tokens(line.code))
    names = [_declared(cursor, _FACT, "the name of a fact", NameOf.FACT)]
    while cursor.skip(","):
        names.append(_declared(cursor, _FACT, "the name of a fact", NameOf.FACT))
    cursor.expect(":", _FACT, "between the names of facts and their type")
    type_ = read_type(cursor)
    authority = cursor.skip("authority")
    initial = read_literal(cursor, _FACT)[0] if cursor.skip("=") else None
    cursor.finish(_FACT, "the declaration of a fact", "write it like: gone: bool = no")
    return Facts(
        tuple(Fact(name=name, type=type_, initial=initial, authority=authority, at=line.number) for name in names)
    )


def read_events(line: SourceLine) -> Events:
    """`user details(day?, time?), other`."""
    cursor = Cursor(tokens(line.code))
    token = cursor.here
    kind = cursor.name(_EVENT, "a kind of event")
    if kind not in KINDS:
        advice = f"a line of events begins with its kind: {', '.join(KINDS)}"
        cursor.refuse(_EVENT, f"{token} is not a kind of event", nearest(kind, KINDS, advice), token)
    found = [_event(cursor, Kind(kind), line.number)]
    while cursor.skip(","):
        found.append(_event(cursor, Kind(kind), line.number))
    cursor.finish(_EVENT, "the declaration of an event", "write it like: result slot_free(slot, deposit), slot_gone")
    return Events(Kind(kind), tuple(found))


def _event(cursor: Cursor, kind: Kind, at: int) -> Event:
    name = _declared(cursor, _EVENT, "the name of an event", NameOf.EVENT)
    fields: list[Field] = []
    if cursor.skip("("):
        fields.append(_field(cursor))
        while cursor.skip(","):
            fields.append(_field(cursor))
        cursor.expect(")", _EVENT, "after the last field")
    return Event(name=name, kind=kind, fields=tuple(fields), at=at)


def _field(cursor: Cursor) -> Field:
    name = _declared(cursor, _EVENT, "the name of a field", NameOf.FIELD)
    optional = cursor.skip("?")
    type_ = read_type(cursor) if cursor.skip(":") else None
    return Field(name=name, type=type_, optional=optional, derived=cursor.skip("derived"))


def read_group(line: SourceLine) -> EventGroup:
    """`money: paid, declined`: a group that a contract names."""
    cursor = Cursor(tokens(line.code))
    name = cursor.name(_EVENT, "the name of a group")
    cursor.expect(":", _EVENT, "between the name of a group and its events")
    events = cursor.names(_EVENT, "the name of an event")
    cursor.finish(_EVENT, "the events of a group", "write it like: money: paid, declined")
    return EventGroup(name=name, events=events, at=line.number)


def read_tool(line: SourceLine) -> Tool:
    """`write pay(amount) gives paid, declined  timeout unknown  look up with find  needs approval  requires busy`."""
    cursor = Cursor(tokens(line.code))
    token = cursor.here
    word = cursor.name(_TOOL, "'read' or 'write'")
    if word not in ("read", "write"):
        cursor.refuse(
            _TOOL, f"{token} is not a kind of tool", nearest(word, ("read", "write"), "begin with read or write"), token
        )
    write = word == "write"
    name = cursor.name(_TOOL, "the name of a tool")
    cursor.expect("(", _TOOL, "after the name of a tool")
    args = () if cursor.sees(")") else cursor.names(_TOOL, "the name of an argument")
    cursor.expect(")", _TOOL, "after the last argument")
    tool = Tool(name=name, write=write, args=args, no_answer=NO_ANSWER[write], at=line.number)
    clauses = _Clauses(cursor, tool)
    clauses.read()
    return clauses.tool


class _Clauses:
    """What follows the arguments of a tool: each clause once, in any order."""

    def __init__(self, cursor: Cursor, tool: Tool) -> None:
        self.cursor, self.tool, self._seen = cursor, tool, set[str]()
        self._read: dict[str, Callable[[], None]] = {
            "gives": self._gives,
            "shown": self._shown,
            "fails": self._no_answer,
            "timeout": self._no_answer,
            "look": self._look,
            "needs": self._needs,
            "trusts": self._trusts,
            "requires": self._requires,
        }

    def read(self) -> None:
        while self.cursor.sees(*_CLAUSES):
            token = self.cursor.here
            if token.text in self._seen:
                self.cursor.refuse(_TOOL, f"{token} stands here a second time", "say it once")
            self._seen.add(token.text)
            self._read[token.text]()
        self.cursor.finish(_TOOL, "the declaration of a tool", nearest(self.cursor.here.text, _CLAUSES, _TOOL_FORM))
        if "gives" not in self._seen and "shown" not in self._seen:
            self.cursor.refuse(_TOOL, "this tool says neither what it gives nor that it is shown", _TOOL_FORM)

    def _gives(self) -> None:
        self.cursor.take()
        self._exclude("shown")
        self.tool = replace(self.tool, gives=self.cursor.names(_TOOL, "the name of an event"))

    def _shown(self) -> None:
        self.cursor.take()
        self._exclude("gives")
        self.tool = replace(self.tool, shown=True)

    def _exclude(self, other: str) -> None:
        if other in self._seen:
            self.cursor.refuse(_TOOL, "what is only shown to a model gives no event", "say either `gives` or `shown`")

    def _no_answer(self) -> None:
        token = self.cursor.take()
        if self.tool.write is not (token.text == "timeout"):
            right = "timeout" if self.tool.write else "fails"
            self.cursor.refuse(
                _TOOL,
                f"a {'write' if self.tool.write else 'read'} does not say {token}",
                f"write `{right} EVENT`",
                token,
            )
        self.tool = replace(self.tool, no_answer=self.cursor.name(_TOOL, "the name of an event"))

    def _look(self) -> None:
        if self.cursor.skip("look", "up", "with"):
            self.tool = replace(
                self.tool, lookup=Lookup.TOOL, lookup_with=self.cursor.name(_TOOL, "the name of a tool")
            )
        elif self.cursor.skip("look", "up", "by", "repeating", "the", "key"):
            self.tool = replace(self.tool, lookup=Lookup.REPEAT)
        else:
            self.cursor.refuse(
                _TOOL, "how to look up is not said", "write `look up with TOOL` or `look up by repeating the key`"
            )

    def _needs(self) -> None:
        self.cursor.take()
        self.cursor.expect("approval", _TOOL, "after 'needs'")
        self.tool = replace(self.tool, approval=True)

    def _trusts(self) -> None:
        self.cursor.take()
        self.tool = replace(self.tool, trusts=self.cursor.names(_TOOL, "the name of a fact"))

    def _requires(self) -> None:
        self.cursor.take()
        guard: Guard = read_guard(self.cursor)
        self.tool = replace(self.tool, requires=guard)


def _declared(cursor: Cursor, code: str, what: str, role: NameOf) -> str:
    token = cursor.here
    name = cursor.name(code, what)
    if is_reserved(name, role):
        cursor.refuse(
            "reserved", f"'{name}' is a word of the language and cannot name {_A[role]}", "choose another name", token
        )
    return name


_A: Final = {NameOf.FACT: "a fact", NameOf.FIELD: "a field", NameOf.EVENT: "an event"}
