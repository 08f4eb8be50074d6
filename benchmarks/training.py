"""Seconds of processor for each stage of training, of all puzzles in one process.

    python benchmarks/training.py [--sizes 4x4 3x3] [--puzzles 10] [--seed 1] [--rounds 3]
        [--against CHECKOUT]

The stages are those of a training puzzle with the paper's bias: writing and reading its examples,
learning, translation and proof. Of the rounds the least counts. With `--against`, both checkouts
take turns, and the last column says how many times as much the other one takes. Target: 500 puzzles
of 2×2 to 4×4 in 100 s, and 0.2 s to learn from one of 4×4.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from processes import run
from tqdm import tqdm

from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners.asp import learner
from witness.proof.verdicts import Verdicts
from witness.puzzle.examples.examples import make_task
from witness.puzzle.generate.algorithms import algorithm_3
from witness.puzzle.views.translate import module_text, translate

ROOT = Path(__file__).resolve().parents[1]
FILES = {"bk": ROOT / "bk" / "triangles.pl", "bias": ROOT / "bias" / "paper.pl"}
STAGES = ("examples", "learning", "proof")


class Stages:
    """The seconds of processor of each stage so far."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Add the seconds of a block to a stage."""
        begun = time.process_time()
        yield
        self.seconds[name] += time.process_time() - begun


def work(rows: int, cols: int, puzzles: int, seed: int) -> None:
    """Train on random puzzles; print the seconds of each stage and what was learned as JSON."""
    rng = random.Random(seed)
    stages = Stages()
    learned = []
    verdicts = Verdicts(read_background(**FILES))
    for _ in range(puzzles):
        puzzle = algorithm_3(rows, cols, rng)
        with TemporaryDirectory() as place, stages.of("examples"):
            task = make_task(puzzle, place, **FILES, labels="puzzle")
        with stages.of("learning"):
            chosen = learner.learn(task).clauses
        text = "".join(f"{clause}\n" for clause in chosen)
        with stages.of("proof"):
            clauses = parse_clauses(text)
            module_text(translate(clauses, verdicts.background))
            verdicts.on(clauses)
        learned.append(text)
    print(json.dumps([stages.seconds, learned]))


def measured(checkout: Path, arguments: list[str]) -> tuple[dict[str, float], list[str]]:
    """Return what `work` prints with the package of a checkout."""
    _, done = run(__file__, "--work", *arguments, checkout=checkout)
    seconds, learned = json.loads(done.stdout)
    return seconds, learned


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", nargs="+", default=["4x4", "3x3"], metavar="ROWSxCOLS")
    parser.add_argument("--puzzles", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--work", nargs=4, type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(*options.work)
        return
    checkouts = [ROOT, *([options.against.resolve()] if options.against else [])]
    for size in options.sizes:
        arguments = [*size.split("x"), str(options.puzzles), str(options.seed)]
        least = [dict.fromkeys(STAGES, float("inf")) for _ in checkouts]
        learned = []
        for _ in tqdm(range(options.rounds), desc=size, leave=False, disable=None):
            for best, checkout in zip(least, checkouts, strict=True):
                seconds, texts = measured(checkout, arguments)
                best.update({stage: min(best[stage], seconds[stage]) for stage in STAGES})
                learned.append(texts)
        same = "the same" if all(texts == learned[0] for texts in learned) else "DIFFERENT"
        print(f"{size}: seconds a puzzle; all learn {same} hypotheses")
        for stage in (*STAGES, "all"):
            own = [(sum(t.values()) if stage == "all" else t[stage]) for t in least]
            columns = "".join(f"{seconds / options.puzzles:>10.4f}" for seconds in own)
            print(f"{stage:<12}{columns}", *(f"{own[1] / own[0]:>8.1f}" for _ in own[1:]))


if __name__ == "__main__":
    main()
