"""The table that says when the numbers of a page were made."""

from datetime import UTC, datetime, timedelta

import pytest
from support.handmade import experiment, records

from studies.made import Made, of_experiment, of_records, table
from studies.records import Measured, Origin
from witness.report.job import JobTime

MACHINE: dict[str, str | int] = {
    "processor": "Abacus", "cores": 2, "memory": 1234, "system": "Wood", "python": "3.11",
}  # fmt: skip
COMMIT = "0123456789abcdef" * 2 + "01234567"


def measured(date: str, seconds: float | None, commit: str = COMMIT) -> Measured:
    machine = {**MACHINE, "commit": commit} if commit else MACHINE
    return Measured(Origin("the command", {}, machine, date, seconds), [])


def test_records_are_one_row() -> None:
    found = [measured("2026-01-03", 90.0), measured("2026-01-02", 120.0, f"{'f' * 40} changed")]
    assert table([of_records([*found, *found])]) == (
        "| what | date | commit | duration, by the clock | machine |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| measurements | 2026-01-02, 2026-01-03 | 0123456789ab, ffffffffffff changed | 7 min | "
        "Abacus, 2 cores, Python 3.11 |\n"
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ([None, None], "not recorded"),
        ([30.0, None], "30 s (1 of 2 records)"),
        ([0.0, 30.0], "30 s"),
    ],
)
def test_what_records_do_not_say(seconds: list[float | None], said: str) -> None:
    row = of_records(measured("2026-01-02", one, "") for one in seconds).row()
    assert (row["commit"], row["duration, by the clock"]) == ("not recorded", said)


def test_an_experiment_takes_as_long_as_a_job_of_it_runs() -> None:
    begun = datetime(2026, 1, 2, 23, tzinfo=UTC)

    def job(first: int, last: int) -> JobTime:
        return JobTime("train", begun + timedelta(minutes=first), begun + timedelta(minutes=last))

    jobs = [job(0, 10), job(5, 15), job(100, 101)]
    made = of_experiment(
        experiment({"name": "paper"}, records(), jobs, MACHINE | {"commit": COMMIT})
    )
    assert made == Made(
        "`paper`",
        ["2026-01-02", "2026-01-03"],
        ["0123456789ab"],
        [960.0],
        ["Abacus, 2 cores, Python 3.11"],
    )
    assert of_experiment(experiment({"name": "x"}, records(), [], MACHINE)).row() == {
        "what": "`x`",
        "date": "not recorded",
        "commit": "not recorded",
        "duration, by the clock": "not recorded",
        "machine": "Abacus, 2 cores, Python 3.11",
    }
