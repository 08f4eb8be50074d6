"""What clauses cost in Prolog, and which predicate Algorithm 2 returns at that price.

Needs SWI-Prolog (docs/prolog.md). What is yielded names its version.

- `prices`: the inferences and seconds that each candidate and each clause of the finalists takes an
  example, and the winner if an expansion costs that much and a constant for the call;
- `lines`: A* with the paper's predicate, and with each of its lines left out, where SWI-Prolog
  proves them: what each line costs and what it saves;
- `searches`: Algorithm 2 where SWI-Prolog proves all clauses at every step of every search. Each
  stage takes its puzzles from the cheapest on, until its share of the time is over.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tqdm import tqdm

from studies.records import Row
from studies.triage.definitions import Definitions, Price, sample, texts
from studies.triage.predicate import PrologPredicate, spent
from studies.triage.rankings import Ranking, at_a_price, study
from studies.triage.stages import read_start, stages
from witness.experiments.candidates import Candidate, Variant
from witness.experiments.race import Entrant, Totals, as_entrants, race, references
from witness.prolog.swi import version
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.report.paper import CLAUSES, FIRST_LINE_COST
from witness.searches import Limits, SearchResult, engine
from witness.searches.registry import warmed

#: Inferences that a call may cost in the ranking, beside the number derived from the paper.
CALLS = (0, 10, 30, 100, 300, 1000, 10_000)

#: Examples from each training puzzle.
EXAMPLES = 20

#: The paper's predicate, and what is left of it without each of its lines.
LINES: dict[str, Sequence[str]] = {
    "π°": CLAUSES,
    **{f"without line {n + 1}": CLAUSES[:n] + CLAUSES[n + 1 :] for n in range(len(CLAUSES))},
}


# ---- on examples ---------------------------------------------------------------------------------


def prices(
    source: Mapping[str, Any], *, experiment: str, variant: Variant, seed: int
) -> Iterator[Row]:
    """Yield what programs and clauses cost, and the winners at that price."""
    start = read_start(source)
    candidates = start.candidates
    puzzles = read_puzzles(source["train"])
    examples = sample(puzzles, EXAMPLES, variant, random.Random(seed))
    with Definitions(start.background.bias.file, *texts(examples)) as definitions:
        found = {
            c.id: definitions.price(c.program)
            for c in tqdm(candidates, unit="candidate", disable=None)
        }
        paper = {name: definitions.price(clauses) for name, clauses in LINES.items()}
        call = derived_call(paper["π°"], paper["without line 1"])
        inferences = {name: price.inferences for name, price in found.items()}
        levels = sorted({*CALLS, round(call)} if variant == "baseline" else CALLS)
        records = study(
            candidates,
            stages(start, variant, rounds=1),
            {str(level): at_a_price(inferences, level) for level in levels},
        )
        racers = [c for c in candidates if c.id in records[-1]["totals"]]
        clauses = sorted({*CLAUSES, *(clause for c in racers for clause in c.program)})
        single = {clause: definitions.price([clause]) for clause in clauses}
    yield {
        "swi_prolog": version(),
        "examples": len(examples),
        "candidates": _json(found),
        "clauses": _json(single),
        "paper": _json(paper),
        "call": call,
        "stages": records,
    }


def derived_call(whole: Price, rest: Price) -> float:
    """Return what a call costs in inferences, by what the paper says of its first line.

    Section 5.3: the first line adds 26 % to the time of the predicate on filter set 2, where
    π_baseline prunes. With a constant c for a call, (c + whole) = 1.26 (c + rest).
    """
    return (whole.inferences - rest.inferences) / FIRST_LINE_COST - rest.inferences


def _json(prices: Mapping[str, Price]) -> dict[str, Any]:
    return {name: asdict(price) for name, price in prices.items()}


# ---- in searches ---------------------------------------------------------------------------------


class Measured:
    """Races in which SWI-Prolog proves the clauses; counts the inferences of each entrant."""

    def __init__(self, variant: Variant, limits: Limits, bias: str) -> None:
        self.variant = variant
        self.limits = limits
        self.bias = bias
        self.inferences: Counter[str] = Counter()
        self.done: list[Puzzle] = []
        self.engine = warmed(self._counted)

    def _counted(self, puzzle: Puzzle, predicate: Any, *rest: Any, **options: Any) -> SearchResult:
        result = engine("reference")(puzzle, predicate, *rest, **options)
        inferences = spent()
        if options["limits"] is self.limits:  # else the search only warms the engine
            self.inferences[predicate.name] += inferences
        return result

    def race(
        self,
        programs: Mapping[str, Sequence[str]],
        puzzles: Sequence[Puzzle],
        expansions: Callable[[Puzzle], int],
        minutes: float,
    ) -> dict[str, Totals]:
        """Measure programs, by name, on puzzles in the order of their `expansions`, for some time.

        The puzzles that came to their turn are `done`; `inferences` are those of the programs.
        """
        self.inferences.clear()
        self.done = []
        entrants = references(self.variant) | {
            name: Entrant(PrologPredicate(name, clauses, self.bias))
            for name, clauses in programs.items()
        }
        totals = dict.fromkeys(entrants, Totals())
        deadline = time.monotonic() + 60 * minutes
        ordered = sorted(puzzles, key=expansions)
        for puzzle in tqdm(ordered, unit="puzzle", desc=f"{len(programs)} programs", disable=None):
            found = race(entrants, [puzzle], self.variant, self.engine, self.limits)
            totals = {name: totals[name] + found[name] for name in entrants}
            self.done.append(puzzle)
            if time.monotonic() >= deadline:
                break
        return totals

    def summary(self, puzzles: Sequence[Puzzle]) -> dict[str, Any]:
        """Return the numbers of puzzles and of those done, the largest's size, and inferences."""
        return {
            "puzzles": len(puzzles),
            "done": len(self.done),
            "squares": max((p.rows * p.cols for p in self.done), default=0),
            "inferences": dict(self.inferences),
        }


