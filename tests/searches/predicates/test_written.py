"""Predicates: hand-written against learned text, and remembered answers against fresh ones."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.examples import TABLE_3, random_puzzle
from support.states import states

from witness.base.errors import InputError
from witness.logic.background import Background
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, solutions
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER


def test_paper_is_table_3(background: Background) -> None:
    learned = FilePredicate("table 3", translate(parse_clauses(TABLE_3), background), background)
    fired = 0
    for puzzle, *state, _ in states("table 3", 300):
        assert PAPER.bind(puzzle)(*state) == learned.bind(puzzle)(*state)
        fired += PAPER.bind(puzzle)(*state)
    assert fired > 500


def test_sound_predicates_spare_completable_paths() -> None:
    rng = random.Random(4)
    for _ in range(300):
        puzzle = random_puzzle(rng, 3)
        bound = [p.bind(puzzle) for p in (BASELINE, PAPER)]
        for path in solutions(puzzle):
            for length in range(1, len(path)):
                edges, vertices = path_masks(puzzle, path[:length])
                head = puzzle.grid.vertex_number(path[length - 1])
                assert not any(fires(head, vertices, edges) for fires in bound)


def test_none_never_fires(figure_1: Puzzle) -> None:
    assert not NONE.bind(figure_1)(0, 1, 0)


def test_names(tmp_path: Path) -> None:
    (tmp_path / "mine.pl").write_text(TABLE_3)
    assert predicate("paper") is PAPER
    assert predicate(str(tmp_path / "mine.pl")).sound
    with pytest.raises(InputError, match=r"unknown predicate 'best'.*none, baseline, paper"):
        predicate("best")
    with pytest.raises(InputError, match="cannot be read"):
        predicate(str(tmp_path / "missing.pl"))
