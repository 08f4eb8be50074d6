"""The paper's own examples, and random puzzles, for many tests."""

from __future__ import annotations

import random
from pathlib import Path

from witness.puzzle.model import Puzzle

ROOT = Path(__file__).resolve().parents[2]

#: The paper's Table 3: π°, the predicate that it learned.
TABLE_3 = """\
f(A,B) :- square(B,E,C), path(A,D), count(C,D,F), greaterThan(F,E).
f(A,B) :- path(A,E), notAdjacent(A,B), square(B,F,C), count(E,C,D), three(F), one(D).
f(A,B) :- path(A,E), notAdjacent(A,B), square(B,F,C), count(E,C,D), three(F), two(D).
"""

#: Not so: a path with one edge of a two-triangle square can come back for the other.
UNSOUND = "f(A,B) :- path(A,E), notAdjacent(A,B), square(B,F,C), count(E,C,D), two(F), one(D).\n"


def random_puzzle(rng: random.Random, max_side: int = 3, symbols: bool = False) -> Puzzle:
    """Draw a small puzzle with anything in it; it may well be unsolvable."""
    rows, cols = rng.randint(1, max_side), rng.randint(1, max_side)
    bare = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
    vertices, edges, squares = bare.grid.vertices, bare.grid.edges, bare.grid.squares
    ends = rng.sample(vertices, min(len(vertices), rng.choice((2, 2, 2, 3, 4))))
    cut = rng.randint(1, len(ends) - 1)
    places = rng.sample(squares, rng.randint(0, min(len(squares), 4)))
    triangles, colours, stars = [], [], []
    for r, c in places:
        kind = rng.choice(("triangle", "triangle", "square", "star")) if symbols else "triangle"
        if kind == "triangle":
            triangles.append((r, c, rng.randint(1, 3)))
        elif kind == "square":
            colours.append((r, c, rng.choice(("black", "white"))))
        else:
            stars.append((r, c, rng.choice(("black", "white"))))
    dots = rng.sample([*vertices, *edges], rng.choice((0, 0, 1, 2))) if symbols else []
    gaps = rng.sample(edges, rng.choice((0, 0, 0, 1, 2)))
    return Puzzle(
        rows,
        cols,
        tuple(ends[:cut]),
        tuple(ends[cut:]),
        tuple(triangles),
        tuple(gaps),
        tuple(dots),
        tuple(colours),
        tuple(stars),
    )
