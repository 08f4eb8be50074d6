"""Components and conditions (see `skeletons`), and the rows from which their sets are found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from witness.clauses.learners.asp.columns import Column
from witness.clauses.learners.asp.joins import Joined, Table
from witness.clauses.learners.asp.literals import Skeleton
from witness.clauses.learners.asp.roots import Flags, Roots, bits_of, flags_of

#: Sets of roots: where those of one set have values, all variables of a component get values.
Modes = frozenset[tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Component:
    """A skeleton with conditions on some of its inner variables.

    `bits` is the set of what it holds for: constants, or examples. `inner` counts its variables
    without the roots.
    """

    skeleton: Skeleton
    conditions: tuple[tuple[int, Condition], ...]
    bits: int
    inner: int
    modes: Modes


@dataclass(frozen=True, eq=False)
class Condition:
    """Components with the same roots, which have types; `bits` is the set of what satisfies all.

    `touched` is the bit set of the roots that occur. `free` says that one of the parts gives its
    roots values by itself. `flags` keeps what `mask` returns.
    """

    parts: tuple[Component, ...]
    bits: int
    inner: int
    types: tuple[str, ...]
    touched: int
    free: bool
    flags: list[Flags] = field(default_factory=list)

    def mask(self, constants: int) -> Flags:
        """Return the set as a flag for each constant."""
        if not self.flags:
            self.flags.append(flags_of(self.bits, constants))
        return self.flags[0]


class KeptRows:
    """The rows of a skeleton, sorted by the values of its roots.

    These values are numbered from 0 to `count` - 1. `entries` are the numbers that have rows, which
    begin at `starts`; `expand` has the number of each example, where there are examples.
    """

    def __init__(self, skeleton: Skeleton, columns: dict[int, Column], roots: Roots) -> None:
        targets, count, expand = roots.targets(columns)
        order = np.argsort(targets, kind="stable")
        targets = targets[order]
        self.skeleton = skeleton
        self.columns = {
            v: columns[v][order].astype(np.int32) for v in columns if v >= skeleton.roots
        }
        self.starts = np.flatnonzero(np.diff(targets, prepend=-1))
        self.entries = targets[self.starts]
        self.size = len(targets)
        self.bytes = self.starts.nbytes + self.entries.nbytes
        self.bytes += sum(column.nbytes for column in self.columns.values())
        self.count = count
        self.expand = expand

    @cached_property
    def bits(self) -> int:
        """The set of what has a row: constants, or examples."""
        return self.projected(np.ones((1, self.size), np.bool_))[0]

    def projected(self, alive: Flags) -> list[int]:
        """Return for each choice of rows, given by flags, the set of what has one of them."""
        found = np.logical_or.reduceat(alive, self.starts, axis=1)
        flags = np.zeros((len(alive), self.count), np.bool_)
        flags[:, self.entries] = found
        return bits_of(flags if self.expand is None else flags[:, self.expand])

    def masks(self, variable: int, conditions: Sequence[Condition], constants: int) -> Flags:
        """Return for each condition on a variable the rows that satisfy it."""
        column = self.columns[variable]
        return np.stack([condition.mask(constants)[column] for condition in conditions])


@dataclass(frozen=True)
class NoRoom:
    """A skeleton whose rows are joined anew when they are needed, and the set of its entries."""

    skeleton: Skeleton
    bits: int


class ManyRows:
    """A skeleton with too many rows to keep: the set of each component is found anew."""

    def __init__(self, skeleton: Skeleton, literals: list[Joined], roots: Roots) -> None:
        self.skeleton = skeleton
        self.literals = literals
        self.roots = roots

    def with_conditions(self, chosen: Sequence[tuple[int, Condition]]) -> int:
        """Return the set of what satisfies the skeleton with conditions, if it can be found."""
        constants = self.roots.constants
        wanted = [
            (Table(np.flatnonzero(c.mask(constants))[:, None], constants), (v,)) for v, c in chosen
        ]
        values = self.roots.values([*self.literals, *wanted], self.skeleton.touched)
        return 0 if values is None else self.roots.bits(values)
