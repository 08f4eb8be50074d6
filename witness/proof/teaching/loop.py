"""Learn until everything is proved: the prover is the teacher.

    counterexamples ← ∅
    repeat
        H ← learn(positives, negatives ∪ counterexamples)
        if every clause of H is proved: return H
        counterexamples ← counterexamples ∪ {a counterexample to C : C in H is refuted}

A counterexample is a completable path on which the clause fires, so no sound predicate fires on
it. As a negative example it rules the clause out, and many like it. The loop ends, as each round
rules out a clause of the bias. If the learner is exact, and every clause was proved or refuted, no
predicate of the bias that is sound on every board covers more of the positive examples than the
result, unless it covers a negative example that was given: it would be consistent with all of them,
and the learner would have found it. Given negative examples are completable paths, on which no
sound predicate fires, if the labels are those of whole puzzles (`labels: puzzle`).

A clause that is neither proved nor refuted is forbidden by what it does: no clause that covers the
same positive examples is learned from then on. After `MOST_UNDECIDED` of them the loop ends, and
the result names them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from witness.base.limits import Budget, Limits
from witness.clauses.background import Background, checked_background
from witness.clauses.language.terms import Clause, clause_text
from witness.clauses.learners import learned
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.registry import is_exact, taken
from witness.clauses.learners.settings import Learned, Run, Settings
from witness.clauses.learners.task import LearningTask
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import ClauseVerdict, Verdict
from witness.proof.teaching.negatives import negative_example, with_examples
from witness.proof.verdicts import Verdicts
from witness.puzzle.examples.examples import Sources
from witness.puzzle.examples.puzzle_task import PuzzleTask
from witness.puzzle.proof_scope import ClauseScope, beyond_proofs

#: The most rounds by default; what is learned from panels of the usual sizes takes fewer than 30.
MOST_ROUNDS = 200

#: The most clauses that may be left undecided.
MOST_UNDECIDED = 10

#: The share of the time that is left which is kept for proofs.
SHARE = 0.2

#: Why a clause is not decided at the time limit.
_LATE = "not decided in time"

#: Why the loop ends before it is done.
CUT_SHORT = ("rounds", "timeout", "memory-limit", "interrupted")


@dataclass(frozen=True)
class Round:
    """A round: the run of the learner, and the verdict on what it learned."""

    run: Run
    verdict: Verdict

    def __str__(self) -> str:
        open_ = sum(one.status != "proved" for one in self.verdict.clauses)
        covered, clauses = self.run.learned.true_positives, len(self.verdict.clauses)
        return (
            f"{covered:,} of {self.run.positives:,} positive examples; "
            f"{open_} of {clauses} clause{'' if clauses == 1 else 's'} not proved"
        )

    def to_json(self, counterexamples: Sequence[Counterexample]) -> dict[str, Any]:
        """Return the round as the record of a run holds it.

        A refuted clause has the number of its counterexample, from 0 on.
        """
        clauses = []
        for one in self.verdict.clauses:
            told: dict[str, Any] = {"clause": clause_text(one.clause), "status": one.status}
            if one.counterexample is not None:
                told["counterexample"] = counterexamples.index(one.counterexample)
            clauses.append(told)
        return {
            "true_positives": self.run.learned.true_positives,
            "program_size": self.run.learned.size,
            "clauses": clauses,
        }


@dataclass(frozen=True)
class Taught:
    """What the loop ends with: the best hypothesis of which all is proved, and how it was found.

    `ended` says why the loop ended: `proved` (all of the last hypothesis is), `undecided` (a clause
    is neither proved nor refuted, and the learner finds nothing else), `repeated` (it returned a
    clause again that had been refuted), `rounds` (as many as it may make), or as the learner did
    (`timeout`, `memory-limit`, `interrupted`, `failed`). `counterexamples` are those of the pool
    and the new ones; `undecided` has the clauses that could not be decided, each with the reason.
    `exact` says whether the learner is.
    """

    run: Run
    verdict: Verdict
    ended: str
    rounds: tuple[Round, ...]
    counterexamples: tuple[Counterexample, ...]
    undecided: tuple[tuple[Clause, str], ...]
    exact: bool

    @property
    def why_not_best(self) -> str | None:
        """Why a sound predicate of the bias may cover more; None if none does."""
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
        beyond = (beyond_proofs(one.puzzle, ClauseScope()) for one in self.counterexamples)
        feature = next((found for found in beyond if found), None)
        if feature is not None:
            return f"a counterexample has {feature}, of which only clauses with guards speak"
        return None

    def to_json(self) -> dict[str, Any]:
        """Return how it was found, as the record of a run holds it."""
        why_not = self.why_not_best
        return {
            "ended": self.ended,
            "best": why_not is None,
            **({} if why_not is None else {"why_not_best": why_not}),
            "rounds": [one.to_json(self.counterexamples) for one in self.rounds],
            "counterexamples": [one.to_json() for one in self.counterexamples],
            "proof": self.verdict.to_json(),
            "undecided": [
                {"clause": clause_text(clause), "reason": reason}
                for clause, reason in self.undecided
            ],
        }


def teach(
    task: LearningTask,
    background: Background,
    *,
    learner: str = "asp",
    settings: Settings | None = None,
    pool: Sequence[Counterexample] = (),
    most_rounds: int = MOST_ROUNDS,
    after_round: Callable[[int, Round], object] = lambda _number, _round: None,
) -> Taught:
    """Learn from a task until every clause of the hypothesis is proved.

    `background` is that of the task, without the facts of its puzzles. The timeout of the settings
    is for the whole loop; at a limit the best hypothesis so far stands, and at Ctrl-C, too, once
    there is one. The counterexamples of the `pool` are negative examples from the beginning.
    `after_round` is called with the number of each round, from 1 on, and the round. Raises
    `InputError` as `witness.clauses.learners.learned` does, and for a task that is not about
    puzzles.
    """
    checked_background(background.program, background.bias)
    chosen = settings or Settings()
    task = task.with_singletons(chosen.allow_singletons)
    lesson = _Lesson(task, background, learner, chosen, pool)
    ended = "rounds"
    try:
        for number in range(1, most_rounds + 1):
            round_ = lesson.round()
            after_round(number, round_)
            if lesson.ended is not None:
                ended = lesson.ended
                break
    except KeyboardInterrupt:
        if not lesson.rounds:
            raise
        ended = "interrupted"
    return lesson.taught(ended)


class _Lesson:
    """The state of the loop between two rounds."""

    def __init__(
        self,
        task: LearningTask,
        background: Background,
        learner: str,
        settings: Settings,
        pool: Sequence[Counterexample],
    ) -> None:
        self.task = task
        self.learner, self.settings = learner, settings
        self.can_forbid = "forbidden" in taken(learner)
        self.budget = Budget(Limits(time_limit=settings.timeout))
        self.sources = Sources.of(background)
        self.verdicts = Verdicts(background)
        self.counterexamples: dict[Counterexample, PuzzleTask] = {}
        self.forbidden: dict[Clause, str] = {}
        self.rounds: list[Round] = []
        self.ended: str | None = None
        for known in pool:
            self._add(known)

    def round(self) -> Round:
        """Learn once more, and take what is refuted as negative examples."""
        left = self.budget.seconds_left
        settings = replace(self.settings, timeout=None if left is None else (1 - SHARE) * left)
        if self.can_forbid:
            settings = replace(settings, forbidden=tuple(self.forbidden))
        given = with_examples(self.task, [*self.counterexamples.values()])
        run, _ = learned("", learner=self.learner, settings=settings, task=given, keep=True)
        with self.budget.in_force():
            verdict = self.verdicts.on(run.learned.clauses, late=_LATE)
        if any(one.reason == _LATE for one in verdict.clauses):
            run = replace(run, status=run.status or "timeout")
        taught = [self._takes(one) for one in verdict.clauses if one.status != "proved"]
        if run.status is not None:
            self.ended = run.status
        elif not taught:
            self.ended = "proved"
        elif len(self.forbidden) > MOST_UNDECIDED:
            self.ended = "undecided"
        elif not any(taught):
            again = any(one.counterexample is not None for one in verdict.clauses)
            self.ended = "repeated" if again else "undecided"
        found = Round(run, verdict)
        self.rounds.append(found)
        return found

    def _takes(self, verdict: ClauseVerdict) -> bool:
        """Rule out a clause that is not proved; return whether that was not done before."""
        if verdict.counterexample is not None:
            return self._add(verdict.counterexample)
        new = verdict.clause not in self.forbidden and self.can_forbid
        self.forbidden[verdict.clause] = verdict.reason
        return new

    def _add(self, counterexample: Counterexample) -> bool:
        """Make a counterexample a negative example; return whether it is new."""
        if counterexample in self.counterexamples:
            return False
        prefix = f"x{len(self.counterexamples)}_"
        self.counterexamples[counterexample] = negative_example(
            counterexample, self.sources, prefix
        )
        return True

    def taught(self, ended: str) -> Taught:
        """Return what was learned: of all rounds, the proved clauses that cover most."""
        if ended == "proved":
            best = self.rounds[-1].run.learned
        else:
            cores = (self._core(found) for found in self.rounds)
            best = max(cores, key=lambda core: (core.true_positives, -core.size))
        last = self.rounds[-1].run
        run = replace(
            last,
            learned=best,
            negatives=self.task.counts[1] + len(self.counterexamples),
            status=None if ended in ("proved", "undecided", "repeated", "rounds") else ended,
        )
        return Taught(
            run,
            self.verdicts.on(best.clauses),
            ended,
            tuple(self.rounds),
            tuple(self.counterexamples),
            tuple(self.forbidden.items()),
            is_exact(self.learner) and not self.settings.noisy and self.task.bias.is_plain,
        )

    def _core(self, found: Round) -> Learned:
        """Return the proved core of a round, with its coverage of the examples."""
        core = found.verdict.core
        if core == found.run.learned.clauses:
            return found.run.learned
        return replace(
            found.run.learned, clauses=core, true_positives=coverage(core, self.task)[0],
            false_positives=0,
        )  # fmt: skip
