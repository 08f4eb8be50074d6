"""Everybody who says which lines solve a panel: each judge returns the set of its solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from support.explored import explored
from support.judge import Table
from support.node import answers

from witness.puzzle import solvers
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.rules import Path as Line
from witness.puzzle.rules import is_solution, path_to_json
from witness.studio.explore.page import script


def by(accepts: Callable[[Puzzle, Line], bool]) -> Callable[[Puzzle], set[Line]]:
    return lambda puzzle: {line for line in simple_paths(puzzle) if accepts(puzzle, line)}


def listed(name: str) -> Callable[[Puzzle], set[Line]]:
    return lambda puzzle: {*solvers.solutions(puzzle, name)}


JUDGES: dict[str, Callable[[Puzzle], set[Line]]] = {
    "rules": by(is_solution),
    "goal test": lambda puzzle: {*solutions(puzzle)},
    "table": by(lambda puzzle, line: Table(puzzle).accepts(line)),
    "clingo": listed("clingo"),
}


def by_the_page(cases: Sequence[tuple[Puzzle, Line]], place: Path) -> list[bool]:
    """Whether the scripts of a page accept each of some lines of panels; `place` is a folder."""
    calls = [("violations", [puzzle.to_json(), path_to_json(line)]) for puzzle, line in cases]
    return [not own for own in answers(script([explored([], "paper")], shown=()), calls, place)]
