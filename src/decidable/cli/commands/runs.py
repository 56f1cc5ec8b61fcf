"""`runs`, `show`, `replay`, `attention`: look at what happened, also while somebody runs it.

Owns: reading a database. Never: changes it.
"""

from __future__ import annotations

import click

from decidable.cli.database import DEFAULT, db_option, reading, the_run
from decidable.cli.exits import Code
from decidable.cli.run_text import fact_lines, moment, operation_lines, path_lines, run_json, talk_lines
from decidable.cli.screen import Screen, color_option, format_option, print_json, printable
from decidable.core.canonical import plain
from decidable.errors import StoreError


@click.command()
@click.option("--open", "open_only", is_flag=True, help="Only runs that have not ended.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@db_option
@format_option()
@color_option
def runs(open_only: bool, limit: int, db: str, form: str, color: str) -> int:
    """The runs of a database, the most recently changed first."""
    store = reading(db)
    try:
        found = store.runs(open_only=open_only, limit=limit)
    finally:
        store.close()
    if form == "json":
        print_json({"runs": [plain(summary) for summary in found]})
        return Code.CLEAN
    screen = Screen(color)
    if not found:
        screen.print("no runs")
    for run in found:
        stands = f"ended: {run.end}" if run.end else f"in {run.state}"
        changed = screen.paint(moment(run.updated_at), "dim")
        screen.print(f"{printable(str(run.key)):<20} {run.machine:<12} {stands:<24} {run.seq:>6} records  {changed}")
    return Code.CLEAN


@click.command()
@click.argument("run")
@db_option
@format_option()
@color_option
def show(run: str, db: str, form: str, color: str) -> int:
    """A run as a path: what arrived, what was decided and why, facts, operations, and what was said.

    RUN is a run's name, or the beginning of one.
    """
    store = reading(db)
    try:
        head = the_run(store, run)
        rows = store.history(head.key)
        heard, said = store.heard(head.key), store.said(head.key)
    finally:
        store.close()
    if form == "json":
        print_json(run_json(head, rows, heard, said))
        return Code.CLEAN
    screen = Screen(color)
    snapshot = head.snapshot
    stands = f"ended: {snapshot.end.value}" if snapshot.end else f"in {snapshot.state}"
    screen.print(screen.paint(f"run {head.key}: {head.machine}, {stands}, {snapshot.seq} records", "strong"))
    for title, lines in (
        ("path", path_lines(rows, screen)),
        ("facts", fact_lines(head)),
        ("operations", operation_lines(rows)),
        ("heard and said", talk_lines(heard, said, screen)),
    ):
        body = list(lines)
        if body:
            screen.print(f"\n{screen.paint(title, 'strong')}")
            screen.print("\n".join(body))
    return Code.CLEAN


@click.command()
@click.argument("run")
@db_option
@format_option()
def replay(run: str, db: str, form: str) -> int:
    """Check a run's journal against its chain, fold it again and compare with the stored snapshot.

    No model, no tool and no machine is needed for it. Exit code 1 when something is damaged.
    """
    store = reading(db)
    try:
        head = the_run(store, run)
        problem = ""
        length = 0
        try:
            length = store.verify(head.key)
        except StoreError as damaged:
            problem = str(damaged)
    finally:
        store.close()
    if form == "json":
        print_json({"run": str(head.key), "records": length, "intact": not problem, "problem": problem or None})
    elif problem:
        click.echo(f"run {head.key} is damaged: {problem}")
    else:
        state = head.snapshot.end.value if head.snapshot.end else head.snapshot.state
        click.echo(f"run {head.key}: {length} records, chain intact, replay equals the snapshot (in {state})")
    return Code.FINDINGS if problem else Code.CLEAN


@click.command()
@click.option("--all", "everything", is_flag=True, help="What was dealt with as well.")
@db_option
@format_option()
@color_option
def attention(everything: bool, db: str, form: str, color: str) -> int:
    """What waits for a person: unknown outcomes, contradictions, hand-overs. Exit code 1 when there is anything."""
    store = reading(db)
    try:
        items = store.attention(open_only=not everything)
    finally:
        store.close()
    if form == "json":
        print_json({"attention": [plain(item) for item in items]})
    else:
        screen = Screen(color)
        if not items:
            screen.print("nothing waits for a person")
        for item in items:
            done = screen.paint("  resolved", "good") if item.resolved_at else ""
            of = f" operation {item.operation}:" if item.operation else ""
            at = screen.paint(moment(item.at), "dim")
            screen.print(f"{item.number:>4}  {item.key} record {item.seq}:{of} {printable(item.why)}  {at}{done}")
            if item.operation and not item.resolved_at:
                database = "" if db == DEFAULT else f" --db {db}"
                screen.print(f"      decidable settle {item.key.run} {item.operation} EVENT [NAME=VALUE]...{database}")
    return Code.FINDINGS if any(not item.resolved_at for item in items) else Code.CLEAN
