"""Ways to draw a random simple path between two vertices (used by Algorithm 4).

The paper does not say how it draws its random path. The choice changes the results on large
puzzles by a factor of two, so it is a named option.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence, Set
from functools import lru_cache
from itertools import count

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.puzzle.frontier.panel import answers_of
from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Grid, Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path

#: Samplers are cached for boards of up to this many vertices; each takes a few megabytes.
_KEPT = 81

#: Give up after this many random walks in a row that got stuck: half a minute.
MAX_WALKS = 50_000

#: After this many steps for each place, `backtracking_on` gives up.
_STEPS = 20

#: The longest shorter side, in squares, on which compiled code can count paths.
_MOST = 13

PathMethod = Callable[[Grid, Vertex, Vertex, random.Random], Path]


def backtracking(board: Grid, start: Vertex, goal: Vertex, rng: random.Random) -> Path:
    """Randomised depth-first search; a vertex is free again after backtracking from it.

    The paths are long and winding. A branch from which the goal is out of reach is abandoned at
    once: otherwise the search can spend hours in a sealed-off corner of a large board. This does
    not change the distribution of the paths, only the time to find one.
    """
    steps = [[near for near, _ in row] for row in board.steps]
    ends = {board.vertex_number(goal)}
    trail = _trail(steps, board.vertex_number(start), ends, range(len(steps)), rng)
    return tuple(board.vertices[vertex] for vertex in trail or ())


def backtracking_on(panel: Puzzle, rng: random.Random) -> Path | None:
    """Draw a path as `backtracking` does, from the first start of any panel to one of its goals.

    The places of a second line are closed to it. None if it takes too long.
    """
    graph = path_graph(panel)
    steps = [[near for near, _ in row] for row in graph.steps]
    images = graph.images or range(len(graph.places))
    most = _STEPS * len(graph.places)
    trail = _trail(steps, graph.starts[0], graph.goals, images, rng, most)
    return graph.path(trail) if trail else None


def _trail(
    steps: Sequence[Sequence[int]],
    start: int,
    goals: Set[int],
    images: Sequence[int],
    rng: random.Random,
    most: int | None = None,
) -> list[int] | None:
    """Return the numbers of the places of a random path, None after `most` tries or without any."""
    trail, closed = [start], {start, images[start]}
    todo = [_shuffled(steps[start], rng)]
    for _ in count() if most is None else range(most):
        if trail[-1] in goals:
            return trail
        while todo[-1]:
            place = todo[-1].pop()
            if place not in closed and _leads_on(steps, place, goals, closed):
                trail.append(place)
                closed |= {place, images[place]}
                todo.append(_shuffled(steps[place], rng))
                break
        else:
            todo.pop()
            if not todo:
                return None
            left = trail.pop()
            closed -= {left, images[left]}
    return None


def _shuffled(places: Sequence[int], rng: random.Random) -> list[int]:
    near = list(places)
    rng.shuffle(near)
    return near


def _leads_on(
    steps: Sequence[Sequence[int]], place: int, goals: Set[int], closed: Set[int]
) -> bool:
    """Whether a goal can be reached from a place, over places that are not closed."""
    seen, todo = {place}, [place]
    while todo:
        here = todo.pop()
        if here in goals:
            return True
        for near in steps[here]:
            if near not in seen and near not in closed:
                seen.add(near)
                todo.append(near)
    return False


def walk(
    board: Grid, start: Vertex, goal: Vertex, rng: random.Random, max_walks: int = MAX_WALKS
) -> Path:
    """Self-avoiding random walk, restarted whenever it gets stuck. The paths are shorter.

    Raises `InputError` if all of `max_walks` get stuck, as they do far from the goal: a walk takes
    70 steps on average.
    """
    for _ in range(max_walks):
        path = [start]
        on_path = {start}
        while path[-1] != goal:
            free = [v for v in board.neighbours(path[-1]) if v not in on_path]
            if not free:
                break
            path.append(rng.choice(free))
            on_path.add(path[-1])
        else:
            return tuple(path)
    raise InputError(
        f"none of {max_walks:,} random walks from {[*start]} reached {[*goal]} on a "
        f"{board.rows}×{board.cols} board; use another method or a smaller board"
    )


def uniform(board: Grid, start: Vertex, goal: Vertex, rng: random.Random) -> Path:
    """Draw a simple path uniformly at random (`witness.puzzle.frontier`).

    The first path between two vertices takes longer, as all paths are counted (8×8: 0.1 s; 10×10:
    1 s). Raises `InputError` for boards on which this machine cannot count them.
    """
    sampler = _kept_sampler if len(board.vertices) <= _KEPT else _sampler
    return sampler(board, start, goal)(rng)


def _sampler(board: Grid, start: Vertex, goal: Vertex) -> Callable[[random.Random], Path]:
    if min(board.rows, board.cols) > _MOST:
        raise InputError(
            f"uniformly random paths on {board.rows}×{board.cols} take too long; up to {_MOST} "
            "squares along the shorter side are possible"
        )
    try:
        return answers_of(Puzzle(board.rows, board.cols, (start,), (goal,))).sampler()[1]
    except LimitReachedError:
        raise InputError(
            f"uniformly random paths on {board.rows}×{board.cols} need more memory than this "
            "machine has; use another method or a smaller board"
        ) from None


_kept_sampler = lru_cache(maxsize=64)(_sampler)


#: Path methods by name.
PATH_METHODS: dict[str, PathMethod] = {
    "backtracking": backtracking,
    "walk": walk,
    "uniform": uniform,
}
