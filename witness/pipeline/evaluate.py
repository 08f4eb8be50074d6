"""Measuring predicates on the test set and on the large puzzles (paper, sections 5.5 and 5.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from witness.base.errors import InputError
from witness.base.limits import ANSWERED
from witness.puzzle.model import Puzzle
from witness.searches import Engine, Limits, Mode
from witness.searches.predicates.implication import implies
from witness.searches.predicates.interface import Predicate
from witness.searches.registry import warmed

#: Expansions per second of the paper's implementation on 5×5 boards. It turns the paper's time
#: budgets into budgets of expansions, "paper-minutes". Table 2 has 1.4·10⁵ expansions in 7.6 s on
#: 5×5, and 2,900 to 40,000 per second on smaller boards.
PAPER_EXPANSIONS_PER_SECOND = 18_400

#: How often each search of the test set is timed; the least time counts.
ROUNDS = 3

#: How the budgets of the large puzzles are measured: in paper-minutes or in minutes.
Clock = Literal["paper", "wall"]


@dataclass(frozen=True)
class Run:
    """One way to solve every puzzle of a set; `name` is what records and tables call it."""

    name: str
    predicate: Predicate
    mode: Mode
    heuristic: str = "manhattan"


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
    *,
    rounds: int = 1,
    imply: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield a record per puzzle and run: id, rows, cols, run, status, length, expansions, seconds.

    A search that raises `InputError` is `failed`, with the reason.

    The runs of a puzzle follow one another, so that their times can be compared. Every search that
    gives an answer is timed in several `rounds`, each over all puzzles, so that what disturbs the
    machine for a while strikes one of its times. A record has all of them as `times`, in seconds
    of the processor; `seconds` is the least. The engine is warm: the first search of each kind is
    made once more before, and does not count.

    With `imply` and without a limit of time, no run is made that a stronger one (`stronger_runs`)
    shows to be in vain: as that has met the limit of expansions, so would this one. Its record has
    `implied`, and neither seconds nor an engine.
    """
    engine = warmed(engine)
    imply = imply and limits.time_limit is None
    searched = []
    for puzzle in puzzles:
        longest = len(puzzle.grid.vertices) - 1
        stronger = stronger_runs(tuple(runs), longest) if imply else {}
        found: dict[str, dict[str, Any]] = {}
        # A run that has fewer stronger ones is not weaker, as implication is transitive.
        for run in sorted(runs, key=lambda run: len(stronger.get(run.name, ()))):
            known = [found[name] for name in stronger.get(run.name, ()) if name in found]
            stopped = [record for record in known if record["status"] == "expansion-limit"]
            if stopped:
                nothing: dict[str, Any] = {"seconds": None, "times": [], "engine": None}
                found[run.name] = {**stopped[0], "run": run.name, **nothing, "implied": True}
            else:
                found[run.name] = _search(puzzle, run, engine, limits)
        searched.append(found)
    for _ in range(1, rounds):
        for puzzle, found in zip(puzzles, searched, strict=True):
            for run in runs:
                record = found[run.name]
                if record["status"] in ANSWERED:
                    record["times"] += _search(puzzle, run, engine, limits)["times"]
                    record["seconds"] = min(record["times"])
    for found in searched:
        yield from (found[run.name] for run in runs)


def _search(puzzle: Puzzle, run: Run, engine: Engine, limits: Limits) -> dict[str, Any]:
    """Return the record of a run on a puzzle."""
    about = {"id": puzzle.id, "rows": puzzle.rows, "cols": puzzle.cols, "run": run.name}
    try:
        result = engine(puzzle, run.predicate, run.mode, heuristic=run.heuristic, limits=limits)
    except InputError as error:
        nothing = dict.fromkeys(("length", "expansions", "seconds", "engine"))
        return {**about, "status": "failed", **nothing, "times": [], "reason": error.reason}
    seconds = round(result.seconds, 7)
    return {
        **about,
        "status": result.status,
        "length": result.length,
        "expansions": result.expansions,
        "seconds": seconds,
        "times": [seconds],
        "engine": result.engine,
    }


@lru_cache(maxsize=256)
def stronger_runs(runs: tuple[Run, ...], longest: int) -> dict[str, list[str]]:
    """Return, for each run, the runs that solve no puzzle later, on paths of up to `longest` edges.

    Run S is stronger than run W if both prune, with Manhattan, S's predicate is sound, and it is
    true wherever that of W is. Then W expands the nodes of S in their order, with others in
    between, so if it finds a solution, it does not do so after fewer expansions
    (docs/architecture.md).
    """
    pruning = [run for run in runs if (run.mode, run.heuristic) == ("prune", "manhattan")]
    return {
        weak.name: [
            strong.name
            for strong in pruning
            if strong is not weak
            and implies(weak.predicate, strong.predicate, longest)
            and strong.predicate.sound
        ]
        for weak in pruning
    }
