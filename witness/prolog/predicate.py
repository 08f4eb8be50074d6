"""A predicate that asks SWI-Prolog at every step of a search, as the paper's triage may have done.

(Section 5.3 says only that π° was written again in Python, so that A* need not ask Prolog.) It
says what the translation says, and takes its time for it: that of its clauses, and that of the
way to Prolog and back. What it costs decides Algorithm 2, which is what it is here for.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from witness.logic.language.primitives import (
    PRIMITIVES,
    edge_name,
    square_name,
    square_view,
    vertex_name,
)
from witness.predicates.interface import BoundPredicate, Predicate, triangles_of
from witness.prolog.price import Definitions, square_facts
from witness.prolog.swi import janus
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges

#: The primitives about squares, which change from puzzle to puzzle.
OF_SQUARES = [key for key, primitive in PRIMITIVES.items() if primitive.subject == "square"]


class PrologPredicate(Predicate):
    """π′ given by clauses, as texts, which SWI-Prolog proves for each partial path anew.

    Only the reference engine takes it, and one puzzle at a time: binding it to another one
    unbinds it from the one before.
    """

    when = "SWI-Prolog proves f/2 of it and some square"

    def __init__(self, name: str, clauses: Sequence[str], bias: str | Path | None = None) -> None:
        self.name = name
        self._definitions = Definitions(bias)
        self._definitions.define(clauses)

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π of one puzzle: f/2 is asked of its squares in turn, until it holds."""
        squares = {
            square_name(puzzle, square): square_view(puzzle, square, triangles)
            for square, triangles in triangles_of(puzzle).items()
        }
        facts = [fact for name, view in squares.items() for fact in square_facts(name, view)]
        self._definitions.place(OF_SQUARES, facts)
        module, names = self._definitions.module, list(squares)
        vertex_names = {vertex: vertex_name(vertex) for vertex in puzzle.grid.vertices}
        edge_names = {edge: edge_name(puzzle, edge) for edge in puzzle.grid.edges}
        ask = janus().apply_once

        def fires(head: int, vertices: int, edges: int) -> bool:
            path = path_from_edges(puzzle, head, edges)
            taken = [edge_names[min(step), max(step)] for step in pairwise(path)]
            visited = [vertex_names[vertex] for vertex in path]
            return bool(ask("witness_price", "fires", module, taken, visited, visited[-1], names))

        return fires


def spent() -> int:
    """Return the inferences that all such predicates have taken since this was asked last."""
    found: int = janus().apply_once("witness_price", "spent")
    return found
