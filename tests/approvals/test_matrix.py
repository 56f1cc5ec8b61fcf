"""The approvals matrix: every way in which a yes could approve what nobody meant. Each case is safe.

Questions are shown to the conversation, and everyone who may write in it may answer; `by` matters for "since that
person's previous message", and is recorded as who approved.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from decidable import Money, RefusedError, Runtime, Settings, StoreError
from decidable.runtime.parts import Question, Waits
from decidable.runtime.run import Run
from decidable.stores import SQLite
from tests.runtime.harness import START, Bench, read, records, say, settled, texts
from tests.runtime.machines.parcel import Wants
from tests.runtime.machines.world import raising


async def asked(runtime: Runtime[Any, Any], item: str = "book") -> tuple[Run[Any], str]:
    """A run whose question is open and was shown, and its digest."""
    run = await runtime.conversation("c", start=START)
    await read(run.send(Wants(item=item), id=f"w-{item}"))
    assert run.question is not None
    return run, run.question[1]


def statuses(bench: Bench, run: Run[Any]) -> list[str]:
    """What became of each question, oldest first."""
    return [row.status.value for row in bench.store.approvals(run.key)]


# Changed amount.


async def test_a_button_for_the_old_amount_is_refused_with_the_current_question() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, old = await asked(runtime)
        await runtime.signal(run.key, "price_changed", {"price": Money("9.00 USD")}, id="p")
        with pytest.raises(RefusedError, match=r"it is withdrawn; the open question is: May I ship .*9.00 USD"):
            await runtime.approve(run.key, old, by="ann")
        assert not bench.world.done
        assert run.question is not None
        await runtime.approve(run.key, run.question[1], by="ann")
        assert list(bench.world.done.values()) == ["book for 9.00 USD"]
        assert statuses(bench, run) == ["withdrawn", "approved"]


async def test_a_chat_yes_written_before_the_new_question_was_shown_does_not_approve_it() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        # The price changes while nobody listens: the new question is in the outbox, and nobody has read it.
        await runtime.signal(run.key, "price_changed", {"price": Money("9.00 USD")}, id="p", wait=False)
        parts = await say(run, "yes")
        assert not bench.world.done
        assert run.state == "confirming"
        assert [part.text for part in parts if isinstance(part, Question)][-1].endswith("9.00 USD)?")


async def test_two_questions_were_shown_and_one_yes_comes() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        await runtime.signal(run.key, "price_changed", {"price": Money("9.00 USD")}, id="p")
        await read(run.updates())
        again = await say(run, "yes")
        assert not bench.world.done, "which of the two?"
        assert sum(isinstance(part, Question) for part in again) == 1
        await say(run, "yes", id="second")
        assert list(bench.world.done.values()) == ["book for 9.00 USD"], "now exactly one was shown since"


async def test_messages_sent_in_one_breath_do_not_approve_what_came_between() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        first = asyncio.create_task(say(run, "lamp", by="ann"))
        second = asyncio.create_task(say(run, "yes", by="ann"))
        await asyncio.gather(first, second)
        assert not bench.world.done, "the yes was written before the question about the lamp could be read"
        assert run.state == "confirming"
        await say(run, "yes", id="third", by="ann")
        assert list(bench.world.done.values()) == ["lamp for 20.00 USD"]


async def test_a_question_shown_while_the_previous_message_waited_counts_as_shown_since_it() -> None:
    """What matters is when a person's previous message arrived, not when it was handled."""
    bench = Bench(settings=Settings(probe_backoff_s=(60.0,), store_threads=2))
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        bench.translator.off()
        await say(run, "hm", by="ann")  # waits for the translator; ann has seen the first question
        bench.translator.on()
        await runtime.signal(run.key, "model_back", id="b", wait=False)
        await runtime.signal(run.key, "price_changed", {"price": Money("9.00 USD")}, id="p")
        await runtime.probe()
        await read(run.updates())
        assert not bench.store.waiting(run.key)
        await runtime.signal(run.key, "price_changed", {"price": Money("8.00 USD")}, id="q")
        await say(run, "yes", by="ann")
        assert not bench.world.done, "9.00 and 8.00 were both shown since her previous message"


# Double click, and who is first.


