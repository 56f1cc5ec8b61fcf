"""The order system pays back once for a key, never more than was paid, and can go wrong on purpose."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from decidable.core.values import Money
from orders import Fault, Order, Orders, Refund

TWENTY = Money("20.00 USD")


@pytest.fixture
def orders() -> Iterator[Orders]:
    with closing(Orders.fake()) as fake:
        yield fake


async def test_an_order_and_none(orders: Orders) -> None:
    assert await orders.get("A-1") == Order(id="A-1", customer_id="C1", paid=TWENTY)
    assert await orders.get("A-0") is None


async def test_the_same_key_pays_once(orders: Orders) -> None:
    assert await orders.find("k") is None
    paid = await orders.refund("A-1", TWENTY, idempotency_key="k")
    assert paid == Refund(ok=True, id="F-7001")
    assert await orders.refund("A-1", TWENTY, idempotency_key="k") == await orders.find("k") == paid
    assert orders.paid_back("A-1") == (TWENTY,)


async def test_never_more_than_was_paid(orders: Orders) -> None:
    half = Money("10.00 USD")
    assert (await orders.refund("A-1", half, idempotency_key="a")).ok
    assert not (await orders.refund("A-1", Money("10.01 USD"), idempotency_key="b")).ok
    assert await orders.refund("A-1", half, idempotency_key="c") == Refund(ok=True, id="F-7002")
    assert not (await orders.refund("A-1", Money("0.01 USD"), idempotency_key="d")).ok
    assert orders.paid_back("A-1") == (half, half)


@pytest.mark.parametrize(
    ("order_id", "amount"), [("A-0", "1.00 USD"), ("A-1", "20.00 EUR"), ("A-1", "0.00 USD"), ("A-1", "-1.00 USD")]
)
async def test_a_refund_that_cannot_be_is_a_no(orders: Orders, order_id: str, amount: str) -> None:
    assert await orders.refund(order_id, Money(amount), idempotency_key="k") == Refund(ok=False)
    assert await orders.find("k") is None


async def test_a_key_belongs_to_one_refund(orders: Orders) -> None:
    await orders.refund("A-1", TWENTY, idempotency_key="k")
    with pytest.raises(ValueError, match="a new refund needs a new key"):
        await orders.refund("A-1234", TWENTY, idempotency_key="k")
    with pytest.raises(ValueError, match="a new refund needs a new key"):
        await orders.refund("A-1", Money("1.00 USD"), idempotency_key="k")


async def test_every_fault_that_leaves_the_process_alive(orders: Orders) -> None:
    orders.plan("refund", Fault.FAIL_BEFORE, Fault.DECLINE, Fault.TIMEOUT_AFTER)
    with pytest.raises(ConnectionError, match="no connection"):
        await orders.refund("A-1", TWENTY, idempotency_key="k")
    assert not (await orders.refund("A-1", TWENTY, idempotency_key="k")).ok
    assert await orders.find("k") is None
    with pytest.raises(TimeoutError, match="no answer in time"):
        await orders.refund("A-1", TWENTY, idempotency_key="k")
    assert await orders.find("k") == Refund(ok=True, id="F-7001")


async def test_reads_can_fail_too(orders: Orders) -> None:
    orders.plan("get", Fault.TIMEOUT_AFTER)
    orders.plan("find", Fault.FAIL_BEFORE)
    with pytest.raises(TimeoutError):
        await orders.get("A-1")
    with pytest.raises(ConnectionError):
        await orders.find("k")
    assert await orders.get("A-1") is not None


@pytest.mark.parametrize(
    ("operation", "fault"), [("get", Fault.DECLINE), ("find", Fault.DIE_AFTER), ("pay", Fault.DECLINE)]
)
def test_a_fault_that_cannot_be_is_refused(orders: Orders, operation: str, fault: Fault) -> None:
    with pytest.raises(ValueError, match=f"{operation} cannot {fault}"):
        orders.plan(operation, fault)


@pytest.fixture
def killed_after_paying(tmp_path: Path) -> Path:
    """The book of a process that was killed right after the order system had paid back."""
    path = tmp_path / "orders.db"
    program = f"""
import asyncio
from decidable.core.values import Money
from orders import Fault, Orders
orders = Orders.connect({str(path)!r})
orders.plan("refund", Fault.DIE_AFTER)
asyncio.run(orders.refund("A-1", Money("20.00 USD"), idempotency_key="k"))
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    killed = subprocess.run([sys.executable, "-c", program], env=environment, timeout=60, check=False)
    assert killed.returncode == 137
    return path


async def test_killed_right_after_the_refund_the_money_has_moved(killed_after_paying: Path) -> None:
    with closing(Orders.connect(killed_after_paying)) as orders:
        assert await orders.find("k") == Refund(ok=True, id="F-7001")
        assert (await orders.refund("A-1", TWENTY, idempotency_key="k")).id == "F-7001"
        assert orders.paid_back("A-1") == (TWENTY,)
