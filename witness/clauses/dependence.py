"""What a clause can depend on besides the local configuration of a square."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from functools import reduce
from operator import or_


class Dependence(IntFlag):
    """What the truth of a literal or clause can depend on, besides the local configuration.

    - `GAPS`: which edges of the square are gaps.
    - `LIVE`: which edges of the square are live, and whether the path is cut off from the goals
      (`witness.puzzle.outlook`).
    - `REACHABLE`: which corners of the square the head can reach.
    - `LENGTH`: the length of the path.
    - `GLOBAL`: anything.
    """

    LOCAL = 0
    GAPS = 1
    LIVE = 2
    REACHABLE = 4
    LENGTH = 8
    GLOBAL = 31

    @property
    def features(self) -> Dependence:
        """What must be known of a square besides its plain configuration."""
        return self & FEATURES

    @property
    def finite(self) -> bool:
        """Whether a square has finitely many cases, whatever the length of the path."""
        return not self & ~FEATURES


#: What a configuration can say of a square besides edges, corners and triangles.
FEATURES = Dependence.GAPS | Dependence.LIVE | Dependence.REACHABLE


def clause_dependence(dependences: Iterable[Dependence]) -> Dependence:
    """Return the dependence on all of some dependences."""
    return reduce(or_, dependences, Dependence.LOCAL)
