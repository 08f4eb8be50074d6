"""How many examples a bit set stands for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from witness.learners.asp.roots import flags_of


class Counts:
    """The numbers of examples of bits, of which the first `bits` stand for positive ones.

    `weights` says how many examples each bit stands for.
    """

    def __init__(self, weights: Sequence[int], bits: int) -> None:
        self.weights = np.array(weights, np.int64)
        self.bits = bits
        self.mask = (1 << bits) - 1
        self.positives = int(self.weights[:bits].sum())
        self.negatives = int(self.weights[bits:].sum())
        self._alike = bool((self.weights == 1).all())

    def of(self, bits: int) -> int:
        """Return the number of examples of a bit set."""
        if self._alike:
            return bits.bit_count()
        return int(self.weights[flags_of(bits, len(self.weights))].sum())

    def right(self, bits: int) -> int:
        """Return the number of positive examples of a bit set."""
        return self.of(bits & self.mask)

    def wrong(self, bits: int) -> int:
        """Return the number of negative examples of a bit set."""
        return self.of(bits & ~self.mask)

    def length(self, bits: int, size: int) -> int:
        """Return the description length of clauses with some literals that cover a bit set."""
        return size + self.wrong(bits) + self.positives - self.right(bits)
