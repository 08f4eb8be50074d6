"""What is given about completions holds of the real ones, with elimination marks and without."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from support.consumers import solutions
from support.examples import random_puzzle
from support.panels import drawn_panel, on_both, with_second_line
from support.sizes import rounds

from witness.clauses.language.terms import Atom, Clause, Compound, Variable, variables
from witness.proof.definitions import of_completions
from witness.puzzle.grid import edge_between, regions
from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import board_view, path_view

AXIOMS, RULES = of_completions()

MARKED = {"triangles", "gaps", "eliminations", "squares"}


@pytest.mark.slow
@rounds(8, 16)
def test_the_axioms_hold_of_real_completions(rounds: int) -> None:
    """Of every beginning of every solution of random puzzles, with gaps and goals to be passed.

    Some have two lines, and of these some have marks.
    """
    rng = random.Random("axioms")
    checked = dict.fromkeys(AXIOMS, 0)
    taken_away = 0
    drawn = [replace(random_puzzle(rng, 2), pass_goals=rng.random() < 0.3) for _ in range(rounds)]
    marked = [drawn_panel(rng, MARKED) for _ in range(rounds)]
    two = [drawn_panel(rng, MARKED | {"symmetry"}) for _ in range(3 * rounds)]
    two += filter(None, (with_second_line(one, rng) for one in drawn * 6))
    for puzzle in (*drawn, *marked, *two):
        for solution in sorted(solutions(puzzle))[:6]:
            for length in range(1, len(solution)):
                model = Completion(puzzle, solution, length)
                for key, rules in RULES.items():
                    assert model.derived(key[0], rules) == model.facts[key[0]], key
                taken_away += model.overfull
                for name, axiom in AXIOMS.items():
                    for values in model.where([li for li in axiom if li.negated]):
                        rest = [li for li in axiom if not li.negated]
                        assert any(model.holds(li, values) for li in rest), (name, values)
                        checked[name] += 1
    assert taken_away > 4
    # Two of them say that their conditions never hold.
    assert {name for name, number in checked.items() if number < 20} == {"axiom 7", "axiom 14"}


class Completion:
    """A partial path and a solution that extends it, as a model of the axioms."""

    def __init__(self, puzzle: Puzzle, solution: Any, length: int) -> None:
        board = board_view(puzzle)
        grid = puzzle.grid
        names = [board.vertices[grid.vertex_number(vertex)] for vertex in solution]
        joining = {(v, w): (d, e) for v in board.vertices for d, e, w in v.steps}
        edges = [joining[pair][1] for pair in pairwise(names)]
        before, after = tuple(names[:length]), names[length - 1 :]
        left = edges[length - 1 :]
        path = path_view(puzzle, solution[:length])
        squares = {view: f"c{n}" for n, view in enumerate(board.squares.values())}
        self.facts: dict[str, set[tuple[Any, ...]]] = {
            "head_vertex": {("p", before[-1])},
            "visits": {("p", vertex) for vertex in after},
            "takes": {("p", edge) for edge in left},
            "goal": {("p", goal) for goal in board.goals},
            "end": {("p", end) for end in board.ends},
            "vertices": {("p", path.vertices)},
            "path": {("p", path.edges)},
            "member": {
                (one, many)
                for many in (path.vertices, path.edges, *(view.edges for view in squares))
                for one in many
            },
            "twin_vertex": {(v, other) for v in board.vertices for other in v.images},
            "twin_edge": {(edge, other) for edge in board.edges for other in edge.images},
            "step": {(v, *step) for v in board.vertices for step in v.steps},
            "ends": {(edge, *edge.ends) for edge in board.edges},
            "beside": {(edge, squares[view]) for edge in board.edges for view in edge.squares},
            "square": {(name, view.triangles, view.edges) for view, name in squares.items()},
            "elimination": {(squares[mark],) for mark in board.marks},
        }
        steps = [edge_between(a, b) for a, b in pairwise(solution)]
        taken = on_both(puzzle, steps)
        final = regions(grid, taken)
        self.facts["gets"] = {
            ("p", board.edges[grid.edge_number[edge]])
            for edge in on_both(puzzle, steps[length - 1 :])
        }
        self.facts["meets"] = {
            ("p", board.vertices[grid.vertex_number(vertex)])
            for vertex in on_both(puzzle, solution[length - 1 :])
        }
        names_of = {place: squares[view] for place, view in board.squares.items()}
        self.facts["shares"] = {
            ("p", names_of[s], names_of[t]) for part in final for s in part for t in part
        }
        triangles = {name: view.triangles for view, name in squares.items()}
        edges_of = {name: view.edges for view, name in squares.items()}
        mark_of = {
            names_of[s]: names_of[mark[:2]]
            for part in final for mark in puzzle.eliminations if mark[:2] in part for s in part
        }  # fmt: skip
        #: Whether the path gets more edges of a square than it has triangles.
        self.overfull = any(
            0 < number < len(taken & {*grid.square_edges(square)})
            for square, number in puzzle.triangle_at.items()
        )
        ways = dict(zip(left, pairwise(after), strict=True))
        earlier = dict(zip(after[1:], zip(after, left, strict=False), strict=True))
        later = dict(zip(after, zip(after[1:], left, strict=True), strict=False))
        self.functions: dict[str, Any] = {
            "head": lambda p: before[-1],
            "last": lambda p: names[-1],
            "before": lambda p, v: earlier[v][0],
            "into": lambda p, v: earlier[v][1],
            "back": lambda p, v: joining[v, earlier[v][0]][0],
            "forth": lambda p, v: joining[earlier[v][0], v][0],
            "after": lambda p, v: later[v][0],
            "out": lambda p, v: later[v][1],
            "onward": lambda p, v: joining[v, later[v][0]][0],
            "tail": lambda p, e: ways[e][0],
            "tip": lambda p, e: ways[e][1],
            "way": lambda p, e: joining[ways[e]][0],
            "edge": lambda v, d: next((e for way, e, _ in v.steps if way == d), None),
            "common": lambda a, b: len({*a} & {*b}),
            "mark": lambda p, s: mark_of.get(s),
            "number": lambda s: triangles[s],
            "edges": lambda s: edges_of[s],
        }

    def derived(self, name: str, rules: Sequence[Clause]) -> set[tuple[Any, ...]]:
        """What the rules of a predicate derive."""
        known, self.facts[name] = self.facts[name], set()
        while True:
            found = {
                tuple(self.value(argument, values) for argument in rule.args)
                for rule in rules
                for values in self.where([li for li in rule.body if not li.negated])
                if not any(self.holds(li, values) for li in rule.body if li.negated)
            }
            if found == self.facts[name]:
                self.facts[name] = known
                return found
            self.facts[name] = found

    def value(self, term: Any, values: dict[str, Any]) -> Any:
        if isinstance(term, Variable):
            return values.get(term.name, "p" if term.name == "P" else None)
        if isinstance(term, Compound):
            try:
                given = [self.value(argument, values) for argument in term.args]
                return self.functions[term.functor](*given)
            except KeyError:
                return ("no value", term.functor)
        return term.name if isinstance(term, Atom) else term

    def holds(self, literal: Any, values: dict[str, Any]) -> bool:
        found = tuple(self.value(argument, values) for argument in literal.args)
        if literal.name == "=":
            return bool(found[0] == found[1])
        if literal.name == "<":
            return bool(found[0] < found[1])
        return found in self.facts[literal.name]

    def where(self, conditions: list[Any]) -> list[dict[str, Any]]:
        """The values of variables for which conditions hold."""
        found: list[dict[str, Any]] = [{}]
        for literal in conditions:
            more = []
            for values in found:
                bound = all(
                    v.name in values or v.name == "P" for a in literal.args for v in variables(a)
                )
                if literal.name == "=" and not bound:
                    name = literal.args[0].name
                    more.append(values | {name: self.value(literal.args[1], values)})
                    continue
                if bound or literal.name == "<":
                    more += [values] if self.holds(literal, values) else []
                    continue
                for row in self.facts[literal.name]:
                    new = dict(values)
                    fits = all(
                        new.setdefault(argument.name, item) == item
                        if isinstance(argument, Variable)
                        else self.value(argument, new) == item
                        for argument, item in zip(literal.args, row, strict=True)
                    )
                    more += [new] if fits else []
            found = more
        return found
