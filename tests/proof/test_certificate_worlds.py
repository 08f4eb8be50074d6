"""What the checker of certificates ranges over, beside real panels: nothing real is left out.

The checker runs a clause on objects of which nothing is known, and answers its questions in every
possible way. Here the questions are answered as they are on random panels. Whether the clause fires
there is found by the interpreter, from the facts of the panel.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from support.certificates import BIASES, background, drawn
from support.explored import random_walk
from support.panels import drawn_panel, random_panel

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.interpreter import Interpreter
from witness.clauses.language.order import in_order
from witness.clauses.language.terms import Clause, clause_text
from witness.proof.certificate_cases import State
from witness.proof.certificate_evaluation import Evaluation
from witness.proof.certificate_squares import reached_by
from witness.proof.certificate_symbols import _feasible
from witness.proof.certificate_unknowns import Answers, CannotCheckError
from witness.proof.certificate_worlds import SquareWorld, SymbolWorld, World, situation
from witness.puzzle.constraints import Constraint, constraints
from witness.puzzle.examples.facts import constraint_name, primitive_facts
from witness.puzzle.examples.partial_paths import PartialPath
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.rules import Path, path_edges
from witness.puzzle.views.board import BoardView, board_view, path_view

Run = tuple[bool, dict[Any, Any], list[tuple[Any, Any, int]]]


def fires(clause: Clause, own: Background, puzzle: Puzzle, line: Path, one: Constraint) -> bool:
    """Whether a clause fires on a partial path, from the facts of the panel."""
    board = puzzle.grid
    path = PartialPath(
        tuple(map(board.vertex_number, line)),  # type: ignore[arg-type]
        tuple(board.edge_number[edge] for edge in path_edges(line)),
        completable=True,
        satisfiable=0,
    )
    facts = {
        key: list(rows) for key, rows in primitive_facts(puzzle, [], [path], whole=True).items()
    }
    interpreter = Interpreter(own.program, facts)
    return interpreter.holds(clause, own.arguments("p0", constraint_name(puzzle, one)))


class Situation:
    """A symbol on a partial path of a panel, in the words of the checker."""

    def __init__(self, puzzle: Puzzle, line: Path, one: Constraint) -> None:
        self.puzzle, self.one, self.line = puzzle, one, line
        self.grid = puzzle.grid
        self.board: BoardView = board_view(puzzle)
        self.view = path_view(puzzle, line)  # type: ignore[arg-type]
        numbers = tuple(map(self.grid.vertex_number, line))  # type: ignore[arg-type]
        edges = tuple(self.grid.edge_number[edge] for edge in path_edges(line))
        self.outlook = self.board.outlook(numbers, edges)
        self.sizes = {block[:2]: block.size for block in puzzle.blocks}
        place: Any = one.place
        if one.kind != "dots":
            self.edges, self.vertices = (
                self.grid.square_edges(place),
                self.grid.square_corners(place),
            )
        else:
            self.edges = (place,) if is_edge(place) else ()
            self.vertices = place if is_edge(place) else (place,)

    @property
    def kind(self) -> str:
        if self.one.kind == "dots":
            return "edge dot" if self.edges else "vertex dot"
        return self.one.kind.removesuffix("s")

    def _bit(self, places: int, vertex: Any) -> bool:
        return bool(places >> self.grid.vertex_number(vertex) & 1)

    def _edge(self, edge: Any) -> str:
        live = self.outlook.live >> self.grid.edge_number[edge] & 1
        return "path" if edge in path_edges(self.line) else "live" if live else "gone"

    def _class(self, square: Any) -> str:
        if self.one.kind == "blocks":
            return "block" if square in self.sizes else "no block"
        at = self.puzzle.colours_at
        if square not in at:
            return "plain"
        kind, colour = at[square]
        return f"{'same' if colour == at[self.one.place][1] else 'other'} {kind}"  # type: ignore[index]

    def _beyond(self, n: int) -> Any:
        others = [s for s in self.grid.edge_squares(self.edges[n]) if s != self.one.place]
        return others[0] if others else None

    def answer(self, question: tuple[Any, ...]) -> Any:
        """Return the true answer of a question of `SymbolWorld`, None if it has none here."""
        match question:
            case ("cut off",):
                return self.outlook.cut_off
            case ("head",):
                return self.vertices.index(self.line[-1]) if self.line[-1] in self.vertices else -1
            case ("visited", n):
                return self.vertices[n] in self.line
            case ("reachable", n):
                return self._bit(self.outlook.reachable, self.vertices[n])
            case ("edge", n):
                return self._edge(self.edges[n])
            case ("border", n):
                return self._beyond(n) is None
            case ("beyond", n):
                return None if self._beyond(n) is None else self._class(self._beyond(n))
            case ("alike", n, m):
                at = self.puzzle.colours_at
                return at[self._beyond(n)][1] == at[self._beyond(m)][1]
            case ("leads", n):
                live = [e for e in self.grid.edges if self._edge(e) == "live"]
                return any(edge[n] == self.vertices[0] for edge in live)
            case ("live elsewhere",):
                live = [e for e in self.grid.edges if self._edge(e) == "live"]
                return any(self.vertices[0] not in edge for edge in live)
        raise AssertionError(question)

    def number(self, name: Any) -> int:
        """Return a number that the checker does not know."""
        if name is None:
            return 0
        where, classes = name
        if classes == ("rest",):  # what a list has besides the square, its corners and the head
            known: set[str] = {*map(str, self.square.edges), *map(str, self.square.corners)}
            seen = {
                "path": self.view.edges,
                "vertices": self.view.vertices,
                "live": self.view.rest.live if self.view.rest else (),
                "reachable": self.view.rest.reachable if self.view.rest else (),
            }[where]
            return len({*map(str, seen)} - known - {str(self.view.head)})
        rest: Any = self.view.rest
        views = rest.joined(self.square) if where == "joined" else rest.region(self.square)
        if classes == ("size",):  # of all blocks, with its own
            return sum(self.sizes.get(self.grid.squares[view.number], 0) for view in views)
        squares = {view.number for view in views} - {self.square.number}
        return sum(self._class(self.grid.squares[n]) in classes for n in squares)

    @property
    def square(self) -> Any:
        return self.board.symbol(self.one.place, self.one.kind)

    def fits(self, run: Run) -> bool:
        """Whether a run answers all of its questions as they are here."""
        _, known, bounds = run
        return all(self.answer(question) == given for question, given in known.items()) and all(
            self.number(low) <= self.number(high) + by for low, high, by in bounds
        )

    def state(self, called: set[Any]) -> State:
        """Return the local configuration of a square with triangles."""
        corners = tuple(
            "head" if v == self.line[-1] else "path" if v in self.line else "unvisited"
            for v in self.vertices
        )
        places = {name: tuple(n for n, e in enumerate(self.edges) if self._edge(e) == name)
                  for name in ("path", "live")}  # fmt: skip
        looks = bool({("live", 2), ("cut_off", 1)} & called)
        reachable = tuple(
            n for n, v in enumerate(self.vertices) if self._bit(self.outlook.reachable, v)
        )
        gaps = tuple(n for n, edge in enumerate(self.edges) if edge in self.puzzle.gaps)
        return State(
            self.puzzle.triangle_at[self.one.place],  # type: ignore[index]
            places["path"],
            corners,
            gaps if ("gap", 2) in called else (),
            places["live"] if looks else None,
            reachable if ("reachable", 2) in called else None,
            looks and self.outlook.cut_off,
        )


def runs(
    clause: Clause, own: Background, world: World, given: Mapping[Any, Any], tables: bool = True
) -> list[Run]:
    return [
        (fired, dict(world.answers.known), list(world.answers.bounds))
        for fired in Evaluation(own, world, tables=tables).runs(clause, given)
    ]


def situations(name: str, panels: int) -> Iterator[Situation]:
    own = background(name)
    rng = random.Random(f"worlds {name}")
    while panels:
        if "blocks" in own.kinds:
            puzzle = drawn_panel(rng, {*own.kinds, "gaps"})
        else:
            puzzle = random_panel(rng, edge_ends=False, pass_goals=True)
        lines = random_walk(rng, puzzle)
        found = constraints(puzzle, own.kinds)
        if found and lines:
            panels -= 1
            line = rng.choice(lines)
            yield from (Situation(puzzle, line, one) for one in found)


def disagreements(name: str, clauses: int, panels: int) -> tuple[list[Any], int]:
    """Return what a real panel has and the checker does not, and how much was compared."""
    own = background(name)
    real = list(situations(name, panels))
    given = drawn(name, "worlds", True)
    found: list[Any] = []
    compared = 0
    while clauses:
        clause = next(given)
        try:
            clause = in_order(clause, own.bias, own.program.defines)
        except InputError:
            continue
        clauses -= 1
        known: dict[Any, list[Run] | None] = {}
        for one in real:
            called = reached_by(clause, own.program)
            key = one.state(called) if one.kind == "triangle" else one.kind
            if key not in known:
                try:
                    if isinstance(key, State):
                        found_runs = runs(clause, own, SquareWorld(Answers()), situation(key))
                        known[key] = [(fired, {}, bounds) for fired, _, bounds in found_runs]
                    else:
                        known[key] = runs(clause, own, SymbolWorld(key, Answers(_feasible)), {})
                except CannotCheckError:
                    known[key] = None  # refused by its name
            own_runs = known[key]
            if own_runs is None:
                continue
            compared += 1
            fired = {run[0] for run in own_runs if one.fits(run)}
            if fired != {fires(clause, own, one.puzzle, one.line, one.one)}:
                found.append((clause_text(clause), one.puzzle, one.line, one.one, fired))
    return found, compared


@pytest.mark.slow
@pytest.mark.parametrize("name", BIASES)
def test_real_panels_are_among_its_worlds(name: str) -> None:
    found, compared = disagreements(name, 12, 14)
    assert not found, found[0]
    assert compared > 40


@pytest.mark.long
@pytest.mark.parametrize("name", BIASES)
def test_many_real_panels_are_among_its_worlds(name: str) -> None:
    found, compared = disagreements(name, 100, 40)
    assert not found, found[0]
    assert compared > 1000