async def test_a_double_click_approves_once() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        clicks = await asyncio.gather(
            *(runtime.approve(run.key, digest, by="ann") for _ in range(5)), return_exceptions=True
        )
        assert sum(isinstance(click, tuple) for click in clicks) == 1
        refused = [str(click) for click in clicks if isinstance(click, RefusedError)]
        assert len(refused) == 4
        assert all("it is approved by ann; nothing is asked now" in why for why in refused)
        assert len(bench.world.done) == 1
        assert len(records(bench.store, run.key, "Approved")) == 1


async def test_two_clients_one_yes_and_one_no() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        yes, no = await asyncio.gather(
            runtime.approve(run.key, digest, by="ann"), runtime.deny(run.key, digest, by="bob"), return_exceptions=True
        )
        won, lost = (yes, no) if isinstance(yes, tuple) else (no, yes)
        assert isinstance(won, tuple)
        assert re.search("it is (approved by ann|denied); nothing is asked now", str(lost))
        assert len(bench.world.done) == (won is yes)


async def test_a_click_and_a_chat_yes_are_one_approval() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        await asyncio.gather(
            runtime.approve(run.key, digest, by="ann"), say(run, "yes", by="bob"), return_exceptions=True
        )
        await bench.until(lambda: run.waits is Waits.ENDED)
        assert len(bench.world.done) == 1
        assert len(records(bench.store, run.key, "Approved")) == 1


# Late.


async def test_a_yes_after_a_no() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        await runtime.deny(run.key, digest, by="ann")
        assert statuses(bench, run) == ["denied"]
        with pytest.raises(RefusedError, match="it is denied; nothing is asked now"):
            await runtime.approve(run.key, digest, by="ann")
        assert "Not now." in " ".join(texts(await say(run, "yes")))
        assert not bench.world.done


async def test_a_yes_after_the_offer_expired() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        bench.clock.jump(1800)
        await bench.until(lambda: run.state == "idle", tick=0.5)
        assert statuses(bench, run) == ["expired"]
        with pytest.raises(RefusedError, match="it is expired; nothing is asked now"):
            await runtime.approve(run.key, digest, by="ann")
        await say(run, "yes")
        assert not bench.world.done


async def test_a_yes_after_another_wish() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        await asked(runtime, "lamp")
        assert statuses(bench, run) == ["withdrawn", "open"]
        with pytest.raises(RefusedError, match=r"it is withdrawn; the open question is: May I ship \(item lamp"):
            await runtime.approve(run.key, digest, by="ann")
        assert not bench.world.done


async def test_a_yes_after_the_end() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        await say(run, "stop")
        with pytest.raises(RefusedError, match="it is withdrawn; nothing is asked now"):
            await runtime.approve(run.key, digest, by="ann")


@pytest.mark.parametrize("digest", ["0" * 16, "yes"])
async def test_a_wrong_digest(digest: str) -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        for answer in (runtime.approve, runtime.deny):
            with pytest.raises(RefusedError, match="this run never asked it; the open question is: May I ship"):
                await answer(run.key, digest, by="ann")
        assert run.state == "confirming"


async def test_the_digest_of_another_run() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        other = await runtime.conversation("d", start=START)
        with pytest.raises(RefusedError, match="this run never asked it; nothing is asked now"):
            await runtime.approve(other.key, digest, by="ann")
        assert run.state == "confirming"


# Who.


async def test_the_approver_is_the_authenticated_sender() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        with pytest.raises(RefusedError, match="`by` is empty"):
            await runtime.approve(run.key, digest, by="")
        await runtime.approve(run.key, digest, by="ann@acme")
        (row,) = bench.store.approvals(run.key)
        assert row.by == "ann@acme"
        decision = bench.store.gate_decisions(run.key)[-1]
        assert '"approved_by":"ann@acme"' in decision.grounds


async def test_another_person_of_the_conversation_may_answer_the_one_question() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        await say(run, "yes", by="bob")
        assert bench.store.approvals(run.key)[0].by == "bob"


async def test_another_person_who_may_have_read_two_questions_approves_nothing() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        await say(run, "lamp", by="ann")
        await say(run, "yes", by="bob")
        assert not bench.world.done, "bob has been shown both since he last wrote: never"
        await say(run, "yes", id="ann's", by="ann")
        assert list(bench.world.done.values()) == ["lamp for 20.00 USD"]


async def test_an_event_object_carries_no_approval() -> None:
    from tests.runtime.machines.parcel import Yes

    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        await read(run.send(Yes(), id="y", by="ann"))
        await runtime.signal(run.key, "yes", id="z", by="ann")
        assert not bench.world.done
        assert run.state == "confirming"


