"""A background that speaks of neighbouring squares, and what a clause about them may not do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from support.hypotheses import random_clause

from witness.base.shipped import shipped_file
from witness.clauses.background import Background, checked_background
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import Clause, Literal, Variable
from witness.puzzle.grid import Grid, edge_between, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.views.board import PathView, SquareView, board_view, path_view
from witness.puzzle.views.translate import Condition

DEFINITIONS = """
neighbour(S,T) :- side(S,E,_,_), beside(E,T), T \\== S.
around(S,T) :- neighbour(S,T).
around(S,T) :- neighbour(S,R), neighbour(R,T).
overfull(P,S) :- square(S,T,_), T > 0, used(P,S,N), N > T.
short(P,S) :- triangles(S,T), reach(P,S,N), N < T.
busy(P,S) :- used(P,S,N), N > 1.
lost(P,S) :- overfull(P,S).
lost(P,S) :- short(P,S), \\+ busy(P,S).
near_lost(P,S) :- neighbour(S,T), lost(P,T).
long(P) :- path(P,L), length(L,N), N > 3.
late(P,S) :- long(P), overfull(P,S).
""" + "".join(f"trodden(P,S,{n}) :- used(P,S,{n}), long(P).\n" for n in (1, 2, 3))

DECLARED = {
    "neighbour": ("square", "+square"), "around": ("square", "+square"),
    "overfull": ("path", "square"), "short": ("path", "square"), "busy": ("path", "square"),
    "lost": ("path", "square"), "near_lost": ("path", "square"), "late": ("path", "square"),
    "trodden": ("path", "square", "+int"), "long": ("path",),
}  # fmt: skip

#: The predicates of random clauses, with their weights.
_WEIGHTS = {
    "neighbour": 3, "around": 1, "triangles": 3, "used": 3, "reach": 1, "greaterThan": 3, "gte": 2,
    "adjacent": 1, "notAdjacent": 1, "one": 1, "two": 1, "overfull": 2, "near_lost": 1, "late": 1,
    "trodden": 2, "long": 1, "busy": 1, "lost": 1, "short": 1,
}  # fmt: skip


@cache
def neighbours() -> Background:
    """Return bk/extended.pl with definitions about neighbouring squares."""
    lines = []
    for name, sorts in DECLARED.items():
        types = "".join(f"{sort.strip('+')}," for sort in sorts)
        modes = "".join("out," if sort[0] == "+" else "in," for sort in sorts)
        lines.append(f"body_pred({name},{len(sorts)}).")
        lines += [f"type({name},({types})).", f"direction({name},({modes}))."]
    bias = shipped_file("bias/extended.pl").read_text() + "\n".join(lines)
    program = parse_program(shipped_file("bk/extended.pl").read_text() + DEFINITIONS, "bk.pl")
    return checked_background(program, parse_bias(bias))


def drawn(rng: random.Random) -> Clause:
    """Draw a clause, mostly about another square than its own."""
    known = neighbours()
    names = set(rng.choices([*_WEIGHTS], [*_WEIGHTS.values()], k=8))
    body = tuple(one for one in known.bias.body if one.name in names)
    clause = random_clause(rng, Background(known.program, replace(known.bias, body=body)))
    if rng.random() < 0.5:
        a, b, z = Variable("A"), Variable("B"), Variable("Z")
        other = Literal(rng.choice(("neighbour", "around")), (b, z))
        square = Literal(rng.choice(("lost", "late", "overfull", "short", "busy")), (a, z))
        clause = Clause(clause.name, clause.args, (*clause.body, square, other))
    return clause


@cache
def completable() -> tuple[tuple[PathView, tuple[SquareView, ...]], ...]:
    """Return all paths that a solution extends on small panels, with the squares with triangles.

    The boards have up to four squares, and every choice of squares has triangles; a few edges that
    no solution takes are gaps.
    """
    return tuple(_completable())


def _completable() -> Iterator[tuple[PathView, tuple[SquareView, ...]]]:
    rng = random.Random("gaps")
    for rows, cols in ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2)):
        board = grid(rows, cols)
        for goal in board.vertices:
            if goal == (0, 0):
                continue
            for path in simple_paths(Puzzle(rows, cols, ((0, 0),), (goal,))):
                yield from _beginnings(board, path, rng)


def _beginnings(
    board: Grid, path: Any, rng: random.Random
) -> Iterator[tuple[PathView, tuple[SquareView, ...]]]:
    edges = {edge_between(a, b) for a, b in pairwise(path)}
    counts = {square: len(edges & {*board.square_edges(square)}) for square in board.squares}
    able = [square for square, count in counts.items() if count]
    free = [edge for edge in board.edges if edge not in edges]
    for size in range(1, len(able) + 1):
        for chosen in combinations(able, size):
            puzzle = Puzzle(
                board.rows, board.cols, (path[0],), (path[-1],),
                triangles=tuple((*square, counts[square]) for square in chosen),
                gaps=tuple(edge for edge in free if rng.random() < 0.1),
            )  # fmt: skip
            views = tuple(board_view(puzzle).squares[square] for square in chosen)
            for length in range(1, len(path)):
                yield path_view(puzzle, path[:length]), views


def errs(condition: Condition, first: int = 0, every: int = 1) -> bool:
    """Whether a clause fires on one of the paths that a solution extends, or on every n-th."""
    tried = completable()[first % every :: every]
    return any(condition(path, square) for path, squares in tried for square in squares)
