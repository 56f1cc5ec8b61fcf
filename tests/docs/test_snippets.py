"""Every block of Python and every command in README.md and docs/ does what the page says."""

import shutil
from pathlib import Path

import pytest

from scripts.snippets import Snippet, run, snippets

ROOT = Path(__file__).parents[2]
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if page.exists()]
FOUND = [found for page in PAGES for found in snippets(str(page.relative_to(ROOT)), page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("snippet", FOUND, ids=lambda snippet: f"{snippet.page}:{snippet.line}")
def test_a_snippet_does_what_the_page_says(snippet: Snippet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", examples, ignore=shutil.ignore_patterns("__pycache__", "*.db*"))
    monkeypatch.chdir(examples)
    run(snippet, examples)
