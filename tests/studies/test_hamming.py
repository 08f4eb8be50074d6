"""Distances to the target of the 8-puzzle, and of small games."""

from pathlib import Path

import pytest
from support.brute_games import Brute
from support.game_searches import SMALL, of

from studies.games.hamming import distances, hamming_record, moves_to_win
from witness.games.language.rulesheet import read_rules
from witness.games.language.wellformed import read_rulesheet
from witness.games.network.construction import network
from witness.games.network.network import Network
from witness.games.play.solve import puzzle

GAMES = Path(__file__).parents[2] / "examples" / "games"


def three_disks() -> Network:
    text = (GAMES / "hanoi.kif").read_text()
    facts = "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, 6))
    return network(read_rules(text.replace(facts, "(next_in_size 1 2)\n(next_in_size 2 3)")))


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
