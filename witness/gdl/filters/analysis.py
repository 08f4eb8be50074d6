"""What is known of a puzzle, for one aim: to end with enough points; and what each filter finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from witness.gdl.analyses.abstraction import Abstraction
from witness.gdl.analyses.distance import Heuristic
from witness.gdl.analyses.factors import Factors
from witness.gdl.analyses.one_step import Invariants, OneStep
from witness.gdl.network.kleene import FALSE
from witness.gdl.network.network import Network


@dataclass(frozen=True)
class LiteralSet:
    """Literals of fluents: bit sets of those that are to be true, and of those to be false."""

    true: int = 0
    false: int = 0

    @classmethod
    def of(cls, literals: Iterable[int]) -> LiteralSet:
        """Return the set of some literals."""
        bits = [0, 0]
        for literal in literals:
            bits[literal & 1] |= 1 << (literal >> 1)
        return cls(*bits)

    def __bool__(self) -> bool:
        return bool(self.true or self.false)


@dataclass(frozen=True)
class GoalLatch:
    """A proposition that keeps a value once it has it, and makes the win certain or impossible."""

    literal: int
    wins: bool


@dataclass(frozen=True)
class Control:
    """Control propositions, as a bit set, and whether states may be told apart without them."""

    fluents: int = 0
    #: Whether leaving them out changes no result.
    exact: bool = False
    #: The number of turns after which the game ends at the latest, if they say so.
    deadline: int | None = None
    #: Whether nothing but them ends the game, so that all plays have equally many moves.
    fixed: bool = False
    #: Whether they matter to nothing but the end.
    free: bool = False


@dataclass(frozen=True)
class Targets:
    """Sets of literals (2·fluent, plus 1 for false), one of which every winning state agrees with.

    `complete` says that they are the alternatives of the goal, and not only what these share.
    """

    literals: tuple[frozenset[int], ...] = ()
    complete: bool = False


@dataclass(frozen=True)
class Part:
    """A literal that the win needs, and the moves that can make it true."""

    literal: int
    moves: tuple[int, ...]


#: The fields of an analysis that filters set.
_FOUND = (
    "latches", "goal_latches", "control", "targets", "heuristic", "extension", "parts", "no_parts",
)  # fmt: skip


@dataclass
class Analysis:
    """What is known of a puzzle with the aim to end with `score` points or more."""

    #: With gates for `win` (to end with enough points) and `goal` (to have enough).
    network: Network
    score: int
    win: int
    goal: int
    abstraction: Abstraction
    invariants: Invariants = field(default_factory=Invariants)
    #: What stays once it holds.
    latches: LiteralSet = LiteralSet()
    goal_latches: tuple[GoalLatch, ...] = ()
    control: Control = field(default_factory=Control)
    targets: Targets = field(default_factory=Targets)
    heuristic: Heuristic = field(default_factory=Heuristic)
    #: Whether the extension of states sees more than latches.
    extension: bool = False
    parts: tuple[Part, ...] = ()
    #: Why there are no parts.
    no_parts: str = ""
    #: The independent parts of the game, which are games of their own.
    factors: Factors | None = None
    #: Seconds that each analysis took.
    seconds: dict[str, float] = field(default_factory=dict)
    #: Analyses that took too long, and have found nothing.
    left_out: list[str] = field(default_factory=list)

    def found(self) -> dict[str, Any]:
        """Return what filters may have found, by the names of the fields."""
        return {name: getattr(self, name) for name in _FOUND}

    @property
    def impossible(self) -> bool:
        """Whether the rules exclude the win from the beginning."""
        return self.abstraction.value(self.abstraction.nothing(), self.win) == FALSE

    @property
    def lower(self) -> int:
        """The best score below the aim, 0 if there is none."""
        return max((g.score for g in self.network.goals if g.score < self.score), default=0)

    @cached_property
    def step(self) -> OneStep:
        """One step of the game, for questions to clingo."""
        return OneStep(self.network, self.invariants)
