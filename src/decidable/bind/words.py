"""Words: what code says, by key, from facts. Markdown files an editor may change without touching the machine.

Owns: which file a locale leads to, and what is said for a key. Never: invents a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Final

from decidable.bind.facts import FactsView
from decidable.bind.restore import Restorer
from decidable.bind.words_file import Page, fill, read_page, shown
from decidable.core.problem import Problem, did_you_mean
from decidable.core.values import Value

__all__ = ["Words", "WordsFunction", "shown"]

WordsFunction = Callable[[FactsView], str]
_LOCALE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")


class Words:
    """The words of a machine: `Words("refund.words.md")`, with functions for those that code composes.

    `Words("booking.words.md", what_stands=what_stands)`; a function gets the facts and returns the text. With
    `locale="de"` the texts of `refund.words.de.md` are said, and those of the file itself for keys that are not in it.
    Raises ValueError for a locale that is none.
    """

    def __init__(self, path: str = "", /, *, locale: str = "", **functions: WordsFunction) -> None:
        if locale and not _LOCALE.fullmatch(locale):
            raise ValueError(f"locale={locale!r}: write a language such as 'de' or 'pt-BR'")
        if locale and not path:
            raise ValueError(f"locale={locale!r}: it chooses a file beside one that is given")
        self.path = path
        self.locale = locale
        self.functions: Mapping[str, WordsFunction] = functions
        self.pages: tuple[Page, ...] = ()
        """The files that were read, the one of the locale first."""
        self._restorer: Restorer | None = None

    def reading(self, restorer: Restorer) -> Words:
        """These words, whose functions read facts as their class annotates them."""
        made = Words(self.path, locale=self.locale, **self.functions)
        made.pages, made._restorer = self.pages, restorer
        return made

    def loaded(self, folder: Path) -> tuple[Words, tuple[Problem, ...]]:
        """These words with their files read, relative to a folder, and what is wrong with them."""
        made = Words(self.path, locale=self.locale, **self.functions)
        problems: list[Problem] = []
        pages = []
        for path in self._paths():
            page, wrong = _page(folder, path)
            problems += wrong
            if page is not None:
                pages.append(page)
        made.pages = tuple(pages)
        for page in pages:
            for key in sorted(set(page.texts) & set(self.functions)):
                message = f"{page.place(key)}: '{key}' is written there, and given as a function"
                problems.append(Problem("words", message, "keep one of the two"))
        return made, tuple(problems)

    def _paths(self) -> tuple[str, ...]:
        if not self.path:
            return ()
        beside = PurePath(self.path)
        return (str(beside.with_suffix(f".{self.locale}{beside.suffix}")), self.path) if self.locale else (self.path,)

    @property
    def texts(self) -> dict[str, str]:
        """The written texts, by key."""
        return {key: text for page in reversed(self.pages) for key, text in page.texts.items()}

    @property
    def keys(self) -> frozenset[str]:
        """Everything that can be said."""
        return frozenset(self.texts) | frozenset(self.functions)

    def render(self, key: str, values: Mapping[str, Value]) -> str:
        """The text of a key with these values. A key without words is said as it is, so that nothing is swallowed."""
        function = self.functions.get(key)
        if function is not None:
            return function(FactsView(values, self._restorer))
        for page in self.pages:
            if key in page.texts:
                return fill(page.texts[key], values)
        return key.replace("_", " ")


def _page(folder: Path, path: str) -> tuple[Page | None, tuple[Problem, ...]]:
    file = folder / path
    try:
        source = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the words file {file} is not UTF-8: {error.reason} at byte {error.start}"
        return None, (Problem("words", message, "save it as UTF-8"),)
    except OSError as error:
        beside = sorted(found.name for found in file.parent.glob("*.md")) if file.parent.is_dir() else []
        message = f"the words file {file} cannot be read: {error.strerror or error}"
        return None, (Problem("words", message, did_you_mean(file.name, beside) or "write it, or correct its name"),)
    return read_page(source, path)
