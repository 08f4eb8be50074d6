"""MUSE and ReMUSE as the thesis defines them (chapter 3), in plain Python.

This is what the scores are; `witness.difficulty.compiled` finds the same ones faster.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from witness.difficulty.inference import Rule, allowed, solution_within
from witness.difficulty.state import Panel, State, panels
from witness.difficulty.straight import straight_solution
from witness.puzzle import Puzzle


@dataclass(frozen=True)
class Player:
    """What a player knows: inference rules, how far ahead they look, and the straight lines."""

    rules: tuple[Rule, ...] = ()
    lookahead: int = 0
    straight_line: bool = False

    def on(self, panel: Panel) -> Player:
        """Give the same player with those rules only that apply to a panel."""
        rules = tuple(rule for rule in self.rules if rule.applies(panel))
        return Player(rules, self.lookahead, self.straight_line)


@dataclass(frozen=True)
class Entropy:
    """Both scores of a state in bits; infinite where the player cannot solve the puzzle."""

    muse: float
    remuse: float


def entropy(puzzle: Puzzle, player: Player) -> Entropy:
    """Give the scores of a puzzle: the least over its starts (thesis, Algorithms 1 and 2)."""
    found = [entropy_of(panel.begin(), player.on(panel)) for panel in panels(puzzle)]
    return Entropy(min(e.muse for e in found), min(e.remuse for e in found))


def entropy_of(state: State, player: Player, visit: Callable[[], object] = lambda: None) -> Entropy:
    """Give ent(s) of a state, by both measures; `player` as its `on` gives it.

    `visit` is called for every state, and may raise.
    """
    visit()
    if solution_within(player.rules, state, player.lookahead) is not None or (
        player.straight_line and straight_solution(state) is not None
    ):
        return Entropy(0.0, 0.0)
    moves = allowed(player.rules, state, player.lookahead)
    children = [entropy_of(state.after(move), player, visit) for move in moves]
    return Entropy(
        muse_of([child.muse for child in children]), remuse_of([c.remuse for c in children])
    )


def muse_of(children: Sequence[float]) -> float:
    """Give log2|σ(s)| + the minimum of the children; infinite without any."""
    return math.log2(len(children)) + min(children) if children else math.inf


def remuse_of(children: Sequence[float]) -> float:
    """Give KL(softmin(children) ‖ uniform) + the minimum of the children.

    The softmin has base e and the divergence base 2. Children that are infinite have probability
    zero, and terms of probability zero are skipped. (The thesis' prose names the uniform
    distribution first; its Algorithm 2 has this order, and only that is finite.)
    """
    least = min(children, default=math.inf)
    if least == math.inf:
        return math.inf
    weights = [math.exp(least - child) for child in children]
    total = sum(weights)
    shares = [weight / total for weight in weights if weight > 0]
    divergence = sum(share * math.log2(share * len(children)) for share in shares)
    return max(0.0, divergence) + least
