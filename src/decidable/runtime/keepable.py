"""Text that every store can keep: valid Unicode, from author's code, other people's errors and senders alike.

Owns: telling whether a value is, and repairing text that is only there to be read. Never: repairs a value that decides.
"""

from __future__ import annotations

from collections.abc import Mapping


def repaired(text: str) -> str:
    """Text with half characters (lone surrogates) written out, as `\\ud800`."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def require_keepable(value: object) -> None:
    """Raises ValueError for a value with half a character (a lone surrogate) in it."""
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError("it holds half a character (a lone surrogate): repair the text") from None
    elif isinstance(value, Mapping):
        for key, item in value.items():
            require_keepable(key)
            require_keepable(item)
    elif isinstance(value, tuple | list):
        for item in value:
            require_keepable(item)
