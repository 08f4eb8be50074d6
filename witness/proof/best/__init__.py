"""The best predicate of a bias that never errs, on every board.

No puzzle or label is involved. A bias about squares with triangles, about coloured squares and
stars, or about dots can tell apart finitely many states of a symbol (`states`). Each of them is an
example: positive if it is lost, that is if the rule of the symbol can no longer be satisfied. What
the learner makes of these examples is proved, as it fires in lost states only. And where it does
not fire, a board shows (`states`) that nothing sound can: on the board the path is completed,
and everything holds that holds of the state (`structures`). So of all sound predicates of the bias,
with clauses of any length and any number of variables, none fires where this one does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import json_document, write_texts
from witness.base.limits import LimitReachedError, current
from witness.clauses.background import Background
from witness.clauses.language.bias import bias_text
from witness.clauses.language.reader import HYPOTHESIS
from witness.clauses.language.terms import Clause, Ground, Key
from witness.clauses.learners import learned, record_of
from witness.clauses.learners.settings import Run, Settings
from witness.clauses.learners.task import Example
from witness.proof.best.kinds import Kind, State
from witness.proof.best.states import Sight, sight, witnesses
from witness.proof.best.structures import maps_into
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import Verdict
from witness.proof.verdicts import Verdicts
from witness.puzzle.examples.examples import Sources
from witness.puzzle.examples.puzzle_task import PuzzleTask
from witness.puzzle.proof_scope import PANELS
from witness.puzzle.views.plain_clauses import made_by, program_text, sentences
from witness.puzzle.views.translate import translate

#: What is proved of a predicate that is the best.
STATEMENT = (
    f"on {PANELS}, no sound predicate of this bias, whatever the number and the length of its "
    "clauses, fires where this one does not"
)


def statement_of(kind: Kind) -> str:
    """Return what is proved of a predicate about a kind of symbols that is the best."""
    return STATEMENT.replace(PANELS, PANELS + kind.paths)


@dataclass(frozen=True)
class Judged:
    """Whether a sound predicate of a bias can fire where a hypothesis does not.

    `fires` are the states in which the hypothesis fires. `witnesses` has a board for each other
    state, by its number in `boards`; a state without one is open.
    """

    sight: Sight
    verdict: Verdict
    fires: frozenset[State]
    witnesses: dict[State, int]
    boards: tuple[Counterexample, ...]

    @cached_property
    def open(self) -> tuple[State, ...]:
        """The states in which the hypothesis does not fire, and of which no board is known."""
        known = self.fires | self.witnesses.keys()
        return tuple(state for state in self.sight.structures if state not in known)

    @property
    def why_not(self) -> str | None:
        """Why a sound predicate may fire where this one does not; None if none does."""
        if self.verdict.status != "proved":
            return f"a clause is {self.verdict.status}"
        if self.sight.beyond:
            names = ", ".join(f"{one.name}/{len(one.types)}" for one in self.sight.beyond)
            return f"the bias sees more than states of a {self.sight.kind.subject}: {names}"
        if self.open:
            number = len(self.open)
            states = "one state" if number == 1 else f"{number:,} states"
            return f"of {states} in which it does not fire, no board is known"
        return None

    def __str__(self) -> str:
        """Return what it covers, and the statement if it is proved."""
        lost = sum(state.lost for state in self.sight.structures)
        size = sum(one.clause.size for one in self.verdict.clauses)
        text = (
            f"{size} literals; of {len(self.sight.structures):,} states of a "
            f"{self.sight.kind.subject} that the bias tells apart, {lost:,} are lost, and the "
            f"predicate fires in {len(self.fires):,} of these"
        )
        return text if self.why_not else f"{text}. O{statement_of(self.sight.kind)[1:]}."

    def to_json(self) -> dict[str, Any]:
        """Return the numbers and the statement as `result.json` has them."""
        states = self.sight.structures
        why_not = self.why_not
        return {
            "states": len(states),
            "lost": sum(state.lost for state in states),
            "covered": len(self.fires),
            "boards": len(self.boards),
            "open": len(self.open),
            "best": why_not is None,
            **(
                {"statement": statement_of(self.sight.kind)}
                if why_not is None
                else {"why_not_best": why_not}
            ),
        }

    def certificate(self) -> dict[str, Any]:
        """Return what shows that the hypothesis is the best: its states and the boards."""
        return {
            **about(self.sight),
            "boards": [board.to_json() for board in self.boards],
            "states": [
                [*self.sight.kind.told(state), number] for state, number in self.witnesses.items()
            ],
        }


def about(seen: Sight) -> dict[str, Any]:
    """Return of which panels and states a certificate speaks."""
    return {"panels": PANELS, **seen.kind.to_json()}


@dataclass(frozen=True)
class Best:
    """The best sound predicate of a bias: the run that found it, its task, and what shows it."""

    run: Run
    task: PuzzleTask
    judged: Judged
    background: Background

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the predicate."""
        return tuple(self.run.learned.clauses)

    @property
    def english(self) -> list[str]:
        """A sentence for each clause."""
        return sentences(self.clauses, self.background)

    def record(self, seconds: float) -> dict[str, Any]:
        """Return the record of a run that took some seconds: that of the learner, and `best`."""
        return {**record_of(self.run, "asp", seconds), "best": self.judged.to_json()}

    def write(self, directory: str | Path, seconds: float, command: str | None = None) -> None:
        """Write the task of all states, the predicate, the record and the certificate.

        The predicate begins with what it is, and the `command` that found it.
        """
        self.task.write(directory)
        about = [str(self.judged), f"Verdict: {self.judged.verdict.status}", made_by(command)]
        texts = {
            HYPOTHESIS: program_text(self.clauses, self.english, about),
            "result.json": json_document(self.record(seconds)),
            "certificate.json": json_document(self.judged.certificate()),
        }
        write_texts(directory, texts)


