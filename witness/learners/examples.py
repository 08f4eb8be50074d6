"""From a training puzzle to labelled examples, and the three files of a learning task.

The examples of a puzzle (paper, section 4.1): the partial paths are the distinct proper prefixes of
simple start-to-goal paths, and each of them makes one example with each square that has triangles.
An example is *positive* if the partial path can no longer become a solution, and *negative* if it
still can.

Other symbols make examples in the same way: those in squares are named as their squares, and dots
as their vertices or edges. Of a puzzle with several kinds of symbols, those count that
the background knows (`witness.logic.roles.kinds_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from witness.base.collector import without_collector
from witness.base.errors import InputError, quoted, shortened
from witness.base.files import make_folder, outputs, read_text
from witness.learners.facts import WHOLE_BOARD, constraint_name, path_name, primitive_facts
from witness.learners.partial_paths import (
    LABELS,
    MAX_PATHS,
    Labels,
    PartialPath,
    Step,
    number_of_partial_paths,
    partial_paths,
)
from witness.learners.task import (
    STANDS_FOR,
    Example,
    LearningTask,
    check_background,
    check_examples,
    read_task,
)
from witness.learners.walks import Walks, paths_of_walks
from witness.logic.background import TASK_FILES, Background, checked_background
from witness.logic.language.bias import Bias
from witness.logic.language.bias_reader import read_bias
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import Compound, Ground, Key
from witness.puzzle.constraints import KINDS, Constraint, constraints
from witness.puzzle.model import FEATURES, Puzzle

#: A progress bar: of a total, None if that is not known, and a unit. It yields a function that
#: takes the number of steps done.
Bar = Callable[[int | None, str], AbstractContextManager[Callable[[int], object]]]


def no_bar(_total: int | None, _unit: str) -> AbstractContextManager[Callable[[int], object]]:
    """Return a progress bar that is not shown."""
    return nullcontext(lambda _: None)


@dataclass(frozen=True)
class PuzzleTask:
    """The learning task of some puzzles, in memory.

    `puzzles` are their ids, by how the names of each begin (`prefix_of`).
    `definitions` and `bias_text` are the texts of the background definitions and of the bias that
    the user gave. `facts` are those of the puzzles, by primitive; examples are pairs of names.
    """

    puzzles: dict[str, str]
    definitions: str
    bias_text: str
    bias: Bias
    facts: dict[Key, list[tuple[Ground, ...]]]
    positives: list[Example]
    negatives: list[Example]
    partial_paths: int

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of partial paths and of positive and negative examples.

        Where examples stand for others, those count; `kept` says how many examples there are.
        """
        rows = self.facts.get((STANDS_FOR, len(self.bias.head.types) + 1), ())
        weights = {row[:-1]: cast(int, row[-1]) for row in rows}
        return {
            "partial_paths": self.partial_paths,
            "positives": sum(weights.get(one, 1) for one in self.positives),
            "negatives": sum(weights.get(one, 1) for one in self.negatives),
            **({"kept": len(self.positives) + len(self.negatives)} if rows else {}),
        }

    def write(self, directory: str | Path) -> None:
        """Write `exs.pl`, `bk.pl` and `bias.pl` into a directory, which is made."""
        place = make_folder(directory)
        with outputs(*(place / name for name in TASK_FILES)) as (facts, examples, bias):
            facts.write(self._beginning)
            for (name, _), rows in self.facts.items():
                facts.writelines(_lines(name, rows))
            for sign, pairs in (("pos", self.positives), ("neg", self.negatives)):
                before = f"{sign}({self.bias.head.name}("
                examples.writelines(f"{before}{one},{two})).\n" for one, two in pairs)
            bias.write(self.bias_text)

    def task(self, directory: Path | None = None) -> LearningTask:
        """Return the task as `read_task` returns it from the directory that it was written to.

        Without a directory it was not written. Raises `InputError` as `read_task` does.
        """
        beginning = self._beginning
        place = Path() if directory is None else directory
        program = parse_program(beginning, str(place / "bk.pl"))
        has_examples = self.positives or self.negatives
        if not has_examples or "/*" in beginning or any(map(program.defines, self.facts)):
            return self._read(directory)
        line = beginning.count("\n") + 1
        for key, rows in self.facts.items():
            if rows:
                program.facts[key] = rows
                program.lines.setdefault(key, line)
                line += len(rows)
        bias = self.bias if directory is None else read_bias(place / "bias.pl")
        check_background(bias, program)
        task = LearningTask(place, bias, program, self.positives, self.negatives)
        check_examples(task)
        return task

    def _read(self, directory: Path | None) -> LearningTask:
        """Return the task that the files hold, whatever the definitions make of the facts."""
        if directory is not None:
            return read_task(directory)
        with TemporaryDirectory() as folder:
            self.write(folder)
            return replace(read_task(folder), directory=Path())

    @property
    def _beginning(self) -> str:
        """The text of `bk.pl` before its facts; a primitive without facts is never true."""
        without = "".join(
            f"{name}({','.join('_' * arity)}) :- fail.\n"
            for (name, arity), rows in self.facts.items()
            if not rows
        )
        what, names = f"puzzle {self.puzzles.get('')}", ""
        if "" not in self.puzzles:
            what = f"{len(self.puzzles)} puzzle{'' if len(self.puzzles) == 1 else 's'}"
            names = "".join(f"% {prefix}: {id_}\n" for prefix, id_ in self.puzzles.items())
        return f"{self.definitions.rstrip()}\n\n% ---- facts of {what} ----\n{names}{without}"


