"""What *needs* says about dots is a lower bound, and the compiled twin says the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, permutations, product

import pytest
from support.consumers import solutions
from support.examples import random_puzzle
from support.sizes import seeds

from witness.boards.generate.algorithms import path_set
from witness.puzzle.grid import grid
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.paths import path_masks
from witness.searches import Limits, engine
from witness.searches.compiled import Search
from witness.searches.dots import GROUP, MOST_DEALT, NO_WAY, Dots, Tours, Walks, groups
from witness.searches.heuristics import Needs
from witness.searches.pool import Pool
from witness.searches.predicates.written import BASELINE, NONE, PAPER
from witness.searches.request import Request


def dotted(puzzle: Puzzle, rng: random.Random, most: int) -> Puzzle:
    """Draw dots, as many as there may be, for the same panel."""
    places = [*puzzle.grid.vertices, *puzzle.grid.edges]
    dots = rng.sample(places, min(len(places), rng.randint(1, most)))
    return replace(puzzle, dots=tuple(dots))


def on_a_path(size: tuple[int, int], rng: random.Random, most: int) -> Puzzle:
    """Draw a panel with triangles, and with dots on a solution if these are left out."""
    puzzle = path_set(*size, 1, rng)[0]
    board, here, path = puzzle.grid, puzzle.start_vertices[0], []
    while here not in path and here not in puzzle.goals:
        path.append(here)
        here = rng.choice([near for near in board.neighbours(here) if near not in path] or [here])
    places: list[Place] = [*path, *(edge for edge in board.edges if {*edge} <= {*path})]
    return replace(puzzle, dots=tuple(rng.sample(places, min(len(places), rng.randint(1, most)))))


def check(puzzle: Puzzle) -> tuple[int, int]:
    """Check all beginnings of all solutions; return how many bounds are exact, and how many are."""
    bound = Needs(puzzle)
    exact = looked_at = 0
    for solution in solutions(puzzle):
        for length in range(1, len(solution)):
            edges, _ = path_masks(puzzle, solution[:length])
            head = puzzle.grid.vertex_number(solution[length - 1])  # type: ignore[arg-type]
            found = bound.of(head, edges)
            assert found <= len(solution) - length, (puzzle, solution, length)
            exact += found == len(solution) - length
            looked_at += 1
    return exact, looked_at


def small_panels() -> Iterator[Puzzle]:
    """Yield panels of one square: any dots, a start, one or two goals, a gap or none."""
    board = grid(1, 1)
    places = [*board.vertices, *board.edges]
    ends = [*permutations(board.vertices, 2), *permutations(board.vertices, 3)]
    for number in range(1, len(places) + 1):
        for dots in combinations(places, number):
            for (start, *goals), gap in product(ends, [(), *((edge,) for edge in board.edges)]):
                if goals == sorted(goals):
                    yield Puzzle(1, 1, (start,), tuple(goals), gaps=gap, dots=dots)


class TestTheBound:
    @pytest.mark.slow
    def test_all_panels_of_one_square(self) -> None:
        looked_at = sum(check(puzzle)[1] for puzzle in small_panels())
        assert looked_at > 1000

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", seeds(2, 3))
    def test_panels_with_anything(self, seed: int) -> None:
        rng = random.Random(f"dots {seed}")
        exact = looked_at = 0
        for number in range(400):
            puzzle = dotted(random_puzzle(rng, 3, symbols=number % 2 == 0), rng, 5)
            found = check(puzzle)
            exact, looked_at = exact + found[0], looked_at + found[1]
        assert exact > looked_at / 3

    def test_many_dots(self) -> None:
        """Several groups; of a solution's dots all are on it."""
        rng = random.Random("many dots")
        looked_at = 0
        for _ in range(40):
            puzzle = replace(random_puzzle(rng, 3), triangles=())
            for solution in rng.sample(found := [*solutions(puzzle)], min(2, len(found))):
                edges = [*pairwise(solution)]
                places = [*solution, *(tuple(sorted(edge)) for edge in edges)]
                dots = rng.sample(places, len(places) * 2 // 3)
                looked_at += check(replace(puzzle, dots=tuple(dots)))[1]
        assert looked_at > 500

    def test_the_parts(self) -> None:
        """A row of four squares, from left to right along the bottom."""
        row = Puzzle(1, 4, ((0, 0),), ((0, 4),))
        top_edge = ((1, 3), (1, 4))
        bound: dict[tuple[Place, ...], int] = {
            ((0, 2),): 4,
            ((0, 0), (0, 4)): 4,  # the head, and the goal
            ((1, 2),): 6,
            (((1, 1), (1, 2)),): 6,
            # Down and up again, between two dots.
            ((1, 1), (0, 2), (1, 3)): 8,
            # In whatever order they are listed.
            ((1, 3), (0, 2), (1, 1)): 8,
            (((0, 0), (1, 0)), top_edge): 6,
        }
        for dots, least in bound.items():
            assert Needs(replace(row, dots=dots)).of(0, 0) == least, dots

    def test_what_is_met_needs_nothing(self) -> None:
        row = Puzzle(1, 4, ((0, 0),), ((0, 4),), dots=((1, 0), ((1, 0), (1, 1)), (1, 1)))
        path = ((0, 0), (1, 0), (1, 1))
        left = []
        for length in range(1, 4):
            edges, _ = path_masks(row, path[:length])
            left.append(Needs(row).of(row.grid.vertex_number(path[length - 1]), edges))
        assert left == [6, 5, 4]

    def test_ways_around_gaps(self) -> None:
        """The wall between the first columns has a hole at the top."""
        wall = tuple(((r, 0), (r, 1)) for r in range(3))
        puzzle = Puzzle(3, 2, ((0, 0),), ((0, 2),), gaps=wall, dots=((0, 1),))
        assert Needs(puzzle).of(0, 0) == 3 + 1 + 3 + 1
        around = tuple(edge for edge in puzzle.grid.edges if (0, 1) in edge)
        assert Needs(replace(puzzle, gaps=around)).of(0, 0) >= NO_WAY

    def test_no_way_goes_on_at_a_goal(self) -> None:
        line = Puzzle(0, 4, ((0, 0),), ((0, 2),), dots=((0, 3),))
        assert Needs(line).of(0, 0) >= NO_WAY
        assert Needs(replace(line, dots=(((0, 2), (0, 3)),))).of(0, 0) >= NO_WAY
        assert Needs(replace(line, dots=((0, 2),))).of(0, 0) == 2
        # Two goals, and both have dots.
        goals = (0, 2), (0, 4)
        assert Needs(replace(line, goals=goals, dots=goals)).of(0, 0) >= NO_WAY

    def test_colours_take_turns(self) -> None:
        """Nine groups: the order of all dots is too much, but their number says something."""
        board = grid(5, 5)
        dots = tuple(vertex for vertex in board.vertices if sum(vertex) % 2)
        puzzle = Puzzle(5, 5, ((0, 0),), ((0, 1), (5, 5)), dots=dots)
        assert Dots(puzzle).of(0, 0) >= 2 * len(dots) - 1
        assert Dots(replace(puzzle, starts=((1, 0),))).of(6, 0) >= 2 * (len(dots) - 1)


def test_groups_have_all_dots_or_some_of_very_many() -> None:
    rng = random.Random("groups")
    for most in (1, 7, 8, 9, 40, 64, 65, 300):
        puzzle = dotted(Puzzle(12, 12, ((0, 0),), ((12, 12),)), rng, most)
        dealt = groups(puzzle)
        assert max(map(len, dealt)) <= GROUP
        all_of_them = [dot for group in dealt for dot in group]
        assert len(all_of_them) == len({*all_of_them}) <= MOST_DEALT
        assert {*all_of_them} <= {*puzzle.dots}
        assert len(puzzle.dots) > MOST_DEALT or len(all_of_them) == len(puzzle.dots)
        assert groups(replace(puzzle, dots=puzzle.dots[::-1])) == dealt


class TestTheCompiledTwin:
    @pytest.mark.slow
    @pytest.mark.parametrize("seed", seeds(1, 2))
    def test_it_expands_the_same_nodes(self, seed: int) -> None:
        rng = random.Random(f"dots, twins {seed}")
        fast, plain = engine("compiled"), engine("reference")
        met = set()
        for number in range(60):
            puzzle = dotted(random_puzzle(rng, 3, symbols=number % 3 == 0), rng, 20)
            if number % 2:
                puzzle = on_a_path((rng.randint(2, 5), rng.randint(2, 5)), rng, 20)
            for predicate, mode in product((NONE, BASELINE, PAPER), ("prune", "sort")):
                given = {"heuristic": "needs", "limits": Limits(800)}
                one, other = (search(puzzle, predicate, mode, **given) for search in (fast, plain))
                assert one.engine == "compiled"
                assert (one.status, one.path, one.expansions) == (
                    other.status, other.path, other.expansions,
                ), (puzzle, predicate.name, mode)  # fmt: skip
                met.add(one.status)
        assert met == {"solved", "unsolvable", "expansion-limit"}

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "size",
        [
            *((1, 8), (7, 7), (7, 8), (10, 10), (3, 30), (1, 62)),
            # Compiled anew for so many words; tests/searches/test_compiled.py always has them.
            pytest.param((15, 15), marks=pytest.mark.slow),
            pytest.param((11, 11), marks=pytest.mark.long),
        ],
    )
    def test_boards_of_one_to_four_words(self, size: tuple[int, int]) -> None:
        rng = random.Random(f"dots, large {size}")
        fast, plain = engine("compiled"), engine("reference")
        for number in range(6):
            puzzle = on_a_path(size, rng, (3, 8, 100)[number % 3])
            if number % 2:
                gaps = rng.sample(puzzle.grid.edges, 2)
                goals = tuple(rng.sample(puzzle.grid.vertices[1:], 2))
                puzzle = replace(puzzle, gaps=tuple(gaps), goals=goals, triangles=())
            given = {"heuristic": "needs", "limits": Limits(200)}
            one, other = (search(puzzle, NONE, **given) for search in (fast, plain))
            assert (one.engine, other.engine) == ("compiled", "reference")
            assert (one.status, one.path, one.expansions) == (
                other.status, other.path, other.expansions,
            ), puzzle  # fmt: skip

    def test_its_tables(self) -> None:
        rng = random.Random("dots, tables")
        for number in range(40):
            puzzle = dotted(random_puzzle(rng, 4), rng, (8, 20)[number % 2])
            request = Request(puzzle, NONE, "prune", False, Limits(), "needs")
            panel = Search(request, Pool()).panel
            size, walks = len(puzzle.grid.vertices), Walks(puzzle)
            rows = panel.walks.reshape(size + 1, size)
            assert rows[size].tolist() == walks.to_goal
            tables = panel.tours.reshape(-1, 1 << GROUP, GROUP, 2)
            for group, table in zip(groups(puzzle), tables, strict=True):
                tours = Tours(puzzle, group, walks)
                ends = [dot if is_edge(dot) else (dot,) for dot in group]
                for left in range(1, 1 << len(group)):
                    for vertex in range(size):
                        least = min(
                            int(rows[puzzle.grid.vertex_number(end), vertex])  # type: ignore[arg-type]
                            + int(table[left, number, side])
                            for number in range(len(group))
                            if left >> number & 1
                            for side, end in enumerate(ends[number])
                        )
                        assert min(NO_WAY, least) == min(NO_WAY, tours.of(vertex, left))

    def test_shortest_paths_are_as_long(self) -> None:
        rng = random.Random("dots, shortest")
        search = engine("compiled")
        fewer = 0
        for _ in range(60):
            puzzle = replace(on_a_path((4, 4), rng, 8), triangles=())
            plain, found = search(puzzle, NONE), search(puzzle, NONE, heuristic="needs")
            assert (found.status, found.length) == (plain.status, plain.length), puzzle
            fewer += found.expansions < plain.expansions
        assert fewer > 30
