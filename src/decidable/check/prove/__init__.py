"""Whether a rule holds whatever the world does: proved, refuted by a run, or not decided within a limit.

Owns: the verdicts, and how a rule is put to the search. Never: says *holds* of what was not explored whole, or *refuted*
without a run that the real `step` has taken.

Most rules do not depend on most facts. So a rule is first put to a machine in which the facts that tools are asked with are
*loose*: whatever can be known of them is supposed anew with every step. Such a machine does all that the real one can, and
more. What holds there holds; a path found there is confirmed with real values, and where there are none, the facts that it
played with are kept from then on.
"""

from decidable.check.prove.prover import prove
from decidable.check.prove.verdicts import LIMIT, Holds, Options, Refuted, Size, Undecided, Verdict

__all__ = ["LIMIT", "Holds", "Options", "Refuted", "Size", "Undecided", "Verdict", "prove"]
