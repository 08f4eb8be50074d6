"""Distances to the target of the 8-puzzle, against the true ones of all 181,440 positions."""

import random
from pathlib import Path

import pytest
from support.brute_games import Brute
from support.game_models import EightPuzzle, eight_puzzle_distances
from support.game_searches import SMALL, of

from studies.games.hamming import distances, hamming_record, moves_to_win
from witness.games.language.rulesheet import read_rules
from witness.games.language.wellformed import read_rulesheet
from witness.games.network.construction import network
from witness.games.network.network import Network
from witness.games.play.solve import puzzle

GAMES = Path(__file__).parents[2] / "examples" / "games"
ORDERED = EightPuzzle.ordered


def misplaced(cells: str, blank: bool) -> int:
    return sum(a != b and (blank or a != "b") for a, b in zip(cells, ORDERED, strict=True))


def manhattan(cells: str) -> int:
    found = 0
    for at, tile in enumerate(cells):
        aim = ORDERED.index(tile)
        found += 0 if tile == "b" else abs(at // 3 - aim // 3) + abs(at % 3 - aim % 3)
    return found


def three_disks() -> Network:
    text = (GAMES / "hanoi.kif").read_text()
    facts = "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, 6))
    return network(read_rules(text.replace(facts, "(next_in_size 1 2)\n(next_in_size 2 3)")))


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


def test_the_distances_are_those_of_the_model() -> None:
    net = network(read_rulesheet(GAMES / "eight_puzzle.kif"))
    found = distances(net, 100)
    assert list(found) == [
        "fluents that differ",
        "missing literals",
        "9 literals, 2 a move",
        "8 literals, 1 a move",
        "all that is proved",
    ]
    number = {str(fluent): n for n, fluent in enumerate(net.fluents)}
    least = eight_puzzle_distances()
    rng = random.Random("hamming")
    for cells in [*rng.sample(sorted(least), 2_000), *(c for c in least if least[c] < 5)]:
        state = sum(1 << number[fact] for fact in EightPuzzle(cells).facts((cells, None)))
        far = [heuristic(state) for heuristic in found.values()]
        missing = misplaced(cells, True)
        assert far[:3] == [2 * missing, missing, (missing + 1) // 2]
        assert far[3] == misplaced(cells, False)
        assert far[4] == max(*far[2:4], manhattan(cells)) <= least[cells]


@pytest.mark.parametrize("name", ["street", "cells"])
def test_moves_to_win_of_small_games(name: str) -> None:
    net = puzzle(of(SMALL[name]))
    assert moves_to_win(net, 100) == Brute(net).moves_to(100)


def test_a_record() -> None:
    record = hamming_record(three_disks(), starts=8, seed=1)
    assert record["states"] == 27
    rows = {row["distance"]: row for row in record["rows"]}
    # A move of a disk changes two fluents; the last one is one move away.
    assert rows["fluents that differ"]["over"] > 0
    for name in ("missing literals", "all that is proved"):
        assert (rows[name]["over"], rows[name]["longer"]) == (0, 0)
    assert hamming_record(three_disks(), starts=8, seed=1) == record


@pytest.mark.slow
def test_games_without_one_target() -> None:
    with pytest.raises(ValueError, match="leaves fluents open"):
        distances(puzzle(of(SMALL["counter"])), 100)
    with pytest.raises(ValueError, match="has not one target"):
        distances(network(read_rulesheet(GAMES / "peg_solitaire_15.kif")), 100)


@pytest.mark.long
def test_all_states_of_the_eight_puzzle() -> None:
    net = network(read_rulesheet(GAMES / "eight_puzzle.kif"))
    number = {str(fluent): n for n, fluent in enumerate(net.fluents)}
    wanted = {
        sum(1 << number[fact] for fact in EightPuzzle(cells).facts((cells, None))): moves
        for cells, moves in eight_puzzle_distances().items()
    }
    assert moves_to_win(net, 100) == wanted
    found = distances(net, 100)["all that is proved"]
    assert all(found(state) <= moves for state, moves in wanted.items())
