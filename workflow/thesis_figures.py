#!/usr/bin/env python3
"""Draw panels to which the thesis' words about its Figures 3.2, 4.2, 4.5 and 4.8 apply.

    python workflow/thesis_figures.py --seed 1 -o docs/difficulty

It rates all boards of two colours of up to 3×4 squares, which takes a minute. The seed decides
which of them stand for the easy, the medium and the hard ones.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from tqdm import tqdm

from witness.base.files import write_text
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rules.sets import rules
from witness.difficulty.two_colours import unique_boards
from witness.report.studies.difficulty.panels import Board, rated, sheets

#: Smaller boards come first: of equal scores, a curriculum takes the first.
SMALL = ((2, 2), (2, 3), (3, 3))
LARGE = ((3, 4),)


def boards(sizes: tuple[tuple[int, int], ...], player: Player) -> list[Board]:
    """Return all boards of two colours of these sizes with their scores."""
    found = [puzzle for size in sizes for puzzle in unique_boards(*size)]
    return [rated(puzzle, player) for puzzle in tqdm(found, unit="board", disable=None)]


def main() -> None:
    """Draw the sheets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/difficulty"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    player = Player(rules("thesis"))
    rng = random.Random(options.seed)
    for name, drawn in sheets(boards(SMALL, player), boards(LARGE, player), player, rng).items():
        write_text(options.output / f"{name}.svg", drawn)


if __name__ == "__main__":
    main()
