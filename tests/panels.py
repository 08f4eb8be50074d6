"""Random panels with everything that the model can describe, for tests of solvers."""

from __future__ import annotations

import random
from collections.abc import Sequence

from witness.grid import grid
from witness.puzzle import Place, Puzzle

#: All kinds of symbols that `random_panel` may draw.
SYMBOLS = ("triangles", "gaps", "dots", "squares", "stars")

#: Boards on which brute force takes milliseconds.
SMALL = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2), (3, 3))


def random_panel(
    rng: random.Random,
    sizes: Sequence[tuple[int, int]] = SMALL,
    symbols: Sequence[str] = SYMBOLS,
    *,
    ends: int = 3,
    edge_ends: bool = True,
    pass_goals: bool = False,
) -> Puzzle:
    """Draw a panel; each symbol is there in half the panels, at most `ends` starts and goals."""
    rows, cols = rng.choice(sizes)
    board = grid(rows, cols)
    places: list[Place] = list(board.vertices)
    if edge_ends and rng.random() < 0.5:
        places += board.edges
    chosen = rng.sample(places, rng.randrange(2, max(3, min(2 * ends, len(places)) + 1)))
    split = rng.randrange(1, len(chosen))
    has = {name for name in symbols if rng.random() < 0.5}
    free = [edge for edge in board.edges if edge not in chosen]
    gaps = rng.sample(free, min(len(free), rng.randrange(3))) if "gaps" in has else []
    line: list[Place] = [*board.vertices, *(edge for edge in board.edges if edge not in gaps)]
    dots = rng.sample(line, rng.randrange(3)) if "dots" in has else []
    squares = list(board.squares)
    rng.shuffle(squares)
    found: dict[str, list[tuple[int, int, int]]] = {"triangles": []}
    coloured: dict[str, list[tuple[int, int, str]]] = {"squares": [], "stars": []}
    for name in ("triangles", "squares", "stars"):
        for _ in range(rng.randrange(1, max(2, rows * cols // 2 + 1)) if name in has else 0):
            if not squares:
                break
            r, c = squares.pop()
            if name == "triangles":
                found[name].append((r, c, rng.choice((1, 1, 2, 2, 3))))
            else:
                coloured[name].append((r, c, rng.choice(("black", "white"))))
    return Puzzle(
        rows,
        cols,
        tuple(chosen[:split]),
        tuple(chosen[split:]),
        tuple(found["triangles"]),
        tuple(gaps),
        tuple(dots),
        tuple(coloured["squares"]),
        tuple(coloured["stars"]),
        pass_goals=pass_goals and rng.random() < 0.5,
    )
