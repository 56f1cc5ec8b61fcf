"""Each code of the checker and the core has a page whose machine has the fault, and whose mended machine has not."""

import re
from pathlib import Path

import pytest

from decidable.cli.main import run
from decidable.core.problem import Severity
from tests.check.test_mutations import findings_of, reported

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGES = sorted((REFERENCE / "findings").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```", re.MULTILINE | re.DOTALL)
WITHOUT_PAGE = {"else"}
"""No text has it."""
OF_TEXT = {"contract"}
"""Codes of the text that have a page as well."""


def blocks(page: Path, part: str = "") -> dict[str, str]:
    """The blocks of a page, or what stands before a part of it: by the file they are written to, else by their language."""
    text = page.read_text(encoding="utf-8")
    return {
        file or language: block for language, file, block in BLOCK.findall(text.partition(part)[0] if part else text)
    }


def test_every_code_has_a_page_and_every_page_a_link() -> None:
    named = {page.stem for page in PAGES}
    assert named == (reported() - WITHOUT_PAGE) | OF_TEXT
    index = (REFERENCE / "findings.md").read_text(encoding="utf-8")
    assert {name for name in named if f"| [`{name}`](findings/{name}.md) |" not in index} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_what_check_prints(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = blocks(page, "## Mended")
    monkeypatch.chdir(tmp_path)
    for file in text:
        if file.endswith(".states"):
            Path(file).write_text(text[file], encoding="utf-8")
    run(["check", "--notes", "fault.states"])
    assert text["text"] in capsys.readouterr().out
    assert f"[{page.stem}]" in text["text"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_mended_machine_of_a_page_has_no_fault(page: Path) -> None:
    text = blocks(page)
    mended = findings_of(text["mended.states"], lambda name: text.get(f"{name}.states"))
    assert [finding for finding in mended if finding.severity is not Severity.NOTE or finding.code == page.stem] == []


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "## Accepted" in page.read_text()], ids=lambda page: page.stem
)
def test_what_a_page_accepts_is_accepted(page: Path) -> None:
    text = blocks(page)
    before = [finding for finding in findings_of(text["fault.states"]) if finding.code == page.stem]
    after = findings_of(f"{text['fault.states']}\n{text['states']}")
    assert "accepts-nothing" not in {finding.code for finding in after}
    assert len([finding for finding in after if finding.code == page.stem]) < len(before)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_how_severe_its_finding_is_as_the_list_does(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    (row,) = re.findall(
        rf"^\| \[`{page.stem}`\]\S+ \| ([\w ]+) \|", (REFERENCE / "findings.md").read_text(), re.MULTILINE
    )
    assert text.startswith(f"# `{page.stem}`\n\n*{row.capitalize()}.* ")
