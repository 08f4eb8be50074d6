"""Two neighbouring squares with triangles, for the checker of certificates.

It shares no code with `witness.puzzle.views.dominoes` and `witness.puzzle.views.domino_cases`,
which are the prover's. A clause that comes by `beside/2` from its square to another one, once at
most, is derived from two squares that share an edge. It is evaluated for each of the four edges
that may be the shared one; what it asks is answered in every way in which some configuration of the
two squares agrees with all answers. Where it fires, none of these may have a completion that
satisfies both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from witness.clauses.background import Background
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Clause, Compound, Key, ListTerm, Literal
from witness.proof.certificate_evaluation import Evaluation
from witness.proof.certificate_unknowns import Answers, Many, Thing, cannot
from witness.proof.certificate_worlds import World

#: The corners of the two squares where they lie side by side, and where one is on the other.
_BESIDE = (((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 1), (0, 2), (1, 1), (1, 2)))
_ABOVE = (((0, 0), (0, 1), (1, 0), (1, 1)), ((1, 0), (1, 1), (2, 0), (2, 1)))

#: By the shared edge of the clause's square (bottom, top, left, right): the corners of that square,
#: and those of its neighbour.
_CORNERS = (_ABOVE[::-1], _ABOVE, _BESIDE[::-1], _BESIDE)

_UNVISITED, _VISITED, _HEAD = range(3)

#: What may be added to a vertex in each state, and what it may have.
_ROOM, _MOST = np.array([2, 0, 1]), np.array([0, 2, 1])


class Pair:
    """The configurations of two squares, of which one has the other beyond an edge.

    `edges` and `vertices` have a row for each; the first four of both are those of the first
    square.
    """

    def __init__(self, shared: int) -> None:
        places = [*dict.fromkeys(p for corners in _CORNERS[shared] for p in corners)]
        self.corners = [[places.index(p) for p in corners] for corners in _CORNERS[shared]]
        around = [[(c[0], c[1]), (c[2], c[3]), (c[0], c[2]), (c[1], c[3])] for c in self.corners]
        self.ends = [*dict.fromkeys(ends for own in around for ends in own)]
        self.sides = [[self.ends.index(ends) for ends in own] for own in around]
        self._at = np.zeros((7, 6), np.int64)
        for edge, ends in enumerate(self.ends):
            self._at[edge, list(ends)] = 1
        self.subsets = np.array([*product((0, 1), repeat=7)])
        self.edges, self.vertices = self._configurations()
        self._ends: dict[tuple[int, ...], NDArray[np.bool_]] = {}

    def _cyclic(self, edges: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which rows of edges go all around a square, or around both."""
        one, other = self.sides
        rings = [one, other, [*({*one} ^ {*other})]]
        found = np.zeros(len(edges), np.bool_)
        for ring in rings:
            found |= edges[:, ring].all(axis=1)
        return found

    def _configurations(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        kept_edges, kept_vertices = [], []
        paths = self.subsets[~self._cyclic(self.subsets)]
        for row in product((_UNVISITED, _VISITED, _HEAD), repeat=6):
            states = np.array(row)
            if (states == _HEAD).sum() <= 1:
                fits = paths[(paths @ self._at <= _MOST[states]).all(axis=1)]
                kept_edges.append(fits)
                kept_vertices.append(np.tile(states, (len(fits), 1)))
        return np.concatenate(kept_edges), np.concatenate(kept_vertices)

    def ends_with(self, gaps: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return for each configuration which numbers of edges of the squares it can end with."""
        if gaps not in self._ends:
            found = np.zeros((len(self.edges), 5, 5), np.bool_)
            for added in self.subsets[~self.subsets[:, list(gaps)].any(axis=1)]:
                final = self.edges + added
                fits = (final <= 1).all(axis=1) & ~self._cyclic(final)
                fits &= (added @ self._at <= _ROOM[self.vertices]).all(axis=1)
                rows = np.flatnonzero(fits)
                one, other = (final[rows][:, own].sum(axis=1) for own in self.sides)
                found[rows, one, other] = True
            self._ends[gaps] = found
        return self._ends[gaps]


#: The configurations for each shared edge.
pair = cache(Pair)


class PairWorld(World):
    """Two neighbouring squares of which nothing is known, and a path."""

    def __init__(self, shared: int, answers: Answers) -> None:
        self._pair = found = pair(shared)
        super().__init__(answers, found.ends, 6)
        self._shared = shared
        self._neighbour = Thing("symbol", known="neighbour")
        self._head = Thing("vertex", known="head")
        self.fixed |= {self._neighbour, self._head}

    def primitives(self, text: str, args: Sequence[Any]) -> Any:
        """Return the rows of a primitive; None if it is none."""
        squares = (self.symbol, self._neighbour)
        if text in ("corner/2", "side/4", "square/3", "gap/2"):
            number = next((n for n in (0, 1) if args[0] is squares[n]), None)
            if number is None:
                cannot(f"{text} of something else than two neighbouring squares")
            return self._of_square(text, args[0], number)
        return super().primitives(text, args)

    def _of_square(self, text: str, square: Thing, number: int) -> list[tuple[Any, ...]]:
        edges = [self.edges[n] for n in self._pair.sides[number]]
        match text:
            case "corner/2":
                return [(square, self.vertices[n]) for n in self._pair.corners[number]]
            case "side/4":
                return [
                    (square, edge, *(self.vertices[v] for v in self._pair.ends[edge.number]))
                    for edge in edges
                ]
            case "square/3":
                few = (1, 2, 3) if number == 0 else (0, 1, 2, 3)
                count = self.answers.ask(("triangles", number), few)
                return [(square, count, ListTerm(tuple(edges)))]  # type: ignore[arg-type]
        return [(square, edge) for edge in edges if self._ask("gap", edge.number)]

    def rows(self, text: str, args: Sequence[Any]) -> Any:
        """Return the rows of a primitive that depends on the world."""
        match text:
            case "path/2":
                return [(self.path, self._list("edge", "edge"))]
            case "vertices/2":
                return [(self.path, self._list("vertex", "visited"))]
            case "head_vertex/2":
                return [(self.path, self._head)]
            case "beside/2":
                edge = args[0]
                if not isinstance(edge, Thing) or edge.number not in range(4):
                    cannot("beside/2 of another edge than one of the square")
                there = [self.symbol, self._neighbour]
                return [(edge, one) for one in there[: 1 + (edge.number == self._shared)]]
        return cannot(text)

    def same(self, one: Thing, other: Thing) -> bool:
        """Whether two objects are the same one, which are not known to be."""
        for head, vertex in ((one, other), (other, one)):
            if head is self._head and vertex in self.vertices:
                return bool(self._ask("head", vertex.number))
        if {one, other} == {self.symbol, self._neighbour}:
            return False
        return super().same(one, other)

    def _list(self, sort: str, question: str) -> Many:
        what = f"what else is in a list of {sort}s"

        def has(item: Any) -> bool:
            if item is self._head:
                return sort == "vertex"
            if not isinstance(item, Thing) or item.number < 0:
                cannot(what)
            return item.sort == sort and self._ask(question, item.number)

        return Many(has, lambda: cannot(what), lambda: cannot(f"{what}: length/2"))

    def _ask(self, *question: Any) -> bool:
        return bool(self.answers.ask(question, lambda: self._options(question)))

    def _options(self, question: tuple[str, int]) -> list[bool]:
        left, where = self.left(), self._where(question)
        there = [answer for answer, own in ((False, ~where), (True, where)) if (left & own).any()]
        # An edge that is free need not be a gap.
        return [False, True] if question[0] == "gap" and there == [True] else there

    def _where(self, question: tuple[str, int]) -> NDArray[np.bool_]:
        """Return in which configurations a question is, or can be, answered by yes."""
        (name, number), of = question, self._pair
        columns = of.edges if name in ("edge", "gap") else of.vertices
        column = columns[:, number]
        found: dict[str, NDArray[np.bool_]] = {
            "edge": column == 1,
            "gap": column == 0,
            "visited": column != _UNVISITED,
            "head": column == _HEAD,
        }
        return found[name]

    def left(self) -> NDArray[np.bool_]:
        """Return which configurations agree with all answers."""
        left = np.ones(len(self._pair.edges), np.bool_)
        for question, answer in self.answers.known.items():
            if question[0] != "triangles" and (answer or question[0] != "gap"):
                left &= self._where(question) if answer else ~self._where(question)
        return left

    def completable(self) -> bool:
        """Whether both squares can have their numbers of edges in the end."""
        known: Mapping[Any, Any] = self.answers.known
        gaps = tuple(n for n in range(7) if known.get(("gap", n)))
        ends = np.any(self._pair.ends_with(gaps)[self.left()], axis=0)
        own = known.get(("triangles", 0))
        near = known.get(("triangles", 1), 0)
        rows = ends[1:4] if own is None else ends[own : own + 1]
        return bool((rows if near == 0 else rows[:, near]).any())


def domino_problems(kept: Clause, background: Background) -> list[str]:
    """Return the first thing that is wrong with the claim that a square is lost where it fires.

    Raises `CannotCheckError` for what cannot be ranged over.
    """
    if background.kinds != {"triangles"}:
        return ["two squares are looked at where all symbols are triangles only"]
    if _calls(kept.body, background.program) > 1:
        return ["more than one square may be beside the square"]
    for shared, name in enumerate(("bottom", "top", "left", "right")):
        world = PairWorld(shared, Answers())
        for fires in Evaluation(background, world).runs(kept):
            if fires and world.completable():
                known = ", ".join(f"{q} {n}: {a}" for (q, n), a in world.answers.known.items())
                return [f"both squares can get their edges ({name} shared): {known}"]
    return []


def _calls(body: Sequence[Literal], program: Program) -> int:
    """Return how often a derivation calls `beside/2` at most; more where all answers count."""
    return sum(_calls_of(literal.key, literal, program) for literal in body)


def _calls_of(key: Key, literal: Literal, program: Program) -> int:
    times = 2 if literal.negated or key == ("findall", 3) else 1
    if key == ("beside", 2):
        return times
    if key == ("findall", 3):
        goal = literal.args[1]
        if not isinstance(goal, Compound):
            return cannot("findall/3 of a goal that is not known")
        return times * _calls([Literal(goal.functor, goal.args)], program)
    if key in program.tabled:
        cannot(f"{key[0]}/{key[1]}")
    return times * max(
        (_calls(rule.body, program) for rule in program.rules.get(key, ())), default=0
    )
