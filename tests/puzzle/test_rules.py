"""What a solution is: every kind of violation by hand, then fast test against definition."""

import random
from itertools import combinations, pairwise

import pytest

from witness.base.errors import InputError
from witness.puzzle.grid import edge_between, grid
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.regions import regions
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


def test_three_triangles():
    around_a_square = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2))
    assert is_solution(board(triangles=((0, 0, 3), (0, 1, 3))), around_a_square)
    assert kinds(board(triangles=((0, 0, 3), (1, 1, 3))), around_a_square) == ["triangles"]


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


def test_half_an_edge_parts_two_squares():
    """The count by crossings takes the other half for a way from one square to the other."""
    path = ((0, 0), (0, 1), ((0, 1), (1, 1)))
    assert len(regions(grid(1, 2), set(path_edges(path)))) == 2
    assert regions_by_crossings(grid(1, 2), path) == 1


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


def random_puzzle(rng):
    """A random board with any symbols and several starts and goals."""
    rows, cols = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3), (3, 2)])
    base = grid(rows, cols)
    starts_and_goals = rng.sample(base.vertices, rng.randrange(2, 4))
    count = rng.randrange(1, len(starts_and_goals))
    symbols = {"triangles": [], "squares": [], "stars": []}
    for r, c in base.squares:
        kind = rng.choice(["", "", "", "triangles", "squares", "squares", "stars", "stars"])
        if kind:
            value = rng.randrange(1, 4) if kind == "triangles" else rng.choice(["black", "white"])
            symbols[kind].append((r, c, value))
    return Puzzle(
        rows,
        cols,
        tuple(starts_and_goals[:count]),
        tuple(starts_and_goals[count:]),
        gaps=tuple(rng.sample(base.edges, rng.randrange(2))),
        dots=tuple(rng.sample(base.vertices + base.edges, rng.choice([0, 0, 1, 2]))),
        **{kind: tuple(placed) for kind, placed in symbols.items()},
    )


def satisfies(puzzle, path):
    """A third reading of the rules, in which squares are merged across edges off the path."""
    edges = {edge_between(a, b) for a, b in pairwise(path)}
    region = {square: {square} for square in puzzle.grid.squares}
    for edge in set(puzzle.grid.edges) - edges:
        for a in puzzle.grid.edge_squares(edge):
            for b in puzzle.grid.edge_squares(edge):
                merged = region[a] | region[b]
                region.update(dict.fromkeys(merged, merged))
    coloured = {(r, c): colour for r, c, colour in (*puzzle.squares, *puzzle.stars)}
    return (
        all(dot in edges or dot in path for dot in puzzle.dots)
        and all(
            sum(edge in edges for edge in puzzle.grid.square_edges((r, c))) == count
            for r, c, count in puzzle.triangles
        )
        and all(
            colour == other
            for r, c, colour in puzzle.squares
            for r2, c2, other in puzzle.squares
            if (r2, c2) in region[r, c]
        )
        and all(
            sum(coloured.get(square) == colour for square in region[r, c]) == 2
            for r, c, colour in puzzle.stars
        )
    )


def test_goal_test_agrees_with_violations_on_random_boards():
    rng = random.Random(1)
    answers = {True: 0, False: 0}
    for _ in range(500):
        puzzle = random_puzzle(rng)
        assert puzzle.problems() == []
        satisfied = goal_test(puzzle)
        for path in simple_paths(puzzle):
            answer = satisfied(*path_masks(puzzle, path))
            assert answer == is_solution(puzzle, path) == satisfies(puzzle, path), (puzzle, path)
            answers[answer] += 1
    assert answers[True] > 200
    assert answers[False] > 200


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


def test_a_dot_of_two_regions_needs_marks_in_both():
    """The half edge divides the squares beside the dot, which is in the regions of both."""
    middle = ((0, 1), (1, 1))
    path = (middle, (1, 1), (1, 2))
    panel = {"starts": (middle,), "goals": ((1, 2),), "dots": ((0, 1),), "squares": ()}
    one = Puzzle(1, 2, **panel, eliminations=((0, 0),))
    both = Puzzle(1, 2, **panel, eliminations=((0, 0), (0, 1)))
    assert kinds(one, path) == ["dot", "eliminations"]
    assert kinds(both, path) == []
    for puzzle in (one, both):
        assert goal_test(puzzle)(*path_masks(puzzle, path)) == is_solution(puzzle, path)
