"""Learn a table of passages from solutions, until all that it says is proved.

What is learned of a situation are the passages of the solutions that were seen, each with the least
length that was seen: a shorter one, or one between other corners, is said to be impossible. That is
the strongest table that fits the examples. `witness.proof.passages` proves or refutes each entry; a
refuted one is answered with a solution on a board of 3×3 that has the passage, a further example.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from witness.logic.configurations import SquareState
from witness.proof.all_paths import NumberedPath, levels, state_on
from witness.proof.passages import Ends, Situation, Table, refuted
from witness.puzzle.grid import Grid, edge_between, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import Path


class TaughtTable(NamedTuple):
    """A table of which all is proved, the refuted entries of each round, and the examples."""

    table: Table
    refuted: tuple[int, ...]
    examples: tuple[tuple[Puzzle, Path], ...]


def teach_passages(puzzles: Iterable[Puzzle]) -> TaughtTable:
    """Learn from the solutions of puzzles, then from counterexamples, until all is proved."""
    examples = [(puzzle, path) for puzzle in puzzles for path in solutions(puzzle)]
    rounds = []
    while wrong := refuted(table := learned(examples)):
        rounds.append(len(wrong))
        first = dict(reversed(wrong))  # one of each situation
        examples += [_counterexamples()[entry] for entry in sorted(first.items())]
    return TaughtTable(table, tuple(rounds), tuple(examples))


def learned(examples: Iterable[tuple[Puzzle, Path]]) -> Table:
    """Return the passages of some solutions, each with the least length that it has there."""
    table: dict[Situation, dict[Ends, int]] = {}
    for puzzle, solution in examples:
        board = puzzle.grid
        trail = tuple(board.vertex_number(vertex) for vertex in solution)  # type: ignore[arg-type]
        for square in puzzle.triangle_at:
            for situation, ends, length in passages(board, trail, board.square_number(square)):
                known = table.setdefault(situation, {})
                known[ends] = min(length, known.get(ends, length))
    return table


def passages(
    board: Grid, trail: tuple[int, ...], square: int
) -> Iterator[tuple[Situation, Ends, int]]:
    """Yield the passage of each part of a path after which it takes edges of a square.

    With the situation, the corners from and to which it goes, and its length.
    """
    corners = [
        board.vertex_number(corner) for corner in board.square_corners(board.squares[square])
    ]
    numbers = [
        board.edge_number[edge_between(board.vertices[one], board.vertices[other])]
        for one, other in pairwise(trail)
    ]
    edges = board.square_edge_masks[square]
    further = [place for place, number in enumerate(numbers) if edges >> number & 1]
    part = NumberedPath(trail[:1], 1 << trail[0], 0)
    for place, number in enumerate(numbers):
        further = [one for one in further if one >= place]
        if not further:
            return
        begin, end = further[0], further[-1] + 1
        ends = corners.index(trail[begin]), corners.index(trail[end])
        state: SquareState = state_on(board, part, square)
        yield (len(further), state), ends, end - begin
        near = trail[place + 1]
        part = NumberedPath((near,), part.visited | 1 << near, part.edges | 1 << number)


@cache
def _counterexamples() -> dict[tuple[Situation, Ends], tuple[Puzzle, Path]]:
    """Return for each situation and passage a solution in which it is as short as it can be.

    The square is that in the middle of a board of 3×3, around which each passage has room.
    """
    board = grid(3, 3)
    square = board.square_number((1, 1))
    edges = board.square_edge_masks[square]
    least: dict[tuple[Situation, Ends], tuple[int, NumberedPath]] = {}
    for path in (path for level in levels(board) for path in level):
        if 0 < (path.edges & edges).bit_count() < 4:
            for situation, ends, length in passages(board, path.trail, square):
                if length < least.get((situation, ends), (length + 1, path))[0]:
                    least[situation, ends] = length, path
    found: dict[tuple[Situation, Ends], tuple[Puzzle, Path]] = {}
    for entry, (_, path) in least.items():
        line = path.vertices(board)
        triangles = ((1, 1, (path.edges & edges).bit_count()),)
        found[entry] = Puzzle(3, 3, line[:1], line[-1:], triangles), line
    return found
