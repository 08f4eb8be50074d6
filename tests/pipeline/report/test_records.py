"""Records read back, and predicates compared by their behaviour."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.examples import ROOT
from support.handmade import LENGTH, OURS, TWIN, records, search

from witness.base.errors import InputError
from witness.base.experiment_folder import write_format
from witness.base.machine import machine
from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.report import paper
from witness.pipeline.report.experiment import Experiment, files_in, read_records
from witness.pipeline.report.job import done_line
from witness.pipeline.report.summary import summary
from witness.pipeline.report.tables import TABLES
from witness.pipeline.training import LearningRun
from witness.proof.prover import verify
from witness.puzzle.model import Puzzle


def test_the_papers_predicate_is_proved_and_is_itself() -> None:
    known = records()
    status = verify(parse_clauses("\n".join(paper.CLAUSES)), known.background).status
    assert status == "proved"
    assert known.is_paper(paper.CLAUSES, "plain")
    assert known.is_paper(paper.CLAUSES[1:], "baseline")
    assert not known.is_paper(paper.CLAUSES[1:], "plain")


def test_behaviour_is_compared_whatever_the_words_and_the_order() -> None:
    known = records()
    assert known.is_paper((TWIN, paper.CLAUSES[1], paper.CLAUSES[0]), "plain")
    assert known.is_paper((*OURS, LENGTH), "plain") is False
    # A clause about the path's length that adds nothing changes nothing.
    subsumed = (
        "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C), len(E,G), three(G)."
    )
    assert known.is_paper((*OURS, subsumed), "plain")
    assert known.looks_at_length((subsumed,))


def test_paths_of_every_length_are_compared(tmp_path: Path) -> None:
    """What fires on long paths only makes a difference where boards have such paths."""
    bk, bias = (
        shipped_file(name).read_text("utf-8") for name in ("bk/triangles.pl", "bias/paper.pl")
    )
    (tmp_path / "bk.pl").write_text(f"{bk}\nlong(L) :- L > 15.\n")
    own = "body_pred(long,1).\ntype(long,(int,)).\ndirection(long,(in,)).\n"
    (tmp_path / "bias.pl").write_text(f"{bias}\n{own}")
    background = read_background(tmp_path / "bk.pl", tmp_path / "bias.pl")
    late = "f(A,B) :- square(B,C,D), path(A,E), len(E,F), long(F)."
    for max_size, same in ((3, True), (4, False)):
        known = records(background=background, max_size=max_size)
        assert known.is_paper((*OURS, late), "plain") is same


RUN = {"puzzle": "a", "result": {}, "clauses": [], "core": [], "verdict": {}}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"verdict": {"clauses": 3}}, "clauses 3"),
        ({"verdict": {"clauses": [{"clause": 7}]}}, "clause 7"),
        ({"verdict": {"clauses": [{"clause": "f.", "status": "sure"}]}}, "'sure'"),
        ({"result": {"seconds": "long"}}, "'long'"),
    ],
)
def test_each_value_of_a_learning_run_has_its_type(
    tmp_path: Path, change: dict[str, object], named: str
) -> None:
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "batch_0.jsonl").write_text(json.dumps({**RUN, **change}) + "\n")
    with pytest.raises(InputError, match=re.escape(named)) as error:
        read_records(files_in(tmp_path), max_size=3, minutes=[1])
    assert "batch_0.jsonl: line 1: " in str(error.value)


@pytest.mark.parametrize("key", ["id", "run", "status", "rows", "expansions", "seconds"])
def test_each_value_of_a_search_has_its_type(tmp_path: Path, key: str) -> None:
    place = tmp_path / "evaluate" / "test" / "batch_0.jsonl"
    place.parent.mkdir(parents=True)
    place.write_text(json.dumps({**search(0, "baseline", 7), key: [1]}) + "\n")
    with pytest.raises(InputError, match=rf"batch_0\.jsonl: line 1: the record has {key} \[1\]; "):
        read_records(files_in(tmp_path), max_size=3, minutes=[1])


def test_records_about_other_puzzles_compare_nothing_with_the_paper() -> None:
    known = records()
    assert (known.beside_paper, known.baseline) == (True, "π_baseline")
    assert known.subjects == "square with triangles"
    with_gaps = {name: replace(p, gaps=(((0, 0), (0, 1)),)) for name, p in known.puzzles.items()}
    assert not replace(known, puzzles=with_gaps).beside_paper
    coloured = Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=((0, 0, "black"), (1, 1, "white")))
    other = replace(
        known,
        background=read_background(bias=shipped_file("bias/squares.pl")),
        puzzles={"train-0000": coloured},
        learning=(),
        triage={},
    )
    assert (other.beside_paper, other.baseline) == (False, "no predicate")
    assert other.subjects == "coloured square"
    assert other.runs["baseline"] == ("no predicate", "prune")
    columns = {name for table in TABLES.values() for name in table(other).columns}
    assert not {name for name in columns if "paper" in name.split(" ")}
    assert all("paper" not in sentence for sentence in summary(other))


CONFIG: dict[str, Any] = {
    "name": "made", "seed": 1, "bias": "bias/paper.pl", "bk": None, "labels": "puzzle",
    "puzzle_sets": {"train": {"count": 1, "max_size": 2}, "test": {"count": 1, "max_size": 3}},
    "large": {"sizes": [[2, 2]], "count": 1, "minutes": [1], "clock": "paper"},
}  # fmt: skip


def write(root: Path, config: object = CONFIG, learned: int = 1, tested: int = 1) -> Path:
    """Write a folder with one training puzzle, one test puzzle and one large puzzle."""
    for number in range(learned):
        (root / "train").mkdir(parents=True, exist_ok=True)
        result = {"status": "nothing-learned", "seconds": 1}
        verdict = {"status": "proved", "clauses": []}
        run = LearningRun(f"train-{number}", result, (), (), verdict)
        text = f"{json.dumps(asdict(run))}\n"
        (root / "train" / f"batch_{number}.jsonl").write_text(text)
    for folder in ("evaluate/test", "evaluate/large/2x2"):
        (root / folder).mkdir(parents=True)
        lines = [{"id": f"puzzle-{n}", "run": "baseline"} for n in range(tested)]
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (root / folder / "batch_0.jsonl").write_text(text)
    (root / "logs" / "train").mkdir(parents=True)
    (root / "logs" / "train" / "batch_0.log").write_text(done_line(1000, 1002))
    (root / "machine.json").write_text(json.dumps({**machine(), "cores": 2}))
    (root / "config.yaml").write_text(yaml.safe_dump(config))
    for folder, name in (("bias", "paper"), ("bk", "triangles")):
        shutil.copy(ROOT / folder / f"{name}.pl", root / f"{folder}.pl")
    write_format(root)
    return root


def test_what_is_read(tmp_path: Path) -> None:
    found = Experiment.finished(write(tmp_path))
    assert found.name == "made"
    assert found.machine["cores"] == 2
    assert [job.seconds for job in found.jobs] == [2]
    assert found.records.max_size == 3
    assert len(found.records.learning) == len(found.records.test) == len(found.records.large) == 1


def test_clauses_mean_what_they_meant_when_they_were_learned(tmp_path: Path) -> None:
    """Not what the file that the configuration names says by now."""
    root = write(tmp_path, {**CONFIG, "bias": "bias/nowhere.pl"})
    assert Experiment.finished(root).records.background.bias.file == str(root / "bias.pl")


@pytest.mark.parametrize(
    ("learned", "tested", "words"),
    [
        (0, 1, "records of 0 training puzzles, but config.yaml says 1"),
        (1, 0, "records of 0 test puzzles, but config.yaml says 1"),
        (2, 1, "records of 2 training puzzles, but config.yaml says 1"),
    ],
)
def test_too_few_records_and_what_an_earlier_run_left(
    tmp_path: Path, learned: int, tested: int, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        Experiment.finished(write(tmp_path, learned=learned, tested=tested))
