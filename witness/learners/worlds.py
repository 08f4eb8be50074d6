"""Worlds: the values and the literals of a bias over classes of examples, each computed once.

The variables of a clause stand for values that follow from the arguments of the head. Two values
that are equal for all examples cannot be told apart by anything that is observed, so they are one
*value* here, whatever calls lead to it. A *literal* is a predicate on values, and all that it says
is the bit set of the *rows* in which it holds. The meaning of a conjunction is then an intersection
of bit sets.

In the first world every class is a row. A call that has several answers in some row leads to a
further world: it makes a *choice*, each answer is a row of its own, and what is chosen is a value.
A clause covers a class if all its literals hold in one of the rows of that class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from witness.learners.asp.counts import bits
from witness.learners.asp.saturate import ExampleClass
from witness.logic.language.bias import Bias

#: The most rows of a world, values and literals in it, and worlds of a task. What is beyond is left
#: out, and counted in `Worlds.left_out`.
MAX_ROWS = 20_000
MAX_VALUES = 150
MAX_LITERALS = 3000
MAX_WORLDS = 200

#: A call: the number of the predicate, and the values that are its inputs.
_Call = tuple[int, tuple[int, ...]]

#: A call in words that are the same in all worlds: the predicate, and how its inputs are reached.
_Name = tuple[object, ...]


def positions(mask: int) -> Iterator[int]:
    """Yield the positions of the bits of a bit set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True)
class WorldLiteral:
    """A literal: the number of its predicate, and its values by number.

    `holds` is the bit set of the rows in which it holds, `needs` that of the values that other
    literals or the head have to give, and `gives` that of the values that it gives itself. `choice`
    is the number of the choice that it makes, None if it makes none.
    """

    predicate: int
    values: tuple[int, ...]
    holds: int
    needs: int
    gives: int
    choice: int | None = None


@dataclass(frozen=True)
class _Value:
    """The type of a value, its number in each row (-1 for none), its depth, and how it came."""

    type: str
    column: tuple[int, ...]
    depth: int
    name: _Name


class World:
    """Rows, and the values and literals over them; the first values are those of the head.

    `classes` has the class of each row. `positive` has the rows of classes with positive examples
    alone, `negative` those of classes with negative ones. `choices` counts the choices that a
    clause of this world makes.
    """

    def __init__(
        self,
        known: list[ExampleClass],
        classes: list[int],
        values: list[_Value],
        choices: list[tuple[_Call, _Name]],
    ) -> None:
        self.classes = classes
        self.values = values
        self.literals: list[WorldLiteral] = []
        self.positive = bits(not known[number].negatives for number in classes)
        self.negative = bits(known[number].negatives for number in classes)
        self.chosen = choices

    @property
    def choices(self) -> int:
        """The number of choices that a clause of this world makes."""
        return len(self.chosen)

    def covered(self, rows: int) -> int:
        """Return the bit set of the classes that have one of some rows."""
        if not self.chosen:
            return rows
        return sum(1 << n for n in {self.classes[row] for row in positions(rows)})


