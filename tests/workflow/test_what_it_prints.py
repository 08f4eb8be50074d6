"""What the logger plugin makes of Snakemake's messages; the pipeline's tests have whole runs."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from snakemake.logging import DefaultFormatter
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry


def handler(**chosen: bool) -> logging.Handler:
    """The plugin as Snakemake finds and makes it."""
    options = ("dryrun", "verbose", "debug_dag", "printshellcmds", "stdout", "nocolor")
    settings = SimpleNamespace(**{**dict.fromkeys(options, False), "quiet": None, **chosen})
    made: Any = LoggerPluginRegistry().get_plugin("witness")
    found: logging.Handler = made.log_handler(settings, None)
    found.setFormatter(DefaultFormatter())
    return found


def record(message: str, event: LogEvent | None = None, **more: Any) -> logging.LogRecord:
    level = more.pop("level", logging.INFO)
    return logging.makeLogRecord(
        {"msg": message, "levelno": level, "levelname": logging.getLevelName(level)}
        | ({} if event is None else {"event": event})
        | more
    )


def job(number: int) -> list[logging.LogRecord]:
    facts = {"jobid": number, "rule_name": "mine", "output": [f"results/x/{number}.csv"]}
    return [
        record("rule mine", LogEvent.JOB_INFO, **facts),
        record("Finished jobid", LogEvent.JOB_FINISHED, job_id=number),
        record("1 of 2 steps", LogEvent.PROGRESS, done=1, total=2),
    ]


START = record("Job stats:\nmine 2", LogEvent.RUN_INFO, stats={"mine": 2, "total": 2})
RUN = [
    record("Building DAG of jobs..."),
    START,
    *job(1),
    record("Select jobs to execute..."),
    record("something that is new in Snakemake"),
    *job(2),
    record("Complete log(s): here"),
]


def test_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    plugin = handler()
    for one in RUN:
        plugin.handle(one)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "2 jobs; each stage says here what it found",
        "something that is new in Snakemake",
        "all jobs are done, after 0 s",
    ]


def test_what_is_wrong_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """And where the log is, as long as not all jobs are done."""
    plugin = handler()
    for one in (
        START,
        record("a warning", level=logging.WARNING),
        record("WorkflowError: a bias", LogEvent.ERROR, level=logging.ERROR),
        record("Complete log(s): here"),
    ):
        plugin.handle(one)
    lines = capsys.readouterr().err.splitlines()
    assert lines[1:] == ["a warning", "WorkflowError: a bias", "Complete log(s): here"]


@pytest.mark.parametrize("option", ["dryrun", "verbose", "debug_dag", "printshellcmds"])
def test_snakemakes_own_text(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    plugin = handler(**{option: True}, stdout=True)
    for one in (RUN[0], START, RUN[-1]):
        plugin.handle(one)
    said = capsys.readouterr().out.splitlines()
    assert said == ["Building DAG of jobs...", "Job stats:", "mine 2", "Complete log(s): here"]


def test_a_mistake_in_the_plugin_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    plugin = handler()
    plugin.handle(record("", LogEvent.RUN_INFO))  # without its counts
    assert "AttributeError" in capsys.readouterr().err
