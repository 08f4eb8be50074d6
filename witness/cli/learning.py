"""Commands about learning: examples, learn."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from witness.base import files
from witness.base.collector import without_collector
from witness.base.errors import InputError
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
    from witness.clauses.background import Background
    from witness.clauses.language.terms import Clause
    from witness.clauses.learners.settings import Run, Settings
    from witness.clauses.learners.task import LearningTask
    from witness.puzzle.model import Puzzle


TaskFolder = Annotated[str, Option("folder of the learning task", metavar="DIR")]


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The puzzles of which examples are made."""

    id_: PuzzleId = None
    ids: Annotated[
        str | None,
        Option("make one task of the puzzles with these ids", metavar="ID,ID", unset="none"),
    ] = None
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
    elif chosen.ids is not None:
        given = read.some([id_.strip() for id_ in chosen.ids.split(",")], check_supported)
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
            raise InputError(f"{error.reason}, and --max-paths allows more") from None
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
            "on in any case, as aleph)",
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


#: The most names of examples on a line, and the most seconds for finding out which are covered.
NAMES, SECONDS = 10, 60.0

#: The most clauses of another hypothesis that a hint shows.
FEW = 3


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
            implied=lambda values: values["directory"],
        ),
    ] = None,
) -> None:
    """Learn a hypothesis from a learning task, and print it."""
    from witness.clauses.learners import assumed, learned, write_results
    from witness.clauses.learners.coverage import confusion, read_held_out
    from witness.clauses.learners.singletons import further, with_singletons
    from witness.puzzle.views.plain_clauses import made_by, program_text

    learner, own = chosen.learner, chosen.own(settings, timeout)
    results = Path(output or directory)
    if results.is_dir():
        files.check_folder(results)
    if test is not None and proved.until_proved:
        raise InputError("--test is for learning without --until-proved")
    task = chosen.task(directory, own)
    held_out = None if test is None else read_held_out(test, task)
    missing = assumed(task, own)
    if missing:
        most = " and ".join(str(getattr(task.bias, name)) for name in missing)
        options = " and ".join(f"{dashed(name)} N" for name in missing)
        said = f"{task.bias.file} has no {' and no '.join(missing)}"
        notice(f"{said}; {learner} takes {most} ({options} would change that)")
    faults = chosen.faults(task)
    for line in faults:
        notice(f"{directory}/{line}")
    run: Run | None = None
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
            _draw(record["until_proved"], Path(directory), proved.picture)
        clauses = parse_clauses((results / HYPOTHESIS).read_text(encoding="utf-8"))
    elif proved.rounds is not None or proved.picture is not None:
        name = "picture" if proved.rounds is None else "rounds"
        raise InputError(f"--{name} is for --until-proved")
    else:
        run, record = learned(directory, learner=learner, settings=own, task=task, keep=True)
        wider = with_singletons(task, own, learner, run)
        record |= {} if wider is None else {"with_singletons": wider}
        if held_out is not None:
            record["test"] = confusion(run.learned.clauses, held_out)
        write_results(run, record, results)
        clauses = run.learned.clauses
    # What was learned is kept by now, whatever becomes of what is said of it.
    background, english = _explained(clauses, task)
    record |= _by_name(clauses, task)
    sums = _sums(record, clauses, background)
    best = _best(record, clauses, background)
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
    _tell_why(record)
    if best:
        notice(best)
    if json_:
        print(json.dumps(record))
    else:
        tell(clauses, english)
        print(f"{sums}; {record['seconds']:.2f} s")
        _tell_examples(record)
        if "test" in record:
            print(f"{test}: {_in_words(record['test'])}")
    _tell_end(record, results)
    wider = None if run is None or record["seconds"] >= 1 else further(task, own, learner, run)
    if wider is not None and "with_singletons" not in record:
        most = f"--max-vars {task.bias.max_vars + 1} --max-body {task.bias.max_body + 1}"
        notice(f"with {most}, {_covering(wider, record)}")


def tell(clauses: Sequence[Clause], english: Sequence[str]) -> None:
    """Print clauses, each with its English below it."""
    for clause, words in zip(clauses, english, strict=True):
        print(clause)
        if words:
            print(f"  {words}")


def _explained(
    clauses: Sequence[Clause], task: LearningTask
) -> tuple[Background | None, list[str]]:
    """Return the background of a task about panels, and the English of what was learned."""
    from witness.clauses.background import usable, without_facts
    from witness.puzzle.views.plain_clauses import sentences

    try:
        known = usable(without_facts(task.background), task.bias, relational=True)
    except InputError:
        return None, [""] * len(clauses)
    return None if known.is_relational else known, sentences(clauses, known)


