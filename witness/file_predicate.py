"""Predicates that are read from `.pl` files: learned ones, or written by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from witness.logic.background import Background, read_background
from witness.logic.locality import Dependence
from witness.logic.primitives import SquareView, path_view, square_view
from witness.logic.reader import read_hypothesis
from witness.logic.translate import Translation, translate
from witness.paths import path_from_edges
from witness.predicates import BoundPredicate, BoundStep
from witness.puzzle import Puzzle
from witness.verify import Verdict, verify


class FilePredicate:
    """π′ given by clauses. Answers are remembered for each local configuration where that is all
    that the clauses depend on (and for each path length, if that is the only other thing).
    """

    def __init__(self, name: str, translation: Translation, background: Background) -> None:
        self.name = name
        self.translation = translation
        self.background = background
        self.dependence = translation.dependence
        self._answers: dict[tuple[object, ...], bool] = {}

    @cached_property
    def verdict(self) -> Verdict:
        """Proof or counterexample of the clauses."""
        clauses = [translated.clause for translated in self.translation.clauses]
        return verify(clauses, self.background, self.name)

    @property
    def sound(self) -> bool:
        """Whether the clauses are proved to have no false positives."""
        return self.verdict.status == "proved"

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Give π of one puzzle: the disjunction of π′ over its squares with triangles."""
        if self.dependence is Dependence.GLOBAL:
            condition = self.translation.fires
            views = [square_view(puzzle, s, count) for s, count in puzzle.triangle_at.items()]

            def fires_anew(head: int, vertices: int, edges: int) -> bool:
                path = path_view(puzzle, path_from_edges(puzzle, head, edges))
                return any(condition(path, view) for view in views)

            return fires_anew

        some_fires = self._remembering(puzzle)
        squares = _squares(puzzle)
        return lambda head, vertices, edges: some_fires(squares, head, vertices, edges)

    def bind_step(self, puzzle: Puzzle) -> BoundStep:
        """Give π for the children of partial paths that π spares.

        If the clauses depend on local configurations only, a step changes nothing but the squares
        around the old head and the new one, so only they are looked at.
        """
        if self.dependence is not Dependence.LOCAL:
            fires = self.bind(puzzle)
            return lambda _, head, vertices, edges: fires(head, vertices, edges)
        some_fires = self._remembering(puzzle)
        squares = _squares(puzzle)
        around = [
            {
                near: [s for s in squares if here in s.corners or near in s.corners]
                for near, _ in row
            }
            for here, row in enumerate(puzzle.grid.steps)
        ]
        return lambda previous, head, vertices, edges: some_fires(
            around[previous][head], head, vertices, edges
        )

    def _remembering(self, puzzle: Puzzle) -> Callable[[list[_Square], int, int, int], bool]:
        """Give a function that says whether π′ fires for one of some squares."""
        with_length = self.dependence is Dependence.LENGTH

        def some_fires(squares: list[_Square], head: int, vertices: int, edges: int) -> bool:
            for square in squares:
                key: tuple[int, ...] = (
                    edges & square.edge_mask,
                    vertices & square.corner_mask,
                    head if square.corner_mask >> head & 1 else -1,
                )
                if with_length:
                    key = (*key, edges.bit_count())
                answer = square.answers.get(key)
                if answer is None:
                    answer = self._local(puzzle, square, head, vertices, edges)
                    square.answers[key] = answer
                if answer:
                    return True
            return False

        return some_fires

    def _local(self, puzzle: Puzzle, square: _Square, head: int, vertices: int, edges: int) -> bool:
        """Look an answer up by the local configuration, the same on every board."""
        key = (
            square.view.triangles,
            tuple(edges >> edge & 1 for edge in square.edges),
            tuple(vertices >> corner & 1 for corner in square.corners),
            square.corners.index(head) if head in square.corners else -1,
            edges.bit_count() if self.dependence is Dependence.LENGTH else 0,
        )
        answer = self._answers.get(key)
        if answer is None:
            path = path_view(puzzle, path_from_edges(puzzle, head, edges))
            answer = self._answers[key] = self.translation.fires(path, square.view)
        return answer


@dataclass(frozen=True)
class _Square:
    """A square with triangles: its view, its numbers and bit sets, and the answers found."""

    view: SquareView
    edges: tuple[int, ...]
    corners: tuple[int, ...]
    edge_mask: int
    corner_mask: int
    answers: dict[tuple[int, ...], bool]


def _squares(puzzle: Puzzle) -> list[_Square]:
    """Give the squares of a puzzle with triangles."""
    board = puzzle.grid
    found = []
    for square, triangles in puzzle.triangle_at.items():
        number = board.square_number(square)
        found.append(
            _Square(
                square_view(puzzle, square, triangles),
                tuple(board.edge_number[edge] for edge in board.square_edges(square)),
                tuple(board.vertex_number(corner) for corner in board.square_corners(square)),
                board.square_edge_masks[number],
                board.square_corner_masks[number],
                {},
            )
        )
    return found


def read_predicate(
    path: str | Path, *, bk: str | Path | None = None, bias: str | Path | None = None
) -> FilePredicate:
    """Read a predicate file; the paper's background and bias are used unless others are named.

    Raises `InputError` with file and line for clauses that cannot be used.
    """
    background = read_background(bk, bias)
    translation = translate(read_hypothesis(path), background, str(path))
    return FilePredicate(str(path), translation, background)
