"""The scripted translator: exact answers, outages, and a list of what it was asked."""

from __future__ import annotations

import pytest

from decidable.errors import ProviderError, ProviderFault
from decidable.models import Heard, Scripted
from tests.models.vocabulary import BOOKING, context

HERE = context(BOOKING)


async def test_it_answers_as_written() -> None:
    four = Heard("details", {"party": 4}, 1.0)
    script = Scripted({"yes": "user_yes", "for four": four, "stop, and four": ["user_cancels", four]})
    assert await script.translate(" yes ", HERE) == (Heard("user_yes", {}, 1.0, "scripted"),)
    assert await script.translate("for four", HERE) == (four,)
    assert [heard.event for heard in await script.translate("stop, and four", HERE)] == ["user_cancels", "details"]


async def test_what_nobody_wrote_down_is_other_or_asked_of_the_next() -> None:
    [heard] = await Scripted({}).translate("hm", HERE)
    assert (heard.event, heard.cause) == ("other", "not in the script")
    [heard] = await Scripted({}, otherwise=Scripted({"hm": "user_no"})).translate("hm", HERE)
    assert heard.event == "user_no"


async def test_an_outage_begins_and_ends() -> None:
    script = Scripted({"yes": "user_yes"})
    script.off("rate_limited")
    with pytest.raises(ProviderError) as caught:
        await script.translate("yes", HERE)
    assert caught.value.kind is ProviderFault.RATE_LIMITED
    script.off()
    with pytest.raises(ProviderError, match="overloaded"):
        await script.translate("yes", HERE)
    script.on()
    assert [heard.event for heard in await script.translate("yes", HERE)] == ["user_yes"]
    assert [asked.message for asked in script.asked] == ["yes", "yes", "yes"]
    assert script.asked[0].context is HERE


def test_a_script_says_something_for_each_message() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        Scripted({"hm": []})
    with pytest.raises(ValueError, match="broken"):
        Scripted({}).off("broken")
