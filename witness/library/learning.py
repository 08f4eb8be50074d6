"""From a panel to examples, and from examples to a hypothesis, without files."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_type_hints

from witness.base import clock
from witness.base.collector import without_collector
from witness.base.errors import InputError, quoted
from witness.base.files import read_text, write_texts
from witness.base.html import code, table
from witness.base.limits import Budget, Limits, check_amount
from witness.base.meant import did_you_mean
from witness.base.shipped import by_name, shipped_file
from witness.clauses.background import (
    DEFAULT_BIAS,
    TASK_FILES,
    Background,
    definitions_for,
    read_background,
    usable,
    without_facts,
)
from witness.clauses.learners import learned, prepared, record_of
from witness.clauses.learners import teach as loop
from witness.clauses.learners.coverage import examples_by_name
from witness.clauses.learners.registry import taken
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import Example, LearningTask, read_task
from witness.library.expected import WORDS, checked, checked_class, expect
from witness.library.hypothesis import Hypothesis
from witness.library.progress import progress
from witness.proof.teaching import loop as proving
from witness.proof.teaching import record_of_taught
from witness.puzzle.examples.examples import Sources, puzzle_task
from witness.puzzle.examples.partial_paths import MAX_PATHS, Labels
from witness.puzzle.examples.random_walks import MOST_WALKS, Walks
from witness.puzzle.model import Puzzle


@checked_class
@dataclass(frozen=True)
class Task:
    """A learning task: examples, background knowledge, and a bias.

    An example is a pair of names, of a partial path and a square (or of a dot, or a symbol). It is
    positive if the partial path can no longer become a solution.
    """

    learning_task: LearningTask = field(repr=False)
    background: Background = field(repr=False)
    _write: Callable[[str | Path], None] = field(repr=False, compare=False)

    @property
    def positives(self) -> list[Example]:
        """The positive examples: lost partial paths."""
        return self.learning_task.positives

    @property
    def negatives(self) -> list[Example]:
        """The negative examples: completable partial paths."""
        return self.learning_task.negatives

    def __hash__(self) -> int:
        return hash((len(self.positives), len(self.negatives)))

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        bias = self.learning_task.bias
        names = sorted({one.name for one in bias.body})
        return table([
            ("positive examples", f"{len(self.positives):,}"),
            ("negative examples", f"{len(self.negatives):,}"),
            ("bias", Path(bias.file).name),
            ("predicates", code(", ".join(names))),
            ("limits of a clause", f"{bias.max_vars} variables, {bias.max_body} literals"),
        ])  # fmt: skip

    def __repr__(self) -> str:
        return f"Task({len(self.positives)} positives, {len(self.negatives)} negatives)"

    @classmethod
    def read(cls, folder: str | Path) -> Task:
        """Return the task of a folder with `exs.pl`, `bk.pl` and `bias.pl`, as Popper has them.

        The task need not be about puzzles; what is learned from another one can be explained, but
        not proved. Raises `InputError` with the file and line of the first
        mistake.
        """
        place = Path(folder)
        task = read_task(place)
        program = without_facts(task.background)
        try:
            background = usable(program, task.bias, relational=True)
        except InputError:  # neither explained nor proved
            background = Background(program, task.bias)
        texts = {name: read_text(place / name) for name in TASK_FILES}
        return cls(task, background, partial(write_texts, texts=texts))

    @classmethod
    def of(cls, *, exs: str, bk: str, bias: str) -> Task:
        """Return the task of three texts in Prolog, as `read` does of files.

        >>> Task.of(
        ...     exs="pos(odd(one)). pos(odd(three)). neg(odd(two)).",
        ...     bk="next(one,two). next(two,three). even(two).",
        ...     bias="head_pred(odd,1). body_pred(next,2). body_pred(even,1). max_vars(2).",
        ... )
        Task(2 positives, 1 negatives)
        """
        with TemporaryDirectory(prefix="witness-") as folder:
            write_texts(folder, {"exs.pl": exs, "bk.pl": bk, "bias.pl": bias})
            try:
                found = cls.read(folder)
            except InputError as error:
                file = None if error.file is None else Path(error.file).name
                raise type(error)(error.reason, file=file, line=error.line) from None
        # Later errors should not name files that are gone.
        task, background = found.learning_task, found.background
        program, declared = background.program, replace(task.bias, file="bias.pl")
        task = replace(
            task,
            directory=Path(),
            bias=declared,
            background=replace(task.background, file="bk.pl"),
        )
        return replace(
            found,
            learning_task=task,
            background=Background(replace(program, file="bk.pl"), declared),
        )

    def write(self, folder: str | Path) -> None:
        """Write `exs.pl`, `bk.pl` and `bias.pl` into a folder, which is made."""
        self._write(folder)


WORDS[Task] = (
    "a task, as in w.learn(w.examples(puzzle)), w.learn(w.Task.read('folder')) or "
    "w.learn(w.Task.of(bk=…, bias=…, exs=…)),"
)


@checked
def examples(
    puzzle: Puzzle | Sequence[Puzzle],
    bias: Annotated[str | Path | None, "a file or a name (several puzzles are a list)"] = None,
    *,
    bk: str | Path | None = None,
    labels: Labels = "puzzle",
    unreachable: bool = False,
    max_paths: int = MAX_PATHS,
    classes: bool = False,
    walks: int | None = None,
    seed: int = 1,
) -> Task:
    """Return the learning task of a panel, or of several together (paper, section 4.1).

    Every partial path makes an example with each square that has triangles: positive if the path
    can no longer become a solution, negative if it still can. With `labels="constraint"`, only the
    square of the example counts; with `labels="sure"` it counts for positive examples, and negative
    are only those with a path that can become a solution. `bias` declares the predicates that
    clauses may use, by default the paper's; `bk` defines them. Both are files, or names such as
    "extended" of those that come with the package. With `unreachable`, partial paths that cannot
    reach a goal are examples, too. With `classes`, one positive and one negative example stand for
    all that no hypothesis tells apart, so that many panels fit into a task; with `walks`, only the
    partial paths of that many random walks on each panel are examples, drawn with a seed. Raises
    `InputError` for a panel with more than `max_paths` partial paths, or with nothing that the bias
    is about.

    >>> from witness import Puzzle
    >>> examples(Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 3)]))
    Task(18 positives, 11 negatives)
    """
    given: Puzzle | list[Puzzle] = puzzle if isinstance(puzzle, Puzzle) else [*puzzle]
    for one in [given] if isinstance(given, Puzzle) else given:
        if not isinstance(one, Puzzle):
            raise InputError(f"{quoted(one)} is no Puzzle")
        one.check()
    check_amount("max_paths", max_paths, whole=True)
    check_amount("walks", walks, whole=True, least=1)
    if walks is not None and walks > MOST_WALKS:
        raise InputError(f"walks is {walks}; the most is {MOST_WALKS}")
    declared = shipped_file(DEFAULT_BIAS) if bias is None else by_name(bias, "bias")
    definitions = definitions_for(declared) if bk is None else by_name(bk, "bk")
    with without_collector():
        made = puzzle_task(
            given, bk=definitions, bias=declared, labels=labels, most=max_paths,
            unreachable=unreachable, walks=None if walks is None else Walks(walks, seed),
            classes=classes,
        )  # fmt: skip
        return Task(made.task(), read_background(definitions, declared), made.write)


@checked
def learn(
    task: Task,
    learner: str = "asp",
    *,
    keep: bool = False,
    until_proved: bool = False,
    **settings: Any,
) -> Hypothesis:
    """Learn a hypothesis from a task; it has no clauses if nothing was learned, and shows why.

    `learner` is `asp` (exact), `popper` or `recorded`. Each takes some of the settings of this
    signature, which `witness learn --help` explains: all of them `timeout`, in seconds.
    At a limit, the hypothesis is the best that was found; its `record` says so, and names the
    examples that are `covered` and `uncovered`. With `keep`, so it
    is at Ctrl-C, for `asp`, if it has found something by then.

    With `until_proved`, what the prover refutes becomes negative examples, and the learner runs
    again, until every clause is proved (`witness.proof.teaching`). The record then says how
    that went, and whether no predicate of the bias that is sound on every board, and covers no
    negative example of the task, covers more of the positive ones.

    Raises `InputError` for a learner that cannot be run here, for a setting that it does not take,
    and with `until_proved` for a task that is not about puzzles.

    >>> from witness import Puzzle
    >>> hypothesis = learn(examples(Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1)])))
    >>> print(hypothesis)
    f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).
    >>> hypothesis.record["status"], hypothesis.verify().status
    ('learned', 'proved')
    >>> task = examples(Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 3), (1, 1, 1)]))
    >>> taught = learn(task, until_proved=True)
    >>> taught.verify().status, taught.record["until_proved"]["best"]
    ('proved', True)
    """
    chosen = _chosen(learner, settings)
    if until_proved:
        begun = clock.worked()
        given = prepared(task.learning_task, learner, chosen)
        with _rounds() as after_round:
            taught = proving.teach(
                given, task.background, learner=learner, settings=chosen, after_round=after_round
            )
        seconds = clock.worked() - begun
        record = record_of_taught(taught, given, learner, chosen, seconds)
        clauses = taught.run.learned.clauses
        record |= examples_by_name(clauses, task.learning_task)
        return Hypothesis(clauses, task.background, record, task=task.learning_task)
    many = sum(task.learning_task.counts)
    with progress(None, "clause", told=lambda: f"{learner} learns from {many:,} examples"):
        run, record = learned(
            "", learner=learner, settings=chosen, task=task.learning_task, keep=keep
        )
    record |= examples_by_name(run.learned.clauses, task.learning_task)
    return Hypothesis(run.learned.clauses, task.background, record, task=task.learning_task)


def _chosen(learner: str, settings: dict[str, Any]) -> Settings:
    """Return the settings of a learner; raise `InputError` for one that it does not take."""
    known = {"timeout", *taken(learner)} - {"forbidden"}  # the teacher says what is refuted
    kinds = get_type_hints(Settings)
    for name, value in settings.items():
        if name not in known:
            raise InputError(
                f"the {learner} learner has no setting {quoted(name)}"
                + (did_you_mean(name, known) or f"; it has {', '.join(sorted(known))}")
            )
        expect(name, value, kinds[name])
    check_amount("timeout", settings.get("timeout"), least=0.001)
    return Settings(**settings)


@checked
def teach(
    task: Task, oracle: Callable[..., Any], learner: str = "asp", **settings: Any
) -> Hypothesis:
    """Learn from a task until an oracle proves every clause; the task need not be about puzzles.

    The `oracle` is a function of the clauses of a hypothesis, and answers for each: `Proved()`,
    `Refuted(negatives, positives, facts)` with further examples, or `Undecided(reason)`, as
    `witness.clauses.learners.teach` explains. `learner` and settings are those of `learn`; the
    timeout is for all together. At a limit the best proved clauses stand. In the record, `taught`
    says how that went. Raises `InputError` as `learn` does.

    >>> from witness.clauses.learners.teach import Proved, Refuted
    >>> task = Task.of(
    ...     exs="pos(odd(one)). pos(odd(three)).",
    ...     bk="next(one,two). next(two,three). next(three,four). even(two). even(four).",
    ...     bias="head_pred(odd,1). body_pred(next,2). body_pred(even,1). max_vars(2).",
    ... )
    >>> def oracle(clauses):
    ...     proved = ["even" in str(clause) for clause in clauses]
    ...     return [Proved() if one else Refuted([("two",)]) for one in proved]
    >>> hypothesis = teach(task, oracle)
    >>> print(hypothesis, hypothesis.record["taught"]["ended"])
    odd(A) :- next(A,B), even(B). proved
    """
    chosen = _chosen(learner, settings)
    begun = clock.worked()
    given = prepared(task.learning_task, learner, chosen)
    with _rounds() as after_round:
        found = loop.teach(given, oracle, learner=learner, settings=chosen, after_round=after_round)
    record = record_of(found.run, learner, clock.worked() - begun)
    record |= {"taught": found.to_json()}
    return Hypothesis(found.run.learned.clauses, task.background, record, task=task.learning_task)


@checked
def best(
    bias: str | Path | None = None,
    *,
    bk: str | Path | None = None,
    time_limit: float | None = None,
    folder: str | Path | None = None,
) -> Hypothesis:
    """Return the best predicate of a bias that never errs, on every board.

    No panel is needed: a bias about squares with triangles tells finitely many states of a square
    apart, and all of them are examples (`witness.proof.best`). `bias` is a file or a name, by
    default the paper's; `bk` defines its predicates. In the record, `best` has the numbers and the
    statement that is proved. A `folder` gets the files that `witness best` writes. Raises
    `InputError` for a bias of which the states are not known, and `LimitReachedError` at the
    time limit, in seconds.

    >>> found = best("nolen")
    >>> len(found), found.record["best"]["covered"], found.record["best"]["lost"]
    (3, 88, 273)
    """
    from witness.proof.best import best as best_predicate

    declared = shipped_file(DEFAULT_BIAS) if bias is None else by_name(bias, "bias")
    definitions = definitions_for(declared) if bk is None else by_name(bk, "bk")
    begun = clock.worked()
    with Budget(Limits(time_limit=time_limit)).in_force():
        sources = Sources.read(definitions, declared)
        found = best_predicate(sources)
    seconds = clock.worked() - begun
    if folder is not None:
        found.write(folder, seconds)
    return Hypothesis(found.clauses, sources.background, found.record(seconds))


@contextmanager
def _rounds() -> Iterator[Callable[[int, loop.Round], None]]:
    """Show in a notebook which round it is; yield what is told about each when it is over."""
    said = ["round 1"]
    with progress(None, "round", told=lambda: said[-1]):
        yield lambda number, found: said.append(f"round {number}: {found}; round {number + 1}")


def _with_settings() -> inspect.Signature:
    """Return the signature of `learn` with the settings by their names, for `help` and editors."""
    own = inspect.signature(learn)
    kept = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    settings = [
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY, default=getattr(Settings(), name))
        for name, one in inspect.signature(Settings).parameters.items()
        if name != "forbidden"
    ]
    return own.replace(parameters=[*kept, *settings])


learn.__signature__ = _with_settings()  # type: ignore[attr-defined]
