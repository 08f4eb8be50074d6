"""Blocks that fill regions, and marks, against all places of blocks and all that may go."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.boards import solvers
from witness.boards.solvers import by_clingo
from witness.cli import main
from witness.puzzle.files import write_puzzles
from witness.puzzle.filling import Filling
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle
from witness.puzzle.polyominoes import squares_of
from witness.puzzle.region_tests import Asked
from witness.puzzle.symbols.blocks import Block, grown

PIECES = [("#",), ("##",), ("#", "#"), ("##", "#."), ("#.#",), ("#", ".", "#"), (".#", "#.")]


def board(rows: int, cols: int, **more: Any) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, 0),), **more)


def is_filled(puzzle: Puzzle, region: set[Square], line: set[int], blocks: list[Block]) -> bool:
    """Whether blocks fill a region, by all ways to place them."""
    if not blocks:
        return True
    game, total = puzzle.rules != "windmill", sum(-b.size if b.negative else b.size for b in blocks)
    if total == 0 and not game:
        return True
    if total not in (0, len(region)):
        return False
    margin = 0 if game else 2
    ways = []
    for block in blocks:
        found = [
            frozenset((r + up, c + right) for r, c in squares_of(shape))
            for shape in block.shapes
            for up in range(-margin, puzzle.rows + margin)
            for right in range(-margin, puzzle.cols + margin)
        ]
        ways.append([way for way in found if not game or all(map(puzzle.grid.has_square, way))])
    signs = [-1 if block.negative else 1 for block in blocks]
    for chosen in product(*ways[:-1]):
        left = Counter(dict.fromkeys(region if total else (), 1))
        for sign, way in zip(signs, chosen, strict=False):
            for square in way:
                left[square] -= sign
        last = frozenset(square for square, number in left.items() if number)
        if last not in ways[-1] or any(left[square] != signs[-1] for square in last):
            continue
        if not game or may_cross(puzzle, region if total else set(), line, [*chosen, last], signs):
            return True
    return False


def may_cross(
    puzzle: Puzzle,
    region: set[Square],
    line: set[int],
    ways: list[frozenset[Square]],
    signs: list[int],
) -> bool:
    """Whether no block lies across the line, or the border, but where a negative one frees it."""
    grid = puzzle.grid
    room = Counter[int]()
    for number, edge in enumerate(grid.edges):
        sides = {*grid.edge_squares(edge)}
        inside = len(sides) == 2 and sides <= region and number not in line
        touching = sum(
            sign < 0 and bool(sides & way) for sign, way in zip(signs, ways, strict=True)
        )
        across = sum(
            sign > 0 and len(sides) == 2 and sides <= way
            for sign, way in zip(signs, ways, strict=True)
        )
        room[number] = inside + touching - across
    return min(room.values()) >= 0


@pytest.mark.parametrize(
    ("rules", "negative"),
    [("game", 0), ("game", 1), ("game", 2), ("windmill", 0), ("windmill", 1)],
)
def test_blocks_fill_a_region_as_all_placements_say(rules: str, negative: int) -> None:
    rng = random.Random(f"{rules} {negative}")
    answers = Counter[bool]()
    while min(answers[True], answers[False]) < 25:
        puzzle = board(rng.randint(1, 2), rng.randint(1, 3 if rules == "game" else 2), rules=rules)
        grid = puzzle.grid
        region = {*grown(grid, {*grid.squares}, 5, rng)}
        blocks = [Block(0, 0, rng.choice(PIECES[:4]), negative=True) for _ in range(negative)]
        left = len(region) * (rng.random() < 0.8) + sum(block.size for block in blocks)
        while left > 0 and len(blocks) < 4:
            shape = rng.choice([one for one in PIECES if "".join(one).count("#") <= left])
            blocks.append(Block(0, 0, shape, len(blocks) < 2 and rng.random() < 0.3))
            left -= blocks[-1].size
        if left or not blocks or blocks[-1].turns:
            continue
        line = {n for n in range(len(grid.edges)) if rng.random() < 0.3}
        expected = is_filled(puzzle, region, line, blocks)
        squares = sum(1 << grid.square_number(square) for square in region)
        found = Filling(puzzle).fill(squares, sum(1 << n for n in line), blocks)
        assert found == expected, (puzzle, region, line, blocks)
        answers[expected] += 1


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


SQUARES = [(r, c) for r in range(2) for c in range(3)]


def is_right(symbols: dict[str, list[Any]]) -> bool:
    """Whether symbols are right in the region of all squares."""
    panel = board(2, 3, **symbols)
    return all(
        one.squares.bit_count() in one.numbers for one in Asked(panel).in_regions
    ) and is_filled(panel, {*SQUARES}, set(), symbols["blocks"])


def test_marks_take_away_as_few_symbols_as_they_can() -> None:
    rng = random.Random(3)
    found = Counter[int]()
    for _ in range(60):
        one, *others = rng.sample(SQUARES, 6)
        symbols: dict[str, list[Any]] = {
            "squares": [(*at, rng.choice(["red", "blue"])) for at in others[: rng.randint(0, 2)]],
            "stars": [(*others[2], rng.choice(["red", "blue"]))],
            "blocks": [Block(*others[3], rng.choice([("###", "###"), ("##", "##"), ("###",)]))],
        }
        each = [(name, entry) for name, entries in symbols.items() for entry in entries]
        least = min(
            len(each) - len(kept)
            for n in range(len(each) + 1)
            for kept in combinations(each, n)
            if is_right({name: [entry for its, entry in kept if its == name] for name in symbols})
        )
        removal = Asked(board(2, 3, eliminations=[one], **symbols)).removal
        assert removal.least((1 << 6) - 1, 0, 0, 0, 6) == least
        found[least] += 1
    assert len(found) > 2


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
