"""What literals see of a symbol other than triangles, and a state of such a symbol.

The cases of a clause (`witness.puzzle.views.symbol_cases`) say when it fires, on every board. So
its truth depends on nothing but what they name: *questions*, such as whether the path is cut off,
and comparisons of *numbers* of squares. A number has a name: a list (what is
`joined`, or in the `region`) and the classes of its squares that are counted. It includes the
symbol itself if that has one of these classes.

**Small numbers stand for all.** Let m be the largest constant with which numbers are compared, and
k the number of names. Put the numbers of a state that are larger than m in order, and replace the
first value among them by m + 1, the next one by m + 2, and so on (`folded`). There are at most k
such values, so all numbers are now at most m + k. And no comparison has changed. With a constant:
what was larger than m still is, the rest is the same. Of two numbers: if both were larger than m,
their order was kept; if one was, it is still larger than the other one; else both are the same. A
predicate that compares a number with another one plus a constant sees more, and is refused.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from witness.base.errors import UnsupportedError
from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.language.bias import Signature
from witness.clauses.language.terms import Clause, Literal, Variable
from witness.proof.best.kinds import Kind
from witness.proof.best.structures import Chain, Language
from witness.puzzle.views.symbol_cases import SymbolCase, cases
from witness.puzzle.views.translate import translate

#: What a clause asks of a symbol; the name of a number.
Question = tuple[Any, ...]
Name = tuple[str, tuple[str, ...]]

CUT_OFF = ("cut off",)


class SeesMoreError(Exception):
    """A clause sees more than states can say."""


@dataclass(frozen=True)
class Sees:
    """Questions, the names of numbers, and the largest constant that these are compared with."""

    questions: frozenset[Question] = frozenset()
    names: frozenset[Name] = frozenset()
    most: int = 0

    def __or__(self, other: Sees) -> Sees:
        most = max(self.most, other.most)
        return Sees(self.questions | other.questions, self.names | other.names, most)


@dataclass(frozen=True)
class Symbols(Kind):
    """The states of some symbols other than triangles; `sees` is what a bias sees of each."""

    sees: Mapping[str, Sees]

    def looked(self, language: Language, seen: Background) -> tuple[Self, tuple[Signature, ...]]:
        """Return the states of all that literals see, and the predicates that see more.

        Raises `UnsupportedError` for two values of which the equality is not known from a state,
        and for a predicate that may have several answers.
        """
        found = dict.fromkeys(self.sees, Sees())
        more: dict[Signature, None] = {}
        for chain in dict.fromkeys(language.chains()):
            current().check()
            if chain.called is None and more:
                break  # the equality of what these give does not matter
            for symbol in self.sees:
                try:
                    sees = _sees(symbol, chain, seen)
                    found[symbol] = self.known(found[symbol] | sees)
                except SeesMoreError as error:
                    if chain.called is None:
                        what = f"whether two values are equal is not known: {chain.clause}"
                        raise UnsupportedError(what, file=seen.bias.file) from error
                    more[chain.called] = None
        return replace(self, sees=found), tuple(more)

    @abstractmethod
    def known(self, sees: Sees) -> Sees:
        """Return what is seen of a symbol. Raises `SeesMoreError` if states cannot say it."""

    def to_json(self) -> dict[str, Any]:
        """Return what is asked of each symbol in words, as a certificate holds it."""
        asked = [
            f"{symbol}: {' '.join(map(str, question))}"
            for symbol, sees in self.sees.items()
            for question in sorted(sees.questions)
        ] + [
            f"{symbol}: {where} {' or '.join(classes)}"
            for symbol, sees in self.sees.items()
            for where, classes in sorted(sees.names)
        ]
        return {"features": asked, "most_length": None}


def own(symbol: str, name: Name) -> int:
    """Return 1 if a symbol is itself among the squares that are counted, else 0."""
    return int(f"same {symbol}" in name[1])


def folded(numbers: Sequence[int], most: int) -> tuple[int, ...]:
    """Return small numbers that compare like some numbers, and with constants up to `most`."""
    large = sorted({number for number in numbers if number > most})
    return tuple(n if n <= most else most + 1 + large.index(n) for n in numbers)


def _sees(symbol: str, chain: Chain, seen: Background) -> Sees:
    """Return what a clause sees of a symbol.

    Raises `SeesMoreError` if that is more than questions and numbers, and `UnsupportedError` for a
    call that may have several answers.
    """
    if chain.called is not None:
        call, inputs = chain.clause.body[-1], chain.called.inputs
        others = [a if given else Variable(f"Other{n}")
                  for n, (a, given) in enumerate(zip(call.args, inputs, strict=True))]  # fmt: skip
        for one, other in zip(call.args, others, strict=True):
            more = Literal(call.name, tuple(others)), Literal("\\==", (one, other))
            twice = replace(chain.clause, body=(*chain.clause.body, *more))
            if one is not other and _cases(symbol, twice, seen):
                what = f"{call.name}/{len(inputs)} has several answers in one state"
                raise UnsupportedError(what, file=seen.bias.file)
    found = Sees()
    for case in _cases(symbol, chain.clause, seen):
        found |= Sees(frozenset(question for question, _ in case.answers))
        for bound in case.bounds:
            found |= _compared(symbol, *bound)
    return found


def _cases(symbol: str, clause: Clause, seen: Background) -> Sequence[SymbolCase]:
    """Return the cases of a clause. Raises `SeesMoreError` if they need to know more."""
    found = cases(translate([clause], seen), symbol)
    if found is None:
        raise SeesMoreError
    return found


def _compared(symbol: str, low: Any, high: Any, by: int) -> Sees:
    """Return what is seen where a number is at most another one plus `by`; None stands for zero.

    In these numbers the symbol itself is not counted.
    """
    names = [count and (count[0], tuple(sorted(count[1]))) for count in (low, high)]
    less, more = (0 if name is None else own(symbol, name) for name in names)
    seen = frozenset(name for name in names if name is not None)
    apart = by + less - more
    if len(seen) < len(names):
        return Sees(names=seen, most=max(0, apart if high is None else -apart - 1))
    if apart not in (0, -1):
        raise SeesMoreError
    return Sees(names=seen)
