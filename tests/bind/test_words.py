"""Words: files, locales, functions, and what is said for a key."""

import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

import pytest

from decidable import FactsView, Words
from decidable.bind.restore import Restorer


class Cabin(Enum):
    FIRST = "first"


def ask_cabin(facts: FactsView) -> str:
    return f"{facts.cabin!r} {'seat' in facts}"


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


def messages(words: Words, folder: Path) -> list[str]:
    return [problem.message.replace(f"{folder}/", "") for problem in words.loaded(folder)[1]]


def test_texts_and_functions(tmp_path: Path) -> None:
    write(tmp_path, w_md="## hello\nHello {name|you}.\n")
    given = Words("w.md", ask_cabin=ask_cabin)
    words, problems = given.loaded(tmp_path)
    assert problems == ()
    assert words.keys == {"hello", "ask_cabin"}
    assert words.render("hello", {}) == "Hello you."
    assert words.render("no_such_key", {}) == "no such key"
    assert words.render("ask_cabin", {"cabin": "first"}) == "'first' False"
    restored = words.reading(Restorer({"cabin": Cabin}))
    assert restored.render("ask_cabin", {"cabin": "first"}) == "<Cabin.FIRST: 'first'> False"
    assert restored.render("hello", {"name": "Ada"}) == "Hello Ada."
    assert given.texts == {}, "what was given is only read, so that two machines can share it"


def test_no_file_is_no_problem() -> None:
    words, problems = Words(ask_cabin=ask_cabin).loaded(Path("/nowhere"))
    assert words.keys == {"ask_cabin"}
    assert problems == ()


def test_a_locale_falls_back_key_by_key(tmp_path: Path) -> None:
    write(tmp_path, w_words_md="## a\nyes\n## b\nno\n", w_words_de_md="## a\nja {x|?}\n")
    words, problems = Words("w.words.md", locale="de").loaded(tmp_path)
    assert problems == ()
    assert words.texts == {"a": "ja {x|?}", "b": "no"}
    assert (words.render("a", {"x": 1}), words.render("b", {})) == ("ja 1", "no")
    assert Words("w.words.md").loaded(tmp_path)[0].texts == {"a": "yes", "b": "no"}
    assert [page.path for page in words.pages] == ["w.words.de.md", "w.words.md"]


def test_a_locale_that_has_no_file_is_a_problem_and_the_rest_is_read(tmp_path: Path) -> None:
    write(tmp_path, w_md="## a\nyes\n", w_de_md="## a\nja\n")
    words, problems = Words("w.md", locale="da").loaded(tmp_path)
    assert words.texts == {"a": "yes"}
    assert problems[0].message == f"the words file {tmp_path}/w.da.md cannot be read: No such file or directory"
    assert problems[0].hint == "did you mean 'w.de.md'?"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "w.md").write_bytes(b"## a\n\xff\n")
    assert messages(Words("w.md"), tmp_path) == ["the words file w.md is not UTF-8: invalid start byte at byte 5"]
    (tmp_path / "folder.md").mkdir()
    assert messages(Words("folder.md"), tmp_path) == ["the words file folder.md cannot be read: Is a directory"]
    assert Words("none/w.md").loaded(tmp_path)[1][0].hint == "write it, or correct its name"


def test_a_mark_before_the_first_letter_is_no_letter(tmp_path: Path) -> None:
    (tmp_path / "w.md").write_bytes("\ufeff## a\r\nx\r\n".encode())
    assert Words("w.md").loaded(tmp_path)[0].texts == {"a": "x"}


def test_a_key_is_a_text_or_a_function(tmp_path: Path) -> None:
    write(tmp_path, w_md="## ask_cabin\nx\n")
    assert messages(Words("w.md", ask_cabin=ask_cabin), tmp_path) == [
        "w.md:1: 'ask_cabin' is written there, and given as a function"
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"locale": "../secret"}, "locale='../secret': write a language such as 'de' or 'pt-BR'"),
        ({"locale": "d"}, "locale='d': write a language"),
    ],
)
def test_a_locale_is_a_language(given: Mapping[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        Words("w.md", **given)  # type: ignore[arg-type]  # a locale, not one of the functions
    assert Words("w.md", locale="pt-BR").locale == "pt-BR"


def test_a_locale_chooses_a_file_beside_one() -> None:
    with pytest.raises(ValueError, match="it chooses a file beside one that is given"):
        Words(locale="de")
