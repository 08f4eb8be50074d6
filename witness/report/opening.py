"""What opens the report: a panel, and the clauses that were learned with where they fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.logic.language.parser import parse_clauses
from witness.logic.language.steps import TooManyStepsError
from witness.logic.translate import translate
from witness.proof.counterexamples import Counterexample
from witness.proof.firings import firing_panels, lost_panels
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.rules import Path
from witness.puzzle.sheets import Panel
from witness.report.records import WINNERS, ClauseFacts, Records

#: The puzzle of the paper's Figure 1, for an experiment without training puzzles.
FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="figure-1")

#: The largest board on which all paths are listed, in squares.
_SMALL = 9


@dataclass(frozen=True)
class LearnedClause:
    """A clause of the winners: what is known about it, whose it is, and where it fires.

    `owners` are the winners that have it, in words. If there are no panels, `reason` says why.
    """

    text: str
    facts: ClauseFacts
    owners: str
    panels: Sequence[Panel]
    reason: str


def panel_example(records: Records) -> list[Panel]:
    """Return pictures of a training puzzle: a shortest solution, and a path that is lost.

    Of the puzzles with most kinds of symbols it is one with most symbols on the smallest board.
    The lost path is a shortest one that no solution extends, while one does extend the path before
    its last step.
    """
    puzzles = [p for p in records.puzzles.values() if p.rows * p.cols <= _SMALL] or [FIGURE_1]
    puzzle = min(puzzles, key=_order)
    solved = sorted(solutions(puzzle), key=lambda path: (len(path), path))
    completable = {path[:n] for path in solved for n in range(1, len(path))}
    lost: list[Path] = sorted(
        {
            longer
            for path in simple_paths(puzzle)
            for shorter, longer in pairwise(path[:n] for n in range(1, len(path)))
            if shorter in completable and longer not in completable
        },
        key=lambda path: (len(path), path),
    )
    shown = [Panel(puzzle, path, "a solution") for path in solved[:1]]
    shown += [Panel(puzzle, path, "a lost partial path") for path in lost[:1]]
    return shown or [Panel(puzzle, None, puzzle.id)]


def _order(puzzle: Puzzle) -> tuple[int, int, int, str]:
    size = puzzle.rows * puzzle.cols
    return (-len(puzzle.features), size, -len(constraints(puzzle)), puzzle.id)


def learned_clauses(records: Records) -> list[LearnedClause]:
    """Return each clause of the winners once, those of winner_proved (variant plain) first."""
    owners: dict[str, dict[str, list[str]]] = {}
    for name in reversed(WINNERS):
        for variant, triage in records.triage.items():
            for text in triage.program(name):
                owners.setdefault(text, {}).setdefault(name, []).append(variant)
    return [
        _learned(records, text, owners_in_words(records, whose)) for text, whose in owners.items()
    ]


def owners_in_words(records: Records, whose: Mapping[str, Sequence[str]]) -> str:
    """Return in words which winners have a clause, such as "winner (plain)".

    `whose` has the variants by the name of the winner.
    """
    parts = [
        name if len(variants) == len(records.triage) else f"{name} ({', '.join(variants)})"
        for name, variants in ((name, whose[name]) for name in WINNERS if name in whose)
    ]
    return " and ".join(parts)


def _learned(records: Records, text: str, owners: str) -> LearnedClause:
    facts = records.clause(text)
    if facts.counterexample is not None:
        panels: list[Panel] = lost_panels(Counterexample.from_json(facts.counterexample))
        return LearnedClause(text, facts, owners, panels, "")
    try:
        translation = translate(parse_clauses(text), records.background)
        panels = firing_panels(translation, records.kinds)
    except InputError as error:
        return LearnedClause(text, facts, owners, (), error.reason)
    except (TooManyStepsError, LimitReachedError):
        return LearnedClause(text, facts, owners, (), "it takes too long to find a path")
    if facts.status != "proved":
        panels = [panel._replace(words="the clause fires here") for panel in panels]
    return LearnedClause(text, facts, owners, panels, "it fires on none of the boards tried")
