"""Records read back, and predicates compared by their behaviour."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.handmade import LENGTH, OURS, TWIN, records, search

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.logic.background import read_background
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import clause_text
from witness.proof.prover import verify
from witness.puzzle.model import Puzzle
from witness.report import paper
from witness.report.experiment import files_in, read_records
from witness.report.summary import summary
from witness.report.tables import TABLES


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


@pytest.mark.parametrize("kind", ["squares", "dots", "mixed"])
def test_clauses_about_other_symbols_are_not_the_paper_s(kind: str) -> None:
    known = records(background=read_background(None, shipped_file(f"bias/{kind}.pl")))
    clauses = parse_clauses(shipped_file(f"examples/{kind}.pl").read_text("utf-8"))
    program = tuple(map(clause_text, clauses))
    assert known.is_paper(program, "plain") is False
    assert {known.paper_clause(text, "plain") for text in (*program, paper.CLAUSES[0])} == {None}


def test_records_are_read_back_in_their_order(tmp_path: Path) -> None:
    for batch in (0, 2, 10):
        place = tmp_path / "evaluate" / "test" / f"batch_{batch}.jsonl"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(search(batch, "baseline", 7)) + "\n")
    known = read_records(files_in(tmp_path), max_size=3, minutes=[1])
    assert [record["id"][-4:] for record in known.test] == ["0000", "0002", "0010"]
    assert known.learning == []
    assert known.triage == {}


@pytest.mark.parametrize(
    "line",
    [
        '{"puzzle": "train-0000"}',
        "[]",
        '{"puzzle":"a","result":{},"clauses":[1],"core":[],"verdict":{}}',
    ],
)
def test_what_is_no_learning_run_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    place = tmp_path / "train"
    place.mkdir()
    (place / "batch_0.jsonl").write_text(f"{line}\n")
    with pytest.raises(InputError, match=r"batch_0\.jsonl: line 1: not a learning run: an object"):
        read_records(files_in(tmp_path), max_size=3, minutes=[1])


RUN = {"puzzle": "a", "result": {}, "clauses": [], "core": [], "verdict": {}}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"verdict": {"clauses": 3}}, "the verdict has clauses 3; a list or null is expected"),
        ({"verdict": {"clauses": [3]}}, "clause 1 of the verdict is 3; an object is expected"),
        ({"verdict": {"clauses": [{"clause": 7}]}}, "has clause 7; a text is expected"),
        ({"verdict": {"clauses": [{"clause": "f."}]}}, "clause 1 of the verdict has no status"),
        (
            {"verdict": {"clauses": [{"clause": "f.", "status": "sure"}]}},
            "has status 'sure'; it is one of",
        ),
        ({"result": {"seconds": "long"}}, "seconds 'long'; a number or null is expected"),
        ({"result": {"status": [1]}}, "has status [1]; a text or null is expected"),
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
