"""MUSE and ReMUSE as the thesis defines them (chapter 3), in plain Python.

This defines the scores; `witness.difficulty.entropy.compiled` finds the same ones faster, and
`witness.difficulty.entropy.listed` finds them where the solutions are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from witness.difficulty.inference import Position, Rule, S, allowed, solution_within
from witness.difficulty.state import Panel, State, panels, straight_solution
from witness.puzzle.model import Puzzle


@dataclass(frozen=True)
class Player:
    """What a player knows: inference rules, how far ahead they look, and the straight lines."""

    rules: tuple[Rule, ...] = ()
    lookahead: int = 0
    straight_line: bool = False

    def on(self, panel: Panel) -> Player:
        """Return the same player with only the rules that apply to a panel."""
        return replace(self, rules=tuple(rule for rule in self.rules if rule.applies(panel)))

    def sees(self, state: S) -> S | None:
        """Return a solved state that the player sees from a state: Γ(s, n) or π(s), None for none.

        Thesis, Algorithm 3.
        """
        found = solution_within(self.rules, state, self.lookahead)
        if found is None and self.straight_line:
            found = cast("S | None", straight_solution(cast(State, state)))
        return found


@dataclass(frozen=True)
class Entropy:
    """Both scores of a state in bits; infinite where the player cannot solve the puzzle."""

    muse: float
    remuse: float


#: What a state costs that begins no solution.
NEVER = Entropy(math.inf, math.inf)


def entropy(puzzle: Puzzle, player: Player) -> Entropy:
    """Return the scores of a puzzle: the least over its starts (thesis, Algorithms 1 and 2)."""
    found = [entropy_of(panel.begin(), player.on(panel)) for panel in panels(puzzle)]
    return Entropy(min(e.muse for e in found), min(e.remuse for e in found))


#: The beginnings of some solutions of a panel: after each place, by its number, what follows it.
Tree = dict[int, "Tree"]


def entropy_of(
    state: Position,
    player: Player,
    visit: Callable[[], object] = lambda: None,
    tree: Tree | None = None,
) -> Entropy:
    """Return ent(s) of a state, by both measures; `player` as `Player.on` returns it.

    `visit` is called for every state, and may raise. With a tree of all solutions from the state,
    children that begin none of them are infinite without a visit. Without one this does not end if
    positions can recur.
    """
    visit()
    if player.sees(state) is not None:
        return Entropy(0.0, 0.0)
    moves = allowed(player.rules, state, player.lookahead)
    children = [
        NEVER
        if tree is not None and move.place not in tree
        else entropy_of(state.after(move), player, visit, tree and tree[move.place])
        for move in moves
    ]
    return Entropy(
        muse_of([child.muse for child in children]),
        remuse_of([child.remuse for child in children]),
    )


def muse_of(children: Sequence[float]) -> float:
    """Return log2|σ(s)| + the minimum of the children; infinite without any."""
    return math.log2(len(children)) + min(children) if children else math.inf


def remuse_of(children: Sequence[float]) -> float:
    """Return KL(softmin(children) ‖ uniform) + the minimum of the children.

    The softmin has base e and the divergence base 2. Children that are infinite have probability
    zero, and terms of probability zero are skipped. (The thesis' prose names the uniform
    distribution first; its Algorithm 2 has this order, and only that is finite.)
    """
    least = min(children, default=math.inf)
    if least == math.inf:
        return math.inf
    weights = [math.exp(least - child) for child in children]
    total = sum(weights)
    divergence = sum(
        weight / total * math.log2(weight / total * len(children))
        for weight in weights
        if weight > 0
    )
    return max(0.0, divergence) + least
