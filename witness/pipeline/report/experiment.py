"""The one reader of an experiment's folder, `results/<name>/`.

What the folder holds is read when it is asked for, so that what has been learned can be looked at
while the rest is being measured. What is wrong is one `InputError`, with the file and the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from witness.base.config import check_file
from witness.base.errors import LINE, InputError, shortened
from witness.base.experiment_folder import check_format
from witness.base.files import read_json, read_jsonl, read_text
from witness.base.inputs import similar
from witness.base.machine import MACHINE
from witness.base.schemas import check_types, read_fitting
from witness.clauses.background import read_background
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text
from witness.clauses.learners.result_schema import BEST, RESULT, UNTIL_PROVED
from witness.pipeline.candidates import VARIANTS, Variant, read_all_candidates
from witness.pipeline.evaluate import Clock
from witness.pipeline.record_schema import SEARCHED
from witness.pipeline.report.job import JobTime, read_job_times
from witness.pipeline.report.records import Records, Together, Triage
from witness.pipeline.report.tidy import TIDY
from witness.pipeline.training import LearningRun, read_runs
from witness.puzzle.files import read_puzzles

if TYPE_CHECKING:
    import pandas as pd

#: The greatest max_size of a puzzle set, as in the schema of the configuration.
LARGEST = 10

#: The kinds of files that there are once training, and once triage, is over.
TRAINING = ("puzzles", "trained")
TRIAGE = ("candidates", "rankings", "winners", "test_puzzles", "taught", "taught_race")


class UnfinishedError(InputError):
    """An experiment has fewer records than its configuration plans, or more."""


class Experiment:
    """An experiment: its configuration, and what has been learned and measured in it.

    The frames `hypotheses` and `clauses`, of what has been learned so far, and `triage` and
    `searches`, of a finished experiment, have one row a thing; docs/formats.md describes their
    columns.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise InputError(f"there is no such folder{similar(folder)}", file=folder)
        #: The configuration, as `config.yaml` in the folder has it.
        self.config: Mapping[str, Any] = read_configuration(folder)

    @classmethod
    def finished(cls, folder: str | Path) -> Experiment:
        """Read all of an experiment, which must be finished, at once."""
        experiment = cls(folder)
        _ = experiment.records, experiment.jobs, experiment.machine
        return experiment

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self.config.get("name", self.folder.name))

    @cached_property
    def training(self) -> Records:
        """What has been learned so far, in the order of the training puzzles.

        Records that an earlier, larger configuration has left are not among them.
        """
        records = self._read(TRAINING)
        runs: dict[str, LearningRun] = {}
        for run in records.learning:
            if run.puzzle in records.puzzles:
                runs.setdefault(run.puzzle, run)
        in_order = [runs[puzzle] for puzzle in records.puzzles if puzzle in runs]
        return replace(records, learning=in_order)

    @property
    def planned(self) -> int:
        """The number of all training puzzles."""
        return len(self.training.puzzles)

    @cached_property
    def triaged(self) -> Records:
        """What has been learned, and as far as there are any, the candidates and their races."""
        later = self._read(TRIAGE)
        return replace(
            self.training,
            triage=later.triage,
            test_puzzles=later.test_puzzles,
            taught=later.taught,
        )

    @cached_property
    def records(self) -> Records:
        """All records. The experiment must be finished, as its configuration says."""
        large, sets = self.config["large"], self.config["puzzle_sets"]
        try:
            minutes, clock = large["minutes"], large["clock"]
            plan = {
                "training puzzles": sets["train"]["count"],
                "test puzzles": sets["test"]["count"],
                "large puzzles": large["count"] * len(large["sizes"]),
            }
        except (KeyError, TypeError) as error:
            what = f"large or puzzle_sets is not as they are in an experiment ({error})"
            raise InputError(what, file=self.folder / "config.yaml") from None
        records = self._read(self._files, minutes=minutes, clock=clock)
        numbers = [len(records.learning)]
        for searches in (records.test, records.large):
            numbers.append(sum(record["run"] == "baseline" for record in searches))
        for (what, planned), found in zip(plan.items(), numbers, strict=True):
            if found != planned:
                raise UnfinishedError(
                    f"there are records of {found} {what}, but config.yaml says {planned}; run the "
                    "experiment to its end, in a folder of its own",
                    file=self.folder,
                )
        return records

    @cached_property
    def hypotheses(self) -> pd.DataFrame:
        """What was learned from each training puzzle: one row a puzzle."""
        return self._frame("hypotheses", self.training)

    @cached_property
    def clauses(self) -> pd.DataFrame:
        """The clauses that were learned: one row a clause, whatever its variables are called."""
        return self._frame("clauses", self.training)

    @cached_property
    def triage(self) -> pd.DataFrame:
        """The rankings of triage: one row a candidate in a stage, by variant and track."""
        return self._frame("triage", self.records)

    @cached_property
    def searches(self) -> pd.DataFrame:
        """The searches of the test set and of the large one: one row a puzzle and run."""
        return self._frame("searches", self.records)

    def _frame(self, name: str, records: Records) -> pd.DataFrame:
        return TIDY[name].typed(TIDY[name].rows(records))

    @cached_property
    def jobs(self) -> Sequence[JobTime]:
        """The times of its jobs."""
        return read_job_times(self.folder / "logs")

    @cached_property
    def machine(self) -> Mapping[str, str | int]:
        """The machine that it was run on."""
        path = self.folder / "machine.json"
        found: Mapping[str, str | int] = read_fitting(path, MACHINE, "a description of a machine")
        return found

    @cached_property
    def _files(self) -> Mapping[str, Sequence[str]]:
        definitions = {name: [str(self.folder / f"{name}.pl")] for name in ("bk", "bias")}
        found = files_in(self.folder) | definitions
        if self.config.get("teach") not in ("together", "best"):  # left by an earlier configuration
            found |= {"taught": [], "taught_race": []}
        return found

    @property
    def _max_size(self) -> int:
        """The longest side of a board in the sets."""
        try:
            sizes: list[int] = [plan["max_size"] for plan in self.config["puzzle_sets"].values()]
        except (AttributeError, KeyError, TypeError):
            sizes = []
        if not sizes or not all(isinstance(n, int) and 0 < n <= LARGEST for n in sizes):
            what = f"each of puzzle_sets needs a max_size, a whole number from 1 to {LARGEST}"
            raise InputError(what, file=self.folder / "config.yaml")
        return max(sizes)

    def _read(
        self, kinds: Iterable[str], minutes: Sequence[float] = (), clock: Clock = "paper"
    ) -> Records:
        return read_records(
            {kind: self._files[kind] for kind in (*kinds, "bk", "bias")},
            max_size=self._max_size,
            minutes=minutes,
            clock=clock,
        )


