"""The states of dots, as far as a bias can tell them apart.

A state says what literals see of a dot (`witness.proof.best.symbols`): whether its vertex has been
visited or can be reached, whether live edges lead there, whether its edge is on the path or live;
and whether the path is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, cast

from witness.clauses.background import Background
from witness.proof.best.kinds import Facts, State
from witness.proof.best.symbols import CUT_OFF, Question, Sees, SeesMoreError, Symbols
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path, path_edges
from witness.puzzle.symbols.placing import places_on
from witness.puzzle.views.board import (
    DotView,
    EdgeView,
    KnownRest,
    PathView,
    SymbolView,
    VertexView,
    path_facts,
)
from witness.puzzle.views.configurations import ELSEWHERE
from witness.puzzle.views.symbol_cases import SymbolCase

#: The boards on which witnesses are looked for, in rows and columns.
BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2))

VERTEX_DOT, EDGE_DOT = "vertex dot", "edge dot"

#: Questions about a dot, besides those about the edge or the vertices of a number.
HEAD, FAR = ("head",), ("live elsewhere",)

#: All questions about each dot, with their answers.
_FLAG = (False, True)
_ASKED: dict[str, dict[Question, tuple[Any, ...]]] = {
    VERTEX_DOT: {
        HEAD: (-1, 0),
        **dict.fromkeys(
            (CUT_OFF, FAR, ("leads", 0), ("leads", 1), ("visited", 0), ("reachable", 0)), _FLAG
        ),
    },
    EDGE_DOT: {
        HEAD: (-1, 0, 1),
        ("edge", 0): ("path", "live", "gone"),
        CUT_OFF: _FLAG,
        **{(name, n): _FLAG for name in ("visited", "reachable") for n in (0, 1)},
    },
}


class Dots(Symbols):
    """The states of dots at vertices and on edges."""

    subject = "dot"
    paths = ", for paths that have not arrived at a goal"  # where a path may have no way on

    @classmethod
    def of(cls, seen: Background) -> Dots:
        """Return the states of dots of which nothing is seen yet."""
        return cls({VERTEX_DOT: Sees(), EDGE_DOT: Sees()})

    def known(self, sees: Sees) -> Sees:
        """Return what is seen of a dot, which is in no list of squares."""
        known = _ASKED[VERTEX_DOT].keys() | _ASKED[EDGE_DOT].keys()
        if sees.names or not sees.questions <= known:
            raise SeesMoreError
        return sees

    def states(self) -> Iterator[State]:
        """Yield all states, in a fixed order."""
        for symbol, sees in self.sees.items():
            asked = _ASKED[symbol]
            found: dict[tuple[Any, ...], dict[Question, Any]] = {}
            for row in product(*asked.values()):
                answers = dict(zip(asked, row, strict=True))
                if _possible(symbol, answers):
                    seen = tuple((one, answers[one]) for one in sorted(sees.questions))
                    found.setdefault(seen, answers)
            for seen, answers in found.items():
                lost = SymbolCase(symbol, seen, ()).excluded
                yield State((symbol, seen, ()), lost, _views(symbol, answers))

    def key_of(self, path: PathView, symbol: SymbolView) -> tuple[Any, ...]:
        """Return the key of the state of a path and a dot on a board."""
        name = EDGE_DOT if symbol.dot_edges else VERTEX_DOT
        answers = _answers(path, cast(DotView, symbol))
        return name, tuple((one, answers[one]) for one in sorted(self.sees[name].questions)), ()

    def facts(self, path_name: str, name: str, path: PathView, symbol: Any) -> Facts:
        """Return what the primitives say in a state, with names for its path and its dot."""
        edges = (*path.edges, *cast(KnownRest, path.rest).live, *symbol.dot_edges)
        return path_facts(path_name, path) | {
            ("ends", 3): [(edge, *cast(EdgeView, edge).ends) for edge in edges],
            ("dot_vertex", 2): [(name, vertex) for vertex in symbol.dot_vertices],
            ("dot_edge", 2): [(name, edge) for edge in symbol.dot_edges],
        }

    def panels(self) -> Iterator[tuple[Puzzle, Path]]:
        """Yield small panels with a solution of each, with a dot wherever it comes.

        None or all of the edges that it does not take are gaps.
        """
        for rows, cols in BOARDS:
            bare = Puzzle(rows, cols, starts=((0, 0),), goals=((rows, cols),))
            for solution in simple_paths(bare):
                dots = tuple(places_on(solution))
                unused = tuple(e for e in bare.grid.edges if e not in path_edges(solution))
                for gaps in dict.fromkeys(((), unused)):
                    yield bare.changed(dots=dots, gaps=gaps), solution


def _answers(path: PathView, dot: DotView) -> dict[Question, Any]:
    """Return the answers of all questions on a board."""
    rest = cast(KnownRest, path.rest)
    live = cast(tuple[EdgeView, ...], rest.live)
    found: dict[Question, Any] = {CUT_OFF: rest.cut_off}
    if dot.dot_edges:
        edge = cast(EdgeView, dot.dot_edges[0])
        vertices: tuple[str, ...] = edge.ends
        found["edge", 0] = "path" if edge in path.edges else "live" if edge in live else "gone"
    else:
        vertices = dot.dot_vertices
        found |= {("leads", n): any(e.ends[n] == vertices[0] for e in live) for n in (0, 1)}
        found[FAR] = any(vertices[0] not in edge.ends for edge in live)
    found[HEAD] = vertices.index(path.head) if path.head in vertices else -1
    for n, vertex in enumerate(vertices):
        found["visited", n] = vertex in path.vertices
        found["reachable", n] = vertex in rest.reachable
    return found


def _possible(symbol: str, answers: Mapping[Question, Any]) -> bool:
    """Whether a path that has not arrived at a goal can have these answers (`bk/outlook.pl`).

    The head is visited and can be reached, any other visited vertex cannot; an edge of the path has
    visited ends, and a live one has ends that can be reached. Without a live edge at its head the
    path is cut off.
    """
    leads = answers.get(("leads", 0)) or answers.get(("leads", 1))
    edge = answers.get(("edge", 0))
    for n in range(2 if symbol == EDGE_DOT else 1):
        visited, reachable = answers["visited", n], answers["reachable", n]
        is_head = answers[HEAD] == n
        if (is_head and not visited) or (visited and reachable != is_head):
            return False
        if (edge == "path" and not visited) or ((leads or edge == "live") and not reachable):
            return False
    none = not leads and (answers[HEAD] == 0 or not answers.get(FAR))
    return bool(answers[CUT_OFF] or symbol == EDGE_DOT or not none)


def _views(symbol: str, answers: Mapping[Question, Any]) -> tuple[PathView, DotView]:
    """Return a path and a dot of a state, as literals see them."""
    first, second, far, away = map(VertexView, ("v0_0", "v0_1", "v9_8", ELSEWHERE))
    edges: dict[EdgeView, Question] = {}
    for name, ends, question in (
        ("e1", (first, second), ("edge", 0)), ("e2", (first, far), ("leads", 0)),
        ("e3", (far, first), ("leads", 1)), ("e4", (far, away), FAR),
    ):  # fmt: skip
        edge = EdgeView(name)
        edge.ends = ends
        edges[edge] = question
    own = (first, second) if symbol == EDGE_DOT else (first,)
    head = (*own, away)[answers[HEAD]]
    visited = [v for n, v in enumerate(own) if answers["visited", n] and v != head]
    reachable = tuple(v for n, v in enumerate(own) if answers["reachable", n])
    live = tuple(edge for edge, asked in edges.items() if answers.get(asked) in ("live", True))
    on_path = tuple(edge for edge, asked in edges.items() if answers.get(asked) == "path")
    rest = KnownRest(live, reachable, answers[CUT_OFF], (), ())
    dot = DotView((), tuple(edges)[:1]) if symbol == EDGE_DOT else DotView(own, ())
    return PathView(on_path, (*visited, head), head, rest), dot
