"""Whether batches of the triage may run beside each other, although times decide it.

    python benchmarks/beside.py results/paper [--variant plain] [--stages 1 2 3]

The batches of a stage run twice one after the other, and twice two at a time. Candidates of a batch
take turns on each puzzle, so what slows one slows all. For each stage come the greatest difference
of a candidate's speedup between two runs of a kind, and between runs of both kinds, and how many
of the candidates that one run keeps another does not keep.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

from triage import STAGES, VARIANTS, job, start

from witness.experiments.candidates import Variant
from witness.experiments.race import Totals
from witness.experiments.triage import rank
from witness.report.experiment import read_configuration


def stage_totals(folder: Path, variant: Variant, stage: int, at_once: int) -> dict[str, Totals]:
    """Return the totals of all batches of a stage, with so many of them at a time."""
    settings = read_configuration(folder)
    batches = settings["triage"]["batches"] * (2 if stage == 1 else 1)
    task = {
        "root": folder, "variant": variant, "stage": stage, "every": 1, "step": batches,
        "stops": False, "rounds": settings["triage"]["rounds"],
        "max_expansions": settings["max_expansions"], "memory_limit": settings["memory_limit"],
    }  # fmt: skip
    totals: dict[str, Totals] = {}
    with ProcessPoolExecutor(at_once, get_context("spawn"), max_tasks_per_child=1) as pool:
        for batch in pool.map(job, [{**task, "first": first} for first in range(batches)]):
            for name, record in batch.items():
                totals[name] = totals.get(name, Totals()) + Totals(**record)
    return totals


def difference(one: Mapping[str, Totals], other: Mapping[str, Totals]) -> float:
    """Return by how many percent the speedup of a candidate differs at most."""
    base = one["baseline"].seconds / other["baseline"].seconds
    return max(100 * abs(base * other[name].seconds / one[name].seconds - 1) for name in one)


def main() -> None:
    """Print a line for each stage."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--variant", choices=VARIANTS, default="plain")
    parser.add_argument("--stages", type=int, nargs="+", choices=STAGES, default=STAGES)
    options = parser.parse_args()
    triage = read_configuration(options.folder)["triage"]
    keep = {1: triage["keep_1"], 2: triage["keep_2"], 3: 1}
    print("stage  candidates   speedups differ by at most, %    others kept, at most")
    print("                    one by one   beside   both ways  one by one   beside   both ways")
    for stage in options.stages:
        candidates, alive = start(options.folder, options.variant, stage)
        runs: list[tuple[int, dict[str, Totals], set[str]]] = []
        for at_once in (1, 2, 1, 2):
            totals = stage_totals(options.folder, options.variant, stage, at_once)
            by_time = {"rank_by": "time", "margin": triage["margin"]}
            _, kept = rank(candidates, totals, keep[stage], alive=alive, **by_time)
            runs.append((at_once, totals, {*kept["all"]}))
        found: dict[tuple[int, int], list[tuple[float, int]]] = {}
        for (a, one, ours), (b, other, theirs) in combinations(runs, 2):
            kind = (min(a, b), max(a, b))
            found.setdefault(kind, []).append((difference(one, other), len(ours - theirs)))
        differ, others = zip(
            *((max(d for d, _ in found[kind]), max(n for _, n in found[kind]))
              for kind in ((1, 1), (2, 2), (1, 2))),
            strict=True,
        )  # fmt: skip
        print(f"{stage:5} {len(candidates):11}", end="   ")
        print("{:10.1f} {:8.1f} {:11.1f}".format(*differ), end=" ")
        print("{:11} {:8} {:11}".format(*others), flush=True)


if __name__ == "__main__":
    main()
