"""A conversation in a terminal, or from standard input.

Owns: reading lines, printing parts, the commands that begin with a slash. Never: decides anything; a line is a message.
"""

from __future__ import annotations

import asyncio
import io
import sys
import threading
import uuid
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, TextIO

from decidable.bind.words import shown
from decidable.cli.screen import Screen, printable
from decidable.errors import RefusedError
from decidable.models.switch import Switch
from decidable.runtime.parts import Delta, Moved, Part, Question, Said, Settled, Waits
from decidable.runtime.run import Run
from decidable.runtime.runtime import Runtime
from decidable.stores.port import RunKey
from decidable.stores.port import Said as SaidRow

HELP = """\
  /state        where the task stands, and what is known
  /model off    switch the translator off: see what the assistant does without it
  /model on     switch it on again
  /quit         leave; the run is kept"""


def at_terminal() -> bool:
    """Whether a person types; a process may also have been started without any input at all."""
    return sys.stdin is not None and sys.stdin.isatty()


class Printer:
    """Prints the parts of a stream, and words that come without a request. A channel as well."""

    def __init__(self, screen: Screen, *, moves: bool) -> None:
        self._screen = screen
        self._moves = moves
        self.asked = False
        """Whether a question was shown here."""

    async def deliver(self, run: RunKey, said: SaidRow, key: str) -> None:
        """Words that nobody asked for just now."""
        self._words(said.text, question=bool(said.digest))

    async def show(self, parts: AsyncIterator[Part]) -> Settled | None:
        """Print a stream and return how it ended."""
        last = None
        async for part in parts:
            self.print(part)
            last = part if isinstance(part, Settled) else last
        return last

    def print(self, part: Part) -> None:
        """Print one part."""
        match part:
            case Moved(state, reason) if self._moves:
                self._screen.print(self._screen.paint(f"  -> {state}: {printable(reason)}", "dim"))
            case Said(text, _) | Delta(text):
                self._words(text, question=False)
            case Question(text, _, _):
                self._words(text, question=True)
            case _:
                pass

    def remind(self, question: str) -> None:
        """The question that was open when the conversation was left."""
        self._words(f"Still open: {question}", question=True)

    def _words(self, text: str, *, question: bool) -> None:
        self.asked = self.asked or question
        shown = "\n".join(printable(line) for line in text.splitlines())
        self._screen.print(f"{shown} (yes/no)" if question else shown)


class Lines:
    """Lines of a stream, read by a thread that ends with the process: a person who presses Ctrl-C is not asked for one
    more line first, as a thread of the loop's own pool would."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    async def next(self) -> str:
        """The next line with its end, or nothing at the end of the stream."""
        loop = asyncio.get_running_loop()
        read: asyncio.Future[str] = loop.create_future()

        def tell(line: str) -> None:
            if not read.done():
                read.set_result(line)

        def wait() -> None:
            line = self._stream.readline()
            with suppress(RuntimeError):  # the loop has ended meanwhile; nobody waits for the line
                loop.call_soon_threadsafe(tell, line)

        threading.Thread(target=wait, name="decidable-lines", daemon=True).start()
        return await read


class Talk:
    """One conversation at a terminal or a pipe."""

    def __init__(self, runtime: Runtime[Any, Any], run: Run[Any], screen: Screen, switch: Switch | None) -> None:
        self._runtime = runtime
        self._run = run
        self._screen = screen
        self._switch = switch
        self._printer = Printer(screen, moves=at_terminal())
        self._sent = 0
        self._session = uuid.uuid4().hex[:12]
        """Makes the ids of this session's messages its own."""
        self._lines = Lines(sys.stdin or io.StringIO())

    async def hold(self) -> None:
        """Read lines until there are no more, then wait until the run has settled."""
        await self._printer.show(self._run.updates())
        if self._run.question is not None and not self._printer.asked:
            self._printer.remind(self._run.question[0])
        while (line := await self._read()) is not None:
            text = line.strip()
            if text in ("/quit", "/exit"):
                return
            if text.startswith("/"):
                await self._command(text)
            elif text:
                self._sent += 1
                await self._send(text, f"{self._session}-{self._sent}")
        self._tell(await self._printer.show(self._run.updates()))

    async def _send(self, text: str, id: str) -> None:
        try:
            if self._run.waits is Waits.ENDED:
                self._run = await self._runtime.conversation(
                    self._run.conversation, tenant=self._run.key.tenant, start=self._run.start_facts
                )
                await self._printer.show(self._run.updates())
            ended = await self._printer.show(self._run.send(text, id=id))
        except RefusedError as refused:
            self._screen.print(self._screen.paint(str(refused), "warning"))
            return
        self._tell(ended)

    def _tell(self, ended: Settled | None) -> None:
        """What the run waits for, where that is not simply the user."""
        notes = {
            Waits.PERSON: "An operation's outcome is not known: `decidable attention` shows it to an operator.",
            Waits.MODEL: "The translator is away; your message is kept and handled when it is back.",
        }
        if ended is not None and ended.status in notes:
            self._screen.print(self._screen.paint(f"  ({notes[ended.status]})", "dim"))

    async def _read(self) -> str | None:
        """The next line; None at the end of input."""
        prompt = self._screen.paint("> ", "strong") if at_terminal() else ""
        if prompt:
            print(prompt, end="", flush=True)
        line = await self._lines.next()
        if not line:
            if prompt:
                print()
            return None
        return line

    async def _command(self, text: str) -> None:
        match text.split():
            case ["/state"]:
                known = ", ".join(f"{k} = {shown(v)}" for k, v in sorted(dict(self._run.facts).items()))
                self._screen.print(
                    f"  {self._run.state}, waits for: {self._run.waits.value}; {known or 'nothing known'}"
                )
            case ["/model", "off"] if self._switch is not None:
                self._switch.off()
                self._screen.print(self._screen.paint("  the translator is off", "dim"))
            case ["/model", "on"] if self._switch is not None:
                self._switch.on()
                self._screen.print(self._screen.paint("  the translator is on", "dim"))
                await self._runtime.probe()
                await self._printer.show(self._run.updates())
            case ["/model", *_] if self._switch is None:
                self._screen.print("  this machine has no translator")
            case ["/help"] | ["/?"]:
                self._screen.print(HELP)
            case _:
                self._screen.print(f"  there is no command '{printable(text)}'\n{HELP}")
