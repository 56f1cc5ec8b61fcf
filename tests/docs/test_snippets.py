"""Every block of Python and every command in README.md and docs/ does what the page says."""

import shutil
from pathlib import Path

import pytest

from scripts.snippets import Snippet, run, stories

ROOT = Path(__file__).parents[2]
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if page.exists()]
FOUND = [found for page in PAGES for found in stories(str(page.relative_to(ROOT)), page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("story", FOUND, ids=lambda story: f"{story[0].page}:{story[0].line}")
def test_a_snippet_does_what_the_page_says(
    story: tuple[Snippet, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here"
    if any(snippet.file for snippet in story):
        folder.mkdir()
    else:
        shutil.copytree(ROOT / "examples", folder, ignore=shutil.ignore_patterns("__pycache__", "*.db*"))
    monkeypatch.chdir(folder)
    for snippet in story:
        run(snippet, folder)
