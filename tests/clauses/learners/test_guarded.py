"""Clauses with guards are learned from panels with elimination marks, and proved."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.panels import drawn_panel

from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import Clause, clause_text
from witness.clauses.learners.task import read_task
from witness.proof.teaching.loop import teach
from witness.puzzle.constraints import constraints
from witness.puzzle.examples.examples import write_task
from witness.puzzle.model import Puzzle
from witness.searches.prolog.referee import referee

SHIPPED = read_hypothesis(shipped_file("examples/guarded.pl"))

FILES = {name: shipped_file(f"{name}/guarded.pl") for name in ("bk", "bias")}


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = random.Random("guarded")
    puzzles: list[Puzzle] = []
    while len(puzzles) < 30:
        puzzle = drawn_panel(rng, {"triangles", "dots", "eliminations"})
        if puzzle.eliminations and constraints(puzzle):
            puzzles.append(puzzle)
    folder = tmp_path_factory.mktemp("guarded") / "task"
    write_task(puzzles, folder, **FILES, labels="sure", unreachable=True)
    return folder


@pytest.mark.long
def test_they_are_learned_and_proved(task: Path) -> None:
    """All of the shipped clauses that are about these symbols."""
    background = read_background(**FILES)
    found = teach(read_task(task), background)
    assert (found.ended, found.why_not_best) == ("proved", None)
    assert all(one.marks for one in found.verdict.clauses)
    own = [one for one in SHIPPED if not {"is_square", "is_star"} & {li.name for li in one.body}]
    assert {form(one.clause) for one in found.verdict.clauses} == {*map(form, own)}


def form(clause: Clause) -> frozenset[str]:
    """A clause whatever the order of its body; its variables stand in one order here."""
    return frozenset(clause_text(Clause("f", (), (literal,))) for literal in clause.body)


@pytest.mark.slow
@pytest.mark.usefixtures("swi_prolog")
def test_the_referee_agrees(task: Path) -> None:
    """SWI-Prolog, and the translation, on facts about marks."""
    found = referee(task, shipped_file("examples/guarded.pl"))
    assert found.differences == ()
    assert 0 < found.prolog[0] < found.positives
    assert found.prolog[1] == 0
