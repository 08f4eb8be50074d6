#!/usr/bin/env python3
"""The processor time that `witness rate` takes, compiled and by the definitions in plain Python.

    python benchmarks/rating.py                     # panels that it draws itself
    python benchmarks/rating.py puzzles.jsonl       # those of a file, such as an imported dump

Random triangle puzzles (Algorithm 4) and empty boards of growing size; rules `thesis`. Prints the
states visited a second, and the ratio of the plain engine's time to the compiled one's on 3×3.
"""

from __future__ import annotations

import argparse
import random
import statistics

import pandas as pd

from witness.base import clock
from witness.difficulty.entropy.reference import Player, entropy
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.puzzle.files import read_puzzles
from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.model import Puzzle


def row(name: str, puzzles: list[Puzzle], player: Player, max_states: int) -> dict[str, object]:
    found = [rate(puzzle, player, max_states=max_states) for puzzle in puzzles]
    seconds = [one.seconds for one in found]
    return {
        "panels": name,
        "number": len(found),
        "median ms": round(1000 * statistics.median(seconds), 2),
        "longest ms": round(1000 * max(seconds), 1),
        "states a second": round(sum(one.states for one in found) / sum(seconds)),
        "at the limit": sum(one.muse is None for one in found),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", nargs="?")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-states", type=int, default=1_000_000)
    options = parser.parse_args()
    player = Player(rules("thesis"))
    rate(Puzzle(1, 1, ((0, 0),), ((1, 1),)), player)
    rows = []
    if options.puzzles:
        by_side: dict[int, list[Puzzle]] = {}
        for puzzle in read_puzzles(options.puzzles):
            by_side.setdefault(max(puzzle.rows, puzzle.cols), []).append(puzzle)
        for side, puzzles in sorted(by_side.items()):
            rows.append(row(f"up to {side}×{side}", puzzles, player, options.max_states))
    else:
        rng = random.Random(options.seed)
        for side in (3, 4, 5, 6):
            drawn = path_set(side, side, options.count, rng)
            rows.append(row(f"{side}×{side} triangles", drawn, player, options.max_states))
            empty = Puzzle(side, side, ((0, 0),), ((side, side),))
            rows.append(row(f"{side}×{side} empty", [empty], player, options.max_states))
    print(pd.DataFrame(rows).to_string(index=False))
    if not options.puzzles:
        drawn = path_set(3, 3, 20, random.Random(options.seed))
        begun = clock.worked()
        plain = [entropy(puzzle, player) for puzzle in drawn]
        middle = clock.worked()
        fast = [rate(puzzle, player) for puzzle in drawn]
        end = clock.worked()
        assert all(abs(p.muse - (f.muse or 0)) < 1e-9 for p, f in zip(plain, fast, strict=True))
        print(f"plain Python, 3×3 triangles: {(middle - begun) / (end - middle):.0f} times as long")


if __name__ == "__main__":
    main()
