"""What it takes to look at what an experiment has learned, and why clauses are refuted.

    python benchmarks/inspecting.py results/paper

Seconds of processor (user and system together), the least of several times: of the command
`witness hypotheses`, each time in a process of its own; of the tidy tables, in this process; and of
`witness verify --why` on a clause that is refuted, the median and the most over all of them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from processes import run

from witness.base.limits import Budget
from witness.experiments.training import read_runs
from witness.logic.background import read_background
from witness.logic.language.parser import parse_clauses
from witness.proof.prover import verify
from witness.proof.why import explained
from witness.report.experiment import Experiment, files_in
from witness.report.render import csv_rows
from witness.report.tidy import TIDY


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", type=Path, help="folder of a finished experiment")
    parser.add_argument("--times", type=int, default=3, help="runs of each [3]")
    options = parser.parse_args()
    place = options.experiment
    for by in ("puzzle", "clause", "behaviour"):
        words = ("-m", "witness", "hypotheses", place, "--by", by)
        least = min(run(*words)[0] for _ in range(options.times))
        print(f"witness hypotheses --by {by}: {least:.2f} s")

    def tables() -> None:
        records = Experiment.finished(place).records
        for table in TIDY.values():
            csv_rows(table.rows(records), table.columns)

    print(f"tidy tables: {min(seconds(tables) for _ in range(options.times)):.2f} s")
    known = read_background(place / "bk.pl", place / "bias.pl")
    runs = [run for file in files_in(place)["trained"] for run in read_runs(file)]
    texts = {text for run in runs for text in run.clauses}
    verdicts = [verify(parse_clauses(text), known) for text in sorted(texts)]
    taken = [
        seconds(lambda found=found: explained(found, known, Budget()))  # type: ignore[misc]
        for found in verdicts
        if found.status == "refuted"
    ]
    print(json.dumps({"refuted clauses": len(taken)}))
    print(f"why: {statistics.median(taken):.2f} s, at most {max(taken):.2f} s")


if __name__ == "__main__":
    main()
