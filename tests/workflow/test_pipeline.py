"""The Snakemake pipeline on the tiny configuration: whole, repeatable, resumable, careful."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from support.documentation import examples
from support.examples import ROOT
from support.pipeline import checkout, command, records, run
from support.running import witness

from witness.base.experiment_folder import FORMAT
from witness.base.machine import MACHINE
from witness.base.schemas import Schema
from witness.clauses.background import read_background
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners.result_schema import RESULT
from witness.pipeline.record_schema import (
    CANDIDATES,
    CLAUSE_TABLES,
    RANKING,
    SEARCHED,
    STAGE_BATCH,
    TRAINED,
    WINNERS_RECORD,
)
from witness.pipeline.report.tidy import TIDY
from witness.proof.certificate import check_certificate
from witness.proof.certificate_schema import CERTIFICATE
from witness.puzzle.files import read_puzzles
from witness.puzzle.puzzle_schema import PUZZLE


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole run in spite of kill -9 of its process group, twice: the same command goes on."""
    place = checkout(tmp_path_factory.mktemp("pipeline") / "run")
    for landmark in ("train/train-0002/result.json", "triage/plain/stage_1/ranking.json"):
        process = subprocess.Popen(
            command(),
            cwd=place,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + 300
            while not (place / "results/tiny" / landmark).exists():
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.02)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        assert (place / "results/tiny/bias.pl").is_file()
    done = run(place)
    assert done.returncode == 0, done.stderr[-3000:]
    said = done.stdout + done.stderr
    assert "\nThe report is results/tiny/report.html\n" in said
    assert "\ntiny: Algorithm 2; clauses: winner " in said
    assert len(said.splitlines()) <= 20
    return place


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "schema"),
    [
        ("train/batch_*.jsonl", TRAINED),
        ("train/*/result.json", RESULT),
        ("train/*/verdict.json", CERTIFICATE),
        ("triage/*/candidates.json", CANDIDATES),
        ("triage/*/tables.json", CLAUSE_TABLES),
        ("triage/*/stage_*/batch_*.json", STAGE_BATCH),
        ("triage/*/stage_*/ranking.json", RANKING),
        ("triage/*/winners.json", WINNERS_RECORD),
        ("triage/*/*.certificate.json", CERTIFICATE),
        ("evaluate/*/**/batch_*.jsonl", SEARCHED),
        ("machine.json", MACHINE),
        ("puzzles/**/*.jsonl", PUZZLE),
    ],
)
def test_the_files_fit_their_schemas(finished: Path, pattern: str, schema: Schema) -> None:
    paths = list((finished / "results" / "tiny").glob(pattern))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for document in text.splitlines() if path.suffix == ".jsonl" else [text]:
            Draft202012Validator(schema).validate(json.loads(document))


def test_every_link_of_the_report_leads_to_a_file(finished: Path) -> None:
    results = finished / "results" / "tiny"
    links = set(re.findall('<a href="([^"#]+)', (results / "report.html").read_text()))
    assert {"machine.json", "explore.html", "tables/finalists.csv"} <= links
    links.remove("https://arxiv.org/abs/2308.02666")
    assert [link for link in links if not (results / link).is_file()] == []


def test_everything_is_there(finished: Path) -> None:
    results = finished / "results" / "tiny"
    assert "<html" in (results / "report.html").read_text()
    for name in ("winner.pl", "winner_proved.pl", "winner_proved.certificate.json"):
        assert (results / "triage" / "plain" / name).is_file()
    statuses = [
        json.loads((results / "train" / f"train-{n:04d}" / "result.json").read_text())["status"]
        for n in range(6)
    ]
    assert set(statuses) <= {"learned", "nothing-learned"}
    assert list((results / "figures").glob("*.svg"))
    assert list((results / "tables").glob("*.csv"))
    assert (results / "bias.pl").read_text() == (finished / "bias/paper.pl").read_text()
    assert (results / "bk.pl").read_text() == (finished / "bk/triangles.pl").read_text()
    assert (results / "format").read_text() == f"{FORMAT}\n"


