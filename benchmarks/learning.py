"""Processor seconds for examples and learning, on 4×4 puzzles of Algorithm 3, by shipped bias.

    python benchmarks/learning.py [--puzzles 10] [--seed 1] [--size 4] [--labels puzzle] [nolen …]

Both include reading and writing all files. The targets on 4×4 are medians under 3 s for the
examples and under 4 s for learning.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tqdm import tqdm

from witness.base import clock
from witness.boards.generate.algorithms import algorithm_3
from witness.learners import learn
from witness.learners.examples import write_task
from witness.learners.partial_paths import LABELS, Labels
from witness.puzzle.model import Puzzle

ROOT = Path(__file__).resolve().parents[1]

#: The shipped bias files, each with the background that it is for.
BACKGROUND = {"paper": "triangles", "nolen": "triangles", "extended": "extended"}

Row = tuple[float, float, int, int, int, int]


def measure(puzzle: Puzzle, bias: str, labels: Labels) -> Row:
    """Return seconds (examples, learning), examples, classes, true positives and program size."""
    with TemporaryDirectory() as place:
        begun = clock.worked()
        counts = write_task(
            puzzle,
            place,
            bk=ROOT / "bk" / f"{BACKGROUND[bias]}.pl",
            bias=ROOT / "bias" / f"{bias}.pl",
            labels=labels,
        )
        written = clock.worked()
        record = learn(place)
        learned = clock.worked()
    examples = counts["positives"] + counts["negatives"]
    return (
        *(written - begun, learned - written),
        *(examples, record["classes"], record["true_positives"], record["program_size"]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--labels", choices=LABELS, default="puzzle")
    parser.add_argument("biases", nargs="*", default=list(BACKGROUND), metavar="BIAS")
    options = parser.parse_args()
    if unknown := set(options.biases) - set(BACKGROUND):
        parser.error(f"unknown bias {', '.join(sorted(unknown))}; use {', '.join(BACKGROUND)}")
    rng = random.Random(options.seed)
    puzzles = [algorithm_3(options.size, options.size, rng) for _ in range(options.puzzles)]
    print(f"{'bias':<10}{'puzzle':>8}{'examples s':>12}{'learning s':>12}", end="")
    print(f"{'examples':>10}{'classes':>9}{'covered':>9}{'size':>6}")
    for bias in options.biases:
        rows = []
        for number, puzzle in enumerate(tqdm(puzzles, desc=bias, leave=False, disable=None)):
            rows.append(measure(puzzle, bias, options.labels))
            print(line(bias, str(number), rows[-1]))
        print(line(bias, "median", [median(column) for column in zip(*rows, strict=True)]))
        print(line(bias, "max", [max(column) for column in zip(*rows, strict=True)]))


def line(bias: str, name: str, row: Row | list[float]) -> str:
    examples, learning, *numbers = row
    text = f"{bias:<10}{name:>8}{examples:>12.2f}{learning:>12.2f}"
    widths = (10, 9, 9, 6)
    return text + "".join(f"{n:>{w},.0f}" for n, w in zip(numbers, widths, strict=True))


if __name__ == "__main__":
    main()
