"""Where a proved clause fires, and what refutes another: the paper's Figure 3, for any clause.

A proof lists every local configuration in which the clause fires. A partial path on a small board
is easier to read: it shows the square, its edges on the path, and how many of its edges a complete
path can have.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, cast

from witness.base.limits import Budget, LimitReachedError, Limits, budget_of, current
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import clause_in_short
from witness.proof.counterexamples import Counterexample
from witness.proof.panels import random_paths
from witness.proof.prover import Verdict
from witness.puzzle.constraints import constraints
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path, path_edges
from witness.puzzle.sheets import Panel, sheet
from witness.puzzle.symbols import OF_REGIONS
from witness.puzzle.views.board import PathView, board_view, path_view, square_view
from witness.puzzle.views.configurations import HEAD, ON_PATH, UNVISITED, LocalConfiguration
from witness.puzzle.views.translate import Condition, Translation, translate

#: The boards on which examples are looked for, in this order; all paths begin at the bottom left.
BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4))


@dataclass(frozen=True)
class Firing:
    """A partial path on which a clause fires for `square`, the only one with triangles."""

    puzzle: Puzzle
    square: Square
    partial_path: Path

    @property
    def configuration(self) -> LocalConfiguration:
        """The local configuration of the square on the path."""
        return configuration(self.puzzle, self.square, self.partial_path)

    @property
    def caption(self) -> str:
        """The number of edges that the square needs, and the numbers that its corners allow.

        If they allow what it needs, it is out of reach for the path as a whole.
        """
        needed, reachable = self.configuration.triangles, self.configuration.reachable_counts
        if max(reachable) < needed:
            return f"{needed} needed, {max(reachable)} at most"
        if min(reachable) > needed:
            return f"{needed} needed, {min(reachable)} at least"
        if needed in reachable:
            return f"{needed} needed, out of reach"
        return f"{needed} needed: {' or '.join(map(str, sorted(reachable)))}"

    @property
    def panel(self) -> Panel:
        """A picture of the path, with the square marked."""
        return Panel(self.puzzle, self.partial_path, self.caption, (self.square,))


def configuration(puzzle: Puzzle, square: Square, path: Path) -> LocalConfiguration:
    """Return the local configuration of a square with triangles on a partial path."""
    used = set(path_edges(path))
    edges = (n for n, edge in enumerate(puzzle.grid.square_edges(square)) if edge in used)
    a, b, c, d = (
        HEAD if corner == path[-1] else ON_PATH if corner in path else UNVISITED
        for corner in puzzle.grid.square_corners(square)
    )
    return LocalConfiguration(puzzle.triangle_at[square], frozenset(edges), (a, b, c, d))


@lru_cache(maxsize=len(BOARDS))
def _beginnings(size: tuple[int, int]) -> tuple[Puzzle, list[tuple[Path, PathView]]]:
    """Return a board without symbols, and its partial paths, the shortest first."""
    bare = Puzzle(*size, ((0, 0),), (size,), id="example")
    paths = {path[:n] for path in simple_paths(bare) for n in range(1, len(path))}
    ordered = sorted(paths, key=lambda path: (len(path), path))
    return bare, [(path, path_view(bare, path)) for path in ordered]  # type: ignore[arg-type]


def firings(condition: Condition) -> tuple[Firing, ...]:
    """Return a partial path on which a clause fires for each number of triangles, if there is one.

    It is a shortest partial path from the bottom left to the top right corner, on the smallest of
    the `BOARDS` that has one; clauses that fire on larger ones have none.
    """
    found: dict[int, Firing] = {}
    for size in BOARDS:
        bare, beginnings = _beginnings(size)
        squares = [
            (square, count, square_view(bare, square, count))
            for square in bare.grid.squares
            for count in {1, 2, 3} - found.keys()
        ]
        for path, view in beginnings:
            for square, count, seen in squares:
                if count not in found and condition(view, seen):
                    puzzle = bare.changed(triangles=((*square, count),))
                    found[count] = Firing(puzzle, square, path)
    return tuple(found[count] for count in sorted(found))


#: The side of a square in pixels, where several panels are drawn.
_SCALE = 55

#: How many pictures of where a clause fires for other symbols are enough.
_SYMBOLS = 3


def symbol_firings(condition: Condition, kinds: Collection[str]) -> list[Panel]:
    """Return pictures of partial paths on which a clause fires for a symbol but triangles.

    They are the first that are met on random small panels, one for each kind, at most `_SYMBOLS`.
    """
    others = {*kinds} - {"triangles"}
    found: dict[str, Panel] = {}
    for puzzle, path in random_paths(others) if others else ():
        current().check()
        view = path_view(puzzle, path)
        for one in constraints(puzzle, others - found.keys()):
            if condition(view, board_view(puzzle).symbol(one.place, one.kind)):
                dot = one.kind == "dots"
                found[one.kind] = Panel(
                    puzzle,
                    path,
                    _LOST[one.kind],
                    marked=() if dot else (cast(Square, one.place),),
                    ringed=(one.place,) if dot else (),
                )
        if len(found) == min(_SYMBOLS, len(others)):
            break
    return list(found.values())


_LOST = {
    **dict.fromkeys(OF_REGIONS, "its region is lost"),
    "dots": "the dot is missed",
}


def firing_panels(translation: Translation, kinds: Collection[str]) -> list[Panel]:
    """Return pictures of partial paths on which a clause fires for symbols of these kinds.

    Raises `TooManyStepsError` or `LimitReachedError` if it takes too long to find them.
    """
    condition = translation.watched()
    found = firings(condition) if "triangles" in kinds else ()
    return [*(firing.panel for firing in found), *symbol_firings(condition, kinds)]


def lost_panels(example: Counterexample) -> list[Panel]:
    """Return two pictures of a counterexample: where the clause fires, and the lost solution."""
    return [
        Panel(example.puzzle, example.partial_path, "the clause fires here", example.squares),
        Panel(example.puzzle, example.solution, "but it can be solved", example.squares),
    ]


def verdict_svg(
    verdict: Verdict,
    background: Background,
    limits: Limits | Budget | None = None,
) -> str:
    """Return an SVG document with a row of pictures for each clause of a hypothesis.

    For a proved clause they are examples of where it fires; for a refuted one, the counterexample.
    The clause is above its row, in English. Where examples would take too many steps to find, or
    longer than the time limit of `limits` or what is left of a budget, there are none.
    """
    budget = budget_of(limits)
    rows: list[Sequence[Panel]] = []
    headings = []
    for number, found in enumerate(verdict.clauses, start=1):
        panels: Sequence[Panel] = ()
        reason = found.reason
        if found.counterexample is not None:
            panels = lost_panels(found.counterexample)
        text = clause_in_short(found.clause)
        try:
            if found.plain:
                with budget.in_force():
                    translation = translate([found.clause], background)
                    text = f"{translation.clauses[0].english}."
                    if found.status == "proved":
                        panels = firing_panels(translation, background.kinds)
        except (TooManyStepsError, LimitReachedError):
            if found.status == "proved":
                reason = f"{reason}, but it takes too long to find examples"
        rows.append(panels)
        heading = f"Clause {number}, {found.status}: {text}"
        headings.append(heading if panels else f"{heading} There is no picture: {reason}.")
    columns = max([2, *map(len, rows)])
    padded = [panel for row in rows for panel in (*row, *([None] * (columns - len(row))))]
    return sheet(padded, columns, scale=_SCALE, headings=headings)


# ---- how a predicate was learned: what was believed, and the panel that refuted it --------------


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


def strip_svg(taught: Mapping[str, Any], background: Background) -> str:
    """Return the pictures as an SVG document, a row for each belief that was refuted."""
    rows = beliefs(taught, background)
    panels = [panel for row in rows for panel in row.panels]
    headings = [f"Round {row.round} believed: {row.english}." for row in rows]
    return sheet(panels, 2, scale=_SCALE, headings=headings)
