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
from typing import Literal, NamedTuple

from witness.base.errors import InputError, quoted
from witness.base.files import make_folder, outputs, read_text
from witness.learn.partial_paths import (
    MAX_PATHS,
    PartialPath,
    number_of_partial_paths,
    partial_paths,
)
from witness.learn.task import (
    FILES,
    Example,
    LearningTask,
    check_background,
    check_examples,
    read_task,
)
from witness.learn.time_limit import without_collector
from witness.logic.background import checked_background
from witness.logic.language.bias_reader import read_bias
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import Compound, Ground, Key
from witness.logic.language.views import PathView, board_view, square_name
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
    board = board_view(puzzle)
    return (board.path(path.vertices, path.edges) for path in paths)


def write_task(
    puzzle: Puzzle,
    directory: str | Path,
    *,
    bk: str | Path,
    bias: str | Path,
    labels: Labels,
    most: int = MAX_PATHS,
    unreachable: bool = False,
    bar: Bar = no_bar,
) -> dict[str, int]:
    """Write `exs.pl`, `bk.pl` and `bias.pl` of a puzzle into a directory.

    `bk` and `bias` are files of background definitions and of a bias for Popper. Facts are written
    only for the primitives that these use. Partial paths that cannot reach a goal are examples if
    `unreachable` is true. Returns the numbers of partial paths and of positive
    and negative examples. Raises `InputError` if the puzzle has no triangles or more than `most`
    partial paths, or if the definitions do not fit the bias (`checked_background`).
    """
    return _written(puzzle, directory, bk, bias, labels, most, unreachable, bar).counts


def make_task(
    puzzle: Puzzle,
    directory: str | Path,
    *,
    bk: str | Path,
    bias: str | Path,
    labels: Labels,
    most: int = MAX_PATHS,
    unreachable: bool = False,
) -> LearningTask:
    """Write the files of a puzzle as `write_task`, and return the task that `read_task` reads."""
    with without_collector():
        written = _written(puzzle, directory, bk, bias, labels, most, unreachable, no_bar)
        return _as_read(written, Path(directory))


class _Written(NamedTuple):
    """What was written: the texts before the facts, the facts, the examples and the bias."""

    beginning: str
    facts: dict[Key, list[tuple[Ground, ...]]]
    examples: tuple[list[Example], list[Example]]
    counts: dict[str, int]


def _written(
    puzzle: Puzzle,
    directory: str | Path,
    bk: str | Path,
    bias: str | Path,
    labels: Labels,
    most: int,
    unreachable: bool,
    bar: Bar,
) -> _Written:
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
        number_of_paths = number_of_partial_paths(puzzle, most, step, unreachable)
    with bar(number_of_paths, "partial path") as step:
        paths = partial_paths(puzzle, step, unreachable)
    squares = list(puzzle.triangle_at.items())
    needed = needed_primitives(program) | {s.key for s in declared.body} & set(PRIMITIVES)
    names = [square_name(puzzle, square) for square, _ in squares]
    path_names = [f"p{number}" for number in range(len(paths))]
    known = primitive_facts(puzzle, squares, paths, whole=("beside", 2) in needed)
    facts = {key: list(rows) for key, rows in known.items() if key in needed}
    without = "".join(
        f"{name}({','.join('_' * arity)}) :- fail.\n"
        for (name, arity), rows in facts.items()
        if not rows
    )
    beginning = f"{definitions.rstrip()}\n\n% ---- facts of puzzle {puzzle.id} ----\n{without}"
    found: tuple[list[Example], list[Example]] = ([], [])

    path_first = background.roles[0] == "path"

    def examples(sign: str, chosen: list[Example]) -> Iterator[str]:
        before = f"{sign}({declared.head.name}("
        wanted = sign == "neg"
        for path_name, path in zip(path_names, paths, strict=True):
            for position, name in enumerate(names):
                completable = (
                    path.completable if labels == "puzzle" else path.satisfiable >> position & 1
                )
                if wanted == completable:
                    given = (path_name, name) if path_first else (name, path_name)
                    chosen.append(given)
                    yield f"{before}{given[0]},{given[1]})).\n"
            step(1)

    place = make_folder(directory)
    files = (place / name for name in FILES)
    with (
        bar(2 * len(paths), "partial path") as step,
        outputs(*files) as (facts_stream, example_stream, bias_stream),
    ):
        facts_stream.write(beginning)
        for (name, _), rows in facts.items():
            facts_stream.writelines(_lines(name, rows))
        for sign, chosen in zip(("pos", "neg"), found, strict=True):
            example_stream.writelines(examples(sign, chosen))
        bias_stream.write(bias_text)
    counts = dict(zip(("positives", "negatives"), map(len, found), strict=True))
    return _Written(beginning, facts, found, {"partial_paths": len(paths), **counts})


