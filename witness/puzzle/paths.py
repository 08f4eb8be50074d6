"""Enumeration of simple paths: slow and plain, the ground truth for all tests.

A *path* runs from a start to the first goal it reaches (with `pass_goals`, to any goal) and visits
no vertex twice; a *partial path* is a proper prefix of one (it may be the start alone). Both are
tuples of vertices; an end in the middle of an edge is written as that edge.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, goal_test, open_halves
from witness.puzzle.rules import path_masks as path_masks


def walk(puzzle: Puzzle) -> Iterator[tuple[Path, bool]]:
    """Yield every simple path from a start, depth first, as (path, at goal).

    This includes paths that can never reach a goal. A path does not continue beyond a goal, except
    with `pass_goals`, and crosses no gap. Neighbours are tried in the order up, right, down, left.
    """
    graph = path_graph(puzzle)
    steps, goals = graph.steps, graph.goals
    images = graph.images or range(len(graph.places))
    on_path = [False] * len(graph.places)

    for start in graph.starts:
        trail = [start]
        on_path[start] = on_path[images[start]] = True
        yield graph.path(trail), start in goals
        todo = [iter(steps[start] if puzzle.pass_goals or start not in goals else ())]
        while todo:
            for place, _ in todo[-1]:
                if on_path[place]:
                    continue
                trail.append(place)
                on_path[place] = on_path[images[place]] = True
                at_goal = place in goals
                yield graph.path(trail), at_goal
                todo.append(iter(steps[place] if puzzle.pass_goals or not at_goal else ()))
                break
            else:
                todo.pop()
                left = trail.pop()
                on_path[left] = on_path[images[left]] = False


def simple_paths(puzzle: Puzzle) -> Iterator[Path]:
    """Yield every simple start-to-goal path, whether or not it satisfies the symbols."""
    return (path for path, at_goal in walk(puzzle) if at_goal)


def solutions(puzzle: Puzzle) -> Iterator[Path]:
    """Yield every solution, by brute force: exponential, so for small boards only."""
    satisfied = goal_test(puzzle)
    return (
        path
        for path in simple_paths(puzzle)
        if satisfied(*path_masks(puzzle, path), open_halves(puzzle, path))
    )


def path_from_edges(puzzle: Puzzle, head: int, edges: int) -> tuple[Vertex, ...]:
    """Return the simple path with exactly these edges that ends at the vertex numbered `head`."""
    board = puzzle.grid
    path = [board.vertices[head]]
    here = head
    while edges:
        here, edge = next(step for step in board.steps[here] if edges >> step[1] & 1)
        edges &= ~(1 << edge)
        path.append(board.vertices[here])
    return tuple(reversed(path))