def test_the_page_about_pandas_can_be_followed(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = examples("docs/results.md", "python")
    assert "w.experiment" in code
    monkeypatch.chdir(finished)
    names: dict[str, Any] = {}
    exec(code.replace("results/small", "results/tiny"), names)  # noqa: S102
    searches = names["test"]
    assert len(names["expansions"]) == searches["puzzle"].nunique() == 20
    assert names["speedup"] > 0
    assert set(names["finalists"]["variant"]) == {"plain", "baseline"}


def test_the_tidy_tables_are_those_of_the_records(finished: Path) -> None:
    results = finished / "results" / "tiny"
    for by, name in (("puzzle", "hypotheses"), ("clause", "clauses")):
        done = witness(["hypotheses", str(results), "--by", by, "--format", "csv"], finished)
        assert done.out == (results / "tables" / f"{name}.csv").read_text()
    for name, table in TIDY.items():
        if not table.file:
            continue
        head = (results / "tables" / f"{name}.csv").read_text().partition("\n")[0]
        assert head == ",".join(column.name for column in table.columns)
    with (results / "tables" / "searches.csv").open(newline="") as stream:
        searches = list(csv.DictReader(stream))
    found = [
        (folder, record)
        for folder in ("test", "large")
        for path in (results / "evaluate" / folder).rglob("*.jsonl")
        for record in map(json.loads, path.read_text().splitlines())
    ]
    assert len(searches) == len(found) == 20 * 4 + 2 * 4 * 2
    known = {(row["set"], row["puzzle"], row["run"]): row for row in searches}
    for folder, record in found:
        row = known[folder, record["id"], record["run"]]
        assert float(row["expansions"]) == record["expansions"]
        assert row["seconds"] == ("" if record["seconds"] is None else str(record["seconds"]))
        assert row["status"] == record["status"]


def test_sets_are_distinct_and_disjoint(finished: Path) -> None:
    seen = []
    for path in (finished / "results" / "tiny" / "puzzles").glob("*.jsonl"):
        seen += [puzzle.canonical() for puzzle in read_puzzles(path)]
    assert len(seen) == 6 + 4 + 5 + 6 + 20
    assert len(set(seen)) == len(seen)


def test_the_proved_winner_has_a_certificate_that_holds(finished: Path) -> None:
    triage = finished / "results" / "tiny" / "triage" / "plain"
    certificate = json.loads((triage / "winner_proved.certificate.json").read_text())
    clauses = read_hypothesis(triage / "winner_proved.pl")
    assert certificate["status"] == "proved"
    assert clauses
    assert check_certificate(certificate, clauses, read_background()) == []


def test_pruning_with_the_proved_winner_loses_nothing(finished: Path) -> None:
    solved: dict[str, dict[str, str]] = {}
    for path in (finished / "results" / "tiny" / "evaluate" / "test").glob("*.jsonl"):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            solved.setdefault(record["id"], {})[record["run"]] = record["status"]
    assert len(solved) == 20
    assert all(runs["winner_proved"] == "solved" for runs in solved.values())
    assert all(runs["baseline"] == "solved" for runs in solved.values())


def test_a_finished_experiment_has_nothing_to_do(finished: Path) -> None:
    done = run(finished)
    assert done.returncode == 0
    assert "Nothing to be done" in done.stdout + done.stderr


def study(place: Path, target: str, **settings: object) -> str:
    """Make a target of the studies of the experiment, and return its text."""
    config = f"studies={json.dumps({'pages': 'pages', **settings})}"
    done = run(place, "--config", config, "--", target)
    assert done.returncode == 0, done.stderr[-3000:]
    return (place / target).read_text()


@pytest.mark.slow
def test_the_reproduction_record(finished: Path, tmp_path: Path) -> None:
    place = tmp_path / "run"
    shutil.copytree(finished, place)
    page = study(place, "pages/reproduction/results.md", reproduction={"experiments": ["tiny"]})
    assert page.startswith("<!-- Generated by `snakemake --cores 2 pages/reproduction/results.md`;")
    assert "`tiny` (seed 1) is the paper's experiment" in page
    figures = re.findall(r"\]\((\w+\.svg)\)", page)
    assert figures
    assert all((place / "pages/reproduction" / figure).is_file() for figure in figures)
    done = run(place, "--dry-run", "--", "studies/reproduction/results.md")
    assert done.returncode != 0
    assert "there is no results/paper/config.yaml; run that experiment" in done.stdout + done.stderr


@pytest.mark.slow
def test_the_same_on_one_core_and_in_one_go(finished: Path, whole: Path) -> None:
    """Neither the number of cores nor kill -9 makes a difference."""
    assert records(whole) == records(finished)
    assert not list((whole / "results").rglob(".*"))


def test_the_profile_of_a_cluster() -> None:
    """All that it says is about rules that there are; `test_slurm` uses it with its plugin."""
    settings = yaml.safe_load((ROOT / "profiles" / "slurm" / "config.yaml").read_text())
    rules = "".join(path.read_text() for path in (ROOT / "workflow" / "rules").glob("*.smk"))
    names = set(re.findall(r"^rule (\w+):", rules, re.MULTILINE))
    groups = dict(group.split("=") for group in settings["groups"])
    assert groups.keys() <= names
    here = r"^rule (\w+):\n(?:(?:    .*)?\n)*?    localrule: True$"
    local = set(re.findall(here, rules, re.MULTILINE))
    assert {"configuration", "winners", "report"} <= local
    assert not groups.keys() & local  # a group would win
    assert set(groups.values()) == {part.split("=")[0] for part in settings["group-components"]}


@pytest.mark.slow
def test_a_damaged_record_is_named_and_made_anew(finished: Path, tmp_path: Path) -> None:
    place = tmp_path / "run"
    shutil.copytree(finished, place)
    whole = records(place)
    damaged = min((place / "results" / "tiny" / "evaluate" / "test").glob("*.jsonl"))
    damaged.write_text(damaged.read_text()[:40])
    done = run(place)
    assert done.returncode != 0
    assert f"evaluate/test/{damaged.name}: line " in done.stdout + done.stderr
    damaged.unlink()
    table = "results/tiny/tables/learning.csv"
    (place / table).unlink(missing_ok=True)  # whether it was begun depends on the order of the jobs
    done = run(place, "--", table)
    assert done.returncode == 0, done.stderr[-3000:]
    assert records(place) == whole
    assert (place / table).is_file()


@pytest.mark.slow
def test_times_of_two_processors_are_not_ranked(finished: Path, tmp_path: Path) -> None:
    place = tmp_path / "run"
    shutil.copytree(finished, place)
    by_time = ("--config", 'triage={"rank_by":"time","batches":2}', "--")
    stage = "results/tiny/triage/plain/stage_1"
    assert run(place, *by_time, f"{stage}/ranking.json").returncode == 0
    batch = json.loads((place / stage / "batch_1.json").read_text())
    (place / stage / "batch_1.json").write_text(json.dumps(batch | {"processor": "another"}))
    done = run(place, *by_time, f"{stage}/ranking.json")
    assert done.returncode != 0
    assert f"{stage}/batch_1.json on another; remove all" in done.stdout + done.stderr
    (place / stage / "batch_1.json").unlink()
    assert run(place, *by_time, f"{stage}/ranking.json").returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("bias=bias/nowhere.pl", "bias/nowhere.pl"),
        ("bias=bias/extended.pl bk=bk/triangles.pl", "triangles/2"),
        ("bias=extended", "results/tiny was made with bias: bias/paper.pl; give this experiment"),
        ("seed=2", "results/tiny was made with seed: 1; "),
        ('puzzle_sets={"train":{"count":7}}', "was made with puzzle_sets.train: "),
        ("colour=blue", "no setting colour"),
        ("large={count:x,sizes:[],minutes:[1]}", "large"),
        ("name=../up", "name"),
        ('learner=popper popper={"command":"no-popper"}', "pip install"),
        ("max_vars=0", "max_vars"),
        ('triage={"keep_2":4}', "keep_2 4 is above keep_1 3"),
        ('large={"sizes":[[3,3],[3,3]]}', "[3, 3]"),
        ('puzzle_sets={"train":{"count":6,"min_size":4,"max_size":2}}', "min_size 4"),
    ],
)
def test_wrong_settings(setting: str, message: str, finished: Path) -> None:
    done = run(finished, "--dry-run", "--config", *setting.split())
    assert done.returncode != 0
    assert message in done.stdout + done.stderr


@pytest.mark.slow
def test_a_short_name_is_the_same_bias(finished: Path) -> None:
    """And another test set makes only what needs it."""
    assert "Nothing to be done" in run(finished, "--dry-run", "--config", "bias=paper").stdout
    done = run(finished, "--dry-run", "--config", 'puzzle_sets={"test":{"count":21}}')
    assert done.returncode == 0
    assert "rule train_batch:" not in done.stdout


@pytest.mark.slow
def test_the_page_to_play_with_is_that_of_the_command(finished: Path) -> None:
    done = run(finished, "--", "results/tiny/explore.html")
    assert done.returncode == 0, done.stderr[-3000:]
    shown = witness(["lab", "explore", "results/tiny", "-o", "-"], finished)
    assert (finished / "results/tiny/explore.html").read_text(encoding="utf-8") == shown.out
    again = run(finished, "--", "results/tiny/explore.html")
    assert "Nothing to be done" in again.stdout + again.stderr
