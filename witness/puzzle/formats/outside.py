"""Squares outside a panel on witnesspuzzles.com: edges without a line connect them to the outside.

A square belongs to the outside if one comes to it from beyond the border across edges that have no
line at all. On the site, such squares are in no region, and their symbols do not count.
"""

from __future__ import annotations

from collections.abc import Set
from math import inf
from typing import Any

from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Edge, Grid, Square, Vertex, parts
from witness.puzzle.model import Place, Puzzle


def outside_squares(board: Grid, removed: Set[Edge]) -> set[Square]:
    """Return the squares that edges without a line connect to the outside."""
    joined = parts(board, board.edge_set(removed))
    found = 0
    for edge in removed:
        beside = board.edge_squares(edge)
        if len(beside) == 1:
            found |= joined[board.square_number(beside[0])]
    return set(board.squares_of(found))


def runs_around(puzzle: Puzzle, removed: Set[Edge]) -> bool:
    """Whether regions of the site may go along lines around missing squares.

    There, a region goes on along lines that are not drawn, over vertices that are not on the line.
    Between squares that makes no difference. Around missing squares it may lead from one square to
    another, or to a dot that a mark takes away, unless edges without a line, the `removed` ones,
    end at the vertex and it has no dot.
    """
    if not puzzle.missing:
        return False
    board = puzzle.grid
    missing = {*puzzle.missing}
    dots = {*puzzle.dots, *(place for place, _ in puzzle.line_dots)}
    beside = {edge: {*board.edge_squares(edge)} - missing for edge in board.edges}
    bare = {edge for edge in board.edges if not beside[edge]}
    closed = {end for edge in bare & removed for end in edge if end not in dots}
    if not puzzle.eliminations:  # who misses a dot is wrong anyway
        closed |= {vertex for vertex in board.vertices if vertex in dots}
        bare -= dots
        dots = set()
    groups = {vertex: _around(vertex, beside, dots & bare) for vertex in board.vertices}
    for vertex in dots:
        if vertex in groups and not groups[vertex]:
            groups[vertex] = [{vertex}]
    lines = bare - removed
    return _joins(groups, lines, closed) and _joins(groups, lines, closed | _passed(puzzle))


#: What a region has: squares, and dots that are beside no square.
_Region = set[Any]


def _around(vertex: Vertex, beside: dict[Edge, set[Square]], dots: Set[Place]) -> list[_Region]:
    """Return the squares at a vertex, those of one region together, and dots on lines there."""
    found: list[_Region] = []
    for edge, squares in beside.items():
        if vertex in edge and (squares or edge in dots):
            _add(found, squares or {edge})
    return found


def _joins(groups: dict[Vertex, list[_Region]], lines: set[Edge], closed: Set[Vertex]) -> bool:
    """Whether several regions come together at open vertices that some lines connect."""
    found = {vertex: [*group] for vertex, group in groups.items() if vertex not in closed}
    for one, other in lines:
        if one in found and other in found and found[one] is not found[other]:
            old = found[other]
            for region in old:
                _add(found[one], region)
            found = {at: found[one] if group is old else group for at, group in found.items()}
    return any(len(group) > 1 for group in found.values())


def _add(found: list[_Region], region: _Region) -> None:
    """Add what is in one region to others, none of which meet."""
    met = [other for other in found if other & region]
    found[:] = [other for other in found if not other & region]
    found.append(region.union(*met))


def _passed(puzzle: Puzzle) -> set[Vertex]:
    """Return the vertices that are on a line whatever the path."""
    graph = path_graph(puzzle)
    images = graph.images or range(len(graph.places))

    def avoidable(vertex: int) -> bool:
        """Whether a path from a start to a goal, and its image, can leave out a vertex."""
        without = {vertex, images[vertex]}
        far = graph.distances((start for start in graph.starts if start not in without), without)
        return any(far[goal] < inf for goal in graph.goals)

    return {vertex for number, vertex in enumerate(puzzle.grid.vertices) if not avoidable(number)}
