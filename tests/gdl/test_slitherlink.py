"""The rulesheet of Slitherlink, against a model that knows loops as borders of sets of squares."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest

from witness.difficulty import rate as panel_rate
from witness.difficulty.entropy.reference import Player
from witness.difficulty.games.rate import rate
from witness.difficulty.rules.registry import rules as panel_rules
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.solve import solve
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle

SHEET = Path(__file__).parents[2] / "examples" / "games" / "slitherlink.kif"

Cell = tuple[int, int]
Line = frozenset[Cell]
Loop = frozenset[Line]

HINTS = {
    (1, 1): 3, (1, 3): 3, (2, 1): 2, (2, 3): 1, (3, 2): 2, (3, 4): 2, (4, 2): 3, (4, 4): 1,
}  # fmt: skip


def around(cell: Cell) -> dict[Cell, Line]:
    """The squares next to a square, and the line between: row x and column y from the top left."""
    x, y = cell
    return {
        (x - 1, y): frozenset({(x, y), (x, y + 1)}),
        (x + 1, y): frozenset({(x + 1, y), (x + 1, y + 1)}),
        (x, y - 1): frozenset({(x, y), (x + 1, y)}),
        (x, y + 1): frozenset({(x, y + 1), (x + 1, y + 1)}),
    }


def connected(cells: set[Cell], begin: Iterable[Cell]) -> bool:
    """Return whether all of some squares can be reached from some of them."""
    found = set(begin)
    todo = list(found)
    for cell in todo:
        for other in around(cell):
            if other in cells and other not in found:
                found.add(other)
                todo.append(other)
    return found == cells


@cache
def loops(size: int) -> frozenset[Loop]:
    """All loops: the borders of connected sets of squares without holes."""
    cells = set(product(range(1, size + 1), repeat=2))
    order = sorted(cells)
    rim = {cell for cell in cells if not cells.issuperset(around(cell))}
    found = set()
    for bits in range(1, 1 << len(order)):
        inside = {cell for n, cell in enumerate(order) if bits >> n & 1}
        outside = cells - inside
        if connected(inside, [min(inside)]) and connected(outside, outside & rim):
            lines = [
                line
                for cell in inside
                for other, line in around(cell).items()
                if other not in inside
            ]
            assert len(lines) == len(set(lines))
            found.add(frozenset(lines))
    return frozenset(found)


def agree(hints: dict[Cell, int], loop: Loop) -> bool:
    return all(sum(line in loop for line in around(c).values()) == k for c, k in hints.items())


def sheet(size: int, start: Cell, hints: dict[Cell, int]) -> str:
    """The rules with another board, another start and other numbers."""
    text = SHEET.read_text("utf-8")
    text = re.sub(r"\(hint \d \d \d\)", "", text)
    text = re.sub(r"\(index \d\)", "", text)
    text = re.sub(r"\(after \d \d\)", "", text)
    text = re.sub(r"\(start \d \d\)", "", text)
    facts = [f"(hint {x} {y} {k})" for (x, y), k in hints.items()]
    facts += [f"(index {n})" for n in range(1, size + 2)]
    facts += [f"(after {n} {n + 1})" for n in range(1, size + 1)]
    return text + "\n".join([*facts, f"(start {start[0]} {start[1]})"])


def lines_of(words: Iterable[str]) -> Loop:
    found = (re.fullmatch(r"\(drawn (\d) (\d) (\d) (\d)\)", word) for word in words)
    return frozenset(
        frozenset({(int(m[1]), int(m[2])), (int(m[3]), int(m[4]))}) for m in found if m
    )


def shipped() -> Network:
    return network(read_rules(SHEET.read_text("utf-8"), "slitherlink.kif"))


@pytest.mark.slow
def test_the_loops_are_those_that_are_known() -> None:
    """The numbers of cycles of grid graphs are published: OEIS A140517."""
    assert [len(loops(size)) for size in (1, 2, 3, 4)] == [1, 13, 213, 9349]


def test_one_loop_agrees() -> None:
    (only,) = (loop for loop in loops(4) if agree(HINTS, loop))
    best = solve(shipped())
    assert (best.status, best.score, best.maximal) == ("solved", 100, True)
    dots = [(1, 1)]
    for move in best.plan or ():
        _, x, y = str(best.puzzle.moves[move].term).strip("()").split()
        dots.append((int(x), int(y)))
    assert dots[0] == dots[-1]
    assert {frozenset(pair) for pair in pairwise(dots)} == only
    found = rate(shipped())
    assert (found.status, found.solutions, found.length) == ("rated", 1, len(only))


@pytest.mark.parametrize("start", [(1, 1), (1, 2), (2, 2), (4, 4), (3, 4)])
def test_every_loop_through_the_start_is_drawn_once(start: Cell) -> None:
    """All plays on a board of 3×3; the scores are those of the numbers, also of zeros."""
    rng = random.Random(str(start))
    cells = list(product(range(1, 4), repeat=2))
    hints = {cell: rng.randrange(4) for cell in rng.sample(cells, 2)}
    played = StateMachine(network(read_rules(sheet(3, start, hints), "sheet")))
    drawn: list[Loop] = []

    def play(state: int) -> None:
        words = played.network.describe(state)
        if not played.terminal(state):
            moves = played.legal(state)
            assert moves
            for move in moves:
                play(played.next(state, [move]))
            return
        loop = lines_of(words)
        closed = "closed" in words
        assert played.goal(state) == (100 if closed and agree(hints, loop) else 0)
        if closed:
            drawn.append(loop)

    play(played.initial)
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {loop for loop in loops(3) if any(start in line for line in loop)}


@pytest.mark.slow
def test_triangles_with_the_same_numbers() -> None:
    """As in section 4.4 of the thesis: start and goal side by side, and the line between them left
    out, so that the square beside it has a triangle less.

    Without rules the player of the panel has to choose at the start, a bit; that of the loop may go
    on at its last dot, but from there it has nowhere to go but to the start.
    """
    (panel,) = read_puzzles(SHEET.parents[1] / "slitherlink.jsonl")
    triangles = {(4 - x, y - 1): k - ((x, y) == (1, 1)) for (x, y), k in HINTS.items()}
    assert panel == Puzzle(
        4,
        4,
        ((4, 0),),
        ((3, 0),),
        tuple((*s, k) for s, k in sorted(triangles.items())),
        id=panel.id,
    )
    loop, path = rate(shipped()), panel_rate.rate(panel, Player())
    assert loop.solutions == path.solutions == 1
    assert loop.length == (path.length or 0) + 1
    assert loop.muse == pytest.approx((path.muse or 0) - 1)
    for rules, predicate, bits, more in (
        ("latches", "latches", 11.75, 12.17),
        ("extension", "derived", 8.75, 9.17),
    ):
        told = rate(shipped(), rules=(rules,))
        ruled = panel_rate.rate(panel, Player(panel_rules(predicate)))
        assert (round(told.muse or 0, 2), round(ruled.muse or 0, 2)) == (bits, more)
        assert (told.remuse, ruled.remuse) == pytest.approx((told.muse, ruled.muse))
