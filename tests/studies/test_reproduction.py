"""The reproduction record: its numbers are those of the records, its words fit them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.handmade import EDGES, UNSOUND, records
from support.handmade import experiment as made

from studies.commands import default_configuration, snakemake_command
from studies.reproduction.record import record
from studies.runs_table import runs_table
from witness.base.config import checked
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import JobTime
from witness.pipeline.report.paper import CLAUSES
from witness.pipeline.report.records import Records

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "studies" / "reproduction" / "results.md.j2"
DEFAULTS = yaml.safe_load((ROOT / "config.yaml").read_text())
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
DRAWN = (
    "winner_puzzle", "counterexamples", "where_clauses_fire", "largest_speedup", "figure_4",
    "figure_5", "figure_5_uniform", "finalists",
)  # fmt: skip
FIGURES = {name: f"{name}.svg" for name in DRAWN}
MACHINE: dict[str, str | int] = {
    "processor": "Abacus", "cores": 2, "memory": 1234, "system": "Wood", "python": "3.11",
}  # fmt: skip


def job(stage: str, begun: float, ended: float) -> JobTime:
    return JobTime(stage, NOON + timedelta(minutes=begun), NOON + timedelta(minutes=ended))


#: Two batches of training that overlap, one of the test set, two of the large set at the same time.
JOBS = [
    job("train", 0, 4), job("train", 1, 5), job("evaluate test", 5, 6),
    job("evaluate large", 10, 20), job("evaluate large", 10, 20),
]  # fmt: skip


def experiment(known: Records, **config: Any) -> Experiment:
    return made({**DEFAULTS, **config}, known, JOBS, MACHINE)


def text(*experiments: Experiment) -> str:
    return record(TEMPLATE, experiments, DEFAULTS, "the command", FIGURES)


def tables(page: str) -> list[list[list[str]]]:
    """Return the cells of all tables of a page; a bar in a cell is escaped."""
    found: list[list[list[str]]] = []
    inside = False
    for line in page.splitlines():
        if line.startswith("|"):
            if not inside:
                found.append([])
            found[-1].append([part.strip() for part in re.split(r"(?<!\\)\|", line)[1:-1]])
        inside = line.startswith("|")
    return found


@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_tables_are_tables_whatever_the_records_hold(known: Records) -> None:
    page = text(experiment(known))
    assert not re.search(r"\b(nan|None|inf|Undefined)\b", page)
    for table in tables(page):
        assert len({len(row) for row in table}) == 1
        assert all(re.fullmatch("-{3}:?", mark) for mark in table[1])


def test_the_papers_numbers_stand_beside_ours() -> None:
    page = text(experiment(records()))
    for number in ("489", "6.27", "6.12", "1,447", "1,136", "32.5", "74.4", "83.9", "140,000"):
        assert number in page
    for clause in CLAUSES:
        assert f"`{clause}`" in page
    assert "seed 1" in page
    assert "| not recorded | 16 min | Abacus, 2 cores, Python 3.11 |" in page
    assert "    the command\n" in page
    assert "figure_5.svg" in page
    assert "figure_5.svg" not in text(experiment(EDGES["no large set"]))


def test_no_default_is_said_to_differ() -> None:
    """A configuration as an experiment keeps it, completed by the defaults of the schema."""
    from snakemake.utils import validate

    schema = ROOT / "workflow/schemas/config.schema.yaml"
    defaults = default_configuration(str(ROOT / "config.yaml"), str(schema))
    kept = checked(DEFAULTS, schema)
    validate(kept, str(schema))
    assert kept["large"].keys() > DEFAULTS["large"].keys()
    assert snakemake_command(kept, defaults) == "snakemake --cores 2"
    kept["large"]["implied"] = False
    assert snakemake_command(kept, defaults).endswith("--config 'large={\"implied\": false}'")


TWO_JOBS = [JobTime("train", NOON, NOON + timedelta(minutes=3))] * 2


def config(name: str, seed: int) -> dict[str, object]:
    return {
        "name": name, "seed": seed, "learner": "asp", "bias": "bias/paper.pl", "labels": "puzzle",
        "triage": {"rank_by": "time"}, "large": {"method": "walk", "count": 2},
    }  # fmt: skip


def test_what_differs_and_what_does_not() -> None:
    table = runs_table([
        made(config("one", 1), records(winner=UNSOUND), TWO_JOBS, {}),
        made(config("two", 2), EDGES["no large set"], [], {}),
    ])  # fmt: skip
    assert list(table.columns) == ["quantity", "one", "two"]
    one, two = (dict(zip(table["quantity"], table[name], strict=True)) for name in ("one", "two"))
    assert (one["seed"], two["seed"]) == (1, 2)
    assert one["plain: winner_proved, is π°"] == "yes"
    assert one["plain: winner_proved, expansion speedup of stage 3"] == 5
    assert one["plain: winner_proved, time speedup of stage 3"] == 2.5
    assert one["ranked by"] == "time"
    assert one["learner"] == "asp"
    assert (one["plain: winner, is π°"], one["plain: winner, verdict"]) == ("no", "refuted")
    assert one["plain: winner, looks at length"] == "yes"
    assert one["test set: winner_proved, Σ speedup in expansions"] == 4
    assert one["test set: puzzles that winner loses when it prunes"] == 1
    assert one["minutes that it took"] == 3
    assert one["jobs at the same time, at most"] == 2
    assert two["minutes that it took"] is None
    assert one["large set: random path of Algorithm 4"] == "walk"
    large = [name for name in one if name.startswith("large set")]
    assert large
    assert all(two[name] is None for name in large)
