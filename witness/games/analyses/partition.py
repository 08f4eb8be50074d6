"""Parts of the moves that must each be played, in any order, like the cells of a Sudoku.

A part belongs to a literal that the win needs, and has all moves that can make it true. If moves
of different parts commute (whenever one can be played and then the other, so can they be the
other way round, with the same outcome), any of the parts can come first in a plan. So in each state
it is enough to look at the moves of one part that is still to be played, preferably the smallest;
and a state in which such a part has no legal move is lost.

*Proves*: if there is a plan, there is one of the same length that begins with a move of the chosen
part. *Applies* when the parts are disjoint, moves have the same effect in every state, and parts
commute, each of which is checked here.
"""

from __future__ import annotations

from dataclasses import dataclass

from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.effects import Effect, effects, polarity
from witness.games.analyses.targets import necessary
from witness.games.network.kleene import FALSE, TRUE, Evaluation

#: The number of pairs of moves looked at before giving up.
MAX_PAIRS = 400_000


@dataclass(frozen=True)
class Part:
    """A literal that the win needs, and the moves that can make it true."""

    literal: int
    moves: tuple[int, ...]


def partition(abstraction: Abstraction, win: int) -> tuple[tuple[Part, ...], str]:
    """Return the parts, or none and the reason why."""
    network = abstraction.network
    wanted = necessary(abstraction, win)
    if not wanted:
        return (), "the win needs no fluent in every case"
    found = effects(abstraction)
    if found is None:
        return (), "the effect of some move depends on the state"
    missing = [x for x in sorted(wanted) if (network.initial >> (x >> 1) & 1) == (x & 1)]
    makers = [
        Part(
            x,
            tuple(m for m, e in found.items() if x >> 1 in (e.deletes if x & 1 else e.adds)),
        )
        for x in missing
    ]
    # A literal that any move makes true is met in passing.
    parts = tuple(part for part in makers if part.moves)
    if len(parts) < 2:
        return (), "fewer than two literals have to be made true by moves"
    moves = [move for part in parts for move in part.moves]
    if len(moves) != len(set(moves)):
        return (), "some move makes two of the needed literals true"
    if any(x >> 1 in (e.adds if x & 1 else e.deletes) for x in wanted for e in found.values()):
        return (), "some move makes a needed literal false again"
    if len(moves) < len(found):
        return (), "some move belongs to no part"
    reason = _commute(abstraction, parts, found)
    return (parts, "") if not reason else ((), reason)


def _commute(abstraction: Abstraction, parts: tuple[Part, ...], found: dict[int, Effect]) -> str:
    """Return the reason why moves of different parts do not commute, "" if they do."""
    network = abstraction.network
    part_of = {move: number for number, part in enumerate(parts) for move in part.moves}
    evaluation = Evaluation(network)
    adders: dict[int, list[int]] = {}
    deleters: dict[int, list[int]] = {}
    for move, effect in found.items():
        for fluent in effect.adds:
            adders.setdefault(fluent, []).append(move)
        for fluent in effect.deletes:
            deleters.setdefault(fluent, []).append(move)
    for fluent in set(adders) & set(deleters):
        if len({part_of[move] for move in adders[fluent] + deleters[fluent]}) > 1:
            return f"moves of two parts disagree about {network.fluents[fluent]}"
    looked = 0
    for move in found:
        legal = network.legal[move]
        # If a move is legal, the game must not have ended.
        known = abstraction.with_literals(necessary(abstraction, legal) or ())
        if known is not None and abstraction.value(known, network.terminal) != FALSE:
            holds = {legal >> 1: FALSE if legal & 1 else TRUE}
            if evaluation.value(network.terminal, holds) != FALSE:
                return f"the game can end while {network.moves[move]} is legal"
        after = abstraction.nothing()
        after[list(found[move].adds)] = TRUE
        after[list(found[move].deletes)] = FALSE
        helps, harms = polarity(network, legal)
        # (i) What another part does cannot be what makes this move legal.
        helping = {m for f in helps for m in adders.get(f, ())}
        helping |= {m for f in harms for m in deleters.get(f, ())}
        # (ii) What another part does may make it illegal, if the same holds the other way round.
        harming = {m for f in harms for m in adders.get(f, ())}
        harming |= {m for f in helps for m in deleters.get(f, ())}
        looked += len(helping) + len(harming)
        if looked > MAX_PAIRS:
            return "too many moves matter to one another"
        for other in sorted(helping):
            if part_of[other] != part_of[move]:
                return f"{network.moves[other]} can make {network.moves[move]} legal"
        for other in sorted(harming):
            if part_of[other] == part_of[move]:
                continue
            if abstraction.value(after, network.legal[other]) != FALSE:
                return (
                    f"{network.moves[other]} can forbid {network.moves[move]}, "
                    "but not the other way round"
                )
    return ""
