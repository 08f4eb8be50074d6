"""Z3 as a solver, for all symbols: "Solving The Witness with Z3", rebuilt from its idea.

The two-part post (Bickio, 2022) has a variable for each vertex and each edge that says whether the
line runs over it, and local rules between neighbours. What is local cannot rule out a loop beside
the line; consecutive numbers along the line can, as they would have to rise for ever on a loop.
Its suns are the stars here; triangles are not in the post. Z3 comes with the extra `z3`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from witness.base.limits import Budget, LimitReachedError
from witness.puzzle.graph import path_graph
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.rules import Path
from witness.puzzle.solvers.answer import first

NAME = "z3"
SUPPORTED = frozenset(
    {"triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals", "start-goals",
     "four-triangles", "coloured", "missing"}
)  # fmt: skip

#: Seconds by which Z3's clock and ours may differ.
_CLOSE = 0.1

#: The longest time limit of Z3 in milliseconds (49 days), which has 32 bits.
_LONGEST = 2**32 - 2


def skip() -> str | None:
    """Return why it cannot be used here, None if it can."""
    if find_spec("z3") is None:
        return "Z3 is not installed here; `pip install z3-solver` installs it"
    return None


def prepare(puzzle: Puzzle) -> None:
    """Load what is needed once."""
    import_module("z3")


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any; there is one engine."""
    return first(_Model(puzzle, budget), shortest), None


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions, each of which is ruled out for the rest."""
    model = _Model(puzzle, budget)
    while (path := model.next()) is not None:
        yield path
        model.rule_out()


class _Model:
    """A panel as Z3 sees it."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        import z3

        self.z3 = z3
        self.budget = budget
        self.graph = path_graph(puzzle)
        self.solver = z3.SimpleSolver()
        self.puzzle = puzzle
        board = puzzle.grid
        self.steps = {
            (a, b): z3.Bool(f"step_{a}_{b}")
            for a, row in enumerate(self.graph.steps)
            for b, _ in row
        }
        self.begins = {start: z3.Bool(f"begins_{start}") for start in self.graph.starts}
        self.ends = {goal: z3.Bool(f"ends_{goal}") for goal in self.graph.goals}
        along: list[list[Any]] = [[] for _ in board.edges]
        for a, row in enumerate(self.graph.steps):
            for b, edge in row:
                along[edge].append(self.steps[a, b])
        self.edge_line = [z3.Or(steps) for steps in along]
        self.place_line = [z3.Bool(f"line_{place}") for place in range(len(self.graph.places))]
        self._line()
        self._symbols()
        if puzzle.squares or puzzle.stars:
            self._regions()

    def _line(self) -> None:
        """One line from a start to a goal, numbered consecutively."""
        z3, add = self.z3, self.solver.add
        add(z3.PbEq([(begins, 1) for begins in self.begins.values()], 1))
        add(z3.PbEq([(ends, 1) for ends in self.ends.values()], 1))
        index = [z3.Int(f"index_{place}") for place in range(len(self.graph.places))]
        for place, row in enumerate(self.graph.steps):
            near = [other for other, _ in row]
            arrives = [self.steps[other, place] for other in near]
            leaves = [self.steps[place, other] for other in near]
            if place in self.graph.goals and not self.puzzle.pass_goals:
                add(*(z3.Not(leave) for leave in leaves))
            for before, after in (
                ([*arrives, *_given(self.begins, place)], self.place_line[place]),
                ([*leaves, *_given(self.ends, place)], self.place_line[place]),
            ):
                add(z3.Or(before) == after)
                if len(before) > 1:
                    add(z3.AtMost(*before, 1))
            for other in near:
                add(z3.Implies(self.steps[place, other], index[other] == index[place] + 1))

    def _symbols(self) -> None:
        """Triangles and dots; gaps are steps that do not exist."""
        board, z3 = self.puzzle.grid, self.z3
        for square, count in self.puzzle.triangle_at.items():
            lines = [self.edge_line[board.edge_number[edge]] for edge in board.square_edges(square)]
            self.solver.add(z3.PbEq([(line, 1) for line in lines], count))
        for dot in self.puzzle.dots:
            if is_edge(dot):
                self.solver.add(self.edge_line[board.edge_number[dot]])
            else:
                self.solver.add(self.place_line[self.graph.places.index(dot)])

    def _regions(self) -> None:
        """Coloured squares, and stars.

        Squares beside one another without the line between them have one colour; that is enough for
        coloured squares. For stars a region also has the number of one of its squares, and every
        other square of it has a neighbour in it that is nearer to that one.
        """
        z3, board, add = self.z3, self.puzzle.grid, self.solver.add
        symbols = self.puzzle.colours_at
        colours = sorted({colour for _, colour in symbols.values()})
        numbers = range(len(board.squares))
        region_colour = [z3.Int(f"colour_{square}") for square in numbers]
        region = [z3.Int(f"region_{square}") for square in numbers]
        distance = [z3.Int(f"distance_{square}") for square in numbers]
        beside: list[list[tuple[int, Any]]] = [[] for _ in numbers]
        for number, edge in enumerate(board.edges):
            sides = [board.square_number(square) for square in board.edge_squares(edge)]
            if len(sides) == 2 and not self.puzzle.walls >> number & 1:
                one, other = sides
                is_open = z3.Not(self.edge_line[number])
                add(z3.Implies(is_open, region_colour[one] == region_colour[other]))
                beside[one].append((other, is_open))
                beside[other].append((one, is_open))
        for place, (kind, colour) in symbols.items():
            if kind == "square":
                add(region_colour[board.square_number(place)] == colours.index(colour))
        if not self.puzzle.stars:
            return
        for square in numbers:
            add(region[square] >= 0, region[square] < len(numbers), distance[square] >= 0)
            nearer = [
                z3.And(
                    is_open,
                    region[square] == region[other],
                    distance[square] == distance[other] + 1,
                )
                for other, is_open in beside[square]
            ]
            root = z3.And(region[square] == square, distance[square] == 0)
            add(z3.Or(root, *nearer))
            for other, is_open in beside[square]:
                add(z3.Implies(is_open, region[square] == region[other]))
        for row, column, colour in self.puzzle.stars:
            star = board.square_number((row, column))
            same = [board.square_number(s) for s, (_, c) in symbols.items() if c == colour]
            together = [(region[other] == region[star], 1) for other in same if other != star]
            add(z3.PbEq(together, 1) if together else z3.BoolVal(False))

    def next(self) -> Path | None:
        """Return a solution, None when there is none (left)."""
        left = self.budget.seconds_left
        if left is not None:
            self.budget.check()
            self.solver.set("timeout", max(1, min(int(1000 * left), _LONGEST)))
        answer = self.solver.check()
        if answer == self.z3.unsat:
            return None
        if answer != self.z3.sat:
            left = self.budget.seconds_left
            if left is not None and left < _CLOSE:
                raise LimitReachedError("time-limit")
            if "memory" in self.solver.reason_unknown():
                raise LimitReachedError("memory-limit")
            raise KeyboardInterrupt  # Z3 takes the signal for itself
        model = self.solver.model()
        self.taken = [step for step in self.steps if model[self.steps[step]]]
        following = dict(self.taken)
        (self.begin,) = (start for start, begins in self.begins.items() if model[begins])
        trail = [self.begin]
        while trail[-1] in following:
            trail.append(following[trail[-1]])
        return self.graph.path(trail)

    def rule_out(self) -> None:
        """Rule out the solution just found: another takes some other step or begins elsewhere."""
        z3 = self.z3
        others = [step for pair, step in self.steps.items() if pair not in self.taken]
        alone = [begins for start, begins in self.begins.items() if start != self.begin]
        fewer = [z3.Not(self.steps[step]) for step in self.taken]
        self.solver.add(z3.Or(others + alone + fewer))

    def shorter_than(self, length: int) -> None:
        """Ask for a solution with fewer edges."""
        self.solver.add(self.z3.PbLe([(line, 1) for line in self.edge_line], length - 1))


def _given(named: dict[int, Any], place: int) -> list[Any]:
    return [named[place]] if place in named else []
