"""The smallest clause that a bias allows, whatever the background: whether there is any at all.

Bodies grow literal by literal, each where its inputs have values, and those that are equal up to
the order of their literals are one. The search is over the text of the bias only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from witness.clauses.language.bias import ANY, Bias, Signature
from witness.clauses.language.terms import Clause
from witness.clauses.learners.rendering import Numbered, clause_of

#: The most bodies to look at.
MOST_BODIES = 20_000

#: What stands in the place of any constant.
_CONSTANT = "c"


class TooManyError(Exception):
    """There are more than `MOST_BODIES` bodies to look at."""


class _Body(NamedTuple):
    """A body: its literals, and the types of its variables, those of the head first."""

    literals: frozenset[Numbered]
    types: tuple[str, ...]
    known: frozenset[int]


def smallest_clause(bias: Bias) -> Clause | None:
    """Return a clause of a plain bias with the fewest literals; None if there is none.

    Raises `TooManyError` if that would take too long to find out.
    """
    head = bias.head
    given = frozenset(n for n, known in enumerate(head.inputs) if known or not bias.directed)
    level = [_Body(frozenset(), head.types, given)]
    seen = 0
    for _ in range(bias.max_body):
        following: dict[frozenset[Numbered], _Body] = {}
        for body in level:
            for larger in _larger(bias, body):
                seen += 1
                if seen > MOST_BODIES:
                    raise TooManyError
                if _is_whole(bias, larger):
                    return clause_of(bias, sorted(larger.literals, key=str))
                following[larger.literals] = larger
        level = list(following.values())
    return None


def _larger(bias: Bias, body: _Body) -> Iterator[_Body]:
    """Yield the bodies with one more literal."""
    for predicate, signature in enumerate(bias.body):
        for choice in product(*_options(bias, signature, body)):
            names, types = [], list(body.types)
            for place, variable in enumerate(choice):
                if variable == len(body.types):
                    names.append(len(types))
                    types.append(signature.types[place])
                elif variable is not None:
                    names.append(variable)
            constants = tuple((n, _CONSTANT) for n, v in enumerate(choice) if v is None)
            literal: Numbered = (predicate, tuple(names), constants)
            fits = len(types) <= bias.max_vars and len({*names}) == len(names) and names
            linked = bias.directed or not body.known.isdisjoint(names)
            if fits and linked and literal not in body.literals:
                yield _Body(body.literals | {literal}, tuple(types), body.known.union(names))


def _options(bias: Bias, signature: Signature, body: _Body) -> Iterator[list[int | None]]:
    """Yield for each place the variables that can stand there, a new one, and None: a constant."""
    for name, is_input in zip(signature.types, signature.inputs, strict=True):
        found: list[int | None] = [
            variable
            for variable, of in enumerate(body.types)
            if ANY in (name, of) or name == of
            if not (bias.directed and is_input) or variable in body.known
        ]
        if not (bias.directed and is_input) and name not in bias.single_types:
            found.append(len(body.types))
        if name in bias.constant_types or any(name in (of, ANY) for _, of in bias.constants):
            found.append(None)
        yield found


def _is_whole(bias: Bias, body: _Body) -> bool:
    """Whether a body makes a clause of the bias."""
    arity = len(bias.head.types)
    used = [v for _, names, _ in body.literals for v in names]
    if bias.whole_head and not {*range(arity)} <= {*used}:
        return False
    if not bias.allow_singletons and any(used.count(v) == 1 for v in used if v >= arity):
        return False
    joined, size = set(range(arity)), -1
    while size != (size := len(joined)):
        joined.update(*(names for _, names, _ in body.literals if joined & {*names}))
    return joined >= {*used}