def _lines(name: str, rows: list[tuple[Ground, ...]]) -> Iterator[str]:
    """Yield the lines of facts."""
    for row in rows:
        texts = [
            f"[{','.join(map(str, value))}]" if isinstance(value, tuple) else str(value)
            for value in row
        ]
        yield f"{name}({','.join(texts)}).\n"


def _as_read(written: _Written, place: Path) -> LearningTask:
    """Return the task that is in the files written."""
    program = parse_program(written.beginning, str(place / "bk.pl"))
    if not any(written.examples) or "/*" in written.beginning:
        return read_task(place)
    if any(program.defines(key) for key in written.facts):
        return read_task(place)
    line = written.beginning.count("\n") + 1
    for key, rows in written.facts.items():
        if rows:
            program.facts[key] = rows
            program.lines.setdefault(key, line)
            line += len(rows)
    bias = read_bias(place / "bias.pl")
    check_background(bias, program)
    task = LearningTask(place, bias, program, *written.examples)
    check_examples(task)
    return task


def needed_primitives(program: Program) -> set[Key]:
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


def primitive_facts(
    puzzle: Puzzle, squares: list[tuple[Square, int]], paths: list[PartialPath], whole: bool
) -> dict[Key, Iterator[tuple[Ground, ...]]]:
    """Return the facts of every primitive, made when they are asked for.

    Squares without triangles are among them if the `whole` board is wanted.
    """
    board = board_view(puzzle)
    names = {square: square_name(puzzle, square) for square in board.squares}
    shown = board.squares if whole else dict(squares)
    named = [(names[square], board.squares[square]) for square in shown]
    views = [(f"p{number}", view) for number, view in enumerate(path_views(puzzle, paths))]
    rests = [(name, view.rest) for name, view in views if view.rest is not None]
    beside = (
        (name, names[square])
        for name, edge in zip(board.edges, puzzle.grid.edges, strict=True)
        for square in puzzle.grid.edge_squares(edge)
    )
    return {
        ("square", 3): ((name, square.triangles, square.edges) for name, square in named),
        ("corner", 2): ((name, corner) for name, square in named for corner in square.corners),
        ("side", 4): ((name, *side) for name, square in named for side in square.sides),
        ("gap", 2): ((name, gap) for name, square in named for gap in square.gaps),
        ("path", 2): ((name, view.edges) for name, view in views),
        ("vertices", 2): ((name, view.vertices) for name, view in views),
        ("head_vertex", 2): ((name, view.head) for name, view in views),
        ("reachable", 2): ((name, rest.reachable) for name, rest in rests),
        ("live", 2): ((name, rest.live) for name, rest in rests),
        ("cut_off", 1): ((name,) for name, rest in rests if rest.cut_off),
        ("start", 2): ((name, view.vertices[0]) for name, view in views),
        ("goal", 2): ((name, goal) for name, rest in rests for goal in rest.goals),
        ("end", 2): ((name, end) for name, rest in rests for end in rest.ends),
        ("step", 4): ((vertex, *step) for vertex in board.vertices for step in vertex.steps),
        ("ends", 3): ((edge, *edge.ends) for edge in board.edges),
        ("beside", 2): beside,
        ("coordinates", 3): ((vertex, vertex.row, vertex.column) for vertex in board.vertices),
    }
