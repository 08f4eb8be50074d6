"""Where editors differ from the game: the rules of the Windmill, and colours that symbols have.

In the editors triangles, blocks and marks have a colour, and stars of that colour count it. In the
model only a colour that is not the common one, or that a star counts, is worth a word. `disputed`
follows `witness.puzzle.filling` and `elimination_marks`, which have the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.symbols import COUNTING, SYMBOLS


def disputed(puzzle: Puzzle) -> Iterator[str]:
    """Yield what a panel has that the `rules` of a puzzle can judge differently."""
    marks = len(puzzle.eliminations)
    if marks > 1:
        yield "several elimination marks"
    elif marks and any(getattr(puzzle, name) for name in COUNTING):
        yield f"an elimination mark beside {' or '.join(COUNTING)}"
    # Without both kinds, blocks never come to nothing, and none can take another away.
    if len({block.negative for block in puzzle.blocks}) > 1:
        yield "blocks beside negative ones"
    # A line from border to border has another region on each side of every edge.
    if any(block.size > 1 for block in puzzle.blocks) and not _from_border_to_border(puzzle):
        yield "blocks, and a start or a goal inside the board"


def _from_border_to_border(puzzle: Puzzle) -> bool:
    border = {*puzzle.grid.peripheral_vertices}
    return not (puzzle.wraps or puzzle.missing) and all(
        len(puzzle.grid.edge_squares(end)) < 2 if is_edge(end) else end in border
        for end in (*puzzle.starts, *puzzle.goals)
    )


#: The colours by symbol, those of negative blocks by `NEGATIVE`.
COMMON = {"triangles": "orange", "blocks": "yellow", "eliminations": "white"}
NEGATIVE = "blue"


def common(name: str, negative: bool = False) -> str:
    """Return the colour in which editors draw a symbol that has none of its own."""
    return NEGATIVE if negative else COMMON[name]


def counted(puzzle: Puzzle) -> set[str]:
    """Return the colours that some symbol counts."""
    return {colour for name in COUNTING for *_, colour in getattr(puzzle, name)}


def with_own_colours(puzzle: Puzzle) -> dict[str, Any]:
    """Return the fields of a puzzle in which a colour that says nothing is left out.

    In the puzzle all triangles, blocks and marks have a colour, if their editor knows one.
    """
    some = counted(puzzle)

    def plain(name: str, entry: Any, negative: bool = False) -> bool:
        own = SYMBOLS[name].colour(entry)
        return own not in some and own == common(name, negative)

    return {
        "triangles": [one[:3] if plain("triangles", one) else one for one in puzzle.triangles],
        "eliminations": [
            one[:2] if plain("eliminations", one) else one for one in puzzle.eliminations
        ],
        "blocks": [
            one._replace(colour=None) if plain("blocks", one, one.negative) else one
            for one in puzzle.blocks
        ],
    }


def written(puzzle: Puzzle, name: str, entry: Any, known: Collection[str]) -> str | None:
    """Return the colour to write for a symbol, of those that an editor knows.

    One without a colour has the common one, or if that is counted, another that is not; None if
    there is none.
    """
    own = SYMBOLS[name].colour(entry)
    if own is not None:
        return own
    some = counted(puzzle)
    first = common(name, name == "blocks" and entry.negative)
    return next((colour for colour in (first, *known) if colour not in some), None)


def colour_reasons(puzzle: Puzzle, known: Collection[str]) -> Iterable[str]:
    """Yield which colours of a puzzle an editor does not know, or has too few of."""
    own = {
        colour
        for name, symbol in SYMBOLS.items()
        if symbol.where == "square"
        for entry in getattr(puzzle, name)
        if (colour := symbol.colour(entry)) is not None
    }
    for colour in sorted(own - {*known}):
        yield f"the colour {colour} (it has {', '.join(known)})"
    for name in COMMON:
        if any(written(puzzle, name, entry, known) is None for entry in getattr(puzzle, name)):
            words = f"{SYMBOLS[name].words} beside {' or '.join(COUNTING)} of all colours"
            yield f"{words}, which would count them"
