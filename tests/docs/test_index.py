"""docs/README.md leads to every page, and no link on any page leads nowhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
AROUND = [page for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md") if page.exists()]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def links(page: Path) -> set[Path]:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {(page.parent / target).resolve() for target in LINK.findall(text) if "://" not in target}


@pytest.mark.parametrize("page", [*PAGES, *AROUND], ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert [str(target) for target in sorted(links(page)) if not target.exists()] == []


def test_the_index_names_every_page() -> None:
    """The pages of single findings are named by the page of all findings."""
    named = links(DOCS / "README.md") | links(DOCS / "reference" / "findings.md")
    assert [str(page) for page in PAGES if page.resolve() not in named and page != DOCS / "README.md"] == []