def _by_name(clauses: Sequence[Clause], task: LearningTask) -> dict[str, list[str]]:
    """Return which examples are covered; nothing if that is not known, or not in time."""
    from witness.base.limits import LimitReachedError
    from witness.base.limits.alarm import limited
    from witness.clauses.learners.coverage import examples_by_name

    try:
        return limited(lambda: examples_by_name(clauses, task), SECONDS)
    except (InputError, LimitReachedError):
        return {}


def _sums(record: dict[str, Any], clauses: Sequence[Clause], panels: Background | None) -> str:
    """Return a line of numbers about what was learned; of panels, also whether it is proved."""
    covered = (
        f"{record['true_positives']} of {record['positives']} positive and "
        f"{record['false_positives']} of {record['negatives']} negative examples"
    )
    size = f"{len(clauses)} clause{'s' * (len(clauses) != 1)}, {record['program_size']} literals"
    proof = "; proved" if "until_proved" in record else "; not proved"
    return f"covers {covered}; {size}{proof if clauses and panels is not None else ''}"


def _covering(found: dict[str, Any], record: dict[str, Any]) -> str:
    shown = found["clauses"] if len(found["clauses"]) <= FEW else ["…"]
    return (
        f"{found['program_size']} literals cover {found['true_positives']} of "
        f"{record['positives']} positive examples and {found['false_positives']} of "
        f"{record['negatives']} negative ones: {' '.join(shown)}"
    )


def _tell_examples(record: dict[str, Any]) -> None:
    """Print which examples a hypothesis is wrong about."""
    missed = record["positives"] - record["true_positives"]
    for words, name, number in (
        ("not covered", "uncovered", missed),
        ("covered, though negative", "covered_negatives", record["false_positives"]),
    ):
        names = record.get(name, ())[:NAMES]
        rest = f"… {number - len(names):,} more" if names else f"{number:,} examples"
        if number:
            print(f"{words}: {', '.join([*names, *[rest] * (number > len(names))])}")


def _best(record: dict[str, Any], clauses: Sequence[Clause], known: Background | None) -> str:
    """Return what is proved of predicates beside one that is proved, or why nothing is."""
    taught = record.get("until_proved", {})
    if not taught.get("best"):
        why = taught.get("why_not_best")
        return f"another sound predicate may cover more: {why}" if why else ""
    from witness.proof.best import every_board

    return (known and every_board(clauses, known)) or str(taught["statement"])


def _draw(taught: dict[str, Any], task: Path, picture: str) -> None:
    """Draw what was believed, and what refuted it."""
    from witness.clauses.background import read_background
    from witness.proof.teaching.strip import strip_svg
    from witness.puzzle.png import write_picture

    if not taught["counterexamples"]:
        notice(f"nothing was refuted, so there is no picture {picture}")
        return
    with files.output(picture) as stream:
        drawing = strip_svg(taught, read_background(task / "bk.pl", task / "bias.pl"))
        write_picture(stream, drawing, picture)


def _tell_end(record: dict[str, Any], results: Path) -> None:
    """Say why the run did not end by itself.

    Raises `InputError` if it was interrupted, and if it failed and left nothing.
    """
    status = record["status"]
    if status == "interrupted":
        raise InputError(
            f"interrupted; the best hypothesis found so far is in {results / HYPOTHESIS}"
        )
    why = ": ".join(record[key] for key in ("learner", "status", "reason") if key in record)
    if status == "failed" and not record["program_size"]:
        raise InputError(why)
    if "reason" in record:
        notice(why)


def _tell_why(record: dict[str, Any]) -> None:
    """Say what came near to more, or would have been more."""
    if record["status"] == "nothing-learned":
        if not {"description_length", "notices", "nearest", "with_singletons"} & record.keys():
            notice(
                f"nothing was learned: {record['learner']} found no clause that covers a positive "
                "example and no negative one"
            )
        for near in record.get("nearest", ()):
            notice(
                f"nearest: {near['clause']} It covers {near['true_positives']} of "
                f"{record['positives']} positive examples, but also {near['false_positives']} of "
                f"{record['negatives']} negative ones, such as {near['false_positive']}"
            )
        if "description_length" in record:
            tied = record.get("tied")
            notice(
                f"no hypothesis has a description length below {record['description_length']}, "
                "that of the empty one" + ("" if tied is None else f", which ties with {tied}")
            )
    if "with_singletons" in record:
        wider = _covering(record["with_singletons"], record)
        notice(f"with singletons allowed (--allow-singletons), {wider}")


def _in_words(found: dict[str, int]) -> str:
    """Return a confusion matrix in words."""
    right, wrong = found["true_positives"], found["false_positives"]
    positives, negatives = right + found["false_negatives"], wrong + found["true_negatives"]
    accuracy = (right + found["true_negatives"]) / (positives + negatives)
    return (
        f"the hypothesis covers {right} of {positives} positive examples and {wrong} of "
        f"{negatives} negative ones: {accuracy:.1%} of all are right"
    )


COMMANDS = (examples, learn)
