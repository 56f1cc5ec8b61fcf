"""Prose becomes names: readable, ASCII, unlike each other, and never a word of the language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.core.validate import RESERVED
from decidable.text.names import NameOf, is_name, is_reserved
from decidable.text.slugs import LONGEST_SLUG, Slugs, slug


@pytest.mark.parametrize(
    ("prose", "name"),
    [
        ('Customer says "yes"', "customer_says_yes"),
        ("über-Größe", "uber_groe"),
        ("3 days later", "event_3_days_later"),
        ("when", "when_event"),
        ("blocked", "blocked_event"),
        ("done", "done_event"),
        ("model_down", "model_down"),
        ("SlotFree", "SlotFree"),
        ("日本", "event_1"),
        ("-", "event_1"),
        ("Event!", "event_1"),
        ("a quick brown fox jumps over the lazy dog", "a_quick_brown_fox_jumps_over_the_lazy"),
        ("x" * 60 + "!", "x" * LONGEST_SLUG),
    ],
)
def test_a_name_out_of_prose(prose: str, name: str) -> None:
    assert Slugs(NameOf.EVENT)[prose] == name


def test_the_same_prose_has_one_name_and_other_prose_another() -> None:
    slugs = Slugs(NameOf.EVENT)
    assert [slugs[each] for each in ("It pays", "it  pays!", "It 'pays'", "it-pays", "it: pays", "日", "月", "日")] == [
        "it_pays",
        "it_pays",
        "it_pays",
        "it_pays_2",
        "it_pays_3",
        "event_1",
        "event_2",
        "event_1",
    ]
    states = Slugs(NameOf.STATE)
    assert (states["It pays"], states["it  pays!"], states["back"]) == ("it_pays", "it_pays_2", "back_state")


def test_a_name_that_is_one_already_keeps_it_whatever_comes_first() -> None:
    slugs = Slugs(NameOf.EVENT, ["it_pays", "when", "no name"])
    assert slugs["It pays"] == "it_pays_2"
    assert slugs["it_pays"] == "it_pays"
    assert slugs["when"] == "when_event"


def test_a_fresh_name_is_nobodys() -> None:
    slugs = Slugs(NameOf.STATE, ["done", "done_2"])
    assert [slugs.fresh("done"), slugs.fresh("done"), slugs["done"]] == ["done_3", "done_4", "done"]


@given(st.lists(st.text(max_size=60)), st.sampled_from([NameOf.EVENT, NameOf.STATE, NameOf.FACT, NameOf.MACHINE]))
def test_whatever_the_prose_its_names_can_be_written(prose: list[str], role: NameOf) -> None:
    slugs = Slugs(role, filter(is_name, prose))
    names = [slugs[each] for each in prose]
    assert all(is_name(name) and not is_reserved(name, role) and name not in RESERVED for name in names)
    assert names == [slugs[each] for each in prose]
    if role is NameOf.STATE:
        assert len(set(names)) == len(set(prose))


@given(st.text())
def test_a_slug_is_short_and_plain(prose: str) -> None:
    made = slug(prose)
    assert len(made) <= LONGEST_SLUG
    assert made == "" or (made.isascii() and made == made.lower() and not made.startswith("_"))
