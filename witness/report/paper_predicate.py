"""π°, the paper's predicate, and whether two predicates answer alike where a search can see it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from witness.experiments.candidates import Variant, visible_states
from witness.logic.background import read_background
from witness.logic.dependence import Dependence
from witness.logic.language.parser import parse_clauses
from witness.logic.language.views import PathView, SquareView
from witness.logic.translate import Translation, translate
from witness.report.paper import CLAUSES


@lru_cache(maxsize=64)
def paper_predicate(clauses: tuple[str, ...] = CLAUSES) -> Translation:
    """Return the translation of π° (Table 3), or of some clauses, with the paper's background."""
    return translate(parse_clauses("\n".join(clauses)), read_background())


@lru_cache(maxsize=8)
def states_by_answer(
    variant: Variant, dependence: Dependence, longest: int
) -> tuple[list[tuple[PathView, SquareView]], list[tuple[PathView, SquareView]]]:
    """Return the visible states in which π° is false, and those in which it is true."""
    found: tuple[list[Any], list[Any]] = ([], [])
    for state in visible_states(variant, dependence, longest):
        found[paper_predicate().fires(*state)].append(state)
    return found


def same_behaviour(
    one: Translation, other: Translation, variant: Variant, longest: int
) -> bool | None:
    """Whether two predicates have the same truth table over the states visible in a variant.

    Unlike `witness.experiments.candidates.TruthTables`, this stops at the first difference, and can
    compare a predicate that looks at the path's length (up to `longest`) with one that does not.
    Returns None if either depends on more than that.
    """
    dependence = one.dependence | other.dependence
    if dependence is Dependence.GLOBAL:
        return None
    states = visible_states(variant, dependence, longest)
    return all(one.fires(*state) == other.fires(*state) for state in states)
