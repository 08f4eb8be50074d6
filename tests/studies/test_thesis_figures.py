"""What the thesis' text says of its figures and distributions, on panels of our own."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from studies.difficulty.panels import (
    Board,
    alike,
    equal_steps,
    rated,
    sheets,
    widening,
)
from studies.difficulty.two_colours import unique_boards
from witness.base.errors import InputError
from witness.boards.generate.algorithms import algorithm_3
from witness.difficulty.descent import descent
from witness.difficulty.entropy.reference import Player, entropy, remuse_of
from witness.difficulty.inference import Rule, Verdict, allowed
from witness.difficulty.rules.registry import rules
from witness.difficulty.rules.thesis import CORNERS
from witness.difficulty.rules.thesis import THESIS as THESIS_RULES
from witness.difficulty.rules.written import SquareMove
from witness.difficulty.state import Move, Panel
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions

THESIS = Player(rules("thesis"))


@pytest.fixture(scope="module")
def threes() -> list[Board]:
    """All 3×3 boards of two colours with one solution."""
    return [rated(puzzle, THESIS) for puzzle in unique_boards(3, 3)]


def places(panel: Panel, moves: tuple[Move, ...]) -> set[object]:
    return {panel.graph.places[move.place] for move in moves}


def test_the_divergence_of_coins() -> None:
    """Section 2.3.1: a fair coin where heads is expected nine times of ten."""
    assert remuse_of([0.0, 0.0], [0.9, 0.1]) == pytest.approx(0.74, abs=0.005)
    assert remuse_of([0.0, 0.0], [0.5, 0.5]) == 0


def test_four_paths_and_two_that_part_the_colours() -> None:
    """Figures 2.1 and 2.3a: a panel one square wide and two high (the thesis' [1 × 2])."""
    panel = Puzzle(2, 1, ((0, 0),), ((2, 1),))
    assert len(list(solutions(panel))) == 4
    coloured = replace(panel, squares=((0, 0, "black"), (1, 0, "white")))
    assert len(list(solutions(coloured))) == 2


def test_two_dots_at_once() -> None:
    """Figure 3.1d: two musts leave no move; 3.1e: who looks a step ahead does not go there."""
    up, up_again, aside = (1, 0), ((1, 0), (2, 0)), ((1, 0), (1, 1))
    panel = Panel(Puzzle(2, 2, ((0, 0),), ((2, 2),), dots=(up_again, aside)))
    start = panel.begin()
    assert places(panel, allowed(THESIS.rules, start)) == {up, (0, 1)}
    there = start.after(next(m for m in start.moves if panel.graph.places[m.place] == up))
    assert places(panel, there.moves) == {(2, 0), (1, 1)}
    assert allowed(THESIS.rules, there) == ()
    assert places(panel, allowed(THESIS.rules, start, 1)) == {(0, 1)}


@pytest.mark.parametrize(
    "panel",
    [
        Puzzle(3, 3, ((0, 0),), ((3, 3),), squares=((0, 0, "black"), (1, 0, "white"))),
        Puzzle(3, 3, ((0, 0),), ((3, 0),), squares=((0, 0, "black"), (2, 0, "black"))),
    ],
    ids="ab",
)
def test_straight_lines_solve_these(panel: Puzzle) -> None:
    """Figure 3.3: by a staircase between two colours, and by a line straight up."""
    assert entropy(panel, Player()).muse > 0
    assert entropy(panel, Player(straight_line=True)).muse == 0
    assert entropy(panel, replace(THESIS, straight_line=True)).muse == 0


@pytest.mark.parametrize("cols", range(1, 9))
def test_muse_grows_with_the_width_and_remuse_does_not(cols: int) -> None:
    """Figure 3.2."""
    board = rated(widening(cols), THESIS)
    assert (board.muse, board.remuse) == (cols, 1.0)
    if cols < 5:
        plain = entropy(widening(cols), THESIS)
        assert (plain.muse, plain.remuse) == (pytest.approx(cols), pytest.approx(1.0))


def test_where_the_wide_panel_is_solved() -> None:
    """From [0, 2], [1, 2] on (x before y in the thesis) there is nothing left to tell."""
    steps = descent(widening(4), THESIS, "remuse").steps
    places = [step.place for step in steps]
    assert places[:4] == [(0, 0), (1, 0), (2, 0), (2, 1)]
    assert [step.bits for step in steps] == pytest.approx([0, 1, *[0] * (len(steps) - 2)])


def test_players_without_rules_see_the_width() -> None:
    """The thesis assumes players who draw no path into a dead end; others need ever more bits."""
    scores = [rated(widening(cols), Player()).remuse for cols in range(1, 8)]
    assert scores == sorted(set(scores))
    assert 2 == scores[0] < scores[-1] < 2.1


def test_boards_that_differ_in_remuse_alone(threes: list[Board]) -> None:
    """Figure 4.2: solutions are counted by brute force, scores are those of the definition."""
    found = alike(threes)
    assert len({board.puzzle for board in found}) == 4
    paths = [list(solutions(board.puzzle)) for board in found]
    assert {len(of) for of in paths} == {1}
    assert len({len(path) for ((path),) in paths}) == 1
    colours = [Counter(colour for *_, colour in board.puzzle.squares) for board in found]
    assert all(of == colours[0] for of in colours)
    scores = [entropy(board.puzzle, THESIS).remuse for board in found]
    assert scores == pytest.approx([board.remuse for board in found])
    assert [round(score, 3) for score in scores] == [2.0, 4.0, 5.0, 6.585]


def test_too_few_boards_are_alike() -> None:
    boards = [rated(puzzle, THESIS) for puzzle in unique_boards(2, 2)]
    with pytest.raises(InputError, match="no 4 boards differ in ReMUSE alone"):
        alike(boards)


def test_a_second_solution_makes_it_easier() -> None:
    """Figure 4.4: why two of the game's panels change places, though both have a MUSE of one bit.

    Where a mistake leads to the other solution it costs less than where it leads to none.
    """
    rows = ((0, 0, "black"), (0, 1, "black"), (1, 0, "white"), (1, 1, "white"))
    two = rated(Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=rows), THESIS)
    one = rated(unique_boards(2, 2)[0], THESIS)
    assert (one.solutions, two.solutions) == (1, 2)
    assert one.muse == two.muse == one.remuse == 1
    assert two.remuse == pytest.approx(0.160, abs=0.0005)


