"""The background definitions that go with a bias."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.examples import ROOT

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import definitions_for, read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.report.paper import CLAUSES
from witness.puzzle.views.translate import translate


def test_definitions_for_the_shipped_biases() -> None:
    assert definitions_for(None) == ROOT / "bk/triangles.pl"
    for bias, definitions in (("paper", "triangles"), ("nolen", "triangles"), ("extended",) * 2):
        found = definitions_for(shipped_file(f"bias/{bias}.pl"))
        assert found == ROOT / f"bk/{definitions}.pl"
        assert read_background(bias=shipped_file(f"bias/{bias}.pl")).program.file == str(found)


def test_definitions_beside_a_bias_of_ones_own(tmp_path: Path) -> None:
    bias = tmp_path / "bias" / "mine.pl"
    bias.parent.mkdir()
    bias.write_text(shipped_file("bias/paper.pl").read_text())
    assert definitions_for(bias) == ROOT / "bk/triangles.pl"
    (tmp_path / "bk").mkdir()
    for name in ("triangles", "mine"):
        definitions = tmp_path / "bk" / f"{name}.pl"
        definitions.write_text(shipped_file("bk/triangles.pl").read_text())
        assert definitions_for(bias) == definitions


def test_a_bias_that_does_not_fit() -> None:
    with pytest.raises(InputError, match=r"line \d+: .*triangles/2 is defined neither in"):
        read_background(shipped_file("bk/triangles.pl"), shipped_file("bias/extended.pl"))


def test_the_extended_background_begins_with_the_papers() -> None:
    """Definitions that both files have are the same, word for word."""
    paper = read_background().program.rules
    extended = read_background(bias=shipped_file("bias/extended.pl")).program.rules
    common = paper.keys() & extended.keys()
    assert len(common) >= 5
    assert all(paper[key] == extended[key] for key in common)


def test_without_len_nothing_speaks_of_the_length() -> None:
    """Nor indirectly: the edges of a path are not counted against themselves."""
    clause = "f(A,B) :- path(A,C), path(A,D), count(C,D,E), notAdjacent(A,B), two(E)."
    paper = read_background(bias=shipped_file("bias/paper.pl"))
    assert translate(parse_clauses(clause), paper).dependence is Dependence.LENGTH
    nolen = read_background(bias=shipped_file("bias/nolen.pl"))
    with pytest.raises(InputError, match="is of the type"):
        translate(parse_clauses(clause), nolen)
    assert translate(parse_clauses("\n".join(CLAUSES)), nolen).dependence is Dependence.LOCAL
