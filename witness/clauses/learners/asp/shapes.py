"""Which literals a partial clause may get, as far as that follows from the bias alone.

It follows from the *shape* of the clause: the type of each variable and the number of literals that
it occurs in. Most partial clauses share their shape with many others, of this learning task and of
others with the same bias, so the literals of a shape are listed once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

from witness.clauses.language.bias import Bias

#: A literal of a partial clause: the number of its predicate, and its variables.
Lit = tuple[int, tuple[int, ...]]

#: The types of a predicate's arguments, and which of them are inputs.
_Arguments = tuple[tuple[str, ...], tuple[bool, ...]]


class Addition(NamedTuple):
    """A literal that may be added, and the shape of the clause with it.

    `bit` is another one for each literal. `joins` are pairs: the number of an output, and the old
    variable that it is; `new` are the outputs that are new variables. `useful` says that the
    literal gives some variable an occurrence that it needs; one that does not has to remove rows.
    """

    literal: Lit
    bit: int
    joins: tuple[tuple[int, int], ...]
    new: tuple[int, ...]
    useful: bool
    shape: Shape


#: A predicate, the variables that it gets as inputs, and what may be added for its outputs.
Call = tuple[int, tuple[int, ...], tuple[Addition, ...]]


class Shape:
    """The types and the uses of the variables of a partial clause, head variables first.

    Uses are counted up to what a variable needs: one literal for those of the head, two for others.
    `valued` are the variables that have values: all but outputs of the head without a literal;
    `short` are the variables that have less. `needed` are the types of occurrences without which
    the clause is not `complete`: the body has to use all head variables (unless the bias says
    `non_datalog`), and no other variable may occur in one literal only (unless singletons are
    allowed). `kinds` tells variables of different types
    apart, and those of the head from all others.
    """

    def __init__(self, types: tuple[str, ...], uses: tuple[int, ...], shapes: Shapes) -> None:
        self.types = types
        self.uses = uses
        self.short = tuple(uses[v] < (1 if v < shapes.arity else 2) for v in range(len(uses)))
        self.valued = [v for v in range(len(uses)) if uses[v] or shapes.given[v]]
        self.needed = tuple(
            sorted(
                name
                for v, (name, short) in enumerate(zip(types, self.short, strict=True))
                if short and (shapes.whole_head if v < shapes.arity else shapes.twice)
            )
        )
        self.complete = not self.needed
        names = shapes.type_numbers
        self.kinds = tuple(
            v if v < shapes.arity else shapes.arity + names[name] for v, name in enumerate(types)
        )
        self._shapes = shapes
        self._calls: dict[int, tuple[Call, ...]] = {}

    def calls(self, left: int) -> tuple[Call, ...]:
        """Return what may be added to a clause that can have `left` literals after it.

        Literals after which the clause cannot become complete any more are left out.
        """
        calls = self._calls.get(left)
        if calls is None:
            calls = self._calls[left] = tuple(self._shapes.calls(self, left))
        return calls


class Shapes:
    """The shapes of the partial clauses of a bias."""

    def __init__(
        self,
        head: _Arguments,
        body: tuple[_Arguments, ...],
        max_vars: int,
        allow_singletons: bool,
        whole_head: bool,
    ) -> None:
        types, self.given = head
        self.arity = len(types)
        self.whole_head = whole_head
        self.twice = not allow_singletons
        self.body = body
        self.max_vars = max_vars
        named = dict.fromkeys([*types, *(name for own, _ in body for name in own)])
        self.type_numbers = {name: number for number, name in enumerate(named)}
        self.kind_count = self.arity + len(named)
        self._known: dict[tuple[tuple[str, ...], tuple[int, ...]], Shape] = {}
        self._bits: dict[Lit, int] = {}
        self._closable: dict[tuple[tuple[str, ...], int], bool] = {}
        self.first = self._shape(types, (0,) * len(types))

    def _shape(self, types: tuple[str, ...], uses: tuple[int, ...]) -> Shape:
        known = self._known.get((types, uses))
        if known is None:
            known = self._known[types, uses] = Shape(types, uses, self)
        return known

    def calls(self, shape: Shape, left: int) -> Iterator[Call]:
        """Yield what may be added to clauses of a shape, as `Shape.calls`."""
        for predicate, (types, flags) in enumerate(self.body):
            given = [place for place, flag in enumerate(flags) if flag]
            wanted = [types[place] for place in given]
            for inputs in permutations(shape.valued, len(wanted)):
                if all(shape.types[v] == name for v, name in zip(inputs, wanted, strict=True)):
                    by_place = dict(zip(given, inputs, strict=True))
                    additions = tuple(
                        addition
                        for addition in self._additions(shape, predicate, by_place)
                        if self._can_close(addition.shape.needed, left)
                    )
                    if additions:
                        yield predicate, inputs, additions

    def _additions(
        self, shape: Shape, predicate: int, by_place: dict[int, int]
    ) -> Iterator[Addition]:
        """Yield every choice of distinct old or new variables as outputs, for given inputs."""
        types, flags = self.body[predicate]
        inputs = set(by_place.values())
        places = [place for place, flag in enumerate(flags) if not flag]
        options = [
            [-1, *(v for v, name in enumerate(shape.types) if name == types[p] and v not in inputs)]
            for p in places
        ]
        for choice in product(*options):
            old = [v for v in choice if v >= 0]
            new = tuple(output for output, v in enumerate(choice) if v < 0)
            if len(set(old)) < len(old) or len(shape.types) + len(new) > self.max_vars:
                continue
            numbers = iter(range(len(shape.types), self.max_vars))
            chosen = [v if v >= 0 else next(numbers) for v in choice]
            filled = by_place | dict(zip(places, chosen, strict=True))
            literal = (predicate, tuple(filled[place] for place in range(len(types))))
            uses = [*shape.uses, *(0 for _ in new)]
            useful = bool(new) or any(shape.short[v] for v in literal[1])
            for variable in literal[1]:
                uses[variable] += shape.short[variable] if variable < len(shape.short) else 1
            all_types = (*shape.types, *(types[places[output]] for output in new))
            yield Addition(
                literal,
                self._bits.setdefault(literal, 1 << len(self._bits)),
                tuple((output, v) for output, v in enumerate(choice) if v >= 0),
                new,
                useful,
                self._shape(all_types, tuple(uses)),
            )

    def _can_close(self, needed: tuple[str, ...], left: int) -> bool:
        """Whether `left` literals have arguments enough for occurrences of variables of types."""
        if not needed:
            return True
        if not left:
            return False
        known = self._closable.get((needed, left))
        if known is None:
            known = self._closable[needed, left] = any(
                len(rest) < len(needed) and self._can_close(rest, left - 1)
                for rest in {_without(needed, types) for types, _ in self.body}
            )
        return known


def _without(names: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return a list of names without others, each as often as it is among them."""
    rest = list(names)
    for name in others:
        if name in rest:
            rest.remove(name)
    return tuple(rest)


def shapes_of(bias: Bias) -> Shapes:
    """Return the shapes of a bias, the same object for files that say the same."""
    body = tuple((signature.types, signature.inputs) for signature in bias.body)
    head = (bias.head.types, bias.head.inputs)
    return _shapes(head, body, bias.max_vars, bias.allow_singletons, bias.whole_head)


@lru_cache(maxsize=4)
def _shapes(
    head: _Arguments,
    body: tuple[_Arguments, ...],
    max_vars: int,
    allow_singletons: bool,
    whole_head: bool,
) -> Shapes:
    return Shapes(head, body, max_vars, allow_singletons, whole_head)
