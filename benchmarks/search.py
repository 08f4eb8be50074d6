"""Expansions in a processor second of both engines on the same puzzles; the bytes of an open node.

    python benchmarks/search.py [--size 5] [--puzzles 30] [--seed 1] [--rounds 3]

Every puzzle is solved by both engines, one after the other, so that their ratio means something on
a machine whose speed changes. Of the compiled engine's rounds the fastest counts, as its searches
are short. Targets on 5×5 in prune mode: the reference engine 100,000 a second with the baseline,
the compiled one 100 times the reference engine with `baseline` and with `paper`, and in sort mode
at least half of its rate in prune mode; 40 bytes a node.

    python benchmarks/search.py --memory

searches an 8×8 puzzle with 33 million expansions, and prints the peak of the whole process. Target:
1,500 MB.

    python benchmarks/search.py --short [--against FOLDER]

prints the processor time of a whole search of at most 1,000 expansions, set-up included. Target: 60
µs on 5×5. With `--against`, this and another checkout take turns, for `--rounds` rounds; the least
times count. With `--size 8 --max-expansions 300000` the expansions of long searches are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import time

from processes import run

from witness.puzzle.generate.algorithms import path_set, random_set
from witness.puzzle.model import Puzzle
from witness.searches import MODES, Limits, compiled, reference
from witness.searches.predicates.registry import PREDICATES, predicate
from witness.searches.predicates.written import BASELINE


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--puzzles", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--max-expansions", type=int, help="[1000 with --short, else 300000]")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--against", metavar="FOLDER", help="another checkout of the project")
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.max_expansions is None:
        options.max_expansions = 1000 if options.short else 300_000
    rng = random.Random(options.seed)
    if options.memory:
        memory(path_set(8, 8, 20, rng))
    elif options.json:
        puzzles = random_set(options.puzzles, options.size, options.size, rng)
        print(json.dumps(microseconds(puzzles, Limits(options.max_expansions))))
    elif options.short:
        short(options)
    else:
        rates(random_set(options.puzzles, options.size, options.size, rng), options)


def rates(puzzles: list[Puzzle], options: argparse.Namespace) -> None:
    limits = Limits(options.max_expansions)
    print(f"{len(puzzles)} puzzles of {options.size}×{options.size}, seed {options.seed}; ", end="")
    print(f"{compiled.node_bytes(puzzles[0])} bytes an open node")
    print(f"{'predicate':<10}{'mode':<7}{'expansions':>12}{'compiled':>13}{'reference':>11}{'':>7}")
    for name in PREDICATES:
        chosen = predicate(name)
        if chosen.tabulation(None) is None:
            continue  # The compiled engine cannot look it up.
        for mode in MODES:
            compiled.solve(puzzles[0], chosen, mode, limits=Limits(1))  # it is loaded then
            expansions, fast, plain = 0, 0.0, 0.0
            for puzzle in puzzles:
                given = puzzle, chosen, mode
                results = [compiled.solve(*given, limits=limits) for _ in range(options.rounds)]
                twin = reference.solve(*given, limits=limits)
                assert results[0].expansions == twin.expansions
                expansions += twin.expansions
                fast += min(result.seconds for result in results)
                plain += twin.seconds
            print(
                f"{name:<10}{mode:<7}{expansions:>12,}{expansions / fast:>13,.0f}"
                f"{expansions / plain:>11,.0f}{plain / fast:>6.0f}×"
            )


def microseconds(puzzles: list[Puzzle], limits: Limits) -> dict[str, float]:
    """Return the processor time of a search with each predicate and mode, the least of 15."""
    found = {}
    for name in ("none", "baseline", "paper"):
        for mode in MODES:
            times = []
            for _ in range(16):
                begun = time.process_time()
                for puzzle in puzzles:
                    compiled.solve(puzzle, predicate(name), mode, limits=limits)
                times.append(time.process_time() - begun)
            found[f"{name} {mode}"] = 1e6 * min(times[1:]) / len(puzzles)
    return found


def short(options: argparse.Namespace) -> None:
    here = os.environ.get("PYTHONPATH", "")
    folders = [here, options.against] if options.against else [here]
    names = ("size", "seed", "puzzles", "max-expansions")
    given = [f"--{name}={getattr(options, name.replace('-', '_'))}" for name in names]
    times: list[dict[str, list[float]]] = [{} for _ in folders]
    for _ in range(options.rounds):
        for folder, found in zip(folders, times, strict=True):
            _, done = run(__file__, "--json", *given, checkout=folder)
            for kind, value in json.loads(done.stdout).items():
                found.setdefault(kind, []).append(value)
    print(f"µs a search of {options.size}×{options.size}, set-up included")
    for kind in times[0]:
        least = [min(found[kind]) for found in times]
        ratio = f"{least[1]:>8.1f} there, {least[1] / least[0]:.2f}×" if options.against else ""
        print(f"{kind:<16}{least[0]:>8.1f}{ratio}")


def memory(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        result = compiled.solve(puzzle, BASELINE, limits=Limits(33_000_000))
        if result.status == "expansion-limit":
            break
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak = peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
    print(f"8×8, {result.expansions:,} expansions, {result.status}: {peak:,.0f} MB at most")


if __name__ == "__main__":
    main()
