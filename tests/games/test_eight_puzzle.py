"""Distances to the target of the 8-puzzle, against the true ones of all 181,440 positions."""

import random
from pathlib import Path

import pytest
from support.game_models import EightPuzzle, eight_puzzle_distances

from witness.games.filters.analyse import analyse
from witness.games.language.wellformed import read_rulesheet
from witness.games.network.construction import network

GAMES = Path(__file__).parents[2] / "games"
ORDERED = EightPuzzle.ordered


def misplaced(cells: str, blank: bool) -> int:
    return sum(a != b and (blank or a != "b") for a, b in zip(cells, ORDERED, strict=True))


def manhattan(cells: str) -> int:
    found = 0
    for at, tile in enumerate(cells):
        aim = ORDERED.index(tile)
        found += 0 if tile == "b" else abs(at // 3 - aim // 3) + abs(at % 3 - aim % 3)
    return found


@pytest.mark.slow
def test_what_overestimates_in_the_eight_puzzle() -> None:
    least = eight_puzzle_distances()
    assert len(least) == 181_440
    # A tile that is elsewhere is one fluent too few and one too many: the post's Hamming distance
    # counts it twice, and the blank, too. A move changes four fluents.
    wrong = [2 * misplaced(cells, True) - moves for cells, moves in least.items()]
    assert (sum(x > 0 for x in wrong), max(wrong)) == (7_329, 10)
    next_to_it = [cells for cells, moves in least.items() if moves == 1]
    assert {2 * misplaced(cells, True) for cells in next_to_it} == {4}
    # Without counting twice it is still too much next to the target, where blank and tile differ.
    assert sum(misplaced(cells, True) > moves for cells, moves in least.items()) == 78
    # A move changes one tile: without the blank it never overestimates; nor does Manhattan's.
    assert all(misplaced(cells, False) <= moves for cells, moves in least.items())
    assert all(manhattan(cells) <= moves for cells, moves in least.items())


def test_the_distance_that_is_proved() -> None:
    """It is Manhattan's or half the misplaced cells, and never above the true one."""
    net = network(read_rulesheet(GAMES / "eight_puzzle.kif"))
    heuristic = analyse(net, 100).heuristic
    number = {str(fluent): n for n, fluent in enumerate(net.fluents)}
    least = eight_puzzle_distances()
    rng = random.Random("hamming")
    for cells in [*rng.sample(sorted(least), 2_000), *(c for c in least if least[c] < 5)]:
        state = sum(1 << number[fact] for fact in EightPuzzle(cells).facts((cells, None)))
        half = (misplaced(cells, True) + 1) // 2
        expected = max(half, misplaced(cells, False), manhattan(cells))
        assert heuristic(state) == expected <= least[cells]
