"""Seconds for the paper's test set: 15,000 puzzles with π_baseline and with π°, in prune mode.

    python benchmarks/test_set.py [--count 15000] [--seed 1] [--cores 2] [--puzzles FILE]

Reading the puzzles and writing a record for each puzzle and predicate is part of it; drawing the
puzzles is not. Target: 60 s on 2 cores.

    python benchmarks/test_set.py --large 7 [--count 20] [--minutes 30]

Seconds of processor for large puzzles (Algorithm 4) within a budget of paper-minutes, when every
search is made, and when those are left out that another one implies.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import tempfile
import time
from pathlib import Path

from witness.base.files import write_jsonl
from witness.experiment.evaluate import Run, budget, evaluate
from witness.generate.algorithms import path_set, random_set
from witness.predicates.written import BASELINE, PAPER
from witness.puzzle.files import read_puzzles, write_puzzles
from witness.search import Limits, engine


def part(task: tuple[Path, int, int]) -> int:
    """Solve every n-th puzzle; return the expansions."""
    path, first, cores = task
    runs = [Run("baseline", BASELINE, "prune"), Run("paper", PAPER, "prune")]
    puzzles = read_puzzles(path)[first::cores]
    records = list(evaluate(puzzles, runs, engine("compiled"), Limits(20_000_000)))
    write_jsonl(path.with_suffix(f".{first}.jsonl"), records)
    assert all(record["status"] == "solved" for record in records)
    return sum(record["expansions"] for record in records)


def large(options: argparse.Namespace) -> None:
    """Solve large puzzles with and without the searches that are implied."""
    side, rng = options.large, random.Random(options.seed)
    puzzles = path_set(side, side, min(options.count, 20), rng)
    runs = [Run("baseline", BASELINE, "prune"), Run("paper", PAPER, "prune")]
    limits = budget(options.minutes, "paper", 2000)
    seconds = {}
    for imply in (False, True):
        begun = time.process_time()
        records = list(evaluate(puzzles, runs, engine("compiled"), limits, imply=imply))
        seconds[imply] = time.process_time() - begun
    left_out = sum("implied" in record for record in records)
    print(
        f"{len(puzzles)} of {side}×{side}, {left_out} searches implied: {seconds[False]:.1f} s "
        f"with them, {seconds[True]:.1f} s without, a ratio of {seconds[False] / seconds[True]:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=15_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--puzzles", type=Path, help="a file of puzzles to take instead")
    parser.add_argument("--large", type=int, help="rows and columns of large puzzles")
    parser.add_argument("--minutes", type=float, default=30)
    options = parser.parse_args()
    if options.large:
        large(options)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.jsonl"
        if options.puzzles:
            path.write_bytes(options.puzzles.read_bytes())
        else:
            write_puzzles(path, random_set(options.count, 2, 5, random.Random(options.seed)))
        begun = time.perf_counter()
        with multiprocessing.get_context("spawn").Pool(options.cores) as pool:
            tasks = [(path, first, options.cores) for first in range(options.cores)]
            expansions = sum(pool.map(part, tasks))
        seconds = time.perf_counter() - begun
    print(f"{expansions:,} expansions in {seconds:.1f} s on {options.cores} cores")


if __name__ == "__main__":
    main()
