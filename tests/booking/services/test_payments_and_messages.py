"""Money is exact and moves once for a key; a text goes out once for a key."""

import pytest

from decidable.core.values import Money
from services import Declined, KeyReusedError, NotTaken, Receipt, Refunded, Sent, Services
from services.messaging import LONGEST


@pytest.mark.parametrize(
    "amount", ["20.00 USD", "0.01 USD", "0.10 EUR", "1000 JPY", "1.234 KWD", "90071992547409.93 USD"]
)
async def test_an_amount_comes_back_exactly(world: Services, amount: str) -> None:
    assert await world.payments.pay("R-1001", Money(amount), key="a") == Receipt("P-5001")
    (row,) = world.ledger.payments()
    assert (row.amount, str(row.amount), row.reservation, row.state) == (Money(amount), amount, "R-1001", "paid")


async def test_the_same_key_pays_once_and_another_key_pays_again(world: Services) -> None:
    paid = await world.payments.pay("R-1001", Money("20.00 USD"), key="a")
    assert await world.payments.pay("R-1001", Money("20.00 USD"), key="a") == paid
    assert await world.payments.pay("R-1001", Money("20.00 USD"), key="b") == Receipt("P-5002")
    with pytest.raises(KeyReusedError):
        await world.payments.pay("R-1001", Money("20.01 USD"), key="a")
    assert [p.amount for p in world.ledger.payments()] == [Money("20.00 USD")] * 2


@pytest.mark.parametrize("amount", ["0.00 USD", "-5.00 USD"])
async def test_nothing_and_less_is_declined(world: Services, amount: str) -> None:
    assert await world.payments.pay("R-1001", Money(amount), key="a") == Declined(f"{amount} is not an amount to pay")
    assert world.ledger.payments() == ()


async def test_money_goes_back_once(world: Services) -> None:
    await world.payments.pay("R-1001", Money("20.00 USD"), key="a")
    assert await world.payments.refund("P-5001", key="b") == Refunded("P-5001")
    assert await world.payments.refund("P-5001", key="b") == Refunded("P-5001")
    assert await world.payments.refund("P-5001", key="c") == Declined("nothing is paid under P-5001")
    assert [p.state for p in world.ledger.payments()] == ["refunded"]


async def test_find_a_payment(world: Services) -> None:
    await world.payments.pay("R-1001", Money("20.00 USD"), key="a")
    await world.payments.pay("R-1001", Money("0.00 USD"), key="b")
    await world.payments.refund("P-5001", key="c")
    assert await world.payments.find("a") == Receipt("P-5001")
    assert isinstance(await world.payments.find("b"), Declined)
    assert await world.payments.find("c") == Refunded("P-5001")
    assert await world.payments.find("d") is None


async def test_a_text_goes_out_once_for_a_key_and_equal_words_are_two_texts(world: Services) -> None:
    assert await world.messages.send("Table at 19:30", key="a") == Sent("T-9001")
    assert await world.messages.send("Table at 19:30", key="a") == Sent("T-9001")
    assert await world.messages.send("Table at 19:30", key="b") == Sent("T-9002")
    assert [(t.key, t.body) for t in world.ledger.texts()] == [("a", "Table at 19:30"), ("b", "Table at 19:30")]
    assert await world.messages.find("b") == Sent("T-9002")
    assert await world.messages.find("c") is None


@pytest.mark.parametrize("text", ["", "  \n", "x" * (LONGEST + 1)])
async def test_a_text_that_is_none_is_not_taken(world: Services, text: str) -> None:
    assert isinstance(await world.messages.send(text, key="a"), NotTaken)
    assert isinstance(await world.messages.find("a"), NotTaken)
    assert world.ledger.texts() == ()


async def test_services_do_not_share_keys(world: Services) -> None:
    await world.payments.pay("R-1001", Money("20.00 USD"), key="a")
    assert await world.messages.find("a") is None
    assert await world.messages.send("hello", key="a") == Sent("T-9001")
