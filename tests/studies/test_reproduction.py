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
from studies.reproduction.record import record, side_by_side
from witness.base.config import checked
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import JobTime
from witness.pipeline.report.paper import PROOFS
from witness.pipeline.report.records import Records

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "studies" / "reproduction" / "results.md.j2"
DEFAULTS = yaml.safe_load((ROOT / "config.yaml").read_text())
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
DRAWN = (
    "winner_puzzle", "counterexamples", "where_clauses_fire", "largest_speedup", "figure_4",
    "figure_5", "figure_5_uniform",
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
    for reason in PROOFS:
        assert f"| {reason} |" in page
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


def test_experiments_stand_side_by_side() -> None:
    one, two = (
        made({**DEFAULTS, "name": name}, known, JOBS, MACHINE)
        for name, known in (("one", records(winner=UNSOUND)), ("two", EDGES["no large set"]))
    )
    table = side_by_side([one, two]).set_index("experiment")
    assert list(table.index) == ["one", "two"]
    assert (table.loc["one", "winner"], table.loc["two", "winner"]) == ("not π°", "π°")
    assert table.loc["one", "winner loses"] == 1
    assert table.loc["one", "winner_proved: Σ expansions"] == 4
