"""What somebody who is new to the library tries first, and what it answers."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from support.examples import ROOT
from support.small_experiment import write_experiment

import witness as w
from witness.base.files import read_json
from witness.clauses.learners import learn as learn_from_files
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.solvers import SOLVERS

PANEL = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1)])
SQUARES = PANEL.with_(triangles=[], squares=[(0, 0, "black"), (1, 1, "white")])
UNSOUND = "f(A,B) :- square(B,T,E), one(T)."


def nothing() -> w.Hypothesis:
    return w.learn(
        w.Task.of(
            bk="p(a). p(b). q(a,b).",
            bias="head_pred(g,1). body_pred(p,1). max_vars(2). max_body(2).",
            exs="pos(g(a)). neg(g(b)).",
        )
    )


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (lambda: w.learn(PANEL), r"w\.learn\(w\.examples\(puzzle\)\)"),  # type: ignore[arg-type]
        (lambda: w.learn("examples/cyclic"), r"w\.Task\.read"),  # type: ignore[arg-type]
        (lambda: w.examples(PANEL, SQUARES), "several puzzles are a list"),  # type: ignore[arg-type]
        (lambda: w.examples(SQUARES), "know its symbols: colours, .*squares"),
        (lambda: w.Puzzle(2, 2, (0, 0), (2, 2)), r"a list of places, such as \[\[0, 0\]\]"),  # type: ignore[arg-type]
        (lambda: PANEL.write("p.svg"), r"panel\.draw\(\)\.write"),
        (lambda: PANEL.suggestions("hard"), "no aim 'hard'"),
        (lambda: w.Puzzle.write("never.jsonl", [PANEL, PANEL]), r"panel\.with_\(id="),
        (lambda: w.Hypothesis.of("g(A) :- p(A).").explain(), "bias and bk name others"),
        (lambda: w.learn(w.examples(PANEL)).covers("f(p1,none)"), r"which has \[\('p"),
    ],
)
def test_errors_say_what_would_be_right(use: Callable[[], object], words: str) -> None:
    with pytest.raises(w.InputError, match=words) as error:
        use()
    assert "--" not in str(error.value)


def test_random_panels_have_ids_and_a_difficulty(tmp_path: Path) -> None:
    several = [w.Puzzle.random(3, 3, seed=seed) for seed in range(3)]
    w.Puzzle.write(tmp_path / "r.jsonl", [*several, w.Puzzle.random(3, 3, id="own")])
    ids = [one.id for one in w.Puzzle.read(tmp_path / "r.jsonl")]
    assert ids == ["triangles-3x3-0", "triangles-3x3-1", "triangles-3x3-2", "own"]
    score = w.Puzzle.random(3, 3, difficulty="remuse:2..3").rate().remuse
    assert score is not None
    assert 2 <= score <= 3


def test_answers_are_rows_of_tables() -> None:
    several = [w.Puzzle.random(3, 3, seed=seed) for seed in range(2)]
    for rows in (
        [w.search(one).to_json() for one in several],
        [one.solve().to_json() for one in several],
        [one.rate() for one in several],
        [one.rate().to_json() for one in several],
    ):
        assert list(pd.DataFrame(rows)["id"]) == ["triangles-3x3-0", "triangles-3x3-1"]
    with pytest.warns(RuntimeWarning, match="not proved"):
        record = w.search(PANEL, w.Hypothesis.of(UNSOUND)).to_json()
    assert (record["mode"], record["unproved"]) == ("prune", True)
    assert "unproved" not in w.search(PANEL, w.Hypothesis.of(UNSOUND), "sort").to_json()


def test_the_record_names_the_examples_and_why_nothing_was_learned() -> None:
    task = w.examples(PANEL.with_(triangles=[(0, 0, 2), (1, 1, 2)]))
    hypothesis = w.learn(task)
    covered, uncovered = (hypothesis.record[name] for name in ("covered", "uncovered"))
    assert len(covered) + len(uncovered) == len(task.positives)
    assert hypothesis.covers(covered[0])
    assert hypothesis.covers(uncovered[0]) is None
    empty = nothing()
    assert empty.record["uncovered"] == ["g(a)"]
    assert "q/2" in repr(empty)
    assert "q/2" in empty._repr_html_()


def test_a_task_of_ones_own_is_explained(tmp_path: Path) -> None:
    """Its predicate `path` is not the one of panels."""
    folder = tmp_path / "cyclic"
    shutil.copytree(ROOT / "examples" / "cyclic", folder)
    learn_from_files(folder)
    sentence = "cyclic(A) holds if, for some B, edge(A, B) holds, and path(B, A) holds."
    assert w.Hypothesis.read(folder).explain() == [sentence]
    assert w.learn(w.Task.read(folder)).explain() == [sentence]


def test_verdicts_are_short_and_show_their_counterexamples(tmp_path: Path) -> None:
    verdict = w.Hypothesis.of(UNSOUND).verify()
    (drawing,) = verdict.counterexamples
    assert w.Puzzle.of(drawing.puzzle).solve().status == "solved"
    paper = w.Hypothesis.read(ROOT / "examples" / "paper.pl")
    assert len(repr(paper.verify().clauses)) < 1500
    paper.verify().write(tmp_path / "certificate.json")
    assert read_json(tmp_path / "certificate.json")["status"] == "proved"
    assert repr(paper).count("\n") == len(paper)
    assert str(paper.explain()) == "\n".join(paper.explain())


@pytest.mark.filterwarnings("error")
def test_an_experiment_is_read_without_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_experiment(tmp_path)
    winner = tmp_path / "winner.pl"
    winner.write_text(UNSOUND)
    with caplog.at_level(logging.INFO):
        w.Hypothesis.read(winner)
    assert "bias and background of the experiment" in caplog.text
    w.explore(tmp_path).write(tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size > 1000


def test_help_names_what_there_is() -> None:
    for function, names in ((w.Puzzle.random, KINDS), (w.Puzzle.solve, SOLVERS)):
        assert not [name for name in names if name not in str(function.__doc__)]
