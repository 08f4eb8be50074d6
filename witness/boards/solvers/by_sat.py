"""A SAT solver as a solver, for all symbols: CaDiCaL, through PySAT, from the extra `sat`.

The clauses of `sat_line` and `sat_regions` say what is local. A model of them may have loops beside
the path, and pairs of symbols that it divides. Each of these is ruled out by clauses that every
solution satisfies, and the solver goes on with what it has learned, until a model is a path that
solves the panel, or there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace

from witness.base.limits import Budget
from witness.boards.solvers import sat_regions
from witness.boards.solvers.incremental import each, first
from witness.boards.solvers.sat_line import Line
from witness.boards.solvers.sat_marks import add_marks
from witness.boards.solvers.sat_regions import Regions
from witness.puzzle.model import ENDS, Puzzle
from witness.puzzle.rules import Path, goal_test, open_halves, path_masks

NAME = "sat"
SUPPORTED = ENDS | sat_regions.KNOWN | {
    "start-goals", "edge-start-goals", "four-triangles", "coloured", "missing", "open-halves",
    "symmetry", "wraps", "rules",
}  # fmt: skip

#: The solver that decides the panels of the study fastest, among those of PySAT.
_ENGINE = "cadical153"

#: The most elimination marks up to which this decides faster than clingo (`benchmarks/panels.py`).
MOST_MARKS = 8

#: Conflicts between two looks at the clock: some hundredths of a second.
_SLICE = 5000


def skip() -> str | None:
    """Return why it cannot be used here, None if it can."""
    if find_spec("pysolvers") is None:
        return "PySAT is not installed here; `pip install python-sat` (the extra sat) installs it"
    if not hasattr(import_module("pysolvers"), f"{_ENGINE}_cbudget"):
        return (
            "PySAT is too old here; `pip install --upgrade --pre python-sat` installs a newer one"
        )
    return None


def slow(puzzle: Puzzle, listing: bool) -> bool:
    """Whether others are faster to decide a panel, or to list all solutions if `listing`.

    It starts anew for each solution, with one clause more: clingo lists many of them faster. And it
    knows which mark takes which symbol, where clingo only counts.
    """
    return listing or len(puzzle.eliminations) > MOST_MARKS


def prepare(puzzle: Puzzle) -> None:
    """Load what is needed once."""
    import_module("pysat.solvers")


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any; there is one engine."""
    with closing(_Model(puzzle, budget)) as model:
        return first(model, shortest), None


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions, each of which is ruled out for the rest."""
    with closing(_Model(puzzle, budget)) as model:
        yield from each(model)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Let Ctrl-C come after the call of PySAT in this block, as an ordinary `KeyboardInterrupt`.

    In the main thread PySAT would jump out of the middle of CaDiCaL, and later out of whatever is
    running, which ends in a crash. So it is told that this is another thread.
    """
    from pysat import solvers

    before = solvers.MainThread
    solvers.MainThread = SimpleNamespace(check=lambda: False)
    try:
        yield
    finally:
        solvers.MainThread = before


class _Model:
    """A panel as the SAT solver sees it."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        from pysat.solvers import Solver

        self.budget = budget
        self.line = Line(puzzle)
        self.regions = Regions(self.line, budget)
        self.totals: Sequence[int] | None = None
        marks = add_marks(self.line, self.regions) if puzzle.eliminations else []
        self.satisfied = goal_test(puzzle) if marks else None
        self.solver = Solver(name=_ENGINE)
        self._add(self.line.clauses)
        self._add(marks)
        self._add(self.regions.clauses)
        gone = [*self.line.gone_squares.values(), *self.line.gone_places.values()]
        if len(gone) > len(puzzle.eliminations) > 0:  # It follows, but not fast.
            self._add([[-self._at_least(gone, len(puzzle.eliminations) + 1)[-1]]])

    def close(self) -> None:
        """Give its memory back."""
        self.solver.delete()

    def next(self) -> Path | None:
        """Return a solution, None when there is none (left)."""
        while self._satisfiable():
            self.model = self.solver.get_model()
            trail, loops = self.line.cycles(self.model)
            cuts = self.regions.cuts(self.model)
            for loop in loops:
                cuts += self.line.cut(loop)
            self._add(cuts)
            if not cuts:
                path = self.line.graph.path(trail)
                if self._right(path):
                    return path
                self.rule_out()
        return None

    def _right(self, path: Path) -> bool:
        """Whether a path is a solution; of marks the clauses know only a part."""
        if self.satisfied is None:
            return True
        puzzle = self.line.puzzle
        return self.satisfied(*path_masks(puzzle, path), open_halves(puzzle, path))

    def _satisfiable(self) -> bool:
        while True:
            self.budget.check()
            self.solver.conf_budget(_SLICE)
            with _ctrl_c_waits():
                answer = self.solver.solve_limited()
            if answer is not None:
                return bool(answer)

    def rule_out(self) -> None:
        """Rule out the solution just found, as no other has all of its edges and its ends."""
        line = self.line
        chosen = [v for v in (*line.joins, *line.begins, *line.ends) if self.model[v - 1] > 0]
        self._add([[-variable for variable in chosen]])

    def shorter_than(self, length: int) -> None:
        """Ask for a solution with fewer edges; the first time, `length` is the most ever asked."""
        if self.totals is None:
            self.totals = self._at_least(self._edges(), length)
        self._add([[-self.totals[length - 1]]] if length else [[]])

    def _edges(self) -> list[int]:
        """Return variables of edges that count; that of a path which is one place does not."""
        found = list(range(1, len(self.line.puzzle.grid.edges) + 1))
        for middle, alone in self.line.alone.items():
            ((_, edge), *_) = self.line.graph.steps[middle]
            found[edge] = self.line.new()
            self._add([[-edge - 1, alone, found[edge]]])
        return found

    def _at_least(self, literals: Sequence[int], most: int) -> Sequence[int]:
        """Return variables that are true if at least 1, 2, …, `most` literals are.

        That is the totalizer of Bailleux and Boufkhad (2003), in the direction that bounds need.
        """
        if len(literals) < 2:
            return literals
        half = len(literals) // 2
        few, more = (self._at_least(part, most) for part in (literals[:half], literals[half:]))
        found = [self.line.new() for _ in range(min(most, len(few) + len(more)))]
        self._add(
            [*(-a for a in few[i - 1 : i]), *(-b for b in more[j - 1 : j]), found[i + j - 1]]
            for i in range(len(few) + 1)
            for j in range(len(more) + 1)
            if 0 < i + j <= len(found)
        )
        return found

    def _add(self, clauses: Iterable[list[int]]) -> None:
        for clause in self.budget.each(clauses, every=4096):
            self.solver.add_clause(clause)
