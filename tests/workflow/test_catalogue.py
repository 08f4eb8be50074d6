"""What Snakemake's catalogue of workflows reads, and the page about the configuration."""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from snakemake.logging import DefaultFormatter
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry
from support.examples import ROOT
from support.tools import tool

from witness.base.config import read_schema

README = ROOT / "config" / "README.md"


def keys(schema: dict[str, Any], shared: dict[str, Any], before: str = "") -> Iterator[str]:
    """All keys of a schema, those of sections with the name of the section before them."""
    for key, part in schema.get("properties", {}).items():
        yield before + key
        inner = shared[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        yield from keys(inner, shared, f"{before}{key}.")


def named(shown: Any, before: str = "") -> Iterator[str]:
    """All keys of the settings on the page, as `keys` names them."""
    for key, value in shown.items():
        yield before + key
        yield from named(value, f"{before}{key}.") if isinstance(value, dict) else ()


def test_the_page_is_what_the_schema_says() -> None:
    """After a change of the schema: python workflow/config_page.py."""
    assert README.read_text(encoding="utf-8") == tool("config_page", "workflow").page()


def test_every_key_is_explained_once() -> None:
    schema = read_schema(ROOT / "workflow/schemas/config.schema.yaml")
    shown = "".join(re.findall(r"^```yaml\n(.*?)^```", README.read_text("utf-8"), re.M | re.S))
    other = {"puzzle_sets.train.file"}  # in place of the three other keys, which a comment says
    assert sorted({*named(yaml.safe_load(shown))} | other) == sorted(keys(schema, schema["$defs"]))
    assert all("# " in line for line in shown.splitlines())


def requirements(names: Iterable[str]) -> dict[str, set[str]]:
    """Return what a list of requirements says of versions, by name."""
    found = {}
    for one in names:
        name, versions = re.fullmatch(r"([A-Za-z0-9-]+)\s*(.*)", one).groups()  # type: ignore[union-attr]
        found[name] = {part.strip() for part in versions.split(",") if part.strip()}
    return found


def test_the_environment_for_conda_has_all_that_pip_installs() -> None:
    """And asks for the same versions, if not for narrower ones."""
    text = (ROOT / "workflow/envs/witness.yaml").read_text(encoding="utf-8")
    listed = requirements(yaml.safe_load(text)["dependencies"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    names = ("fast", "report", "workflow", "study")
    chosen = [*project["dependencies"], *(one for name in names for one in extras[name])]
    chosen.remove("witness-ilp[fast,report]")  # of the extra `workflow`
    others = {"matplotlib": "matplotlib-base", "snakemake": "snakemake-minimal"}
    for name, versions in requirements(chosen).items():
        assert versions <= listed[others.get(name, name)], name
    (least,) = requirements([f"python{project['requires-python']}"]).values()
    assert least <= listed["python"]


def test_what_the_catalogue_asks_for() -> None:
    settings = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text())
    usage = settings["usage"]
    assert usage["report"] is True
    assert usage["software-stack-deployment"].keys() == {"conda", "apptainer", "apptainer+conda"}
    assert all(isinstance(value, bool) for value in usage["software-stack-deployment"].values())
    assert (ROOT / "workflow/Snakefile").is_file()
    assert list((ROOT / "workflow/rules").glob("*.smk"))
    words = (ROOT / "README.md").read_text(encoding="utf-8").lower()
    assert "snakemake" in words
    assert "workflow" in words
    # The configuration that snakedeploy copies has keys of the schema alone.
    schema = read_schema(ROOT / "workflow/schemas/config.schema.yaml")
    own = yaml.safe_load((ROOT / "config/config.yaml").read_text())
    assert own.keys() <= schema["properties"].keys()


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
    *lines, last = said.err.splitlines()
    assert last.startswith("all jobs are done, after ")
    assert lines == [
        "2 jobs; each stage says here what it found",
        "something that is new in Snakemake",
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
