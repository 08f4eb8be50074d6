"""From a training puzzle to labelled examples, and the three files of a learning task.

The examples of a puzzle (paper, section 4): the partial paths are the distinct proper prefixes of
simple start-to-goal paths, and each of them makes one example with each square that has triangles.
An example is *positive* if the partial path can no longer become a solution, and *negative* if it
still can.

Other symbols make examples in the same way: coloured squares and stars, named as their squares, and
dots, named as their vertices or edges. Of a puzzle with several kinds of symbols, those count that
the background knows (`witness.logic.roles.kinds_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Literal, NamedTuple

from witness.base.errors import InputError, quoted
from witness.base.files import make_folder, outputs, read_text
from witness.learn.facts import WHOLE_BOARD, constraint_name, primitive_facts
from witness.learn.partial_paths import (
    MAX_PATHS,
    number_of_partial_paths,
    partial_paths,
)
from witness.learn.task import (
    Example,
    LearningTask,
    check_background,
    check_examples,
    read_task,
)
from witness.learn.time_limit import without_collector
from witness.logic.background import TASK_FILES, checked_background
from witness.logic.language.bias_reader import read_bias
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import Compound, Ground, Key
from witness.puzzle.constraints import KINDS, constraints
from witness.puzzle.model import FEATURES, Puzzle

#: Whether a label depends on all constraints of the puzzle, or on that of the example alone
#: (`witness.puzzle.constraints`).
Labels = Literal["puzzle", "constraint"]
LABELS: tuple[Labels, ...] = ("puzzle", "constraint")

#: A progress bar: of a total, None if that is not known, and a unit. It yields a function that
#: takes the number of steps done.
Bar = Callable[[int | None, str], AbstractContextManager[Callable[[int], object]]]


def no_bar(_total: int | None, _unit: str) -> AbstractContextManager[Callable[[int], object]]:
    """Return a progress bar that is not shown."""
    return nullcontext(lambda _: None)


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
    and negative examples. Raises `InputError` if the puzzle has no symbol that the background knows
    or more than `most` partial paths, or if the definitions do not fit the bias
    (`checked_background`).
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
    bias_text = read_text(bias)
    declared = read_bias(bias)
    definitions = read_text(bk)
    program = parse_program(definitions, str(bk))
    background = checked_background(program, declared)
    every = constraints(puzzle)
    subjects = [(n, one) for n, one in enumerate(every) if one.kind in background.kinds]
    if not subjects:
        words = [FEATURES[kind].words for kind in KINDS if kind in background.kinds]
        raise InputError(
            f"puzzle {quoted(puzzle.id)} has no {' or '.join(words)}, so there is nothing to learn"
        )
    with bar(None, " partial paths counted") as step:
        number_of_paths = number_of_partial_paths(puzzle, most, step, unreachable)
    with bar(number_of_paths, "partial path") as step:
        paths = partial_paths(puzzle, step, unreachable)
    needed = needed_primitives(program) | {s.key for s in declared.body} & set(PRIMITIVES)
    names = [(n, constraint_name(puzzle, one)) for n, one in subjects]
    path_names = [f"p{number}" for number in range(len(paths))]
    known = primitive_facts(
        puzzle,
        list(puzzle.triangle_at),
        paths,
        whole=bool(needed & WHOLE_BOARD),
    )
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
            for position, name in names:
                completable = (
                    path.completable if labels == "puzzle" else path.satisfiable >> position & 1
                )
                if wanted == completable:
                    given = (path_name, name) if path_first else (name, path_name)
                    chosen.append(given)
                    yield f"{before}{given[0]},{given[1]})).\n"
            step(1)

    place = make_folder(directory)
    files = (place / name for name in TASK_FILES)
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