def test_distributions(threes: list[Board]) -> None:
    """Section 4.3, and 4.2 on sizes: whole scores are most frequent, and the most bits grow."""
    scores = [board.remuse for board in threes]
    assert sum(score.is_integer() for score in scores) == 904
    sizes = {
        size: [rated(puzzle, THESIS).remuse for puzzle in unique_boards(*size)]
        for size in ((2, 2), (2, 3))
    }
    ranges = [(min(of), max(of)) for of in (*sizes.values(), scores)]
    assert ranges == [(1, 1), (1, 4), (1, 7)]


@pytest.mark.parametrize("side", range(1, 5))
def test_no_bits_at_any_size(side: int) -> None:
    """Section 4.2: with a dot on every edge of one path, who knows dots has no choice."""
    stairs = [((n + 1) // 2, n // 2) for n in range(2 * side + 1)]
    dots = tuple((min(edge), max(edge)) for edge in pairwise(stairs))
    panel = Puzzle(side, side, ((0, 0),), ((side, side),), dots=dots)
    assert rated(panel, THESIS).muse == 0
    assert rated(panel, Player()).muse > 0


def _along_a_lost_square(move: SquareMove) -> Verdict | None:
    """Appendix A, Figure A.1e, to the letter."""
    return Verdict.MUST_NOT if move.along and move.free < move.missing else None


@pytest.mark.slow
@pytest.mark.parametrize("lookahead", range(3))
def test_corners_to_the_letter(lookahead: int) -> None:
    """Beside the other rules nothing depends on it; alone, with a lookahead, something does."""
    literal = replace(CORNERS, of_square=_along_a_lost_square)
    rng = random.Random(1)
    puzzles = [algorithm_3(rng.randrange(1, 4), rng.randrange(1, 4), rng) for _ in range(100)]

    def scores(*known: Rule) -> list[tuple[float, float]]:
        found = [entropy(puzzle, Player(known, lookahead)) for puzzle in puzzles]
        return [(round(e.muse, 6), round(e.remuse, 6)) for e in found]

    others = [rule for rule in THESIS_RULES if rule is not CORNERS]
    assert scores(*THESIS_RULES) == scores(literal, *others)
    assert (scores(CORNERS) == scores(literal)) == (lookahead < 2)
    assert (scores(CORNERS) == scores()) == (lookahead < 2)


def test_the_sheets(threes: list[Board]) -> None:
    drawn = sheets(threes, THESIS)
    panels = {name: text.count('class="panel"') for name, text in drawn.items()}
    assert panels == {"width": 4, "alike": 4}
    assert "MUSE 4, ReMUSE 1<" in drawn["width"]
    assert sheets(threes, THESIS) == drawn


def test_a_puzzle_without_scores() -> None:
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 3),), id="x")
    with pytest.raises(InputError, match="'x' has no scores: it is unsolvable"):
        rated(puzzle, THESIS)


def test_equal_steps() -> None:
    scores = [1.0, 9.0, 4.9, 3.1, 5.2, 7.0, 7.0]
    assert equal_steps(scores, 5) == [0, 3, 2, 5, 1]
    assert equal_steps(scores, 2) == [0, 1]
    with pytest.raises(InputError, match="6 different scores"):
        equal_steps(scores, 7)
    with pytest.raises(InputError, match="two steps or more"):
        equal_steps(scores, 1)


def test_boards_of_two_colours_are_too_many() -> None:
    with pytest.raises(InputError, match=r"3\^25 colourings"):
        unique_boards(5, 5)
