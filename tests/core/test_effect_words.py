"""Effects in words, as messages have them."""

from decidable.core import definition as d
from decidable.core.effect_words import in_words


def test_several_stand_as_they_run_and_values_are_bare() -> None:
    effects = (d.Set("busy", True), d.Set("mood", "late at night"), d.Count("misses"), d.Say("which_one", "told"))
    assert in_words(effects) == "set busy = yes, set mood = late at night, count misses, say which_one gives told"
