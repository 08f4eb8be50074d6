"""State transitions and searches of the shipped games.

    python benchmarks/games.py [GAME…] [--seconds S] [--seed N]

For each game: processor seconds to ground it; state transitions a second of random plays (legal
moves, end, next state); expansions a second of the search with all filters that apply (at most
2,000).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from studies.games.measures import transitions_a_second
from witness.base import clock
from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.gdl.filters.analyse import analyse, chosen
from witness.gdl.language.grounding import ground
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.play.compiled import search
from witness.gdl.play.solve import puzzle

GAMES = Path(__file__).resolve().parents[1] / "examples/games"
SOME = ("eight_puzzle", "hanoi", "lights_out", "peg_solitaire", "sudoku9")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=SOME, metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(f"{'game':<20}{'ground':>8}{'transitions':>13}{'expansions':>13}")
    for name in options.games:
        begun = clock.worked()
        sheet = read_rulesheet(GAMES / f"{name}.kif")
        program = ground(sheet)
        grounded = clock.worked() - begun
        net = network(sheet, program)
        fast = transitions_a_second(net, options.seed, options.seconds)
        alone = puzzle(net)
        found = analyse(alone, alone.scores(0)[0])
        names, limits = chosen(found), Limits(2_000)
        search(found, names, Limits(1))  # It is loaded then.
        run = search(found, names, limits)
        print(f"{name:<20}{grounded:>8.2f}{fast:>13,.0f}{run.expansions / run.seconds:>13,.0f}")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"games.py: {error}")
