"""The stored form of a definition: the machine an old run was decided by, readable without its code.

Owns: the tables for types, guards, effects, lines and states, with the line numbers that reasons point at.
Never: logic; `encode` and `decode` read these tables. Size does not matter here, so the keys are the fields' own names.
"""

from __future__ import annotations

from typing import Final

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import values as v
from decidable.journal.shape import BOOL, INT, TEXT, Later, Many, Maybe, OneOf, Word, struct
from decidable.journal.value import VALUE

TEXTS: Final = Many(TEXT)

TYPE: Final[OneOf] = OneOf(
    Text=struct(v.Text),
    Bool=struct(v.Bool),
    Range=struct(v.Range, low=INT, high=INT),
    Choices=struct(v.Choices, values=TEXTS),
    MoneyType=struct(v.MoneyType),
    Date=struct(v.Date),
    Time=struct(v.Time),
    ListOf=struct(v.ListOf, of=Later(lambda: TYPE)),
    Data=struct(v.Data),
)

_GUARDS: Final = Many(Later(lambda: GUARD))

GUARD: Final[OneOf] = OneOf(
    Holds=struct(g.Holds, name=TEXT),
    IsKnown=struct(g.IsKnown, name=TEXT),
    Is=struct(g.Is, name=TEXT, value=VALUE, bare=BOOL),
    Same=struct(g.Same, name=TEXT, other=TEXT),
    OneOf=struct(g.OneOf, name=TEXT, values=Many(VALUE), bare=BOOL),
    Compare=struct(g.Compare, name=TEXT, op=Word(g.Op), value=VALUE),
    Approved=struct(g.Approved),
    Busy=struct(g.Busy),
    Not=struct(g.Not, guard=Later(lambda: GUARD)),
    And=struct(g.And, guards=_GUARDS),
    Or=struct(g.Or, guards=_GUARDS),
)

FACT: Final = struct(d.Fact, name=TEXT, type=TYPE, initial=Maybe(VALUE), authority=BOOL, at=INT)
FIELD: Final = struct(d.Field, name=TEXT, type=Maybe(TYPE), optional=BOOL, derived=BOOL)
EVENT: Final = struct(d.Event, name=TEXT, kind=Word(d.Kind), fields=Many(FIELD), at=INT)

TOOL: Final = struct(
    d.Tool,
    name=TEXT,
    write=BOOL,
    args=TEXTS,
    gives=TEXTS,
    no_answer=TEXT,
    lookup=Word(d.Lookup),
    lookup_with=TEXT,
    approval=BOOL,
    requires=Maybe(GUARD),
    trusts=TEXTS,
    shown=BOOL,
    at=INT,
)

ITEM: Final = struct(d.Item, tool=TEXT, taken=Many(TEXTS))

EFFECT: Final = OneOf(
    Call=struct(d.Call, tool=TEXT),
    Propose=struct(d.Propose, items=Many(ITEM)),
    AskAgain=struct(d.AskAgain),
    Perform=struct(d.Perform),
    Say=struct(d.Say, words=TEXT, gives=TEXT),
    Compose=struct(d.Compose, words=TEXT, gives=TEXT),
    Send=struct(d.Send, event=TEXT, machine=TEXT),
    HandOff=struct(d.HandOff),
    Set=struct(d.Set, fact=TEXT, value=VALUE),
    Count=struct(d.Count, fact=TEXT),
    Reset=struct(d.Reset, fact=TEXT),
    Forget=struct(d.Forget, facts=TEXTS),
    ForgetAllBut=struct(d.ForgetAllBut, facts=TEXTS),
    Record=struct(d.Record),
)
EFFECTS: Final = Many(EFFECT)

OUTCOME: Final = OneOf(
    Move=struct(d.Move, target=TEXT, restart=BOOL),
    Back=struct(d.Back, otherwise=TEXT),
    Stay=struct(d.Stay),
    Defer=struct(d.Defer),
    Reject=struct(d.Reject, strike=BOOL),
    Ignore=struct(d.Ignore),
    Undecided=struct(d.Undecided),
)

SELECTOR: Final = OneOf(
    Named=struct(d.Named, events=TEXTS),
    Group=struct(d.Group, name=TEXT, only=BOOL),
    Star=struct(d.Star),
    After=struct(d.After, ms=INT),
    AfterStrikes=struct(d.AfterStrikes, count=INT),
)

SHARED: Final = struct(d.Shared, contract=TEXT, fragment=TEXT, at=INT)

LINE: Final = struct(
    d.Line,
    selector=SELECTOR,
    guard=Maybe(GUARD),
    otherwise=BOOL,
    outcome=OUTCOME,
    effects=EFFECTS,
    reason=TEXT,
    shared=Maybe(SHARED),
    at=INT,
)
LINES: Final = Many(LINE)

STATE: Final = struct(
    d.State,
    name=TEXT,
    role=Word(d.Role),
    end=Maybe(Word(d.End)),
    leftovers=BOOL,
    enter=EFFECTS,
    lines=LINES,
    parent=TEXT,
    uses=TEXTS,
    at=INT,
)

ACCEPTED: Final = struct(d.Accepted, code=TEXT, of=TEXT, state=TEXT, reason=TEXT, at=INT)

GROUP: Final = struct(d.EventGroup, name=TEXT, events=TEXTS, at=INT)

CONTRACT: Final = struct(
    d.Contract,
    name=TEXT,
    facts=Many(FACT),
    events=Many(EVENT),
    groups=Many(GROUP),
    lines=LINES,
    fragments=Many(STATE),
    required=Many(STATE),
    uses=TEXTS,
)

DEFINITION: Final = struct(
    d.Definition,
    name=TEXT,
    facts=Many(FACT),
    events=Many(EVENT),
    tools=Many(TOOL),
    any_state=LINES,
    states=Many(STATE),
    rules=TEXTS,
    accepted=Many(ACCEPTED),
    contracts=Many(CONTRACT),
)
