"""Panels to measure solvers on: solvable ones around a random path, unsolvable ones beside them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count

from witness.base.limits import Limits
from witness.puzzle import solvers
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.generate.random_paths import PATH_METHODS
from witness.puzzle.grid import grid, regions
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import path_edges

#: Kinds of panels: what is on them.
KINDS = ("triangles", "regions")


def draw(kind: str, side: int, number: int, seed: int) -> tuple[list[Puzzle], list[Puzzle]]:
    """Draw `number` solvable and `number` unsolvable panels of side×side squares."""
    make, spoil = (triangles, spoiled_triangles) if kind == "triangles" else (coloured, spoiled)
    rng = random.Random(f"{kind} {side} {seed}")
    solvable = [replace(make(side, rng), id=f"{kind}-{side}-{n}") for n in range(number)]
    unsolvable = []
    for n in range(number):
        for _ in count():
            puzzle = spoil(make(side, rng), rng)
            # What is not decided within a second is not taken, whichever it is.
            limits = Limits(time_limit=1)
            if solvers.solve(puzzle, limits=limits).status == "unsolvable":
                unsolvable.append(replace(puzzle, id=f"{kind}-{side}-unsolvable-{n}"))
                break
    return solvable, unsolvable


def triangles(side: int, rng: random.Random) -> Puzzle:
    """Draw a panel by Algorithm 4 of the paper."""
    return algorithm_4(side, side, rng)


def spoiled_triangles(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return the puzzle with another number of triangles in one square."""
    (r, c, wanted), *others = rng.sample(puzzle.triangles, len(puzzle.triangles))
    other = rng.choice([number for number in (1, 2, 3) if number != wanted])
    return replace(puzzle, triangles=tuple(sorted([(r, c, other), *others])))


def coloured(side: int, rng: random.Random) -> Puzzle:
    """Draw a panel with squares, stars and dots around a random path.

    Each region has a colour; a third of its squares hold coloured squares, or two of them stars.
    Three vertices of the path have dots.
    """
    board = grid(side, side)
    goal = rng.choice([vertex for vertex in board.peripheral_vertices if vertex != (0, 0)])
    path = PATH_METHODS["backtracking"](board, (0, 0), goal, rng)
    squares, stars = [], []
    for region in regions(board, set(path_edges(path))):
        colour = rng.choice(("black", "white"))
        if len(region) > 1 and rng.random() < 0.3:
            stars += [(*square, colour) for square in rng.sample(region, 2)]
        else:
            chosen = rng.sample(region, max(1, len(region) // 3))
            squares += [(*square, colour) for square in chosen]
    dots = rng.sample(path[1:-1], min(3, len(path) - 2))
    return Puzzle(
        side, side, ((0, 0),), (goal,), dots=tuple(dots), squares=tuple(squares), stars=tuple(stars)
    )


def spoiled(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return the puzzle with one coloured square in the other colour, or without one star."""
    if not puzzle.squares:
        return replace(puzzle, stars=puzzle.stars[1:])
    (r, c, colour), *others = rng.sample(puzzle.squares, len(puzzle.squares))
    other = "white" if colour == "black" else "black"
    return replace(puzzle, squares=tuple(sorted([(r, c, other), *others])))
