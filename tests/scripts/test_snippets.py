"""The runner of documentation: finds what is to be run, and fails where a page is wrong."""

import sys
import textwrap
from pathlib import Path

import pytest

from scripts.snippets import Snippet, SnippetError, matches, run, snippets, stories

PAGE = """\
# A page

```python
x = 1
```

```python no-run
x = not python at all
```

- in a list:

  ```console
  $ python -c "print(1)"
  1
  ```

```toml
x = 1
```

````markdown
```python
1 / 0
```
````

```console no-run
$ make demo
```
"""


def python(code: str) -> Snippet:
    return Snippet("page.md", 7, "python", textwrap.dedent(code))


def console(*lines: str) -> Snippet:
    return Snippet("page.md", 7, "console", "\n".join(lines) + "\n")


def test_what_is_run_and_where_it_stands() -> None:
    assert list(snippets("page.md", PAGE)) == [
        Snippet("page.md", 4, "python", "x = 1\n"),
        Snippet("page.md", 14, "console", '$ python -c "print(1)"\n1\n'),
    ]


def test_a_page_that_writes_files_is_one_story(tmp_path: Path) -> None:
    page = """
```text file=hello.txt
Hello.
```

```python no-run file=never.py
1 / 0
```

```console
$ python -c "print(open('hello.txt').read())"
Hello.
```
"""
    (story,) = stories("page.md", page)
    assert [(part.language, part.file) for part in story] == [("text", "hello.txt"), ("console", "")]
    for part in story:
        run(part, tmp_path)
    assert [len(story) for story in stories("page.md", PAGE)] == [1, 1]


def test_a_command_may_be_given_lines_and_variables(tmp_path: Path) -> None:
    script = "import os, sys; print(os.environ['LOUD'], sys.stdin.read().split())"
    run(console(f"$ printf 'a\\nb c\\n' | LOUD=yes python -c \"{script}\"", "yes ['a', 'b', 'c']"), tmp_path)
    run(console("$ python -c \"import sys; print(sys.stdin.read() == '')\"", "True"), tmp_path)


def test_python_runs_in_a_namespace_of_its_own(tmp_path: Path) -> None:
    run(python("left = 1\nassert __name__ == 'snippet'"), tmp_path)
    with pytest.raises(NameError, match="left"):
        run(python("left"), tmp_path)
    assert "snippet" not in sys.modules


def test_python_may_await_at_the_top(tmp_path: Path) -> None:
    run(python("import asyncio\nawait asyncio.sleep(0)\nassert True"), tmp_path)
    with pytest.raises(AssertionError, match="reached"):
        run(python("import asyncio\nawait asyncio.sleep(0)\nassert False, 'reached'"), tmp_path)


def test_a_class_in_a_snippet_finds_its_module(tmp_path: Path) -> None:
    code = """
        from __future__ import annotations
        from pydantic import BaseModel
        class Inner(BaseModel):
            x: int
        class Outer(BaseModel):
            inner: Inner
        assert Outer.model_validate({"inner": {"x": 1}}).inner.x == 1
    """
    run(python(code), tmp_path)


def test_an_error_names_the_line_of_the_page(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run(python("x = 1\n1 / 0\n"), tmp_path)
    place = caught.traceback[-1]
    assert (place.frame.code.raw.co_filename, place.lineno + 1) == ("page.md", 8)
    with pytest.raises(SyntaxError, match=r"page\.md, line 7"):
        run(python("x = = 1"), tmp_path)


def test_each_command_is_compared_with_its_own_lines(tmp_path: Path) -> None:
    run(console("$ python -c \"print('a  '); print('b')\"", "a", "b", "", '$ python -c "print(3)"', "3"), tmp_path)
    with pytest.raises(SnippetError, match=r"page\.md:9: \$ python") as caught:
        run(console('$ python -c "print(1)"', "1", '$ python -c "print(2)"', "3"), tmp_path)
    assert "the page says:\n3\nit printed:\n2\n" in str(caught.value)


def test_output_that_the_page_does_not_show_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SnippetError):
        run(console('$ python -c "print(1)"'), tmp_path)
    run(console('$ python -c "pass"'), tmp_path)


def test_what_a_command_says_on_stderr_counts(tmp_path: Path) -> None:
    run(console("$ python -c \"import sys; sys.exit('no')\"", "no"), tmp_path)


def test_cd_holds_for_the_rest_of_the_block(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "hello.py").write_text("print('hello')")
    run(console("$ cd inner", "$ python hello.py", "hello"), tmp_path)


@pytest.mark.parametrize("lines", [("output first", "$ python -c 1"), ("# no command",), ("",)])
def test_a_console_block_starts_with_a_command(lines: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(SnippetError, match=r"page\.md:7: a console block starts with"):
        run(console(*lines), tmp_path)


def test_other_programs_are_not_run(tmp_path: Path) -> None:
    with pytest.raises(SnippetError, match="only decidable and python are run, not 'rm'; mark the block no-run"):
        run(console("$ rm -rf ."), tmp_path)


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\nb", "a\nb", True),
        ("a", "a\nb\n", False),
        ("a\n...\nd", "a\nb\nc\nd\n", True),
        ("a\n...\nd", "a\nd\n", True),
        ("a\n...\nd", "a\nb\n", False),
        ("...", "", True),
        ("...\nc", "a\nb\nc\n", True),
        ("a\n...", "a\nb\n", True),
        ("a.c", "abc\n", False),
        ("a", "a  \n\n", True),
        ("a ... b", "a x b\n", False),
        ("a ...", "a x b\n", True),
        ("a ...", "a x\nb\n", False),
        ("a...", "a x b\n", False),
        ("", "", True),
        ("", "a\n", False),
    ],
)
def test_three_dots_are_any_lines(expected: str, printed: str, same: bool) -> None:
    assert matches(expected, printed) is same