def files_in(directory: str | Path) -> dict[str, list[str]]:
    """Return the record files in an experiment's directory by kind, as `read_records` takes them.

    This is for use by hand. The pipeline names its files itself, so that it does not mistake files
    left by an earlier, larger configuration for results.
    """
    root = Path(directory)

    def found(pattern: str) -> list[str]:
        return sorted((str(path) for path in root.glob(pattern)), key=_natural)

    return {
        "puzzles": found("puzzles/train.jsonl"),
        "test_puzzles": found("puzzles/test.jsonl"),
        "trained": found("train/batch_*.jsonl"),
        "candidates": found("triage/*/candidates.json"),
        "rankings": found("triage/*/stage_*/ranking.json"),
        "winners": found("triage/*/winners.json"),
        "taught": found("taught/result.json"),
        "taught_race": found("taught/winner_taught.json"),
        "test": found("evaluate/test/*.jsonl"),
        "large": found("evaluate/large/*/*.jsonl"),
    }


def read_records(
    files: Mapping[str, str | Sequence[str]],
    *,
    max_size: int,
    minutes: Sequence[float],
    clock: Clock = "paper",
) -> Records:
    """Return the records of an experiment, read from `files` as `files_in` returns them.

    Among the files may be `bk` and `bias`, the background; else it is that of the paper.

    Raises `InputError` with the file if one cannot be read.
    """

    def paths(kind: str) -> list[Path]:
        names = files.get(kind, ())
        return [Path(name) for name in ([names] if isinstance(names, str) else names)]

    rankings: dict[str, dict[int, Any]] = {}
    for path in paths("rankings"):
        stage = int(path.parent.name.removeprefix("stage_"))
        rankings.setdefault(path.parent.parent.name, {})[stage] = _read_objects(path, "ranking")
    winners = {path.parent.name: _read_objects(path) for path in paths("winners")}
    triage: dict[Variant, Triage] = {}
    candidates = {path.parent.name: path for path in paths("candidates")}
    for variant in VARIANTS:
        if variant in candidates:
            read = read_all_candidates(candidates[variant])
            triage[variant] = Triage(
                {candidate.id: candidate for candidate in read if candidate.left_out is None},
                dict(sorted(rankings.get(variant, {}).items())),
                winners.get(variant, {}),
                [candidate for candidate in read if candidate.left_out is not None],
            )
    return Records(
        learning=[run for path in paths("trained") for run in read_runs(path)],
        triage=triage,
        test=[record for path in paths("test") for record in _searches(path)],
        large=[record for path in paths("large") for record in _searches(path)],
        puzzles={puzzle.id: puzzle for path in paths("puzzles") for puzzle in read_puzzles(path)},
        test_puzzles={p.id: p for path in paths("test_puzzles") for p in read_puzzles(path)},
        background=read_background(*(next(iter(paths(name)), None) for name in ("bk", "bias"))),
        max_size=max_size,
        minutes=tuple(minutes),
        clock=clock,
        taught=_taught(paths("taught"), paths("taught_race")),
    )


