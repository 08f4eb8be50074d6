"""Equations and comparisons of whole numbers (`#=` and its relatives) with one unknown at most."""

from __future__ import annotations

from collections.abc import Callable

from witness.logic.arithmetic import COMPARISONS, FUNCTIONS, applied
from witness.logic.language.terms import Compound, Term, Variable, term_text

#: The comparisons of whole numbers, by those of arithmetic.
RELATIONS = {"#=": "=:=", "#\\=": "=\\=", "#<": "<", "#>": ">", "#=<": "=<", "#>=": ">="}

#: A term as a number of times the unknown, and a number.
_Linear = tuple[int, int]


def solved(
    name: str, left: Term, right: Term, walk: Callable[[Term], Term]
) -> bool | tuple[Variable, int]:
    """Return whether a relation holds, or what gives its unknown the only value with which it does.

    `walk` gives the value of a variable. Raises `ValueError` with the reason if there is more than
    one unknown, or one in a comparison or in a term that is not linear, and `ArithmeticError` or
    `TypeError` as arithmetic does.
    """
    unknowns: dict[Variable, None] = {}

    def linear(term: Term) -> _Linear:
        term = walk(term)
        if isinstance(term, int):
            return 0, term
        if isinstance(term, Variable):
            unknowns[term] = None
            return 1, 0
        if not isinstance(term, Compound) or (term.functor, len(term.args)) not in FUNCTIONS:
            raise TypeError(f"{term_text(term)} is no whole number")
        sides = [linear(argument) for argument in term.args]
        factors = [factor for factor, _ in sides]
        numbers = [number for _, number in sides]
        if not any(factors):
            found = applied((term.functor, len(sides)), [*numbers])
            if not isinstance(found, int):
                raise TypeError(f"{term_text(term)} is no whole number")
            return 0, found
        if term.functor == "+":
            return sum(factors), sum(numbers)
        if term.functor == "-":
            if len(sides) == 1:
                return -factors[0], -numbers[0]
            return factors[0] - factors[1], numbers[0] - numbers[1]
        if term.functor == "*" and not all(factors):
            (factor, number), (_, times) = sorted(sides, key=lambda side: not side[0])
            return factor * times, number * times
        raise ValueError(f"an unknown in {term_text(term)}, which is not linear")

    (a, b), (c, d) = linear(left), linear(right)
    if len(unknowns) > 1 or (unknowns and (name != "#=" or a == c)):
        names = ", ".join(unknown.name.partition("#")[0] for unknown in unknowns)
        raise ValueError(
            f"{names} {'has' if len(unknowns) == 1 else 'have'} no value: of CLP(FD), only linear "
            "equations with one unknown, and comparisons without, are supported"
        )
    if not unknowns:
        return COMPARISONS[RELATIONS[name]](b, d)
    value, rest = divmod(d - b, a - c)
    return (next(iter(unknowns)), value) if rest == 0 else False
