"""What is public, pinned; and what `import decidable` costs and brings with it."""

import importlib
import subprocess
import sys

import pytest

import decidable

PUBLIC = """
Choice Ctx DecidableError Delta Event Evidence FactUnknown FactsView InternalError Machine MachineError Money Moved
NotDone Part ProviderError Question RefusedError Run Runtime Said Settings Settled Shown StoreError SyncRuntime Tool
Waits Words fact load_machine main tool yes_no
""".split()
PACKAGES = {
    "check": "Explanation Report Role Silenced Speaker Tally check unfit why",
    "draw": "Part Theme Trace TraceStep as_dot as_html as_markdown as_mermaid as_outline as_svg as_svg_grid as_text possible",
    "journal": (
        "Entry FormatError decode_definition decode_occurrence decode_record decode_snapshot encode_definition"
        " encode_occurrence encode_record encode_snapshot fold kind_of"
    ),
    "models": "Context Heard LocalTranslator OpenQuestion Scripted Slot Translator Word local",
    "stores": "Memory SQLite",
    "testing": (
        "At Case FakeClock Happens Recorder Rehearsal Scripted Way at begun ctx given_by happens machine_at rehearsed"
        " watched"
    ),
    "text": "Builder Declared Imported Reading from_table locate read read_contract read_mermaid reformat render to_guard write",
}
HEAVY = ("pydantic", "click", "numpy", "sqlite3", "asyncio", "tokenizers", "tomllib")


def test_the_public_names_are_these() -> None:
    assert decidable.__all__ == PUBLIC


@pytest.mark.parametrize(("package", "names"), PACKAGES.items())
def test_each_package_has_these_public_names(package: str, names: str) -> None:
    module = importlib.import_module(f"decidable.{package}")
    assert sorted(module.__all__) == sorted(names.split())
    for name in module.__all__:
        assert getattr(module, name) is not None


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_is_there_and_is_what_it_is_called(name: str) -> None:
    value = getattr(decidable, name)
    assert getattr(value, "__name__", name) in (name, "Part")
    assert getattr(decidable, name) is value


def test_dir_is_what_is_public() -> None:
    assert [name for name in dir(decidable) if not name.startswith("__")] == sorted(PUBLIC)
    assert decidable.__version__


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'decidable' has no attribute 'Evnt'") as raised:
        _ = decidable.Evnt
    assert (raised.value.name, raised.value.obj) == ("Evnt", decidable), "so that Python can say what was meant"
    for package in ("draw", "models", "stores", "testing"):
        with pytest.raises(AttributeError, match="no attribute 'Evnt'"):
            _ = importlib.import_module(f"decidable.{package}").Evnt
    with pytest.raises(ImportError, match="cannot import name 'Evnt'"):
        exec("from decidable import Evnt")


def python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_importing_it_brings_nothing_heavy_along() -> None:
    said = python(f"import sys, decidable; print(*sorted(set({HEAVY!r}) & set(sys.modules)))")
    assert said.split() == []


def test_values_and_errors_bring_no_pydantic_along() -> None:
    code = "import sys; from decidable import Money, MachineError; print('pydantic' in sys.modules)"
    assert python(code).split() == ["False"]


def test_everything_can_be_imported_at_once_without_a_warning() -> None:
    assert python("from decidable import *; print(Event.__name__, tool, Money('1.00 EUR'))").startswith("Event ")


def test_the_models_cost_nothing_until_they_are_asked_for() -> None:
    code = "import sys, decidable.models; print('numpy' in sys.modules, 'tokenizers' in sys.modules)"
    assert python(code).split() == ["False", "False"]
