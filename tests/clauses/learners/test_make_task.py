"""A task that was just written, without reading its files: the same as the one that is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.examples import ROOT
from support.prefixes import drawn_puzzles

from witness.base.errors import InputError
from witness.clauses.learners import learn
from witness.clauses.learners.task import read_task
from witness.puzzle.examples.examples import make_task
from witness.puzzle.examples.partial_paths import LABELS, Labels
from witness.puzzle.model import Puzzle

ON = """\
head_pred(f,2). body_pred(on,2).
type(f,(path,square)). type(on,(path,square)).
direction(f,(in,in)). direction(on,(in,in)).
"""


@pytest.mark.slow
@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("name", ["paper", "extended"])
def test_a_task_that_was_written_is_the_one_that_is_read(
    tmp_path: Path, labels: Labels, name: str
) -> None:
    bk = ROOT / "bk" / ("extended.pl" if name == "extended" else "triangles.pl")
    bias = ROOT / "bias" / f"{name}.pl"
    for puzzle in drawn_puzzles(3, 7):
        try:
            made = make_task(puzzle, tmp_path, bk=bk, bias=bias, labels=labels)
        except InputError as error:
            with pytest.raises(InputError, match=f"^{re.escape(str(error))}$"):
                read_task(tmp_path)
            continue
        read = read_task(tmp_path)
        assert made == read
        assert list(made.background.facts) == list(read.background.facts)
        record, again = learn(tmp_path, tmp_path / "one", task=made), learn(tmp_path)
        assert record | {"seconds": 0} == again | {"seconds": 0}
        one, two = tmp_path / "one" / "hypothesis.pl", tmp_path / "hypothesis.pl"
        assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    "definitions",
    [
        "on(P,S) :- path(P,_), square(S,_,_).\npath(p,[e1]).\n",
        "path(p,[e1]).\non(P,S) :- path(P,_), square(S,_,_).\n",
        "path(P,E) :- vertices(P,E).\non(P,S) :- path(P,_), square(S,_,_).\n",
        "on(P,S) :- path(P,_), square(S,_,_). /* a comment */ % another",
        "%~ on(P,S) ~ {P} and {S}\non(P,S) :- head_vertex(P,V), corner(S,V).\n\n\n",
        "on(P,S) :- path(P,E), square(S,T,F), vertices(P,L), head_vertex(P,V), corner(S,V), "
        "side(S,X,V,W).\n",
    ],
)
def test_a_task_with_definitions_of_its_own(
    figure_1: Puzzle, tmp_path: Path, definitions: str
) -> None:
    (tmp_path / "bk.pl").write_text(definitions)
    (tmp_path / "bias.pl").write_text(ON)
    bk, bias = tmp_path / "bk.pl", tmp_path / "bias.pl"
    made = make_task(figure_1, tmp_path / "task", bk=bk, bias=bias, labels="puzzle")
    assert made == read_task(tmp_path / "task")
