"""The states of a symbol, as far as a bias can tell them apart.

Each kind of symbols has a file that says what its states are (`witness.proof.best.kinds`).

A *witness* of a state is a panel, a partial path, a solution that extends the path, and a symbol,
of which everything holds that holds of the state. A clause that fires in the state fires on the
witness, too, and so is not sound.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import cast

from witness.base.errors import UnsupportedError
from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.language.bias import Bias, Signature
from witness.proof.best.coloured import Coloured
from witness.proof.best.dots import Dots
from witness.proof.best.kinds import Kind, State
from witness.proof.best.structures import Language, Structure, maps_into
from witness.proof.best.triangles import Triangles
from witness.proof.counterexamples import Counterexample
from witness.puzzle.constraints import constraints
from witness.puzzle.grid import Vertex
from witness.puzzle.views.board import BoardView

#: The kinds of states, each with the kinds of constraints whose symbols have such states.
KINDS: tuple[tuple[frozenset[str], type[Kind]], ...] = (
    (frozenset({"triangles"}), Triangles),
    (frozenset({"squares", "stars"}), Coloured),
    (frozenset({"dots"}), Dots),
)


@dataclass(frozen=True)
class Sight:
    """What a bias sees of a kind of symbols.

    `language` has the literals whose truth is the same wherever states look the same, and
    `structures` what holds in each state of a `kind`. `beyond` are the predicates of the bias that
    see more than a state.
    """

    language: Language
    structures: Mapping[State, Structure]
    kind: Kind
    beyond: tuple[Signature, ...] = ()


#: What biases see that were asked for last, by their texts: to find it takes seconds.
_KNOWN: dict[tuple[str, Bias], Sight] = {}
_MOST_KNOWN = 8


def sight(background: Background) -> Sight:
    """Return what a bias sees of symbols; once for all that is asked about a bias in a process.

    Raises what `_sight` does.
    """
    key = repr(background.program), background.bias
    found = _KNOWN.get(key) or _sight(background)
    if len(_KNOWN) == _MOST_KNOWN and key not in _KNOWN:
        _KNOWN.pop(next(iter(_KNOWN)), None)
    _KNOWN[key] = found
    return found


def _sight(background: Background) -> Sight:
    """Return what a bias sees of symbols.

    Raises `UnsupportedError` for a background about symbols whose states are not known, and for a
    bias in which literals have several answers, or states do not say what literals see
    (`Kind.looked`). Raises `LimitReachedError` at the limit of the budget in force.
    """
    bias = background.bias
    first = next((kind for names, kind in KINDS if background.kinds <= names), None)
    if first is None:
        known = ", or of ".join(" and ".join(sorted(names)) for names, _ in KINDS)
        what = f"there are states of {known}, not of {', '.join(sorted(background.kinds))}"
        raise UnsupportedError(what, file=bias.file)
    beyond: tuple[Signature, ...] = ()
    kind: Kind | None = None
    while True:
        body = tuple(one for one in bias.body if one not in beyond)
        seen = replace(background, bias=replace(bias, body=body))
        kind = kind or first.of(seen)
        language = Language(seen)
        structures = {
            state: language.structure(*state.views)
            for state in current().each([*kind.states()], every=1)
        }
        looked, more = kind.looked(language, seen)
        if looked == kind and not more:
            return Sight(language, structures, kind, beyond)
        beyond += more
        kind = None if more else looked


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
