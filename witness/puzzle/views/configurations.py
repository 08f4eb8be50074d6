"""The local configurations of a square: the finite domain of tables and proofs.

A configuration consists of the number of triangles of a square, which of its four edges are on the
path, and the state of its four corners: unvisited, on the path, or the head of the path. The order
of edges is bottom, top, left, right, and that of corners bottom left, bottom right, top left, top
right, as in `witness.puzzle.grid`.

A configuration may also say some *features* of the square (`witness.clauses.dependence`): which of
its edges are gaps, which are live, whether the path is cut off from the goals, and which of its
corners the head can reach. All that is assumed of these is that a completion of the path takes live
edges and comes to reachable corners only, and that there is none if it is cut off.

With two lines, edges and corners are those of both, and a corner on the path may be the head of the
second line, of which clauses see nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Any

from witness.base.limits import current
from witness.clauses.dependence import Dependence
from witness.puzzle.grid import DIRECTIONS
from witness.puzzle.views.board import KnownRest, PathView, SquareView

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


#: A local configuration without its triangles: bit sets of the edges on the path and of the
#: visited corners, by position, and the position of the head.
SquareState = tuple[int, int, int]

#: The triangles of a square, its state, and `LocalConfiguration.features`.
Case = tuple[int, SquareState, tuple[int, int, int, int]]


@dataclass(frozen=True)
class LocalConfiguration:
    """A local configuration; `edges` are the positions of the edges on the path.

    `gaps` and `live` are positions of edges, `reachable` those of corners; None if that is not
    known. `second` is the corner on the path at which a second line has its head.
    """

    triangles: int
    edges: frozenset[int]
    corners: tuple[str, str, str, str]
    gaps: frozenset[int] = frozenset()
    live: frozenset[int] | None = None
    reachable: frozenset[int] | None = None
    cut_off: bool = False
    second: int = AWAY

    @cached_property
    def reachable_counts(self) -> frozenset[int]:
        """The possible numbers of its edges on a complete path.

        A corner on the path can take no more edges, a head one, and an unvisited corner two, but
        none if no head can reach it. Of the edges, gaps and those that are not live cannot be
        taken. A path is not a cycle, so it never has all four edges.
        """
        if self.cut_off:
            return frozenset()
        room = [{UNVISITED: 2, ON_PATH: 0, HEAD: 1}[state] for state in self.corners]
        if self.second != AWAY:
            room[self.second] = 1
        if self.reachable is not None:
            room = [own if corner in self.reachable else 0 for corner, own in enumerate(room)]
        left = frozenset(range(4)) if self.live is None else self.live
        unused = sorted(left - self.edges - self.gaps)
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

    @property
    def features(self) -> tuple[int, int, int, int]:
        """The bit sets of gaps, live edges and reachable corners, and whether it is cut off."""
        gaps, live, reachable = (
            sum(1 << place for place in places or ())
            for places in (self.gaps, self.live, self.reachable)
        )
        return gaps, live, reachable, int(self.cut_off)

    def to_json(self) -> dict[str, Any]:
        """Return the configuration as a certificate holds it, with the features that it has."""
        features = {"gaps": self.gaps or None, "live": self.live, "reachable": self.reachable}
        return {
            "triangles": self.triangles,
            "edges": sorted(self.edges),
            "corners": list(self.corners),
            **{name: sorted(places) for name, places in features.items() if places is not None},
            **({"cut_off": True} if self.cut_off else {}),
            "reachable_counts": sorted(self.reachable_counts),
        }

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
        return PathView(edges, (*visited, head), head, self._rest)

    @property
    def _rest(self) -> KnownRest | None:
        if self.live is None and self.reachable is None:
            return None
        return KnownRest(
            tuple(EDGE_NAMES[edge] for edge in sorted(self.live or ())),
            tuple(CORNER_NAMES[corner] for corner in sorted(self.reachable or ())),
            self.cut_off,
            goals=(),
            ends=(),
        )

    @cached_property
    def square_view(self) -> SquareView:
        """The square of `views`."""
        gaps = tuple(EDGE_NAMES[edge] for edge in sorted(self.gaps))
        return SquareView(self.triangles, EDGE_NAMES, CORNER_NAMES, _SIDES, gaps)

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


def case_of(configuration: LocalConfiguration, features: Dependence) -> Case:
    """Return a configuration without the features that do not matter."""
    gaps, live, reachable, cut_off = configuration.features
    if not features & Dependence.GAPS:
        gaps = 0
    if not features & Dependence.LIVE:
        live = cut_off = 0
    if not features & Dependence.REACHABLE:
        reachable = 0
    return configuration.triangles, configuration.state, (gaps, live, reachable, cut_off)


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


@lru_cache(maxsize=8)
def configurations(
    features: Dependence = Dependence.LOCAL, *, two_lines: bool = False
) -> tuple[LocalConfiguration, ...]:
    """Return all local configurations, in a fixed order, with the features that are wanted.

    With `two_lines` there are those of panels with two lines, too. Raises `LimitReachedError` at
    the limit of the budget in force.
    """
    plain = tuple(_configurations())
    if two_lines:
        plain += tuple(found for base in plain for found in _with_second_head(base))
    if not features:
        return plain
    bases = current().each(plain, every=1)
    return tuple(found for base in bases for found in _with_features(base, features))


def _configurations() -> Iterator[LocalConfiguration]:
    subsets = [frozenset(c) for number in range(4) for c in combinations(range(4), number)]
    for triangles in (1, 2, 3):
        for edges in subsets:
            for corners in product((UNVISITED, ON_PATH, HEAD), repeat=4):
                if possible(edges, corners):
                    yield LocalConfiguration(triangles, edges, corners)  # type: ignore[arg-type]


def _with_second_head(base: LocalConfiguration) -> Iterator[LocalConfiguration]:
    """Yield a configuration with the head of a second line at each corner where it can be."""
    for corner, state in enumerate(base.corners):
        if state == ON_PATH and sum(corner in EDGE_CORNERS[edge] for edge in base.edges) < 2:
            yield replace(base, second=corner)


def _with_features(base: LocalConfiguration, features: Dependence) -> Iterator[LocalConfiguration]:
    """Yield a configuration with all features that are possible.

    Edges on the path are no gaps. Live edges are neither gaps nor on the path, and have no end at a
    visited corner but a head. A head reaches itself, and no other visited corner.
    """
    numbered = tuple(enumerate(base.corners))
    heads = frozenset(n for n, state in numbered if state == HEAD or n == base.second)
    open_corners = heads.union(n for n, state in numbered if state == UNVISITED)
    unused = frozenset(range(4)) - base.edges
    known: Iterable[frozenset[int] | None]
    for gaps in _subsets(unused) if features & Dependence.GAPS else (frozenset[int](),):
        takeable = frozenset(e for e in unused - gaps if open_corners.issuperset(EDGE_CORNERS[e]))
        live_sets: Iterable[frozenset[int] | None] = (None,)
        if features & Dependence.LIVE:
            live_sets = list(_subsets(takeable))
        known = (None,)
        if features & Dependence.REACHABLE:
            known = [found | heads for found in _subsets(open_corners - heads)]
        for live, reachable in product(live_sets, known):
            for cut_off in (False, True) if features & Dependence.LIVE else (False,):
                yield replace(base, gaps=gaps, live=live, reachable=reachable, cut_off=cut_off)


def _subsets(of: frozenset[int]) -> Iterator[frozenset[int]]:
    """Yield all subsets of a set of positions, smaller ones first."""
    for number in range(len(of) + 1):
        for chosen in combinations(sorted(of), number):
            yield frozenset(chosen)
