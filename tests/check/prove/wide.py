"""Small machines of what others lack, made from a seed: a contract, states in states, interruptions that keep tools and a
question, two tools in one list, `send`, values that meet several others.

Owns: the text of a machine, and of the contract that some use. Never: asks anything of it.
"""

from __future__ import annotations

from random import Random

from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.errors import MachineError
from decidable.text.reader import read

HABITS = """\
contract habits

events
  user      go, tell
  signal    ring

groups
  heard: go, tell

any state
  ring      stay / record   : noted

patient
  @heard only   defer       : later
  ring          stay        : not now

requires
  ring      ?               : news is decided by name
"""
GUARDS = ("a", "not a", "b", "not b", "x known", "y is x", "not y is x", "x known and not y is x", "busy")
COMPARED = ("u is x", "not u is x", "u is v", "not u is x and not v is x and not u is v", "u is x and not v is x")
EFFECTS = ("set a = yes", "set a = no", "set b = yes", "forget x", "forget y", "forget all but a", "reset b")


def machine(seed: int) -> Table | None:
    """The machine of that seed; None where it makes none that is fit to run."""
    reading = read(source(seed), find=lambda name: HABITS if name == "habits" else None)
    if reading.definition is None or reading.problems:
        return None
    try:
        table = compile_table(reading.definition)
    except MachineError:
        return None
    return table if table.fit else None


def source(seed: int) -> str:
    """Its text."""
    return "\n".join(_Maker(Random(seed)).lines()) + "\n"


