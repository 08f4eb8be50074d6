"""Measuring predicates on the test set and on the large puzzles (paper, sections 5.5 and 5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from witness.predicates.interface import Predicate
from witness.puzzle.model import Puzzle
from witness.search import Engine, Limits, Mode
from witness.search.warm_up import warmed

#: Expansions per second of the paper's implementation on 5×5 boards. It turns the paper's time
#: budgets into budgets of expansions, "paper-minutes". Table 2 has 1.4·10⁵ expansions in 7.6 s on
#: 5×5, and 2,900 to 40,000 per second on smaller boards.
PAPER_EXPANSIONS_PER_SECOND = 18_400

#: A search that takes less than SHORT seconds in all is timed up to TIMED_RUNS times; the least
#: time counts.
TIMED_RUNS = 3
SHORT = 0.05

#: How the budgets of the large puzzles are measured: in paper-minutes or in minutes.
Clock = Literal["paper", "wall"]


@dataclass(frozen=True)
class Run:
    """One way to solve every puzzle of a set; `name` is what records and tables call it."""

    name: str
    predicate: Predicate
    mode: Mode


def paper_minutes(minutes: float) -> int:
    """Return the expansions that the paper's implementation makes in this many minutes."""
    return round(minutes * 60 * PAPER_EXPANSIONS_PER_SECOND)


def budget(minutes: float, clock: Clock, memory_limit: float | None = None) -> Limits:
    """Return the limits of a search with a budget of minutes, on the paper's or the wall clock."""
    if clock == "wall":
        return Limits(time_limit=60 * minutes, memory_limit=memory_limit)
    return Limits(paper_minutes(minutes), memory_limit=memory_limit)


def within(record: Mapping[str, Any], minutes: float, clock: Clock) -> bool:
    """Whether a search was solved within a budget of minutes."""
    if record["status"] != "solved":
        return False
    if clock == "wall":
        return bool(record["seconds"] <= 60 * minutes)
    return bool(record["expansions"] <= paper_minutes(minutes))


def evaluate(
    puzzles: Sequence[Puzzle],
    runs: Sequence[Run],
    engine: Engine,
    limits: Limits,
    progress: Callable[[], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield a record per puzzle and run: id, rows, cols, run, status, length, expansions, seconds.

    The runs of a puzzle follow one another, so that their times can be compared. A short search is
    repeated, and its least time counts. The engine is warm: the first search of each kind is made
    once more before, and does not count.
    """
    engine = warmed(engine)
    for puzzle in puzzles:
        for run in runs:
            seconds: list[float] = []
            while not seconds or (sum(seconds) < SHORT and len(seconds) < TIMED_RUNS):
                result = engine(puzzle, run.predicate, run.mode, limits=limits)
                seconds.append(result.seconds)
            yield {
                "id": puzzle.id,
                "rows": puzzle.rows,
                "cols": puzzle.cols,
                "run": run.name,
                "status": result.status,
                "length": result.length,
                "expansions": result.expansions,
                "seconds": round(min(seconds), 7),
                "engine": result.engine,
            }
        if progress is not None:
            progress()
