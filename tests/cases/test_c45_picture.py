"""C45: the picture is not the machine. Each export is parsed back, by a parser that shares nothing with the writer, and
compared with the table: the same states, the same arrows, the same count; and it says what it leaves out."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from decidable.core import definition as d
from decidable.core.compile import compile_table
from decidable.core.records import Verdict
from decidable.core.table import Table
from decidable.draw import as_dot, as_markdown, as_mermaid, as_svg
from decidable.text.mermaid import read_mermaid
from decidable.text.phrases import selector_text
from decidable.text.reader import read

EXAMPLES = Path(__file__).parents[2] / "examples"
HOSTILE = [
    *("end", "state_", "a b", "a-b", "x:y", "ünï", "<b>", 'q"uote', "semi;colon", "#35;", "back\\slash", "%%"),
    *("{x}", "note", "default", "[*]", "-->", "class", "line\nbreak", "\\N"),
]
REASON = 'a "quoted": reason with <b>bold</b>, ünï and [*] --> end'


class Picture(NamedTuple):
    """What a parser finds in an export."""

    states: list[str]
    edges: Counter[tuple[str, str, str]]
    """Source, target, event: how many."""


def hostile() -> Table:
    """Every state moves to the next three, and two lines of any state to one of them."""
    states = []
    for at, name in enumerate(HOSTILE):
        moves = [
            d.Line(
                selector=d.Named((event,)),
                outcome=d.Move(HOSTILE[(at + step + 1) % len(HOSTILE)], restart=True),
                reason=REASON,
            )
            for step, event in enumerate(HOSTILE[:3])
        ]
        moves.append(d.Line(selector=d.Star(), outcome=d.Reject(), reason=REASON))
        states.append(d.State(name=name, role=d.Role.PLAIN if at else d.Role.START, lines=tuple(moves)))
    shared = d.Line(selector=d.Named(tuple(HOSTILE[4:])), outcome=d.Move("ünï", restart=True), reason=REASON)
    events = tuple(d.Event(name=name, kind=d.Kind.USER) for name in HOSTILE)
    return compile_table(
        d.Definition(name='a "b": <c>', events=events, states=tuple(states), any_state=(shared,)),
    )


def written(name: str) -> Table:
    return written_as((EXAMPLES / name).read_text(encoding="utf-8"))


def written_as(text: str) -> Table:
    definition = read(text).definition
    assert definition is not None
    return compile_table(definition)


NESTED = (Path(__file__).parents[1] / "draw" / "checkout.states").read_text(encoding="utf-8")
"""States in states: parents with lines that lead out, among their own, and that a child overrides."""


TABLES = {
    "states in states": written_as(NESTED),
    "booking": written("booking/booking.states"),
    "first drawing": written("booking/first_drawing.states"),
    "hostile names": hostile(),
}


def expected(table: Table, *, spread: bool = False) -> Picture:
    """The moves of a table, straight from its cells: one for each event and pair of states; shared lines once.

    `spread`: a line of a parent is one of each state in which it holds.
    """
    edges = set()
    for state, row in table.rows.items():
        for event, cell in row.items():
            for option in cell.options:
                if not option.reached or option.verdict is not Verdict.MOVE:
                    continue
                interruption = table.states[state].state.role is d.Role.INTERRUPTION
                if interruption and isinstance(option.line.outcome, d.Back):
                    edges.add((state, "back to where it was", event))
                if option.source in (state, "any state"):
                    edges.add((option.source, option.target, event))
                elif interruption and isinstance(option.line.outcome, d.Back):
                    edges.add((state, option.target, event))
                else:
                    edges.add((state if spread else f"any state in {option.source}", option.target, event))
    shared = {source for source, _, _ in edges if source not in table.states}
    back = {target for _, target, _ in edges if target not in table.states}
    return Picture(sorted({*table.states, *shared, *back}), Counter(edges))


def flat(text: str) -> str:
    return text.replace("\n", " ")


def events(label: str, separator: str) -> list[str]:
    """`user_yes [approved], details` without its guards."""
    return [re.sub(r" \[.*\]$", "", part, flags=re.DOTALL) for part in label.split(separator)]


def twins(text: str) -> str:
    """The signs of Mermaid's labels as they were meant."""
    return "".join(chr(ord(char) - 0xFEE0) if "\uff01" <= char <= "\uff5e" else char for char in text)


