"""Panels that are drawn by hand in a notebook."""

from __future__ import annotations

from witness.library.expected import checked
from witness.library.puzzle import Puzzle
from witness.studio.server.notebook import Editor


@checked
def edit(puzzle: Puzzle | None = None, *, rules: str = "thesis") -> Editor[Puzzle]:
    """Open a panel in the studio, without one an empty board, as `Puzzle.edit` does."""
    begun = Puzzle(4, 4, [(0, 0)], [(4, 4)]) if puzzle is None else puzzle
    return begun.edit(rules=rules)
