"""When the numbers of a page were made: at which commit, in what time, on which machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

import pandas as pd

from studies.records import Measured
from witness.base.machine import short_commit
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import busy_seconds
from witness.pipeline.report.render import duration, markdown

#: What stands where a record does not say it.
UNKNOWN = "not recorded"


@dataclass(frozen=True)
class Made:
    """One row of the table: an experiment, or all records of a study; parts have no doubles.

    `seconds` has the seconds of each record, by the clock; None where it does not say them.
    """

    name: str
    dates: Sequence[str]
    commits: Sequence[str]
    seconds: Sequence[float | None]
    machines: Sequence[str]

    def row(self) -> dict[str, str]:
        """Return the row, by the names of the columns."""
        known = [one for one in self.seconds if one is not None]
        took = duration(sum(known), 2) if known else UNKNOWN
        part = f" ({len(known)} of {len(self.seconds)} records)" * (
            0 < len(known) < len(self.seconds)
        )
        return {
            "what": self.name,
            "date": ", ".join(self.dates) or UNKNOWN,
            "commit": ", ".join(one or UNKNOWN for one in self.commits),
            "duration, by the clock": took + part,
            "machine": "; ".join(self.machines),
        }


def of_records(records: Iterable[Measured]) -> Made:
    """Return when the records of a study were made; their durations are added up."""
    origins = [record.origin for record in records]
    return Made(
        "measurements",
        sorted({one.date for one in origins}),
        sorted({short_commit(one.machine) for one in origins}),
        [one.seconds for one in origins],
        sorted({_words(one.machine) for one in origins}),
    )


def of_experiment(experiment: Experiment) -> Made:
    """Return when an experiment was run; while no job ran, no time passed."""
    jobs, machine = experiment.jobs, experiment.machine
    days = sorted({job.begun.astimezone(UTC).date().isoformat() for job in jobs})
    seconds = busy_seconds(jobs) if jobs else None
    commit = [short_commit(machine)]
    return Made(f"`{experiment.name}`", days, commit, [seconds], [_words(machine)])


def _words(machine: Mapping[str, str | int]) -> str:
    return f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}"


def table(made: Iterable[Made]) -> str:
    """Return the table in Markdown; what was made alike, but for the duration, shares a row."""
    rows = pd.DataFrame([one.row() for one in made])
    alike = rows.groupby(["date", "commit", "machine"], sort=False, as_index=False)
    return markdown(alike.agg(", ".join)[[*rows.columns]])
