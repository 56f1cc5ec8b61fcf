"""A lock on a file that dies with its process, however that ends.

Owns: the operating system's advisory lock on the file beside a store. Never: waits; and never trusts what the file says,
because only the lock itself tells whether its holder is alive.
"""

from __future__ import annotations

import os
import sys


class ProcessLock:
    """The right to be the one writer. Taken by `take`, given back by `release` or by the end of the process."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._file is not None

    def take(self) -> bool:
        """Whether the lock is held now. False when another holder has it. Raises OSError for a file it cannot make."""
        if self._file is not None:
            return True
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _lock(file):
            os.close(file)
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Give it back. The file stays: removing it would let two processes lock two files of one name."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
