"""Random puzzles: the paper's Algorithms 3 and 4, and sets of distinct puzzles drawn with them.

All randomness comes from the `rng` argument, through methods of `random.Random` that give the
same stream in every Python version, so a seed names the same puzzles everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from witness.base.errors import InputError, quoted
from witness.frontier.panel import Frontier
from witness.generate.random_paths import PATH_METHODS
from witness.generate.solvable import is_solvable
from witness.puzzle.grid import Grid, Square, Vertex, grid
from witness.puzzle.model import MAX_SIDE, Puzzle
from witness.puzzle.rules import path_edges

#: Where the path begins, in both algorithms.
START: Vertex = (0, 0)

#: Give up a set after this many draws in a row that it already holds, or that are not as required.
MAX_MISSES = 10_000

#: On a board of K times as many squares, a draw that is not as required counts K² times: it takes
#: so much longer, or more.
CHEAP_BOARD = 25

#: The most puzzles of a set, which is in memory until all of them are drawn.
MAX_PUZZLES = 1_000_000

#: On boards with more squares along both sides, nobody lives to see whether there is a solution.
MOST_DECIDED = 13

#: Up to this many squares `witness.generate.solvable` is faster, beyond it `witness.frontier`.
SMALL_BOARD = 16

#: Is called with the number of puzzles done: 1 for each that is kept, 0 for a draw in vain.
Progress = Callable[[int], object]


def _no_progress(_done: int) -> None:
    """Show nothing."""


@dataclass(frozen=True)
class Requirement:
    """What every puzzle of a set must satisfy: a test, and words for what passes it."""

    holds: Callable[[Puzzle], bool]
    words: str


def algorithm_3(rows: int, cols: int, rng: random.Random) -> Puzzle:
    """Draw a solvable puzzle with random triangles (paper, Algorithm 3).

    The goal is uniform over the border vertices other than the start, the number of squares with
    triangles uniform in 1..⌊rows·cols/2⌋ (1 on a single square), and each such square has 1 to 3
    triangles. The whole draw is repeated until the puzzle is solvable, which is a matter of
    milliseconds up to about 8×8. Raises `InputError` for boards on which it takes too long.
    """
    board = _board(rows, cols)
    _check_decided(rows, cols, "boards are drawn until one has a solution, which")
    while True:
        goal = _border_goal(board, rng)
        count = rng.randrange(1, max(1, rows * cols // 2) + 1)
        squares = rng.sample(board.squares, count)
        puzzle = _puzzle(board, goal, {square: rng.randrange(1, 4) for square in squares})
        if _solvable(puzzle):
            return puzzle


def algorithm_4(rows: int, cols: int, rng: random.Random, method: str = "backtracking") -> Puzzle:
    """Draw a puzzle around a random path, which solves it (paper, Algorithm 4).

    The paper does not say how to draw goal and path: here the goal is drawn as in Algorithm 3, and
    the path to it by one of `PATH_METHODS`. The number of squares with triangles is uniform in
    1..(squares with an edge on the path), and each such square has as many triangles as edges on
    the path.
    """
    board = _board(rows, cols)
    if method not in PATH_METHODS:
        raise InputError(
            f"unknown path method {quoted(method)}; there are {', '.join(PATH_METHODS)}"
        )
    goal = _border_goal(board, rng)
    path = PATH_METHODS[method](board, START, goal, rng)
    edges = set(path_edges(path))
    used = {s: sum(edge in edges for edge in board.square_edges(s)) for s in board.squares}
    touched = [square for square, count in used.items() if count]
    squares = rng.sample(touched, rng.randrange(1, len(touched) + 1))
    return _puzzle(board, goal, {square: used[square] for square in squares})


def puzzle_sets(
    plan: Sequence[tuple[str, int]],
    sizes: Mapping[str, tuple[int, int]],
    rng: random.Random,
    progress: Progress = _no_progress,
) -> dict[str, list[Puzzle]]:
    """Draw the puzzle sets of one experiment, one after another, with Algorithm 3.

    `plan` holds the name and the number of puzzles of each set, `sizes` the smallest and largest
    side of its boards: rows and columns are drawn independently and uniformly from that range for
    every puzzle. A puzzle that is already in this set or another is dropped, and so is its size:
    there are only a few hundred 2×2 puzzles, and a large set gets each of them once.

    The ids are the set's name and a number (`train-0007`). Raises `InputError` for impossible
    sizes, and when no new puzzles can be found.
    """
    names = [name for name, _ in plan]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"there are two puzzle sets named {quoted(name)}")
        if name not in sizes:
            raise InputError(f"the puzzle set {quoted(name)} has no board sizes")
        _check_sizes(name, *sizes[name])
    seen: set[Puzzle] = set()
    return {
        name: _distinct(name, count, _random_draw(*sizes[name], rng), seen, progress)
        for name, count in plan
    }


def random_set(
    count: int,
    min_size: int,
    max_size: int,
    rng: random.Random,
    name: str = "random",
    progress: Progress = _no_progress,
    *,
    requirements: Sequence[Requirement] = (),
) -> list[Puzzle]:
    """Draw one set of distinct puzzles with Algorithm 3; see `puzzle_sets`.

    Puzzles that do not satisfy all `requirements` are drawn again. Raises `InputError` when none
    does.
    """
    _check_sizes(name, min_size, max_size)
    draw = _random_draw(min_size, max_size, rng)
    return _distinct(name, count, _until(draw, requirements, name, progress), set(), progress)


def path_set(
    rows: int,
    cols: int,
    count: int,
    rng: random.Random,
    method: str = "backtracking",
    name: str = "path",
    progress: Progress = _no_progress,
    *,
    requirements: Sequence[Requirement] = (),
) -> list[Puzzle]:
    """Draw one set of distinct puzzles of one size with Algorithm 4.

    Puzzles that do not satisfy all `requirements` are drawn again. Raises `InputError` when none
    does.
    """

    def draw() -> Puzzle:
        return algorithm_4(rows, cols, rng, method)

    return _distinct(name, count, _until(draw, requirements, name, progress), set(), progress)


def _solvable(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a solution, by the faster method for its size."""
    if puzzle.rows * puzzle.cols <= SMALL_BOARD:
        return is_solvable(puzzle)
    return next(Frontier(puzzle).solutions(), None) is not None


