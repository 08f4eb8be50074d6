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

from collections.abc import Iterator
from dataclasses import dataclass

from witness.gdl.analyses.abstraction import Abstraction
from witness.gdl.filters.analysis import Analysis, Part
from witness.gdl.filters.base import Filter, listed
from witness.gdl.filters.targets import necessary
from witness.gdl.network.kleene import FALSE, TRUE, UNKNOWN, Evaluation
from witness.gdl.network.network import Network

#: The number of pairs of moves looked at before giving up.
MAX_PAIRS = 400_000


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


@dataclass(frozen=True)
class Effect:
    """The fluents that a move makes true, and those that it makes false; others stay."""

    adds: frozenset[int]
    deletes: frozenset[int]


def effects(abstraction: Abstraction) -> dict[int, Effect] | None:
    """Return the effect of every move where it is legal, None if one depends on the state.

    Moves that the invariants never allow are left out.
    """
    network = abstraction.network
    evaluation = Evaluation(network)
    # Without any move that matters to it a fluent must stay as it is.
    resting = [evaluation.keeps(fluent) for fluent in range(len(network.fluents))]
    found = {}
    starts, items = abstraction.layout.moves.touched
    for move, legal in enumerate(network.legal):
        fluents = items[starts[move] : starts[move + 1]].tolist()
        node = network.move_node(move)
        adds, deletes = set(), set()
        needed = necessary(abstraction, legal)
        before = None if needed is None else abstraction.with_literals(needed)
        if before is None:
            continue
        for fluent in fluents:
            literal = network.following[fluent]
            after = evaluation.value(literal, {node: TRUE}, moves=FALSE)
            if after != UNKNOWN and before[fluent] == after:
                continue
            if after == TRUE:
                adds.add(fluent)
            elif after == FALSE:
                deletes.add(fluent)
            elif not evaluation.keeps(fluent, move):
                return None
        mattering = set(fluents)
        if any(not rests and f not in mattering for f, rests in enumerate(resting)):
            return None
        found[move] = Effect(frozenset(adds), frozenset(deletes))
    return found


def polarity(network: Network, literal: int) -> tuple[set[int], set[int]]:
    """Return the fluents that help a literal to be true by being true, and by being false.

    A fluent that occurs both ways is in both.
    """
    seen = {literal}
    todo = [literal]
    for x in todo:
        node = x >> 1
        if node >= network.first_gate:
            for body in network.gates[node - network.first_gate]:
                for y in body:
                    below = y ^ (x & 1)
                    if below not in seen:
                        seen.add(below)
                        todo.append(below)
    fluents = len(network.fluents)
    return (
        {x >> 1 for x in seen if x >> 1 < fluents and not x & 1},
        {x >> 1 for x in seen if x >> 1 < fluents and x & 1},
    )


class PartitionFilter(Filter):
    """Only the moves of the smallest part that is still to be played."""

    name = "partition"
    needs_invariants = True
    narrow = True

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find the parts."""
        analysis.parts, analysis.no_parts = partition(analysis.abstraction, analysis.win)

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there are parts."""
        return bool(analysis.parts)

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield the parts, or why there are none."""
        if not analysis.parts:
            yield f"Partition: none; {analysis.no_parts}."
            return
        sizes = sorted(len(part.moves) for part in analysis.parts)
        named = listed(analysis.network.describe_literal(part.literal) for part in analysis.parts)
        yield (
            f"Partition: {len(sizes)} parts of {sizes[0]}–{sizes[-1]} moves must each be played, "
            f"and their order does not matter: {named}."
        )

    def moves(self, state: int, legal: list[int]) -> list[int]:
        """Return the legal moves of the part with the fewest; of equal ones the first."""
        among = set(legal)
        own = [
            [move for move in part.moves if move in among]
            for part in self.analysis.parts
            if state >> (part.literal >> 1) & 1 == part.literal & 1
        ]
        return min(own, key=len, default=legal)


FILTER = PartitionFilter
