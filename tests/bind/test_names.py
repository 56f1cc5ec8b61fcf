"""The naming convention, and where in Python a thing is written."""

from pathlib import Path

import pytest

from decidable import MachineError
from decidable.bind.names import annotations_of, folder_of, member_place, source_place, text_name, unfit_name
from decidable.text.names import NameOf
from tests.bind import kiosk


@pytest.mark.parametrize(
    ("python", "text"),
    [
        ("SlotFree", "slot_free"),
        ("Yes", "yes"),
        ("SSLError", "ssl_error"),
        ("HTTP2Down", "http2_down"),
        ("issue_refund", "issue_refund"),
        ("A", "a"),
        ("GiveOrder2", "give_order2"),
    ],
)
def test_a_class_name_in_the_text(python: str, text: str) -> None:
    assert text_name(python) == text


@pytest.mark.parametrize(
    ("name", "role", "why"),
    [
        ("slot_free", NameOf.EVENT, ""),
        ("größe", NameOf.FACT, "a name has ASCII letters, digits and underscores"),
        ("", NameOf.TOOL, "a name has ASCII letters, digits and underscores"),
        ("known", NameOf.FACT, "it is a word of the language of .states files"),
        ("known", NameOf.TOOL, ""),
    ],
)
def test_what_cannot_stand_in_the_text(name: str, role: NameOf, why: str) -> None:
    assert unfit_name(name, role) == why


def line_of(text: str) -> int:
    lines = Path(kiosk.__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(text))


def test_places_are_file_and_line() -> None:
    assert source_place(kiosk.Want) == f"kiosk.py:{line_of('class Want')}"
    assert source_place(kiosk.sell) == f"kiosk.py:{line_of('@tool.write')}"
    assert member_place(kiosk.Facts, "price") == f"kiosk.py:{line_of('    price: Money')}"
    assert member_place(kiosk.Facts, "no_such") == source_place(kiosk.Facts)


def test_a_thing_without_source_has_its_module() -> None:
    made = type("Made", (), {"__annotations__": {"x": int}})
    assert source_place(made) == __name__
    assert source_place(3) == "Python"
    assert member_place(int, "x") == "builtins"


def test_paths_are_relative_to_the_module_of_a_class() -> None:
    assert folder_of(kiosk.Facts) == Path(kiosk.__file__).parent
    assert folder_of(int) == Path.cwd()


def test_an_annotation_that_means_nothing_is_the_authors_mistake() -> None:
    class Facts:
        x: "NoSuchName"  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(
        MachineError, match=r"facts class Facts \(test_names.py:\d+\) cannot be read: name 'NoSuchName'"
    ):
        annotations_of(Facts, "facts class Facts")
