"""Where the rules of the Windmill and of the game differ: what of a panel they judge otherwise.

This follows `witness.puzzle.filling` and `removal`, which have the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.symbols import COUNTING


def disputed(puzzle: Puzzle) -> Iterator[str]:
    """Yield what a panel has that the `rules` of a puzzle can judge differently."""
    marks = len(puzzle.eliminations)
    if marks > 1:
        yield "several elimination marks"
    elif marks and any(getattr(puzzle, name) for name in COUNTING):
        yield f"an elimination mark beside {' or '.join(COUNTING)}"
    # Without both kinds, blocks never come to nothing, and none can take another away.
    if len({block.negative for block in puzzle.blocks}) > 1:
        yield "blocks beside negative ones"
    # A line from border to border has another region on each side of every edge.
    if any(block.size > 1 for block in puzzle.blocks) and not _from_border_to_border(puzzle):
        yield "blocks, and a start or a goal inside the board"


def _from_border_to_border(puzzle: Puzzle) -> bool:
    border = {*puzzle.grid.peripheral_vertices}
    return not (puzzle.wraps or puzzle.missing) and all(
        len(puzzle.grid.edge_squares(end)) < 2 if is_edge(end) else end in border
        for end in (*puzzle.starts, *puzzle.goals)
    )
