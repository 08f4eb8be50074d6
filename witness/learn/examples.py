"""From a training puzzle to labelled examples, and the three files of a learning task.

The examples of a puzzle (paper, section 4): the partial paths are the distinct proper prefixes of
simple start-to-goal paths, and each of them makes one example with each square that has triangles.
An example is *positive* if the partial path can no longer become a solution, and *negative* if it
still can.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from witness.base.errors import InputError
from witness.base.files import atomic_writers, make_folder, read_text
from witness.learn.task import FILES
from witness.logic.background import checked_background
from witness.logic.language.bias import read_bias
from witness.logic.language.primitives import (
    PRIMITIVES,
    PathView,
    edge_name,
    square_name,
    square_view,
    vertex_name,
)
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import Compound, Key
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle

#: The features that a puzzle may have for examples to be made from it.
SUPPORTED = frozenset({"triangles", "gaps"})

#: Whether a label depends on all constraints of the puzzle, or on the example's square alone.
Labels = Literal["puzzle", "constraint"]
LABELS: tuple[Labels, ...] = ("puzzle", "constraint")


@dataclass(frozen=True)
class PartialPath:
    """A proper prefix of a start-to-goal path.

    `completable` says whether some solution of the puzzle extends it. Bit i of `satisfiable` says
    whether it can be extended to a start-to-goal path that satisfies the i-th triangle square.
    """

    vertices: tuple[int, ...]
    edges: tuple[int, ...]
    completable: bool
    satisfiable: int


def check_supported(puzzle: Puzzle) -> None:
    """Raise `InputError` for a puzzle from which no examples can be made."""
    puzzle.require(SUPPORTED, "examples are made from triangle puzzles")


def partial_paths(puzzle: Puzzle) -> list[PartialPath]:
    """Return all partial paths of a puzzle, in depth-first order (up, right, down, left).

    Raises `InputError` for puzzles with more than triangles and gaps.
    """
    check_supported(puzzle)
    board = puzzle.grid
    gaps = {board.edge_number[gap] for gap in puzzle.gaps}
    steps = [[step for step in row if step[1] not in gaps] for row in board.steps]
    goals = {board.vertex_number(goal) for goal in puzzle.goal_vertices}
    wanted = [
        (board.square_edge_masks[board.square_number(square)], count, 1 << position)
        for position, (square, count) in enumerate(puzzle.triangle_at.items())
    ]
    everything = (1 << len(wanted)) - 1
    found: list[PartialPath | None] = []

    def extend(
        head: int, visited: int, used: int, vertices: tuple[int, ...], edges: tuple[int, ...]
    ) -> tuple[bool, bool, int]:
        """Record the partial path; return whether it reaches a goal, and its two labels."""
        place = len(found)
        found.append(None)
        reaches = solved = False
        satisfiable = 0
        for near, edge in steps[head]:
            if visited >> near & 1:
                continue
            taken = used | 1 << edge
            if near in goals:
                reaches = True
                satisfied = 0
                for mask, count, bit in wanted:
                    if (taken & mask).bit_count() == count:
                        satisfied |= bit
                solved = solved or satisfied == everything
                satisfiable |= satisfied
                continue
            beyond = extend(near, visited | 1 << near, taken, (*vertices, near), (*edges, edge))
            reaches = reaches or beyond[0]
            solved = solved or beyond[1]
            satisfiable |= beyond[2]
        if reaches:
            found[place] = PartialPath(vertices, edges, solved, satisfiable)
        return reaches, solved, satisfiable

    for start in puzzle.start_vertices:
        number = board.vertex_number(start)
        if number not in goals:
            extend(number, 1 << number, 0, (number,), ())
    return [path for path in found if path is not None]


def path_views(puzzle: Puzzle, paths: list[PartialPath]) -> Iterator[PathView]:
    """Yield the views of partial paths that background predicates take."""
    board = puzzle.grid
    vertex_names = [vertex_name(vertex) for vertex in board.vertices]
    edge_names = [edge_name(puzzle, edge) for edge in board.edges]
    for path in paths:
        vertices = tuple(vertex_names[v] for v in path.vertices)
        yield PathView(tuple(edge_names[e] for e in path.edges), vertices, vertices[-1])


def write_task(
    puzzle: Puzzle, directory: str | Path, *, bk: str | Path, bias: str | Path, labels: Labels
) -> dict[str, int]:
    """Write `exs.pl`, `bk.pl` and `bias.pl` of a puzzle into a directory.

    `bk` and `bias` are files of background definitions and of a bias for Popper. Facts are written
    only for the primitives that these use. Returns the numbers of partial paths and of positive
    and negative examples. Raises `InputError` if the puzzle has no triangles, or if the definitions
    do not fit the bias (`checked_background`).
    """
    if not puzzle.triangles:
        raise InputError(f"puzzle {puzzle.id!r} has no triangles, so there is nothing to learn")
    bias_text = read_text(bias)
    declared = read_bias(bias)
    definitions = read_text(bk)
    program = parse_program(definitions, str(bk))
    background = checked_background(program, declared)
    paths = partial_paths(puzzle)
    squares = list(puzzle.triangle_at.items())
    needed = _needed_primitives(program) | {s.key for s in declared.body} & set(PRIMITIVES)
    head = declared.head.name
    lines: dict[str, list[str]] = {"pos": [], "neg": []}
    for number, path in enumerate(paths):
        for position, (square, _) in enumerate(squares):
            completable = (
                path.completable if labels == "puzzle" else path.satisfiable >> position & 1
            )
            sign = "neg" if completable else "pos"
            given = background.arguments(f"p{number}", square_name(puzzle, square))
            lines[sign].append(f"{sign}({head}({','.join(given)})).\n")
    place = make_folder(directory)
    names = (place / name for name in FILES)
    with atomic_writers(*names) as (facts_stream, example_stream, bias_stream):
        facts_stream.write(definitions.rstrip() + "\n\n")
        facts_stream.write(f"% ---- facts of puzzle {puzzle.id} ----\n")
        for line in _facts(puzzle, squares, paths, needed):
            facts_stream.write(line + "\n")
        example_stream.writelines(lines["pos"])
        example_stream.writelines(lines["neg"])
        bias_stream.write(bias_text)
    return {
        "partial_paths": len(paths),
        "positives": len(lines["pos"]),
        "negatives": len(lines["neg"]),
    }


def _needed_primitives(program: Program) -> set[Key]:
    """Return the primitives that the rules of a background file call."""
    called: set[Key] = set()
    for clauses in program.rules.values():
        for clause in clauses:
            for literal in clause.body:
                called.add(literal.key)
                called |= {
                    (a.functor, len(a.args)) for a in literal.args if isinstance(a, Compound)
                }
    return called & set(PRIMITIVES)


def _facts(
    puzzle: Puzzle,
    squares: list[tuple[Square, int]],
    paths: list[PartialPath],
    needed: set[Key],
) -> Iterator[str]:
    """Yield the facts of the needed primitives, one predicate after another."""
    views = [
        (square_name(puzzle, square), square_view(puzzle, square, count))
        for square, count in squares
    ]
    if ("square", 3) in needed:
        for name, square in views:
            yield f"square({name},{square.triangles},[{','.join(square.edges)}])."
    if ("corner", 2) in needed:
        for name, square in views:
            for corner in square.corners:
                yield f"corner({name},{corner})."
    if ("side", 4) in needed:
        for name, square in views:
            for edge, one, other in square.sides:
                yield f"side({name},{edge},{one},{other})."
    if ("path", 2) in needed:
        for number, path in enumerate(path_views(puzzle, paths)):
            yield f"path(p{number},[{','.join(path.edges)}])."
    if ("vertices", 2) in needed:
        for number, path in enumerate(path_views(puzzle, paths)):
            yield f"vertices(p{number},[{','.join(path.vertices)}])."
    if ("head_vertex", 2) in needed:
        for number, path in enumerate(path_views(puzzle, paths)):
            yield f"head_vertex(p{number},{path.head})."
