"""Room for text, and colours: nothing is without."""

from string import printable

from decidable.core.definition import Kind
from decidable.draw.measure import text_width, wrapped
from decidable.draw.palette import DARK, KIND_WORDS, KINDS, LIGHT


def test_every_character_has_a_width_and_bold_is_wider() -> None:
    for char in printable.strip() + "\u00fc\u4e2d\N{MIDDLE DOT}":
        assert 3 < text_width(char, 12) < 15
        assert text_width(char, 12) <= text_width(char, 12, bold=True)
    assert text_width("", 12) == 0
    assert text_width("iiii", 12) < text_width("mmmm", 12)


def test_a_sentence_is_broken_at_spaces_and_loses_nothing() -> None:
    text = "one two three four five six seven " + "m" * 40
    lines = list(wrapped(text, 100))
    assert " ".join(lines) == text
    assert all(text_width(line, 11) <= 100 for line in lines[:-1])
    assert lines[-1] == "m" * 40, "a word that is too long has a line of its own"
    assert list(wrapped("", 100)) == [""]


def test_every_kind_of_event_has_a_colour_and_every_colour_a_dark_one() -> None:
    assert set(KINDS) == set(Kind)
    assert set(KINDS.values()) == set(KIND_WORDS) <= set(LIGHT)
    assert set(LIGHT) == set(DARK)
