"""What a clause depends on, found by evaluating it on views that know one square only.

A square with triangles is one more symbol of which nothing is known
(`witness.puzzle.views.unknowns`), but its answers are few: all of them together are a local
configuration, which says which edges of the square are on the path, which corners it visits, and
where its head is. Everything else on the path is one opaque `Rest`, which stands for any number of
things, possibly none; it differs from the head and from all parts of the square. The length of the
path is an opaque `Length`; where it is compared, the clause is run for both outcomes.

The clause is local if no run needs to know more, and if it never holds because of something in the
rest. Then all paths and squares in a configuration give the answer of the views: each operation has
the same result on every board, and a loop that fails for the rest fails for all that it stands for.
If it also needs the length, paths of equal length give equal answers. Operations that are not
defined here count as needing more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache

from witness.base.limits import current
from witness.clauses.compiler.load import MISTAKES, run_source
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.steps import TooManyStepsError, begin
from witness.puzzle.views.configurations import (
    EDGE_CORNERS,
    HEAD,
    ON_PATH,
    UNVISITED,
    configurations,
)
from witness.puzzle.views.unknown_answers import BeyondError, Opaque, Questions, beyond
from witness.puzzle.views.unknown_helpers import unknown_helpers
from witness.puzzle.views.unknown_places import Edge, Head, PathList, Vertex

#: The most runs of one clause: there are 58,944 configurations with all features.
MOST_RUNS = 100_000

_EDGES = tuple(Edge(number) for number in range(4))
_CORNERS = tuple(Vertex(number) for number in range(4))


@cache
def square_states() -> tuple[int, dict[tuple[str, int], int]]:
    """Return bit sets of states of a square: all, and those with an edge or a corner in a state."""
    states = dict.fromkeys((found.edges, found.corners) for found in configurations())
    of: dict[tuple[str, int], int] = {}
    for place in range(4):
        of["edge", place] = sum(1 << n for n, (edges, _) in enumerate(states) if place in edges)
        for own in (UNVISITED, ON_PATH, HEAD):
            of[own, place] = sum(1 << n for n, (_, cs) in enumerate(states) if cs[place] == own)
    return (1 << len(states)) - 1, of


_BOTH, _TRUE, _FALSE = (False, True), (True,), (False,)


class Answers:
    """The answers about a square and the path beside it, none of which contradict each other.

    `looked` is what all runs together depend on besides the local configuration. With `two_lines`
    a visited corner may be the head of the second.
    """

    def __init__(self, questions: Questions, two_lines: bool) -> None:
        self.questions = questions
        self._two_lines = two_lines
        self.all, self._of = square_states()
        self.left = self.all
        self.looked: set[Dependence] = set()

    def _ask(self, question: str, place: int, true: int, false: int) -> bool:
        """Return an answer; `true` and `false` are the states in which it can be that."""
        asked = question, place
        known: bool | None = self.questions.answers.get(asked)
        if known is None:
            options: tuple[bool, ...] = _BOTH
            if not self.left & true:
                options = _FALSE
            elif not self.left & false:
                options = _TRUE
            known = bool(self.questions.ask(asked, options))
            self.left &= true if known else false
        return known

    def triangles(self) -> int:
        """Return the number of triangles."""
        found: int = self.questions.ask(("triangles",), (1, 2, 3))
        return found

    def edge(self, place: int) -> bool:
        """Whether an edge is on the path."""
        states = self._of["edge", place]
        return self._ask("edge", place, states, self.all ^ states)

    def visited(self, place: int) -> bool:
        """Whether a corner is visited."""
        states = self._of[UNVISITED, place]
        return self._ask("visited", place, self.all ^ states, states)

    def head(self, place: int) -> bool:
        """Whether a corner is the head."""
        states = self._of[HEAD, place]
        return self._ask("head", place, states, self.all ^ states)

    def gap(self, place: int) -> bool:
        """Whether an edge is a gap, and so neither on the path nor live."""
        self.looked.add(Dependence.GAPS)
        live = self.questions.answers.get(("live", place))
        return self._ask("gap", place, 0 if live else self.all ^ self._of["edge", place], self.all)

    def live(self, place: int) -> bool:
        """Whether an edge is live: no gap, not on the path, and no end but a head is visited."""
        self.looked.add(Dependence.LIVE)
        not_free = self._of["edge", place]
        for corner in () if self._two_lines else EDGE_CORNERS[place]:
            not_free |= self._of[ON_PATH, corner]
        gap = self.questions.answers.get(("gap", place))
        return self._ask("live", place, 0 if gap else self.all & ~not_free, self.all)

    def reachable(self, place: int) -> bool:
        """Whether a head can reach a corner: it reaches itself, and no other visited corner."""
        self.looked.add(Dependence.REACHABLE)
        head, closed = self._of[HEAD, place], 0 if self._two_lines else self._of[ON_PATH, place]
        return self._ask("reachable", place, self.all ^ closed, self.all ^ head)

    def cut_off(self) -> bool:
        """Whether the path is cut off from the goals."""
        self.looked.add(Dependence.LIVE)
        return bool(self.questions.ask(("cut off",)))

    def look(self, _: str) -> None:
        """Note a look at the length of the path."""
        self.looked.add(Dependence.LENGTH)


class PathBeside(Opaque):
    """A path beside a square with triangles, which has some edges and vertices."""

    def __init__(self, answers: Answers) -> None:
        questions = answers.questions
        self._answers = answers
        self.head = head = Head(answers.head)
        self.edges = PathList(_EDGES, answers.edge, None, questions, True)
        self.vertices = PathList(_CORNERS, answers.visited, head, questions, True)
        self.live = PathList(_EDGES, answers.live, None, questions, False)
        self.reachable = PathList(_CORNERS, answers.reachable, head, questions, False)

    @property
    def rest(self) -> PathBeside:
        """What is left of the board."""
        return self

    @property
    def cut_off(self) -> bool:
        """Whether no goal can be reached."""
        return self._answers.cut_off()

    def unmarked(self, symbol: object) -> bool:
        """Whether no mark may be in the region of the square: cases are about such squares."""
        return True if isinstance(symbol, TriangleSquare) else beyond()


class _Gaps(Opaque):
    """The gaps of a square, in the order of its edges."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def __contains__(self, item: object) -> bool:
        return self._answers.gap(item.number) if isinstance(item, Edge) else item in tuple(self)

    def __iter__(self) -> Iterator[Edge]:
        return (edge for edge in _EDGES if self._answers.gap(edge.number))


