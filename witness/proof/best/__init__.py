"""The best predicate of a bias that never errs, on every board.

No puzzle, seed or label is involved. A bias about squares with triangles can tell apart finitely
many states of a square (`states`). Each of them is an example: positive if it is lost, that is if
the square can no longer get as many edges as it has triangles. What the learner makes of these
examples is proved, as it fires in lost states only. And where it does not fire, a board shows
(`witnesses`) that nothing sound can: on the board the path is completed, and everything holds that
holds of the state (`structures`). So of all sound predicates of the bias, with clauses of any
length and any number of variables, none fires where this one does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from witness.base import clock
from witness.base.errors import InputError
from witness.base.files import json_document, make_folder, outputs
from witness.clauses.background import Background
from witness.clauses.language.bias import bias_text
from witness.clauses.language.terms import Clause, Ground, Key
from witness.clauses.learners import learned, record_of
from witness.clauses.learners.settings import Run, Settings
from witness.clauses.learners.task import Example
from witness.proof.best.states import Sight, State, sight
from witness.proof.best.witnesses import witnesses
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import Verdict
from witness.proof.verdicts import Verdicts
from witness.puzzle.examples.examples import Sources
from witness.puzzle.examples.puzzle_task import PuzzleTask
from witness.puzzle.views.board import path_facts, square_facts
from witness.puzzle.views.configurations import HEAD, ON_PATH
from witness.puzzle.views.translate import translate

#: The files of a result.
FILES = ("bk.pl", "exs.pl", "bias.pl", "hypothesis.pl", "result.json", "certificate.json")

#: Of which panels the result speaks: `witness.puzzle.proof_scope`.
PANELS = (
    "panels of any size with one line, which begins and ends at vertices, and without elimination "
    "marks"
)


@dataclass(frozen=True)
class Best:
    """The best sound predicate of a bias, and what shows that it is.

    `fires` are the states in which it fires. `witnesses` has a board for each other state, by the
    number of the board in `boards`; a state without one is open: whether a sound predicate may fire
    there is not known.
    """

    sight: Sight
    run: Run
    verdict: Verdict
    fires: frozenset[State]
    witnesses: dict[State, int]
    boards: tuple[Counterexample, ...]
    task: PuzzleTask

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the predicate."""
        return tuple(self.run.learned.clauses)

    @cached_property
    def open(self) -> tuple[State, ...]:
        """The states in which the predicate does not fire and of which no board is known."""
        known = self.fires | self.witnesses.keys()
        return tuple(state for state in self.sight.structures if state not in known)

    @property
    def why_not(self) -> str | None:
        """Why a sound predicate of the bias may fire where this one does not; None if none does."""
        if self.verdict.status != "proved":
            return f"a clause is {self.verdict.status}"
        if self.run.status is not None:
            return f"the learner ended with {self.run.status}"
        if self.sight.beyond:
            names = ", ".join(f"{one.name}/{len(one.types)}" for one in self.sight.beyond)
            return f"the bias sees more than states of a square: {names}"
        if self.open:
            number = len(self.open)
            states = "one state" if number == 1 else f"{number:,} states"
            return f"no board is known of {states} in which the predicate does not fire"
        return None

    @property
    def statement(self) -> str | None:
        """What is proved, as a sentence; None if it is not."""
        if self.why_not is not None:
            return None
        return (
            f"on {PANELS}, no sound predicate of this bias, whatever the number and the length of "
            "its clauses, fires where this one does not"
        )

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
            **({"statement": self.statement} if why_not is None else {"why_not_best": why_not}),
        }

    def certificate(self) -> dict[str, Any]:
        """Return what shows that the predicate is sound, and that it is the best."""
        return {
            "panels": PANELS,
            "statement": self.statement,
            "features": [one.name for one in self.sight.features if one.name],
            "most_length": self.sight.most_length,
            "boards": [board.to_json() for board in self.boards],
            "states": [[*_told(state), number] for state, number in self.witnesses.items()],
        }


