"""Puzzles of every kind are solvable, distinct, and have the symbols that are documented."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from witness.base.errors import InputError
from witness.puzzle.generate.algorithms import (
    UNIQUE,
    algorithm_3,
    algorithm_4,
    path_set,
    puzzle_sets,
    random_set,
)
from witness.puzzle.generate.kinds import kind_named
from witness.puzzle.generate.random_paths import PATH_METHODS
from witness.puzzle.grid import regions
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution, path_edges
from witness.puzzle.symbols.placing import COLOURS

GAPS = (0.0, 0.1)

#: The others are in test_more_kinds.py.
OLD = ("triangles", "squares", "stars", "dots", "mixed")
KINDS_AND_GAPS = list(product(OLD, GAPS))


def drawn(kind: str, gaps: float, sides: range, number: int) -> Iterator[Puzzle]:
    """Draw puzzles by Algorithm 3."""
    rng = random.Random(f"{kind} {gaps}")
    for _ in range(number):
        yield algorithm_3(rng.choice(sides), rng.choice(sides), rng, kind, gaps)


def symbols(puzzle: Puzzle) -> int:
    return sum(len(getattr(puzzle, name)) for name in ("triangles", "squares", "stars", "dots"))


def fits(kind: str, puzzle: Puzzle, *, around: bool = False) -> bool:
    """Whether the numbers of symbols are as documented."""
    n = puzzle.rows * puzzle.cols
    names = ("triangles", "squares", "stars", "dots")
    found = {name: len(getattr(puzzle, name)) for name in names}
    if kind == "mixed":  # a star may bring another symbol, the first square one
        brought = found["stars"] + bool(found["squares"])
        return 2 <= symbols(puzzle) <= max(2, n // 2) + brought
    if kind == "squares" and n > 1:
        assert {colour for _, _, colour in puzzle.squares} == {*COLOURS}
    if kind == "stars":
        by_colour = Counter(colour for _, _, colour in puzzle.stars)
        assert {*by_colour} <= {*COLOURS}
        assert all(number % 2 == 0 for number in by_colour.values())
    least, most = {
        "triangles": (1, n if around else n // 2),
        "squares": (2, n if around else n // 2),
        "stars": (2, n if around else n // 3 * 2),
        "dots": (1, len(puzzle.grid.vertices) // 3),
    }[kind]
    least = min(least, n)
    return found.pop(kind) in range(least, max(least, most) + 1) and not any(found.values())


@pytest.mark.parametrize(("kind", "gaps"), KINDS_AND_GAPS)
def test_random_puzzles(kind: str, gaps: float) -> None:
    counts = set()
    for puzzle in drawn(kind, gaps, range(2, 4), 150):
        assert puzzle.problems() == []
        assert puzzle.canonical() == puzzle
        assert fits(kind, puzzle)
        assert bool(puzzle.gaps) == bool(gaps)
        assert next(solutions(puzzle), None) is not None
        if (puzzle.rows, puzzle.cols) == (3, 3):
            counts.add(symbols(puzzle))
    all_counts = {
        "triangles": {1, 2, 3, 4},
        "squares": {2, 3, 4},
        "stars": {2, 4, 6},
        "dots": {1, 2, 3, 4, 5},
    }
    assert counts == all_counts.get(kind, counts)
    assert len(counts) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("method", PATH_METHODS)
@pytest.mark.parametrize(("kind", "gaps"), KINDS_AND_GAPS)
def test_puzzles_around_a_path_are_solved_by_it(
    kind: str, gaps: float, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = []

    def noted(*arguments):  # type: ignore[no-untyped-def]
        paths.append(PATH_METHODS[method](*arguments))
        return paths[-1]

    monkeypatch.setattr("witness.puzzle.generate.algorithms.PATH_METHODS", {"noted": noted})
    rng = random.Random(2)
    for _ in range(80):
        rows, cols = rng.choice([(1, 2), (2, 2), (3, 3), (3, 4), (6, 5)])
        puzzle = algorithm_4(rows, cols, rng, "noted", kind, gaps)
        assert puzzle.problems() == []
        assert puzzle.canonical() == puzzle
        assert fits(kind, puzzle, around=True)
        assert bool(puzzle.gaps) == bool(gaps)
        assert is_solution(puzzle, paths[-1])
        assert kind != "mixed" or len(puzzle.features - {"gaps"}) >= 2
        if kind == "stars":
            for region in regions(puzzle.grid, set(path_edges(paths[-1]))):
                inside = Counter(c for r, k, c in puzzle.stars if (r, k) in region)
                assert {*inside.values()} <= {2}


@pytest.mark.parametrize(("kind", "gaps"), KINDS_AND_GAPS)
def test_a_seed_gives_the_same_distinct_puzzles(kind: str, gaps: float) -> None:
    def sets(seed: int) -> list[list[Puzzle]]:
        rng = random.Random(seed)
        plan, sizes = [("a", 20), ("b", 30)], {"a": (2, 2), "b": (2, 3)}
        return [
            *puzzle_sets(plan, sizes, rng, kind=kind, gaps=gaps).values(),
            random_set(20, 2, 3, rng, kind=kind, gaps=gaps),
            path_set(3, 2, 20, rng, kind=kind, gaps=gaps),
        ]

    first, again, other = sets(1), sets(1), sets(2)
    assert first == again
    assert first != other
    assert [len({*puzzles}) for puzzles in first] == [20, 30, 20, 20]
    assert not {*first[0]} & {*first[1]}


@pytest.mark.slow
@pytest.mark.parametrize("kind", OLD)
def test_the_smallest_boards(kind: str) -> None:
    rng = random.Random(1)
    if kind == "stars":
        with pytest.raises(InputError, match=r"a 1×1 board has no room for stars, .* 2 squares"):
            algorithm_3(1, 1, rng, kind)
        with pytest.raises(InputError, match="a 1×1 board has no room for stars"):
            algorithm_4(1, 1, rng, kind=kind)
        with pytest.raises(InputError, match=r"begin with 1; stars need 2 .* begin with 2"):
            random_set(1, 1, 2, rng, kind=kind)
    sizes = [(1, 2), (2, 1), (1, 3)] + [(1, 1)] * (kind != "stars")
    for (rows, cols), gaps in product(sizes, GAPS):
        for _ in range(40):
            for puzzle in (
                algorithm_3(rows, cols, rng, kind, gaps),
                algorithm_4(rows, cols, rng, "walk", kind, gaps),
            ):
                assert symbols(puzzle) >= 1
                assert puzzle.problems() == []
                assert next(solutions(puzzle), None) is not None


#: The first puzzles of 3×3 with a gap.
FIRST: dict[str, dict[str, object]] = {
    "triangles": {"goals": [[3, 3]], "triangles": [[0, 2, 3]], "gaps": [[[1, 0], [2, 0]]]},
    "squares": {
        "goals": [[3, 3]],
        "gaps": [[[1, 0], [2, 0]]],
        "squares": [[0, 2, "black"], [2, 1, "white"]],
    },
    "stars": {
        "goals": [[3, 3]],
        "gaps": [[[1, 0], [2, 0]]],
        "stars": [[0, 2, "black"], [2, 1, "black"]],
    },
    "dots": {"goals": [[3, 3]], "gaps": [[[1, 0], [2, 0]]], "dots": [[2, 1]]},
    "mixed": {
        "goals": [[3, 1]],
        "gaps": [[[0, 1], [1, 1]]],
        "dots": [[2, 0]],
        "squares": [[0, 0, "black"], [2, 1, "white"]],
    },
}


@pytest.mark.parametrize("kind", OLD)
def test_seeds_name_the_same_puzzles_for_ever(kind: str) -> None:
    (puzzle,) = random_set(1, 3, 3, random.Random(5), kind=kind, gaps=0.05)
    board = {"id": "random-0000", "rows": 3, "cols": 3, "starts": [[0, 0]], "triangles": []}
    assert puzzle.to_json() == board | FIRST[kind]


def test_unknown_kinds_and_boards_that_are_too_large() -> None:
    with pytest.raises(InputError, match=r"unknown kind of puzzle 'suns'; .* triangles, squares"):
        kind_named("suns")
    rng = random.Random(1)
    with pytest.raises(InputError, match="unknown kind"):
        random_set(1, 2, 2, rng, kind="suns")
    for kind in ("squares", "stars", "mixed"):
        with pytest.raises(InputError, match=f"range between 1 and 6 for {kind}, as every"):
            random_set(1, 2, 7, rng, kind=kind)
        with pytest.raises(
            InputError, match=r"up to 6 squares along the longer side .*not for 3×7"
        ):
            algorithm_3(3, 7, rng, kind)
        with pytest.raises(InputError, match="whether there is one solution is decided up to 6"):
            path_set(7, 7, 1, rng, kind=kind, requirements=[UNIQUE])
        assert path_set(9, 12, 1, rng, kind=kind)[0].features
    assert random_set(1, 7, 7, rng, kind="dots")[0].dots
