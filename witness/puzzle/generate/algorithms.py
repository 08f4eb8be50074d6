"""Random puzzles: the paper's Algorithms 3 and 4, and sets of distinct puzzles drawn with them.

The paper draws triangles. Here its algorithms draw any kind of `witness.puzzle.generate.kinds`, on
boards with gaps if asked for; without these, triangle puzzles are what they are in the paper.

All randomness comes from the `rng` argument, through methods of `random.Random` that give the
same stream in every Python version, so a seed names the same puzzles everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from witness.base.errors import InputError, quoted
from witness.puzzle.generate.decisions import (
    check_decided,
    has_one_solution,
    is_solvable,
    longest_side,
)
from witness.puzzle.generate.gaps import check_gaps, gaps_beside, random_gaps
from witness.puzzle.generate.kinds import Kind, kind_named
from witness.puzzle.generate.random_paths import PATH_METHODS, backtracking_on
from witness.puzzle.grid import Grid, Vertex, grid
from witness.puzzle.model import MAX_SIDE, Puzzle

#: Where the path begins, in both algorithms.
START: Vertex = (0, 0)

#: Give up a set after this many draws in a row that it already holds, or that are not as required.
MAX_MISSES = 10_000

#: On a board of K times as many squares, a draw that is not as required counts K² times: it takes
#: so much longer, or more.
CHEAP_BOARD = 25

#: The most puzzles of a set, which is in memory until all of them are drawn.
MAX_PUZZLES = 1_000_000

#: Is called with each puzzle that is kept, and with None for a draw in vain.
Progress = Callable[[Puzzle | None], object]


def _no_progress(_found: Puzzle | None) -> None:
    """Show nothing."""


@dataclass(frozen=True)
class Requirement:
    """What a puzzle must satisfy: a test, words for what passes it, and for what did not."""

    holds: Callable[[Puzzle], bool]
    words: str
    failed: Callable[[], str] = str


def algorithm_3(
    rows: int, cols: int, rng: random.Random, kind: str = "triangles", gaps: float = 0.0
) -> Puzzle:
    """Draw a solvable puzzle with random symbols of a kind (paper, Algorithm 3).

    The goal is uniform over the border vertices other than the start. Then come gaps, a share
    `gaps` of all edges (`witness.puzzle.generate.gaps`), and the symbols
    (`witness.puzzle.generate.kinds`); for triangles, the number of squares that have them is
    uniform in 1..⌊rows·cols/2⌋ (1 on a single square), and each has 1 to 3. The whole draw is
    repeated until the puzzle is solvable, which is a matter of milliseconds up to about 8×8, where
    symbols ask for regions up to 5×5. Raises `InputError` for boards on which it takes too long, or
    which are too small for the kind.
    """
    board = _board(rows, cols)
    symbols = _fitting(kind, gaps, board)
    drawn = "boards are drawn until one has a solution, which"
    check_decided(rows, cols, symbols.features, drawn)
    while True:
        panel = _panel(symbols, board, _border_goal(board, rng), rng)
        puzzle = symbols.anywhere(random_gaps(panel, gaps, rng), rng)
        if is_solvable(puzzle):
            return puzzle


def algorithm_4(
    rows: int,
    cols: int,
    rng: random.Random,
    method: str = "backtracking",
    kind: str = "triangles",
    gaps: float = 0.0,
) -> Puzzle:
    """Draw a puzzle of a kind around a random path, which solves it (paper, Algorithm 4).

    The paper does not say how to draw goal and path: here the goal is drawn as in Algorithm 3, and
    the path to it by one of `PATH_METHODS`. Then come gaps beside the path, a share `gaps` of all
    edges, and the symbols (`witness.puzzle.generate.kinds`); for triangles, the number of squares
    that have them is uniform in 1..(squares with an edge on the path), and each has as many as
    edges on the path. All is drawn again where the path leaves no room for the kind. Raises
    `InputError` for boards that are too small for the kind, or too large for the method.
    """
    board = _board(rows, cols)
    symbols = _fitting(kind, gaps, board)
    if method not in PATH_METHODS:
        raise InputError(
            f"unknown path method {quoted(method)}; there are {', '.join(PATH_METHODS)}"
        )
    if symbols.board and method != "backtracking":
        raise InputError(f"paths of the kind {kind} are drawn by backtracking, not by {method}")
    while True:
        panel = _panel(symbols, board, _border_goal(board, rng), rng)
        if symbols.board:
            path = backtracking_on(panel, rng)
        else:
            path = PATH_METHODS[method](board, START, panel.goal_vertices[0], rng)
        puzzle = path and symbols.around(gaps_beside(panel, path, gaps, rng), path, rng)
        if puzzle:
            return puzzle


def puzzle_sets(
    plan: Sequence[tuple[str, int]],
    sizes: Mapping[str, tuple[int, int]],
    rng: random.Random,
    progress: Progress = _no_progress,
    *,
    kind: str = "triangles",
    gaps: float = 0.0,
    known: Iterable[Puzzle] = (),
) -> dict[str, list[Puzzle]]:
    """Draw the puzzle sets of one experiment, one after another, with Algorithm 3.

    `plan` holds the name and the number of puzzles of each set, `sizes` the smallest and largest
    side of its boards: rows and columns are drawn independently and uniformly from that range for
    every puzzle. A puzzle that is known, or in this set or another, is dropped, and so is its size:
    there are only a few hundred 2×2 puzzles, and a large set gets each of them once.

    The puzzles are of a kind and have gaps, as in `algorithm_3`. The ids are the set's name and a
    number (`train-0007`). Raises `InputError` for impossible
    sizes, and when no new puzzles can be found.
    """
    names = [name for name, _ in plan]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"there are two puzzle sets named {quoted(name)}")
        if name not in sizes:
            raise InputError(f"the puzzle set {quoted(name)} has no board sizes")
        check_sizes(name, *sizes[name], kind)
    seen = {puzzle.canonical() for puzzle in known}
    return {
        name: _distinct(name, count, _random_draw(*sizes[name], rng, kind, gaps), seen, progress)
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
    kind: str = "triangles",
    gaps: float = 0.0,
    requirements: Sequence[Requirement] = (),
    max_misses: int = MAX_MISSES,
    done: Sequence[Puzzle] = (),
) -> list[Puzzle]:
    """Draw one set of distinct puzzles with Algorithm 3; see `puzzle_sets`.

    Puzzles that do not satisfy all `requirements` are drawn again. `done` are the first puzzles of
    a run that was stopped, which are not tested again. Raises `InputError` after `max_misses` draws
    in a row that do not satisfy all, or that are known.
    """
    check_sizes(name, min_size, max_size, kind)
    draw = _random_draw(min_size, max_size, rng, kind, gaps)
    return _distinct(name, count, draw, set(), progress, requirements, max_misses, done)


def path_set(
    rows: int,
    cols: int,
    count: int,
    rng: random.Random,
    method: str = "backtracking",
    name: str = "path",
    progress: Progress = _no_progress,
    *,
    kind: str = "triangles",
    gaps: float = 0.0,
    requirements: Sequence[Requirement] = (),
    max_misses: int = MAX_MISSES,
    done: Sequence[Puzzle] = (),
) -> list[Puzzle]:
    """Draw one set of distinct puzzles of one size with Algorithm 4.

    Puzzles that do not satisfy all `requirements` are drawn again. `done` are the first puzzles of
    a run that was stopped, which are not tested again. Raises `InputError` after `max_misses` draws
    in a row that do not satisfy all, or that are known.
    """

    def draw() -> Puzzle:
        return algorithm_4(rows, cols, rng, method, kind, gaps)

    return _distinct(name, count, draw, set(), progress, requirements, max_misses, done)


def check_sizes(name: str, min_size: int, max_size: int, kind: str) -> None:
    """Raise `InputError` unless sets of a kind can be drawn on boards of these sizes."""
    symbols = kind_named(kind)
    most = longest_side(symbols.features)
    if not 1 <= min_size <= max_size <= most:
        what = "" if kind == "triangles" else f" for {kind}"
        raise InputError(
            f"the board sizes of {quoted(name)} are {min_size} to {max_size}; they must be a "
            f"range between 1 and {most}{what}, as every board that is drawn has to be solved"
        )
    if min_size**2 < symbols.least:
        raise InputError(
            f"the board sizes of {quoted(name)} begin with {min_size}; {kind} need "
            f"{symbols.least} squares, so begin with {min_size + 1}"
        )


#: That a puzzle has one solution.
UNIQUE = Requirement(has_one_solution, "exactly one solution")


def _board(rows: int, cols: int) -> Grid:
    for name, value in (("rows", rows), ("cols", cols)):
        if not 1 <= value <= MAX_SIDE:
            raise InputError(f"{name} is {value}; 1 to {MAX_SIDE} is possible")
    return grid(rows, cols)


def _fitting(kind: str, gaps: float, board: Grid) -> Kind:
    """Return the kind with a name, for a board with room for it."""
    check_gaps(gaps)
    found = kind_named(kind)
    if len(board.squares) < found.least:
        raise InputError(
            f"a {board.rows}×{board.cols} board has no room for {kind}, which need "
            f"{found.least} squares"
        )
    return found


def _border_goal(board: Grid, rng: random.Random) -> Vertex:
    return rng.choice([vertex for vertex in board.peripheral_vertices if vertex != START])


def _panel(kind: Kind, board: Grid, goal: Vertex, rng: random.Random) -> Puzzle:
    """Return a panel of a kind without symbols."""
    panel = Puzzle(board.rows, board.cols, (START,), (goal,))
    return kind.board(panel, rng) if kind.board else panel


def _random_draw(
    min_size: int, max_size: int, rng: random.Random, kind: str, gaps: float
) -> Callable[[], Puzzle]:
    def draw() -> Puzzle:
        rows = rng.randrange(min_size, max_size + 1)
        cols = rng.randrange(min_size, max_size + 1)
        return algorithm_3(rows, cols, rng, kind, gaps)

    return draw


def _distinct(
    name: str,
    count: int,
    draw: Callable[[], Puzzle],
    seen: set[Puzzle],
    progress: Progress,
    requirements: Sequence[Requirement] = (),
    max_misses: int = MAX_MISSES,
    done: Sequence[Puzzle] = (),
) -> list[Puzzle]:
    """Draw `count` puzzles as required that are not in `seen`, and add them to it."""
    if not 0 <= count <= MAX_PUZZLES:
        raise InputError(
            f"{count} puzzles are asked for {quoted(name)}; 0 to {MAX_PUZZLES:,} are possible"
        )
    digits = max(4, len(str(count - 1)))
    found = [*done]
    for puzzle in done:  # they come again, as the same draws do
        seen.add(puzzle.canonical())
        while draw().canonical() != puzzle.canonical():
            pass
    known = draws = misses = 0  # in a row: known ones, and those that are not as required
    while len(found) < count:
        puzzle = draw()
        if not all(requirement.holds(puzzle) for requirement in requirements):
            draws += 1
            misses += max(1, puzzle.rows * puzzle.cols // CHEAP_BOARD) ** 2
            progress(None)
            if misses >= max_misses:
                words = " and ".join(f"{one.words}{one.failed()}" for one in requirements)
                raise InputError(
                    f"none of {draws:,} draws in a row for {quoted(name)} had {words}; ask for "
                    "other boards, or for less"
                )
            continue
        draws = misses = 0
        puzzle = puzzle.canonical()
        if puzzle in seen:
            known += 1
            progress(None)
            if known >= max_misses:
                raise InputError(
                    f"only {len(found)} of {count} distinct puzzles were found for {quoted(name)} "
                    f"({known} draws in a row gave known ones); ask for fewer puzzles or for "
                    "larger boards"
                )
            continue
        known = 0
        seen.add(puzzle)
        found.append(puzzle.changed(id=f"{name}-{len(found):0{digits}d}"))
        progress(found[-1])
    return found
