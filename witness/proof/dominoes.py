"""Proofs by the cases of two squares that share an edge, where one square is not enough."""

from __future__ import annotations

from witness.logic.background import Background
from witness.logic.domino_cases import DominoCases, domino_cases, looks_beside
from witness.logic.language.terms import Clause, clause_text
from witness.logic.translate import Translation, translate
from witness.proof.weakening import weakened


def domino_proof(translation: Translation, background: Background) -> tuple[Clause, int] | None:
    """Return what is kept of a clause, and in how many cases both squares are then lost.

    None if in one of them they are not. Raises `LimitReachedError` at the limit of the budget in
    force.
    """
    (translated,) = translation.clauses
    if not looks_beside(translated.clause, background):
        return None
    known: dict[str, DominoCases | None] = {}

    def found(part: Translation) -> DominoCases | None:
        text = clause_text(part.clauses[0].clause)
        if text not in known:
            known[text] = domino_cases(part, background)
        return known[text]

    kept = weakened(translation, background, lambda part: found(part) is not None)
    cases = found(translate([kept], background, translation.file)) if kept.body else None
    return None if cases is None or cases.open else (kept, cases.number)
