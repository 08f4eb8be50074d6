"""The configurations of two squares that share an edge, and which of them both squares survive.

A domino is a square and the one beyond one of its edges. Its edges and vertices have numbers, those
of the square as in `witness.puzzle.views.configurations`. A configuration says which of the seven
edges are on the path, which of the six vertices are visited, and where the head is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from witness.puzzle.views.configurations import EDGE_CORNERS, HEAD, ON_PATH, UNVISITED

#: How far the square beyond each edge is: rows and columns.
_OFFSETS = ((-1, 0), (1, 0), (0, -1), (0, 1))

#: How many further edges a vertex in a state can get.
_ROOM = {UNVISITED: 2, ON_PATH: 0, HEAD: 1}

#: How many edges of the path a vertex in a state can have.
_MOST = {UNVISITED: 0, ON_PATH: 2, HEAD: 1}


@dataclass
class Domino:
    """A square and the one beyond its edge number `place`.

    `ends` has the ends of each edge; `edges` and `corners` are those of the two squares, in their
    order. `states` are the edges on the path, as a bit set, and the states of the vertices.
    """

    place: int
    ends: tuple[tuple[int, int], ...]
    edges: tuple[tuple[int, ...], tuple[int, ...]]
    corners: tuple[tuple[int, ...], tuple[int, ...]]
    states: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    _lasting: dict[int, dict[tuple[int, int], int]] = field(default_factory=dict)

    def masks(self) -> tuple[int, int]:
        """Return the bit sets of the edges of the squares."""
        one, other = (sum(1 << edge for edge in own) for own in self.edges)
        return one, other

    def is_path(self, edges: int) -> bool:
        """Whether edges do not go all around a square, or around both."""
        one, other = self.masks()
        return all(edges & ring != ring for ring in (one, other, one ^ other))

    def degrees(self, edges: int) -> list[int]:
        """Return how many of some edges each vertex has."""
        found = [0] * 6
        for number, ends in enumerate(self.ends):
            if edges >> number & 1:
                for vertex in ends:
                    found[vertex] += 1
        return found

    @cached_property
    def bits(self) -> tuple[int, dict[tuple[str, int], int]]:
        """Return bit sets of states: all, and those with an edge or a vertex in a state."""
        of = {("edge", n): 0 for n in range(7)}
        of |= {(own, n): 0 for own in _ROOM for n in range(6)}
        for number, (edges, vertices) in enumerate(self.states):
            for n in range(7):
                of["edge", n] |= (edges >> n & 1) << number
            for n, own in enumerate(vertices):
                of[own, n] |= 1 << number
        return (1 << len(self.states)) - 1, of

    def lasting(self, gaps: int) -> dict[tuple[int, int], int]:
        """Return by the final numbers of edges of the squares the states from which they can come.

        A vertex on the path can take no more edges, the head one, and an unvisited one two. Gaps
        cannot be taken, and a path has no cycle.
        """
        if gaps not in self._lasting:
            one, other = self.masks()
            found: dict[tuple[int, int], int] = {}
            ways = [(e, self.degrees(e)) for e in range(1 << 7) if not e & gaps]
            for number, (edges, vertices) in enumerate(self.states):
                room = [_ROOM[own] for own in vertices]
                for further, degrees in ways:
                    if edges & further or any(d > r for d, r in zip(degrees, room, strict=True)):
                        continue
                    end = edges | further
                    if self.is_path(end):
                        key = (end & one).bit_count(), (end & other).bit_count()
                        found[key] = found.get(key, 0) | 1 << number
            self._lasting[gaps] = found
        return self._lasting[gaps]

    def completable(
        self, states: int, gaps: int, one: Collection[int], other: Collection[int]
    ) -> bool:
        """Whether both squares can get one of some numbers of edges from one of some states.

        A square without triangles, of which the number is 0, is satisfied by any number.
        """
        return any(
            states & found and own in one and (0 in other or beside in other)
            for (own, beside), found in self.lasting(gaps).items()
        )


@cache
def domino(place: int) -> Domino:
    """Return the domino of a square and the one beyond its edge number `place`."""
    vertices: list[tuple[int, int]] = []
    ends: list[tuple[int, int]] = []

    def number(of: list[tuple[int, int]], one: tuple[int, int]) -> int:
        if one not in of:
            of.append(one)
        return of.index(one)

    squares = []
    for row, column in ((0, 0), _OFFSETS[place]):
        corners = [number(vertices, (row + n // 2, column + n % 2)) for n in range(4)]
        edges = [number(ends, (corners[a], corners[b])) for a, b in EDGE_CORNERS]
        squares.append((tuple(edges), tuple(corners)))
    (one, near), (other, far) = squares
    found = Domino(place, tuple(ends), (one, other), (near, far))
    for on_path in range(1 << 7):
        degrees = found.degrees(on_path)
        if found.is_path(on_path):
            options = [[own for own in _ROOM if d <= _MOST[own]] for d in degrees]
            found.states += [
                (on_path, states) for states in product(*options) if states.count(HEAD) <= 1
            ]
    return found
