"""Places of a board, where a path can be: vertices, and the middles of edges; and its edges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeGuard, cast

from witness.puzzle.grid import Edge, Vertex, edge_between

#: Where a start, a goal or a dot can be: at a vertex, or in the middle of an edge.
Place = Vertex | Edge

#: A path: its vertices in order. If it begins or ends in the middle of an edge, that edge is its
#: first or last place; half an edge on the path counts as the whole edge.
Path = tuple[Place, ...]


def is_edge(place: Place) -> TypeGuard[Edge]:
    """Whether a place is the middle of an edge, rather than a vertex."""
    return isinstance(place[0], tuple)


def place_order(place: Any) -> tuple[bool, Any]:
    """The sort key of a place: vertices come before edges."""
    return (isinstance(place[0], tuple), place)


def place_text(place: Place) -> str:
    """Return a square, a vertex or an edge as messages and puzzle files have it: [row, column]."""
    return str(plain(place))


def plain(value: Any) -> Any:
    """Return nested tuples as nested lists, as JSON has them."""
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


def path_edges(path: Sequence[Place]) -> list[Edge]:
    """Return the edges of a path, in order; one that is the middle of an edge has that edge."""
    if len(path) == 1 and is_edge(path[0]):
        return [path[0]]
    return [step_edge(a, b) for a, b in pairwise(path)]


def half_edges(path: Sequence[Place]) -> set[Edge]:
    """Return the edges in whose middle a path begins or ends."""
    return {end for end in (path[0], path[-1]) if is_edge(end)}


def step_edge(a: Place, b: Place) -> Edge:
    """Return the edge of a step, which may begin or end in the middle of that edge."""
    if is_edge(a):
        return a
    return b if is_edge(b) else edge_between(cast(Vertex, a), cast(Vertex, b))
