"""Inference rules: single cases, and that none speaks against the next move of a solution."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from support.panels import random_panel
from support.players import check, state_of

from witness.base.errors import InputError
from witness.difficulty.inference import Rule, Verdict, allowed, solution_within
from witness.difficulty.rules.registry import WRITTEN, rules
from witness.difficulty.rules.thesis import ALONG, COLOURS, CORNERS, DOTS, FULL, THREE, WALL
from witness.difficulty.state import Move, Panel, State
from witness.puzzle.grid import Vertex, edge_between, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions

ALL = tuple(WRITTEN.values())


def state(puzzle: Puzzle, *path: Vertex) -> State:
    return state_of(Panel(puzzle), path)


def verdicts(rule: Rule, here: State) -> dict[Vertex, Verdict | None]:
    """What a rule says about each legal move, by the vertex that it leads to."""
    assert rule.applies(here.panel)
    places = here.panel.graph.places
    return {places[move.place]: rule.judge(here, move) for move in here.moves}  # type: ignore[misc]


def names(here: State, moves: Sequence[Move]) -> set[object]:
    return {here.panel.graph.places[move.place] for move in moves}


def triangles(*at: tuple[int, int, int], rows: int = 2, cols: int = 2) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),), at)


MUST, MUST_NOT, PROBABLE = Verdict.MUST, Verdict.MUST_NOT, Verdict.PROBABLE_MUST


def test_the_wall_closes_the_side_away_from_the_goal() -> None:
    puzzle = Puzzle(3, 3, ((0, 0),), ((3, 3),))
    here = state(puzzle, (0, 0), (0, 1), (1, 1), (2, 1), (3, 1))
    assert verdicts(WALL, here) == {(3, 2): None, (3, 0): MUST_NOT}


def test_a_path_that_begins_inside_closes_nothing_at_first() -> None:
    puzzle = Puzzle(3, 3, ((1, 1),), ((3, 3),))
    here = state(puzzle, (1, 1), (0, 1))
    assert set(verdicts(WALL, here).values()) == {None}
    # Only when it meets the border again.
    again = state(puzzle, (1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (3, 2))
    assert verdicts(WALL, again) == {(3, 3): None, (3, 1): MUST_NOT}


def test_the_wall_knows_goals_on_either_side() -> None:
    puzzle = Puzzle(3, 3, ((0, 1),), ((3, 0), (3, 3)))
    here = state(puzzle, (0, 1), (1, 1), (2, 1), (3, 1))
    assert verdicts(WALL, here) == {(3, 2): None, (3, 0): None}
    left = replace(puzzle, goals=((3, 0),))
    here = state(left, (0, 1), (1, 1), (2, 1), (3, 1))
    assert verdicts(WALL, here) == {(3, 2): MUST_NOT, (3, 0): None}


def test_the_wall_switches_itself_off_for_goals_inside() -> None:
    inside = Puzzle(3, 3, ((0, 0),), ((2, 2),))
    assert not WALL.applies(Panel(inside))
    assert not WALL.applies(Panel(replace(inside, goals=((3, 3), (1, 2)))))
    assert WALL.applies(Panel(replace(inside, goals=((3, 3),))))
    # It would be wrong there: this path goes on into the closed side, where the goal is.
    puzzle = Puzzle(3, 3, ((0, 0),), ((1, 1),))
    path = ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (2, 2), (2, 3), (1, 3), (1, 2), (1, 1))
    assert path in set(solutions(puzzle))
    check([WALL], puzzle)
    with pytest.raises(AssertionError):
        check([replace(WALL, applies=lambda panel: True)], puzzle)


def test_corners() -> None:
    # Two corners were visited and left; a third makes two edges impossible.
    puzzle = triangles((1, 1, 2), rows=3, cols=3)
    here = state(puzzle, (0, 0), (0, 1), (1, 1), (1, 0), (2, 0))
    assert verdicts(CORNERS, here)[2, 1] is None
    here = state(puzzle, (0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1), (3, 1), (3, 2))
    assert verdicts(CORNERS, here)[2, 2] is MUST_NOT


def test_full() -> None:
    here = state(triangles((0, 0, 1)), (0, 0), (0, 1))
    assert verdicts(FULL, here) == {(1, 1): MUST_NOT, (0, 2): None}


def test_along() -> None:
    # One corner is left, and one edge needed: it is the one beside the head.
    here = state(triangles((0, 0, 2)), (0, 0), (0, 1), (1, 1))
    assert verdicts(ALONG, here)[1, 0] is None  # it has both its edges
    here = state(triangles((0, 0, 3)), (0, 0), (0, 1), (1, 1))
    assert verdicts(ALONG, here) == {(1, 0): MUST, (1, 2): None, (2, 1): None}


def test_three() -> None:
    here = state(triangles((1, 1, 3)), (0, 0), (0, 1), (1, 1))
    assert verdicts(THREE, here) == {(2, 1): PROBABLE, (1, 2): PROBABLE, (1, 0): MUST_NOT}
    assert names(here, allowed([THREE], here)) == {(2, 1), (1, 2)}
    # Of two such squares, only what they share is left.
    here = state(triangles((0, 1, 3), (1, 1, 3)), (0, 0), (1, 0), (1, 1))
    assert verdicts(THREE, here) == {(1, 2): PROBABLE, (2, 1): MUST_NOT, (0, 1): MUST_NOT}
    # From the second corner on, it is another rule's business.
    here = state(triangles((1, 1, 3)), (0, 0), (0, 1), (1, 1), (1, 2))
    assert set(verdicts(THREE, here).values()) == {None}


def test_colours_and_dots() -> None:
    squares = Puzzle(
        2, 2, ((0, 0),), ((2, 2),), squares=((0, 0, "black"), (1, 0, "white"), (0, 1, "black"))
    )
    here = state(squares, (0, 0), (1, 0))
    assert verdicts(COLOURS, here) == {(1, 1): MUST, (2, 0): None}
    assert not COLOURS.applies(Panel(replace(squares, squares=((0, 0, "black"), (1, 1, "white")))))
    dots = Puzzle(2, 2, ((0, 0),), ((2, 2),), dots=(((0, 0), (0, 1)), (1, 1)))
    assert verdicts(DOTS, state(dots, (0, 0))) == {(0, 1): MUST, (1, 0): None}
    assert not DOTS.applies(Panel(replace(dots, dots=((1, 1),))))


def test_stars_do_not_need_to_be_parted() -> None:
    stars = Puzzle(1, 2, ((0, 0),), ((1, 2),), stars=((0, 0, "black"), (0, 1, "white")))
    assert not COLOURS.applies(Panel(stars))


class Says:
    """A rule that says what it is told, by the vertex a move leads to."""

    name = sentence = why = "says"
    sound = False

    def __init__(self, **said: Verdict) -> None:
        self.said = said

    def applies(self, panel: Panel) -> bool:
        return True

    def judge(self, state: State, move: Move) -> Verdict | None:
        place = state.panel.graph.places[move.place]
        return self.said.get({(2, 1): "up", (1, 2): "right", (0, 1): "down"}[place])  # type: ignore[index]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ([], {(2, 1), (1, 2), (0, 1)}),
        ([Says(up=MUST_NOT)], {(1, 2), (0, 1)}),
        ([Says(up=MUST)], {(2, 1)}),
        ([Says(up=MUST, right=MUST)], set()),
        ([Says(up=MUST), Says(right=MUST)], set()),
        ([Says(up=MUST), Says(up=MUST_NOT)], {(1, 2), (0, 1)}),
        ([Says(up=MUST, right=MUST), Says(up=MUST_NOT)], {(1, 2)}),
        ([Says(up=PROBABLE)], {(2, 1)}),
        ([Says(up=PROBABLE, right=PROBABLE)], {(2, 1), (1, 2)}),
        ([Says(up=PROBABLE, right=MUST)], {(1, 2)}),
        ([Says(up=PROBABLE), Says(up=MUST_NOT)], {(1, 2), (0, 1)}),
        ([Says(up=MUST_NOT, right=MUST_NOT, down=MUST_NOT)], set()),
    ],
)
def test_how_verdicts_go_together(said: list[Rule], left: set[Vertex]) -> None:
    here = state(Puzzle(2, 2, ((1, 0),), ((2, 2),)), (1, 0), (1, 1))
    assert names(here, allowed(said, here)) == left


def test_lookahead_drops_what_leads_nowhere() -> None:
    # From the bottom right, up is the goal and left a dead end after two steps.
    puzzle = Puzzle(1, 2, ((0, 1),), ((0, 2),), gaps=(((0, 1), (1, 1)), ((0, 0), (1, 0))))
    here = state(puzzle, (0, 1))
    assert names(here, allowed([], here)) == {(0, 0), (0, 2)}
    assert names(here, allowed([], here, 1)) == {(0, 2)}
    assert solution_within([], here, 0) is None
    found = solution_within([], here, 1)
    assert found is not None
    assert found.path == ((0, 1), (0, 2))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 2), (1, 3), (2, 3), (3, 3)])
def test_the_wall_is_sound(size: tuple[int, int]) -> None:
    """Every start and every goal on the border, every path."""
    board = grid(*size)
    if size == (3, 3):
        ends = [(s, g) for s in [(0, 0), (0, 1), (1, 1)] for g in board.peripheral_vertices]
    else:
        ends = list(product(board.vertices, board.peripheral_vertices))
    assert sum(check([WALL], Puzzle(*size, (s,), (g,))) for s, g in ends if s != g) > 100


@pytest.mark.slow
def test_rules_of_triangles_are_sound() -> None:
    """All 2×2 boards of triangles, with starts and goals of every kind."""
    ends = [
        ((0, 0), (2, 2)),
        ((0, 0), (0, 1)),
        ((1, 1), (2, 2)),
        ((0, 1), (1, 1)),
        ((1, 0), (1, 2)),
    ]
    number = 0
    for counts in product(range(4), repeat=4):
        at = tuple((*s, k) for s, k in zip(grid(2, 2).squares, counts, strict=True) if k)
        for start, goal in ends:
            puzzle = Puzzle(2, 2, (start,), (goal,), at)
            for rule in (CORNERS, FULL, ALONG, THREE):
                check([rule], puzzle)
            number += check(ALL, puzzle)
    assert number > 1000


def test_rules_of_colours_are_sound() -> None:
    """All 2×2 boards of two colours, with a dot on every edge in turn."""
    board = grid(2, 2)
    number = 0
    for colours in product(("", "black", "white"), repeat=4):
        at = tuple((*s, c) for s, c in zip(board.squares, colours, strict=True) if c)
        for goal in ((2, 2), (0, 1), (1, 1)):
            puzzle = Puzzle(2, 2, ((0, 0),), (goal,), squares=at)
            number += check(ALL, puzzle)
    for edge in board.edges:
        number += check(ALL, Puzzle(2, 2, ((0, 0),), ((2, 2),), dots=(edge,)))
    assert number > 1000


@pytest.mark.slow
def test_all_rules_are_sound_on_random_panels() -> None:
    rng = random.Random(6)
    panels = [random_panel(rng, pass_goals=True) for _ in range(250)]
    assert sum(check(ALL, panel) for panel in panels) > 5000


def test_predicates_are_rules() -> None:
    (paper,) = rules("paper")
    assert paper.sound
    here = state(triangles((0, 0, 1)), (0, 0), (0, 1))
    assert verdicts(paper, here) == {(1, 1): MUST_NOT, (0, 2): None}
    assert not paper.applies(Panel(Puzzle(1, 1, ((0, 0),), ((1, 1),), dots=((0, 1),))))


def test_rule_sets() -> None:
    assert [rule.name for rule in rules("thesis")] == [
        "wall", "corners", "colours", "dots", "along", "three",
    ]  # fmt: skip
    assert rules("none") == ()
    assert [rule.name for rule in rules("wall, full,wall")] == ["wall", "full"]
    assert len(rules("thesis,paper")) == 7
    with pytest.raises(InputError, match="unknown rule 'walls'; use thesis, none, baseline, paper"):
        rules("walls")
    with pytest.raises(InputError, match="unknown rule ''"):
        rules("")
    with pytest.raises(InputError, match="are none and others"):
        rules("thesis,none")
    with pytest.raises(InputError, match="for rules from a"):
        rules("thesis,paper", bias="bias/paper.pl")


def test_ends_in_the_middle_of_edges_are_left_alone() -> None:
    """Such an edge can be touched from either end, so no rule speaks of it."""
    middle = edge_between((0, 0), (0, 1))
    puzzle = Puzzle(1, 1, ((1, 1),), (middle,), ((0, 0, 3),), dots=(middle,))
    panel = Panel(puzzle)
    assert panel.triangles == {}
    assert not any(rule.applies(panel) for rule in (CORNERS, FULL, ALONG, THREE, DOTS))
    assert WALL.applies(panel)
