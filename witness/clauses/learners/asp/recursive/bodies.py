"""The bodies of the clauses of a bias, grown literal by literal.

A body is a set of literals, written with variables that are numbers: those of the head come first.
Of the bodies that differ in the names of other variables only one is looked at. Every literal of a
body can be called when those that it was added to have been. The language is that of Popper 4: one
call of the head at most, no variable twice in a literal, and no call that the head's own inputs, or
head variables in exchanged places, would repeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, permutations, product

from witness.clauses.language.bias import ANY, Bias
from witness.clauses.learners.asp.recursive.predicates import Predicate

#: A predicate by its number, and variables.
Literal = tuple[int, tuple[int, ...]]

#: Literals in a fixed order.
Body = tuple[Literal, ...]

#: The number of the head as the predicate of a literal.
CALL = -1


class Language:
    """Which bodies there are."""

    def __init__(self, bias: Bias, predicates: Sequence[Predicate]) -> None:
        self.bias = bias
        self.predicates = predicates
        self.arity = len(bias.head.types)
        self.inputs = tuple(n for n, given in enumerate(bias.head.inputs) if given)
        self.outputs = tuple(n for n, given in enumerate(bias.head.inputs) if not given)
        #: The types of which a clause has one variable, that of the head.
        self._single = bias.single_types
        called = bias.head
        if not bias.directed:
            called = replace(called, inputs=(False,) * self.arity)
        #: The bias with the head as its last body predicate.
        self.with_head = replace(bias, body=(*bias.body, called))

    # ---- growth -------------------------------------------------------------------------------

    def grown(self, body: Body, *, calling: bool = False) -> Iterator[Body]:
        """Yield the bodies with one more literal, which is no call of the head."""
        for literal in self.additions(body, calling=calling):
            yield self.canonical((*body, literal))[0]

    def additions(self, body: Body, *, calling: bool = False) -> Iterator[Literal]:
        """Yield the literals that a body may have beside its own, but no call of the head.

        What a body cannot do without comes first: for a body that is `calling`, what gives the call
        its inputs, and then what gives the outputs of the head and uses its variables.
        """
        if len(body) >= self.bias.max_body:
            return
        bound, types, size = self.known(body)
        used = {v for _, variables in body for v in variables}
        unused = set(range(self.arity)) - used if self.bias.whole_head else set[int]()
        whole = not calling and bound.issuperset(self.outputs) and not unused
        for number, predicate in enumerate(self.predicates):
            for variables in self._arguments(predicate, bound, types, size):
                literal = (number, variables)
                if literal in body:
                    continue
                if whole:
                    free = self.bias.directed and not predicate.inputs
                    fits = free or any(v < size for v in variables)
                elif self.bias.directed:
                    fits = not bound.issuperset(variables) or not unused.isdisjoint(variables)
                else:
                    fits = calling or not unused.isdisjoint(variables)
                if fits and (whole or calling or self._is_needed((*body, literal))):
                    yield literal

    def _is_needed(self, body: Body) -> bool:
        """Whether no literal of a body can be left out, if it has all that it cannot do without."""
        return not self._suffice(body) or not any(
            self._suffice([literal for literal in body if literal != left_out])
            for left_out in body
            if left_out[0] != CALL
        )

    def _suffice(self, literals: Sequence[Literal]) -> bool:
        """Whether some literals can be called, give all outputs, and use all head variables."""
        done = self._callable(literals)
        used = {v for _, variables in done for v in variables}
        calls = [one for one in literals if one[0] == CALL]
        return (
            used.issuperset(self.outputs)
            and all(call in done for call in calls)
            and (not self.bias.whole_head or used.issuperset(range(self.arity)))
        )

    def _arguments(
        self, predicate: Predicate, bound: set[int], types: dict[int, str], size: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield the variables that a literal may have: known ones, or the next that are new."""
        room = self.bias.max_vars - size
        choices = [
            [
                v
                for v in range(size)
                if _fit(types.get(v, ANY), name) and (place not in predicate.inputs or v in bound)
            ]
            + [-1] * (place not in predicate.inputs and room > 0 and name not in self._single)
            for place, name in enumerate(predicate.types)
        ]
        for chosen in product(*choices):
            new = chosen.count(-1)
            if new > room or len(set(chosen)) + new - (new > 0) < len(chosen):
                continue
            numbers = iter(range(size, size + new))
            yield tuple(next(numbers) if v < 0 else v for v in chosen)

    def calls(self, body: Body) -> Iterator[Body]:
        """Yield the bodies with a call of the head, for which all other literals are needed."""
        if len(body) >= self.bias.max_body:
            return
        bound, types, size = self.known(body)
        room = self.bias.max_vars - size
        choices = [
            [
                v
                for v in range(size)
                if _fit(types.get(v, ANY), name) and (place not in self.inputs or v in bound)
            ]
            + [-1] * (place not in self.inputs and room > 0 and name not in self._single)
            for place, name in enumerate(self.bias.head.types)
        ]
        for chosen in product(*choices):
            new = chosen.count(-1)
            if new > room or len(set(chosen)) + new - (new > 0) < len(chosen):
                continue
            numbers = iter(range(size, size + new))
            variables = tuple(next(numbers) if v < 0 else v for v in chosen)
            if self._progresses(variables) and self._needs(body, variables):
                yield self.canonical((*body, (CALL, variables)))[0]

    def _progresses(self, variables: tuple[int, ...]) -> bool:
        """Whether Popper takes a call of the head for one that may be of use."""
        if self.arity == 2 and (variables[0] == 1 or variables[1] == 0):
            return False
        given = {variables[place] for place in self.inputs}
        if self.bias.directed and len(self.inputs) in (1, 2):
            return given != set(self.inputs)
        return variables != tuple(range(self.arity))

    def _needs(self, body: Body, variables: tuple[int, ...]) -> bool:
        """Whether the inputs of a call have no values if any literal is left out."""
        call = (CALL, variables)
        return not any(
            call in self._callable([*(one for one in body if one != left_out), call])
            for left_out in body
        )

    def _callable(self, literals: Sequence[Literal]) -> list[Literal]:
        """Return the literals that can be called one after another."""
        bound = set(self.inputs)
        done: list[Literal] = []
        waiting = list(literals)
        while waiting:
            ready = [one for one in waiting if self.is_ready(one, bound)]
            if not ready:
                break
            bound.update(v for _, variables in ready for v in variables)
            done += ready
            waiting = [one for one in waiting if one not in ready]
        return done

    def is_ready(self, literal: Literal, bound: set[int]) -> bool:
        """Whether the inputs of a literal have values."""
        number, variables = literal
        inputs = self.inputs if number == CALL else self.predicates[number].inputs
        return all(variables[place] in bound for place in inputs)

    # ---- what bodies are ----------------------------------------------------------------------

    def known(self, body: Body) -> tuple[set[int], dict[int, str], int]:
        """Return the variables of a body that have values, all types, and the next variable."""
        bound = set(self.inputs)
        types = {v: name for v, name in enumerate(self.bias.head.types) if name != ANY}
        size = self.arity
        for number, variables in body:
            names = self.types(number)
            for v, name in zip(variables, names, strict=True):
                bound.add(v)
                if name != ANY:
                    types[v] = name
                size = max(size, v + 1)
        return bound, types, size

    def types(self, number: int) -> tuple[str, ...]:
        """Return the types of a predicate's arguments."""
        return self.bias.head.types if number == CALL else self.predicates[number].types

    def has_outputs(self, body: Body) -> bool:
        """Whether a body gives all outputs of the head values."""
        used = {v for _, variables in body for v in variables}
        return used.issuperset(self.outputs)

    def is_legal(self, body: Body) -> bool:
        """Whether a body can be that of a clause."""
        if not body or (body[0][0] == CALL and len(body) == 1) or not self.has_outputs(body):
            return False
        used = list(chain.from_iterable(variables for _, variables in body))
        head = range(self.arity)
        if self.bias.whole_head and not set(used).issuperset(head):
            return False
        if not self.bias.allow_singletons:
            counts = [used.count(v) + (v < self.arity) for v in {*used, *head}]
            if min(counts) < 2:
                return False
        joined = set(head)
        waiting = list(body)
        while waiting:
            near = [one for one in waiting if not joined.isdisjoint(one[1])]
            if not near:
                return False
            joined.update(v for _, variables in near for v in variables)
            waiting = [one for one in waiting if one not in near]
        return True

    def canonical(self, literals: Sequence[Literal]) -> tuple[Body, list[int]]:
        """Return a body with its variables named in the one way that all its variants share.

        Returns also the new name of each variable.
        """
        arity = self.arity
        marks: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}
        for number, variables in literals:
            shown = tuple(v if v < arity else arity for v in variables)
            for place, v in enumerate(variables):
                if v >= arity:
                    marks.setdefault(v, []).append((number, place, shown))
        groups: dict[tuple[tuple[int, int, tuple[int, ...]], ...], list[int]] = {}
        for v, found in marks.items():
            groups.setdefault(tuple(sorted(found)), []).append(v)
        ordered = [groups[mark] for mark in sorted(groups)]
        named = []
        for orders in product(*(permutations(group) for group in ordered)):
            names = list(range(arity)) + [0] * len(marks)
            for place, v in enumerate(chain.from_iterable(orders), arity):
                names[v] = place
            named.append((_named(literals, names), names))
        return min(named)


def _named(literals: Sequence[Literal], names: list[int]) -> Body:
    return tuple(sorted((n, tuple(names[v] for v in vs)) for n, vs in literals))


def _fit(one: str, other: str) -> bool:
    return ANY in (one, other) or one == other
