"""Which clauses speak of panels with elimination marks: those with a guard.

A mark takes a symbol of its region away, which then need not be satisfied. So a clause about a
symbol says something there only if no mark may be in a region of the symbol (`unmarked/2`), or if
no goal can be reached any more (`cut_off/1`), which is about no symbol. That is the scope of its
proof (`witness.puzzle.proof_scope`).
"""

from __future__ import annotations

from witness.logic.background import Background
from witness.logic.language.terms import Clause, Literal


def is_guarded(clause: Clause, background: Background) -> bool:
    """Return whether a clause has a guard, the primitive, for its path and its symbol."""
    path, symbol = background.arguments(*clause.args)
    guards = {Literal("unmarked", (path, symbol)), Literal("cut_off", (path,))}
    return any(one in guards and not background.program.defines(one.key) for one in clause.body)
