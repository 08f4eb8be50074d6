"""What a run of the loop claims, in words, and an independent check of the claim.

The claim is that no predicate of the bias that is sound on every board covers more of the positive
examples. It rests on four things. The clauses are proved (`witness.proof.certificate` checks that).
The counterexamples are completable paths, so no sound predicate fires on them: a solution extends
each. The hypothesis covers what it says. And no other one that covers no negative example covers
more: that the learner is exact is taken on trust, but another learner is asked for a better one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import current
from witness.base.schemas import check_shape
from witness.learners import learned
from witness.learners.coverage import coverage
from witness.learners.examples import Sources
from witness.learners.result_schema import LIMITS, UNTIL_PROVED
from witness.learners.run import Run, Settings
from witness.learners.task import LearningTask
from witness.logic.background import Background
from witness.logic.language.bias import Bias
from witness.logic.language.terms import Clause
from witness.proof.certificate import check_certificate
from witness.proof.counterexamples import Counterexample
from witness.proof.teaching.negatives import negative_example, with_examples
from witness.puzzle.rules import is_solution

#: The learner that is asked for a better hypothesis. It enumerates clauses in another way.
OTHER = "bottom-up"


def statement(bias: Bias, positives: int, negatives: int) -> str:
    """Return what is claimed of the best hypothesis, with the numbers of the task's examples."""
    consistent = f" and covers none of the {negatives:,} negative examples" if negatives else ""
    return (
        f"of the predicates of this bias, with at most {bias.max_body} literals in the body of a "
        f"clause and {bias.max_vars} variables, none that is sound on every board{consistent} "
        f"covers more of the {positives:,} positive examples"
    )


@dataclass(frozen=True)
class Checked:
    """What became of the check: what is wrong, what is confirmed, and what is taken on trust."""

    problems: tuple[str, ...]
    confirmed: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()


def check_claim(
    claimed: Mapping[str, Any],
    clauses: Sequence[Clause],
    task: LearningTask,
    background: Background,
) -> Checked:
    """Check what a run of the loop says of a hypothesis, within the budget in force.

    `claimed` is the record of the run. Raises `InputError` for a record of something else.
    """
    taught = claimed.get("until_proved")
    if not isinstance(taught, dict) or not taught.keys() >= {*UNTIL_PROVED["required"]}:
        raise InputError("not the record of `witness learn --until-proved`")
    known = [Counterexample.from_json(one) for one in taught["counterexamples"]]
    problems = check_certificate(taught["proof"], clauses, background)
    problems += [
        f"counterexample {number}: its partial path does not become its solution"
        for number, one in enumerate(known, start=1)
        if not _completable(one)
    ]
    if problems:
        return Checked(tuple(problems))
    sources = Sources.of(background)
    last = with_examples(
        task, [negative_example(one, sources, f"x{n}_") for n, one in enumerate(known)]
    )
    counted = coverage(clauses, last)
    told = claimed["true_positives"], claimed["false_positives"]
    if counted != told:
        said = "{} positive and {} negative examples"
        return Checked(
            (f"it covers {said.format(*counted)}, the record says {said.format(*told)}",)
        )
    confirmed = [
        f"each of {len(clauses)} clauses is proved",
        f"each of {len(known)} counterexamples has a solution",
        f"{counted[0]:,} of {task.counts[0]:,} positive examples and no negative one are covered",
    ]
    if not taught["best"]:
        return Checked((), tuple(confirmed))
    trusted = f"that {claimed['learner']} is exact"
    try:
        most = claimed.get("limits", {})
        if most:
            check_shape(most, LIMITS, "the limits of the record")
        other = _other(last.limited(most.get("max_vars"), most.get("max_body")))
    except InputError as error:
        return Checked(
            (), tuple(confirmed), (f"{trusted} ({OTHER} cannot be asked: {error.reason})",)
        )
    found = other.learned
    if found.true_positives > counted[0]:
        better = " ".join(map(str, found.clauses))
        return Checked((f"{OTHER} covers {found.true_positives:,} positive examples: {better}",))
    left = found.details.get("left_out")
    why = other.status or (f"it left out {left:,}" if left else None)
    confirmed.append(
        f"{OTHER}, another learner, finds none that covers more{f' ({why})' if why else ''}"
    )
    return Checked((), tuple(confirmed), (trusted,))


def _completable(example: Counterexample) -> bool:
    """Whether the solution of a counterexample is one, and extends its partial path."""
    path, solution = example.partial_path, example.solution
    extends = len(path) < len(solution) and solution[: len(path)] == path
    return extends and is_solution(example.puzzle, solution)


def _other(last: LearningTask) -> Run:
    """Return the run of another learner on the last task, within the budget in force."""
    settings = Settings(timeout=current().seconds_left)
    return learned("", learner=OTHER, settings=settings, task=last)[0]
