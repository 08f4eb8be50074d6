"""Panels of every kind in the library: each function says of one what it says of a plain panel.

A panel of the library checks itself when it is made, so it shows who makes panels on the way that
are not in order. Answers are judged by brute force.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from support.panels import drawn_panel
from support.solving import HERE

import witness as w
from witness.base.errors import InputError
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.predicate import PredicateRule
from witness.difficulty.rules.registry import rules
from witness.gdl.language.from_puzzle import rulesheet_of
from witness.puzzle import solvers
from witness.puzzle.examples.partial_paths import partial_paths
from witness.puzzle.formats.registry import EXPORTS, exporter
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution
from witness.searches import ENGINES, engine
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import NONE
from witness.studio.server.suggestions import AIMS, suggestions


def with_feature(name: str) -> Puzzle:
    rng = random.Random(f"library {name}")
    few = {name, *WITH.get(name, ())}
    return next(p for _ in count() if name in (p := drawn_panel(rng, few)).features)


#: What a panel needs besides to have a feature.
WITH = {
    "negative-blocks": {"blocks"}, "four-triangles": {"triangles"}, "line_dots": {"symmetry"},
    "coloured": {"stars", "triangles"}, "edge-start-goals": {"edge-ends"},
}  # fmt: skip

PANELS = [
    *map(with_feature, FEATURES),
    # No start reaches a goal.
    Puzzle(0, 2, ((0, 0),), ((0, 2),), gaps=(((0, 1), (0, 2)),)),
    *(w.Puzzle.random(2, 3, seed=1, kind=kind) for kind in ("triangles", "symmetry", "mixed")),
]

Asked = Callable[[Puzzle], Any]


def solved(name: str) -> Asked:
    """Whether a solver finds a solution, and all that it finds."""

    def asked(puzzle: Puzzle) -> Any:
        answer = solvers.solve(puzzle, name)
        assert answer.path is None or is_solution(puzzle, answer.path)
        found = {*solvers.solutions(puzzle, name)}
        assert found == {*solutions(puzzle)}
        assert (answer.status == "solved") == bool(found)
        return found

    return asked


def searched(name: str) -> Asked:
    def asked(puzzle: Puzzle) -> Any:
        length = engine(name)(puzzle, NONE).length
        assert length == min((len(path) - 1 for path in solutions(puzzle)), default=None)
        return length

    return asked


def rated(player: Player) -> Asked:
    def asked(puzzle: Puzzle) -> Any:
        found = rate(puzzle, player)
        assert found.solutions in (None, len([*solutions(puzzle)]))
        return found.muse, found.remuse

    return asked


def suggested(aim: str) -> Asked:
    def asked(puzzle: Puzzle) -> Any:
        line = min(solutions(puzzle), key=str, default=None) if aim == "line" else None
        if (aim == "line") != (line is not None):
            return None
        found = [*suggestions(puzzle, aim, line=line, kinds=("triangles",), most=2, seed=3)]
        for one in found:
            assert not one.puzzle.problems()
            assert one.solutions == len([*solutions(one.puzzle)])
            assert line is None or is_solution(one.puzzle, line)
        return [(one.puzzle, one.words) for one in found]

    return asked


ASKED: dict[str, Asked] = {
    **{f"solve {name}": solved(name) for name in HERE},
    **{f"search {name}": searched(name) for name in ENGINES},
    "rate": rated(Player(rules("thesis"))),
    "rate by a predicate": rated(Player((PredicateRule(predicate("paper")),))),
    **{f"suggest {aim}": suggested(aim) for aim in AIMS},
    **{f"export {name}": exporter(name) for name in EXPORTS},
    "from-puzzle": rulesheet_of,
    "examples": partial_paths,
}


def outcome(asked: Asked, puzzle: Puzzle) -> Any:
    try:
        return asked(puzzle)
    except InputError as error:
        return "refused", str(error)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*the reference engine is used:RuntimeWarning")
@pytest.mark.parametrize("name", ASKED)
def test_a_panel_of_the_library_is_like_any_other(name: str) -> None:
    refused = 0
    for plain in PANELS:
        said = outcome(ASKED[name], plain)
        assert outcome(ASKED[name], w.Puzzle.of(plain)) == said, plain
        refused += isinstance(said, tuple) and said[0] == "refused"
    assert refused < len(PANELS)


def test_changes_that_are_not_in_order() -> None:
    """`with_` checks; what the package makes on the way is not checked, and stays in its class."""
    puzzle = w.Puzzle.random(3, 3, seed=1, kind="symmetry")
    one = puzzle.starts[:1]
    with pytest.raises(InputError, match="but not its image"):
        puzzle.with_(starts=one)
    assert type(puzzle.changed(starts=one)) is w.Puzzle
    assert puzzle.changed(starts=one).problems()
    assert puzzle.rate().status == "rated"


def test_a_missing_square_gets_no_symbol_around_a_line() -> None:
    puzzle = w.Puzzle(3, 1, [(1, 0)], [(3, 0)], missing=[(0, 0), (2, 0)])
    line = [(1, 0), (2, 0), (3, 0)]
    for kind in ("triangles", "dots", "squares", "stars", "blocks"):
        for found in puzzle.suggestions("line", path=line, kinds=[kind], most=3):
            assert found.puzzle.is_solution(line)
    everything = w.Puzzle(1, 1, [(0, 0)], [(1, 1)], missing=[(0, 0)])
    for kind in ("triangles", "blocks", "squares"):
        assert not [*everything.suggestions("line", path=[(0, 0), (0, 1), (1, 1)], kinds=[kind])]


def test_half_an_edge_that_is_open_joins_a_region_around_a_line() -> None:
    middle = ((0, 1), (1, 1))
    puzzle = w.Puzzle(1, 2, [(1, 1)], [middle], open_halves=True)
    line = [(1, 1), middle]
    stars = [found.puzzle for found in puzzle.suggestions("line", path=line, kinds=["stars"])]
    assert {len(panel.stars) for panel in stars} == {2}
    blocks = [found.puzzle for found in puzzle.suggestions("line", path=line, kinds=["blocks"])]
    assert blocks  # of one square each: a larger one would lie across the line
    assert all(panel.is_solution(line) for panel in stars + blocks)
