"""Ways to draw a random simple path between two vertices (used by Algorithm 4).

The paper does not say how it draws its random path. The choice changes the results on large
puzzles by a factor of two, so it is a named option.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence, Set
from functools import lru_cache

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.boards.frontier.panel import Frontier
from witness.puzzle.graph import PathGraph, path_graph
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
    path = [start]
    on_path = {start}
    todo = [_shuffled(board, start, rng)]
    while path[-1] != goal:
        while todo[-1]:
            vertex = todo[-1].pop()
            if vertex not in on_path and _reaches(board, vertex, goal, on_path):
                path.append(vertex)
                on_path.add(vertex)
                todo.append(_shuffled(board, vertex, rng))
                break
        else:
            todo.pop()
            on_path.discard(path.pop())
    return tuple(path)


def backtracking_on(panel: Puzzle, rng: random.Random) -> Path | None:
    """Draw a path as `backtracking` does, from the first start of any panel to one of its goals.

    The places of a second line are closed to it. None if it takes too long.
    """
    graph = path_graph(panel)
    images = graph.images or range(len(graph.places))
    start = graph.starts[0]
    trail, closed = [start], {start, images[start]}
    todo = [_shuffled_steps(graph.steps[start], rng)]
    for _ in range(_STEPS * len(graph.places)):
        if trail[-1] in graph.goals:
            return graph.path(trail)
        while todo[-1]:
            place = todo[-1].pop()
            if place not in closed and _leads_on(graph, place, closed):
                trail.append(place)
                closed |= {place, images[place]}
                todo.append(_shuffled_steps(graph.steps[place], rng))
                break
        else:
            todo.pop()
            if not todo:
                return None
            left = trail.pop()
            closed -= {left, images[left]}
    return None


def _shuffled_steps(steps: Sequence[tuple[int, int]], rng: random.Random) -> list[int]:
    near = [place for place, _ in steps]
    rng.shuffle(near)
    return near


def _leads_on(graph: PathGraph, place: int, closed: Set[int]) -> bool:
    """Whether a goal can be reached from a place, over places that are not closed."""
    seen, todo = {place}, [place]
    while todo:
        here = todo.pop()
        if here in graph.goals:
            return True
        for near, _ in graph.steps[here]:
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
    """Draw a simple path uniformly at random (`witness.boards.frontier`).

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
        return Frontier(Puzzle(board.rows, board.cols, (start,), (goal,))).sampler()[1]
    except LimitReachedError:
        raise InputError(
            f"uniformly random paths on {board.rows}×{board.cols} need more memory than this "
            "machine has; use another method or a smaller board"
        ) from None


_kept_sampler = lru_cache(maxsize=64)(_sampler)


def _shuffled(board: Grid, vertex: Vertex, rng: random.Random) -> list[Vertex]:
    near = board.neighbours(vertex)
    rng.shuffle(near)
    return near


def _reaches(board: Grid, vertex: Vertex, goal: Vertex, blocked: set[Vertex]) -> bool:
    seen = {vertex}
    todo = [vertex]
    while todo:
        here = todo.pop()
        if here == goal:
            return True
        for near in board.neighbours(here):
            if near not in seen and near not in blocked:
                seen.add(near)
                todo.append(near)
    return False


#: Path methods by name.
PATH_METHODS: dict[str, PathMethod] = {
    "backtracking": backtracking,
    "walk": walk,
    "uniform": uniform,
}
