"""How many panels of a file a solver decides, and in how much processor time, by kind of panel.

    python benchmarks/panels.py PUZZLES.jsonl [--solver auto] [--limit 10] [--sample 500] [--seed 1]
        [--count] [--records FILE]

Each panel has a process of its own, which ends after some seconds of processor time (its own, so
that a busy machine makes no difference); what all need is loaded before. A row has a kind of panel:
how many there are, were solved, have no solution, and were not decided, then the time by which a
half, 90 %, 99 % and 99.9 % of all were decided. Solutions are checked by the rules. With `--count`
the solver counts all solutions; the records have the numbers.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from witness.base.limits import Budget
from witness.puzzle import solvers
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import violations

QUANTILES = (0.5, 0.9, 0.99, 0.999)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("--solver", default="auto")
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", action="store_true", help="count all solutions")
    parser.add_argument("--records", type=Path, help="a file for one JSON object a panel")
    options = parser.parse_args()
    puzzles = read_puzzles(options.puzzles)
    if options.sample is not None:
        puzzles = random.Random(options.seed).sample(puzzles, min(options.sample, len(puzzles)))
    load(options.solver)
    records = []
    for puzzle in puzzles:
        records.append({"id": puzzle.id, "kind": kind(puzzle), **asked(puzzle, options)})
        if options.records:
            with options.records.open("a", encoding="utf-8") as file:
                file.write(json.dumps(records[-1]) + "\n")
    print("\n".join(table(records)))


def load(name: str) -> None:
    """Load what solvers need, so that no panel pays for it."""
    for one in ("frontier", "clingo") if name == "auto" else (name,):
        module = solvers.named(one)
        for squares in ((), ((0, 0, "black"),)):
            module.prepare(Puzzle(4, 4, ((0, 0),), ((4, 4),), squares=squares))


def asked(puzzle: Puzzle, options: argparse.Namespace) -> dict[str, Any]:
    """Return the status of a panel and the processor time it took, from a process of its own."""
    source, target = os.pipe()
    if os.fork() == 0:
        most = math.ceil(options.limit)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        os.write(target, json.dumps(decided(puzzle, options.solver, options.count)).encode())
        os._exit(0)
    os.close(target)
    with os.fdopen(source, "rb") as pipe:
        answer = pipe.read()
    os.wait()
    found: dict[str, Any] = json.loads(answer or '{"status": "open", "seconds": null}')
    return found


def decided(puzzle: Puzzle, name: str, counting: bool) -> dict[str, Any]:
    begun = time.process_time()
    if counting:
        number, _ = solvers.count(puzzle, name)
        seconds = time.process_time() - begun
        return {"status": "solved" if number else "none", "seconds": seconds, "solutions": number}
    path, _ = solvers.solver(name, puzzle).solve(puzzle, Budget(), False)
    seconds = time.process_time() - begun
    if path is not None and violations(puzzle, path):
        return {"status": "wrong", "seconds": seconds}
    return {"status": "none" if path is None else "solved", "seconds": seconds}


def kind(puzzle: Puzzle) -> str:
    if "negative-blocks" in puzzle.features:
        return "negative blocks"
    parts = [
        words
        for words, there in (
            ("marks", puzzle.eliminations),
            ("blocks", puzzle.blocks),
            ("two lines", puzzle.symmetry),
            ("cylinder", puzzle.wraps),
        )
        if there
    ]
    return ", ".join(parts) or "other"


def table(records: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{'kind':<34}{'panels':>7}{'solved':>8}{'none':>6}{'open':>6}" + "".join(
        f"{100 * q:>8g}%" for q in QUANTILES
    )
    kinds = sorted({record["kind"] for record in records})
    for name in (*kinds, "all"):
        chosen = [r for r in records if name in (r["kind"], "all")]
        count = {s: sum(r["status"] == s for r in chosen) for s in ("solved", "none", "open")}
        if wrong := [r["id"] for r in chosen if r["status"] == "wrong"]:
            yield f"WRONG: {wrong}"
        times = sorted(math.inf if r["status"] == "open" else r["seconds"] for r in chosen)
        by = [times[min(len(times) - 1, int(q * len(times)))] for q in QUANTILES]
        yield f"{name:<34}{len(chosen):>7}{count['solved']:>8}{count['none']:>6}" + (
            f"{count['open']:>6}" + "".join(f"{seconds:>9.3f}" for seconds in by)
        )


if __name__ == "__main__":
    main()
