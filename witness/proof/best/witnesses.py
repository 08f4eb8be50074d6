"""Boards on which a state is completed: what no sound predicate may fire on.

A *witness* of a state is a panel, a partial path, a solution that extends it, and a symbol, of
which everything holds that holds of the state. A clause that fires in the state fires on the
witness, too, and so is not sound.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from witness.base.limits import current
from witness.proof.best.states import Sight
from witness.proof.best.structures import Structure, maps_into
from witness.proof.counterexamples import Counterexample
from witness.puzzle.constraints import constraints
from witness.puzzle.grid import Vertex
from witness.puzzle.views.board import BoardView


def witnesses(sight: Sight, wanted: Collection[Structure]) -> dict[Structure, Counterexample]:
    """Return a witness of each structure for which one is found on small boards.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    found: dict[Structure, Counterexample] = {}
    open_ = dict.fromkeys(wanted)
    structures = {state.key: of for state, of in sight.structures.items()}
    seen: set[Structure] = set()
    given, kinds = sight.language.given, sight.language.background.kinds
    for panel, solution in sight.kind.panels():
        if not open_:
            break
        current().check()
        board = BoardView(panel)
        symbols = [(one, board.symbol(one.place, one.kind)) for one in constraints(panel, kinds)]
        for length in range(1, len(solution)):
            path = board.path_of(cast(tuple[Vertex, ...], solution[:length]))
            for one, symbol in symbols:
                structure = structures[sight.kind.key_of(path, symbol)]
                if structure in seen:
                    continue
                seen.add(structure)
                witness = Counterexample(panel, one.place, solution[:length], solution, one.kind)
                for shown in [shown for shown in open_ if maps_into(shown, structure, given)]:
                    found[shown] = witness
                    del open_[shown]
    return found
