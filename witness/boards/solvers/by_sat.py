"""A SAT solver as a solver, for all symbols: CaDiCaL, through PySAT, from the extra `sat`.

The clauses of `sat_line` and `sat_regions` say what is local. A model of them may have loops beside
the path, and pairs of symbols that it divides. Each of these is ruled out by clauses that every
solution satisfies, and the solver goes on with what it has learned, until a model is a path that
solves the panel, or there is none.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace

from witness.base.limits import Budget
from witness.boards.solvers import sat_regions
from witness.boards.solvers.incremental import each, first
from witness.boards.solvers.placements import margins
from witness.boards.solvers.sat_blocks import add_blocks
from witness.boards.solvers.sat_line import Line
from witness.boards.solvers.sat_marks import add_marks, each_once
from witness.boards.solvers.sat_regions import Regions
from witness.boards.solvers.sat_sums import counted
from witness.boards.solvers.turns import Turns, exhausted
from witness.puzzle.model import ENDS, Puzzle
from witness.puzzle.rules import Path, goal_test, open_halves, path_masks

NAME = "sat"
SUPPORTED = ENDS | sat_regions.KNOWN | {
    "start-goals", "edge-start-goals", "four-triangles", "coloured", "missing", "open-halves",
    "symmetry", "wraps", "rules", "negative-blocks",
}  # fmt: skip

#: The solver that decides the panels of the study fastest, among those of PySAT.
_ENGINE = "cadical153"

#: Conflicts between two looks at the clock: some hundredths of a second.
_SLICE = 5000

#: Models that are cut off in a turn: each takes some conflicts.
_MODELS = 100


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

    It starts anew for each solution, with one clause more: clingo lists many of them faster.
    """
    return listing


def prepare(puzzle: Puzzle) -> None:
    """Load what is needed once."""
    import_module("pysat.solvers")


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any; there is one engine."""
    if not shortest:
        return exhausted(turns(puzzle, budget)), None
    with closing(_Model(puzzle, budget, margins(puzzle)[-1])) as model:
        return first(model, shortest), None


def turns(puzzle: Puzzle, budget: Budget) -> Turns:
    """Look for a solution, in turns."""
    found = None
    for margin in margins(puzzle):
        with closing(_Model(puzzle, budget, margin)) as model:
            found = yield from model.turns()
        if found is not None:
            break
    return found


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions, each of which is ruled out for the rest."""
    with closing(_Model(puzzle, budget, margins(puzzle)[-1])) as model:
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

    def __init__(self, puzzle: Puzzle, budget: Budget, margin: int | None = 0) -> None:
        from pysat.solvers import Solver

        self.budget = budget
        self.line = Line(puzzle)
        self.regions = Regions(self.line, budget)
        self.totals: Sequence[int] | None = None
        marks = add_marks(self.line, self.regions) if puzzle.eliminations else []
        if puzzle.blocks:
            add_blocks(self.regions, margin)
        negative = "negative-blocks" in puzzle.features
        self.satisfied = goal_test(puzzle) if marks or negative else None
        self.solver = Solver(name=_ENGINE)
        self._add(self.line.clauses)
        self._add(marks)
        self._add(self.regions.clauses)
        gone = [*self.line.gone_squares.values(), *self.line.gone_places.values()]
        if len(gone) > len(puzzle.eliminations) > 0:  # It follows, but not fast.
            most = len(puzzle.eliminations)
            numbers = counted(self.line, gone, most + 1, self._add)
            self._add([[-numbers[most]]])
            if each_once(puzzle) and puzzle.rules == "windmill":
                self._add([[numbers[most - 1]]])

    def close(self) -> None:
        """Release its memory."""
        self.solver.delete()

    def next(self) -> Path | None:
        """Return a solution, None when there is none (left)."""
        return exhausted(self.turns())

    def turns(self) -> Turns:
        """Look for a solution, in turns."""
        models = 0
        while (yield from self._satisfiable()):
            models += 1
            if models % _MODELS == 0:
                yield
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
        """Whether a path is a solution: the clauses know but a part of some rules."""
        if self.satisfied is None:
            return True
        puzzle = self.line.puzzle
        return self.satisfied(*path_masks(puzzle, path), open_halves(puzzle, path))

    def _satisfiable(self) -> Generator[None, None, bool]:
        while True:
            self.budget.check()
            self.solver.conf_budget(_SLICE)
            with _ctrl_c_waits():
                answer = self.solver.solve_limited()
            if answer is not None:
                return bool(answer)
            yield

    def rule_out(self) -> None:
        """Rule out the solution just found, as no other has all of its edges and its ends."""
        line = self.line
        chosen = [v for v in (*line.joins, *line.begins, *line.ends) if self.model[v - 1] > 0]
        self._add([[-variable for variable in chosen]])

    def shorter_than(self, length: int) -> None:
        """Ask for a solution with fewer edges; the first time, `length` is the most ever asked."""
        if self.totals is None:
            self.totals = counted(self.line, self._edges(), length, self._add)
        self._add([[-self.totals[length - 1]]] if length else [[]])

    def _edges(self) -> list[int]:
        """Return variables of edges that count; that of a path which is one place does not."""
        found = list(range(1, len(self.line.puzzle.grid.edges) + 1))
        for middle, alone in self.line.alone.items():
            ((_, edge), *_) = self.line.graph.steps[middle]
            found[edge] = self.line.new()
            self._add([[-edge - 1, alone, found[edge]]])
        return found

    def _add(self, clauses: Iterable[list[int]]) -> None:
        for clause in self.budget.each(clauses, every=4096):
            self.solver.add_clause(clause)
