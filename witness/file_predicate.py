"""Predicates that are read from `.pl` files: learned ones, or written by hand."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

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
        board = puzzle.grid
        condition = self.translation.fires
        dependence = self.translation.dependence
        squares: list[tuple[int, int, SquareView, dict[tuple[int, ...], bool]]] = []
        for square, count in puzzle.triangle_at.items():
            number = board.square_number(square)
            squares.append(
                (
                    board.square_edge_masks[number],
                    board.square_corner_masks[number],
                    square_view(puzzle, square, count),
                    {},
                )
            )
        with_length = dependence >= Dependence.LENGTH

        def fires(head: int, vertices: int, edges: int) -> bool:
            for edge_mask, corner_mask, view, memory in squares:
                near = head if corner_mask >> head & 1 else -1
                key: tuple[int, ...] = (edges & edge_mask, vertices & corner_mask, near)
                if with_length:
                    key = (*key, edges.bit_count())
                answer = memory.get(key)
                if answer is None:
                    path = path_view(puzzle, path_from_edges(puzzle, head, edges))
                    answer = memory[key] = condition(path, view)
                if answer:
                    return True
            return False

        def fires_anew(head: int, vertices: int, edges: int) -> bool:
            path = path_view(puzzle, path_from_edges(puzzle, head, edges))
            return any(condition(path, view) for _, _, view, _ in squares)

        return fires_anew if dependence is Dependence.GLOBAL else fires


def read_predicate(
    path: str | Path, *, bk: str | Path | None = None, bias: str | Path | None = None
) -> FilePredicate:
    """Read a predicate file; the paper's background and bias are used unless others are named.

    Raises `InputError` with file and line for clauses that cannot be used.
    """
    background = read_background(bk, bias)
    translation = translate(read_hypothesis(path), background, str(path))
    return FilePredicate(str(path), translation, background)
