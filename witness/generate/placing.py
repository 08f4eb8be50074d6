"""Placing symbols of one kind: at random, or so that a given path satisfies them.

Every function gets a panel with start, goal and gaps only, and returns it with symbols. How many
there are is in `witness.generate.kinds`. All randomness comes from `rng`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from witness.puzzle.grid import Square
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.rules import Path, path_edges, regions

#: The colours of squares and stars.
COLOURS = ("black", "white")

#: No symbols.
EMPTY: Mapping[Square, Any] = MappingProxyType({})


def number(rng: random.Random, least: int, most: int) -> int:
    """Draw a number from `least` to `most`; it is `least` if `most` is below."""
    return rng.randrange(least, max(least, most) + 1)


def random_triangles(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place 1 to 3 triangles in each of 1..⌊n/2⌋ squares (paper, Algorithm 3)."""
    board = panel.grid
    squares = rng.sample(board.squares, number(rng, 1, len(board.squares) // 2))
    return with_symbols(panel, triangles={square: rng.randrange(1, 4) for square in squares})


def triangles_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle:
    """Place as many triangles as edges on the path in 1 to all squares that have some.

    This is the paper's Algorithm 4.
    """
    used = used_edges(panel, path)
    squares = rng.sample(list(used), number(rng, 1, len(used)))
    return with_symbols(panel, triangles={square: used[square] for square in squares})


def random_squares(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place 2..⌊n/2⌋ squares: one black, one white, the others either (n = 1: a black one)."""
    squares = panel.grid.squares
    chosen = rng.sample(squares, min(len(squares), number(rng, 2, len(squares) // 2)))
    others = [rng.choice(COLOURS) for _ in chosen[2:]]
    return with_symbols(panel, squares=dict(zip(chosen, [*COLOURS, *others], strict=False)))


def squares_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place 2..n squares of the colours of their regions, which are both there (n = 1: one).

    None if the path leaves one region, where all squares would be alike.
    """
    squares = panel.grid.squares
    coloured = coloured_regions(panel, path, rng)
    if len(coloured) == 1 < len(squares):
        return None
    chosen = [rng.choice(region) for region, _ in coloured[:2]]
    rest = [square for square in squares if square not in chosen]
    more = number(rng, 2, len(squares)) - len(chosen)
    chosen += rng.sample(rest, min(len(rest), more))
    colour_of = {square: colour for region, colour in coloured for square in region}
    return with_symbols(panel, squares={square: colour_of[square] for square in chosen})


def random_stars(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place 1..⌊n/3⌋ pairs of stars; each pair is black or white."""
    squares = panel.grid.squares
    pairs = number(rng, 1, len(squares) // 3)
    chosen = rng.sample(squares, 2 * pairs)
    colours = [rng.choice(COLOURS) for _ in range(pairs)]
    return with_symbols(panel, stars=dict(zip(chosen, colours + colours, strict=True)))


def stars_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place 1 to all pairs of stars for which there is room, one of each colour in a region.

    None if no region has two squares.
    """
    pairs = []
    for region in regions(panel.grid, set(path_edges(path))):
        rng.shuffle(region)
        colours = rng.sample(COLOURS, 2)
        pairs += [(region[:2], colours[0])] if len(region) >= 2 else []
        pairs += [(region[2:4], colours[1])] if len(region) >= 4 else []
    if not pairs:
        return None
    chosen = rng.sample(pairs, number(rng, 1, len(pairs)))
    return with_symbols(panel, stars={square: colour for pair, colour in chosen for square in pair})


def random_dots(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place 1..⌊vertices/3⌋ dots on vertices other than start and goal, and on edges."""
    return _with_dots(panel, dot_places(panel), rng)


def dots_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle:
    """Place 1..⌊vertices/3⌋ dots on inner vertices and edges of the path, if it has so many."""
    return _with_dots(panel, places_on(path), rng)


def used_edges(panel: Puzzle, path: Path) -> dict[Square, int]:
    """Return the number of edges on the path by square, without squares that have none."""
    edges, board = set(path_edges(path)), panel.grid
    used = {s: sum(edge in edges for edge in board.square_edges(s)) for s in board.squares}
    return {square: count for square, count in used.items() if count}


def coloured_regions(
    panel: Puzzle, path: Path, rng: random.Random
) -> list[tuple[list[Square], str]]:
    """Return the regions of a path in random order, with colours: both, if there are two."""
    found = regions(panel.grid, set(path_edges(path)))
    rng.shuffle(found)
    colours = rng.sample(COLOURS, 2) + [rng.choice(COLOURS) for _ in found[2:]]
    return list(zip(found, colours, strict=False))


def dot_places(panel: Puzzle) -> list[Place]:
    """Return where a dot says something: vertices other than start and goal, edges without gap."""
    ends, gaps = {*panel.starts, *panel.goals}, set(panel.gaps)
    return [
        *(vertex for vertex in panel.grid.vertices if vertex not in ends),
        *(edge for edge in panel.grid.edges if edge not in gaps),
    ]


def places_on(path: Path) -> list[Place]:
    """Return the inner vertices and the edges of a path."""
    return [*path[1:-1], *path_edges(path)]


def with_symbols(
    panel: Puzzle,
    *,
    triangles: Mapping[Square, int] = EMPTY,
    squares: Mapping[Square, str] = EMPTY,
    stars: Mapping[Square, str] = EMPTY,
    dots: Sequence[Place] = (),
) -> Puzzle:
    """Return the panel with symbols, sorted by place: triangles, colours of squares and stars."""
    return replace(
        panel,
        triangles=tuple(sorted((*at, count) for at, count in triangles.items())),
        squares=tuple(sorted((*at, colour) for at, colour in squares.items())),
        stars=tuple(sorted((*at, colour) for at, colour in stars.items())),
        dots=tuple(sorted(dots, key=lambda dot: (is_edge(dot), dot))),
    )


def _with_dots(panel: Puzzle, places: list[Place], rng: random.Random) -> Puzzle:
    most = min(len(places), len(panel.grid.vertices) // 3)
    return with_symbols(panel, dots=rng.sample(places, number(rng, 1, most)))
