"""What is measured: all boards of each size and number of symbols, one of each orbit.

Of larger spaces some boards are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from studies.records import Row
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.thesis import THESIS
from witness.puzzle.generate.exhaustive import Chosen, Placements, placements
from witness.puzzle.generate.path_sets import PathSets, counter

#: The most boards of a large size that are all looked at.
MOST_WHOLE = 3_000_000

#: Of boards that a solver counts one by one, so many times fewer are drawn.
SOLVED = 50


def boards(
    source: Mapping[str, Any],
    *,
    kind: str,
    sizes: Sequence[Sequence[int]],
    large: Sequence[int],
    **most: int,
) -> Iterator[Row]:
    """Yield what is found among all boards with symbols of a kind, for each size and number.

    `most` is the greatest number of symbols of each kind; that of the `large` size is its third.
    """
    for rows, cols, symbols in _spaces(kind, sizes, large, most[kind]):
        placed = placements(rows, cols, kind, symbols)
        rated = [rows, cols] in map(list, sizes)
        found = tally(placed, counter(placed), placed.least(), rated=rated)
        yield {"kind": kind, "rows": rows, "cols": cols, "symbols": symbols, **found}


def _spaces(
    kind: str, sizes: Sequence[Sequence[int]], large: Sequence[int], most: int
) -> Iterator[tuple[int, int, int]]:
    """Yield each size and number of symbols."""
    for rows, cols in sizes:
        places = len(placements(rows, cols, kind, 0).places)
        for symbols in range(1, min(most, places) + 1):
            yield rows, cols, symbols
    if placements(large[0], large[1], kind, large[2]).count() <= MOST_WHOLE:
        yield large[0], large[1], large[2]


def tally(
    placed: Placements, count: Callable[[Chosen], int], chosen: Iterable[Chosen], *, rated: bool
) -> Row:
    """Return what is found among some boards.

    That are the numbers of boards by their number of solutions; of those with one solution, how
    many need each of their symbols for that, and if they are `rated`, the hardest one of these.
    """
    player = Player(THESIS)
    found: Counter[int] = Counter()
    needed = 0
    hardest, most = None, None
    for one in chosen:
        number = count(one)
        found[number] += 1
        if number == 1 and all(count(one[:at] + one[at + 1 :]) > 1 for at in range(len(one))):
            needed += 1
            if rated:
                remuse = round(rate(placed.panel(one), player).remuse or 0.0, 9)
                if most is None or remuse > most:
                    hardest, most = one, remuse
    return {
        "boards": found.total(),
        "solutions": {str(number): found[number] for number in sorted(found)},
        "needed": needed,
        "hardest": None if hardest is None else placed.panel(hardest).to_json(),
        "remuse": most,
    }


def drawn(
    source: Mapping[str, Any], *, kind: str, large: Sequence[int], draws: int, seed: int
) -> Iterator[Row]:
    """Yield what is found among boards that are drawn, and how many boards there are."""
    rows, cols, symbols = large
    placed = placements(rows, cols, kind, symbols)
    count = counter(placed)
    by_sets = isinstance(getattr(count, "__self__", None), PathSets)
    looked_at = draws if by_sets else draws // SOLVED
    chosen = islice(placed.drawn(seed), looked_at)
    yield {
        "kind": kind,
        "rows": rows,
        "cols": cols,
        "symbols": symbols,
        "there": placed.count(),
        **tally(placed, count, chosen, rated=True),
    }
