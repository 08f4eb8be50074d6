"""Predicates derived from the rules of panels, against brute force and the baseline."""

import random
from itertools import pairwise

import pytest
from support.game_searches import plays_that_win
from support.panels import random_panel
from support.sizes import seeds, some

from studies.games.measures import all_triangle_puzzles
from witness.gdl.derived import DERIVED, LATCHES
from witness.gdl.filters.analyse import analyse
from witness.gdl.language.from_puzzle import rulesheet_of
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import check
from witness.gdl.network.construction import network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.path_game import path_game
from witness.gdl.play.solve import solve
from witness.puzzle.generate.algorithms import path_set, random_set
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, solutions, walk
from witness.searches import engine
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE

FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), triangles=((0, 0, 1), (0, 1, 2)))


def compare_all(puzzle: Puzzle) -> tuple[int, int, int]:
    """Check both derived predicates on every partial path; count paths, lost ones, and firings."""
    latches, derived, baseline = (p.bind(puzzle) for p in (LATCHES, DERIVED, BASELINE))
    completable = {path[:n] for path in solutions(puzzle) for n in range(1, len(path))}
    number = lost = fired = 0
    for path, at_goal in walk(puzzle):
        if at_goal:
            continue
        edges, vertices = path_masks(puzzle, path)
        given = puzzle.grid.vertex_number(path[-1]), vertices, edges  # type: ignore[arg-type]
        number += 1
        lost += path not in completable
        fires = derived(*given)
        fired += fires
        assert not (fires and path in completable), (puzzle, path)
        if puzzle.features <= {"triangles"}:
            assert latches(*given) == baseline(*given), (puzzle, path)
        assert fires or not latches(*given)
    return number, lost, fired


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    some(1, [((1, 1),), ((1, 2),), ((2, 1),), ((1, 3),), ((2, 2),)]),
)
def test_all_triangle_puzzles_of_small_boards(size: tuple[int, int]) -> None:
    for puzzle in all_triangle_puzzles(*size):
        compare_all(puzzle)


@pytest.mark.slow
def test_random_triangle_puzzles() -> None:
    for size in (2, 3):
        for puzzle in random_set(12, size, 3, random.Random(size)):
            number, lost, fired = compare_all(puzzle)
            assert fired <= lost <= number


def test_the_goal_latches_are_the_rule_that_people_wrote() -> None:
    for puzzle in path_set(3, 4, 4, random.Random(5)):
        net = network(read_rules(rulesheet_of(puzzle)))
        found = analyse(net, 100)
        assert {net.describe_literal(g.literal) for g in found.goal_latches if not g.wins} == {
            f"(over s{r}-{c})" for r, c in puzzle.triangle_at
        }


def test_a_region_that_is_cut_off() -> None:
    # The path runs up the middle: what is left of it can no longer get its triangle.
    puzzle = Puzzle(2, 3, ((0, 1),), ((0, 3),), triangles=((0, 0, 2),))
    path = ((0, 1), (1, 1), (2, 1), (2, 2))
    edges, vertices = path_masks(puzzle, path)
    given = puzzle.grid.vertex_number(path[-1]), vertices, edges
    assert not BASELINE.bind(puzzle)(*given)
    assert DERIVED.bind(puzzle)(*given)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 15))
def test_panels_with_every_symbol(seed: int) -> None:
    """The game of a panel has the panel's solutions, and its extension is never wrong."""
    rng = random.Random(seed)
    for _ in range(3):
        puzzle = random_panel(rng, [(1, 1), (1, 2), (2, 2), (1, 3), (2, 3)])
        sheet = read_rules(rulesheet_of(puzzle))
        check(sheet)
        net = network(sheet)
        assert plays_that_win(net) == sum(1 for _ in solutions(puzzle))
        found = solve(net) if 100 in net.scores(0) else None
        if found is not None:
            assert found.maximal
            assert (found.score == 100) == any(True for _ in solutions(puzzle))
        if not puzzle.features & {"edge-ends", "pass-goals"}:
            compare_all(puzzle)


def test_states_are_what_plays_give() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), triangles=((0, 0, 2),), gaps=(((0, 1), (1, 1)),))
    game = path_game(puzzle)
    machine = StateMachine(game.network)
    for path, _ in walk(puzzle):
        state = machine.initial
        for here, near in pairwise(path):
            name = f"(go r{here[0]}c{here[1]} r{near[0]}c{near[1]})"
            (move,) = [m for m in machine.legal(state) if str(game.network.moves[m]) == name]
            state = machine.next(state, [move])
        edges, vertices = path_masks(puzzle, path)
        head = puzzle.grid.vertex_number(path[-1])  # type: ignore[arg-type]
        assert game.state(head, vertices, edges) == state


def test_searches_with_derived_predicates() -> None:
    search, compiled = engine("reference"), engine("compiled")
    for puzzle in path_set(3, 3, 6, random.Random(4)):
        plain = search(puzzle, BASELINE)
        for name in ("latches", "derived"):
            chosen = predicate(name)
            assert chosen.sound
            found = search(puzzle, chosen)
            assert (found.status, found.length) == (plain.status, plain.length)
            assert found.expansions <= plain.expansions
            with pytest.warns(RuntimeWarning, match="the reference engine is used"):
                again = compiled(puzzle, chosen)
            assert again.expansions == found.expansions
        assert search(puzzle, LATCHES).expansions == plain.expansions
