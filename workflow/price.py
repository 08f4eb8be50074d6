#!/usr/bin/env python3
"""What clauses cost in Prolog, and which predicate Algorithm 2 returns at that price.

    python workflow/price.py results/paper --variant plain [--minutes 30] [--seed 1]

Needs SWI-Prolog (docs/prolog.md), and the candidates of an experiment. Three records are left in
results/NAME/price; what is there already is not measured again:

- VARIANT.json: the inferences and seconds that each candidate and each clause of the finalists
  takes an example, and the winner if an expansion costs so much and a constant for the call;
- VARIANT_lines.json: A* with the paper's predicate, and with each of its lines left out, where
  SWI-Prolog proves them: what each line costs and what it saves;
- VARIANT_prolog.json: Algorithm 2 where SWI-Prolog proves all clauses at every step of every
  search. Each stage takes its puzzles from the cheapest on, until its share of the time is over.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rankings import inputs, stages
from tqdm import tqdm

from witness.base.errors import InputError
from witness.base.files import write_json
from witness.base.machine import machine
from witness.cli.common import positive_float
from witness.experiment.candidates import VARIANTS, Candidate, Variant
from witness.experiment.race import Entrant, Totals, entrant, race, references
from witness.experiment.rankings import Ranking, at_a_price, study
from witness.prolog.predicate import PrologPredicate, spent
from witness.prolog.price import Definitions, Price, sample, texts
from witness.prolog.swi import version
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.report.paper import CLAUSES, FIRST_LINE_COST
from witness.search import Limits, SearchResult, engine

#: Inferences for a call that the ranking is tried with, beside the one derived from the paper.
CALLS = (0, 10, 30, 100, 300, 1000, 10_000)

#: Examples from each training puzzle.
EXAMPLES = 20

#: The paper's predicate, and what is left of it without each of its lines.
LINES: dict[str, Sequence[str]] = {
    "π°": CLAUSES,
    **{f"without line {n + 1}": CLAUSES[:n] + CLAUSES[n + 1 :] for n in range(len(CLAUSES))},
}


def main() -> int:
    """Measure what has not been measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", type=Path, metavar="results/NAME")
    parser.add_argument("--variant", choices=VARIANTS, required=True)
    parser.add_argument("--minutes", type=positive_float, default=30, help="for the searches [30]")
    parser.add_argument("--seed", type=int, default=1, help="of the sample of examples [1]")
    options = parser.parse_args()
    place, variant = options.experiment, options.variant
    folder = place / "price"
    try:
        for name, measure in (
            (variant, lambda: prices(place, variant, options.seed)),
            (f"{variant}_lines", lambda: lines(place, variant, options.minutes / 8)),
            (f"{variant}_prolog", lambda: searches(place, variant, options.minutes)),
        ):
            if not (folder / f"{name}.json").exists():
                known = {"machine": machine(), "swi_prolog": version(), "seed": options.seed}
                write_json(folder / f"{name}.json", known | measure())
    except InputError as error:
        print(f"price: {error}", file=sys.stderr)
        return 2
    return 0


# ---- on examples ---------------------------------------------------------------------------------


def prices(place: Path, variant: Variant, seed: int) -> dict[str, Any]:
    """Return what programs and clauses cost, and the winners at that price."""
    config, candidates, filters, background = inputs(place, variant)
    puzzles = read_puzzles(place / "puzzles" / "train.jsonl")
    examples = sample(puzzles, EXAMPLES, variant, random.Random(seed))
    with Definitions(config["bias"], *texts(examples)) as definitions:
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
            stages(config, filters, variant, background, rounds=1),
            {str(level): at_a_price(inferences, level) for level in levels},
        )
        racers = [c for c in candidates if c.id in records[-1]["totals"]]
        clauses = sorted({*CLAUSES, *(clause for c in racers for clause in c.program)})
        single = {clause: definitions.price([clause]) for clause in clauses}
    return {
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

    def _engine(self, puzzle: Puzzle, predicate: Any, *rest: Any, **options: Any) -> SearchResult:
        result = engine("reference")(puzzle, predicate, *rest, **options)
        self.inferences[predicate.name] += spent()
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
            found = race(entrants, [puzzle], self.variant, self._engine, self.limits)
            totals = {name: totals[name] + found[name] for name in entrants}
            self.done.append(puzzle)
            if time.monotonic() >= deadline:
                break
        return totals

    def of(self, puzzles: Sequence[Puzzle]) -> dict[str, Any]:
        """Return how many of the puzzles were done, the squares of the largest, and inferences."""
        return {
            "puzzles": len(puzzles),
            "done": len(self.done),
            "squares": max((p.rows * p.cols for p in self.done), default=0),
            "inferences": dict(self.inferences),
        }


def searches(place: Path, variant: Variant, minutes: float) -> dict[str, Any]:
    """Run Algorithm 2 with SWI-Prolog; return a record of each stage."""
    config, candidates, filters, background = inputs(place, variant)
    limits = Limits(config["max_expansions"], memory_limit=config["memory_limit"])
    measured = Measured(variant, limits, config["bias"])
    shares: list[dict[str, Any]] = []

    def on(puzzles: Sequence[Puzzle]) -> Callable[[Sequence[Candidate]], dict[str, Totals]]:
        def measure(racing: Sequence[Candidate]) -> dict[str, Totals]:
            entrants = {c.id: entrant(c, background) for c in racing}

            def expansions(puzzle: Puzzle) -> int:
                taken = race(entrants, [puzzle], variant, engine("compiled"), limits)
                return sum(totals.expansions for totals in taken.values())

            programs = {c.id: c.program for c in racing}
            found = measured.race(programs, puzzles, expansions, minutes / 3)
            shares.append(measured.of(puzzles))
            return found

        return measure

    keep = (config["triage"]["keep_1"], config["triage"]["keep_2"], 1)
    records = study(
        candidates,
        [(on(puzzles), most) for puzzles, most in zip(filters, keep, strict=True)],
        {"time": Ranking("time"), "expansions": Ranking("expansions")},
        margin=config["triage"]["margin"],
    )
    done = [share | record for share, record in zip(shares, records, strict=True)]
    return {"minutes": minutes, "stages": done}


def lines(place: Path, variant: Variant, minutes: float) -> dict[str, Any]:
    """Return what A* takes with the paper's predicate and without each line, on filter set 2."""
    config, _, filters, _ = inputs(place, variant)
    limits = Limits(config["max_expansions"], memory_limit=config["memory_limit"])
    measured = Measured(variant, limits, config["bias"])

    def expansions(puzzle: Puzzle) -> int:
        with_baseline = references(variant)["baseline"]
        found = race({"": with_baseline}, [puzzle], variant, engine("compiled"), limits)
        return found[""].expansions

    totals = measured.race(LINES, filters[1], expansions, minutes)
    shown = {name: asdict(taken) for name, taken in totals.items()}
    return {"minutes": minutes, "totals": shown, **measured.of(filters[1])}


if __name__ == "__main__":
    sys.exit(main())
