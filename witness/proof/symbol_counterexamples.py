"""Counterexamples to clauses about coloured squares, stars and dots.

Every simple path is a solution of the puzzles whose symbols it satisfies, and all its beginnings
are completable. So paths are drawn first, and then symbols that they satisfy, small boards before
larger ones.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import pairwise

from witness.base.limits import Budget
from witness.logic.language.views import board_view, path_view
from witness.logic.translate import Condition
from witness.proof.counterexamples import Counterexample
from witness.puzzle.constraints import constraints
from witness.puzzle.grid import Edge, Grid, Square, Vertex, edge_between, grid
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import regions

#: The boards, and how many puzzles are drawn on each. The last one is the largest.
DRAWN = (((1, 1), 50), ((1, 2), 200), ((2, 2), 800), ((2, 3), 600), ((3, 3), 800), ((3, 4), 400))

COLOURS = ("black", "white", "red")

Path = tuple[Vertex, ...]


def find_symbol_counterexample(
    condition: Condition, kinds: Collection[str], budget: Budget
) -> Counterexample | None:
    """Return a partial path on which a clause fires and that has a solution; None if none is found.

    Symbols are of some `kinds` (`witness.puzzle.constraints`). Raises `LimitReachedError` at the
    limit of the budget.
    """
    for puzzle, solution in solved_puzzles(kinds):
        views = [(one, board_view(puzzle).symbol(one.place, one.kind))
                 for one in constraints(puzzle)]  # fmt: skip
        for length in range(1, len(solution)):
            budget.check()
            path = path_view(puzzle, solution[:length])
            for one, view in views:
                if condition(path, view):
                    return Counterexample(puzzle, one.place, solution[:length], solution, one.kind)
    return None


def solved_puzzles(kinds: Collection[str]) -> Iterator[tuple[Puzzle, Path]]:
    """Yield random puzzles with symbols of some kinds, each with a solution."""
    rng = random.Random(1)
    for (rows, cols), number in DRAWN:
        board = grid(rows, cols)
        for _ in range(number):
            path = _walk(board, rng)
            puzzle = _around(board, path, kinds, rng)
            if puzzle.features & {*kinds}:
                yield puzzle, path


def random_paths(kinds: Collection[str]) -> Iterator[tuple[Puzzle, Path]]:
    """Yield random puzzles with a solution, and partial paths that need not lead to one."""
    rng = random.Random(2)
    for puzzle, solution in solved_puzzles(kinds):
        line = _walk(puzzle.grid, rng, solution[0])
        for length, (here, there) in enumerate(pairwise(line), start=2):
            if edge_between(here, there) in puzzle.gaps or there == solution[-1]:
                break
            yield puzzle, line[:length]


def _walk(board: Grid, rng: random.Random, start: Vertex | None = None) -> Path:
    """Return a random simple path of two vertices or more."""
    path = [start or rng.choice(board.vertices)]
    while True:
        near = [vertex for vertex in board.neighbours(path[-1]) if vertex not in path]
        if not near or (len(path) > 1 and rng.random() < 0.08):
            return tuple(path)
        path.append(rng.choice(near))


def _around(board: Grid, path: Path, kinds: Collection[str], rng: random.Random) -> Puzzle:
    """Return a puzzle with random symbols that a path satisfies."""
    edges = {edge_between(a, b) for a, b in pairwise(path)}
    squares: dict[Square, str] = {}
    stars: dict[Square, str] = {}
    density = rng.random()
    for region in regions(board, edges):
        free = rng.sample(region, len(region))
        if "squares" in kinds:
            colour = rng.choice(COLOURS)
            taken = [square for square in free if rng.random() < density]
            squares |= dict.fromkeys(taken, colour)
            free = [square for square in free if square not in squares]
        if "stars" in kinds:
            for colour in rng.sample(COLOURS, 2):
                missing = 2 - sum(squares.get(square) == colour for square in region)
                if 0 < missing <= len(free) and rng.random() < 0.6:
                    stars |= dict.fromkeys(free[:missing], colour)
                    free = free[missing:]
    triangles: dict[Square, int] = {}
    if "triangles" in kinds:
        for square in board.squares:
            count = len(edges & {*board.square_edges(square)})
            if count and square not in squares and square not in stars and rng.random() < 0.3:
                triangles[square] = count
    dots: list[Place] = []
    if "dots" in kinds:
        places: list[Place] = [*path, *sorted(edges)]
        dots = rng.sample(places, rng.randrange(min(4, len(places)) + 1))
    left: list[Edge] = [edge for edge in board.edges if edge not in edges]
    gaps = [edge for edge in left if rng.random() < 0.15] if rng.random() < 0.5 else []
    return Puzzle(
        board.rows,
        board.cols,
        path[:1],
        path[-1:],
        triangles=tuple((*square, count) for square, count in sorted(triangles.items())),
        squares=tuple((*square, colour) for square, colour in sorted(squares.items())),
        stars=tuple((*square, colour) for square, colour in sorted(stars.items())),
        dots=tuple(dots),
        gaps=tuple(gaps),
        id="counterexample",
    )
