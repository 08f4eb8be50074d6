"""The partial paths of a puzzle with their labels, and how many there are (paper, section 4.1).

Their number grows about twelvefold with each row and column: 28,357 on 4×4, 4 million on 5×5.
Every vertex is entered only if a goal can still be reached from it, so that the time is in
proportion to the number of partial paths, whatever the gaps of the board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from witness.base.errors import InputError, quoted
from witness.puzzle.constraints import KINDS, constraint_tests, constraints
from witness.puzzle.graph import path_graph
from witness.puzzle.grid import beside, planes_of
from witness.puzzle.model import TWO_LINES, Puzzle
from witness.puzzle.rules import goal_test
from witness.puzzle.symbols import BARRING, SYMBOLS
from witness.puzzle.views.board import SHOWN

#: The features that a puzzle may have for examples to be made from it.
SUPPORTED = SHOWN | TWO_LINES | {"eliminations"}

#: The most partial paths of a learning task by default; 4×5 has 267,312, from corner to corner.
MAX_PATHS = 1_000_000

#: Whether a label depends on all constraints of the puzzle, or on that of the example alone
#: (`witness.puzzle.constraints`). With `sure`, an example is positive if that alone is lost, and
#: negative only if the path is completable; what is lost for another reason is no example.
Labels = Literal["puzzle", "constraint", "sure"]
LABELS: tuple[Labels, ...] = ("puzzle", "constraint", "sure")

#: The most partial paths whose next steps are kept, some hundred bytes each.
_MOST_KNOWN = 100_000

#: Returns the next steps, as numbers of a vertex and an edge, of a head and of the bit set of the
#: visited vertices.
Following = Callable[[int, int], list[tuple[int, int]]]

#: Is called with a number of partial paths that are done.
Step = Callable[[int], object]


class TooManyPathsError(InputError):
    """A puzzle has more partial paths than are allowed."""


@dataclass(frozen=True)
class PartialPath:
    """A proper prefix of a start-to-goal path; with two lines, of the first of them.

    `completable` says whether some solution of the puzzle extends it. Bit i of `satisfiable` says
    whether it can be extended to a start-to-goal path that satisfies the i-th constraint
    (`witness.puzzle.constraints`) by itself.
    """

    vertices: tuple[int, ...]
    edges: tuple[int, ...]
    completable: bool
    satisfiable: int


def check_supported(puzzle: Puzzle) -> None:
    """Raise `InputError` for a puzzle from which no examples can be made."""
    *words, last = (SYMBOLS[name].words for name in (*KINDS, *BARRING) if name in SHOWN)
    puzzle.require(SUPPORTED, f"examples are made from {', '.join(words)} and {last}")


def partial_paths(
    puzzle: Puzzle, step: Step = lambda _: None, unreachable: bool = False
) -> list[PartialPath]:
    """Return all partial paths of a puzzle, in depth-first order (up, right, down, left).

    Those that cannot reach a goal are among them if `unreachable` is true; they are no prefixes of
    start-to-goal paths. `step` is called with 1 for each. Raises `InputError` for puzzles with
    other features than `SUPPORTED`.
    """
    check_supported(puzzle)
    board = puzzle.grid
    roots, following = tree(bare(puzzle), unreachable)
    goals = {board.vertex_number(goal) for goal in puzzle.goal_vertices}
    everything = (1 << len(constraints(puzzle))) - 1
    satisfied_by, solves = constraint_tests(puzzle), goal_test(puzzle)
    found: list[PartialPath | None] = []

    def extend(
        head: int, visited: int, used: int, vertices: tuple[int, ...], edges: tuple[int, ...]
    ) -> tuple[bool, int]:
        """Record the partial path; return its two labels."""
        place = len(found)
        found.append(None)
        step(1)
        solved = False
        satisfiable = 0
        for near, edge in following(head, visited):
            taken = used | 1 << edge
            if near in goals:
                satisfied = satisfied_by(taken, visited | 1 << near)
                solution = satisfied == everything
                # Marks may take symbols away, but have to be used; line dots are no constraints.
                if solution and (puzzle.eliminations or puzzle.line_dots):
                    solution = solves(taken, visited | 1 << near)
                beyond = solution, satisfied
            else:
                beyond = extend(near, visited | 1 << near, taken, (*vertices, near), (*edges, edge))
            solved = solved or beyond[0]
            satisfiable |= beyond[1]
        found[place] = PartialPath(vertices, edges, solved, satisfiable)
        return solved, satisfiable

    for root in roots:
        extend(root, 1 << root, 0, (root,), ())
    return [path for path in found if path is not None]


def number_of_partial_paths(
    puzzle: Puzzle, most: int, step: Step = lambda _: None, unreachable: bool = False
) -> int:
    """Return the number of partial paths of a puzzle without making them.

    `unreachable` is as for `partial_paths`. `step` is called with 1 for each. Raises
    `TooManyPathsError` if there are more than `most`, and `InputError` as `partial_paths` does.
    """
    check_supported(puzzle)
    goals = {puzzle.grid.vertex_number(goal) for goal in puzzle.goal_vertices}
    roots, following = tree(bare(puzzle), unreachable)
    todo = [(root, 1 << root) for root in roots]
    number = 0
    while todo:
        head, visited = todo.pop()
        number += 1
        step(1)
        if number > most:
            raise TooManyPathsError(
                f"puzzle {quoted(puzzle.id)} has more than {most:,} partial paths, which is the "
                "limit; smaller boards have fewer"
            )
        todo += [
            (near, visited | 1 << near) for near, _ in following(head, visited) if near not in goals
        ]
    return number


def bare(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without what does not matter for its partial paths."""
    return Puzzle(
        puzzle.rows, puzzle.cols, puzzle.starts, puzzle.goals,
        gaps=puzzle.gaps, symmetry=puzzle.symmetry,
    )  # fmt: skip


@lru_cache(maxsize=1)  # Paths are counted, and then made.
def tree(puzzle: Puzzle, unreachable: bool) -> tuple[list[int], Following]:
    """Return the starts from which a goal can be reached, and what follows a partial path.

    Of a head and the set of visited vertices, that are the (vertex, edge) numbers of the next
    steps, without those after which no goal can be reached, unless these are wanted, too.
    """
    board = puzzle.grid
    width = puzzle.cols + 1
    graph = path_graph(puzzle)
    steps, images = graph.steps, puzzle.images
    goals = sum({1 << board.vertex_number(goal) for goal in puzzle.goal_vertices})
    right, up = planes_of({board.edges[edge] for row in steps for _, edge in row}, width)

    def reaches(head: int, visited: int) -> bool:
        border = 1 << head
        seen = border | (visited if images is None else images.both(0, visited)[1])
        while border:
            if border & goals:
                return True
            border = ~seen & beside(border, right, up, width)
            seen |= border
        return False

    known: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def following(head: int, visited: int) -> list[tuple[int, int]]:
        found = known.get((head, visited))
        if found is None:
            found = [
                (near, edge)
                for near, edge in steps[head]
                if not visited & graph.closing[near]
                and (unreachable or reaches(near, visited | 1 << near))
            ]
            if len(known) < _MOST_KNOWN:
                known[head, visited] = found
        return found

    starts = [board.vertex_number(start) for start in puzzle.start_vertices]
    return [s for s in starts if not goals >> s & 1 and reaches(s, 0)], following
