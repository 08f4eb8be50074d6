"""The translation over views of facts against SWI-Prolog, for every symbol.

These tests need SWI-Prolog, as those of `test_referee`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.hypotheses import random_text

from witness.base.shipped import shipped_file
from witness.boards.generate.algorithms import random_set
from witness.learners import learn
from witness.learners.examples import write_task
from witness.logic.background import definitions_for, read_background
from witness.prolog.referee import referee

pytestmark = pytest.mark.usefixtures("swi_prolog")


@pytest.mark.parametrize("kind", ["squares", "stars", "dots", "mixed"])
def test_other_symbols(kind: str, tmp_path: Path) -> None:
    """What is learned of them, and clauses at random, of which some hold."""
    bias = shipped_file(f"bias/{kind}.pl")
    bk = definitions_for(bias)
    background = read_background(bk, bias)
    rng = random.Random(kind)
    covered = 0
    for number, puzzle in enumerate(random_set(3, 2, 3, rng, kind=kind, gaps=0.1)):
        place = tmp_path / str(number)
        write_task(puzzle, place, bk=bk, bias=bias, labels="constraint", unreachable=True)
        record = learn(place)
        found = referee(place, place / "hypothesis.pl")
        assert found.differences == ()
        assert found.prolog == (record["true_positives"], 0)
        for _ in range(10):
            text = random_text(rng, background)
            (place / "drawn.pl").write_text(text)
            found = referee(place, place / "drawn.pl")
            assert found.differences == (), text
            covered += sum(found.prolog)
    assert covered
