"""What is measured: a function for each rule of the study in rules.smk.

Every solver gets the same panels, solvable and unsolvable, one after another in this process; what
is needed once (machine code, a library) is loaded before. A* searches with the hand-written
baseline and with the learned predicate. Needs the extra `z3`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from studies.records import Row
from studies.solvers.panels import KINDS, draw
from witness.base import clock
from witness.base.limits import Limits
from witness.puzzle import solvers
from witness.puzzle.model import Puzzle
from witness.searches import engine
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

#: Megabytes of nodes that A* may take.
ASTAR_MEMORY = 2000

#: What a solver says of a panel that it decides.
DECIDED = ("solved", "unsolvable")

#: Returns how the search for a solution of a puzzle ended.
Answer = Callable[[Puzzle], str]

#: What is measured, in the order of the table, with the kinds of panels it can do.
RUNS: dict[str, tuple[Callable[[float], Answer], tuple[str, ...]]] = {
    "frontier": (lambda seconds: _solver("frontier", seconds), KINDS),
    "frontier, shortest": (lambda seconds: _solver("frontier", seconds, shortest=True), KINDS),
    "frontier, count all": (lambda seconds: _count(seconds), KINDS),
    "clingo": (lambda seconds: _solver("clingo", seconds), KINDS),
    "z3": (lambda seconds: _solver("z3", seconds), KINDS),
    "A*, learned predicate": (lambda seconds: _astar(PAPER, seconds), ("triangles",)),
    "A*, baseline": (lambda seconds: _astar(BASELINE, seconds), ("triangles",)),
    "A*": (lambda seconds: _astar(NONE, seconds), ("regions",)),
}


def _astar(predicate: Predicate, seconds: float) -> Answer:
    search = engine("compiled")
    limits = Limits(time_limit=seconds, memory_limit=ASTAR_MEMORY)
    return lambda puzzle: str(search(puzzle, predicate, limits=limits).status)


def _solver(name: str, seconds: float, **options: Any) -> Answer:
    limits = Limits(time_limit=seconds)
    return lambda puzzle: str(solvers.solve(puzzle, name, limits=limits, **options).status)


def _count(seconds: float) -> Answer:
    def answer(puzzle: Puzzle) -> str:
        number, status = solvers.count(puzzle, "frontier", limits=Limits(time_limit=seconds))
        if status != "exact":
            return str(status)
        return "solved" if number else "unsolvable"

    return answer


def runs(
    source: Mapping[str, Any], *, sizes: Sequence[int], number: int, seed: int, time_limit: float
) -> Iterator[Row]:
    """Yield a row for each solver and panel.

    A solver that reaches its limit on more than half of the panels of a size is not tried on larger
    ones.
    """
    answers = {name: make(time_limit) for name, (make, _) in RUNS.items()}
    for kind in KINDS:
        warm_up = draw(kind, 3, 1, seed)[0][0]
        for name, answer in answers.items():
            if kind in RUNS[name][1]:
                answer(warm_up)
        hopeless: set[tuple[str, str]] = set()
        for side in sizes:
            for panels, puzzles in zip(
                ("solvable", "unsolvable"), draw(kind, side, number, seed), strict=True
            ):
                for name, answer in answers.items():
                    if kind not in RUNS[name][1] or (name, panels) in hopeless:
                        continue
                    rows = list(_timed(name, answer, puzzles))
                    decided = [row["status"] for row in rows if row["status"] in DECIDED]
                    wrong = "unsolvable" if panels == "solvable" else "solved"
                    assert wrong not in decided, f"{name} is wrong about {kind}, {panels}, {side}"
                    if 2 * len(decided) < len(rows):
                        hopeless.add((name, panels))
                    yield from ({"kind": kind, "panels": panels, "side": side, **r} for r in rows)


def _timed(name: str, answer: Answer, puzzles: Sequence[Puzzle]) -> Iterator[Row]:
    for puzzle in puzzles:
        begun = clock.worked()
        status = answer(puzzle)
        seconds = round(clock.worked() - begun, 6)
        yield {"solver": name, "puzzle": puzzle.id, "status": status, "seconds": seconds}
