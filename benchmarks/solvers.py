"""Exact solvers side by side: processor time for a panel, and against another checkout.

    python benchmarks/solvers.py [--solvers frontier clingo] [--kinds triangles regions]
        [--sizes 5 8 10 12] [--count 20] [--seed 1] [--rounds 5] [--limit 20] [--all]
    python benchmarks/solvers.py --kinds regions --sizes 4 5 6 7 8
    python benchmarks/solvers.py --solvers frontier --against ../before

The panels are those of the study (studies/solvers/), solvable and unsolvable by turns. Each
is decided by every solver, one after the other, in several rounds; of these the least time counts.
The frontier also counts all solutions, and lists the first twenty; with `--all` the others do so,
too. A row has the median and the mean in milliseconds, and how many panels reached the limit of
seconds. With `--against` everything is asked of the code in that folder as well, in turns, and the
last column is its mean divided by ours. Target: frontier below 0.4, 0.9, 1.6 and 4.5 ms on
triangles of 5×5, 8×8, 10×10 and 12×12.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from studies.solvers.panels import KINDS, draw
from witness.base.limits import Limits
from witness.puzzle import solvers
from witness.puzzle.model import Puzzle

QUESTIONS = ("decide", "count", "list 20")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--solvers", nargs="+", default=["frontier", "clingo"])
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--sizes", nargs="+", type=int, default=[5, 8, 10, 12])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--all", action="store_true", help="ask every solver to count and list")
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work()
    else:
        compare(options)


def compare(options: argparse.Namespace) -> None:
    ours = Worker(Path(__file__).resolve().parents[1])
    theirs = Worker(options.against.resolve()) if options.against else None
    print(f"{'panels':<16}{'solver':<10}{'':<8}{'median':>9}{'mean':>9}{'limit':>7}{'ratio':>8}")
    given = {"count": options.count, "seed": options.seed, "limit": options.limit}
    for kind in options.kinds:
        for side in options.sizes:
            for name in options.solvers:
                for question in QUESTIONS if name == "frontier" or options.all else QUESTIONS[:1]:
                    task = dict(kind=kind, side=side, solver=name, question=question, **given)
                    report(task, ours, theirs, options.rounds)


def report(task: dict[str, Any], ours: Worker, theirs: Worker | None, rounds: int) -> None:
    """Ask one question in turns, and print the row."""
    answers = [[worker.ask(task) for worker in (ours, theirs) if worker] for _ in range(rounds)]
    least = [
        [1e3 * min(times) for times in zip(*(answer["seconds"] for answer in own), strict=True)]
        for own in zip(*answers, strict=True)
    ]
    mean = statistics.mean(least[0])
    ratio = f"{statistics.mean(least[1]) / mean:>8.2f}" if theirs else ""
    print(
        f"{task['kind']:<10}{task['side']:>2}×{task['side']:<3}{task['solver']:<10}"
        f"{task['question']:<8}{statistics.median(least[0]):>9.2f}{mean:>9.2f}"
        f"{answers[0][0]['limited']:>7}{ratio}",
        flush=True,
    )


class Worker:
    """A process with the code of one checkout."""

    def __init__(self, folder: Path) -> None:
        path = os.pathsep.join([str(folder), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, task: dict[str, Any]) -> dict[str, Any]:
        """Return the seconds for each panel, and how many reached the limit."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(task), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def work() -> None:
    """Answer tasks from standard input."""
    drawn: dict[str, list[Puzzle]] = {}
    for line in sys.stdin:
        task = json.loads(line)
        given = (task["kind"], task["side"], task["count"], task["seed"])
        if str(given) not in drawn:
            drawn[str(given)] = [
                puzzle for pair in zip(*draw(*given), strict=True) for puzzle in pair
            ]
        puzzles = [replace(puzzle) for puzzle in drawn[str(given)]]
        ask(puzzles[0], task)
        seconds, limited = [], 0
        for puzzle in puzzles:
            begun = time.process_time()
            limited += ask(replace(puzzle), task) not in ("solved", "unsolvable", "exact")
            seconds.append(time.process_time() - begun)
        print(json.dumps({"seconds": seconds, "limited": limited}), flush=True)


def ask(puzzle: Puzzle, task: dict[str, Any]) -> str:
    limits = Limits(time_limit=task["limit"])
    if task["question"] == "decide":
        return solvers.solve(puzzle, task["solver"], limits=limits).status
    if task["question"] == "count":
        return solvers.count(puzzle, task["solver"], limits=limits)[1]
    list(islice(solvers.solutions(puzzle, task["solver"], limits=limits), 20))
    return "exact"


if __name__ == "__main__":
    main()
