"""Commands about learning: examples, learn."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from witness.base import files
from witness.base.collector import without_collector
from witness.base.errors import InputError
from witness.base.experiment_folder import experiment_of
from witness.clauses.background import DEFAULT_BIAS, TASK_FILES, definitions_for
from witness.clauses.language.reader import HYPOTHESIS
from witness.clauses.learners.registry import (
    FORMER,
    LEARNERS,
    RESULT_FILES,
    own_settings,
    runnable,
    takes_singletons,
)
from witness.cli import told
from witness.cli.common import (
    SEED,
    BackgroundFiles,
    PuzzleFile,
    PuzzleId,
    PuzzlesOf,
    Seed,
    naming,
    picture_beside,
    seconds,
)
from witness.cli.learners import LearnerSettings, check_given
from witness.cli.messages import notice, progress
from witness.cli.signature import ALTERNATIVES, Call, Option, Titled, command, dashed
from witness.cli.texts import folder_of, positive_int, whole
from witness.puzzle.examples.partial_paths import (
    MAX_PATHS,
    Labels,
    TooManyPathsError,
    check_supported,
)
from witness.puzzle.examples.random_walks import MOST_WALKS, Walks

if TYPE_CHECKING:
    from witness.clauses.language.terms import Clause
    from witness.clauses.learners.settings import Run, Settings
    from witness.clauses.learners.task import LearningTask
    from witness.puzzle.model import Puzzle


TaskFolder = Annotated[str, Option("folder of the learning task", metavar="DIR")]


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The puzzles of which examples are made."""

    id_: PuzzleId = None
    all_: Annotated[bool, Option("make one task of all puzzles of the file")] = False


@dataclass(frozen=True, kw_only=True)
class Fewer:
    """Fewer examples, for many puzzles or large boards."""

    classes: Annotated[
        bool,
        Option(
            "keep one positive and one negative example of each class: no hypothesis tells those "
            "of a class apart"
        ),
    ] = False
    walks: Annotated[
        int | None,
        Option(
            "take the partial paths that N random walks pass on each puzzle",
            whole(1, MOST_WALKS),
            "N",
            unset="all partial paths",
        ),
    ] = None
    seed: Seed = SEED


@command(
    "examples",
    "witness examples examples/panels.jsonl --id figure-1 -o task",
    "witness examples puzzles.jsonl --all --classes -o task",
)
def examples(
    puzzles: PuzzleFile,
    *,
    chosen: Annotated[Chosen, ALTERNATIVES],
    background: BackgroundFiles,
    labels: Annotated[
        Labels,
        Option(
            "label a path by the whole puzzle, or by the constraint of the example alone; with "
            "sure, positive examples by the constraint, and negative ones by the puzzle",
        ),
    ] = "puzzle",
    unreachable: Annotated[
        bool, Option("make examples of partial paths that cannot reach a goal, too")
    ] = False,
    max_paths: Annotated[
        int, Option("refuse a puzzle with more than N partial paths", positive_int, "N")
    ] = MAX_PATHS,
    fewer: Annotated[Fewer, Titled("fewer examples")],
    output: Annotated[
        str,
        Option(
            "folder of the task, which is made",
            folder_of(*TASK_FILES, *RESULT_FILES),
            "DIR",
            short="-o",
        ),
    ],
) -> None:
    """Write a learning task from a puzzle, or from several."""
    from witness.base.shipped import shipped_file
    from witness.puzzle.examples.examples import write_task

    read = PuzzlesOf(puzzles, output)
    given: Puzzle | list[Puzzle]
    if chosen.all_:
        given = read.all(check_supported)
    else:
        given = read.one(chosen.id_, check_supported, ", and --all takes all of them")
    with naming(puzzles):
        try:
            counts = write_task(
                given,
                output,
                bk=background.bk or definitions_for(background.bias),
                bias=background.bias or shipped_file(DEFAULT_BIAS),
                labels=labels,
                most=max_paths,
                unreachable=unreachable,
                walks=None if fewer.walks is None else Walks(fewer.walks, fewer.seed),
                classes=fewer.classes,
                bar=progress,
            )
        except TooManyPathsError as error:
            more = "--max-paths allows more, and --walks 200 takes those of random walks"
            raise InputError(f"{error.reason}, {more}") from None
    of = {"puzzles": len(given)} if isinstance(given, list) else {"id": given.id}
    print(json.dumps({**of, **counts}))


