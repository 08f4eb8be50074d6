"""What is measured: a function for each rule of the study in rules.smk.

For most biases that is the best sound predicate on every board (`witness.proof.best`). For others a
row is a run of the loop (`witness.proof.teaching`) on all puzzles of a set as one task. Whether the
answer of the loop is one that is known is decided on the examples: both cover the same positive
ones with as many literals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from studies.records import Row
from witness.base import clock
from witness.base.files import read_text, write_text
from witness.base.shipped import FOLDER, shipped_file
from witness.clauses.background import definitions_for, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.clauses.learners.coverage import covered
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask
from witness.proof.best import best
from witness.proof.teaching.loop import teach
from witness.puzzle.examples.examples import Sources, puzzle_task
from witness.puzzle.generate.algorithms import puzzle_sets
from witness.puzzle.model import Puzzle

#: The shipped biases of which all states are known.
FINITE = ("nolen", "paper", "extended", "live", "squares", "stars", "dots")

#: The other ones, each with the kind of puzzles that it is about, and their share of gaps.
OTHERS = (
    ("colours", "squares", 0.0),
    ("mixed", "mixed", 0.1),
)


def every_board(_source: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the best sound predicate of each bias of which all states are known."""
    for bias in FINITE:
        file = shipped_file(f"bias/{bias}.pl")
        begun = clock.worked()
        found = best(Sources.read(definitions_for(file), file))
        record = found.record(round(clock.worked() - begun, 1))
        yield {
            "bias": bias,
            **record["best"],
            "literals": record["program_size"],
            "seconds": record["seconds"],
            "clauses": [clause_text(clause) for clause in found.clauses],
        }


def loop(_source: Mapping[str, Any], *, seed: int, puzzles: int, timeout: float) -> Iterator[Row]:
    """Yield what the loop learns with each of the other biases."""
    for bias, kind, gaps in OTHERS:
        yield {"kind": kind, "gaps": gaps, **taught(bias, draw(kind, puzzles, seed, gaps), timeout)}


def draw(kind: str, number: int, seed: int, gaps: float = 0.0) -> list[Puzzle]:
    """Return the training puzzles of an experiment of the size of config/small.yaml."""
    rng = random.Random(seed)
    return puzzle_sets([("train", number)], {"train": (2, 3)}, rng, kind=kind, gaps=gaps)["train"]


def taught(bias: str, puzzles: list[Puzzle], timeout: float) -> Row:
    """Return how the loop ends on some puzzles, and what it has learned.

    The labels are `sure`: they judge each constraint alone, and forbid no sound clause.
    """
    file = shipped_file(f"bias/{bias}.pl")
    definitions = definitions_for(file)
    with TemporaryDirectory() as folder:
        used = Path(folder) / "bias.pl"
        write_text(used, read_text(file))
        begun = clock.worked()
        task = puzzle_task(
            puzzles, bk=definitions, bias=used, labels="sure", unreachable=True, classes=True
        ).task()
        found = teach(task, read_background(definitions, used), settings=Settings(timeout=timeout))
    run = found.run
    return {
        "bias": bias,
        "puzzles": len(puzzles),
        "positives": run.positives,
        "true_positives": run.learned.true_positives,
        "rounds": len(found.rounds),
        "counterexamples": len(found.counterexamples),
        "seconds": round(clock.worked() - begun, 1),
        "ended": found.ended,
        "why_not_best": found.why_not_best,
        "clauses": [clause_text(clause) for clause in run.learned.clauses],
        "known": known(bias, run.learned.true_positives, run.learned.size, task),
    }


def known(bias: str, true_positives: int, size: int, task: LearningTask) -> str:
    """Return how what was learned compares with the predicate that is known for a bias."""
    name = f"examples/{bias}.pl"
    if not (FOLDER / name).is_file():
        return "there is none"
    clauses = parse_clauses(read_text(shipped_file(name)))
    if any(not task.background.defines(one.key) for clause in clauses for one in clause.body):
        return f"cannot be compared with {name}"
    covers = covered(clauses, task.background, task.bias, task.positives)
    theirs = task.weight(e for e, fires in zip(task.positives, covers, strict=True) if fires)
    if theirs == true_positives:
        literals = sum(clause.size for clause in clauses)
        return "the same" if literals == size else "covers the same"
    return f"{'more' if true_positives > theirs else 'fewer'} than {name} ({theirs})"
