"""A file is written whole or not at all."""

from pathlib import Path

import pytest

from decidable.cli.exits import Refusal
from decidable.cli.write import write_whole


def test_a_new_file_has_the_permissions_that_any_new_file_has(tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.touch()
    write_whole(tmp_path / "new", b"x")
    assert (tmp_path / "new").read_bytes() == b"x"
    assert (tmp_path / "new").stat().st_mode == beside.stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_what_is_no_file_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    for file in (tmp_path, Path("/dev/null"), tmp_path / "no" / "such"):
        with pytest.raises(Refusal, match="cannot write"):
            write_whole(file, b"x")
    assert list(tmp_path.iterdir()) == []
