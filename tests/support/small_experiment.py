"""The folder of an experiment that has learned something, made by hand."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml
from support.examples import ROOT
from support.handmade import LENGTH, OURS, UNSOUND, run

from witness.base.experiment_folder import write_format
from witness.base.files import write_jsonl
from witness.pipeline.training import LearningRun
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle

#: A variant of the clause about length, with its literals in another order and other names.
VARIANT = "f(X,Y) :- three(N), notAdjacent(X,Y), len(E,N), path(X,E)."

#: What the puzzles gave: π° twice, a clause about length that is refuted three times, nothing once.
PROGRAMS = (OURS, UNSOUND, (LENGTH,), (VARIANT,), (), OURS[::-1])


def runs() -> list[LearningRun]:
    """Return the records of the training puzzles, with what learners write."""
    found = []
    for number, program in enumerate(PROGRAMS):
        one = run(number, program, "learned" if program else "timeout", seconds=number + 0.5)
        more: dict[str, Any] = {
            "positives": 40,
            "true_positives": 10 * len(program),
            "negatives": 7,
            "false_positives": 0,
            "peak_memory": 100.5,
        }
        if not program:
            more = {"reason": "the time limit of 5 s"}
        found.append(
            LearningRun(one.puzzle, {**one.result, **more}, one.clauses, one.core, one.verdict)
        )
    return found


def write_experiment(
    folder: Path, learned: Sequence[LearningRun] | None = None, planned: int = len(PROGRAMS)
) -> Path:
    """Write an experiment of which some of the planned puzzles, in batches of two, are finished."""
    learned = runs() if learned is None else learned
    (folder / "train").mkdir(parents=True)
    (folder / "puzzles").mkdir()
    write_format(folder)
    sets = {
        name: {"count": count, "min_size": 2, "max_size": 3}
        for name, count in (("train", planned), ("test", 9))
    }
    large = {"sizes": [], "count": 0, "minutes": [1], "clock": "paper"}
    config = {"name": folder.name, "bias": "bias/paper.pl", "bk": None, "large": large}
    (folder / "config.yaml").write_text(yaml.safe_dump({**config, "puzzle_sets": sets}))
    shutil.copy(ROOT / "bias/paper.pl", folder / "bias.pl")
    shutil.copy(ROOT / "bk/triangles.pl", folder / "bk.pl")
    puzzles = [
        Puzzle(2, 2 + n % 2, ((0, 0),), ((2, 2),), ((0, 0, 1),), id=f"train-{n:04d}")
        for n in range(planned)
    ]
    write_puzzles(folder / "puzzles" / "train.jsonl", puzzles)
    for first in range(0, len(learned), 2):
        batch = [asdict(one) for one in learned[first : first + 2]]
        write_jsonl(folder / "train" / f"batch_{first // 2}.jsonl", batch)
    return folder
