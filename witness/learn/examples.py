"""From a training puzzle to labelled examples, and the three files of a learning task.

The examples of a puzzle (paper, section 4): the partial paths are the distinct proper prefixes of
simple start-to-goal paths, and each of them makes one example with each square that has triangles.
An example is *positive* if the partial path can no longer become a solution, and *negative* if it
still can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Literal

from witness.base.errors import InputError, quoted
from witness.base.files import make_folder, outputs, read_text
from witness.learn.partial_paths import (
    MAX_PATHS,
    PartialPath,
    number_of_partial_paths,
    partial_paths,
)
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

#: Whether a label depends on all constraints of the puzzle, or on the example's square alone.
Labels = Literal["puzzle", "constraint"]
LABELS: tuple[Labels, ...] = ("puzzle", "constraint")

#: A progress bar: of a total, None if that is not known, and a unit. It yields a function that
#: takes the number of steps done.
Bar = Callable[[int | None, str], AbstractContextManager[Callable[[int], object]]]


def no_bar(_total: int | None, _unit: str) -> AbstractContextManager[Callable[[int], object]]:
    """Return a progress bar that is not shown."""
    return nullcontext(lambda _: None)


def path_views(puzzle: Puzzle, paths: list[PartialPath]) -> Iterator[PathView]:
    """Yield the views of partial paths that background predicates take."""
    board = puzzle.grid
    vertex_names = [vertex_name(vertex) for vertex in board.vertices]
    edge_names = [edge_name(puzzle, edge) for edge in board.edges]
    for path in paths:
        vertices = tuple(vertex_names[v] for v in path.vertices)
        yield PathView(tuple(edge_names[e] for e in path.edges), vertices, vertices[-1])


def write_task(
    puzzle: Puzzle,
    directory: str | Path,
    *,
    bk: str | Path,
    bias: str | Path,
    labels: Labels,
    most: int = MAX_PATHS,
    bar: Bar = no_bar,
) -> dict[str, int]:
    """Write `exs.pl`, `bk.pl` and `bias.pl` of a puzzle into a directory.

    `bk` and `bias` are files of background definitions and of a bias for Popper. Facts are written
    only for the primitives that these use. Returns the numbers of partial paths and of positive
    and negative examples. Raises `InputError` if the puzzle has no triangles or more than `most`
    partial paths, or if the definitions do not fit the bias (`checked_background`).
    """
    if not puzzle.triangles:
        raise InputError(
            f"puzzle {quoted(puzzle.id)} has no triangles, so there is nothing to learn"
        )
    bias_text = read_text(bias)
    declared = read_bias(bias)
    definitions = read_text(bk)
    program = parse_program(definitions, str(bk))
    background = checked_background(program, declared)
    with bar(None, " partial paths counted") as step:
        number_of_paths = number_of_partial_paths(puzzle, most, step)
    with bar(number_of_paths, "partial path") as step:
        paths = partial_paths(puzzle, step)
    squares = list(puzzle.triangle_at.items())
    needed = _needed_primitives(program) | {s.key for s in declared.body} & set(PRIMITIVES)
    names = [square_name(puzzle, square) for square, _ in squares]
    counts = {"pos": 0, "neg": 0}

    def examples(sign: str) -> Iterator[str]:
        for number, path in enumerate(paths):
            for position, name in enumerate(names):
                completable = (
                    path.completable if labels == "puzzle" else path.satisfiable >> position & 1
                )
                if (sign == "neg") == completable:
                    counts[sign] += 1
                    given = background.arguments(f"p{number}", name)
                    yield f"{sign}({declared.head.name}({','.join(given)})).\n"
            step(1)

    place = make_folder(directory)
    files = (place / name for name in FILES)
    with (
        bar(2 * len(paths), "partial path") as step,
        outputs(*files) as (facts_stream, example_stream, bias_stream),
    ):
        facts_stream.write(definitions.rstrip() + "\n\n")
        facts_stream.write(f"% ---- facts of puzzle {puzzle.id} ----\n")
        for line in _facts(puzzle, squares, paths, needed):
            facts_stream.write(line + "\n")
        example_stream.writelines(examples("pos"))
        example_stream.writelines(examples("neg"))
        bias_stream.write(bias_text)
    return {"partial_paths": len(paths), "positives": counts["pos"], "negatives": counts["neg"]}


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
