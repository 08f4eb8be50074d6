"""Boards on which a state is completed: what no sound predicate may fire on.

A *witness* of a state is a panel, a partial path, a solution that extends it, and a square, of
which everything holds that holds of the state. A clause that fires in the state fires on the
witness, too, and so is not sound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import cast

from witness.base.limits import current
from witness.proof.best.states import Sight
from witness.proof.best.structures import Structure, maps_into
from witness.proof.counterexamples import Counterexample
from witness.puzzle.grid import Edge, Square, Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path, path_edges
from witness.puzzle.views.board import BoardView

#: The boards on which witnesses are looked for, in rows and columns.
BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3))


def witnesses(sight: Sight, wanted: Collection[Structure]) -> dict[Structure, Counterexample]:
    """Return a witness of each structure for which one is found on small boards.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    found: dict[Structure, Counterexample] = {}
    open_ = dict.fromkeys(wanted)
    structures = {sight.key(state): of for state, of in sight.structures.items()}
    seen: set[Structure] = set()
    given = sight.language.given
    for panel, solution in _panels(sight):
        if not open_:
            break
        current().check()
        board = BoardView(panel)
        squares = [(place, board.squares[place]) for place in panel.triangle_at]
        for length in range(1, len(solution)):
            path = board.path_of(cast(tuple[Vertex, ...], solution[:length]))
            for place, square in squares:
                structure = structures[sight.key_of(path, square)]
                if structure in seen:
                    continue
                seen.add(structure)
                witness = Counterexample(panel, place, solution[:length], solution)
                for one in [one for one in open_ if maps_into(one, structure, given)]:
                    found[one] = witness
                    del open_[one]
    return found


def _panels(sight: Sight) -> Iterator[tuple[Puzzle, Path]]:
    """Yield panels with a solution of each: small ones first, then those with more gaps.

    Every square that gets one to three edges of the solution has as many triangles; where features
    are seen, there are also panels with gaps, and with one square that has triangles.
    """
    for rows, cols in BOARDS:
        bare = Puzzle(rows, cols, starts=((0, 0),), goals=((rows, cols),))
        for solution in simple_paths(bare):
            used = {*path_edges(solution)}
            counts = {
                square: len(used.intersection(bare.grid.square_edges(square)))
                for square in bare.grid.squares
            }
            triangles = tuple((*s, n) for s, n in counts.items() if n)
            yield bare.changed(triangles=triangles), solution
            if sight.features:
                unused = [edge for edge in bare.grid.edges if edge not in used]
                for own in triangles:
                    for gaps in _gaps(bare, own[:2], unused):
                        for kept in {triangles, (own,)}:
                            yield bare.changed(triangles=kept, gaps=gaps), solution


def _gaps(bare: Puzzle, square: Square, unused: list[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Yield sets of gaps: some unused edges of a square, and none or all of the other ones."""
    sides = [edge for edge in bare.grid.square_edges(square) if edge in unused]
    others = [edge for edge in unused if edge not in sides]
    for number in range(len(sides) + 1):
        for chosen in combinations(sides, number):
            yield chosen
            yield (*chosen, *others)
