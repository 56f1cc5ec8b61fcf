"""Hypothesis strategies for whole machines that can be written down, in normal form, with awkward names and texts."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from decidable.core.definition import (
    Accepted,
    After,
    AfterStrikes,
    AskAgain,
    Back,
    Call,
    Compose,
    Count,
    Defer,
    Definition,
    Effect,
    End,
    Event,
    Fact,
    Field,
    Forget,
    ForgetAllBut,
    Group,
    HandOff,
    Ignore,
    Item,
    Kind,
    Line,
    Lookup,
    Move,
    Named,
    Outcome,
    Perform,
    Propose,
    Record,
    Reject,
    Reset,
    Role,
    Say,
    Selector,
    Send,
    Set,
    Star,
    State,
    Stay,
    Tool,
    Undecided,
)
from decidable.core.guard import (
    And,
    Approved,
    Busy,
    Compare,
    Guard,
    Holds,
    Is,
    IsKnown,
    Literal,
    Not,
    OneOf,
    Op,
    Or,
    Same,
)
from decidable.core.values import Bool, Choices, Data, Date, ListOf, Money, MoneyType, Range, Text, Time, Type
from decidable.text.names import GROUPS, KINDS

# Words of the language that are plain names where nothing else can stand.
FACTS = ("day", "party", "all", "authority", "derived", "needs", "gives", "shown", "X_1", "restart")
FIELDS = ("which", "several", "optional", "day", "party")
EVENTS = ("yes", "no", "on", "details", "only", "stay", "reject", "fails", "known", "blocked", "defer")
STATES = ("gather", "else", "strike", "restart", "Done_2", "stay", "when")
TOOLS = ("pay", "then", "up", "with", "find_1")
WORDS = ("hello", "gives", "off")
VALUES = ("economy", "business", "text", "list", "first_class")

names = {
    "fact": st.sampled_from(FACTS),
    "event": st.sampled_from(EVENTS),
    "state": st.sampled_from(STATES),
    "tool": st.sampled_from(TOOLS),
    "words": st.sampled_from(WORDS),
}
awkward = st.sampled_from(
    (
        "",
        " ",
        '"',
        '"quoted"',
        '"a\\q"',
        "a # b",
        '"# x',
        'say "# 5" now',
        "a\tb",
        "a\nb",
        "a\r",
        "\0",
        "\ud800",
        "\u202e",
        "-> gather",
        "x : y",
        "\\",
        "\x85",
        "ä 漢",
    )
)
texts = st.one_of(awkward, st.text(max_size=20), st.builds(lambda a, b: a + b, awkward, awkward))
numbers = st.integers(-(10**18) + 1, 10**18 - 1)
moneys = st.builds(Money.of, st.integers(-(10**15), 10**15), st.sampled_from(["USD", "JPY", "KWD"]))
literals: st.SearchStrategy[Literal] = st.one_of(texts, numbers, st.booleans(), moneys, st.sampled_from(VALUES))


def _known(fields: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(fields)


def _atoms(known: tuple[str, ...]) -> st.SearchStrategy[Guard]:
    name = _known(known)
    values = st.sampled_from([value for value in VALUES if value not in known])
    return st.one_of(
        st.builds(Holds, name),
        st.builds(IsKnown, name),
        st.builds(Same, name, name),
        st.builds(Is, name, st.one_of(texts, numbers, st.booleans(), moneys)),
        st.builds(Is, name, values, st.just(True)),
        st.builds(
            OneOf, name, st.lists(st.one_of(texts, numbers, st.booleans(), moneys), min_size=1, max_size=3).map(tuple)
        ),
        st.builds(OneOf, name, st.lists(values, min_size=1, max_size=3).map(tuple), st.just(True)),
        st.builds(Compare, name, st.sampled_from(Op), st.one_of(numbers, moneys)),
        st.just(Approved()),
        st.just(Busy()),
    )


def _flat(kind: type[And | Or], parts: list[Guard]) -> Guard:
    flat: list[Guard] = []
    for part in parts:
        flat.extend(part.guards if isinstance(part, And | Or) and type(part) is kind else [part])
    return kind(tuple(flat))


def guards(known: tuple[str, ...] = FACTS + FIELDS) -> st.SearchStrategy[Guard]:
    """Guards in normal form over these names."""
    return st.recursive(
        _atoms(known),
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: _flat(And, parts)),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: _flat(Or, parts)),
        ),
        max_leaves=8,
    )


_low_high = st.tuples(numbers, numbers).map(sorted)
types: st.SearchStrategy[Type] = st.recursive(
    st.one_of(
        st.sampled_from([Text(), Bool(), MoneyType(), Date(), Time(), Data()]),
        _low_high.map(lambda ends: Range(ends[0], ends[1])),
        st.lists(st.sampled_from(VALUES), min_size=2, max_size=4, unique=True).map(
            lambda values: Choices(tuple(values))
        ),
    ),
    lambda inner: st.builds(ListOf, inner),
    max_leaves=2,
)
_of, _in = (
    st.one_of(names["event"], names["fact"], st.just("@user"), st.just("after 30m")),
    names["state"] | st.just("any state"),
)
accepted = st.builds(
    lambda place, **rest: Accepted(of=place[0], state=place[1], **rest),
    st.one_of(st.tuples(_of, _in), st.tuples(_of, st.just("")), st.tuples(st.just(""), _in)),
    code=st.sampled_from(["no-reason", "override", "leaves-write"]),
    reason=texts.filter(bool),
)
fact_lists = st.lists(
    st.builds(Fact, name=names["fact"], type=types, initial=st.none() | literals, authority=st.booleans()), max_size=5
)
fields = st.builds(
    Field, name=st.sampled_from(FIELDS + FACTS), type=st.none() | types, optional=st.booleans(), derived=st.booleans()
)
event_lists = st.lists(
    st.builds(
        Event,
        name=names["event"],
        kind=st.sampled_from(KINDS).map(Kind),
        fields=st.lists(fields, max_size=4).map(tuple),
    ),
    min_size=1,
    max_size=12,
)


@st.composite
def tools(draw: st.DrawFn, known: tuple[str, ...]) -> Tool:
    """A tool that gives events or is shown."""
    lookup = draw(st.sampled_from(Lookup))
    shown = draw(st.booleans())
    return Tool(
        name=draw(names["tool"]),
        write=draw(st.booleans()),
        args=tuple(draw(st.lists(names["fact"], max_size=3))),
        gives=() if shown else tuple(draw(st.lists(names["event"], min_size=1, max_size=3))),
        shown=shown,
        no_answer=draw(st.sampled_from(["failed", "unknown", "fails"])),
        lookup=lookup,
        lookup_with=draw(names["tool"]) if lookup is Lookup.TOOL else "",
        approval=draw(st.booleans()),
        requires=draw(st.none() | guards(known)),
        trusts=tuple(draw(st.lists(names["fact"], max_size=2))),
    )


_some_facts = st.lists(names["fact"], min_size=1, max_size=3).map(tuple)
_taken = st.lists(st.tuples(names["fact"], names["event"]), max_size=2).map(tuple)
effects: st.SearchStrategy[Effect] = st.one_of(
    st.builds(Call, names["tool"]),
    st.builds(Propose, st.lists(st.builds(Item, names["tool"], _taken), min_size=1, max_size=3).map(tuple)),
    st.sampled_from([AskAgain(), Perform(), HandOff(), Record()]),
    st.builds(Say, names["words"], st.just("") | names["event"]),
    st.builds(Compose, names["words"], st.just("") | names["event"]),
    st.builds(Send, names["event"], st.sampled_from(["billing", "to", "any"])),
    st.builds(Set, names["fact"], literals),
    st.builds(Count, names["fact"]),
    st.builds(Reset, names["fact"]),
    st.builds(Forget, _some_facts),
    st.builds(ForgetAllBut, _some_facts),
)
outcomes: st.SearchStrategy[Outcome] = st.one_of(
    st.builds(Move, names["state"], st.booleans()),
    st.builds(Back, st.just("") | names["state"]),
    st.sampled_from([Stay(), Defer(), Ignore(), Undecided(), Reject(), Reject(True)]),
)
selectors: st.SearchStrategy[Selector] = st.one_of(
    st.builds(Named, st.lists(names["event"], min_size=1, max_size=3).map(tuple)),
    st.builds(Group, st.sampled_from(GROUPS), st.booleans()),
    st.just(Star()),
    st.builds(After, st.integers(0, 10**15) | st.sampled_from([1000, 60_000, 3_600_000, 86_400_000])),
    st.builds(AfterStrikes, st.integers(1, 9)),
)


@st.composite
def lines(draw: st.DrawFn, known: tuple[str, ...]) -> Line:
    """One decision."""
    guard = draw(st.none() | guards(known))
    return Line(
        selector=draw(selectors),
        guard=guard,
        otherwise=guard is None and draw(st.booleans()),
        outcome=draw(outcomes),
        effects=tuple(draw(st.lists(effects, max_size=3))),
        reason=draw(texts),
    )


@st.composite
def states(draw: st.DrawFn, known: tuple[str, ...], role: Role) -> State:
    """A state of a role."""
    return State(
        name=draw(names["state"]),
        role=role,
        end=draw(st.sampled_from(End)) if role is Role.FINAL else None,
        leftovers=role is Role.FINAL and draw(st.booleans()),
        enter=tuple(draw(st.lists(effects, max_size=2))),
        lines=tuple(draw(st.lists(lines(known), max_size=3))),
    )


RULES = (
    "never pay before yes",
    "never pay twice",
    "never pay twice without no, on between",
    "pay only in gather",
    "every path after yes visits gather or stay, if operations are answered",
    "from any state but gather yes reaches stay within 2 events",
    "day holds whenever pay is possible",
    "after an end no tool",
    "at most 3 model calls on a shortest path",
)


@st.composite
def trees(draw: st.DrawFn, tops: list[State]) -> tuple[State, ...]:
    """The states, some of them nested in those before them, up to three deep. The start stays where it is found."""
    found: list[State] = []
    path: list[str] = []
    for state in tops:
        deepest = 0 if state.role is Role.START else min(3, len(path))
        depth = draw(st.integers(0, deepest))
        del path[depth:]
        found.append(replace(state, parent=path[-1] if path else ""))
        path.append(state.name)
    for state in draw(st.lists(st.sampled_from(tops), max_size=1)):
        first = State(name=draw(names["state"]), role=Role.START, parent=path[-1])
        found.append(replace(first, lines=state.lines))
    return tuple(found)


@st.composite
def definitions(draw: st.DrawFn) -> Definition:
    """A machine that a file can say; whether it makes sense is another question."""
    # One fact at least: `a is b` between facts is only read as such where they are declared.
    facts = (Fact(name="day", type=Text()), *draw(fact_lists))
    events = tuple(draw(event_lists))
    known = tuple(sorted({fact.name for fact in facts} | {field.name for event in events for field in event.fields}))
    roles = [Role.START, *draw(st.lists(st.sampled_from([Role.PLAIN, Role.INTERRUPTION, Role.FINAL]), max_size=3))]
    return Definition(
        name=draw(st.sampled_from(["", "refund", "any", "facts"])),
        facts=facts,
        events=events,
        tools=tuple(draw(st.lists(tools(known), max_size=3))),
        any_state=tuple(draw(st.lists(lines(known), max_size=3))),
        states=draw(trees([draw(states(known, role)) for role in draw(st.permutations(roles))])),
        rules=tuple(draw(st.lists(st.sampled_from(RULES), max_size=3))),
        accepted=tuple(draw(st.lists(accepted, max_size=3))),
    )