def prefix_of(number: int) -> str:
    """Return how the names of a puzzle begin in a task of several; they count from 0."""
    return f"q{number + 1}_"


@dataclass(frozen=True)
class Examples:
    """Labelled examples, which are pairs of names, and the facts about them, by primitive."""

    facts: dict[Key, list[tuple[Ground, ...]]]
    positives: list[Example]
    negatives: list[Example]


@dataclass(frozen=True)
class Sources:
    """What all puzzles of a task share: a background and a bias, as text and as they are read.

    `needed` are the primitives that these use, of which there are facts.
    """

    definitions: str
    bias_text: str
    background: Background
    needed: frozenset[Key]

    @staticmethod
    def read(bk: str | Path, bias: str | Path) -> Sources:
        """Read both files. Raises `InputError` if they do not fit (`checked_background`)."""
        bias_text = read_text(bias)
        declared = read_bias(bias)
        definitions = read_text(bk)
        program = parse_program(definitions, str(bk))
        reserved = (STANDS_FOR, len(declared.head.types) + 1)
        if program.defines(reserved):
            raise InputError(
                f"{STANDS_FOR}/{reserved[1]} says how many examples one stands for; rename it",
                file=bk,
                line=program.lines.get(reserved),
            )
        return replace(
            Sources.of(checked_background(program, declared)),
            definitions=definitions,
            bias_text=bias_text,
        )

    @staticmethod
    def of(background: Background) -> Sources:
        """Return what makes examples for a background, without the texts of its files."""
        used = {signature.key for signature in background.bias.body} & PRIMITIVES.keys()
        return Sources("", "", background, frozenset(used | needed_primitives(background.program)))

    def examples(
        self,
        puzzle: Puzzle,
        paths: list[PartialPath],
        wanted: Iterable[tuple[int, Constraint]],
        labels: Labels,
        prefix: str = "",
        step: Step = lambda _: None,
    ) -> Examples:
        """Return the examples that some partial paths make with the `wanted` constraints.

        A constraint comes with its number among those of the puzzle. All names begin with the
        prefix. `step` is called with 1 for each path.
        """
        names = [(n, constraint_name(puzzle, one, prefix)) for n, one in wanted]
        all_squares = bool(self.needed & WHOLE_BOARD)
        known = primitive_facts(puzzle, list(puzzle.triangle_at), paths, all_squares, prefix)
        facts = {key: list(rows) for key, rows in known.items() if key in self.needed}
        positives: list[Example] = []
        negatives: list[Example] = []
        whole = labels == "puzzle"
        for number, path in enumerate(paths):
            for position, name in names:
                pair = self.background.arguments(path_name(number, prefix), name)
                if not (path.completable if whole else path.satisfiable >> position & 1):
                    positives.append(pair)
                elif path.completable or labels == "constraint":
                    negatives.append(pair)
            step(1)
        return Examples(facts, positives, negatives)

    def subjects(self, puzzle: Puzzle) -> list[tuple[int, Constraint]]:
        """Return the constraints of a puzzle that the background knows, with their numbers."""
        kinds = self.background.kinds
        every = constraints(puzzle)
        return [(n, one) for n, one in enumerate(every) if one.kind in kinds]


