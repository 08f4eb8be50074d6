"""What is measured: a function for each rule of the study in rules.smk.

- `rankings` runs Algorithm 2 of an experiment on the engine of its configuration, under several
  rankings: by time (the least of all rounds), by expansions, and by each round alone;
- `prices` measures in SWI-Prolog (docs/prolog.md) the inferences and seconds that each candidate
  and each clause of the finalists takes an example, and the winner if an expansion costs that much
  and a constant for the call.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tqdm import tqdm

from studies.records import Row
from studies.triage.definitions import Definitions, Price, sample, texts
from studies.triage.rankings import at_a_price, standard, study
from studies.triage.stages import read_start, stages
from witness.clauses.prolog.process import version
from witness.pipeline.candidates import Variant
from witness.pipeline.report.paper import CLAUSES, FIRST_LINE_COST
from witness.puzzle.files import read_puzzles

#: Inferences that a call may cost in the ranking, beside the number derived from the paper.
CALLS = (0, 10, 30, 100, 300, 1000, 10_000)

#: Examples from each training puzzle.
EXAMPLES = 20

#: The paper's predicate, and what is left of it without each of its lines.
LINES: dict[str, Sequence[str]] = {
    "π°": CLAUSES,
    **{f"without line {n + 1}": CLAUSES[:n] + CLAUSES[n + 1 :] for n in range(len(CLAUSES))},
}


def rankings(
    source: Mapping[str, Any], *, experiment: str, variant: Variant, rounds: int
) -> Iterator[Row]:
    """Yield the stages of Algorithm 2 of an experiment, under all rankings."""
    start = read_start(source)
    margin = start.config["triage"]["margin"]
    found = study(start.candidates, stages(start, variant, rounds), standard(rounds), margin=margin)
    yield {"rounds": rounds, "stages": found}


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
