"""Both stores keep the one contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from decidable.stores import Memory, SQLite
from decidable.stores.port import Store
from decidable.testing.store_contract import REOPENING_CASES, STORE_CASES, ReopeningCase, StoreCase


def _memory(_: Path) -> Store:
    return Memory()


def _sqlite(folder: Path) -> Store:
    return SQLite(folder / "runs.db", durability="process")


@pytest.fixture(params=[_memory, _sqlite], ids=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    make: Callable[[Path], Store] = request.param
    made = make(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("case", STORE_CASES, ids=lambda case: case.__name__)
def test_contract(case: StoreCase, store: Store) -> None:
    case(store)


@pytest.mark.parametrize("case", REOPENING_CASES, ids=lambda case: case.__name__)
def test_reopening(case: ReopeningCase, tmp_path: Path) -> None:
    case(lambda: _sqlite(tmp_path))


def test_a_store_is_a_store(store: Store) -> None:
    assert isinstance(store, Store)
