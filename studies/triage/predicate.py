"""A predicate that asks SWI-Prolog at every step of a search, as the paper's triage may have done.

(Section 5.3 says only that π° was rewritten in Python, so that A* need not ask Prolog.) It answers
as the translation does, but takes the time of its clauses, and of calling Prolog. That time decides
Algorithm 2, and measuring it is what this predicate is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from studies.triage.definitions import Definitions, started
from witness.logic.language.views import (
    edge_name,
    square_facts,
    square_name,
    square_view,
    vertex_name,
)
from witness.prolog.hypothesis import SQUARES, told
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges
from witness.searches.predicates.interface import BoundPredicate, Predicate, triangles_of


class PrologPredicate(Predicate):
    """π′ given by the texts of clauses, which SWI-Prolog proves anew for each partial path.

    Only the reference engine accepts it, and for one puzzle at a time: binding it to another puzzle
    unbinds it from the one before.
    """

    when = "SWI-Prolog proves f/2 of it and some square"

    def __init__(self, name: str, clauses: Sequence[str], bias: str | Path | None = None) -> None:
        self.name = name
        self._definitions = Definitions(bias)
        self._definitions.define(clauses)

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π for one puzzle: Prolog is asked f/2 of its squares in turn, until it holds."""
        squares = {
            square_name(puzzle, square): square_view(puzzle, square, triangles)
            for square, triangles in triangles_of(puzzle, self).items()
        }
        known = [square_facts(name, view) for name, view in squares.items()]
        self._definitions.place(SQUARES, [fact for own in known for fact in told(own, SQUARES)])
        module, names = self._definitions.module, list(squares)
        vertex_names = {vertex: vertex_name(vertex) for vertex in puzzle.grid.vertices}
        edge_names = {edge: edge_name(puzzle, edge) for edge in puzzle.grid.edges}
        ask = self._definitions.process.ask

        def fires(head: int, vertices: int, edges: int) -> bool:
            path = path_from_edges(puzzle, head, edges)
            taken = [edge_names[min(step), max(step)] for step in pairwise(path)]
            visited = [vertex_names[vertex] for vertex in path]
            return bool(ask("witness_price:fires", module, taken, visited, visited[-1], names))

        return fires


def spent() -> int:
    """Return the inferences that all such predicates have taken since the last call."""
    inferences: int = started().ask("witness_price:spent")
    return inferences
