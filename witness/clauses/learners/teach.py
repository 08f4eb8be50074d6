"""Learn until everything is proved: an oracle is the teacher.

    repeat
        H ← learn(task)
        answers ← oracle(H)
        if every clause of H is proved: return H
        add to the task what refutes clauses of H

An oracle is a function of all clauses of a hypothesis, and answers for each: it is `Proved`, it is
`Refuted` by examples that the task does not have yet, or it is `Undecided`. Negative examples rule
a clause out; positive ones show what the hypothesis lacks, where a clause is right only beside
others. An implication is a pair of examples, of which no sound hypothesis covers the first alone
(ICE: Garg, Löding, Madhusudan and Neider 2014). Both become positive; if an exact learner then
covers the first alone, the first becomes negative. If the learner is exact, every clause was proved
or refuted, and no sound clause covers a negative example, no sound hypothesis of the bias covers
more of the positive examples than the result: the learner would have found it (docs/learners.md).

An undecided clause is forbidden by what it does: no clause that covers the same positive examples
is learned from then on. After `MOST_UNDECIDED` of them the loop ends, and the result names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.limits import Budget, Limits
from witness.clauses.language.terms import Clause, Ground, Key, clause_text, indicator
from witness.clauses.learners import learned
from witness.clauses.learners.coverage import coverage, covered
from witness.clauses.learners.registry import is_exact, taken
from witness.clauses.learners.settings import Run, Settings
from witness.clauses.learners.task import Example, LearningTask

#: The most rounds by default; what is learned from panels of the usual sizes takes fewer than 30.
MOST_ROUNDS = 200

#: The most clauses that may be left undecided.
MOST_UNDECIDED = 10

#: The share of the time that is left which is kept for the oracle.
SHARE = 0.2

#: Why a clause is undecided if the time did not suffice; the loop then ends as at its time limit.
LATE = "not decided in time"


@dataclass(frozen=True)
class Answer:
    """What an oracle says of a clause; `about` is what else it knows, a proof, say."""

    about: Any = field(default=None, kw_only=True, compare=False)


@dataclass(frozen=True)
class Proved(Answer):
    """The clause is sound; `alone` says whether it is so without the others of its hypothesis."""

    alone: bool = True


@dataclass(frozen=True)
class Refuted(Answer):
    """The clause is not sound: examples and implications, with facts about new names."""

    negatives: Sequence[Example] = ()
    positives: Sequence[Example] = ()
    facts: Mapping[Key, Sequence[tuple[Ground, ...]]] = field(default_factory=dict)
    implications: Sequence[tuple[Example, Example]] = ()


@dataclass(frozen=True)
class Undecided(Answer):
    """The oracle cannot say whether the clause is sound, for a reason."""

    reason: str = "undecided"


#: What answers for each clause of a hypothesis, in the order of the clauses.
Oracle = Callable[[tuple[Clause, ...]], Sequence[Answer]]


@dataclass(frozen=True)
class Round:
    """A round: the run of the learner, and the answers on what it learned."""

    run: Run
    answers: tuple[Answer, ...]

    def __str__(self) -> str:
        open_ = sum(not isinstance(one, Proved) for one in self.answers)
        covered, clauses = self.run.learned.true_positives, len(self.answers)
        return (
            f"{covered:,} of {self.run.positives:,} positive examples; "
            f"{open_} of {clauses} clause{'' if clauses == 1 else 's'} not proved"
        )

    def core(self, task: LearningTask) -> Round:
        """Return the round with those clauses alone that are proved alone, counted on a task."""
        pairs = zip(self.run.learned.clauses, self.answers, strict=True)
        kept = [(c, one) for c, one in pairs if isinstance(one, Proved) and one.alone]
        if len(kept) == len(self.answers):
            return self
        clauses = tuple(clause for clause, _ in kept)
        best = replace(
            self.run.learned, clauses=clauses, true_positives=coverage(clauses, task)[0],
            false_positives=0,
        )  # fmt: skip
        return Round(replace(self.run, learned=best), tuple(one for _, one in kept))


@dataclass(frozen=True)
class Taught:
    """What the loop ends with: the best hypothesis of which all is proved, and how it was found.

    `ended` says why the loop ended: `proved` (all of the last hypothesis is), `undecided` (a clause
    is neither proved nor refuted, and the learner finds nothing else), `repeated` (it returned a
    clause again that had been refuted), `rounds` (as many as it may make), or as the learner did
    (`timeout`, `memory-limit`, `interrupted`, `failed`). `answers` are those on the clauses of the
    `run`. `undecided` has the clauses that could not be decided, each with the reason. `exact` says
    whether the learner is.
    """

    run: Run
    answers: tuple[Answer, ...]
    ended: str
    rounds: tuple[Round, ...]
    undecided: tuple[tuple[Clause, str], ...]
    exact: bool

    @property
    def why_not_best(self) -> str | None:
        """Why a sound hypothesis of the bias may cover more; None if none does.

        That is for an oracle of whose negative examples no sound clause covers any.
        """
        if self.ended == "undecided":
            number, (clause, _) = len(self.undecided), self.undecided[0]
            clauses = "a clause" if number == 1 else f"{number} clauses"
            return f"{clauses} could not be decided: {clause}{' and others' * (number > 1)}"
        if self.ended != "proved":
            words = {
                "repeated": "the learner returned a clause again that had been refuted",
                "rounds": "the number of rounds was too small",
            }
            return words.get(self.ended, f"the learner ended with {self.ended}")
        if not self.exact:
            return "the learner is not exact"
        if self.run.limits.keys() & {"max_clauses", "max_literals"}:
            return "the number of clauses or literals of a hypothesis is limited"
        if self.undecided:
            return f"a clause was left out that could not be decided: {self.undecided[0][0]}"
        if self.run.learned.details.get("left_out"):
            return "the learner left clauses out"
        return None

    def to_json(self) -> dict[str, Any]:
        """Return how it was found, as the record of a run holds it."""
        rounds = [
            {
                "true_positives": one.run.learned.true_positives,
                "program_size": one.run.learned.size,
                "clauses": [
                    {"clause": clause_text(clause), "status": type(answer).__name__.lower()}
                    for clause, answer in zip(one.run.learned.clauses, one.answers, strict=True)
                ],
            }
            for one in self.rounds
        ]
        undecided = [
            {"clause": clause_text(clause), "reason": reason} for clause, reason in self.undecided
        ]
        return {"ended": self.ended, "rounds": rounds, "undecided": undecided}


def extended(task: LearningTask, refuted: Iterable[Refuted]) -> LearningTask:
    """Return a task with the examples that are new to it, and their facts; itself if none is.

    What becomes a negative example is a positive one no more.
    """
    positives, negatives = [*task.positives], [*task.negatives]
    facts = {key: list(rows) for key, rows in task.background.facts.items()}
    known, wrong = {*positives}, {*negatives}
    for answer in refuted:
        negative = [e for e in dict.fromkeys(answer.negatives) if e not in wrong]
        wrong.update(negative)
        implied = (e for pair in answer.implications for e in pair)
        asked = dict.fromkeys((*answer.positives, *implied))
        positive = [e for e in asked if e not in known and e not in wrong]
        known.update(positive)
        if negative or positive:
            negatives += negative
            positives += positive
            for key, rows in answer.facts.items():
                if rows:
                    facts.setdefault(key, []).extend(rows)
    new = {*negatives[len(task.negatives) :]}
    if not new and len(positives) == len(task.positives):
        return task
    return replace(
        task,
        background=replace(task.background, facts=facts),
        positives=[e for e in positives if e not in new],
        negatives=negatives,
    )


def teach(
    task: LearningTask,
    oracle: Oracle,
    *,
    learner: str = "asp",
    settings: Settings | None = None,
    most_rounds: int = MOST_ROUNDS,
    after_round: Callable[[int, Round], object] = lambda _number, _round: None,
) -> Taught:
    """Learn from a task until an oracle proves every clause of the hypothesis.

    The timeout of the settings is for the whole loop; at a limit the best hypothesis so far stands,
    and at Ctrl-C, too, once there is one. The oracle runs with what is left of it as the budget in
    force. `after_round` is called with the number of each round, from 1 on, and the round. Raises
    `InputError` as `witness.clauses.learners.learned` does, and for answers that are none.
    """
    chosen = settings or Settings()
    lesson = _Lesson(task.with_singletons(chosen.allow_singletons), oracle, learner, chosen)
    ended: str | None = None
    try:
        for number in range(1, most_rounds + 1):
            ended = lesson.round()
            after_round(number, lesson.rounds[-1])
            if ended is not None:
                break
    except KeyboardInterrupt:
        if not lesson.rounds:
            raise
        ended = "interrupted"
    return lesson.taught(ended or "rounds")


class _Lesson:
    """The state of the loop between two rounds."""

    def __init__(
        self, task: LearningTask, oracle: Oracle, learner: str, settings: Settings
    ) -> None:
        self.task, self.oracle = task, oracle
        self.learner, self.settings = learner, settings
        self.can_forbid = "forbidden" in taken(learner)
        self.budget = Budget(Limits(time_limit=settings.timeout))
        self.forbidden: dict[Clause, str] = {}
        self.implications: dict[tuple[Example, Example], None] = {}
        self.rounds: list[Round] = []

    def round(self) -> str | None:
        """Learn once more, and rule out what is not proved; return why the loop ends, if so."""
        left = self.budget.seconds_left
        settings = replace(self.settings, timeout=None if left is None else (1 - SHARE) * left)
        if self.can_forbid:
            settings = replace(settings, forbidden=tuple(self.forbidden))
        run, _ = learned("", learner=self.learner, settings=settings, task=self.task, keep=True)
        with self.budget.in_force():
            answers = _checked(self.oracle(run.learned.clauses), run.learned.clauses)
        if any(isinstance(one, Undecided) and one.reason == LATE for one in answers):
            run = replace(run, status=run.status or "timeout")
        self.rounds.append(Round(run, answers))
        refuted = [one for one in answers if isinstance(one, Refuted)]
        self.implications |= {pair: None for one in refuted for pair in one.implications}
        before = self.task
        self.task = extended(before, [*refuted, self._left_open(run.learned.clauses)])
        forbids = [*map(self._forbids, run.learned.clauses, answers)]
        if run.status is not None:
            return run.status
        if all(isinstance(one, Proved) for one in answers):
            return "proved"
        if len(self.forbidden) > MOST_UNDECIDED:
            return "undecided"
        if self.task is before and not any(forbids):
            return "repeated" if refuted else "undecided"
        return None

    def _left_open(self, clauses: Sequence[Clause]) -> Refuted:
        """Return as negative what the hypothesis covers though not what that implies.

        What is implied was an example when the hypothesis was learned.
        """
        known = {*self.task.positives, *self.task.negatives}
        pairs = [pair for pair in self.implications if known.issuperset(pair)]
        ends = [*dict.fromkeys(example for pair in pairs for example in pair)]
        fires = covered(clauses, self.task.background, self.task.bias, ends)
        covers = dict(zip(ends, fires, strict=True))
        return Refuted([one for one, then in pairs if covers[one] and not covers[then]])

    def _forbids(self, clause: Clause, answer: Answer) -> bool:
        """Forbid an undecided clause; return whether that was not done before."""
        if not isinstance(answer, Undecided):
            return False
        new = clause not in self.forbidden and self.can_forbid
        self.forbidden[clause] = answer.reason
        return new

    def taught(self, ended: str) -> Taught:
        """Return what was learned: of all rounds, the proved clauses that cover most."""
        best = last = self.rounds[-1]
        if ended != "proved":
            cores = [found.core(self.task) for found in self.rounds]
            best = max(cores, key=lambda one: (one.run.learned.true_positives,
                                               -one.run.learned.size))  # fmt: skip
        positives, negatives = self.task.counts
        run = replace(
            last.run,
            learned=best.run.learned,
            positives=positives,
            negatives=negatives,
            status=None if ended in ("proved", "undecided", "repeated", "rounds") else ended,
        )
        exact = is_exact(self.learner) and not self.settings.noisy and self.task.bias.is_plain
        return Taught(
            run, best.answers, ended, tuple(self.rounds), tuple(self.forbidden.items()), exact
        )


def _checked(answers: Sequence[Answer], clauses: Sequence[Clause]) -> tuple[Answer, ...]:
    """Return the answers of an oracle; raise `InputError` if they are not one for each clause."""
    kinds = (Proved, Refuted, Undecided)
    if not isinstance(answers, Sequence):
        raise InputError(f"the oracle returns {quoted(answers)}; a list of answers is due")
    wrong = next((one for one in answers if not isinstance(one, kinds)), None)
    if wrong is not None:
        raise InputError(f"the oracle answers {quoted(wrong)}; Proved, Refuted or Undecided is due")
    if len(answers) != len(clauses):
        raise InputError(f"the oracle has {len(answers)} answers on {len(clauses)} clauses")
    for one, clause in zip(answers, clauses, strict=True):
        if not isinstance(one, Refuted):
            continue
        for example in (*one.negatives, *one.positives, *chain.from_iterable(one.implications)):
            if not isinstance(example, tuple) or len(example) != len(clause.args):
                what = (
                    f"a tuple of the arguments of {indicator(clause.key)} is due, as (3,) for f(3)"
                )
                raise InputError(f"the oracle refutes with the example {quoted(example)}; {what}")
    return tuple(answers)
