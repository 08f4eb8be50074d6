"""Scores from lists of solutions: the definition's own, and what holds where a list has no end."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from support.kinds import kinds
from support.panels import mixed_panels, random_panel
from support.sizes import seeds

from witness.difficulty.entropy.listed import muse_below, tree_of
from witness.difficulty.entropy.reference import Entropy, Player, entropy, entropy_of
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.rules.written import WrittenRule
from witness.difficulty.state import panels
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import Path
from witness.puzzle.symbols.blocks import Block

#: A player whom compiled loops do not know: with a rule that says nothing.
PLAIN = Player((WrittenRule("silent", "", "", lambda panel: True, lambda state, move: None),))

_SHAPE = ("###", "###")

#: A panel with blocks and with more solutions than anybody can list.
BLOCKS = Puzzle(9, 9, ((0, 0),), ((9, 9),), blocks=(Block(1, 1, _SHAPE), Block(7, 5, _SHAPE)))


def players(rng: random.Random) -> Player:
    """Draw a player of any kind."""
    return Player(
        rng.choice([(), (), rules("thesis"), rules("thesis,full")]),
        lookahead=rng.choice((0, 0, 1, 2)),
        straight_line=rng.random() < 0.3,
    )


def from_list(puzzle: Puzzle, player: Player, paths: list[Path]) -> Entropy:
    """Return the scores that a list of solutions gives, and check that nothing else is visited."""
    found = []
    beginnings = {path[:n] for path in paths for n in range(len(path) + 1)}
    for panel in panels(puzzle):
        tree, visited = tree_of(panel, paths), 0

        def visit() -> None:
            nonlocal visited
            visited += 1

        found.append(entropy_of(panel.begin(), player.on(panel), visit, tree))
        # The middle of an edge inside a path is one state more.
        assert visited <= len(puzzle.starts) + 2 * len(beginnings)
    return Entropy(min(e.muse for e in found), min(e.remuse for e in found))


def same(one: Entropy, muse: float | None, remuse: float | None) -> None:
    assert muse == pytest.approx(one.muse, abs=1e-9)
    assert remuse == pytest.approx(one.remuse, abs=1e-9)


@pytest.mark.parametrize("name", kinds())
def test_panels_of_every_kind(name: str) -> None:
    """Each symbol and field of the registries, for several players."""
    puzzle, rng = kinds()[name], random.Random(name)
    paths = list(solutions(puzzle))
    for player in (Player(), Player(lookahead=2), players(rng)):
        defined = entropy(puzzle, player)
        found = from_list(puzzle, player, paths)
        same(defined, found.muse, found.remuse)
        rated = rate(puzzle, player)
        same(defined, rated.muse, rated.remuse)
        assert rated.solutions == len(paths)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 4))
def test_random_panels_and_players(seed: int) -> None:
    """Panels with everything; the ratings count the solutions that brute force finds."""
    rng = random.Random(seed)
    seen = 0
    for puzzle in [random_panel(rng, pass_goals=True) for _ in range(40)] + mixed_panels(
        f"listed {seed}", 60
    ):
        player = replace(players(rng), rules=())
        paths = list(solutions(puzzle))
        defined, rated = entropy(puzzle, player), rate(puzzle, player)
        found = from_list(puzzle, player, paths)
        same(defined, found.muse, found.remuse)
        same(defined, rated.muse, rated.remuse)
        assert rated.solutions == len(paths)
        lengths = sum(len(path) - 1 for path in paths)
        assert (rated.length or 0.0) * len(paths) == pytest.approx(lengths, abs=len(paths))
        seen += rated.engine == "solutions" and bool(paths)
    assert seen > 20


@pytest.mark.parametrize("seed", range(5))
def test_generated_triangles(seed: int) -> None:
    """What compiled loops find for the players that they know."""
    puzzle = algorithm_4(3, 3, random.Random(seed))
    paths = list(solutions(puzzle))
    for player in (Player(), Player(rules("thesis")), Player((), 2, straight_line=True)):
        rated = rate(puzzle, player)
        assert rated.engine == "compiled"
        found = from_list(puzzle, player, paths)
        same(found, rated.muse, rated.remuse)


def test_some_solutions_bound_muse_and_not_remuse() -> None:
    """A child that gets cheaper never raises MUSE; ReMUSE it may raise by a hair."""
    puzzle = Puzzle(3, 3, ((0, 0),), ((3, 3),), dots=((1, 2),))
    paths = list(solutions(puzzle))
    whole = entropy(puzzle, Player())
    rng = random.Random(1)
    for _ in range(20):
        known = from_list(puzzle, Player(), rng.sample(paths, rng.randrange(1, len(paths))))
        assert known.muse >= whole.muse - 1e-9
        assert known.remuse >= whole.remuse - 0.05 * 16


def test_muse_alone_below_a_bound() -> None:
    rng = random.Random(2)
    finite = 0
    for _ in range(60):
        puzzle, player = random_panel(rng, ends=1), players(rng)
        (panel,) = panels(puzzle)
        muse = entropy(puzzle, player).muse
        finite += muse < math.inf
        for bound in (1.0, 2.5, 6.0, 50.0):
            found = muse_below(panel.begin(), player.on(panel), bound, lambda: None)
            assert found == (pytest.approx(muse) if muse < bound - 1e-9 else math.inf)
    assert finite > 20


def test_limits_and_what_is_known_at_them() -> None:
    """The bounds hold MUSE at any number of states; about what ReMUSE is comes without a bound."""
    empty, player = Puzzle(3, 3, ((0, 0),), ((3, 3),)), PLAIN
    whole = rate(empty, player)
    assert (whole.status, whole.engine, whole.about) == ("rated", "solutions", None)
    assert whole.solutions == len(list(solutions(empty)))
    abouts = set()
    for most in (1, 10, 100, whole.states - 1):
        found = rate(empty, player, max_states=most)
        assert found.status == "state-limit"
        low, high = found.bounds
        assert low - 1e-9 <= (whole.muse or 0) <= high + 1e-9
        assert found.remuse is None
        assert (found.muse is None) == ("muse_bounds" in found.to_json("x"))
        assert found.to_json("x").get("remuse_about") == (found.about and round(found.about, 9))
        abouts.add(found.about)
    assert abouts - {None}
    for limit, status in (({"time_limit": 0.2}, "time-limit"), ({"max_states": 1}, "state-limit")):
        found = rate(BLOCKS, Player(), **limit)
        assert (found.status, found.solutions, found.bounds[0] >= 0) == (status, None, True)


def test_a_start_that_is_a_goal() -> None:
    """The path of one place is a beginning without an end to come."""
    here = Puzzle(1, 1, ((0, 0),), ((0, 0), (1, 1)), eliminations=())
    assert rate(here, PLAIN).muse == entropy(here, Player()).muse == 0.0
