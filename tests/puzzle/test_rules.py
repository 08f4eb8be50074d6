"""What a solution is: every kind of violation by hand, then fast test against definition."""

from itertools import combinations

import pytest

from witness.base.errors import InputError
from witness.puzzle.grid import grid, regions
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import (
    goal_test,
    is_solution,
    open_halves,
    path_edges,
    path_from_json,
    violations,
)

FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)))

#: Right along the bottom of a 2×2 board, then up: all four squares are one region.
AROUND = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2))
#: Right, then up through the middle, then right: two regions, of the left and right squares.
MIDDLE = ((0, 0), (0, 1), (1, 1), (2, 1), (2, 2))


def board(**symbols):
    return Puzzle(2, 2, ((0, 0),), ((2, 2),), **symbols)


def kinds(puzzle, path):
    return [violation.kind for violation in violations(puzzle, path)]


def test_figure_1():
    assert is_solution(FIGURE_1, ((0, 0), (0, 1), (0, 2), (1, 2)))
    assert not is_solution(FIGURE_1, ((0, 0), (1, 0), (1, 1), (1, 2)))
    assert [str(v) for v in violations(FIGURE_1, ((0, 0), (1, 0), (1, 1), (1, 2)))] == [
        "the square [0, 0] has 1 triangle but 2 edges on the path",
        "the square [0, 1] has 2 triangles but 1 edge on the path",
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((), ["empty"]),
        (((0, 0), (-1, 0)), ["off-board"]),
        (((0, 0), (0, 1), (0, 2), (0, 3)), ["off-board"]),
        (((0, 1), (0, 2), (1, 2)), ["start"]),
        (((0, 0), (1, 1), (1, 2)), ["step"]),
        (((0, 0), (0, 2), (1, 2)), ["step"]),
        (((0, 0), (0, 0), (0, 1), (0, 2), (1, 2)), ["step", "revisit"]),
        (((0, 0), (0, 1), (1, 1), (1, 0), (0, 0), (0, 1), (0, 2), (1, 2)), ["revisit", "revisit"]),
        (((0, 0), (0, 1), (0, 2)), ["goal"]),
        (((0, 0),), ["goal"]),
        (((0, 0), (0, 1), (0, 2), (1, 2), (1, 1)), ["goal", "goal"]),
    ],
)
def test_paths_of_the_wrong_shape(path, expected):
    assert kinds(FIGURE_1, path) == expected


def test_a_path_does_not_run_through_a_goal():
    puzzle = Puzzle(1, 2, ((0, 0),), ((0, 1), (1, 2)))
    assert kinds(puzzle, ((0, 0), (0, 1))) == []
    assert kinds(puzzle, ((0, 0), (0, 1), (0, 2), (1, 2))) == ["goal"]
    row = Puzzle(0, 1, ((0, 0),), ((0, 0), (0, 1)))
    assert kinds(row, ((0, 0),)) == []
    assert kinds(row, ((0, 0), (0, 1))) == ["goal"]
    assert "goes on after reaching the goal [0, 1]" in str(
        violations(puzzle, ((0, 0), (0, 1), (0, 2), (1, 2)))[0]
    )


def test_any_start_and_any_goal_will_do():
    puzzle = Puzzle(1, 1, ((0, 0), (1, 0)), ((0, 1), (1, 1)))
    for path in [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0), (1, 1))]:
        assert is_solution(puzzle, path)


