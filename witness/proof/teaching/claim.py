"""What a run of the loop claims, in words, and a check of the claim.

The claim is that no predicate of the bias that is sound on every board covers more of the positive
examples. It rests on four things. The clauses are proved (`witness.proof.certificate` checks that).
The counterexamples are completable paths of panels of which proofs speak, so no sound predicate
fires on them: a solution extends each. The hypothesis covers what it says. And no other one that
covers no negative example covers more: that the learner is exact is taken on trust. The learner
runs anew on the task and the counterexamples, which refutes a record that was changed. If that run
does not look at all clauses, nothing follows. What `witness best` claims needs no learner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.base.limits import current
from witness.base.schemas import check_shape
from witness.clauses.background import Background
from witness.clauses.language.terms import Clause
from witness.clauses.learners import learned
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.registry import LEARNERS, is_exact
from witness.clauses.learners.result_schema import RESULT
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask
from witness.clauses.learners.teach import extended
from witness.proof.certificate import check_certificate
from witness.proof.counterexamples import Counterexample
from witness.proof.teaching.loop import negative_example
from witness.puzzle.examples.examples import Sources
from witness.puzzle.proof_scope import ClauseScope

#: The schema of a record of the loop.
_CLAIMED = {**RESULT, "required": [*RESULT["required"], "until_proved"]}


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
    """What became of the check: what is wrong, confirmed, taken on trust, and not checked.

    `statement` is what follows, None if nothing is claimed, or not all of it was checked.
    """

    problems: tuple[str, ...]
    confirmed: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
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
    more when the examples are counted, before the learner runs. Raises `InputError` for a record
    of something else.
    """
    check_shape(claimed, _CLAIMED, "the record of `witness learn --until-proved`")
    taught = claimed["until_proved"]
    task = task.with_singletons(taught.get("allow_singletons"))
    most = claimed.get("limits", {})
    task = task.limited(*(most.get(name) for name in ("max_vars", "max_body", "max_clauses")))
    known = [Counterexample.from_json(one) for one in taught["counterexamples"]]
    problems = check_certificate(taught["proof"], clauses, background, progress=progress)
    # Only clauses with guards speak of marks, so that these say nothing of what is best.
    scope = ClauseScope(marks=not taught["best"])
    for number, one in enumerate(known, start=1):
        why_not = one.why_not(scope, background.kinds)
        problems += [f"counterexample {number}: {why_not}"] if why_not else []
    if problems:
        return Checked(tuple(problems))
    sources = Sources.of(background)
    last = extended(task, [negative_example(one, sources, f"x{n}_") for n, one in enumerate(known)])
    covered, wrong = coverage(clauses, last)
    progress()
    size = sum(clause.size for clause in clauses)
    counted = {
        "true_positives": covered, "positives": task.counts[0],
        "false_positives": wrong, "negatives": last.counts[1], "program_size": size,
    }  # fmt: skip
    problems = [
        f"{name} is {number:,}, the record says {claimed[name]:,}"
        for name, number in counted.items()
        if number != claimed[name]
    ]
    if problems:
        return Checked(tuple(problems))
    confirmed = [
        f"each of {len(clauses)} clauses is proved",
        f"each of {len(known)} counterexamples has a solution",
        f"{covered:,} of {task.counts[0]:,} positive examples and {wrong or 'no'} negative "
        f"{'ones' if wrong > 1 else 'one'} are covered",
    ]
    if not taught["best"]:
        return Checked((), tuple(confirmed))
    return _best(claimed, (covered, wrong), last, confirmed, statement(task))


def _best(
    claimed: Mapping[str, Any],
    counted: tuple[int, int],
    last: LearningTask,
    confirmed: list[str],
    best: str,
) -> Checked:
    """Check that nothing covers more of the last task, as far as that can be checked."""
    taught = claimed["until_proved"]
    learner = claimed["learner"]
    covered, wrong = counted
    limited = last.bias.max_clauses or "max_literals" in claimed.get("limits", {})
    against = [
        *([f"the loop ended with {taught['ended']}"] if taught["ended"] != "proved" else []),
        *(f"a clause was left out: {one['clause']}" for one in taught["undecided"]),
        *([] if learner in LEARNERS and is_exact(learner) else [f"{learner} is not exact"]),
        *([] if last.bias.is_plain else ["the bias asks for more than plain clauses"]),
        *(["the number of clauses or literals is limited"] if limited else []),
        *(["it learned with noise"] if "description_length" in claimed else []),
        *(["it covers negative examples"] if wrong else []),
        *(["the learner left clauses out"] if claimed.get("left_out") else []),
        *([] if taught.get("statement") == best else [f"what follows is: {best}"]),
    ]
    if against:
        return Checked(tuple(f"it is said to be the best, but {why}" for why in against))
    settings = Settings(timeout=current().seconds_left)
    run, _ = learned("", learner=learner, settings=settings, task=last)
    found = run.learned
    if found.true_positives > covered:
        better = " ".join(map(str, found.clauses))
        return Checked((f"{learner} covers {found.true_positives:,} positive examples: {better}",))
    left = found.details.get("left_out")
    if run.status or left:
        why = f"ended with {run.status}" if run.status else f"left out {left:,}"
        unchecked = f"that none covers more ({learner} {why})"
        return Checked((), tuple(confirmed), unchecked=(unchecked,))
    confirmed.append(f"{learner}, which learned it, finds none that covers more")
    return Checked((), tuple(confirmed), (f"that {learner} is exact",), statement=best)
