"""`explain`: the page of a finding in a terminal."""

import json
from pathlib import Path

import pytest

from decidable.cli import pages
from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]


def test_a_code_with_a_page_is_explained_by_it(capsys: Capture) -> None:
    assert run(["explain", "undecided"]) == Code.CLEAN
    page = Path(__file__).parents[2] / "docs" / "reference" / "findings" / "undecided.md"
    assert capsys.readouterr().out == page.read_text(encoding="utf-8")


def test_a_code_without_a_page_is_explained_by_its_row(capsys: Capture) -> None:
    assert run(["explain", "tab"]) == Code.CLEAN
    text = capsys.readouterr().out
    assert text.startswith("# `tab`\n\n*Error.* A tab; how far it reaches depends on who looks.\n\nTwo spaces.\n")
    assert run(["explain", "tab", "--format", "json"]) == Code.CLEAN
    data = json.loads(capsys.readouterr().out)
    assert (data["severity"], data["page"], data["text"]) == ("error", "docs/reference/findings.md", None)


def test_an_unknown_code_is_refused_with_what_is_near(capsys: Capture) -> None:
    assert run(["explain", "undecidd"]) == Code.USAGE
    assert (
        capsys.readouterr().err == "Error: 'undecidd' is not the code of a finding\n  hint: did you mean 'undecided'?\n"
    )
    assert run(["explain", "xyz"]) == Code.USAGE
    assert "prints codes in brackets" in capsys.readouterr().err


def test_each_finding_in_json_has_its_page(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   stay\n  b  stay : x\naccepted findings\n  no-reason of a : x\n")
    assert run(["check", str(file), "--format", "json"]) == Code.CLEAN
    data = json.loads(capsys.readouterr().out)
    assert [found["page"] for found in data["accepted"]] == ["docs/reference/findings/no-reason.md"]
    assert [(found["code"], found["page"]) for found in data["findings"]] == [
        ("one-state", "docs/reference/findings/one-state.md")
    ]


def test_without_the_pages_the_list_is_named_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    pages.rows.cache_clear()
    monkeypatch.setattr(pages, "_folder", lambda: None)
    try:
        assert pages.address("undecided") == "docs/reference/findings.md"
        assert run(["explain", "undecided"]) == Code.USAGE
        assert pages.text_of(pages.Row("a", "error", "m", "r", "docs/reference/findings/a.md")) == ""
    finally:
        pages.rows.cache_clear()
