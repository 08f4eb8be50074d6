"""A finished experiment, read from its folder, for tables that compare experiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from witness.base.config import check_file
from witness.base.errors import LINE, InputError, shortened
from witness.base.experiment_folder import check_format
from witness.base.files import read_text
from witness.base.machine import MACHINE
from witness.base.schemas import read_fitting
from witness.experiment.training import LearningRun
from witness.report.job_times import JobTime, read_job_times, stage_seconds
from witness.report.records import Records, files_in, read_records

#: Learners that are programs with versions of their own.
OTHER_PROGRAMS = ("aleph", "popper")

#: The greatest max_size of a puzzle set, as in the schema of the configuration.
LARGEST = 10


@dataclass(frozen=True)
class Experiment:
    """One experiment: its configuration, its records, the times of its jobs, and the machine."""

    config: Mapping[str, Any]
    records: Records
    jobs: Sequence[JobTime]
    machine: Mapping[str, str | int]

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self.config["name"])

    @property
    def learning_seconds(self) -> float:
        """What its runs of the learner took, added up."""
        return sum(run.result.get("seconds") or 0.0 for run in self.records.learning)

    @property
    def made_by_its_jobs(self) -> bool:
        """Whether its jobs made all of it: answers of Popper may be those of an earlier run."""
        return self.learning_seconds <= stage_seconds(self.jobs).get("train", 0.0)


def learner_name(config: Mapping[str, Any], records: Records) -> str:
    """Return the name of the learner of an experiment, with its version if it is a program."""
    name = str(config["learner"])
    versions = {str(run.result.get("version", "")) for run in records.learning} - {""}
    return f"{name} {min(versions)}" if name in OTHER_PROGRAMS and len(versions) == 1 else name


def read_experiment(directory: str | Path) -> Experiment:
    """Read a finished experiment from `results/<name>/`.

    Raises `InputError` with the file if the experiment is not finished, cannot be read, or holds
    more or fewer records than its configuration says.
    """
    root = Path(directory)
    config = read_configuration(root)
    large = config["large"]
    for key in ("minutes", "clock", "count", "sizes"):
        if key not in large:
            raise InputError(f"large has no {key}", file=root / "config.yaml")
    records = read_records(
        files_in(root),
        max_size=max(plan["max_size"] for plan in config["puzzle_sets"].values()),
        minutes=large["minutes"],
        clock=large["clock"],
        bk=str(root / "bk.pl"),
        bias=str(root / "bias.pl"),
    )
    tested, searched = (
        sum(record["run"] == "baseline" for record in found)
        for found in (records.test, records.large)
    )
    for what, found, planned in (
        ("training puzzles", len(records.learning), config["puzzle_sets"]["train"]["count"]),
        ("test puzzles", tested, config["puzzle_sets"]["test"]["count"]),
        ("large puzzles", searched, large["count"] * len(large["sizes"])),
    ):
        if found != planned:
            raise InputError(
                f"there are records of {found} {what}, but config.yaml says {planned}; run the "
                "experiment to its end, in a folder of its own",
                file=root,
            )
    jobs = read_job_times(root / "logs")
    machine = read_fitting(root / "machine.json", MACHINE, "a description of a machine")
    return Experiment(config, records, jobs, machine)


class Learning(NamedTuple):
    """What an experiment has learned so far: records of the training puzzles that are finished.

    `planned` is the number of all training puzzles.
    """

    records: Records
    planned: int


def read_learning(directory: str | Path) -> Learning:
    """Read what an experiment has learned, from `results/<name>/`; it need not be finished.

    Records that an earlier, larger configuration has left are not among them. Raises `InputError`
    with the file for a folder that is none of an experiment, and for one that cannot be read.
    """
    root = Path(directory)
    if not (root / "config.yaml").is_file():
        raise InputError("not the folder of an experiment: there is no config.yaml", file=root)
    config = read_configuration(root)
    files = {kind: files_in(root)[kind] for kind in ("puzzles", "trained")}
    try:
        sizes = [plan["max_size"] for plan in config["puzzle_sets"].values()]
    except (AttributeError, KeyError, TypeError):
        sizes = []
    if not sizes or not all(isinstance(n, int) and 0 < n <= LARGEST for n in sizes):
        what = f"each of puzzle_sets needs a max_size, a whole number from 1 to {LARGEST}"
        raise InputError(what, file=root / "config.yaml")
    records = read_records(
        files, max_size=max(sizes), minutes=(), bk=str(root / "bk.pl"), bias=str(root / "bias.pl")
    )
    runs: dict[str, LearningRun] = {}
    for run in records.learning:
        if run.puzzle in records.puzzles:
            runs.setdefault(run.puzzle, run)
    in_order = [runs[puzzle] for puzzle in records.puzzles if puzzle in runs]
    return Learning(replace(records, learning=in_order), len(records.puzzles))


def read_configuration(directory: str | Path) -> dict[str, Any]:
    """Return the configuration of an experiment.

    Raises `InputError` if it cannot be read, and if the results are in a format that cannot be.
    """
    check_format(directory)
    path = Path(directory) / "config.yaml"
    if not path.exists():
        raise InputError("there is no such file: the experiment has not been finished", file=path)
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
