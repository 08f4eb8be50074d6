"""Whether a state is a dead end by h1 or h2 (Haslum and Geffner 2000), on a panel as STRIPS.

The actions are those of `witness.puzzle.formats.pddl`, grounded. h1 is the delete relaxation, by
which hmax, FF and LM-cut recognise dead ends; h2 does the same with pairs of atoms. Sets of atoms
are bit sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from witness.puzzle.grid import Path, edge_between, path_edges
from witness.puzzle.model import Puzzle


class Action(NamedTuple):
    """What an action needs, adds and deletes."""

    needs: int
    adds: int
    deletes: int


class Strips:
    """A panel with triangles and gaps as STRIPS."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._number: dict[tuple[object, ...], int] = {}
        self.actions = list(self._actions())
        wanted = [("edges", square, number) for square, number in puzzle.triangle_at.items()]
        self.goals = [self._set([("at", goal), *wanted]) for goal in puzzle.goals]

    def _set(self, atoms: Iterable[tuple[object, ...]]) -> int:
        found = 0
        for atom in atoms:
            found |= 1 << self._number.setdefault(atom, len(self._number))
        return found

    def _actions(self) -> Iterator[Action]:
        puzzle = self.puzzle
        open_ = (edge for edge in puzzle.grid.edges if edge not in puzzle.barred)
        for v, w in (way for edge in open_ for way in (edge, edge[::-1])):
            beside = puzzle.grid.edge_squares(edge_between(v, w))
            squares = [square for square in beside if square in puzzle.triangle_at]
            for counts in product(range(3), repeat=len(squares)) if v not in puzzle.goals else ():
                counted = [*zip(squares, counts, strict=True)]
                needs = self._set([("at", v), ("free", w), *(("edges", s, n) for s, n in counted)])
                adds = self._set([("at", w), *(("edges", s, n + 1) for s, n in counted)])
                yield Action(needs, adds, needs)

    def state(self, path: Path) -> int:
        """Return the state of a partial path."""
        edges = {*path_edges(path)}
        free = [("free", vertex) for vertex in self.puzzle.grid.vertices if vertex not in path]
        counts = [
            ("edges", square, len(edges & {*self.puzzle.grid.square_edges(square)}))
            for square in self.puzzle.triangle_at
        ]
        return self._set([("at", path[-1]), *free, *counts])

    def dead_by_h1(self, state: int) -> bool:
        """Whether no goal can be reached even if nothing is ever deleted."""
        before = 0
        while before != state:
            before = state
            for needs, adds, _ in self.actions:
                if needs & ~state == 0:
                    state |= adds
        return all(goal & ~state for goal in self.goals)

    def dead_by_h2(self, state: int) -> bool:
        """Whether some two atoms of each goal are never reached together."""
        beside = [0] * len(self._number)  # with which atoms an atom can be true
        for atom in _atoms(state):
            beside[atom] = state

        def together(atoms: int) -> bool:
            return all(atoms & ~beside[atom] == 0 for atom in _atoms(atoms))

        changed = True
        while changed:
            changed = False
            for needs, adds, deletes in self.actions:
                if not together(needs):
                    continue
                kept = -1
                for atom in _atoms(needs):
                    kept &= beside[atom]
                then = kept & ~deletes | adds
                for atom in _atoms(adds):
                    for other in _atoms(then & ~beside[atom]):
                        beside[other] |= 1 << atom
                        changed = True
                    beside[atom] |= then
        return not any(map(together, self.goals))


def _atoms(bits: int) -> Iterator[int]:
    """Yield the numbers of the atoms of a set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
