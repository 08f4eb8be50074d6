"""Blocks that fill regions, and limits of time within a region; the judge has what is right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.cli import main
from witness.puzzle import solvers
from witness.puzzle.files import write_puzzles
from witness.puzzle.filling import Filling
from witness.puzzle.model import Puzzle
from witness.puzzle.solvers import by_clingo
from witness.puzzle.symbols.blocks import Block


def board(rows: int, cols: int, **more: Any) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, 0),), **more)


def test_a_block_across_a_line_that_ends_in_its_region() -> None:
    domino = [Block(0, 0, ("##",))]
    for rules, expected in (("game", False), ("windmill", True), ("witnesspuzzles", False)):
        puzzle = board(1, 2, rules=rules)
        between = puzzle.grid.edge_set([((0, 1), (1, 1))])
        assert Filling(puzzle).fill(3, between, domino) == expected
        assert Filling(puzzle).fill(3, 0, domino)


def test_a_large_region_is_filled_soon() -> None:
    # Two opposite corners of a chess board are missing, so dominoes do not fill it.
    puzzle = board(8, 8)
    whole = (1 << 64) - 1
    corners = 1 | 1 << 63
    dominoes = [Block(0, 0, ("##",), turns=True)] * 31
    assert not Filling(puzzle).fill(whole & ~corners, 0, dominoes)
    assert Filling(puzzle).fill(whole & ~3, 0, dominoes)
    more = [Block(0, 0, ("##",), turns=True, negative=True), Block(0, 0, ("##",), turns=True)]
    assert Filling(puzzle).fill(whole & ~3, 0, [*dominoes, *more])


#: A board that dominoes do not fill, which takes very long to find out.
HARD = board(
    20, 20,
    missing=[(0, 0), (19, 19)],
    blocks=[Block(n // 19, n % 19 + 1, ("##",), turns=True) for n in range(199)],
)  # fmt: skip


def test_a_limit_of_time_holds_within_a_region(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(LimitReachedError), Budget(Limits(time_limit=0.2)).in_force():
        Filling(HARD).fill((1 << 400) - 2 - (1 << 399), 0, HARD.blocks)
    file = tmp_path / "hard.jsonl"
    write_puzzles(file, [HARD])
    path = json.dumps([[row, 0] for row in range(21)])
    assert (
        main(["show", "--format", "words", str(file), "--path", path, "--time-limit", "0.2"]) == 2
    )
    said = capsys.readouterr()
    assert said.out == ""
    assert "not checked within the time limit of 0.2 s" in said.err


def test_solvers_have_their_limits_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    def filled(puzzle: Puzzle, budget: Budget, *_: object) -> Iterator[None]:
        Filling(HARD).fill((1 << 400) - 2 - (1 << 399), 0, HARD.blocks)
        yield None

    monkeypatch.setattr(by_clingo, "solve", lambda *given: next(filled(*given)))
    monkeypatch.setattr(by_clingo, "solutions", filled)
    limits = Limits(time_limit=0.2)
    assert solvers.solve(board(1, 1), "clingo", limits=limits).status == "time-limit"
    assert solvers.count(board(1, 1), "clingo", limits=limits) == (0, "time-limit")
    with pytest.raises(LimitReachedError):
        next(solvers.solutions(board(1, 1), "clingo", limits=limits))
