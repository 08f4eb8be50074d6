"""From training puzzles to labelled examples.

The examples of a puzzle (paper, section 4.1): the partial paths are the distinct proper prefixes of
simple start-to-goal paths, and each of them makes one example with each square that has triangles.
An example is *positive* if the partial path can no longer become a solution, and *negative* if it
still can.

Other symbols make examples in the same way: those in squares are named as their squares, and dots
as their vertices or edges. Of a puzzle with several kinds of symbols, those count that
the background knows (`witness.clauses.roles.kinds_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from witness.base.collector import without_collector
from witness.base.errors import InputError, quoted, shortened
from witness.base.files import read_text
from witness.base.meant import none_such
from witness.base.shipped import names_in
from witness.clauses.background import Background, checked_background, read_background
from witness.clauses.language.bias_reader import read_bias
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Program, parse_program
from witness.clauses.language.terms import Compound, Key
from witness.clauses.learners.task import (
    STANDS_FOR,
    Example,
    LearningTask,
)
from witness.puzzle.constraints import KINDS, Constraint, constraints
from witness.puzzle.examples.facts import WHOLE_BOARD, constraint_name, path_name, primitive_facts
from witness.puzzle.examples.partial_paths import (
    LABELS,
    MAX_PATHS,
    Labels,
    PartialPath,
    Step,
    number_of_partial_paths,
    partial_paths,
)
from witness.puzzle.examples.puzzle_task import PuzzleTask, prefix_of, together
from witness.puzzle.examples.random_walks import Walks, paths_of_walks
from witness.puzzle.model import FEATURES, Puzzle

#: A progress bar: of a total, None if that is not known, and a unit. It yields a function that
#: takes the number of steps done.
Bar = Callable[[int | None, str], AbstractContextManager[Callable[[int], object]]]


def no_bar(_total: int | None, _unit: str) -> AbstractContextManager[Callable[[int], object]]:
    """Return a progress bar that is not shown."""
    return nullcontext(lambda _: None)


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
    ) -> PuzzleTask:
        """Return the task of what some partial paths make with the `wanted` constraints.

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
        return PuzzleTask(
            {prefix: puzzle.id}, self.definitions, self.bias_text, self.background.bias,
            facts, positives, negatives, len(paths),
        )  # fmt: skip

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

    if classes:
        from witness.puzzle.examples.representatives import representatives

        made = representatives(each(), sources.background)
    else:
        made = [*each()]
    if not any(one.positives or one.negatives for one in made):
        names = shortened(", ".join(quoted(puzzle.id) for puzzle in given))
        raise InputError(f"no path reaches a goal, so there are no examples: {names}")
    return replace(together(made), partial_paths=paths)


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
        raise none_such("kind of labels", labels, LABELS)
    subjects = sources.subjects(puzzle)
    if not subjects:
        words = [FEATURES[kind].words for kind in KINDS if kind in sources.background.kinds]
        features, names = puzzle.features, names_in("bias")
        fitting = [name for name in names if read_background(bias=name).kinds & features]
        raise InputError(
            f"puzzle {quoted(puzzle.id)} has no {' or '.join(words)}, so there is nothing to learn"
            + (f"; these biases know its symbols: {', '.join(fitting)}" if fitting else "")
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
        return sources.examples(puzzle, paths, subjects, labels, prefix, step)


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