def has_one_solution(puzzle: Puzzle) -> bool:
    """Whether a puzzle with triangles, gaps and dots has exactly one solution.

    Raises `InputError` for boards on which it takes too long to know.
    """
    _check_decided(puzzle.rows, puzzle.cols, "whether there is one solution")
    return len(list(islice(Frontier(puzzle).solutions(), 2))) == 1


#: That a puzzle has one solution.
UNIQUE = Requirement(has_one_solution, "exactly one solution")


def _board(rows: int, cols: int) -> Grid:
    for name, value in (("rows", rows), ("cols", cols)):
        if not 1 <= value <= MAX_SIDE:
            raise InputError(f"{name} is {value}; 1 to {MAX_SIDE} is possible")
    return grid(rows, cols)


def _check_decided(rows: int, cols: int, what: str) -> None:
    if min(rows, cols) > MOST_DECIDED:
        raise InputError(
            f"{what} is decided up to {MOST_DECIDED} squares along the shorter side, not for "
            f"{rows}×{cols}"
        )


def _border_goal(board: Grid, rng: random.Random) -> Vertex:
    return rng.choice([vertex for vertex in board.peripheral_vertices if vertex != START])


def _puzzle(board: Grid, goal: Vertex, triangles: dict[Square, int]) -> Puzzle:
    placed = tuple(sorted((row, col, count) for (row, col), count in triangles.items()))
    return Puzzle(board.rows, board.cols, (START,), (goal,), placed)


def _random_draw(min_size: int, max_size: int, rng: random.Random) -> Callable[[], Puzzle]:
    def draw() -> Puzzle:
        rows = rng.randrange(min_size, max_size + 1)
        cols = rng.randrange(min_size, max_size + 1)
        return algorithm_3(rows, cols, rng)

    return draw


def _until(
    draw: Callable[[], Puzzle],
    requirements: Sequence[Requirement],
    name: str,
    progress: Progress,
) -> Callable[[], Puzzle]:
    """Return what draws until a puzzle satisfies all requirements."""

    def draw_again() -> Puzzle:
        draws = misses = 0
        while misses < MAX_MISSES:
            puzzle = draw()
            if all(requirement.holds(puzzle) for requirement in requirements):
                return puzzle
            draws += 1
            misses += max(1, puzzle.rows * puzzle.cols // CHEAP_BOARD) ** 2
            progress(0)
        words = " and ".join(requirement.words for requirement in requirements)
        raise InputError(
            f"none of {draws:,} draws in a row for {quoted(name)} had {words}; ask for other "
            "boards, or for less"
        )

    return draw_again


def _check_sizes(name: str, min_size: int, max_size: int) -> None:
    if not 1 <= min_size <= max_size <= MOST_DECIDED:
        raise InputError(
            f"the board sizes of {quoted(name)} are {min_size} to {max_size}; they must be a "
            f"range between 1 and {MOST_DECIDED}, as every board that is drawn has to be solved"
        )


def _distinct(
    name: str,
    count: int,
    draw: Callable[[], Puzzle],
    seen: set[Puzzle],
    progress: Progress,
) -> list[Puzzle]:
    """Draw `count` puzzles that are not in `seen`, and add them to it."""
    if not 0 <= count <= MAX_PUZZLES:
        raise InputError(
            f"{count} puzzles are asked for {quoted(name)}; 0 to {MAX_PUZZLES:,} are possible"
        )
    digits = max(4, len(str(count - 1)))
    found: list[Puzzle] = []
    misses = 0
    while len(found) < count:
        puzzle = draw().canonical()
        if puzzle in seen:
            misses += 1
            progress(0)
            if misses >= MAX_MISSES:
                raise InputError(
                    f"only {len(found)} of {count} distinct puzzles were found for {quoted(name)} "
                    f"({misses} draws in a row gave known ones); ask for fewer puzzles or for "
                    "larger boards"
                )
            continue
        misses = 0
        seen.add(puzzle)
        found.append(replace(puzzle, id=f"{name}-{len(found):0{digits}d}"))
        progress(1)
    return found
