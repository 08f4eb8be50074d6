"""How a predicate was learned, in pictures: what was believed, and the panel that refuted it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.proof.counterexamples import Counterexample
from witness.proof.firings import lost_panels
from witness.puzzle.sheets import Panel, sheet
from witness.puzzle.views.translate import translate


class Belief(NamedTuple):
    """A clause that was learned in a round, in English, and the pictures of its refutation."""

    round: int
    clause: str
    english: str
    panels: tuple[Panel, ...]


def beliefs(taught: Mapping[str, Any], background: Background) -> list[Belief]:
    """Return what was believed and refuted, each counterexample once, in the order of learning.

    `taught` is `until_proved` of the record of a run.
    """
    found = []
    shown: set[int] = set()
    for number, round_ in enumerate(taught["rounds"], start=1):
        for clause in round_["clauses"]:
            place = clause.get("counterexample")
            if place is None or place in shown:
                continue
            shown.add(place)
            translation = translate(parse_clauses(clause["clause"]), background)
            example = Counterexample.from_json(taught["counterexamples"][place])
            english = translation.clauses[0].english
            found.append(Belief(number, clause["clause"], english, (*lost_panels(example),)))
    return found


def strip_svg(taught: Mapping[str, Any], background: Background, scale: float = 55) -> str:
    """Return the pictures as an SVG document, a row for each belief that was refuted."""
    rows = beliefs(taught, background)
    panels = [panel for row in rows for panel in row.panels]
    headings = [f"Round {row.round} believed: {row.english}." for row in rows]
    return sheet(panels, 2, scale=scale, headings=headings)