def _taught(results: Sequence[Path], races: Sequence[Path]) -> Together | None:
    """Return the predicate of `teach: together` or `teach: best`; None without the two records."""
    for result, race in zip(results, races, strict=False):
        found = read_json(result)
        try:
            name, schema = ("best", BEST) if "best" in found else ("until_proved", UNTIL_PROVED)
            check_types(found, RESULT, "the record", needed=(name,))
            check_types(found[name], schema, name, needed=schema["required"])
        except InputError as error:
            raise error.at(file=result) from None
        program = tuple(map(clause_text, read_hypothesis(result.with_name("hypothesis.pl"))))
        raced = _read_objects(race, "race")
        return Together(found, program, raced["race"], tuple(raced["program"]))
    return None


def _read_objects(path: Path, key: str | None = None) -> Any:
    """Return a record whose values, or those below a key, are objects, as triage writes them."""
    record = read_json(path)
    rows = None
    if isinstance(record, dict):
        rows = [*record.values()] if key is None else record.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError("not what triage writes; remove it, and run snakemake", file=path)
    return record


def _searches(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of searches in a file. Raises `InputError` with file and line."""
    for number, record in read_jsonl(path):
        try:
            check_types(record, SEARCHED, "the record", needed=("id", "run"))
        except InputError as error:
            raise error.at(file=path, line=number) from None
        yield record


def _natural(text: str) -> list[tuple[int, str]]:
    """The sort key that orders the numbers in a text by value: batch_2 before batch_10."""
    return [(int(part or 0), word) for word, part in re.findall(r"(\D+)(\d*)", text)]


def read_configuration(directory: str | Path) -> dict[str, Any]:
    """Return the configuration of an experiment.

    Raises `InputError` if it cannot be read, and if the results are in a format that cannot be.
    """
    path = Path(directory) / "config.yaml"
    if not path.is_file():
        what = "not the folder of an experiment: there is no config.yaml"
        raise InputError(what, file=directory)
    check_format(directory)
    check_file(path)
    try:
        found = yaml.safe_load(read_text(path))
    except (yaml.YAMLError, RecursionError) as error:
        raise InputError(f"not YAML: {shortened(str(error), LINE)}", file=path) from None
    if (
        not isinstance(found, dict)
        or not {"bias", "bk", "large", "puzzle_sets"} <= set(found)
        or not isinstance(found["large"], dict)
    ):
        raise InputError("not the configuration of an experiment", file=path)
    return found
