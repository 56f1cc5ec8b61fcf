"""Generated values of every type that is kept: what a round trip must bring back."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core import values as v
from decidable.core.values import Money

# A lone surrogate must come back; two halves in a row are refused, and have a test of their own.
_characters = st.characters(exclude_characters=[chr(c) for c in range(0xDC00, 0xDC10)])
texts = st.text(_characters, max_size=8).filter(lambda t: not _has_pair(t))
names = st.text("abc$_ü", max_size=4)
numbers = st.integers(-(2**70), 2**70)
counts = st.integers(0, 2**40)
flags = st.booleans()
money = st.builds(Money.of, numbers, st.sampled_from(["USD", "JPY", "KWD", "XYZ"]))
times = st.times().map(lambda t: t.replace(fold=0))  # a wall clock has no second half past two


def _has_pair(text: str) -> bool:
    return any("\ud800" <= a <= "\udbff" and "\udc00" <= b <= "\udfff" for a, b in pairwise(text))


scalars = st.none() | texts | numbers | flags | money | st.dates() | times
keys = names | st.sampled_from(["$money", "$date", "$", "$$x", "$time"]) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
fields = st.dictionaries(names, values, max_size=3)


def many(item: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(item, max_size=2).map(tuple)


known = st.builds(s.Known, values, counts, names, many(names))
facts = st.dictionaries(names, known, max_size=3)
occurrences = st.builds(s.Occurrence, names, fields, numbers, texts, texts, names, names, counts)
operations = st.builds(
    s.Operation,
    names,
    st.sampled_from(s.Act),
    names,
    fields,
    counts,
    many(names),
    names,
    st.sampled_from(s.Status),
    counts,
    names,
)
calls = st.builds(s.PlannedCall, names, fields, st.dictionaries(names, names, max_size=2), many(names))
outcomes = st.dictionaries(names, fields, max_size=2)
proposals = st.builds(s.Proposal, names, many(calls), counts, flags, counts, counts, texts, outcomes)
timers = many(st.builds(s.Timer, names, numbers))
snapshots = st.builds(
    s.Snapshot,
    names,
    counts,
    counts,
    counts,
    facts,
    counts,
    timers,
    st.dictionaries(names, operations, max_size=2),
    many(st.builds(s.Outcome, names, names, fields)),
    st.none() | proposals,
    many(occurrences),
    st.none() | st.builds(s.Interrupted, names, counts, timers, many(occurrences)),
    st.none() | st.sampled_from(d.End),
    flags,
)

records = st.one_of(
    st.builds(r.Begun, names, names, numbers, names, facts, timers, flags),
    st.builds(
        r.Decided,
        counts,
        names,
        occurrences,
        st.sampled_from(r.Verdict),
        texts,
        counts,
        names,
        names,
        st.sampled_from(r.Way),
        timers,
        st.sampled_from(r.Cause),
    ),
    st.builds(r.Learned, facts),
    st.builds(r.Forgot, many(names), texts),
    st.builds(r.Planned, operations),
    st.builds(r.Started, names, counts, numbers),
    st.builds(r.Unanswered, names),
    st.builds(r.Retried, names),
    st.builds(r.Settled, names, names, fields, flags),
    st.builds(r.Sent, names, names),
    st.builds(r.Withdrawn, many(names), texts),
    st.builds(r.Proposed, proposals),
    st.builds(r.Approved, names, texts, counts),
    st.builds(r.Dropped, names, texts),
    st.builds(r.Held, occurrences),
    st.builds(r.Struck, counts),
    st.builds(r.Noted, st.sampled_from(r.Note), occurrences, texts),
    st.builds(r.Raised, texts, st.none() | occurrences, names),
    st.builds(r.Ended, st.sampled_from(d.End), numbers),
)

literals = texts | numbers | flags | money
types = st.recursive(
    st.sampled_from([v.Text(), v.Bool(), v.MoneyType(), v.Date(), v.Time(), v.Data()])
    | st.builds(v.Range, numbers, numbers)
    | st.builds(v.Choices, many(names)),
    lambda inner: st.builds(v.ListOf, inner),
    max_leaves=2,
)
atoms = st.one_of(
    st.sampled_from([g.Approved(), g.Busy()]),
    st.builds(g.Holds, names),
    st.builds(g.IsKnown, names),
    st.builds(g.Is, names, literals, flags),
    st.builds(g.Same, names, names),
    st.builds(g.OneOf, names, many(literals), flags),
    st.builds(g.Compare, names, st.sampled_from(g.Op), numbers | money),
)
guards = st.recursive(
    atoms,
    lambda inner: st.one_of(st.builds(g.Not, inner), st.builds(g.And, many(inner)), st.builds(g.Or, many(inner))),
    max_leaves=4,
)
items = st.builds(d.Item, names, many(st.tuples(names, names)))
effects = many(
    st.one_of(
        st.sampled_from([d.AskAgain(), d.Perform(), d.HandOff(), d.Record()]),
        st.builds(d.Call, names),
        st.builds(d.Propose, many(items)),
        st.builds(d.Say, names, names),
        st.builds(d.Compose, names, names),
        st.builds(d.Send, names, names),
        st.builds(d.Set, names, literals),
        st.builds(d.Count, names),
        st.builds(d.Reset, names),
        st.builds(d.Forget, many(names)),
        st.builds(d.ForgetAllBut, many(names)),
    )
)
selectors = st.one_of(
    st.just(d.Star()),
    st.builds(d.Named, many(names)),
    st.builds(d.Group, names, flags),
    st.builds(d.After, counts),
    st.builds(d.AfterStrikes, counts),
)
results = st.one_of(
    st.sampled_from([d.Stay(), d.Defer(), d.Ignore(), d.Undecided()]),
    st.builds(d.Move, names, flags),
    st.builds(d.Back, names),
    st.builds(d.Reject, flags),
)
lines = st.builds(
    d.Line,
    selector=selectors,
    guard=st.none() | guards,
    otherwise=flags,
    outcome=results,
    effects=effects,
    reason=texts,
    at=counts,
)
declared = st.builds(d.Field, name=names, type=st.none() | types, optional=flags, derived=flags)
tools = st.builds(
    d.Tool,
    name=names,
    write=flags,
    args=many(names),
    gives=many(names),
    no_answer=names,
    lookup=st.sampled_from(d.Lookup),
    lookup_with=names,
    approval=flags,
    requires=st.none() | guards,
    trusts=many(names),
    shown=flags,
    at=counts,
)
states = st.builds(
    d.State,
    name=names,
    role=st.sampled_from(d.Role),
    end=st.none() | st.sampled_from(d.End),
    leftovers=flags,
    enter=effects,
    lines=many(lines),
    at=counts,
)
definitions = st.builds(
    d.Definition,
    name=names,
    facts=many(st.builds(d.Fact, name=names, type=types, initial=st.none() | literals, authority=flags, at=counts)),
    events=many(st.builds(d.Event, name=names, kind=st.sampled_from(d.Kind), fields=many(declared), at=counts)),
    tools=many(tools),
    any_state=many(lines),
    states=many(states),
    rules=many(texts),
    accepted=many(st.builds(d.Accepted, code=names, of=names, state=names, reason=texts, at=counts)),
)
