"""Enumeration of simple paths: the slow, plain ground truth that everything else is tested against.

A *path* runs from a start to the first goal it reaches and visits no vertex twice; a *partial
path* is a proper prefix of one (it may be just the start). Both are tuples of vertices.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.grid import Vertex
from witness.puzzle import Puzzle
from witness.rules import Path, goal_test


def walk(puzzle: Puzzle) -> Iterator[tuple[Path, bool]]:
    """Yield every simple path from a start that stops at goals, depth first, as (path, at goal).

    Paths that can never reach a goal are among them. Gaps are not crossed. Neighbours are tried
    in the order up, right, down, left.
    """
    board = puzzle.grid
    gaps = {board.edge_number[gap] for gap in puzzle.gaps}
    steps = [[near for near, edge in row if edge not in gaps] for row in board.steps]
    goals = {board.vertex_number(goal) for goal in puzzle.goals}
    vertices = board.vertices

    for start in puzzle.starts:
        trail = [board.vertex_number(start)]
        named: list[Vertex] = [start]
        on_path = [False] * len(vertices)
        on_path[trail[0]] = True
        yield tuple(named), trail[0] in goals
        if trail[0] in goals:
            continue
        todo = [iter(steps[trail[0]])]
        while todo:
            for vertex in todo[-1]:
                if on_path[vertex]:
                    continue
                trail.append(vertex)
                named.append(vertices[vertex])
                if vertex in goals:
                    yield tuple(named), True
                    trail.pop()
                    named.pop()
                    continue
                on_path[vertex] = True
                yield tuple(named), False
                todo.append(iter(steps[vertex]))
                break
            else:
                todo.pop()
                on_path[trail.pop()] = False
                named.pop()


def simple_paths(puzzle: Puzzle) -> Iterator[Path]:
    """Yield every simple start-to-goal path, whether or not it satisfies the symbols."""
    return (path for path, at_goal in walk(puzzle) if at_goal)


def solutions(puzzle: Puzzle) -> Iterator[Path]:
    """Yield every solution by brute force; exponential, for small boards."""
    satisfied = goal_test(puzzle)
    return (path for path in simple_paths(puzzle) if satisfied(*path_masks(puzzle, path)))


def path_masks(puzzle: Puzzle, path: Path) -> tuple[int, int]:
    """Give the bit sets (edges, vertices) of a path, numbered as in `witness.grid`."""
    board = puzzle.grid
    edges = vertices = 0
    previous = None
    for vertex in path:
        vertices |= 1 << board.vertex_number(vertex)
        if previous is not None:
            pair = (previous, vertex) if previous <= vertex else (vertex, previous)
            edges |= 1 << board.edge_number[pair]
        previous = vertex
    return edges, vertices


def path_from_edges(puzzle: Puzzle, head: int, edges: int) -> Path:
    """Give the simple path that ends at the vertex numbered `head` and has exactly these edges."""
    board = puzzle.grid
    path = [board.vertices[head]]
    here = head
    while edges:
        here, edge = next(step for step in board.steps[here] if edges >> step[1] & 1)
        edges &= ~(1 << edge)
        path.append(board.vertices[here])
    return tuple(reversed(path))