class Worlds:
    """The worlds of a task, those with fewer choices first; each is made when it is asked for.

    `left_out` counts what was beyond the limits of this module.
    """

    def __init__(self, classes: list[ExampleClass], bias: Bias) -> None:
        self.classes = classes
        self.bias = bias
        self.left_out = 0
        self._inputs = [s.inputs for s in bias.body]
        split = [list(zip(s.types, s.inputs, strict=True)) for s in bias.body]
        self._wanted = [[name for name, given in pairs if given] for pairs in split]
        self._outputs = [[name for name, given in pairs if not given] for pairs in split]
        self._room = bias.max_vars - len(bias.head.types)

    def __iter__(self) -> Iterator[World]:
        heads = zip(*(known.heads for known in self.classes), strict=True)
        values = [
            _Value(name, column, 0, (number,))
            for number, (name, column) in enumerate(zip(self.bias.head.types, heads, strict=True))
        ]
        todo = [World(self.classes, list(range(len(self.classes))), values, [])]
        known: set[tuple[_Name, ...]] = set()
        made = 0
        while todo:
            world = todo.pop(0)
            made += 1
            for call in self._fill(world):
                following = self._chosen(world, call)
                if following is not None:
                    key = tuple(sorted((name for _, name in following.chosen), key=repr))
                    if key not in known:
                        known.add(key)
                        todo.append(following)
            if made == MAX_WORLDS:
                self.left_out += len(todo)
                todo.clear()
            yield world

    def _fill(self, world: World) -> list[_Call]:
        """Find all values and literals of a world; return the calls with several answers."""
        made = [call for call, _ in world.chosen]
        answers: dict[_Call, tuple[int, tuple[int, ...]]] = {}
        several: list[_Call] = []
        for level in range(min(self.bias.max_body - 1, self._room) + 1):
            for call in self._calls(world, level):
                rows = self._rows(world, call)
                holds = bits(rows)
                if not holds & world.positive:
                    continue
                if any(len(found) > 1 for found in rows):
                    several.append(call)
                elif (outputs := self._given(world, call, rows, level + 1)) is not None:
                    answers[call] = holds, outputs
        for call, (holds, outputs) in answers.items():
            self._add_literals(world, call, holds, outputs)
        for call in several:
            self._add_members(world, call)
        everything = (1 << len(world.classes)) - 1
        for number, call in enumerate(made):
            outputs = self._choice_outputs(world, number)
            self._add_literals(world, call, everything, outputs, number)
        return several

    def _calls(self, world: World, level: int) -> list[_Call]:
        """Return the calls on values of which the deepest is on a level."""
        shallow = [number for number, value in enumerate(world.values) if value.depth <= level]
        found = []
        for predicate, wanted in enumerate(self._wanted):
            for inputs in permutations(shallow, len(wanted)):
                values = [world.values[number] for number in inputs]
                if [value.type for value in values] == wanted and (
                    max((value.depth for value in values), default=0) == level
                ):
                    found.append((predicate, inputs))
        return found

    def _rows(self, world: World, call: _Call) -> list[list[tuple[int, ...]]]:
        """Return the answers of a call in each row."""
        predicate, inputs = call
        columns = [world.values[number].column for number in inputs]
        keys = list(zip(*columns, strict=True)) if columns else [()] * len(world.classes)
        return [
            self.classes[number].answers[predicate].get(key, [])
            for number, key in zip(world.classes, keys, strict=True)
        ]

    def _given(
        self, world: World, call: _Call, rows: list[list[tuple[int, ...]]], depth: int
    ) -> tuple[int, ...] | None:
        """Return the values that a call gives, new ones if need be; None if they are too many."""
        found = []
        for place, name in enumerate(self._outputs[call[0]]):
            column = tuple(answers[0][place] if answers else -1 for answers in rows)
            known = [(value.type, value.column) for value in world.values]
            if (name, column) not in known:
                if len(known) >= MAX_VALUES:
                    self.left_out += 1
                    return None
                path = (*self._name(world, call), place)
                world.values.append(_Value(name, column, depth, path))
                known.append((name, column))
            found.append(known.index((name, column)))
        return tuple(found)

    def _name(self, world: World, call: _Call) -> _Name:
        predicate, inputs = call
        return (predicate, *(world.values[number].name for number in inputs))

    # ---- literals -------------------------------------------------------------------------------

    def _add_literals(
        self,
        world: World,
        call: _Call,
        holds: int,
        own: tuple[int, ...],
        choice: int | None = None,
    ) -> None:
        """Add the literals of a call; each output is the value that it gives, or another one."""
        options = [[value, *self._others(world, value)] for value in own]
        for outputs in product(*options):
            rows = holds
            gives = 0
            for mine, value in zip(own, outputs, strict=True):
                if mine == value:
                    gives |= 1 << value
                else:
                    pair = world.values[mine].column, world.values[value].column
                    rows &= bits(a == b and a >= 0 for a, b in zip(*pair, strict=True))
            if gives or choice is None:
                self._add(world, call, outputs, rows, gives, choice)

    def _add_members(self, world: World, call: _Call) -> None:
        """Add the literals of a call with several answers, one of which has to be known values."""
        rows = self._rows(world, call)
        options = [
            [number for number, value in enumerate(world.values) if value.type == name]
            for name in self._outputs[call[0]]
        ]
        for outputs in product(*options):
            columns = [world.values[number].column for number in outputs]
            wanted = zip(*columns, strict=True)
            holds = bits(one in found for one, found in zip(wanted, rows, strict=True))
            self._add(world, call, outputs, holds, 0, None)

    def _others(self, world: World, mine: int) -> list[int]:
        wanted = world.values[mine].type
        return [
            number
            for number, value in enumerate(world.values)
            if value.type == wanted and number != mine
        ]

    def _add(
        self,
        world: World,
        call: _Call,
        outputs: Sequence[int],
        holds: int,
        gives: int,
        choice: int | None,
    ) -> None:
        predicate, inputs = call
        places = iter(inputs), iter(outputs)
        values = tuple(next(places[not given]) for given in self._inputs[predicate])
        if len(set(values)) < len(values) or not holds & world.positive:
            return
        if len(world.literals) >= MAX_LITERALS:
            self.left_out += 1
            return
        needs = sum(1 << value for value in values) & ~gives
        world.literals.append(WorldLiteral(predicate, values, holds, needs, gives, choice))

    # ---- choices --------------------------------------------------------------------------------

    def _chosen(self, world: World, call: _Call) -> World | None:
        """Return the world in which each answer of a call is a row; None if that is too far."""
        predicate, inputs = call
        made = len(world.chosen)
        if not self._outputs[predicate] or made >= min(self._room, self.bias.max_body):
            return None
        found = self._rows(world, call)
        parents = [row for row, answers in enumerate(found) for _ in answers]
        if len(parents) > MAX_ROWS:
            self.left_out += 1
            return None
        values = [
            _Value(v.type, tuple(v.column[row] for row in parents), v.depth, v.name)
            for v in world.values
        ]
        flat = [answer for answers in found for answer in answers]
        depth = 1 + max((world.values[number].depth for number in inputs), default=0)
        name = self._name(world, call)
        for place, kind in enumerate(self._outputs[predicate]):
            column = tuple(answer[place] for answer in flat)
            values.append(_Value(kind, column, depth, (*name, place, made)))
        classes = [world.classes[row] for row in parents]
        return World(self.classes, classes, values, [*world.chosen, (call, name)])

    def _choice_outputs(self, world: World, choice: int) -> tuple[int, ...]:
        """Return the values that a choice gives."""
        (predicate, _), name = world.chosen[choice]
        count = len(self._outputs[predicate])
        wanted = [(*name, place, choice) for place in range(count)]
        known = [value.name for value in world.values]
        return tuple(map(known.index, wanted))
