"""The shipped channels keep the channel's contract."""

from __future__ import annotations

import pytest

from decidable.cli.screen import Screen
from decidable.cli.talk import Printer
from decidable.testing import Recorder
from decidable.testing.channel_contract import CHANNEL_CASES, ChannelCase


@pytest.mark.parametrize("case", CHANNEL_CASES, ids=lambda case: case.__name__)
async def test_recorder(case: ChannelCase) -> None:
    recorder = Recorder()
    await case(recorder, lambda: "\n".join(recorder.texts))


@pytest.mark.parametrize("case", CHANNEL_CASES, ids=lambda case: case.__name__)
async def test_terminal(case: ChannelCase, capsys: pytest.CaptureFixture[str]) -> None:
    seen = ""

    def arrived() -> str:
        nonlocal seen
        seen += capsys.readouterr().out
        return seen

    await case(Printer(Screen("never"), moves=False), arrived)


async def test_a_recorder_can_be_told_to_refuse() -> None:
    from decidable.testing.channel_contract import KEY, words

    recorder = Recorder()
    recorder.refuse(1)
    with pytest.raises(ConnectionError):
        await recorder.deliver(KEY, words(1, "no"), "k-1")
    await recorder.deliver(KEY, words(1, "yes"), "k-1")
    assert recorder.texts == ["yes"]
