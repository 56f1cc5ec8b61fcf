"""What keeps a script from being played.

Owns: the one exception of scripts, with the line it is about. Never: decides that a line is wrong.
"""


class ScriptError(Exception):
    """A line that cannot be read, or that nothing answers to where it stands."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message
