"""The cases in which a clause about two neighbouring squares fires, on any board.

A clause comes from its square to another one by `beside/2`, from an edge to the squares beside it.
If each way to derive it makes one such call at most, it is derived from a *domino*: its square and
the one beyond one of its edges. There are four dominoes. The clause is run on each of them as on a
single square (`witness.puzzle.views.local_views`), so that an evaluation which needs to know more
is noticed. The square beyond may have no triangles, and then asks for nothing.

The edges and vertices of a domino have numbers, those of the square as in
`witness.puzzle.views.configurations`. A configuration of a domino says which of the seven edges are
on the path, which of the six vertices are visited, and where the head is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import product
from typing import NamedTuple

from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.compiler.load import MISTAKES, run_source
from witness.clauses.language.definitions import called
from witness.clauses.language.reader import Program
from witness.clauses.language.steps import TooManyStepsError, begin
from witness.clauses.language.terms import Clause, Key
from witness.puzzle.views.configurations import EDGE_CORNERS, HEAD, ON_PATH, UNVISITED
from witness.puzzle.views.local_views import (
    Answers,
    PathBeside,
    SquareAmong,
    TriangleSquare,
    unpacks,
)
from witness.puzzle.views.primitive_arguments import are_certain
from witness.puzzle.views.translate import Translation
from witness.puzzle.views.unknown_answers import BeyondError, Questions, beyond
from witness.puzzle.views.unknown_helpers import unknown_helpers
from witness.puzzle.views.unknown_places import Edge, Vertex

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


#: The most runs of one clause on one domino.
MOST_RUNS = 5_000

_BESIDE: Key = ("beside", 2)

#: The number of triangles of the square, and of the one beyond: 0 is none.
_TRIANGLES = ((1, 2, 3), (0, 1, 2, 3))


class OpenCases(NamedTuple):
    """How many cases there are, and how many of them are not lost."""

    number: int
    open: int


def open_cases(
    answers: Answers, most_runs: int, fires: Callable[[], bool], completable: Callable[[], bool]
) -> OpenCases | None:
    """Return the cases in which a clause fires, a run each; None if one needs to know more.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    number = open_ = 0
    try:
        for _ in answers.questions.runs(most_runs):
            current().check()
            answers.left = answers.all
            fired = fires()
            if answers.questions.far:
                return None
            if fired:
                number += 1
                open_ += completable()
    except (BeyondError, TooManyStepsError, ZeroDivisionError, *MISTAKES):
        return None
    return OpenCases(number, open_)


def looks_beside(clause: Clause, background: Background) -> bool:
    """Whether a clause looks at squares beside an edge, and all that is in squares is triangles."""
    return background.kinds == {"triangles"} and _BESIDE in called(clause, background.program)


def domino_cases(translation: Translation, background: Background) -> OpenCases | None:
    """Return the cases in which a clause fires; None if a domino cannot say it.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    (translated,) = translation.clauses
    clause, program = translated.clause, background.program
    roles = [background.roles[place] for place in range(len(clause.args))]
    if (
        background.kinds != {"triangles"}
        or program.defines(_BESIDE)
        or _most_calls(clause, program) > 1
        or unpacks(translation.source)
        or not are_certain(clause, roles, program)
    ):
        return None
    number = open_ = 0
    begin()
    for place in range(4):
        questions = Questions()
        helpers = unknown_helpers(questions)
        space = run_source(translation.source, {**translation.tables, **helpers}, "<dominoes>")
        answers = _Answers(questions, domino(place))
        fires = partial(space["fires"], *answers.views())
        found = open_cases(answers, MOST_RUNS, fires, answers.completable)
        if found is None:
            return None
        number += found.number
        open_ += found.open
    return OpenCases(number, open_)


def _most_calls(clause: Clause, program: Program) -> int:
    """Return the most calls of `beside/2` that one derivation of a clause makes.

    A negated call is about all answers and counts as two, and so does a call in a findall.
    """
    found = 0
    for literal in clause.body:
        if _BESIDE in called(Clause("", (), (literal,)), program):
            if literal.negated or literal.key == ("findall", 3):
                return 2
            rules = program.rules.get(literal.key, ())
            found += max((_most_calls(rule, program) for rule in rules), default=1)
    return found


class _Side(Edge):
    """An edge of a domino; the edges of the first square know the squares beside them."""

    squares: tuple[SquareAmong, ...]


class _Beyond(SquareAmong):
    """The square beyond an edge, which may have no triangles."""

    @property
    def triangles(self) -> int:
        """Its number of triangles."""
        found: int = self._answers.questions.ask(("beyond",), _TRIANGLES[1])
        return found


class _Answers(Answers):
    """The answers about a domino and the path beside it, none of which contradict each other."""

    def __init__(self, questions: Questions, of: Domino) -> None:
        super().__init__(questions, of.bits)
        self._domino = of

    def live(self, place: int) -> bool:
        """Refuse to say whether an edge is live."""
        beyond(place)

    def reachable(self, place: int) -> bool:
        """Refuse to say whether the head can reach a vertex."""
        beyond(place)

    def cut_off(self) -> bool:
        """Refuse to say whether the path is cut off from the goals."""
        beyond()

    def views(self) -> tuple[PathBeside, SquareAmong]:
        """Return the path and the square."""
        of = self._domino
        edges = [_Side(number) for number in range(7)]
        vertices = [Vertex(number) for number in range(6)]
        one, other = (
            kind(self, [edges[n] for n in own], [vertices[n] for n in corners])
            for kind, own, corners in zip(
                (TriangleSquare, _Beyond), of.edges, of.corners, strict=True
            )
        )
        for number in range(4):
            edges[number].squares = (one, other) if number == of.place else (one,)
        return PathBeside(self, edges, vertices), one

    def completable(self) -> bool:
        """Whether both squares can still be satisfied after these answers."""
        known = self.questions.answers
        gaps = sum(1 << n for n in range(7) if known.get(("gap", n)))
        one, other = (
            (known[asked],) if asked in known else every
            for asked, every in zip((("triangles",), ("beyond",)), _TRIANGLES, strict=True)
        )
        return self._domino.completable(self.left, gaps, one, other)
