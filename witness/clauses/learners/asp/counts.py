"""How many examples the bits of a bit set stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def bits(flags: Iterable[object]) -> int:
    """Return the bit set of the positions of true flags."""
    digits = "".join(["1" if flag else "0" for flag in flags])
    return int(digits[::-1] or "0", 2)


class Counts:
    """The numbers of examples that each bit stands for: positive or negative ones, not both."""

    def __init__(self, rights: Sequence[int], wrongs: Sequence[int]) -> None:
        self.rights = rights
        self.wrongs = wrongs
        self.positives = sum(rights)
        self.negatives = sum(wrongs)
        #: The bits that stand for positive examples, and those that stand for negative ones.
        self.positive = bits(rights)
        self.negative = bits(wrongs)
        self._right = _masks(rights)
        self._wrong = _masks(wrongs)
        self._scores: dict[int, float] = {}

    def right(self, chosen: int) -> int:
        """Return the number of positive examples of a bit set."""
        return _sum(self._right, chosen)

    def wrong(self, chosen: int) -> int:
        """Return the number of negative examples of a bit set."""
        return _sum(self._wrong, chosen)

    def score(self, chosen: int) -> float:
        """Return the share of the positive examples in a bit set less that of the negative ones."""
        known = self._scores.get(chosen)
        if known is None:
            right = self.right(chosen) / max(1, self.positives)
            known = self._scores[chosen] = right - self.wrong(chosen) / max(1, self.negatives)
        return known

    def length(self, chosen: int, size: int) -> int:
        """Return the description length of clauses with some literals that cover a bit set."""
        return size + self.wrong(chosen) + self.positives - self.right(chosen)


def _masks(weights: Sequence[int]) -> list[tuple[int, int]]:
    """Return the different weights, each with the bit set of its positions."""
    return [(w, bits(w == weight for weight in weights)) for w in sorted(set(weights)) if w]


def _sum(masks: Sequence[tuple[int, int]], chosen: int) -> int:
    """Return the sum of the weights of a bit set."""
    total = 0
    for weight, mask in masks:
        total += weight * (chosen & mask).bit_count()
    return total
