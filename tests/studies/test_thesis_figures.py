"""What the thesis' text says of its figures and distributions, on panels of our own."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from studies.difficulty.correlations import (
    SECTIONS,
    TABLE_4_1,
    Post,
    chosen,
    corrected_upvotes,
    correlation,
    r_with_p,
)
from studies.difficulty.panels import (
    Board,
    alike,
    rated,
    widening,
)
from studies.difficulty.study import player_name, players
from studies.difficulty.two_colours import unique_boards
from witness.difficulty.entropy.reference import Player, entropy, remuse_of
from witness.difficulty.inference import allowed
from witness.difficulty.rules.registry import rules
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


def test_the_divergence_of_a_fair_coin() -> None:
    """Section 2.3.1: no bits where both sides are expected alike."""
    assert remuse_of([0.0, 0.0]) == 0


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


LINES = Puzzle(4, 4, ((0, 0),), ((4, 4),), dots=((1, 1),), id="lines")
POST = Post("lines", "somebody", 1_500_000_000_000, 5, 10)


def post(**how: Any) -> Post:
    return replace(POST, **how)


def keeps(name: str, puzzle: Puzzle, of: Post) -> bool:
    return bool(chosen(name, [puzzle], {puzzle.id: of}))


def test_dots_at_every_vertex() -> None:
    """Section 4.1.1: dots on edges are further ones, and so are dots at start and goal."""
    vertices = tuple(sorted(set(LINES.grid.vertices) - {(0, 0), (4, 4)}))
    every = replace(LINES, dots=vertices)
    for puzzle, open_, plain in (
        (LINES, True, True),
        (every, False, False),
        (replace(every, dots=(*vertices, ((0, 0), (0, 1)))), False, True),
        (replace(every, dots=(*vertices, (0, 0))), False, True),
        (replace(every, dots=vertices[1:]), True, True),
        (replace(every, squares=((0, 0, "black"), (1, 1, "white"))), False, False),
        (replace(every, goals=((4, 0),)), True, True),
        (replace(every, triangles=((0, 0, 1),)), False, False),
    ):
        assert keeps("lines-not-all-dots", puzzle, POST) == open_
        assert keeps("lines-not-only-all-dots", puzzle, POST) == plain


def test_correction_for_time() -> None:
    """What is left has no trend, and is the votes where there is none."""
    posts = [post(created=t, upvotes=2 * t + 1) for t in range(5)]
    assert corrected_upvotes(posts) == pytest.approx([0] * 5, abs=1e-9)
    posts = [post(created=t, upvotes=v) for t, v in enumerate((1, -1, -1, 1))]
    assert corrected_upvotes(posts) == pytest.approx([1, -1, -1, 1])


def test_correlation_against_its_definition() -> None:
    rng = random.Random(1)
    posts = [post(created=0, upvotes=rng.randrange(9)) for _ in range(30)]
    posts = [replace(p, created=t % 2) for t, p in enumerate(posts)]
    records = [{"remuse": rng.random(), "solutions": 2} for _ in posts]
    votes, scores = corrected_upvotes(posts), [r["remuse"] for r in records]
    middle = [sum(values) / 30 for values in (votes, scores)]
    top = sum((v - middle[0]) * (s - middle[1]) for v, s in zip(votes, scores, strict=True))
    bottom = (
        sum((v - middle[0]) ** 2 for v in votes) * sum((s - middle[1]) ** 2 for s in scores)
    ) ** 0.5
    assert correlation(posts, records, "remuse").r == pytest.approx(top / bottom)


def test_who_is_asked() -> None:
    """Each player of a table rates all its puzzles."""
    asked = players()
    assert asked["thesis"].filters == ()
    assert asked["thesis+full"].filters == ("triangles-no-series",)
    for row in (*TABLE_4_1, *SECTIONS):
        player = asked[player_name(row)]
        assert not player.filters or row.filter in player.filters
    player = asked["thesis-2-straight"].player
    assert (player.lookahead, player.straight_line) == (2, True)


def test_what_the_thesis_found_agrees_with_itself() -> None:
    """Each r of two digits is that of its p-value, rounded or cut; but for section 4.1.1."""
    for row in (*TABLE_4_1, *SECTIONS):
        theirs = row.thesis
        r = r_with_p(theirs.p, theirs.number)
        agrees = theirs.r - 0.005 < r < theirs.r + 0.01
        assert agrees == (theirs.r != 0.67), row
    assert r_with_p(4.04e-15, 92) == pytest.approx(0.706, abs=0.0005)