def _learner(name: str) -> str:
    if name in FORMER:
        raise argparse.ArgumentTypeError(f"there is no {name} any more; use {FORMER[name]}")
    return name


@dataclass(frozen=True, kw_only=True)
class ChosenLearner:
    """The learner, and what it makes of a task."""

    learner: Annotated[str, Option("learner to run", _learner, choices=LEARNERS)] = "asp"
    allow_singletons: Annotated[
        bool | None,
        Option(
            "let a variable occur once in a clause, for asp and popper (which does from version 4 "
            "on in any case)",
            flag=True,
            unset="as in the bias",
        ),
    ] = None

    def own(self, settings: LearnerSettings, timeout: float | None = None) -> Settings:
        """Return its settings; raise `InputError` for one that it does not take."""
        given = settings.given(timeout)
        if self.allow_singletons is not None:
            given["allow_singletons"] = self.allow_singletons
        check_given(given, [self.learner])
        return own_settings(self.learner, given)

    def task(self, directory: str, settings: Settings) -> LearningTask:
        """Read a task, with the limits that hold; raise `InputError` if nothing can be learned."""
        from witness.clauses.learners import prepared
        from witness.clauses.learners.task import read_task

        runnable(self.learner, settings)
        with without_collector():
            return prepared(read_task(directory), self.learner, settings)

    def tell_assumed(self, task: LearningTask, settings: Settings) -> None:
        """Say which limits hold that neither the bias nor the settings give."""
        from witness.clauses.learners import assumed

        missing = assumed(task, settings)
        if missing:
            most = " and ".join(str(getattr(task.bias, name)) for name in missing)
            options = " and ".join(f"{dashed(name)} N" for name in missing)
            said = f"{task.bias.file} has no {' and no '.join(missing)}"
            popper = "; Popper 5 takes max_body 10" if "max_body" in missing else ""
            notice(f"{said}; {self.learner} takes {most} ({options} would change that{popper})")

    def faults(self, task: LearningTask) -> tuple[str, ...]:
        """Return what is wrong with a task, but does not keep it from being learned."""
        return task.with_singletons(True if takes_singletons(self.learner) else None).faults


@dataclass(frozen=True, kw_only=True)
class Proved:
    """Learning until everything is proved."""

    until_proved: Annotated[
        bool,
        Option(
            "learn again, with the prover's counterexamples as negative examples, until every "
            "clause is proved"
        ),
    ] = False
    rounds: Annotated[
        int | None, Option("learn at most N times", positive_int, "N", unset="200")
    ] = None
    picture: Annotated[
        str | None, picture_beside("drawing of what was believed, and what refuted it")
    ] = None


def _own_folder(values: Mapping[str, Any]) -> str:
    """Return the folder of a task; raise `InputError` if results there are an experiment's."""
    folder: str = values["directory"]
    experiment = experiment_of(Path(folder) / HYPOTHESIS)
    if experiment is not None:
        raise InputError(
            f"what is learned there is of the experiment {experiment}; -o DIR writes elsewhere",
            file=folder,
        )
    return folder