def from_mermaid(text: str) -> Picture:
    names: dict[str, str] = {}
    edges: Counter[tuple[str, str, str]] = Counter()
    frames: dict[str, list[str]] = {}
    open_frames: list[str] = []
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0] == "stateDiagram-v2"
    for line in lines[1:]:
        if found := re.fullmatch(r'state "([^"]*)" as (\w+)', line):
            names[found[2]] = twins(found[1])
            for frame in open_frames:
                frames[frame].append(names[found[2]])
        elif found := re.fullmatch(r'state "[^"]*" as (\w+) {', line):
            open_frames.append(found[1])
            frames[found[1]] = []
        elif line == "}":
            open_frames.pop()
        elif found := re.fullmatch(r"(\w+) --> (\w+) : ([^:;]+)", line):
            for source in frames.get(found[1]) or [names[found[1]]]:
                edges.update((source, names[found[2]], event) for event in events(twins(found[3]), ", "))
        else:
            assert re.match(
                r"%% drawn by decidable$|accTitle: |accDescr: |\[\*\] --> s0$|s\d+ --> \[\*\]$|classDef |class |note right of s0 : ",
                line,
            )
    assert not re.search(r'[<>"&]', "".join(re.sub(r"-->", "", line) for line in lines if " : " in line)), "no raw HTML"
    return Picture(sorted(names.values()), edges)


def from_dot(text: str) -> Picture:
    quoted = r'"((?:[^"\\]|\\.)*)"'
    names: dict[str, str] = {}
    edges: Counter[tuple[str, str, str]] = Counter()
    for line in text.splitlines():
        if found := re.match(rf"\s+(\w+) -> (\w+) \[label={quoted}", line):
            edges.update((names[found[1]], names[found[2]], plain(each)) for each in events(found[3], "\\n"))
        elif found := re.match(rf"\s+(\w+) \[label={quoted}", line):
            names[found[1]] = plain(found[2])
    return Picture(sorted(names.values()), edges)


def plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def unbroken(picture: Picture) -> Picture:
    """Line breaks in names become spaces in every export."""
    edges: Counter[tuple[str, str, str]] = Counter()
    for (source, target, event), count in picture.edges.items():
        edges[flat(source), flat(target), flat(event)] += count
    return Picture(sorted(map(flat, picture.states)), edges)


@pytest.mark.parametrize("name", TABLES)
def test_c45_mermaid_has_the_states_and_arrows_of_the_table(name: str) -> None:
    wanted = unbroken(expected(TABLES[name], spread=True))
    got = from_mermaid(as_mermaid(TABLES[name]))
    assert got == wanted
    assert sum(got.edges.values()) == len(wanted.edges) > 10


@pytest.mark.parametrize("name", ["booking", "first drawing"])
def test_c45_our_own_reader_of_mermaid_finds_the_same_machine(name: str) -> None:
    found = read_mermaid(as_mermaid(TABLES[name])).definition
    assert found is not None
    assert {state.name for state in found.states} == set(TABLES[name].states)
    lines = [("any state", line) for line in found.any_state]
    lines += [(state.name, line) for state in found.states for line in state.lines]
    edges = set()
    for source, line in lines:
        for event in selector_text(line.selector).split(", "):
            target = line.outcome.target if isinstance(line.outcome, d.Move) else "back to where it was"
            edges.add((source, target, event.replace("blocked_event", "blocked")))
    assert edges == set(expected(TABLES[name]).edges)


