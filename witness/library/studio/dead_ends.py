"""Dead ends: the moves after which a player who could still solve a panel no longer can."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, cast

from witness.difficulty.state import Panel, panels
from witness.puzzle.grid import Vertex, edge_between
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.rules import Path

#: Solutions by their first places, each with what follows it; at the last place stands `_END`.
_Tree = dict[int, Any]
_END = -1


def dead_ends(puzzle: Puzzle, solutions: Iterable[Path]) -> int:
    """Return the number of dead ends of a panel, given all of its solutions.

    A dead end is the shortest beginning of a path that no solution has: a move from a path that
    could still become a solution to one that cannot, or a start from which there is no solution.
    After a solution nothing counts any more.
    """
    paths = list(solutions)
    return sum(_from(panel, [p for p in paths if p[0] == panel.puzzle.starts[0]])
               for panel in panels(puzzle))  # fmt: skip


def _from(panel: Panel, paths: list[Path]) -> int:
    """Return the number of dead ends from the start of a panel."""
    if not paths:
        return 1
    tree = _tree(panel, paths)
    number, todo = 0, [(panel.begin(), tree)]
    while todo:
        state, after = todo.pop()
        for move in () if _END in after else state.moves:
            if move.place in after:
                todo.append((state.after(move), after[move.place]))
            else:
                number += 1
    return number


def _tree(panel: Panel, paths: list[Path]) -> _Tree:
    number = {place: at for at, place in enumerate(panel.graph.places)}
    tree: _Tree = {}
    for path in paths:
        here = tree
        for before, place in pairwise(path):
            if not is_edge(before) and not is_edge(place):
                middle = edge_between(cast(Vertex, before), cast(Vertex, place))
                if middle in number:
                    here = here.setdefault(number[middle], {})
            here = here.setdefault(number[place], {})
        here[_END] = True
    return tree
