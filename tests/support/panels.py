"""Panels for tests of solvers: the shipped ones, and random ones with everything there is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import Any

from witness.puzzle.files import read_puzzles
from witness.puzzle.grid import edge_between, grid
from witness.puzzle.model import FEATURES, RULES, Place, Puzzle
from witness.puzzle.second_line import image

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
    found: dict[str, list[tuple[Any, ...]]] = {"triangles": []}
    coloured: dict[str, list[tuple[int, int, str]]] = {"squares": [], "stars": []}
    for name in ("triangles", "squares", "stars"):
        for _ in range(rng.randrange(1, max(2, rows * cols // 2 + 1)) if name in has else 0):
            if not squares:
                break
            r, c = squares.pop()
            if name == "triangles":
                own = ("red",) if r < c else ()  # which no star counts
                found[name].append((r, c, rng.choice((1, 1, 2, 2, 3)), *own))
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


#: The features that `random_panel` does not draw.
MORE = frozenset(FEATURES) - {*SYMBOLS, "edge-ends", "pass-goals"}

#: Shapes of blocks, one of them in two parts.
SHAPES = (["#"], ["##"], ["#", "#"], ["##", "#."], ["###"], ["#.#"], [".#", "##"], ["#", "#", "#"])


def drawn_panel(rng: random.Random, features: AbstractSet[str]) -> Puzzle:
    """Draw a small panel with any of some features."""
    while True:
        puzzle = _drawn(rng, {name for name in sorted(features) if rng.random() < 0.6})
        if not puzzle.problems() and puzzle.features <= features:
            return puzzle


def _drawn(rng: random.Random, has: AbstractSet[str]) -> Puzzle:
    wraps = "wraps" in has
    rows, cols = rng.choice(((1, 4), (2, 4), (1, 3), (2, 3)) if wraps else SMALL[:-1])
    board = grid(rows, cols, wraps)
    places: list[Any] = list(board.vertices)
    if has & {"edge-ends", "open-halves", "edge-start-goals"}:
        places += board.edges
    starts, goals = ([rng.choice(places) for _ in range(rng.randrange(1, 3))] for _ in range(2))
    goals = [p for p in goals if p not in starts] or [p for p in places if p not in starts][:1]
    if has & {"start-goals", "edge-start-goals"}:
        goals.append(rng.choice(starts))
    symmetry = ""
    if "symmetry" in has or "line_dots" in has:
        symmetry = rng.choice(("left-right", "up-down", "rotation", *(("shift",) if wraps else ())))
        if not (wraps and cols % 2):
            starts += [image(board, symmetry, place) for place in starts]
            goals += [image(board, symmetry, place) for place in goals]
    ends = {*starts, *goals}
    line = [*board.vertices, *board.edges]
    more: dict[str, Any] = {
        "gaps": [e for e in board.edges if e not in ends and rng.random() < 0.15],
        "dots": [place for place in line if rng.random() < 0.08],
    }
    taken = {*more["gaps"], *more["dots"]}
    if symmetry:
        found = [(place, rng.choice((1, 2))) for place in line if rng.random() < 0.1]
        more["line_dots"] = [dot for dot in found if dot[0] not in taken]
    squares = list(board.squares)
    rng.shuffle(squares)
    if "missing" in has:
        more["missing"] = [squares.pop() for _ in range(min(len(squares), rng.randrange(1, 3)))]
    kinds = [name for name in ("triangles", "squares", "stars", "blocks", "eliminations")
             if name in has]  # fmt: skip
    for name in kinds:
        more[name] = []
    for square in squares[: rng.randrange(1, len(squares) + 1)] if kinds and squares else ():
        name = rng.choice(kinds)
        colour = rng.choice(("black", "white"))
        # Without stars nobody counts it, and the panel is not "coloured".
        own = (colour,) if "coloured" in has or sum(square) % 2 else ()
        if name == "triangles":
            count = (
                4 if "four-triangles" in has and rng.random() < 0.3 else rng.choice((1, 1, 2, 3))
            )
            more[name].append((*square, count, *own))
        elif name == "blocks":
            block = {"at": square, "shape": rng.choice(SHAPES), "turns": rng.random() < 0.3}
            block |= {"negative": "negative-blocks" in has and rng.random() < 0.4}
            more[name].append(block | ({"colour": colour} if own else {}))
        elif name == "eliminations":
            more[name].append((*square, *own))
        else:
            more[name].append((*square, colour))
    known = {name: value for name, value in more.items() if name in has}
    return Puzzle(
        rows, cols, tuple(dict.fromkeys(starts)), tuple(dict.fromkeys(goals)), **known,
        pass_goals="pass-goals" in has, open_halves="open-halves" in has, wraps=wraps,
        symmetry=symmetry, rules=rng.choice(RULES[1:]) if "rules" in has else RULES[0],
    )  # fmt: skip


#: What else a panel has that has a feature.
WITH = {
    "negative-blocks": {"blocks"}, "four-triangles": {"triangles"}, "line_dots": {"symmetry"},
    "coloured": {"stars", "triangles"}, "edge-start-goals": {"edge-ends"}, "missing": {"squares"},
    "eliminations": {"dots"},
    "open-halves": {"edge-ends", "squares"}, "rules": {"blocks", "negative-blocks",
                                                       "eliminations"},
}  # fmt: skip


#: Features that say little without one another.
TOGETHER = (
    {"stars", "coloured", "triangles", "four-triangles", "eliminations"},
    {"blocks", "negative-blocks"},
    {"blocks", "negative-blocks", "eliminations", "rules", "wraps"},
    {"stars", "coloured", "squares", "eliminations", "rules"},
    {"edge-ends", "open-halves", "squares", "edge-start-goals"},
    {"symmetry", "line_dots", "eliminations"},
    {"symmetry", "edge-ends", "open-halves", "squares", "rules"},
    {"symmetry", "wraps", "line_dots", "edge-ends", "pass-goals"},
)


def mixed_panels(seed: str, number: int) -> list[Puzzle]:
    """Draw small panels with everything that there is, each with a few features."""
    rng = random.Random(seed)
    known = sorted(FEATURES)
    found = []
    while len(found) < number:
        few = {*rng.sample(known, rng.randrange(2, 7))}
        if rng.random() < 0.6:
            few |= rng.choice(TOGETHER)
        found.append(drawn_panel(rng, few))
    return found


def on_both(puzzle: Puzzle, places: Iterable[Any]) -> set[Any]:
    """Some places of a path, and those of the second line if there is one."""
    one = {*places}
    return one | {image(puzzle.grid, puzzle.symmetry, p) for p in one if puzzle.symmetry}


def with_second_line(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """Return a panel with a second line besides, None if starts or goals do not allow it."""
    two = replace(puzzle, symmetry=rng.choice(("left-right", "up-down", "rotation")))
    starts, goals = on_both(two, two.starts), on_both(two, two.goals)
    two = replace(two, starts=tuple(starts), goals=tuple(goals - starts))
    return None if two.problems() else two


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
        return tuple((*square(*entry[:2]), *entry[2:]) for entry in symbols)

    moved = {
        name: tuple(place(old) for old in getattr(puzzle, name))
        for name in ("starts", "goals", "gaps", "dots")
    }
    symbols = {
        name: in_squares(getattr(puzzle, name)) for name in ("triangles", "squares", "stars")
    }
    return replace(puzzle, rows=rows, cols=cols, **moved, **symbols)
