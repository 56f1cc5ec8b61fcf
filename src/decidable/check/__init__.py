"""What is wrong with a machine before it runs, and why a cell decides as it does.

Owns: the findings over a compiled table and the explanation of one cell. Never: runs a machine, opens a file, or prints.
"""

from decidable.check.accepted import Silenced
from decidable.check.explain import Explanation, Role, Speaker, why
from decidable.check.report import Report, Tally, check, unfit

__all__ = ["Explanation", "Report", "Role", "Silenced", "Speaker", "Tally", "check", "unfit", "why"]
