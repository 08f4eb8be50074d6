"""What a run of the loop claims, in words, and an independent check of the claim.

The claim is that no predicate of the bias that is sound on every board covers more of the positive
examples. It rests on four things. The clauses are proved (`witness.proof.certificate` checks that).
The counterexamples are completable paths, so no sound predicate fires on them: a solution extends
each. The hypothesis covers what it says. And no other one that covers no negative example covers
more: that the learner is exact is taken on trust, but another learner is asked for a better one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import current
from witness.base.schemas import check_shape
from witness.learners import learned
from witness.learners.coverage import coverage
from witness.learners.examples import Sources
from witness.learners.registry import LEARNERS, is_exact
from witness.learners.result_schema import RESULT
from witness.learners.run import Run, Settings
from witness.learners.task import LearningTask
from witness.logic.background import Background
from witness.logic.language.terms import Clause
from witness.proof.certificate import check_certificate
from witness.proof.counterexamples import Counterexample
from witness.proof.teaching.negatives import negative_example, with_examples

#: The schema of a record of the loop.
_CLAIMED = {**RESULT, "required": [*RESULT["required"], "until_proved"]}

#: The learner that is asked for a better hypothesis. It enumerates clauses in another way.
OTHER = "bottom-up"


def statement(task: LearningTask) -> str:
    """Return what is claimed of the best hypothesis of a task."""
    bias = task.bias
    positives, negatives = task.counts
    consistent = f" and covers none of the {negatives:,} negative examples" if negatives else ""
    once = ", which may occur once" if bias.allow_singletons else ""
    literals = f"{bias.max_body} literal{'' if bias.max_body == 1 else 's'}"
    return (
        f"of the predicates of this bias, with at most {literals} in the body of a clause and "
        f"{bias.max_vars} variables{once}, none that is sound on every board{consistent} covers "
        f"more of the {positives:,} positive examples"
    )


@dataclass(frozen=True)
class Checked:
    """What became of the check: what is wrong, what is confirmed, and what is taken on trust.

    `statement` is what follows, None if nothing is claimed.
    """

    problems: tuple[str, ...]
    confirmed: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()
    statement: str | None = None


def check_claim(
    claimed: Any,
    clauses: Sequence[Clause],
    task: LearningTask,
    background: Background,
    progress: Callable[[], object] = lambda: None,
) -> Checked:
    """Check what a run of the loop says of a hypothesis, within the budget in force.

    `claimed` is the record of the run. `progress` is called as `check_certificate` does, and once
    more when the examples are counted, before another learner runs. Raises `InputError` for a
    record of something else.
    """
    check_shape(claimed, _CLAIMED, "the record of `witness learn --until-proved`")
    taught = claimed["until_proved"]
    task = task.with_singletons(taught.get("allow_singletons"))
    most = claimed.get("limits", {})
    task = task.limited(*(most.get(name) for name in ("max_vars", "max_body", "max_clauses")))
    known = [Counterexample.from_json(one) for one in taught["counterexamples"]]
    problems = check_certificate(taught["proof"], clauses, background, progress=progress)
    problems += [
        f"counterexample {number}: its partial path does not become its solution"
        for number, one in enumerate(known, start=1)
        if not one.holds
    ]
    if problems:
        return Checked(tuple(problems))
    sources = Sources.of(background)
    last = with_examples(
        task, [negative_example(one, sources, f"x{n}_") for n, one in enumerate(known)]
    )
    counted = *coverage(clauses, last), task.counts[0]
    progress()
    told = tuple(claimed[name] for name in ("true_positives", "false_positives", "positives"))
    if counted != told:
        said = "{} of {} positive and {} negative examples"
        ours, theirs = (said.format(own[0], own[2], own[1]) for own in (counted, told))
        return Checked((f"it covers {ours}, the record says {theirs}",))
    confirmed = [
        f"each of {len(clauses)} clauses is proved",
        f"each of {len(known)} counterexamples has a solution",
        f"{counted[0]:,} of {counted[2]:,} positive examples and no negative one are covered",
    ]
    if not taught["best"]:
        return Checked((), tuple(confirmed))
    return _best(claimed, counted[0], last, confirmed, statement(task))


def _best(
    claimed: Mapping[str, Any], covered: int, last: LearningTask, confirmed: list[str], best: str
) -> Checked:
    """Check that nothing covers more of the last task, as far as that can be checked."""
    taught = claimed["until_proved"]
    learner = claimed["learner"]
    against = [
        *([f"the loop ended with {taught['ended']}"] if taught["ended"] != "proved" else []),
        *(f"a clause was left out: {one['clause']}" for one in taught["undecided"]),
        *([] if learner in LEARNERS and is_exact(learner) else [f"{learner} is not exact"]),
        *([] if last.bias.is_plain else ["the bias asks for more than plain clauses"]),
        *(["it learned with noise"] if "description_length" in claimed else []),
        *(["the learner left clauses out"] if claimed.get("left_out") else []),
        *(
            ["a counterexample has elimination marks"]
            if any(one["puzzle"].get("eliminations") for one in taught["counterexamples"])
            else []
        ),
        *([] if taught.get("statement") == best else [f"what follows is: {best}"]),
    ]
    if against:
        return Checked(tuple(f"it is said to be the best, but {why}" for why in against))
    trusted = f"that {learner} is exact"
    try:
        other = _other(last)
    except InputError as error:
        cannot = f"{trusted} ({OTHER} cannot be asked: {error.reason})"
        return Checked((), tuple(confirmed), (cannot,), best)
    found = other.learned
    if found.true_positives > covered:
        better = " ".join(map(str, found.clauses))
        return Checked((f"{OTHER} covers {found.true_positives:,} positive examples: {better}",))
    left = found.details.get("left_out")
    why = other.status or (f"it left out {left:,}" if left else None)
    confirmed.append(
        f"{OTHER}, another learner, finds none that covers more{f' ({why})' if why else ''}"
    )
    return Checked((), tuple(confirmed), (trusted,), best)


def _other(last: LearningTask) -> Run:
    """Return the run of another learner on the last task, within the budget in force."""
    settings = Settings(timeout=current().seconds_left)
    return learned("", learner=OTHER, settings=settings, task=last)[0]
