"""Searches of the same panels in several ways, side by side: for the benchmarks in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from witness.base.limits import ANSWERED
from witness.experiments.evaluate import ROUNDS, Run, evaluate
from witness.puzzle.model import Puzzle
from witness.report.speedups import Comparison, time_speedup
from witness.searches import Limits, engine

Record = dict[str, Any]


def compared(puzzles: Sequence[Puzzle], runs: Sequence[Run], limits: Limits) -> None:
    """Search all puzzles in all ways, and print a line for each: expansions and time.

    Ratios are those of the first way to the others. What ends at a limit counts with what it took.
    Every search with an answer is timed in `ROUNDS` rounds: the least time counts, and the ratios
    of the rounds stand beside.
    """
    named = [replace(puzzle, id=str(number)) for number, puzzle in enumerate(puzzles)]
    records = list(evaluate(named, runs, engine("compiled"), limits, rounds=ROUNDS))
    for record in records:
        assert record["status"] != "failed", record["reason"]
    _check_lengths(records)
    ways = {run.name: [_timed(r) for r in records if r["run"] == run.name] for run in runs}
    first = ways[runs[0].name]
    width = max(map(len, ways))
    for name, own in ways.items():
        fewer = sum(r["expansions"] for r in first) / sum(r["expansions"] for r in own)
        pairs = [Comparison(0, a, b) for a, b in zip(first, own, strict=True)]
        speedup = time_speedup(pairs)
        faster = (
            speedup
            if isinstance(speedup, str) or speedup is None
            else (f"{speedup.total:.3g} ({speedup.range})")
        )
        expansions, seconds = (sum(r[key] for r in own) for key in ("expansions", "seconds"))
        print(
            f"  {name:{width}} {expansions:13,} expansions {fewer:10.4g} times fewer"
            f"  {seconds:9.4f} s, times faster: {faster if own is not first else 1}"
            f"  {1e6 * seconds / expansions:.3f} µs each"
            f"  {sum(r['status'] not in ANSWERED for r in own)} at the limit",
            flush=True,
        )


def _timed(record: Record) -> Record:
    """Return a record with a time for each round; a search that met a limit was timed once."""
    times = record["times"]
    return {**record, "times": times if len(times) == ROUNDS else times[:1] * ROUNDS}


def _check_lengths(records: Sequence[Record]) -> None:
    """Stop if two ways found solutions of different lengths."""
    lengths: dict[str, set[int]] = {}
    for record in records:
        if record["length"] is not None:
            lengths.setdefault(record["id"], set()).add(record["length"])
    assert all(len(found) == 1 for found in lengths.values())
