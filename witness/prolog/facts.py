"""The facts about a path and a square that SWI-Prolog is told, as lists of a name and arguments."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from witness.logic.language.terms import Key
from witness.logic.language.views import PathView, SquareView

#: The name of a predicate, and the arguments for which it is true.
Fact = tuple[Any, ...]

#: The primitives about a path alone.
PATH: frozenset[Key] = frozenset({("path", 2), ("vertices", 2), ("head_vertex", 2)})


def path_facts(name: str, view: PathView, keys: Set[Key] = PATH) -> list[Fact]:
    """Return the facts of some primitives about a path."""
    found: list[Fact] = [
        ("path", name, list(view.edges)),
        ("vertices", name, list(view.vertices)),
        ("head_vertex", name, view.head),
        ("start", name, view.vertices[0]),
    ]
    if not keys <= PATH and view.rest is not None:
        found += [
            ("reachable", name, list(view.rest.reachable)),
            ("live", name, list(view.rest.live)),
            *((("cut_off", name),) if view.rest.cut_off else ()),
            *(("goal", name, goal) for goal in view.rest.goals),
            *(("end", name, end) for end in view.rest.ends),
        ]
    return [fact for fact in found if (fact[0], len(fact) - 1) in keys]


def square_facts(name: str, view: SquareView) -> list[Fact]:
    """Return the facts of the primitives about a square."""
    return [
        ("square", name, view.triangles, list(view.edges)),
        *(("corner", name, corner) for corner in view.corners),
        *(("side", name, *side) for side in view.sides),
        *(("gap", name, gap) for gap in view.gaps),
    ]
