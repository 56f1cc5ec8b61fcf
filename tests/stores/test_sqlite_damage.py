"""Bits flipped on the disk: whatever changes an answer is found by opening or by `verify`, and nothing crashes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from decidable.errors import StoreError
from decidable.stores import SQLite
from tests.stores.everything import KEYS, everything, fill


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[object]]:
    """A closed store's one file, and what it tells."""
    path = tmp_path_factory.mktemp("whole") / "runs.db"
    store = SQLite(path, durability="process")
    fill(store)
    told = everything(store)
    store.close()
    return path.read_bytes(), told


def _detected(path: Path) -> bool:
    try:
        store = SQLite(path, read_only=True)
    except StoreError:
        return True
    try:
        for key in KEYS:
            store.verify(key)
    except StoreError:
        return True
    finally:
        store.close()
    return False


def _tells(path: Path) -> list[object] | None:
    """What the store tells, or None where it refuses to."""
    try:
        store = SQLite(path, read_only=True)
    except StoreError:
        return None
    try:
        return everything(store)
    except StoreError:
        return None
    finally:
        store.close()


def _flip(whole: tuple[bytes, list[object]], folder: Path, flips: int, seed: int) -> int:
    """How many of the flips changed what is told. Fails for one that was not detected."""
    content, told = whole
    chance, changed = random.Random(seed), 0
    for number in range(flips):
        bit = chance.randrange(len(content) * 8)
        broken = bytearray(content)
        broken[bit // 8] ^= 1 << (bit % 8)
        path = folder / f"{number}.db"
        path.write_bytes(broken)
        if _tells(path) != told:
            changed += 1
            assert _detected(path), f"bit {bit} (seed {seed}) changes an answer and was not detected"
        for left in folder.iterdir():
            left.unlink()
    return changed


def test_a_flipped_bit_is_detected(whole: tuple[bytes, list[object]], tmp_path: Path) -> None:
    assert _flip(whole, tmp_path, 120, seed=1) > 30


@pytest.mark.slow
def test_every_flipped_bit_is_detected(whole: tuple[bytes, list[object]], tmp_path: Path) -> None:
    assert _flip(whole, tmp_path, 4_000, seed=2) > 1_000


def test_the_whole_file_passes(whole: tuple[bytes, list[object]], tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    path.write_bytes(whole[0])
    assert not _detected(path)
    assert _tells(path) == whole[1]
