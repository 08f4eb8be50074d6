"""Seconds of processor for the triage of an experiment: both variants, three stages.

    python benchmarks/triage.py results/paper [--rank-by expansions] [--before CHECKOUT]

Every job of the pipeline is a process here, too, and its start counts. Ranked by time, candidates
make every search in all rounds; by expansions, once, until they cannot be kept any more. Who starts
in a stage is read from the experiment. With `--before`, another checkout of the project takes turns
with this one, and must keep the same candidates by expansions. Target: 40 s.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from processes import run

from witness.base.files import read_json
from witness.clauses.background import read_background
from witness.pipeline import race as races
from witness.pipeline.candidates import TRACKS, read_candidates
from witness.pipeline.triage import dealt, rank
from witness.puzzle.files import read_puzzles
from witness.searches import Limits, engine

VARIANTS = ("plain", "baseline")
STAGES = (1, 2, 3)
HERE = Path(__file__).resolve().parent.parent


def job(task: dict[str, Any]) -> dict[str, Any]:
    """Race in a stage on a batch of its puzzles; return the totals."""
    root, variant, number = Path(task["root"]), task["variant"], task["stage"]
    candidates, alive = start(root, variant, number)
    background = read_background(root / "bk.pl", root / "bias.pl")
    entrants = races.as_entrants(candidates, background)
    puzzles = read_puzzles(root / "puzzles" / f"filter_{number}.jsonl")
    compared = races.references(variant)
    limits = Limits(task["max_expansions"], memory_limit=task["memory_limit"])
    puzzles = dealt(puzzles[:: task["every"]], task["first"], task["step"])
    search = puzzles, variant, engine("compiled"), limits
    if task["stops"]:
        from witness.pipeline.elimination import eliminate

        tracks = {
            c.id: [t for t in TRACKS if t in c.programs and (alive is None or c.id in alive[t])]
            for c in candidates
        }
        totals = eliminate(entrants, tracks, task["keep"], *search) | races.race(compared, *search)
    else:
        totals = races.race(compared | entrants, *search, rounds=task["rounds"])
    return {name: vars(taken) for name, taken in totals.items()}


def start(root: Path, variant: str, number: int) -> tuple[list[Any], dict[Any, set[str]] | None]:
    """Return the candidates that start in a stage, and their tracks (None: all)."""
    folder = root / "triage" / variant
    candidates = read_candidates(folder / "candidates.json")
    if number == 1:
        return candidates, None
    kept = read_json(folder / f"stage_{number - 1}" / "ranking.json")["kept"]
    alive: dict[Any, set[str]] = {track: set(kept[track]) for track in TRACKS}
    return [c for c in candidates if any(c.id in ids for ids in alive.values())], alive


def measured(checkout: Path, task: dict[str, Any]) -> tuple[float, dict[str, races.Totals]]:
    """Return the seconds of processor that the jobs of a stage take, and their totals."""
    taken = 0.0
    totals: dict[str, races.Totals] = {}
    for first in range(task["step"]):
        job = json.dumps({**task, "first": first})
        seconds, done = run(__file__, "--job", job, checkout=checkout)
        taken += seconds
        for name, record in json.loads(done.stdout).items():
            totals[name] = totals.get(name, races.Totals()) + races.Totals.from_json(record)
    return taken, totals


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("experiment", type=Path, nargs="?")
    parser.add_argument("--rank-by", choices=("time", "expansions"), default="time")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--batches", type=int, default=4)
    parser.add_argument("--every", type=int, default=1, help="take every n-th puzzle [1]")
    parser.add_argument("--keep", type=int, nargs=3, default=(25, 5, 1))
    parser.add_argument("--max-expansions", type=int, default=20_000_000)
    parser.add_argument("--memory-limit", type=float, default=2000)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--job", type=json.loads, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job:
        json.dump(job(options.job), sys.stdout)
        return
    checkouts = [HERE, *([options.before] if options.before else [])]
    sums = [0.0] * len(checkouts)
    for variant in VARIANTS:
        for number in STAGES:
            keep = options.keep[number - 1]
            seconds, kept, expansions = [], [], []
            for checkout in checkouts:
                ours = checkout is HERE
                stops = ours and options.rank_by == "expansions" and number != 3
                once = ours and options.rank_by == "expansions"
                task = {
                    "root": str(options.experiment), "variant": variant, "stage": number,
                    "stops": stops, "keep": keep, "rounds": 1 if once else options.rounds,
                    "every": options.every, "step": 1 if stops else options.batches,
                    "max_expansions": options.max_expansions, "memory_limit": options.memory_limit,
                }  # fmt: skip
                taken, totals = measured(checkout, task)
                candidates, alive = start(options.experiment, variant, number)
                kept.append(rank(candidates, totals, keep, alive=alive)[1])
                seconds.append(taken)
                expansions.append(sum(t.expansions for t in totals.values()))
            assert kept == kept[:1] * len(kept)
            sums = [a + b for a, b in zip(sums, seconds, strict=True)]
            show(f"{variant} {number}", seconds, f"{expansions[0]:>16,} expansions in a round")
    show("together", sums, "")


def show(name: str, seconds: list[float], words: str) -> None:
    ratio = f"{seconds[1]:>8.1f} s before{seconds[1] / seconds[0]:>7.1f}×" if seconds[1:] else ""
    print(f"{name:<12}{seconds[0]:>8.1f} s{ratio}{words}", flush=True)


if __name__ == "__main__":
    main()