class _Maker:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._reads = random.choice(("", "look(x)", "look(x)", "look(x, y)"))
        self._answer = random.choice(("found", "found(y)", "found(which: text)", "found(which: text)", "found(x)"))
        self._writes = "" if self._reads else random.choice(("", "one", "two"))
        self._uses, self._nests, self._compares, self._rests, self._waits, self._gives = (
            random.random() < often for often in (0.4, 0.4, 0 if self._reads else 0.4, 0.4, 0.3, 0.3)
        )
        self._gives = self._gives or "y" in self._reads
        """What there is: not all at once, for a plain search has to end."""
        self._states = ["s0", "s1", "s2"]
        self._rare = True
        """Whether no line leads to the state `rare` yet, to which only one does: that its guard can hold is what is told."""

    def lines(self) -> list[str]:
        lines = ["machine wide", *(["use habits"] if self._uses else [])]
        lines += ["facts", "  a, b: bool = no", "  x, y: text", *self._events(), *self._tools(), *self._anywhere()]
        pad = ""
        if self._nests:
            pad = "  "
            lines += ["group", *self._enter("  ")]
            lines += [f"  after 1h   {self._outcome('group', 'after')} : an hour"] if self._waits else []
        for name in self._states[:2]:
            lines += self._state(name, pad)
        return [
            *lines,
            *self._state("s2", ""),
            "rare",
            "  up -> s0 : again",
            *self._out(),
            "over (final: completed, leftovers to attention)",
        ]

    def _events(self) -> list[str]:
        lines = ["events", f"  user go, tell(x){', give(y)' if self._gives else ''}", "  signal ring, up"]
        lines += ["  user compare(u: text, v: text)"] if self._compares else []
        lines += ["  answer yes, no"] if self._writes else []
        lines += [f"  result {self._answer}, failed"] if self._reads else []
        lines += ["  result refused, unknown", "  evidence acted"] if self._writes else []
        return [*lines, *(["  evidence paid"] if self._writes == "two" else [])]

    def _tools(self) -> list[str]:
        looks = "timeout unknown look up by repeating the key needs approval"
        lines = ["tools"] if self._reads or self._writes else []
        lines += [f"  read {self._reads} gives found fails failed"] if self._reads else []
        lines += [f"  write act(x) gives acted, refused {looks}"] if self._writes else []
        return [*lines, *([f"  write pay(y) gives paid, refused {looks}"] if self._writes == "two" else [])]

    def _anywhere(self) -> list[str]:
        lines = ["any state", "  up stay : news", *([] if self._uses else ["  ring stay : news"])]
        lines += ["  failed stay : no answer"] if self._reads else []
        lines += ["  acted -> s1 : it is real", "  unknown stay : looked up"] if self._writes else []
        lines += ["  paid stay / set b = yes : it is paid"] if self._writes == "two" else []
        lines += ["  blocked -> s0 : refused"] if self._reads or self._writes else []
        return [*lines, "  * reject : not now"]

    def _state(self, name: str, pad: str) -> list[str]:
        start = " (start)" if name == "s0" else ""
        lines = [f"{pad}{'state ' if pad else ''}{name}{start}"]
        patient = self._uses and self._random.random() < 0.4
        lines += [f"{pad}  use patient"] if patient else []
        lines += self._enter(f"{pad}  ") if name != "s0" else []
        events = [
            *(() if patient else ("go", "tell")),
            *(["give"] if self._gives else []),
            "up",
            *(["ring"] if not patient else []),
        ]
        events += ["compare"] if self._compares else []
        events += ["found"] if self._reads else []
        events += ["refused"] if self._writes else []
        for event in events:
            if self._random.random() < 0.8:
                lines += self._cell(name, event, pad)
        if self._writes and self._random.random() < 0.7:
            lines += [f"{pad}  yes when approved   {self._outcome(name, 'yes')}", f"{pad}  yes else   stay : to what"]
        if self._waits and self._random.random() < 0.5:
            lines += [f"{pad}  after {self._random.choice(('1m', '5m'))}   {self._outcome(name, 'after')}"]
        return [
            line if " : " in line or not line.strip().startswith(("yes", "after")) else f"{line} : so" for line in lines
        ]

    def _cell(self, state: str, event: str, pad: str) -> list[str]:
        guards: tuple[str, ...] = COMPARED if event == "compare" else GUARDS
        if event == "found":
            guards = ("which is x", "not which is x") if "which" in self._answer else ("y is x", "not y is x", *GUARDS)
        if self._random.random() < 0.6:
            guard = self._random.choice(guards)
            outcome = self._outcome(state, event)
            if self._rare and " is " in guard and (event in ("found", "compare") or self._random.random() < 0.3):
                self._rare, outcome = False, "-> rare"
            return [
                f"{pad}  {event} when {guard}   {outcome} : one",
                f"{pad}  {event} else   {self._outcome(state, event)} : other",
            ]
        return [f"{pad}  {event}   {self._outcome(state, event)} : always"]

    def _outcome(self, state: str, event: str) -> str:
        random = self._random
        options = [*(f"-> {name}" for name in self._states if name != state), "stay", "stay"]
        options += [f"-> {state} restart"] if state != "group" else []
        options += ["-> out"] if self._rests and state != "group" and event in ("go", "up") else []
        options += ["-> over"] if event == "go" else []
        options += ["defer"] if event in ("go", "tell", "compare") else []
        chosen = random.choice(options)
        if chosen in ("defer", "-> over"):
            return chosen
        asked = ["perform"] if event == "yes" else []
        effects = self._effects(enters=chosen != "stay")
        asked += random.sample(effects, random.randint(0, 2)) if chosen != "-> out" else []
        return f"{chosen} / {', '.join(asked)}" if asked else chosen

    def _effects(self, *, enters: bool) -> list[str]:
        """`enters`: a read is only asked then, so that there are never many at a time."""
        effects = [*EFFECTS, "send go to elsewhere"]
        effects += ["call look"] * 6 if self._reads and enters else []
        effects += {"": [], "one": ["propose act"] * 3, "two": ["propose act then pay", "propose pay"] * 2}[
            self._writes
        ]
        return effects

    def _enter(self, pad: str) -> list[str]:
        return [f"{pad}enter: {self._random.choice(self._effects(enters=True))}"] if self._random.random() < 0.4 else []

    def _out(self) -> list[str]:
        waits = ["  go defer : later"] if self._random.random() < 0.4 else ["  go stay : heard"]
        late = ["  after 2m  -> back else s0 : long enough"] if self._random.random() < 0.4 else []
        if not self._rests:
            return []
        return ["out (interruption)", *waits, *late, "  up -> back else s0 : over", "  tell stay : told meanwhile"]
