"""Counterexamples: a path on which a predicate fires and that still becomes a solution."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, cast

from witness.base.errors import InputError
from witness.base.schemas import check_shape
from witness.proof.certificate_schema import EXAMPLE
from witness.puzzle.constraints import constraints
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import Place, Puzzle, place_text
from witness.puzzle.proof_scope import Scope, beyond_proofs
from witness.puzzle.rules import Path, is_solution, path_from_json, path_to_json
from witness.puzzle.views.board import PathView, SymbolView, board_view


@dataclass(frozen=True)
class Counterexample:
    """A partial path on which a clause fires for a constraint, and a solution that extends it.

    `place` is the square of the constraint, or the vertex or edge of a dot.
    """

    puzzle: Puzzle
    place: Square | Place
    partial_path: Path
    solution: Path
    kind: str = "triangles"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The square of the constraint; none if it is a dot."""
        return () if self.kind == "dots" else (cast(Square, self.place),)

    @property
    def title(self) -> str:
        """What the clause fires for: "the square (0, 1)"."""
        return f"the {'dot at' if self.kind == 'dots' else 'square'} {place_text(self.place)}"

    @staticmethod
    def from_json(record: Any) -> Counterexample:
        """Return the counterexample that a JSON object describes.

        Raises `InputError` for anything else, and if nothing stands at its place.
        """
        check_shape(record, EXAMPLE, "a counterexample")
        puzzle = puzzle_from_json(record["puzzle"])
        dot = "dot" in record
        (place,) = path_from_json([record["dot" if dot else "square"]])
        kinds = {one.kind for one in constraints(puzzle) if one.place == place}
        own = sorted(kinds & {"dots"} if dot else kinds - {"dots"})
        if not own:
            raise InputError(f"not a counterexample: nothing stands at {place_text(place)}")
        path, solution = (path_from_json(record[name]) for name in ("partial_path", "solution"))
        return Counterexample(puzzle, place, path, solution, own[0])

    def why_not(self, scope: Scope, kinds: Collection[str]) -> str | None:
        """Return why it refutes no clause about symbols of some kinds; None if it refutes one.

        It refutes each clause of a scope that fires for its symbol on its partial path.
        """
        beyond = beyond_proofs(self.puzzle, scope)
        if beyond:
            return f"its panel has {beyond}, of which proofs do not speak"
        if self.kind not in kinds:
            return f"it is about {self.kind}, which the background does not know"
        path, solution = self.partial_path, self.solution
        if not is_solution(self.puzzle, solution):
            return "its solution does not solve its puzzle"
        if 0 < len(path) < len(solution) and solution[: len(path)] == path:
            return None
        return "its solution does not extend its partial path"

    @property
    def views(self) -> tuple[PathView, SymbolView]:
        """What a clause sees of it: the partial path, and the symbol."""
        board = board_view(self.puzzle)
        path = board.path_of(cast(tuple[Vertex, ...], self.partial_path))
        return path, board.symbol(self.place, self.kind)

    def to_json(self) -> dict[str, Any]:
        """Return the counterexample as JSON."""
        return {
            "puzzle": self.puzzle.to_json(),
            "dot" if self.kind == "dots" else "square": path_to_json([self.place])[0],
            "partial_path": [list(vertex) for vertex in self.partial_path],
            "solution": [list(vertex) for vertex in self.solution],
        }
