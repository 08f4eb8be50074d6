"""Training (paper, section 4.1): from a puzzle to its examples, a hypothesis, and its proof.

Each puzzle has a folder of its own with the files of its learning task and of what became of it. A
folder that is finished says so in `finished.json`: what it was made from and what was in it, as
checksums. It is not made again unless one of these has changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import read_json, read_jsonl, read_text, write_json, write_text
from witness.base.schemas import check_types
from witness.clauses.background import TASK_FILES, Background, read_background
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text
from witness.clauses.learners import learn
from witness.clauses.learners.recorded import recorded_files
from witness.clauses.learners.result_schema import RESULT
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask
from witness.proof.certificate_schema import CLAIM, VERDICT
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import STATUSES
from witness.proof.teaching import learn_until_proved
from witness.proof.verdicts import Verdicts
from witness.puzzle.examples.examples import make_task
from witness.puzzle.examples.partial_paths import Labels
from witness.puzzle.model import Puzzle
from witness.puzzle.views.plain_clauses import usable_parts
from witness.puzzle.views.translate import module_text

#: Training puzzles have up to 5×5 squares, with some millions of partial paths.
MAX_PATHS = 10_000_000

Program = tuple[str, ...]


@dataclass(frozen=True)
class LearningRun:
    """One training puzzle: what the learner recorded, its clauses, and the verdict on them.

    `core` are the clauses that are proved.
    """

    puzzle: str
    result: Mapping[str, Any]
    clauses: Program
    core: Program
    verdict: Mapping[str, Any]


def read_runs(path: str | Path) -> list[LearningRun]:
    """Read the runs of a batch. Raises `InputError` with file and line for anything else."""
    found = []
    for number, record in read_jsonl(path):
        if not _is_run(record):
            raise InputError(
                "not a learning run: an object with puzzle, result, clauses, core and verdict",
                file=path,
                line=number,
            )
        try:
            _check_run(record)
        except InputError as error:
            raise error.at(file=path, line=number) from None
        programs = {key: tuple(record[key]) for key in ("clauses", "core")}
        found.append(LearningRun(**{**record, **programs}))
    return found


def _is_run(record: Any) -> bool:
    return (
        isinstance(record, dict)
        and record.keys() == {known.name for known in fields(LearningRun)}
        and isinstance(record["puzzle"], str)
        and all(isinstance(record[key], dict) for key in ("result", "verdict"))
        and all(isinstance(record[key], list) for key in ("clauses", "core"))
        and all(isinstance(text, str) for text in [*record["clauses"], *record["core"]])
    )


def _check_run(record: Mapping[str, Any]) -> None:
    check_types(record["result"], RESULT, "the result")
    check_types(record["verdict"], VERDICT, "the verdict")
    for place, clause in enumerate(record["verdict"].get("clauses") or (), start=1):
        what = f"clause {place} of the verdict"
        check_types(clause, CLAIM, what, needed=("clause", "status"))
        if clause["status"] not in STATUSES:
            raise InputError(
                f"{what} has status {quoted(clause['status'])}; it is one of {', '.join(STATUSES)}"
            )


def taught_labels(labels: Labels) -> Labels:
    """Return the labels with which the prover teaches.

    A path that is lost for another reason than its constraint is no negative example then: a sound
    predicate may fire on it.
    """
    return "sure" if labels == "constraint" else labels


@dataclass(frozen=True)
class Training:
    """What the training puzzles of a batch share.

    `bk` and `bias` are files; `learner` is a name in `witness.clauses.learners.registry`. Partial
    paths that cannot reach a goal are examples if `unreachable` is true. With `until_proved`, the
    learner learns until everything is proved; later puzzles begin with the counterexamples of
    earlier ones. `code` is a checksum of the code that is run (`witness.pipeline.code`).
    """

    bk: str
    bias: str
    labels: Labels = "puzzle"
    unreachable: bool = False
    learner: str = "asp"
    settings: Settings = field(default_factory=Settings)
    until_proved: bool = False
    code: str = ""
    _pool: dict[Counterexample, None] = field(default_factory=dict, init=False, repr=False)

    def run(self, puzzle: Puzzle, folder: str | Path) -> LearningRun:
        """Learn from one puzzle, in a folder of its own; do nothing if that is finished.

        A learner that cannot use the examples leaves a record with the reason, and so does a clause
        that cannot be translated. Raises `InputError` for a puzzle that makes no examples, and
        where a recorded hypothesis is missing or another's.
        """
        place = Path(folder)
        made_from = self.checksum(puzzle)
        if not _is_finished(place, made_from):
            for name in (_FINISHED, *_FILES):
                (place / name).unlink(missing_ok=True)
            task = make_task(
                puzzle, place, bk=self.bk, bias=self.bias,
                labels=taught_labels(self.labels) if self.until_proved else self.labels,
                most=MAX_PATHS, unreachable=self.unreachable,
            )  # fmt: skip
            self._learn(place, task)
            self._judge(place)
            write_json(place / _FINISHED, {"made_from": made_from, "files": _checksums(place)})
        clauses, core = (
            tuple(clause_text(clause) for clause in read_hypothesis(place / name))
            for name in ("hypothesis.pl", "core.pl")
        )
        result, verdict = (read_json(place / name) for name in (_RESULT, "verdict.json"))
        taught = result.get("until_proved", {"counterexamples": ()})
        self._pool.update(
            (Counterexample.from_json(one), None) for one in taught["counterexamples"]
        )
        return LearningRun(puzzle.id, result, clauses, core, verdict)

    def checksum(self, puzzle: Puzzle) -> str:
        """Return the checksum of all that decides what is learned from a puzzle: code, too."""
        pool = json.dumps([one.to_json() for one in self._pool])
        parts = (json.dumps(puzzle.to_json()), pool, self._shared)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    @cached_property
    def _shared(self) -> str:
        settings = (
            self.labels,
            str(self.unreachable),
            self.learner,
            json.dumps(asdict(self.settings)),
            str(self.until_proved),
            self.code,
        )
        files = [self.bk, self.bias, *map(str, recorded_files(self.settings))]
        texts = [read_text(file) for file in files]
        return hashlib.sha256("\n".join([*settings, *texts]).encode()).hexdigest()

    @cached_property
    def _background(self) -> Background:
        return read_background(self.bk, self.bias)

    @cached_property
    def _verdicts(self) -> Verdicts:
        return Verdicts(self._background)

    def _learn(self, place: Path, task: LearningTask) -> None:
        settings = self.settings
        try:
            if self.until_proved:
                learn_until_proved(
                    place, learner=self.learner, settings=settings, task=task, pool=[*self._pool]
                )
            else:
                learn(place, learner=self.learner, settings=settings, task=task)
        except (InputError, MemoryError) as error:
            if settings.hypotheses is not None:  # what is recorded is not of this experiment
                raise
            write_text(place / "hypothesis.pl", "")
            record = {"status": "failed", "reason": str(error), "learner": self.learner}
            write_json(place / _RESULT, record)

    def _judge(self, place: Path) -> None:
        """Translate a hypothesis into Python, and prove or refute its clauses."""
        hypothesis = place / "hypothesis.pl"
        found = usable_parts(read_hypothesis(hypothesis), self._background, str(hypothesis))
        write_text(place / "predicate.py", module_text(found.translation, found.left_out))
        verdict = self._verdicts.on(found.clauses)
        write_json(place / "verdict.json", verdict.to_json())
        write_text(
            place / "core.pl", "".join(f"{clause_text(clause)}\n" for clause in verdict.core)
        )


_FINISHED = "finished.json"

#: The files of a finished folder that have a checksum, and the one that has not, as it has a time.
_FILES = (*TASK_FILES, "hypothesis.pl", "predicate.py", "verdict.json", "core.pl")
_RESULT = "result.json"


def _is_finished(place: Path, made_from: str) -> bool:
    """Whether a folder holds what was made from the same, and nothing in it has changed."""
    try:
        known = {"made_from": made_from, "files": _checksums(place)}
        return bool(read_json(place / _FINISHED) == known) and bool(read_json(place / _RESULT))
    except InputError:
        return False


def _checksums(place: Path) -> dict[str, str]:
    """Return the checksums of a folder's files by name. Raises `InputError` if one is missing."""
    return {name: hashlib.sha256(read_text(place / name).encode()).hexdigest() for name in _FILES}
