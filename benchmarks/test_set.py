"""Seconds by the clock for the paper's test set: 15,000 puzzles with π_baseline and π°, prune mode.

    python benchmarks/test_set.py [--count 15000] [--seed 1] [--cores 2] [--puzzles FILE]

Reading the puzzles and writing a record for each puzzle and predicate is part of it; drawing the
puzzles is not. Target: 60 s on 2 cores.

    python benchmarks/test_set.py --batch 200 [--against FOLDER]

prints the processor time of a process that solves the last 200 of these puzzles in four ways, with
a predicate that looks at the length of the path among them. Imports are part of it. Target: 0.5 s.
With `--against`, this and another checkout take turns; the least of five times counts.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import tempfile
import time
from pathlib import Path

from processes import run

from witness.base.files import write_jsonl
from witness.pipeline.evaluate import Run, evaluate
from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.generate.algorithms import random_set
from witness.searches import Limits, engine
from witness.searches.predicates.written import BASELINE, PAPER


def part(task: tuple[Path, int, int]) -> int:
    """Solve every n-th puzzle; return the expansions."""
    path, first, cores = task
    runs = [Run("baseline", BASELINE, "prune"), Run("paper", PAPER, "prune")]
    puzzles = read_puzzles(path)[first::cores]
    records = list(evaluate(puzzles, runs, engine("compiled"), Limits(20_000_000)))
    write_jsonl(path.with_suffix(f".{first}.jsonl"), records)
    assert all(record["status"] == "solved" for record in records)
    return sum(record["expansions"] for record in records)


#: A batch, as `workflow/scripts/evaluate.py` has it: the arguments are the puzzles, the first one's
#: index, their number, and a predicate file.
BATCH = """
import sys
from witness.base.files import write_jsonl
from witness.pipeline.evaluate import Run, evaluate
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE
from witness.puzzle.files import read_puzzles
from witness.searches import Limits, engine
puzzles, first, count, program = sys.argv[1:]
modes = {"proved": "prune", "sorting": "sort", "pruning": "prune"}
runs = [Run(name, predicate(program), mode) for name, mode in modes.items()]
runs.append(Run("baseline", BASELINE, "prune"))
chosen = read_puzzles(puzzles, int(first), int(count))
write_jsonl(puzzles + ".out", evaluate(chosen, runs, engine("compiled"), Limits(20_000_000)))
"""
PROGRAM = """
f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).
f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(C,F), notAdjacent(A,B), two(F).
f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), notAdjacent(A,B), one(F), three(C).
f(A,B) :- square(B,C,D), path(A,E), len(D,F), len(E,F), adjacent(A,B), one(C).
"""


def batch(path: Path, options: argparse.Namespace) -> None:
    here = os.environ.get("PYTHONPATH", "")
    folders = [here, options.against] if options.against else [here]
    program = path.with_suffix(".pl")
    program.write_text(PROGRAM)
    times: list[list[float]] = [[] for _ in folders]
    for _ in range(6):  # the first one loads machine code, or compiles it
        for folder, found in zip(folders, times, strict=True):
            words = (path, str(options.count - options.batch), str(options.batch), program)
            # Not in the folder of this checkout, which would come before the other one.
            seconds, _ = run("-c", BATCH, *words, checkout=folder, cwd=path.parent)
            found.append(seconds)
    least = [min(found[1:]) for found in times]
    there = f", {least[1]:.2f} s there, {least[1] / least[0]:.2f}×" if options.against else ""
    print(f"a batch of {options.batch} takes {least[0]:.2f} s{there}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=15_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--puzzles", type=Path, help="a file of puzzles to take instead")
    parser.add_argument("--batch", type=int, help="the number of puzzles of one batch")
    parser.add_argument("--against", metavar="FOLDER", help="another checkout of the project")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.jsonl"
        if options.puzzles:
            path.write_bytes(options.puzzles.read_bytes())
        else:
            write_puzzles(path, random_set(options.count, 2, 5, random.Random(options.seed)))
        if options.batch:
            batch(path, options)
            return
        begun = time.perf_counter()
        with multiprocessing.get_context("spawn").Pool(options.cores) as pool:
            tasks = [(path, first, options.cores) for first in range(options.cores)]
            expansions = sum(pool.map(part, tasks))
        seconds = time.perf_counter() - begun
    print(f"{expansions:,} expansions in {seconds:.1f} s on {options.cores} cores")


if __name__ == "__main__":
    main()