@command("learn", "witness learn task", "witness learn task --until-proved")
def learn(
    call: Call,
    directory: TaskFolder,
    *,
    chosen: ChosenLearner,
    timeout: Annotated[float | None, seconds("for learning")] = None,
    settings: LearnerSettings,
    test: Annotated[
        str | None,
        Option(
            "evaluate what is learned on the examples of this file", metavar="FILE", unset="none"
        ),
    ] = None,
    proved: Annotated[Proved, Titled("learning until everything is proved")],
    json_: Annotated[bool, Option("write the record of the run as JSON")] = False,
    output: Annotated[
        str | None,
        Option(
            "folder of the results, which is made",
            folder_of(*RESULT_FILES),
            "DIR",
            short="-o",
            unset="that of the task",
            implied=_own_folder,
        ),
    ] = None,
) -> None:
    """Learn a hypothesis from a learning task, and print it."""
    from witness.clauses.learners import learned, write_results
    from witness.clauses.learners.coverage import confusion, examples_by_name, read_held_out
    from witness.clauses.learners.singletons import further, why, with_singletons
    from witness.puzzle.views.plain_clauses import made_by, program_text

    learner, own = chosen.learner, chosen.own(settings, timeout)
    results = Path(output or directory)
    if results.is_dir():
        files.check_folder(results)
    if test is not None and proved.until_proved:
        raise InputError("--test is for learning without --until-proved")
    task = chosen.task(directory, own)
    held_out = None if test is None else read_held_out(test, task)
    chosen.tell_assumed(task, own)
    faults = chosen.faults(task)
    for line in faults:
        notice(f"{directory}/{line}")
    run: Run | None = None
    wider: dict[str, Any] | None = {}
    clauses: Sequence[Clause]
    if proved.until_proved:
        from witness.clauses.language.parser import parse_clauses
        from witness.clauses.learners.teach import MOST_ROUNDS
        from witness.proof.teaching import learn_until_proved

        record = learn_until_proved(
            directory,
            output,
            learner=learner,
            settings=own,
            task=task,
            most_rounds=proved.rounds or MOST_ROUNDS,
            after_round=lambda number, found: notice(f"round {number}: {found}"),
        )
        if proved.picture is not None:
            told.draw(record["until_proved"], Path(directory), proved.picture)
        clauses = parse_clauses((results / HYPOTHESIS).read_text(encoding="utf-8"))
    elif proved.rounds is not None or proved.picture is not None:
        name = "picture" if proved.rounds is None else "rounds"
        raise InputError(f"--{name} is for --until-proved")
    else:
        run, record = learned(directory, learner=learner, settings=own, task=task, keep=True)
        wider = with_singletons(task, own, learner, run)
        record |= {"with_singletons": wider} if wider else {}
        if held_out is not None:
            record["test"] = confusion(run.learned.clauses, held_out)
        write_results(run, record, results)
        clauses = run.learned.clauses
    if output is not None and results.resolve() != Path(directory).resolve():
        record["task"] = os.path.relpath(directory, results)
    # What was learned is kept by now, whatever becomes of what is said of it.
    background, english = told.explained(clauses, task)
    record |= examples_by_name(clauses, task)
    sums = told.sums_of(record, clauses, background)
    best = told.best_of(record, clauses, background)
    about = [sums, best, f"Learned from {directory} by {learner}"]
    about.append(made_by(call.line, record.get("seed")))
    texts = {HYPOTHESIS: program_text(clauses, english, about)}
    files.write_texts(results, {**texts, "result.json": files.json_document(record)})
    if "popper_counted" in record:
        right, wrong = record["popper_counted"]
        notice(f"Popper says that this covers {right:,} positive and {wrong:,} negative examples")
    for line in record.get("notices", ()):
        if line not in faults:
            notice(f"{directory}/{line}")
    slow = record["seconds"] >= 1
    look = lambda: None if run is None or slow else further(task, own, learner, run)  # noqa: E731
    for line in (*why(record, dashed, look), *told.doubts(record, wider, background)):
        notice(line)
    if best:
        notice(best)
    if json_:
        print(json.dumps(record))
    else:
        told.tell(clauses, english)
        print(f"{sums}; {record['seconds']:.2f} CPU s")
        told.tell_examples(record, background)
        if "test" in record:
            print(f"{test}: {told.in_words(record['test'])}")
    told.tell_end(record, results)


COMMANDS = (examples, learn)
