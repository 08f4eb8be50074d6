"""The reproduction record: its numbers are those of the records, its words fit them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.handmade import EDGES, OURS, TEST, UNSOUND, records
from support.handmade import experiment as made

from studies.commands import default_configuration, snakemake_command
from studies.pages import wrapped
from studies.reproduction.record import minutes, other_methods, record, same_puzzles, stages
from witness.base.config import checked
from witness.report.experiment import Experiment
from witness.report.job import JobTime
from witness.report.paper import CLAUSES
from witness.report.records import Records

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


def test_the_headline_has_what_all_experiments_measured_on_the_same_puzzles() -> None:
    one = experiment(records())
    slower = tuple(r | {"seconds": 2 * r["seconds"]} if r["run"] == "baseline" else r for r in TEST)
    again = experiment(records(test=slower))
    others = [
        experiment(records(test=slower, test_puzzles={})),
        experiment(records(test=tuple(r | {"expansions": 7} for r in slower))),
    ]
    assert same_puzzles([one, again, *others]) == "on the same puzzles 1 to 2 in 2 experiments"
    assert same_puzzles([one, *others]) == ""
    assert same_puzzles([one, again]) in text(one, again)


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


def test_the_words_say_what_won() -> None:
    def said(known: Records, **config: Any) -> str:
        return " ".join(text(experiment(known, **config)).split())

    same = said(records(winner=OURS))
    assert "is π° (in the variant baseline: its last two clauses) in 2 of 2 cases" in same
    assert "Ranked so, `winner` is π° in 2 of 2 cases here" in same
    assert "Ranked by expansions" not in same
    assert "ranked by time, those within the margin by expansions" in same
    assert "is π° every time" in same
    counted = {**DEFAULTS["triage"], "rank_by": "expansions"}
    other = said(records(winner=UNSOUND), triage=counted)
    assert "clauses cost nothing, it is π° in 0 of 2, and refuted in 2." in other
    assert "Ranked so" not in other
    assert "Candidates are ranked by expansions, in sort mode" in other
    never = said(EDGES["nothing proved"])
    assert "is π° in 0 of 2 cases; the tables say what it is in the others" in never
    assert "is π° every time" not in never


def test_paragraphs_are_filled_and_nothing_else() -> None:
    code = f"    {'x ' * 80}\n    y"
    table = f"| a |\n| --- |\n| {'b ' * 80}|"
    page = wrapped(f"# Head\n\n{code}\n\n\n{table}\n\none\ntwo {'word ' * 30}\n\n- a\n- b\n")
    blocks = page.split("\n\n")
    assert blocks[:3] == ["# Head", code, table]
    assert blocks[3].startswith("one two word")
    assert max(map(len, blocks[3].splitlines())) <= 100
    assert blocks[4:] == ["- a\n- b\n"]


def test_commands_say_what_differs_and_nothing_else() -> None:
    assert snakemake_command(DEFAULTS, DEFAULTS) == "snakemake --cores 2"
    changed = {**DEFAULTS, "name": "other", "large": {**DEFAULTS["large"], "sizes": []}}
    expected = "snakemake --cores 2 --config name=other 'large={\"sizes\": []}'"
    assert snakemake_command(changed, DEFAULTS) == expected


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


def test_times_of_stages_and_of_the_whole() -> None:
    found = stages(experiment(records()))
    assert found.to_numpy().tolist() == [
        ["training", 2, 5.0, 8.0], ["test set", 1, 1.0, 1.0], ["large set", 2, 10.0, 20.0],
    ]  # fmt: skip
    times = minutes(experiment(records()))
    assert (times.all, times.training) == (16, 5)
    assert times.learning_hours == pytest.approx(6 / 3600)  # of the two runs in the records


def test_another_way_to_draw_paths_has_its_own_figure_5() -> None:
    def drawn_by(method: str, name: str, known: Records) -> Experiment:
        return experiment(known, name=name, large={**DEFAULTS["large"], "method": method})

    known, none = records(), records(large=())
    others = [
        drawn_by("backtracking", "a", known),
        drawn_by("uniform", "b", known),
        drawn_by("uniform", "c", known),
        drawn_by("walk", "d", none),
    ]
    assert {method: e.name for method, e in other_methods(others).items()} == {"uniform": "b"}
    page = text(*others)
    assert "drawn by `uniform` (`b`; more below)" in page
    assert page.count("(figure_5_uniform.svg)") == 1
    assert "in 2 of 2 cases" in page  # they learned the same: it counts once
    assert "figure_5_walk" not in page
    assert "figure_5_" not in text(experiment(known))


def test_theorem_1_and_appendix_a_are_told() -> None:
    page = text(experiment(records()))
    (proofs,) = [table for table in tables(page) if "edges within reach" in table[0]]
    assert [row[0] for row in proofs[2:]] == ["1", "2", "3"]
    assert [row[-2:] for row in proofs[2:]] == [
        ["62", "1 triangle: 2 or 3; 2 triangles: 3"],
        ["16", "3 triangles: 1 or 2"],
        ["10", "3 triangles: 2"],
    ]
    assert "(where_clauses_fire.svg)" in page
    words = " ".join(page.split())
    assert "On `puzzle-2x3-0000`, 2×3, A* makes 100 expansions with π_baseline and 10" in words
    assert "10 times fewer (the paper's largest: 1,447)" in words
    without = text(experiment(EDGES["nothing proved"]))
    assert "no test puzzle on which both searches ended" in without
    assert "where_clauses_fire" not in without
