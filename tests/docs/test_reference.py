"""The reference mentions everything that the source has; what is new and undocumented fails here.

Computed from the source. Commands have their test in `tests/cli`, codes of findings in `tests/check`.
"""

import ast
import dataclasses
import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from decidable import errors
from decidable.bind.facts import FactUnknown
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import records as r
from decidable.core.canonical import digest
from decidable.core.compile import compile_table
from decidable.core.problem import Severity
from decidable.core.snapshot import Status
from decidable.core.values import Type
from decidable.core.work import FUSE
from decidable.journal.format import RECORDS
from decidable.models import examples
from decidable.runtime import parts
from decidable.runtime.run import Run
from decidable.runtime.runtime import Runtime
from decidable.runtime.settings import Settings
from decidable.stores.port import ApprovalStatus
from decidable.stores.sqlite_schema import TABLES
from decidable.text import names, phrases
from decidable.text.reader import read

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
EVERYTHING = (Path(__file__).parent / "everything.states").read_text(encoding="utf-8")
FENCE = re.compile(r"^```states\n(.*?)^```", re.MULTILINE | re.DOTALL)


def page(name: str) -> str:
    return (REFERENCE / f"{name}.md").read_text(encoding="utf-8")


def missing(words: Iterable[str], name: str) -> set[str]:
    """Those of the words that do not stand on a page in code of their own, or at the beginning of such code."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page(name), flags=re.MULTILINE | re.DOTALL))
    return {word for word in words if not any(re.match(rf"{re.escape(word)}(?!\w)", span) for span in spans)}


def public(cls: type) -> set[str]:
    return {name for name in vars(cls) if not name.startswith("_")}


# The text of a machine.


def test_every_outcome_is_documented() -> None:
    texts = {
        d.Move: "-> ",
        d.Back: "-> back",
        d.Stay: "stay",
        d.Defer: "defer",
        d.Reject: "reject",
        d.Ignore: "ignore",
        d.Undecided: "?",
    }
    assert set(texts) == set(get_args(d.Outcome))
    assert {text for text in texts.values() if f"| `{text}" not in page("states-file")} == set()
    assert missing((verdict.value for verdict in r.Verdict), "journal") == set()


def test_every_effect_is_documented() -> None:
    samples: list[d.Effect] = [
        d.Call("T"),
        d.Propose((d.Item("T"),)),
        d.AskAgain(),
        d.Perform(),
        d.Say("W"),
        d.Compose("W"),
        d.Send("E", "M"),
        d.HandOff(),
        d.Set("f", True),
        d.Count("f"),
        d.Reset("f"),
        d.Forget(("f",)),
        d.ForgetAllBut(("f",)),
        d.Record(),
    ]
    assert {type(sample) for sample in samples} == set(get_args(d.Effect))
    verbs = {re.sub(r" [TEWf]\b.*", "", phrases.effect_text(each)) for each in samples}
    assert missing(verbs, "states-file") == set()


def test_every_form_of_guard_is_documented() -> None:
    samples: list[g.Guard] = [
        g.Holds("f"),
        g.IsKnown("f"),
        g.Is("f", "value", True),
        g.Same("f", "g"),
        g.OneOf("f", ("a", "b"), True),
        g.Compare("f", g.Op.LESS, 3),
        g.Approved(),
        g.Busy(),
        g.Not(g.Holds("g")),
        g.And((g.Holds("g"), g.Holds("h"))),
        g.Or((g.Holds("g"), g.Holds("h"))),
    ]
    assert {type(sample) for sample in samples} == set(get_args(g.Guard))
    assert missing((str(each).replace("3", "n") for each in samples), "states-file") == set()
    assert missing((op.value for op in g.Op if op is not g.Op.LESS), "states-file") == set()


def test_every_kind_group_role_end_and_reserved_word_is_documented() -> None:
    words = [*d.Kind, *(f"@{group}" for group in names.GROUPS), *d.End, *names.LATER_LINES]
    assert missing(words, "states-file") == set()
    assert {role for role in d.Role if f"({role.value}" not in page("states-file")} == {d.Role.PLAIN}
    reserved = " ".join(re.findall(r"`([^`]+)`", page("states-file").partition("## Reserved")[2])).split()
    assert {word for role in names.NameOf for word in names._RESERVED.get(role, ())} - set(reserved) == set()


def test_every_type_is_documented() -> None:
    shown = {"Text", "Bool", "Range", "Choices", "MoneyType", "Date", "Time", "ListOf", "Data"}
    assert {type_.__name__ for type_ in get_args(Type)} == shown
    words = ["text", "bool", "1..9", "money", "date", "time", r"economy \| business", "list of T", "data"]
    assert missing(words, "states-file") == set()


def test_every_kind_of_selector_stands_in_the_ranks_or_below() -> None:
    assert {each.__name__ for each in get_args(d.Selector)} == {"Named", "Group", "Star", "After", "AfterStrikes"}
    assert missing(["@user", "@user only", "*", "after 30m", "after 3 strikes"], "states-file") == set()


def test_the_examples_are_lines_of_one_machine_that_compiles() -> None:
    reading = read(EVERYTHING)
    assert reading.definition is not None
    assert [problem for problem in reading.problems if problem.severity is Severity.ERROR] == []
    assert compile_table(reading.definition).fit
    lines = {" ".join(line.split()) for line in EVERYTHING.splitlines()}
    examples = [" ".join(line.split()) for fence in FENCE.findall(page("states-file")) for line in fence.splitlines()]
    assert len(examples) > 5
    assert [example for example in examples if example not in lines] == []


def test_that_machine_has_every_outcome_effect_and_form_of_guard() -> None:
    definition = read(EVERYTHING).definition
    assert definition is not None
    lines = [*definition.any_state, *(line for state in definition.states for line in state.lines)]
    effects = [*(e for line in lines for e in line.effects), *(e for state in definition.states for e in state.enter)]
    atoms = [atom for line in lines if line.guard is not None for atom in g.atoms(line.guard)]
    assert set(get_args(d.Outcome)) - {type(line.outcome) for line in lines} == {d.Undecided}
    assert set(get_args(d.Effect)) - {type(effect) for effect in effects} == set()
    assert set(get_args(g.Atom)) - {type(atom) for atom in atoms} == set()


# A run.


@pytest.mark.parametrize("word", [*r.Note, *r.Way, *r.Cause, *ApprovalStatus], ids=str)
def test_every_word_of_a_record_is_documented(word: str) -> None:
    assert missing([word], "journal") == set()


def test_every_record_is_documented_under_its_kind() -> None:
    assert set(get_args(r.JournalRecord)) == {shape.type for shape in RECORDS.values()}
    rows = {f"| `{shape.type.__name__}` | `{kind}` |" for kind, shape in RECORDS.items()}
    assert {row for row in rows if row not in page("journal")} == set()


def test_every_table_of_the_store_is_documented() -> None:
    tables = [found[1] for statement in TABLES if (found := re.match(r"CREATE TABLE (\w+)", statement))]
    assert len(tables) > 10
    assert missing(tables, "journal") == set()


def test_every_status_of_an_operation_is_a_word_of_the_vocabulary() -> None:
    assert {status.value for status in Status if status.value not in page("vocabulary")} == set()


def test_the_lengths_and_limits_are_those_of_the_source() -> None:
    assert len(digest("anything")) == 16
    assert f"| decisions in one step | {FUSE} |" in page("states-file")


def test_every_part_and_what_a_run_waits_for_is_documented() -> None:
    assert missing((part.__name__ for part in get_args(parts.Part)), "runtime") == set()
    for part in get_args(parts.Part):
        assert missing(part._fields, "runtime") == set(), part
    rows = {f"| `{waits.name}` | `{waits.value}` |" for waits in parts.Waits}
    assert {row for row in rows if row not in page("runtime")} == set()


def test_every_setting_is_documented() -> None:
    rows = {f"| `{field.name}` |" for field in dataclasses.fields(Settings)}
    assert {row for row in rows if row not in page("runtime")} == set()


@pytest.mark.parametrize("cls", [Runtime, Run], ids=lambda cls: cls.__name__)
def test_every_method_is_documented(cls: type) -> None:
    assert missing(public(cls), "runtime") == set()


def test_every_argument_of_a_runtime_is_documented() -> None:
    arguments = {name for name in Runtime.__init__.__annotations__ if name != "return"}
    assert {name for name in arguments if f"| `{name}` |" not in page("runtime")} == set()


def test_every_error_is_documented() -> None:
    classes = [name for name in errors.__all__ if name != "ProviderFault"]
    assert missing([*classes, FactUnknown.__name__, "ProviderFault"], "runtime") == set()
    assert missing((fault.name for fault in errors.ProviderFault), "runtime") == set()


# The translator.


def test_every_key_of_the_examples_is_documented() -> None:
    keys = [f"events.NAME.{key}" for key in examples._EVENT_KEYS]
    keys += [f"fields.NAME.{key}" for key in examples._FIELD_KEYS]
    assert missing([*keys, "threshold", "background.also"], "translator") == set()


def test_every_problem_code_of_the_translator_is_documented() -> None:
    sources = (ROOT / "src" / "decidable" / "models").rglob("*.py")
    calls = [node for file in sources for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    codes = {
        node.args[0].value
        for node in calls
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Problem"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }
    assert len(codes) > 4
    assert {code for code in codes if f"| `{code}` |" not in page("translator")} == set()


def test_every_public_name_of_the_translators_is_documented() -> None:
    from decidable import models

    assert missing(models.__all__, "translator") == set()
