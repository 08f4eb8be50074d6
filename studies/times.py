"""How long experiments took, on all cores together and by the clock, and with which learner.

Only what ran counts, however often the experiment was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from witness.clauses.learners.registry import PROGRAMS
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import JobTime
from witness.pipeline.report.records import Records


def learner_name(config: Mapping[str, Any], records: Records) -> str:
    """Return the name of the learner of an experiment, with its version if it is a program."""
    name = str(config["learner"])
    versions = {str(run.result.get("version", "")) for run in records.learning} - {""}
    return f"{name} {min(versions)}" if name in PROGRAMS and len(versions) == 1 else name


def learning_seconds(experiment: Experiment) -> float:
    """Return what the runs of the learner took, added up."""
    return sum(run.result.get("seconds") or 0.0 for run in experiment.records.learning)


def made_by_its_jobs(experiment: Experiment) -> bool:
    """Whether its jobs made all of it: answers of Popper may be those of an earlier run."""
    return learning_seconds(experiment) <= stage_seconds(experiment.jobs).get("train", 0.0)


def stage_seconds(jobs: Iterable[JobTime]) -> dict[str, float]:
    """Return the seconds of each stage, summed over its jobs."""
    found: dict[str, float] = {}
    for job in jobs:
        found[job.stage] = found.get(job.stage, 0.0) + job.seconds
    return found


def most_at_once(jobs: Iterable[JobTime]) -> int:
    """Return the greatest number of jobs that ran at the same time."""
    changes = [(moment, step) for job in jobs for moment, step in ((job.begun, 1), (job.ended, -1))]
    most = running = 0
    for _, step in sorted(changes):
        running += step
        most = max(most, running)
    return most


def in_words(seconds: float) -> str:
    """Return a time with two significant digits and its unit."""
    rounded = float(f"{seconds:.2g}")
    return f"{1000 * rounded:.4g} ms" if rounded < 1 else f"{rounded:g} s"
