"""How many solutions are left with one symbol more, for every place where it could go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witness.base.errors import InputError, listed, quoted
from witness.base.limits import Budget, Limits
from witness.puzzle import normal_form, solvers
from witness.puzzle.grid import plain
from witness.puzzle.model import Puzzle
from witness.puzzle.symbol_changes import entries
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, SYMBOLS
from witness.puzzle.symbols.symbol import Symbol
from witness.studio.server.analysis import MEMORY, SECONDS, Finding, found, number, unknown
from witness.studio.server.suggestions import Table

#: Solutions that are counted one by one for a place, and seconds for one.
MOST, SECONDS_EACH = 9, 2.0

#: The most seconds for the list of the panel's solutions.
SECONDS_FOR_TABLE = 0.5


def left(puzzle: Puzzle, name: str, value: Any, at: Sequence[Any] = ()) -> Iterator[Finding]:
    """Yield for each place the number of solutions if the symbol `name` stood there.

    Without `at` these are all places, in their order.

    What stands there now makes way for it. `value` is what follows the place in an entry: a number,
    a colour, a list of both, the object of a block without its place, or None. Where solutions
    can only be counted one by one, `MOST` are, and `more` says that there are others. All are
    known where the symbol can only take solutions away from a list of them. Places where
    the symbol cannot stand are left out. Raises `InputError` if it can stand nowhere.
    """
    if name not in SYMBOLS:
        raise InputError(f"there is no symbol {quoted(name)}; use {', '.join(SYMBOLS)}")
    symbol = SYMBOLS[name]
    budget = Budget(Limits(time_limit=SECONDS))
    normal = normal_form.square if symbol.where == "square" else normal_form.place
    places = [normal("at", one) for one in at] or [*_places(puzzle, symbol)]
    panels = [(place, _with(puzzle, symbol, place, value)) for place in places]
    if panels and all(panel.problems() for _, panel in panels):
        raise InputError(listed(panels[0][1].problems()))
    table, have = Table(puzzle, SECONDS_FOR_TABLE), {*entries(puzzle)}
    for place, panel in panels:
        if panel.problems():
            continue
        budget.check()
        new = {*entries(panel)}
        known = table.left(*(new - have)) if have < new and not _is_counted(panel) else None
        if known is None:
            yield _count(panel, plain(place))
        else:
            yield found("left", number(len(known)), at=plain(place))


def _is_counted(puzzle: Puzzle) -> bool:
    """Whether solutions are counted without being found one by one."""
    return hasattr(solvers.solver("auto", puzzle, listing=True), "count")


def _count(puzzle: Puzzle, place: Any) -> Finding:
    most = None if _is_counted(puzzle) else MOST
    solutions, status = solvers.count(puzzle, most=most, limits=Limits(None, SECONDS_EACH, MEMORY))
    if status == "exact":
        return found("left", number(solutions), at=place)
    if status == "limit":
        return found("left", solutions, at=place, more=True)
    return unknown("left", f"not counted within {SECONDS_EACH:g} s") | {"at": place}


def _places(puzzle: Puzzle, symbol: Symbol) -> Iterator[Any]:
    """Yield the places of the kind on which a symbol stands."""
    board = puzzle.grid
    if symbol.where == "square":
        yield from (square for square in board.squares if square not in puzzle.missing)
    else:
        yield from board.vertices if symbol.where == "line" else ()
        yield from board.edges


def _with(puzzle: Puzzle, symbol: Symbol, place: Any, value: Any) -> Puzzle:
    """Return the panel with a symbol at a place; what stood there has gone."""
    fields: dict[str, Any] = {
        one.name: [entry for entry in getattr(puzzle, one.name) if one.place(entry) != place]
        for one in (IN_SQUARES if symbol.where == "square" else ON_LINES)
    }
    fields[symbol.name].append(_entry(symbol, place, value))
    return puzzle.changed(**fields)


def _entry(symbol: Symbol, place: Any, value: Any) -> Any:
    if isinstance(value, dict):
        return {**value, "at": place}
    if symbol.where == "square":
        more = value if isinstance(value, list) else [] if value is None else [value]
        return [*place, *more]
    return place if value is None else [place, value]
