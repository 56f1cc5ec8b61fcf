"""A run as lines of text: what reaches it, one thing a line. A trace is printed so, and a file of such lines is played.

Owns: the format of scripts: `written` writes one, `played` plays one, `values` has the values in both. Never: carries out a
tool; the script says how they end.

    fact customer_id = "C-1"             before everything else: given at the start
    details(party = 4)                   an event, with its fields
    user_yes approves                    with the approval of the open question
    reserve_table starts                 the host begins what is planned
    reserve_table: committed(...)        an outcome; also `not found`, `not done` and `blocked`
    check_stock 2: free                  of the second open one of that name
    after 30m                            a deadline passes
    wait 10m                             time goes by
    # a remark, also behind a line
"""

from decidable.check.script.played import Played, play
from decidable.check.script.trouble import ScriptError
from decidable.check.script.values import value_text
from decidable.check.script.written import script_lines, step_text

__all__ = ["Played", "ScriptError", "play", "script_lines", "step_text", "value_text"]