def searches(
    source: Mapping[str, Any], *, experiment: str, variant: Variant, minutes: float
) -> Iterator[Row]:
    """Run Algorithm 2 with SWI-Prolog; yield what came of each stage."""
    start = read_start(source)
    measured = Measured(variant, start.limits, start.background.bias.file)
    shares: list[dict[str, Any]] = []

    def on(puzzles: Sequence[Puzzle]) -> Callable[[Sequence[Candidate]], dict[str, Totals]]:
        def measure(racing: Sequence[Candidate]) -> dict[str, Totals]:
            entrants = as_entrants(racing, start.background)

            def expansions(puzzle: Puzzle) -> int:
                taken = race(entrants, [puzzle], variant, engine("compiled"), start.limits)
                return sum(totals.expansions for totals in taken.values())

            programs = {c.id: c.program for c in racing}
            found = measured.race(programs, puzzles, expansions, minutes / 3)
            shares.append(measured.summary(puzzles))
            return found

        return measure

    records = study(
        start.candidates,
        [(on(puzzles), most) for puzzles, most in zip(start.filters, start.keep, strict=True)],
        {"time": Ranking("time"), "expansions": Ranking("expansions")},
        margin=start.config["triage"]["margin"],
    )
    done = [share | record for share, record in zip(shares, records, strict=True)]
    yield {"swi_prolog": version(), "minutes": minutes, "stages": done}


def lines(
    source: Mapping[str, Any], *, experiment: str, variant: Variant, minutes: float
) -> Iterator[Row]:
    """Yield what A* takes with the paper's predicate and without each line, on filter set 2."""
    start = read_start(source)
    puzzles = start.filters[1]
    measured = Measured(variant, start.limits, start.background.bias.file)

    def expansions(puzzle: Puzzle) -> int:
        with_baseline = references(variant)["baseline"]
        found = race({"": with_baseline}, [puzzle], variant, engine("compiled"), start.limits)
        return found[""].expansions

    totals = measured.race(LINES, puzzles, expansions, minutes)
    shown = {name: asdict(taken) for name, taken in totals.items()}
    summary = measured.summary(puzzles)
    yield {"swi_prolog": version(), "minutes": minutes, "totals": shown, **summary}