def _told(state: State) -> list[Any]:
    """Return a state as a certificate holds it.

    These are its triangles; what each edge is (`x` on the path, `g` a gap, `l` live, `.` nothing
    that is known) and each corner (`h` the head, `x` another vertex of the path, `r` one that can
    be reached, `.` any other); 1 if the path is cut off, else 0; and its length, or null.
    """
    one = state.configuration
    gaps, live, reach, cut_off = one.features
    edges = "".join(
        "x" if n in one.edges else "g" if gaps >> n & 1 else "l" if live >> n & 1 else "."
        for n in range(4)
    )
    signs = {HEAD: "h", ON_PATH: "x"}
    corners = "".join(
        signs.get(own, "r" if reach >> n & 1 else ".") for n, own in enumerate(one.corners)
    )
    return [one.triangles, edges, corners, cut_off, state.length]


def best(
    sources: Sources,
    settings: Settings | None = None,
    note: Callable[[str], object] = lambda _: None,
) -> Best:
    """Return the best sound predicate of a bias, by learning from all states.

    `note` is called with what is done next. Raises `UnsupportedError` for a bias of which the
    states are not known (`witness.proof.best.states.sight`), and `LimitReachedError` at the limit
    of the budget in force.
    """
    background = sources.background
    note("states")
    seen = sight(background)
    task = _task(sources, seen)
    note(f"learning from {len(seen.structures):,} states")
    run, _ = learned("", task=task.task(), settings=settings)
    note("proof")
    verdict = Verdicts(background).on(run.learned.clauses)
    fires = translate(run.learned.clauses, background).fires
    fired = frozenset(state for state in seen.structures if fires(*state.views))
    note("boards")
    others = {s: structure for s, structure in seen.structures.items() if s not in fired}
    found = witnesses(seen, dict.fromkeys(others.values()))
    boards = tuple(dict.fromkeys(found.values()))
    numbers = {board: number for number, board in enumerate(boards)}
    shown = {s: numbers[found[one]] for s, one in others.items() if one in found}
    return Best(seen, run, verdict, fired, shown, boards, task)


def _task(sources: Sources, seen: Sight) -> PuzzleTask:
    """Return the learning task of all states: positive examples are those that are lost."""
    background = sources.background
    body = tuple(one for one in background.bias.body if one not in seen.beyond)
    bias = replace(background.bias, body=body)
    facts: dict[Key, list[tuple[Ground, ...]]] = {key: [] for key in sorted(sources.needed)}
    examples: dict[bool, list[Example]] = {True: [], False: []}
    for number, state in enumerate(seen.structures, start=1):
        path, square = state.views
        names = f"p{number}", f"s{number}"
        known = path_facts(names[0], path) | square_facts(names[1], square)
        for key, rows in facts.items():
            rows += known.get(key, ())
        examples[state.lost].append(background.arguments(*names))
    text = sources.bias_text if not seen.beyond else bias_text(bias)
    return PuzzleTask({}, sources.definitions, text, bias, facts, examples[True], examples[False],
                      len(seen.structures))  # fmt: skip


def write_best(found: Best, directory: str | Path, seconds: float) -> dict[str, Any]:
    """Write the task of all states, the predicate, the record and the certificate into a folder.

    Returns the record, which is that of a learner with `best`.
    """
    record = {**record_of(found.run, "asp", seconds), "best": found.to_json()}
    place = make_folder(directory)
    found.task.write(place)
    texts = {
        "hypothesis.pl": "".join(f"{clause}\n" for clause in found.clauses),
        "result.json": json_document(record),
        "certificate.json": json_document(found.certificate()),
    }
    with outputs(*(place / name for name in texts)) as streams:
        for stream, text in zip(streams, texts.values(), strict=True):
            stream.write(text)
    return record