def puzzle_task(
    puzzles: Puzzle | Sequence[Puzzle],
    *,
    bk: str | Path,
    bias: str | Path,
    labels: Labels,
    most: int = MAX_PATHS,
    unreachable: bool = False,
    walks: Walks | None = None,
    classes: bool = False,
    bar: Bar = no_bar,
) -> PuzzleTask:
    """Return the learning task of a puzzle, or of several puzzles together.

    `bk` and `bias` are files of background definitions and of a bias for Popper. There are facts
    only of the primitives that these use. Partial paths that cannot reach a goal are examples if
    `unreachable` is true. With `walks` there are only the partial paths of random walks, and with
    `classes` only one positive and one negative example of each class (`representatives`). Raises
    `InputError` if the puzzle has no symbol that the background knows or more than `most` partial
    paths, or if the definitions do not fit the bias (`checked_background`).
    """
    sources = Sources.read(bk, bias)
    how: dict[str, Any] = {"most": most, "unreachable": unreachable, "walks": walks}
    single = isinstance(puzzles, Puzzle)
    given = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    if not given:
        raise InputError("there is no puzzle to make examples of")
    paths = 0

    def each() -> Iterator[PuzzleTask]:
        nonlocal paths
        with (no_bar if single else bar)(len(given), "puzzle") as step:
            for number, puzzle in enumerate(given):
                prefix = "" if single else prefix_of(number)
                shown = bar if single else no_bar
                task = task_of(puzzle, sources, labels, prefix=prefix, bar=shown, **how)
                paths += task.partial_paths
                yield task
                step(1)

    made = representatives(each(), sources) if classes else [*each()]
    if not any(one.positives or one.negatives for one in made):
        names = shortened(", ".join(quoted(puzzle.id) for puzzle in given))
        raise InputError(f"no path reaches a goal, so there are no examples: {names}")
    return replace(together(made), partial_paths=paths)


#: So many examples of puzzles that were collapsed alone are collapsed together.
_MANY = 20_000


def representatives(
    tasks: Iterable[PuzzleTask], sources: Sources, many: int = _MANY
) -> list[PuzzleTask]:
    """Return some tasks with the first positive and the first negative example of each class.

    No hypothesis of the bias tells the examples of a class apart (`asp.saturate`). The background
    says how many examples each stands for. Tasks of which none is left are left out. At no time are
    the examples of all tasks in memory: when there are `many`, they are collapsed again. Raises
    `UnsupportedError` as `saturate` does.
    """
    from witness.learners.asp.saturate import require_classes

    require_classes(sources.background.bias)
    kept: list[PuzzleTask] = []
    most = many
    for task in tasks:
        if not task.positives and not task.negatives:
            continue  # no path reaches a goal
        kept += _first_of_classes([task], sources)
        number = sum(len(one.positives) + len(one.negatives) for one in kept)
        if number > most:
            kept = _first_of_classes(kept, sources)
            most = max(many, 2 * sum(len(one.positives) + len(one.negatives) for one in kept))
    return _first_of_classes(kept, sources)


