"""Measuring predicates against one another on a filter set (paper, Equations 1 and 2).

Time decides Algorithm 2, so it is measured with care: it is processor time, and all entrants of a
race run in one process with a warm engine and take turns on each puzzle, so that other work on the
machine affects them equally. A short search is timed in several rounds, and the least time counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from statistics import median
from typing import Any, NamedTuple

from witness.base.errors import InputError
from witness.base.limits import ANSWERED
from witness.clauses.background import Background
from witness.pipeline.candidates import Candidate, Variant
from witness.puzzle.model import Puzzle
from witness.searches import Engine, Limits, Mode, Status
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.tables import Tabulations
from witness.searches.predicates.together import SharedClauses
from witness.searches.predicates.written import BASELINE, NONE
from witness.searches.registry import warmed

#: A search whose least time of two rounds or more is as long, in seconds, is not timed again: a few
#: hard puzzles would take most of the time of a race. One round cannot tell, as a stall looks long.
LONG = 0.004


class Entrant(NamedTuple):
    """A predicate in a race, and how A* uses it."""

    predicate: Predicate
    mode: Mode = "sort"


@dataclass(frozen=True)
class Totals:
    """What the searches of one entrant took on a set of puzzles.

    `seconds` sums over the puzzles the least processor time of all rounds, `rounds` has the sum of
    each; for a long search, rounds after the second may count its least time. `capped` is the
    number of searches that ended at a limit; they count with what they took. One that is `stopped`
    would have taken more (`witness.pipeline.elimination`). One that is `dropped` could not be
    evaluated, for the reason given; it was not searched with any further.
    """

    expansions: int = 0
    seconds: float = 0.0
    rounds: tuple[float, ...] = ()
    capped: int = 0
    stopped: bool = False
    dropped: str | None = None

    def __add__(self, other: Totals) -> Totals:
        """Return the totals of both sets of puzzles together."""
        return Totals(
            self.expansions + other.expansions,
            self.seconds + other.seconds,
            tuple(a + b for a, b in zip_longest(self.rounds, other.rounds, fillvalue=0.0)),
            self.capped + other.capped,
            self.stopped or other.stopped,
            self.dropped or other.dropped,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the totals as a JSON object; `dropped` is there only with a reason."""
        return {k: v for k, v in asdict(self).items() if k != "dropped" or v is not None}

    @property
    def spread(self) -> float | None:
        """How much slower one of the first two rounds was than the other; None with one round.

        It is a fraction. Every search is made in these two rounds.
        """
        fastest, *slower = sorted(self.rounds[:2]) or [0.0]
        return slower[0] / fastest - 1 if slower and fastest else None

    @staticmethod
    def from_json(record: Mapping[str, Any]) -> Totals:
        """Return the totals that a JSON object describes."""
        return Totals(**{**record, "rounds": tuple(record["rounds"])})


def noise(measured: Iterable[Totals]) -> float:
    """Return by which fraction two times may differ though neither predicate is faster.

    It is twice the median, over all that raced, of how much their times changed from the first
    round to the second, beside the change of all. Nothing is known of it from one round.
    """
    both = [one.rounds[:2] for one in measured if len(one.rounds) > 1 and all(one.rounds[:2])]
    changes = [second / first for first, second in both]
    if not changes:
        return 0.0
    of_all = median(changes)
    return 2 * median(abs(change / of_all - 1) for change in changes)


def references(variant: Variant) -> dict[str, Entrant]:
    """Return what candidates are compared with: π_baseline (Equations 1 and 2), and no predicate.

    π_baseline prunes (section 2.3). In the variant `baseline`, A* without a predicate is the same
    search.
    """
    found = {"baseline": Entrant(BASELINE, "prune")}
    if variant == "plain":
        found["none"] = Entrant(NONE)
    return found


def as_entrants(
    candidates: Iterable[Candidate],
    background: Background,
    tables: Tabulations | None = None,
) -> dict[str, Entrant]:
    """Return candidates as entrants, by id: they order the open list, which loses no solution.

    `tables` are those of `read_tables`; tables of other clauses are made when they are needed.
    """
    shared = SharedClauses(background, tables)
    return {one.id: Entrant(shared.predicate(one.id, one.program)) for one in candidates}


def race(
    entrants: Mapping[str, Entrant],
    puzzles: Sequence[Puzzle],
    variant: Variant,
    engine: Engine,
    limits: Limits,
    *,
    rounds: int = 1,
    progress: Callable[[], object] | None = None,
) -> dict[str, Totals]:
    """Measure entrants on a set of puzzles; return the totals of each by its name.

    A different entrant begins in each round on a puzzle. Before the first search of each kind, the
    engine makes one that does not count. A search that took at least `LONG` seconds in two rounds,
    and in every other, is not made again: in the rounds that are left, its least time counts. An
    entrant whose predicate raises `InputError` is dropped.
    """
    engine = warmed(engine)
    names = list(entrants)
    found = dict.fromkeys(names, Totals())
    for number, puzzle in enumerate(puzzles):
        searched: dict[str, Totals] = dict.fromkeys(names, Totals())
        for turn in range(rounds):
            first = (number + turn * len(names) // rounds) % max(1, len(names))
            for name in names[first:] + names[:first]:
                if found[name].dropped or searched[name].dropped:
                    continue
                if turn >= 2 and searched[name].seconds >= LONG:
                    times = (*searched[name].rounds, searched[name].seconds)
                    searched[name] = replace(searched[name], rounds=times)
                    continue
                new, _ = search(puzzle, entrants[name], variant, engine, limits)
                times = searched[name].rounds + new.rounds
                searched[name] = (
                    new if new.dropped else replace(new, seconds=min(times), rounds=times)
                )
        found = {name: found[name] + searched[name] for name in names}
        if progress is not None:
            progress()
    return found


def search(
    puzzle: Puzzle, entrant: Entrant, variant: Variant, engine: Engine, limits: Limits
) -> tuple[Totals, Status | None]:
    """Search a puzzle with an entrant; return what that took, and how it ended.

    An entrant that cannot be evaluated is dropped, and has no status.
    """
    layer = variant == "baseline"
    try:
        result = engine(puzzle, *entrant, baseline_layer=layer, limits=limits)
    except InputError as error:
        return Totals(dropped=f"{puzzle.id}: {error.reason}"), None
    capped = int(result.status not in ANSWERED)
    return Totals(result.expansions, result.seconds, (result.seconds,), capped), result.status
