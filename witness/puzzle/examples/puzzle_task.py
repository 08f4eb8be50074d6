"""The learning task of some puzzles, in memory and as its three files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from witness.base.files import make_folder, outputs
from witness.clauses.background import TASK_FILES
from witness.clauses.language.bias import Bias
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import Ground, Key
from witness.clauses.learners.task import (
    STANDS_FOR,
    Example,
    LearningTask,
    check_background,
    check_examples,
    read_task,
)


@dataclass(frozen=True)
class PuzzleTask:
    """The learning task of some puzzles, in memory.

    `puzzles` are their ids, by how the names of each begin (`prefix_of`).
    `definitions` and `bias_text` are the texts of the background definitions and of the bias that
    the user gave. `facts` are those of the puzzles, by primitive; examples are pairs of names.
    """

    puzzles: dict[str, str]
    definitions: str
    bias_text: str
    bias: Bias
    facts: dict[Key, list[tuple[Ground, ...]]]
    positives: list[Example]
    negatives: list[Example]
    partial_paths: int

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of partial paths and of positive and negative examples.

        Where examples stand for others, those count; `kept` says how many examples there are.
        """
        rows = self.facts.get((STANDS_FOR, len(self.bias.head.types) + 1), ())
        weights = {row[:-1]: cast(int, row[-1]) for row in rows}
        return {
            "partial_paths": self.partial_paths,
            "positives": sum(weights.get(one, 1) for one in self.positives),
            "negatives": sum(weights.get(one, 1) for one in self.negatives),
            **({"kept": len(self.positives) + len(self.negatives)} if rows else {}),
        }

    def write(self, directory: str | Path) -> None:
        """Write `exs.pl`, `bk.pl` and `bias.pl` into a directory, which is made."""
        place = make_folder(directory)
        with outputs(*(place / name for name in TASK_FILES)) as (facts, examples, bias):
            facts.write(self._beginning)
            for (name, _), rows in self.facts.items():
                facts.writelines(_lines(name, rows))
            for sign, pairs in (("pos", self.positives), ("neg", self.negatives)):
                before = f"{sign}({self.bias.head.name}("
                examples.writelines(f"{before}{one},{two})).\n" for one, two in pairs)
            bias.write(self.bias_text)

    def task(self, directory: Path | None = None) -> LearningTask:
        """Return the task as `read_task` returns it from the directory that it was written to.

        Without a directory it was not written. Raises `InputError` as `read_task` does.
        """
        beginning = self._beginning
        place = Path() if directory is None else directory
        program = parse_program(beginning, str(place / "bk.pl"))
        has_examples = self.positives or self.negatives
        if not has_examples or "/*" in beginning or any(map(program.defines, self.facts)):
            return self._read(directory)
        line = beginning.count("\n") + 1
        for key, rows in self.facts.items():
            if rows:
                program.facts[key] = rows
                program.lines.setdefault(key, line)
                line += len(rows)
        file = self.bias.file if directory is None else str(place / "bias.pl")
        bias = replace(self.bias, file=file)
        check_background(bias, program)
        task = LearningTask(place, bias, program, self.positives, self.negatives)
        check_examples(task)
        return task

    def _read(self, directory: Path | None) -> LearningTask:
        """Return the task that the files hold, whatever the definitions make of the facts."""
        if directory is not None:
            return read_task(directory)
        with TemporaryDirectory() as folder:
            self.write(folder)
            return replace(read_task(folder), directory=Path())

    @property
    def _beginning(self) -> str:
        """The text of `bk.pl` before its facts; a primitive without facts is never true."""
        without = "".join(
            f"{name}({','.join('_' * arity)}) :- fail.\n"
            for (name, arity), rows in self.facts.items()
            if not rows
        )
        what, names = f"puzzle {self.puzzles.get('')}", ""
        if not self.puzzles:
            what = "states"
        elif "" not in self.puzzles:
            what = f"{len(self.puzzles)} puzzle{'' if len(self.puzzles) == 1 else 's'}"
            names = "".join(f"% {prefix}: {id_}\n" for prefix, id_ in self.puzzles.items())
        return f"{self.definitions.rstrip()}\n\n% ---- facts of {what} ----\n{names}{without}"


def prefix_of(number: int) -> str:
    """Return how the names of a puzzle begin in a task of several; they count from 0."""
    return f"q{number + 1}_"


def together(tasks: Sequence[PuzzleTask]) -> PuzzleTask:
    """Return the task of the puzzles of several tasks, whose names are different."""
    facts: dict[Key, list[tuple[Ground, ...]]] = {}
    for task in tasks:
        for key, rows in task.facts.items():
            facts.setdefault(key, []).extend(rows)
    return replace(
        tasks[0],
        puzzles={prefix: id_ for task in tasks for prefix, id_ in task.puzzles.items()},
        facts=facts,
        positives=[*chain.from_iterable(task.positives for task in tasks)],
        negatives=[*chain.from_iterable(task.negatives for task in tasks)],
        partial_paths=sum(task.partial_paths for task in tasks),
    )


def _lines(name: str, rows: list[tuple[Ground, ...]]) -> Iterator[str]:
    """Yield the lines of facts."""
    for row in rows:
        texts = [
            f"[{','.join(map(str, value))}]" if isinstance(value, tuple) else str(value)
            for value in row
        ]
        yield f"{name}({','.join(texts)}).\n"
