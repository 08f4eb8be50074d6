"""Counterexamples: a path on which a predicate fires and that still becomes a solution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from witness.puzzle.constraints import constraints
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.grid import Square
from witness.puzzle.model import Place, Puzzle, place_text
from witness.puzzle.rules import Path, path_from_json, path_to_json


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
    def from_json(record: Mapping[str, Any]) -> Counterexample:
        """Return the counterexample that a JSON object describes. Raises `InputError`."""
        puzzle = puzzle_from_json(record["puzzle"])
        dot = "dot" in record
        (place,) = path_from_json([record["dot" if dot else "square"]])
        kinds = {one.kind for one in constraints(puzzle) if one.place == place}
        return Counterexample(
            puzzle,
            place,
            path_from_json(record["partial_path"]),
            path_from_json(record["solution"]),
            "dots" if dot else next(iter(kinds - {"dots"})),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the counterexample as JSON."""
        return {
            "puzzle": self.puzzle.to_json(),
            "dot" if self.kind == "dots" else "square": path_to_json([self.place])[0],
            "partial_path": [list(vertex) for vertex in self.partial_path],
            "solution": [list(vertex) for vertex in self.solution],
        }
