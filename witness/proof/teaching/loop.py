"""Learn until everything is proved on every board: the prover is the oracle.

The loop is `witness.clauses.learners.teach`. A counterexample of the prover is a completable path
on which a clause fires, so no sound predicate fires on it: it is a negative example. So the result
is the best as it says there, unless sound predicates cover negative examples that were given. These
are completable paths, too, if the labels are those of whole puzzles (`labels: puzzle`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from witness.clauses.background import Background, checked_background
from witness.clauses.language.terms import Clause
from witness.clauses.learners import teach as loop
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask
from witness.clauses.learners.teach import LATE, MOST_ROUNDS, Answer, Proved, Refuted, Round
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import ClauseVerdict, Verdict
from witness.proof.verdicts import Verdicts
from witness.puzzle.constraints import constraints
from witness.puzzle.examples.examples import Sources
from witness.puzzle.examples.partial_paths import PartialPath
from witness.puzzle.grid import Vertex
from witness.puzzle.proof_scope import ClauseScope, beyond_proofs
from witness.puzzle.rules import path_edges

#: Why the loop ends before it is done.
CUT_SHORT = ("rounds", "timeout", "memory-limit", "interrupted")


class Panels:
    """The prover as an oracle; each answer is about a `ClauseVerdict`."""

    def __init__(self, background: Background) -> None:
        self.sources = Sources.of(background)
        self.verdicts = Verdicts(background)
        self.refuting: dict[Counterexample, Refuted] = {}

    def __call__(self, clauses: Sequence[Clause]) -> list[Answer]:
        """Return the answers on the clauses of a hypothesis, within the budget in force."""
        return [*map(self._answer, self.verdicts.on(clauses, late=LATE).clauses)]

    def _answer(self, verdict: ClauseVerdict) -> Answer:
        if verdict.status == "proved":
            return Proved(verdict.plain, about=verdict)
        if verdict.counterexample is None:
            return loop.Undecided(verdict.reason, about=verdict)
        known = self.refuted(verdict.counterexample)
        return Refuted(known.negatives, facts=known.facts, about=verdict)

    def refuted(self, counterexample: Counterexample) -> Refuted:
        """Return what refutes the clauses that fire on a counterexample."""
        if counterexample not in self.refuting:
            prefix = f"x{len(self.refuting)}_"
            self.refuting[counterexample] = negative_example(counterexample, self.sources, prefix)
        return self.refuting[counterexample]


def negative_example(counterexample: Counterexample, sources: Sources, prefix: str) -> Refuted:
    """Return the negative example of a counterexample; its names begin with a prefix.

    A solution extends the path, so it is completable, whatever labels the other examples have.
    """
    puzzle, board = counterexample.puzzle, counterexample.puzzle.grid
    vertices = tuple(board.vertex_number(cast(Vertex, v)) for v in counterexample.partial_path)
    edges = tuple(board.edge_number[edge] for edge in path_edges(counterexample.partial_path))
    every = constraints(puzzle)
    wanted = [
        (number, one)
        for number, one in enumerate(every)
        if (one.kind, one.place) == (counterexample.kind, counterexample.place)
    ]
    path = PartialPath(vertices, edges, completable=True, satisfiable=(1 << len(every)) - 1)
    made = sources.examples(puzzle, [path], wanted, "puzzle", prefix)
    return Refuted(made.negatives, made.positives, made.facts)


@dataclass(frozen=True)
class Taught(loop.Taught):
    """What the loop ends with; `counterexamples` are those of the pool and the new ones."""

    counterexamples: tuple[Counterexample, ...]

    @property
    def verdict(self) -> Verdict:
        """The verdict on what was learned."""
        return Verdict(tuple(one.about for one in self.answers))

    @property
    def why_not_best(self) -> str | None:
        """Why a sound predicate of the bias may cover more; None if none does."""
        why_not = super().why_not_best
        beyond = (beyond_proofs(one.puzzle, ClauseScope()) for one in self.counterexamples)
        feature = next((found for found in beyond if found), None)
        if why_not is None and feature is not None:
            return f"a counterexample has {feature}, of which only clauses with guards speak"
        return why_not

    def to_json(self) -> dict[str, Any]:
        """Return how it was found, as the record of a run holds it.

        A refuted clause has the number of its counterexample, from 0 on.
        """
        told, why_not = super().to_json(), self.why_not_best
        for found, round_ in zip(self.rounds, told["rounds"], strict=True):
            for answer, clause in zip(found.answers, round_["clauses"], strict=True):
                clause["status"] = answer.about.status
                if isinstance(answer, Refuted):
                    place = self.counterexamples.index(answer.about.counterexample)
                    clause["counterexample"] = place
        return {
            "ended": self.ended,
            "best": why_not is None,
            **({} if why_not is None else {"why_not_best": why_not}),
            "rounds": told["rounds"],
            "counterexamples": [one.to_json() for one in self.counterexamples],
            "proof": self.verdict.to_json(),
            "undecided": told["undecided"],
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
    """Learn from a task until every clause of the hypothesis is proved on every board.

    `background` is that of the task, without the facts of its puzzles. The counterexamples of the
    `pool` are negative examples from the beginning. The rest is as in
    `witness.clauses.learners.teach`. Raises `InputError` for a task that is not about puzzles.
    """
    checked_background(background.program, background.bias)
    oracle = Panels(background)
    found = loop.teach(
        loop.extended(task, [*map(oracle.refuted, pool)]), oracle, learner=learner,
        settings=settings, most_rounds=most_rounds, after_round=after_round,
    )  # fmt: skip
    return Taught(**vars(found), counterexamples=tuple(oracle.refuting))
