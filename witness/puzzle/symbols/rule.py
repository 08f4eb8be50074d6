"""The rules of symbols as data, from which everything that checks or solves panels is made.

A rule says what each symbol asks of a path: that a number is one of some `numbers`. What is counted
is on the path (`OnPath`) or in the region of the symbol (`InRegion`). So the rule checker, the goal
test, the frontier solver, the training examples and the explore page know it alike, and none of
them names the symbol. `OnLine`, `Fills` and `Removes` are rules of one symbol each; who does not
know them refuses these symbols by name.

A `sentence` is what `check` prints where the number is wrong. It may have these parts: `{place}`,
`{at}` ("vertex" or "edge"), `{colour}`, `{wanted:NOUN}` and `{found:NOUN}`, the numbers with a noun
in the singular or plural, and `{places}`: the colours and places of all the symbols that are wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class OnPath:
    """How many of some edges and places are on the path.

    `of` are the four "edges" of the symbol's square, or its own "place": a vertex or an edge.
    `numbers` None stands for the number that the symbol has.
    """

    of: Literal["edges", "place"]
    numbers: tuple[int, ...] | None
    sentence: str


@dataclass(frozen=True)
class InRegion:
    """How many squares of some kind are in the region of the symbol.

    `of` are those with a symbol of its "colour", itself included; or the "others": symbols of its
    own kind and another colour. With `once` the sentence is about a region, and said once.
    """

    of: Literal["colour", "others"]
    numbers: tuple[int, ...]
    sentence: str
    once: bool = False


@dataclass(frozen=True)
class OnLine:
    """That the place of the symbol is on one of two lines: the one with its number."""

    sentence: str


@dataclass(frozen=True)
class Fills:
    """That the symbols of a region fill it with their shapes (`witness.puzzle.filling`)."""

    sentence: str


@dataclass(frozen=True)
class Removes:
    """That the symbol takes another one of its region away (`witness.puzzle.elimination_marks`)."""

    sentence: str


Rule = OnPath | InRegion | OnLine | Fills | Removes


class Counted(int):
    """A number that is written with a noun: `f"{Counted(2):edge}"` is "2 edges"."""

    def __format__(self, noun: str) -> str:
        return f"{int(self)} {noun}" if self == 1 else f"{int(self)} {noun}s"


def said(sentence: str, **parts: Any) -> str:
    """Return a sentence with its parts filled in; integers are written with a noun."""
    return sentence.format(
        **{name: Counted(part) if type(part) is int else part for name, part in parts.items()}
    )
