"""Commands about biases: best, check-bias."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from witness.base import clock
from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.clauses.learners.registry import check_bias as check_bias_of
from witness.clauses.learners.registry import check_task
from witness.cli import told
from witness.cli.common import BackgroundFiles, seconds, within
from witness.cli.learners import LearnerSettings
from witness.cli.learning import ChosenLearner
from witness.cli.messages import notice, progress
from witness.cli.signature import Call, Option, command
from witness.cli.texts import folder_of

#: The files of a result.
FILES = ("bk.pl", "exs.pl", "bias.pl", "hypothesis.pl", "result.json", "certificate.json")


@command("best", "witness best --bias bias/nolen.pl", "witness best --bias bias/paper.pl -o best")
def best(
    call: Call,
    *,
    background: BackgroundFiles,
    time_limit: Annotated[float | None, seconds()] = None,
    json_: Annotated[bool, Option("write the record of the run as JSON")] = False,
    output: Annotated[
        str | None,
        Option(
            "folder of the predicate, its certificate and the task of all states, which is made",
            folder_of(*FILES),
            "DIR",
            short="-o",
            unset="none",
        ),
    ] = None,
) -> None:
    """Find the best predicate of a bias that never errs, on every board.

    No puzzle is needed: a bias about squares with triangles tells finitely many states of a square
    apart, and all of them are examples. `python tools/check.py DIR` checks the result by itself.
    """
    from witness.base.shipped import by_name, shipped_file
    from witness.clauses.background import DEFAULT_BIAS, definitions_for
    from witness.proof import best as best_predicate
    from witness.puzzle.examples.examples import Sources

    bias = by_name(background.bias, "bias") if background.bias else shipped_file(DEFAULT_BIAS)
    bk = by_name(background.bk, "bk") if background.bk else definitions_for(bias)
    begun = clock.worked()
    with within(time_limit, str(bias), "decided") as budget, budget.in_force():
        sources = Sources.read(bk, bias)
        with progress(None, "state"):
            found = best_predicate.best(sources)
    record = found.record(clock.worked() - begun)
    if output is not None:
        found.write(output, record["seconds"], call.line)
    if json_:
        print(json.dumps(record, ensure_ascii=False))
        return
    told.tell(found.clauses, found.english)
    print(found.judged)
    if found.judged.why_not is not None:
        raise InputError(f"not shown to be the best: {found.judged.why_not}", file=bias)


@command(
    "lab check-bias",
    "witness lab check-bias task",
    "witness lab check-bias task --learner popper --max-vars 4",
    "witness lab check-bias bias/mine.pl",
)
def check_bias(
    directory: Annotated[
        str, Option("folder of the learning task, or a bias about panels", metavar="DIR|FILE")
    ],
    *,
    chosen: ChosenLearner,
    settings: LearnerSettings,
    time_limit: Annotated[float, seconds("for trying what `learn` does first")] = 60.0,
) -> None:
    """Say what is wrong with a learning task or a bias, and what may be, as far as its files show.

    What `learn` refuses with the same options, this refuses in the same words. What is odd, but can
    be learned from, does not change the exit status.
    """
    from witness.clauses.background import read_background
    from witness.clauses.datalog import are_relations
    from witness.clauses.learners.faults import faults_of_files

    own = chosen.own(settings)
    if Path(directory).is_file():
        background = read_background(bias=directory)
        check_bias_of(chosen.learner, background)
        task, odd = None, [*faults_of_files(background)]
    else:
        task = chosen.task(directory, own)
        chosen.tell_assumed(task, own)
        relations = are_relations(task.bias, task.background)
        strangers = task.strangers(len(task.positives)) if relations else ()
        lines = (*chosen.faults(task), *task.doubts, *strangers)
        odd = [f"{directory}/{line}" for line in lines]
    print(*odd, sep="\n", end="\n" * bool(odd))
    if task is not None:
        try:
            limited(lambda: check_task(chosen.learner, task, own), time_limit, None)
        except LimitReachedError:
            notice(f"nothing was refused in the {time_limit:g} s of --time-limit")
    if not odd:
        print("nothing odd")


COMMANDS = (best, check_bias)
