"""A words file: its sections, its places, and how values read."""

from datetime import date, time

import pytest

from decidable import Money
from decidable.bind.words_file import Slot, fill, read_page, shown, slots
from decidable.core.values import Value

FILE = """\
<!-- words a support lead may edit
## not_a_key
-->
# A title is text of nobody
"""


def test_sections_keep_their_lines_and_lose_the_blank_ones_around() -> None:
    page, problems = read_page(
        "\n<!-- a\n\nb --> \n## first  \n\nHello,\n\n### not a key\n  you.\n\n## second\nx<!-- y -->z\n", "w.md"
    )
    assert problems == ()
    assert page.texts == {"first": "Hello,\n\n### not a key\n  you.", "second": "xz"}
    assert (page.place("first"), page.place("second")) == ("w.md:5", "w.md:12")


def test_an_empty_file_has_nothing_to_say() -> None:
    assert read_page("", "w.md")[0].texts == {}
    assert read_page("<!-- never closed\n## a\nx", "w.md")[0].texts == {}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (FILE + "## a\nx", "w.md:4: text before the first `## key`"),
        ("## a\nx\n## a\ny", "w.md:3: 'a' is written twice, first in line 1"),
        ("## a b\nx", "w.md:1: 'a b' is no key"),
        ("## a\n\n## b\nx", "w.md:1: nothing is written under 'a'"),
        ("## a\nHi {Order id}.", "w.md:1: 'a' has {Order id}, which is no place for a value"),
        ("## a\nHi {order", "w.md:1: 'a' has {order, which is no place for a value"),
        ("## a\nHi {x|{y}}", "w.md:1: 'a' has {x|{y}}, which is no place for a value"),
    ],
)
def test_what_is_wrong_with_a_file_names_its_line(source: str, said: str) -> None:
    page, problems = read_page(source, "w.md")
    assert [(problem.message, problem.code, problem.line) for problem in problems] == [(said, "words", 0)]
    assert set(page.texts) <= {"a", "b", "a b"}


def test_of_two_texts_the_first_is_kept() -> None:
    assert read_page("## a\nx\n## a\ny", "w.md")[0].texts == {"a": "x"}


def test_places() -> None:
    assert list(slots("{a} and {b|none yet} and {c|}")) == [Slot("a", None), Slot("b", "none yet"), Slot("c", "")]


def test_places_are_filled_and_never_with_an_invented_value() -> None:
    text = "{a}, {b|nothing yet}, {c|}, {some_fact}; }"
    assert fill(text, {"a": Money("20.00 USD")}) == "20.00 USD, nothing yet, , (some fact not known); }"
    assert fill(text, {"a": "{b}", "b": "B", "c": False, "some_fact": 3}) == "{b}, B, no, 3; }"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Money("20.00 USD"), "20.00 USD"),
        (date(2026, 12, 4), "Friday 4 December"),
        (time(19, 5), "19:05"),
        (("A-1", "A-2"), "A-1, A-2"),
        ((), ""),
        (("a", "b, c", " d", ""), 'a, "b, c", " d", ""'),
        (((1,), (2, 3), ()), "[1], [2, 3], []"),
        ((Money("1.00 USD"), date(2026, 12, 4)), "1.00 USD, Friday 4 December"),
        ({"a": ("ä", None, True), "b": {"c": 1}}, '{"a": ["ä", null, true], "b": {"c": 1}}'),
        (({"a": 1}, "x"), '{"a": 1}, x'),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        ("x", "x"),
        (None, "nothing"),
    ],
)
def test_values_as_a_person_reads_them(value: Value, text: str) -> None:
    assert shown(value) == text