class TriangleSquare(Opaque):
    """A square with triangles: no coloured square, star, block or dot."""

    colours = blocks = dot_vertices = dot_edges = ()
    star = elimination = False
    edges, corners = _EDGES, _CORNERS
    sides = tuple(
        (edge, _CORNERS[a], _CORNERS[b]) for edge, (a, b) in zip(_EDGES, EDGE_CORNERS, strict=True)
    )

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def __eq__(self, other: object) -> bool:
        return self is other or beyond()

    __hash__ = Opaque.__hash__

    @property
    def triangles(self) -> int:
        """Its number of triangles."""
        return self._answers.triangles()

    @property
    def facts(self) -> tuple[tuple[int, tuple[Edge, ...]], ...]:
        """What `square/3` says of it."""
        return ((self.triangles, self.edges),)

    @property
    def gaps(self) -> _Gaps:
        """Its edges that are gaps."""
        return _Gaps(self._answers)


def unpacks(source: str) -> bool:
    """Whether emitted source unpacks a list as if its order were known, as for [X|Rest]."""
    return "*" in source and any(isinstance(n, ast.Starred) for n in ast.walk(ast.parse(source)))


def evaluated(source: str, tables: Mapping[str, object], two_lines: bool = False) -> Dependence:
    """Return the dependence of the first clause of emitted source; GLOBAL if it is not certain.

    The panel may have `two_lines`. Raises `LimitReachedError` at the limit of the budget in force.
    """
    if unpacks(source):
        return Dependence.GLOBAL
    questions = Questions()
    answers = Answers(questions, two_lines)
    helpers = unknown_helpers(questions, answers.look)
    condition = run_source(source, {**tables, **helpers}, "<views>")["CLAUSES"][0]
    path, square = PathBeside(answers), TriangleSquare(answers)
    begin()
    first = True
    try:
        for _ in questions.runs(MOST_RUNS):
            current().check()
            answers.left = answers.all
            try:
                condition(path, square)
            except ZeroDivisionError:
                # Wherever these numbers are the same it has no value, unless another order finds
                # something that holds before.
                if questions.unordered:
                    return Dependence.GLOBAL
            if questions.far:
                return Dependence.GLOBAL
            first = False
    except TooManyStepsError:
        # What is too long before it has asked anything is so on every board. All runs share the
        # steps, so only the first one shows it.
        return Dependence.LOCAL if first and not questions.answers else Dependence.GLOBAL
    except (BeyondError, *MISTAKES):
        return Dependence.GLOBAL
    return clause_dependence(answers.looked)