def _first_of_classes(tasks: Sequence[PuzzleTask], sources: Sources) -> list[PuzzleTask]:
    """Return tasks with the first examples of their classes."""
    from witness.learners.asp.saturate import saturate

    if not tasks:
        return []
    with without_collector():
        classes = saturate(together(tasks).task())
    stands_for = {one.positive: one.positives for one in classes}
    stands_for |= {one.negative: one.negatives for one in classes}
    stands_for.pop(None, None)
    place = sources.background.arguments("path", "symbol").index("path")
    found = []
    for task in tasks:
        signs = [[e for e in own if e in stands_for] for own in (task.positives, task.negatives)]
        dropped = {e[place] for own in (task.positives, task.negatives) for e in own}
        dropped -= {e[place] for own in signs for e in own}
        facts = {key: [r for r in rows if r[0] not in dropped] for key, rows in task.facts.items()}
        rows: list[tuple[Ground, ...]] = [(*e, stands_for[e]) for own in signs for e in own]
        facts[STANDS_FOR, len(task.bias.head.types) + 1] = rows
        if rows:
            found.append(replace(task, facts=facts, positives=signs[0], negatives=signs[1]))
    return found


def together(tasks: Sequence[PuzzleTask]) -> PuzzleTask:
    """Return the task of the puzzles of several tasks, whose names are different."""
    facts: dict[Key, list[tuple[Ground, ...]]] = {}
    for task in tasks:
        for key, rows in task.facts.items():
            facts.setdefault(key, []).extend(rows)
    return replace(
        tasks[0],
        puzzles={prefix: id_ for task in tasks for prefix, id_ in task.puzzles.items()},
        facts=facts,
        positives=[*chain.from_iterable(task.positives for task in tasks)],
        negatives=[*chain.from_iterable(task.negatives for task in tasks)],
        partial_paths=sum(task.partial_paths for task in tasks),
    )


def task_of(
    puzzle: Puzzle,
    sources: Sources,
    labels: Labels,
    *,
    prefix: str = "",
    most: int = MAX_PATHS,
    unreachable: bool = False,
    walks: Walks | None = None,
    bar: Bar = no_bar,
) -> PuzzleTask:
    """Return a task as `puzzle_task` does, whose names begin with a prefix."""
    if labels not in LABELS:
        raise InputError(f"there are no labels {quoted(labels)}; use {' or '.join(LABELS)}")
    subjects = sources.subjects(puzzle)
    if not subjects:
        words = [FEATURES[kind].words for kind in KINDS if kind in sources.background.kinds]
        raise InputError(
            f"puzzle {quoted(puzzle.id)} has no {' or '.join(words)}, so there is nothing to learn"
        )
    if walks is None:
        with bar(None, " partial paths counted") as step:
            number_of_paths = number_of_partial_paths(puzzle, most, step, unreachable)
        with bar(number_of_paths, "partial path") as step:
            paths = partial_paths(puzzle, step, unreachable)
    else:
        each = labels != "puzzle"
        with bar(walks.number, "walk") as step:
            paths = paths_of_walks(puzzle, walks, each=each, unreachable=unreachable, step=step)
    with bar(len(paths), "partial path") as step:
        made = sources.examples(puzzle, paths, subjects, labels, prefix, step)
    return PuzzleTask(
        {prefix: puzzle.id}, sources.definitions, sources.bias_text, sources.background.bias,
        made.facts, made.positives, made.negatives, len(paths),
    )  # fmt: skip


def write_task(
    puzzles: Puzzle | Sequence[Puzzle], directory: str | Path, **how: Any
) -> dict[str, int]:
    """Write the files of one puzzle or several (`puzzle_task`), and return the counts."""
    made = puzzle_task(puzzles, **how)
    made.write(directory)
    return made.counts


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
    """Write the files of a puzzle (`puzzle_task`), and return the task that `read_task` reads."""
    with without_collector():
        made = puzzle_task(
            puzzle, bk=bk, bias=bias, labels=labels, most=most, unreachable=unreachable
        )
        made.write(directory)
        return made.task(Path(directory))


def _lines(name: str, rows: list[tuple[Ground, ...]]) -> Iterator[str]:
    """Yield the lines of facts."""
    for row in rows:
        texts = [
            f"[{','.join(map(str, value))}]" if isinstance(value, tuple) else str(value)
            for value in row
        ]
        yield f"{name}({','.join(texts)}).\n"


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
