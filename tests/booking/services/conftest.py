"""The services on a fresh ledger, closed after each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services import Services


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def world(path: Path) -> Iterator[Services]:
    with Services.open(path, environment={}) as services:
        yield services