def test_gaps():
    gap = ((0, 1), (0, 2))
    assert kinds(board(gaps=(gap,)), AROUND) == ["gap"]
    assert kinds(board(gaps=(gap,)), MIDDLE) == []
    from_above = Puzzle(1, 1, ((1, 0),), ((0, 0),), gaps=(((0, 0), (1, 0)),))
    assert kinds(from_above, ((1, 0), (0, 0))) == ["gap"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_triangles_count_edges(count):
    # MIDDLE has two edges of the square (0, 0), one of (0, 1), two of (1, 1), one of (1, 0).
    used = {(0, 0): 2, (0, 1): 1, (1, 1): 2, (1, 0): 1}
    for (r, c), edges in used.items():
        expected = [] if edges == count else ["triangles"]
        assert kinds(board(triangles=((r, c, count),)), MIDDLE) == expected


def test_dots():
    on_the_way = board(dots=((1, 1), ((1, 1), (2, 1)), ((0, 0), (0, 1)), (0, 0), (2, 2)))
    assert kinds(on_the_way, MIDDLE) == []
    assert kinds(on_the_way, AROUND) == ["dot", "dot"]
    # A dot on an edge wants the edge, not its two ends.
    corner = board(dots=(((0, 0), (1, 0)),))
    assert kinds(corner, ((0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1), (2, 2))) == ["dot"]
    assert [str(v) for v in violations(board(dots=((2, 0), ((0, 1), (0, 2)))), MIDDLE)] == [
        "the path misses the dot on the vertex [2, 0]",
        "the path misses the dot on the edge [[0, 1], [0, 2]]",
    ]


def test_squares_of_two_colours_in_one_region():
    apart = board(squares=((0, 0, "black"), (1, 0, "black"), (0, 1, "white")))
    assert kinds(apart, MIDDLE) == []
    assert kinds(apart, AROUND) == ["squares"]
    assert kinds(board(squares=((0, 0, "black"), (0, 1, "black"))), MIDDLE) == []


@pytest.mark.parametrize(
    ("symbols", "path", "expected"),
    [
        # alone
        ({"stars": ((0, 0, "red"),)}, MIDDLE, ["stars"]),
        # a pair
        ({"stars": ((0, 0, "red"), (1, 0, "red"))}, MIDDLE, []),
        ({"stars": ((0, 0, "red"), (0, 1, "red"))}, MIDDLE, ["stars", "stars"]),
        ({"stars": ((0, 0, "red"), (0, 1, "red"))}, AROUND, []),
        # three of a colour
        (
            {"stars": ((0, 0, "red"), (0, 1, "red"), (1, 1, "red"))},
            AROUND,
            ["stars", "stars", "stars"],
        ),
        # two pairs of different colours do not disturb each other
        (
            {"stars": ((0, 0, "red"), (0, 1, "red"), (1, 0, "blue"), (1, 1, "blue"))},
            AROUND,
            [],
        ),
        ({"stars": ((0, 0, "red"), (1, 0, "blue"))}, MIDDLE, ["stars", "stars"]),
        # a star and a square of its colour are a pair; the square wants nothing more
        ({"stars": ((0, 0, "red"),), "squares": ((1, 0, "red"),)}, MIDDLE, []),
        ({"stars": ((0, 0, "red"),), "squares": ((0, 1, "red"),)}, MIDDLE, ["stars"]),
        ({"stars": ((0, 0, "red"),), "squares": ((1, 0, "blue"),)}, MIDDLE, ["stars"]),
        (
            {"stars": ((0, 0, "red"),), "squares": ((1, 0, "red"), (1, 1, "red"))},
            AROUND,
            ["stars"],
        ),
        # a square of another colour may stand beside a pair of stars
        (
            {"stars": ((0, 0, "red"), (0, 1, "red")), "squares": ((1, 0, "blue"),)},
            AROUND,
            [],
        ),
        # triangles have no colour
        ({"stars": ((0, 0, "red"),), "triangles": ((1, 0, 1),)}, MIDDLE, ["stars"]),
    ],
)
def test_stars(symbols, path, expected):
    assert kinds(board(**symbols), path) == expected


def test_regions():
    assert regions(grid(2, 2), set()) == [[(0, 0), (0, 1), (1, 0), (1, 1)]]
    assert regions(grid(2, 2), set(path_edges(AROUND))) == [[(0, 0), (0, 1), (1, 0), (1, 1)]]
    assert regions(grid(2, 2), set(path_edges(MIDDLE))) == [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]
    assert regions(grid(2, 3), set(grid(2, 3).edges)) == [[square] for square in grid(2, 3).squares]
    # A line that ends inside the board separates nothing.
    assert len(regions(grid(2, 2), {((0, 1), (1, 1))})) == 1
    assert regions(grid(0, 3), set()) == []


def regions_by_crossings(board, path):
    """The number of regions as "Solving The Witness with Z3 (Part 2)" counts them.

    An edge from border to border leads inwards from both sides, so that it counts twice.
    """
    border = set(board.peripheral_vertices)
    inwards = 0
    for edge in path_edges(path):
        if len(board.edge_squares(edge)) == 2:
            inwards += len(border & set(edge))
    inside = 0
    for end in (path[0], path[-1]):
        on_border = len(board.edge_squares(end)) == 1 if is_edge(end) else end in border
        inside += not on_border
    return max(1, (inwards - inside) // 2 + 1)


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 3)])
def test_regions_against_their_number_by_crossings(size):
    """Every path between two vertices: regions are filled here, and only counted there."""
    empty = grid(*size)
    for start, goal in combinations(empty.vertices, 2):
        for path in simple_paths(Puzzle(*size, (start,), (goal,))):
            expected = regions_by_crossings(empty, path)
            assert len(regions(empty, set(path_edges(path)))) == expected, path


def test_path_from_json():
    assert path_from_json([[0, 0], [0, 1]]) == ((0, 0), (0, 1))
    assert path_from_json([]) == ()


@pytest.mark.parametrize(
    "value",
    [None, {}, "[[0,0]]", [0, 0], [[0]], [[0, 0, 0]], [[0, True]], [[0, 1.0]], [["0", 0]]],
)
def test_path_from_bad_json(value):
    with pytest.raises(InputError, match="path"):
        path_from_json(value)


def test_no_block_lies_across_half_an_edge():
    """It does not divide the region, though: so it is in the editor that has such edges."""
    middle = ((0, 1), (1, 1))
    path = (middle, (0, 1), (0, 2))
    panel = {"starts": (middle,), "goals": ((0, 2),), "open_halves": True}
    across = Puzzle(1, 2, **panel, blocks=((0, 0, ["##"]),))
    beside = Puzzle(1, 2, **panel, blocks=((0, 0, ["#"]), (0, 1, ["#"])))
    assert kinds(across, path) == ["blocks"]
    assert kinds(beside, path) == []
    for puzzle in (across, beside):
        halves = open_halves(puzzle, path)
        satisfied = goal_test(puzzle)(*path_masks(puzzle, path), halves)
        assert satisfied == is_solution(puzzle, path)