# Yes, and.


async def test_yes_and_more_approves_nothing() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        parts = await say(run, "yes and a lamp")
        assert not bench.world.done
        assert "lamp" in [part.text for part in parts if isinstance(part, Question)][-1]
        assert not records(bench.store, run.key, "Approved")


# Disabled, and the gate.


async def test_a_tool_switched_off_between_question_and_deed() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        runtime.disable("ship")
        parts = await runtime.approve(run.key, digest, by="ann")
        assert "That step was refused." in texts(parts)
        assert run.state == "idle"
        assert not bench.world.called("ship")
        decision = bench.store.gate_decisions(run.key)[-1]
        assert (decision.permitted, decision.why) == (False, "ship is switched off")
        assert '"price":{"record":' in decision.grounds
        runtime.enable("ship")
        with pytest.raises(RefusedError, match="it is approved by ann; nothing is asked now"):
            await runtime.approve(run.key, digest, by="ann")
        _, again = await asked_again(run)
        await runtime.approve(run.key, again, by="ann")
        assert len(bench.world.done) == 1


async def asked_again(run: Run[Any]) -> tuple[Run[Any], str]:
    """The same wish once more."""
    await read(run.send(Wants(item="book"), id="again"))
    assert run.question is not None
    return run, run.question[1]


async def test_switching_off_is_of_a_tool() -> None:
    async with Bench().open() as runtime:
        with pytest.raises(RefusedError, match="'shop' is not a tool; the tools are check, ship"):
            runtime.disable("shop")
        runtime.enable("shop")


# Edited history.


@pytest.mark.parametrize(
    ("table", "column"), [("run", "snapshot"), ("journal", "body")], ids=["the head", "the journal"]
)
async def test_an_edited_history_is_refused(tmp_path: Path, table: str, column: str) -> None:
    path = tmp_path / "runs.db"
    bench = Bench(store=SQLite(path))
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
    with closing(sqlite3.connect(path)) as file:
        changed = file.execute(f"UPDATE {table} SET {column} = replace({column}, '5.00', '9.00')").rowcount
        assert changed
        file.commit()
    bench = Bench(store=SQLite(path), world=bench.world)
    async with bench.open() as runtime:
        with pytest.raises(StoreError, match="damaged"):
            await runtime.approve(run.key, digest, by="ann")
        assert not bench.world.called("ship")


async def test_an_edited_history_is_refused_in_chat_as_well(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    bench = Bench(store=SQLite(path))
    async with bench.open() as runtime:
        run, _ = await asked(runtime)
        with closing(sqlite3.connect(path)) as file:
            file.execute("UPDATE journal SET body = replace(body, '5.00', '9.00') WHERE kind = 'proposed'")
            file.commit()
        with pytest.raises(StoreError, match="damaged"):
            await say(run, "yes")
        assert not bench.world.called("ship")


# Retry of an approved step.


async def test_a_retry_of_an_approved_step_needs_no_second_yes_and_stays_one_deed() -> None:
    bench = Bench()
    bench.world.before["ship"].extend([raising(ConnectionError())] * 2)
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
        parts = await runtime.approve(run.key, digest, by="ann")
        assert settled(parts).status is Waits.ENDED
        assert len(bench.world.called("ship")) == 3
        assert len(bench.world.done) == 1
        decisions = [row for row in bench.store.gate_decisions(run.key) if '"tool":"ship"' in row.grounds]
        assert [row.permitted for row in decisions] == [True, True, True], "each attempt passes the gate again"


async def test_a_retry_after_the_tool_was_switched_off_is_refused() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)

        async def off_and_lost() -> None:
            runtime.disable("ship")
            raise ConnectionError("no line")

        bench.world.before["ship"].append(off_and_lost)
        parts = await runtime.approve(run.key, digest, by="ann")
        assert "That step was refused." in texts(parts)
        assert len(bench.world.called("ship")) == 1
        assert not bench.world.done


async def test_a_restart_keeps_the_question_and_its_yes() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run, digest = await asked(runtime)
    async with bench.open() as runtime:
        await runtime.approve(run.key, digest, by="ann")
        assert len(bench.world.done) == 1
    async with bench.open() as runtime:
        with pytest.raises(RefusedError, match="it is approved by ann"):
            await runtime.approve(run.key, digest, by="ann")
