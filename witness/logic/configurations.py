"""The local configurations of a square: the finite domain of tables and proofs.

A configuration consists of the number of triangles of a square, which of its four edges are on the
path, and the state of its four corners: unvisited, on the path, or the head of the path. The order
of edges is bottom, top, left, right, and that of corners bottom left, bottom right, top left, top
right, as in `witness.puzzle.grid`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product

from witness.logic.language.primitives import PathView, SquareView
from witness.puzzle.grid import DIRECTIONS

UNVISITED, ON_PATH, HEAD = "unvisited", "path", "head"

#: For each edge, the positions of the two corners that it joins.
EDGE_CORNERS: tuple[tuple[int, int], ...] = ((0, 1), (2, 3), (0, 2), (1, 3))

#: The position of a head that is at no corner of the square.
AWAY = -1


def _corner_steps(corner: int) -> tuple[tuple[int, int], ...]:
    row, column = divmod(corner, 2)
    found = []
    for up, right in DIRECTIONS:
        if row + up in (0, 1) and column + right in (0, 1):
            other = 2 * (row + up) + column + right
            edge = next(n for n, ends in enumerate(EDGE_CORNERS) if {*ends} == {corner, other})
            found.append((other, 1 << edge))
        else:
            found.append((AWAY, 0))
    return tuple(found)


#: For each corner and each of `witness.puzzle.grid.DIRECTIONS`: the corner to which a step leads,
#: and the bit of its edge; (AWAY, 0) for a step away from the square.
CORNER_STEPS = tuple(_corner_steps(corner) for corner in range(4))

EDGE_NAMES = ("e1", "e2", "e3", "e4")
CORNER_NAMES = ("v0_0", "v0_1", "v1_0", "v1_1")
ELSEWHERE = "v9_9"

#: The edges of a square with their ends, as in `SquareView.sides`.
_SIDES = tuple(
    (EDGE_NAMES[edge], CORNER_NAMES[a], CORNER_NAMES[b]) for edge, (a, b) in enumerate(EDGE_CORNERS)
)


@dataclass(frozen=True)
class LocalConfiguration:
    """A local configuration; `edges` are the positions of the edges on the path."""

    triangles: int
    edges: frozenset[int]
    corners: tuple[str, str, str, str]

    @cached_property
    def reachable_counts(self) -> frozenset[int]:
        """The possible numbers of its edges on a complete path.

        A corner on the path can take no more edges, the head one, and an unvisited corner two. A
        path is not a cycle, so it never has all four edges.
        """
        room = [{UNVISITED: 2, ON_PATH: 0, HEAD: 1}[state] for state in self.corners]
        unused = [edge for edge in range(4) if edge not in self.edges]
        found = set()
        for number in range(len(unused) + 1):
            for further in combinations(unused, number):
                taken = [0, 0, 0, 0]
                for edge in further:
                    for corner in EDGE_CORNERS[edge]:
                        taken[corner] += 1
                fits = all(t <= r for t, r in zip(taken, room, strict=True))
                if fits and len(self.edges) + number < 4:
                    found.add(len(self.edges) + number)
        return frozenset(found)

    @property
    def completable(self) -> bool:
        """Whether a path can still have as many of the square's edges as there are triangles."""
        return self.triangles in self.reachable_counts

    @cached_property
    def state(self) -> tuple[int, int, int]:
        """The bit sets of the edges on the path and of the visited corners, and the head.

        The head is the position of a corner, or AWAY if it is at none of them.
        """
        return (
            sum(1 << edge for edge in self.edges),
            sum(1 << place for place, state in enumerate(self.corners) if state != UNVISITED),
            self.corners.index(HEAD) if HEAD in self.corners else AWAY,
        )

    @cached_property
    def least_length(self) -> int:
        """The least number of edges of a path in this configuration."""
        return max(len(self.edges), self.corners.count(ON_PATH))

    def views(self, length: int | None = None) -> tuple[PathView, SquareView]:
        """Return a path and a square in this configuration, as background predicates see them.

        `length`, at least `least_length`, is the number of edges of the path; those that are not
        in the configuration lie elsewhere on the board.
        """
        return self._least_views if length is None else (self.path_view(length), self.square_view)

    @cached_property
    def _least_views(self) -> tuple[PathView, SquareView]:
        return self.path_view(), self.square_view

    def path_view(self, length: int | None = None) -> PathView:
        """Return the path of `views`."""
        edges, visited, head = self._names
        if length is not None:
            far_edges, far_vertices = _far_names(length)
            edges += far_edges[len(edges) :]
            visited += far_vertices[len(visited) :]
        return PathView(edges, (*visited, head), head)

    @cached_property
    def square_view(self) -> SquareView:
        """The square of `views`."""
        return SquareView(self.triangles, EDGE_NAMES, CORNER_NAMES, _SIDES)

    @cached_property
    def _names(self) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """The edges on the path, the visited corners, and the head."""
        edges = tuple(EDGE_NAMES[edge] for edge in sorted(self.edges))
        named = list(zip(CORNER_NAMES, self.corners, strict=True))
        visited = tuple(name for name, state in named if state == ON_PATH)
        return edges, visited, next((name for name, state in named if state == HEAD), ELSEWHERE)


@lru_cache(maxsize=1024)
def _far_names(length: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of `length` edges and `length` vertices that lie elsewhere."""
    return (
        tuple(f"e{100 + number}" for number in range(length)),
        tuple(f"v100_{number}" for number in range(length)),
    )


def possible(edges: frozenset[int], corners: tuple[str, ...]) -> bool:
    """Whether some path has these edges and corners of a square.

    The ends of its edges are visited, it has at most one head here, which ends at most one of its
    edges, and it is not a cycle.
    """
    if corners.count(HEAD) > 1 or len(edges) == 4:
        return False
    for corner, state in enumerate(corners):
        degree = sum(corner in EDGE_CORNERS[edge] for edge in edges)
        if (state == UNVISITED and degree > 0) or (state == HEAD and degree > 1):
            return False
    return True


@lru_cache(maxsize=1)
def configurations() -> tuple[LocalConfiguration, ...]:
    """Return all local configurations, in a fixed order."""
    return tuple(_configurations())


def _configurations() -> Iterator[LocalConfiguration]:
    subsets = [frozenset(c) for number in range(4) for c in combinations(range(4), number)]
    for triangles in (1, 2, 3):
        for edges in subsets:
            for corners in product((UNVISITED, ON_PATH, HEAD), repeat=4):
                if possible(edges, corners):
                    yield LocalConfiguration(triangles, edges, corners)  # type: ignore[arg-type]
