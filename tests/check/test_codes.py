"""Every code that the source can report stands in the reference, and no other does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from decidable.check.codes import ACCEPTABLE, NEVER_ACCEPTED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "findings.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (?:\[`(?=[\w-]+`\]\(findings/)|`)([\w-]+)`(?:\]\(findings/\1\.md\))? \| ([\w ]+) \| ([^|]+) \| ([^|]+) \|$",
    re.MULTILINE,
)
REPORTING = {"Problem", "Unreadable", "refusal", "add", "refuse"}
"""What is called with a code first."""


def trees() -> Iterator[ast.AST]:
    for file in sorted((ROOT / "src").rglob("*.py")):
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def reported() -> set[str]:
    found: set[str] = set()
    for node in trees():
        match node:
            case ast.Constant(value=str(text)) if re.fullmatch(r"syntax-[a-z-]+", text):
                found.add(text)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(text)), *_]):
                if name in REPORTING and re.fullmatch(r"[a-z]+([-_][a-z]+)*", text):
                    found.add(text)
    return found


def test_every_code_is_documented() -> None:
    documented = [row[0] for row in ROW.findall(PAGE)]
    assert sorted(documented) == sorted(set(documented))
    assert reported() - set(documented) == set()


def test_every_documented_code_is_in_the_source() -> None:
    words = {node.value for node in trees() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {row[0] for row in ROW.findall(PAGE)} - words == set()


def test_the_checker_knows_every_code_and_which_of_them_may_be_accepted() -> None:
    severities = {code: severity for code, severity, _, _ in ROW.findall(PAGE)}
    may = {code for code, severity in severities.items() if severity != "error" and not code.startswith("import-")}
    assert set(ACCEPTABLE) == may - {"accepts-nothing"}
    assert set(NEVER_ACCEPTED) == set(severities) - set(ACCEPTABLE)


def test_every_row_says_how_severe_it_is_what_it_means_and_what_to_do() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith(("| `", "| [`"))]
    assert len(rows) == len(ROW.findall(PAGE))
    for code, severity, meaning, remedy in ROW.findall(PAGE):
        assert set(severity.split(" or ")) <= {"error", "warning", "note"}, code
        assert meaning.endswith((".", "?")), code
        assert len(remedy) > 5, code
