"""Drawing gaps: edges that no path can cross.

A share of the edges of a board is one gap at least, and the nearest whole number of them. They are
drawn one after another from all edges, without those that must not be gaps; if these leave too few,
there are fewer. All randomness comes from `rng`.
"""

from __future__ import annotations

import random

from witness.base.errors import InputError
from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Edge
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path
from witness.puzzle.symbols.placing import edges_of_lines

#: The largest share of edges that can be gaps: with more, hardly any path is left.
MOST_GAPS = 0.25


def check_gaps(share: float) -> None:
    """Raise `InputError` unless a share of gaps is from 0 to `MOST_GAPS`."""
    if not 0 <= share <= MOST_GAPS:
        raise InputError(f"the share of gaps is {share}; 0 to {MOST_GAPS} is possible")


def random_gaps(panel: Puzzle, share: float, rng: random.Random) -> Puzzle:
    """Return the panel with gaps that do not cut off its start from its goal."""
    bare = panel.changed(starts=panel.starts[:1], goals=panel.goals[:1], symmetry="")
    gaps: tuple[Edge, ...] = ()
    wanted = _wanted(panel, share)
    for edge in _shuffled(panel, rng) if wanted else ():
        if len(gaps) == wanted:
            break
        if path_graph(bare.changed(gaps=(*gaps, edge))).open_starts:
            gaps = (*gaps, edge)
    return panel.changed(gaps=gaps)


def gaps_beside(panel: Puzzle, path: Path, share: float, rng: random.Random) -> Puzzle:
    """Return the panel with gaps that are not on a path, nor on its second line."""
    wanted = _wanted(panel, share)
    if not wanted:
        return panel
    used, number = edges_of_lines(panel, path), panel.grid.edge_number
    free = [edge for edge in _shuffled(panel, rng) if not used >> number[edge] & 1]
    return panel.changed(gaps=tuple(sorted(free[:wanted])))


def _wanted(panel: Puzzle, share: float) -> int:
    return max(1, int(share * len(panel.grid.edges) + 0.5)) if share else 0


def _shuffled(panel: Puzzle, rng: random.Random) -> list[Edge]:
    return rng.sample(panel.grid.edges, len(panel.grid.edges))
