"""Partial paths of random walks, with their labels: for boards that have too many to list.

A walk begins at a start, and goes on in a direction drawn at random until it ends at a goal or can
go no further. Its partial paths are those that it passes. Once a partial path is lost, so are those
that extend it; so a search by halves finds where a walk is lost, in about five decisions.

A solution begins with a partial path if it has all of its edges: both leave the same start, where a
path has one edge, and at every later vertex it has two. So a partial path is completable if the
puzzle with a dot on each of its edges has a solution, which the frontier algorithm decides.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from witness.base.errors import UnsupportedError
from witness.puzzle.constraints import Constraint, constraints
from witness.puzzle.examples.partial_paths import (
    Following,
    PartialPath,
    Step,
    bare,
    check_supported,
    tree,
)
from witness.puzzle.frontier.panel import answers_of
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import REGIONAL, SYMBOLS

#: The most random walks on a puzzle.
MOST_WALKS = 10_000


class Walks(NamedTuple):
    """How many random walks to take on each puzzle, and the seed of their choices."""

    number: int
    seed: int


def paths_of_walks(
    puzzle: Puzzle,
    walks: Walks,
    *,
    each: bool = False,
    unreachable: bool = False,
    step: Step = lambda _: None,
) -> list[PartialPath]:
    """Return the different partial paths that random walks pass, in the order of the walks.

    With `each`, paths are labelled by each constraint alone, too (`PartialPath.satisfiable`).
    `unreachable` is as for `partial_paths`. `step` is called with 1 for each walk. Raises
    `InputError` for puzzles with other features than those of examples, and `UnsupportedError`
    with `each` for symbols that look at others, such as stars.
    """
    check_supported(puzzle)
    roots, following = tree(bare(puzzle), unreachable)
    goals = {puzzle.grid.vertex_number(goal) for goal in puzzle.goal_vertices}
    of_puzzle = _completable(puzzle)
    of_each = [_completable(_alone(puzzle, one)) for one in constraints(puzzle)] if each else []
    rng = random.Random(f"{walks.seed} {puzzle.id}")
    found: dict[tuple[int, ...], PartialPath] = {}
    for _ in range(walks.number if roots else 0):
        vertices, edges = _walk(rng.choice(roots), following, goals, rng)
        whole = of_puzzle(vertices, edges)
        alone = [of_one(vertices, edges) for of_one in of_each]
        for length in range(len(vertices)):
            path = tuple(vertices[: length + 1])
            satisfiable = sum((length < most) << place for place, most in enumerate(alone))
            found.setdefault(
                path, PartialPath(path, tuple(edges[:length]), length < whole, satisfiable)
            )
        step(1)
    return [*found.values()]


def _walk(
    root: int, following: Following, goals: Collection[int], rng: random.Random
) -> tuple[list[int], list[int]]:
    """Return the vertices of a random walk, without a goal at its end, and the edges between."""
    vertices, edges = [root], list[int]()
    visited = 1 << root
    while steps := following(vertices[-1], visited):
        near, edge = rng.choice(steps)
        if near in goals:
            break
        vertices.append(near)
        edges.append(edge)
        visited |= 1 << near
    return vertices, edges


def _completable(puzzle: Puzzle) -> Callable[[Sequence[int], Sequence[int]], int]:
    """Return a function of a walk that counts its completable partial paths, the shortest ones."""
    board = puzzle.grid
    decided: dict[tuple[Vertex, tuple[int, ...]], bool] = {}

    def is_lost(start: Vertex, edges: tuple[int, ...]) -> bool:
        if (start, edges) not in decided:
            dots = dict.fromkeys([*puzzle.dots, *(board.edges[edge] for edge in edges)])
            forced = puzzle.changed(starts=(start,), dots=tuple(dots))
            decided[start, edges] = answers_of(forced).count() == 0
        return decided[start, edges]

    def completable(vertices: Sequence[int], edges: Sequence[int]) -> int:
        start = board.vertices[vertices[0]]
        lengths = range(len(vertices))
        return bisect_left(lengths, True, key=lambda length: is_lost(start, tuple(edges[:length])))

    return completable


def _alone(puzzle: Puzzle, constraint: Constraint) -> Puzzle:
    """Return a puzzle with a single one of its constraints."""
    kind, place = constraint
    if kind in REGIONAL:
        raise UnsupportedError(
            f"random walks cannot be labelled by the constraint of {SYMBOLS[kind].words} alone; "
            "label them by the whole puzzle, or take all partial paths"
        )
    entries = [entry for entry in getattr(puzzle, kind) if SYMBOLS[kind].place(entry) == place]
    symbols: dict[str, Any] = {kind: tuple(entries)}
    return bare(puzzle).changed(**symbols)
