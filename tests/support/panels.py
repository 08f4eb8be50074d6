"""Panels for tests of solvers: the shipped ones, and random ones with everything there is."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from witness.puzzle.files import read_puzzles
from witness.puzzle.grid import edge_between, grid
from witness.puzzle.model import Place, Puzzle

#: The shipped panels by id.
SHIPPED = {
    puzzle.id: puzzle
    for puzzle in read_puzzles(Path(__file__).resolve().parents[2] / "examples" / "panels.jsonl")
}

#: "Solving The Witness with Z3 (Part 2)": the goal is cut off, which search finds out too late.
CUT_OFF = SHIPPED["cut-off"]

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


def mirrored(puzzle: Puzzle) -> Puzzle:
    """Turn a panel over its diagonal: rows become columns."""
    return _moved(puzzle, puzzle.cols, puzzle.rows, lambda r, c: (c, r), lambda r, c: (c, r))


def turned(puzzle: Puzzle) -> Puzzle:
    """Turn a panel by a quarter."""
    rows = puzzle.rows
    return _moved(
        puzzle,
        puzzle.cols,
        puzzle.rows,
        lambda r, c: (c, rows - r),
        lambda r, c: (c, rows - 1 - r),
    )


def reversed_panel(puzzle: Puzzle) -> Puzzle:
    """Exchange starts and goals: each path the other way round."""
    return replace(puzzle, starts=puzzle.goals, goals=puzzle.starts)


def _moved(
    puzzle: Puzzle,
    rows: int,
    cols: int,
    vertex: Callable[[int, int], tuple[int, int]],
    square: Callable[[int, int], tuple[int, int]],
) -> Puzzle:
    def place(old: Any) -> Any:
        if isinstance(old[0], tuple):
            return edge_between(vertex(*old[0]), vertex(*old[1]))
        return vertex(*old)

    def in_squares(symbols: Any) -> Any:
        return tuple((*square(r, c), value) for r, c, value in symbols)

    moved = {
        name: tuple(place(old) for old in getattr(puzzle, name))
        for name in ("starts", "goals", "gaps", "dots")
    }
    symbols = {
        name: in_squares(getattr(puzzle, name)) for name in ("triangles", "squares", "stars")
    }
    return replace(puzzle, rows=rows, cols=cols, **moved, **symbols)