def best(sources: Sources) -> Best:
    """Return the best sound predicate of a bias, by learning from all states.

    Raises `UnsupportedError` for a bias of which the states are not known
    (`witness.proof.best.states.sight`), and `LimitReachedError` at the limit of the budget in
    force.
    """
    seen = sight(sources.background)
    task = _task(sources, seen)
    run, _ = learned("", task=task.task(), settings=Settings(timeout=current().seconds_left))
    if run.status is not None:
        raise LimitReachedError("time-limit", f"the learner ended with {run.status}")
    found = judged(run.learned.clauses, sources.background, seen)
    return Best(run, task, found, sources.background)


def judged(clauses: Sequence[Clause], background: Background, seen: Sight | None = None) -> Judged:
    """Return whether a sound predicate of the bias can fire where some clauses do not.

    Raises `UnsupportedError` and `LimitReachedError` as `best`, and `InputError` for clauses that
    cannot be translated.
    """
    seen = seen or sight(background)
    fires = translate(clauses, background).fires
    fired = frozenset(state for state in seen.structures if fires(*state.views))
    others = {s: structure for s, structure in seen.structures.items() if s not in fired}
    # A board on which a state is completed is in a state that is not lost.
    given = seen.language.given
    alive = {structure for state, structure in seen.structures.items() if not state.lost}
    can_be = [
        one
        for one in dict.fromkeys(others.values())
        if one in alive or any(maps_into(one, other, given) for other in alive)
    ]
    found = witnesses(seen, can_be)
    boards = tuple(dict.fromkeys(found.values()))
    numbers = {board: number for number, board in enumerate(boards)}
    shown = {s: numbers[found[one]] for s, one in others.items() if one in found}
    return Judged(seen, Verdicts(background).on(clauses), fired, shown, boards)


def _task(sources: Sources, seen: Sight) -> PuzzleTask:
    """Return the learning task of all states: positive examples are those that are lost."""
    background = sources.background
    body = tuple(one for one in background.bias.body if one not in seen.beyond)
    bias = replace(background.bias, body=body)
    facts: dict[Key, list[tuple[Ground, ...]]] = {key: [] for key in sorted(sources.needed)}
    examples: dict[bool, list[Example]] = {True: [], False: []}
    for number, state in enumerate(seen.structures, start=1):
        names = f"p{number}", f"s{number}"
        known = seen.kind.facts(*names, *state.views)
        for key, rows in facts.items():
            rows += known.get(key, ())
        examples[state.lost].append(background.arguments(*names))
    facts = {key: [*dict.fromkeys(rows)] for key, rows in facts.items()}
    text = sources.bias_text if not seen.beyond else bias_text(bias)
    return PuzzleTask({}, sources.definitions, text, bias, facts, examples[True], examples[False],
                      len(seen.structures))  # fmt: skip


def every_board(clauses: Sequence[Clause], background: Background) -> str | None:
    """Return what is proved of a hypothesis that is the best; None if that is not known.

    It is not tried for a hypothesis that the bias does not allow, such as one with a clause of a
    thousand literals. Raises `LimitReachedError` at the limit of the budget in force.
    """
    bias = background.bias
    if any(len(clause.body) > bias.max_body for clause in clauses):
        return None
    try:
        found = judged(clauses, background)
    except InputError:  # its states are not known, or a clause has no value in one
        return None
    return None if found.why_not else statement_of(found.sight.kind)