@pytest.mark.parametrize("name", ["booking", "first drawing"])
def test_c45_svg_tells_those_who_cannot_see_it_the_same_arrows(name: str) -> None:
    root = ElementTree.fromstring(as_svg(TABLES[name]))
    told = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
    edges = {
        (source, "back to where it was" if target == "back" else target, event)
        for source, target, labels in re.findall(r"(?<=\. )([\w ]+) to (\w+): ([\w ,]+)(?=\.)", told)
        for event in labels.split(", ")
    }
    assert edges == set(expected(TABLES[name]).edges)


@pytest.mark.parametrize("name", TABLES)
def test_c45_svg_draws_each_arrow_once(name: str) -> None:
    table = TABLES[name]
    titles = [
        found.text or "" for found in ElementTree.fromstring(as_svg(table)).iter("{http://www.w3.org/2000/svg}title")
    ]
    apart = {state for state, info in table.states.items() if info.state.role is d.Role.INTERRUPTION}
    pairs = {(source, target) for source, target, _ in expected(table).edges if source != target}
    wanted = [f"{source} -> {target}" for source, target in pairs if not {source, target} & apart]
    heads = [f"{source} -> {target}" for source, target in pairs]
    drawn = [head for title in titles for head in heads if title.startswith(f"{head}\n")]
    assert sorted(drawn) == sorted(wanted)


@pytest.mark.parametrize("name", TABLES)
def test_c45_dot_has_the_states_and_arrows_of_the_table(name: str) -> None:
    got = from_dot(as_dot(TABLES[name]))
    assert got == unbroken(expected(TABLES[name]))


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz is not installed")
def test_c45_graphviz_itself_reads_as_many(name: str) -> None:
    text = as_dot(TABLES[name])
    done = subprocess.run(["dot", "-Tplain"], input=text, capture_output=True, encoding="utf-8", timeout=60, check=True)
    kinds = Counter(line.split()[0] for line in done.stdout.splitlines())
    picture = expected(TABLES[name])
    pairs = {(source, target) for source, target, _ in picture.edges}
    assert kinds["node"] == len(picture.states) + 1, "and the point where it starts"
    assert kinds["edge"] == len(pairs) + 1
    assert done.stderr == ""


@pytest.mark.parametrize("name", TABLES)
def test_c45_markdown_has_a_cell_for_every_cell(name: str) -> None:
    table = TABLES[name]
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in as_markdown(table).split("\n\n")[1].splitlines()
        if "**" in line or not line.startswith(("| &emsp;", "| shop |", "| off |"))  # a parent heads the states in it
    ]
    head, *body = [[plain(cell.replace("&emsp;", "").strip("*")) for cell in row] for row in rows if row[0] != "---"]
    assert sorted(head[1:]) == sorted(map(flat, table.events))
    assert {row[0] for row in body} == {flat(state) for state, row in table.rows.items() if row}
    moves = {
        (flat(state), flat(event), flat(option.target))
        for state, row in table.rows.items()
        for event, cell in row.items()
        for option in cell.options
        if event in table.events and option.reached and option.verdict is Verdict.MOVE
        if not isinstance(option.line.outcome, d.Back)
    }
    shown = {
        (row[0], event, target)
        for row in body
        for event, cell in zip(head[1:], row[1:], strict=True)
        for target in re.findall(r"&rarr; (.*?)(?=<br>|$)", cell)
    }
    assert {(state, event, target) for state, event, target in shown if target != "back"} == moves
    raw = re.sub(r"\\.|<br>|&rarr;|&emsp;", "", as_markdown(table))
    assert not re.search(r"[<&]", raw)


@pytest.mark.parametrize("export", [as_mermaid, as_dot])
def test_c45_what_a_drawing_leaves_out_is_said_in_it(export: object) -> None:
    assert callable(export)
    text = export(TABLES["booking"])
    assert "Outcomes that leave no state (stay, defer and reject) are left out." in text
    assert "A line of any state holds where a state has none of its own." in text
    assert "Effects and reasons are in the file." in text
