"""Predicates that are read from `.pl` files: learned ones, or written by hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from witness.grid import Square
from witness.logic.locality import Dependence
from witness.logic.primitives import SquareView, path_view, square_view
from witness.logic.reader import read_hypothesis
from witness.logic.translate import Background, Translation, read_background, translate
from witness.paths import path_from_edges
from witness.predicates import BoundPredicate
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
        condition = self.translation.fires
        dependence = self.translation.dependence
        if dependence is Dependence.GLOBAL:
            views = [square_view(puzzle, s, count) for s, count in puzzle.triangle_at.items()]

            def fires_anew(head: int, vertices: int, edges: int) -> bool:
                path = path_view(puzzle, path_from_edges(puzzle, head, edges))
                return any(condition(path, view) for view in views)

            return fires_anew

        with_length = dependence is Dependence.LENGTH
        squares = [
            _Square.of(puzzle, square, count) for square, count in puzzle.triangle_at.items()
        ]

        def fires(head: int, vertices: int, edges: int) -> bool:
            for square in squares:
                near = head if square.corner_mask >> head & 1 else -1
                key: tuple[int, ...] = (
                    edges & square.edge_mask,
                    vertices & square.corner_mask,
                    near,
                )
                if with_length:
                    key = (*key, edges.bit_count())
                answer = square.answers.get(key)
                if answer is None:
                    answer = square.answers[key] = self._local(
                        puzzle, square, head, vertices, edges
                    )
                if answer:
                    return True
            return False

        return fires

    def _local(self, puzzle: Puzzle, square: _Square, head: int, vertices: int, edges: int) -> bool:
        """Look an answer up by the local configuration, the same on every board."""
        key = (
            square.view.triangles,
            tuple(edges >> edge & 1 for edge in square.edges),
            tuple(vertices >> corner & 1 for corner in square.corners),
            square.corners.index(head) if head in square.corners else -1,
            edges.bit_count() if self.translation.dependence is Dependence.LENGTH else 0,
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

    @staticmethod
    def of(puzzle: Puzzle, square: Square, triangles: int) -> _Square:
        board = puzzle.grid
        number = board.square_number(square)
        return _Square(
            square_view(puzzle, square, triangles),
            tuple(board.edge_number[edge] for edge in board.square_edges(square)),
            tuple(board.vertex_number(corner) for corner in board.square_corners(square)),
            board.square_edge_masks[number],
            board.square_corner_masks[number],
            {},
        )


def read_predicate(
    path: str | Path, *, bk: str | Path | None = None, bias: str | Path | None = None
) -> FilePredicate:
    """Read a predicate file; the paper's background and bias are used unless others are named.

    Raises `InputError` with file and line for clauses that cannot be used.
    """
    background = read_background(bk, bias)
    translation = translate(read_hypothesis(path), background, str(path))
    return FilePredicate(str(path), translation, background)
