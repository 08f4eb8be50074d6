"""The clauses of the winners, and where they fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.logic.language.parser import parse_clauses
from witness.logic.language.steps import TooManyStepsError
from witness.logic.translate import translate
from witness.proof.counterexamples import Counterexample
from witness.proof.firings import firing_panels, lost_panels
from witness.puzzle.sheets import Panel
from witness.report.known_clause import KnownClause
from witness.report.records import WINNERS, Records


@dataclass(frozen=True)
class WinningClause:
    """A clause of the winners: what is known about it, whose it is, and where it fires.

    `owners` are the winners that have it, in words. If there are no panels, `reason` says why.
    """

    text: str
    facts: KnownClause
    owners: str
    panels: Sequence[Panel]
    reason: str


def winning_clauses(records: Records) -> list[WinningClause]:
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


def _learned(records: Records, text: str, owners: str) -> WinningClause:
    facts = records.clause(text)
    if facts.counterexample is not None:
        panels: list[Panel] = lost_panels(Counterexample.from_json(facts.counterexample))
        return WinningClause(text, facts, owners, panels, "")
    try:
        translation = translate(parse_clauses(text), records.background)
        panels = firing_panels(translation, records.kinds)
    except InputError as error:
        return WinningClause(text, facts, owners, (), error.reason)
    except (TooManyStepsError, LimitReachedError):
        return WinningClause(text, facts, owners, (), "it takes too long to find a path")
    if facts.status != "proved":
        panels = [panel._replace(words="the clause fires here") for panel in panels]
    return WinningClause(text, facts, owners, panels, "it fires on none of the boards tried")
