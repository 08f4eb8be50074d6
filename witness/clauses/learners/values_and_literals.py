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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from witness.clauses.language.bias import Bias
from witness.clauses.learners.asp.counts import bits
from witness.clauses.learners.asp.reach import GIVEN, TESTED, UNKNOWN, Reach, limits_of
from witness.clauses.learners.asp.saturate import ExampleClass

#: The most rows of a world, values and literals in it, and worlds of a task. What is beyond is left
#: out, and counted in `Worlds.left_out`.
MAX_ROWS = 20_000
MAX_VALUES = 150
MAX_LITERALS = 3000
MAX_WORLDS = 200

#: A call: the number of the predicate, and the values that are its inputs.
_Call = tuple[int, tuple[int, ...]]

#: An output of a call: its value if it can be one of a clause, and its number in each row.
_Output = tuple[int | None, tuple[int, ...]]

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
    literals or the head have to give, and `gives` that of the values that it gives itself: those
    that follow from its inputs, and outputs of the head, the values of which it tests. `choice` is
    the number of the choice that it makes, None if it makes none.
    """

    predicate: int
    values: tuple[int, ...]
    holds: int
    needs: int
    gives: int
    choice: int | None = None


@dataclass(frozen=True)
class _Value:
    """The type of a value, its number in each row (-1 for none), and how it came.

    `reach` says what of a clause it takes at least.
    """

    type: str
    column: tuple[int, ...]
    reach: Reach
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
        self._limits = limits_of(bias)
        self._head_outputs = bits(not given for given in bias.head.inputs)

    def __iter__(self) -> Iterator[World]:
        head = self.bias.head
        values = [
            _Value(
                name,
                tuple(known.heads[number] for known in self.classes),
                GIVEN if given else TESTED,
                (number,),
            )
            for number, (name, given) in enumerate(zip(head.types, head.inputs, strict=True))
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
        answers: dict[_Call, tuple[int, tuple[_Output, ...]]] = {}
        several: list[_Call] = []
        done: set[_Call] = set()
        while calls := self._calls(world, done):
            least = min(before.variables for before in calls.values())
            for call, before in calls.items():
                if before.variables > least:
                    continue
                done.add(call)
                rows = self._rows(world, call)
                holds = bits(rows)
                if not holds & world.positive:
                    continue
                if any(len(found) > 1 for found in rows):
                    several.append(call)
                elif (outputs := self._given(world, call, rows, before)) is not None:
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

    def _calls(self, world: World, done: set[_Call]) -> dict[_Call, Reach]:
        """Return the calls that clauses can make but those done, with what they take before."""
        found = {}
        for predicate, wanted in enumerate(self._wanted):
            options = [[n for n, v in enumerate(world.values) if v.type == name] for name in wanted]
            for inputs in product(*options):
                call = predicate, inputs
                if len(set(inputs)) == len(inputs) and call not in done:
                    before = self._before(world, inputs)
                    if self._limits.allow(before):
                        found[call] = before
        return found

    def _before(self, world: World, values: Iterable[int]) -> Reach:
        """Return what it takes at least until some values are known."""
        return self._limits.before([world.values[number].reach for number in values])

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
        self, world: World, call: _Call, rows: list[list[tuple[int, ...]]], before: Reach
    ) -> tuple[_Output, ...] | None:
        """Return the outputs of a call, new values if need be; None if they are too many."""
        found: list[_Output] = []
        reach = UNKNOWN.through(before)
        for place, name in enumerate(self._outputs[call[0]]):
            column = tuple(answers[0][place] if answers else -1 for answers in rows)
            known = [(value.type, value.column) for value in world.values]
            number: int | None = None
            if (name, column) in known:
                number = known.index((name, column))
                value = world.values[number]
                world.values[number] = replace(value, reach=value.reach.through(before))
            elif reach.variables <= self._limits.variables:
                if len(known) >= MAX_VALUES:
                    self.left_out += 1
                    return None
                number = len(known)
                path = (*self._name(world, call), place)
                world.values.append(_Value(name, column, reach, path))
            found.append((number, column))
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
        own: tuple[_Output, ...],
        choice: int | None = None,
    ) -> None:
        """Add the literals of a call; each output is the value that it gives, or another one."""
        names = self._outputs[call[0]]
        options = [
            [number for number, value in enumerate(world.values) if value.type == name]
            for name in names
        ]
        for outputs in product(*options):
            rows = holds
            gives = 0
            for (mine, column), value in zip(own, outputs, strict=True):
                if mine == value:
                    gives |= 1 << value
                else:
                    pair = column, world.values[value].column
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
        gives |= sum(1 << value for value in outputs) & self._head_outputs
        needs = sum(1 << value for value in values) & ~gives
        everything = self._before(world, values)
        if everything.variables > self._limits.variables or not self._limits.allow(
            self._before(world, positions(needs))
        ):
            return
        world.literals.append(WorldLiteral(predicate, values, holds, needs, gives, choice))

    # ---- choices --------------------------------------------------------------------------------

    def _chosen(self, world: World, call: _Call) -> World | None:
        """Return the world in which each answer of a call is a row; None if that is too far."""
        predicate, inputs = call
        made = len(world.chosen)
        if not self._outputs[predicate] or made >= min(self._limits.variables, self.bias.max_body):
            return None
        found = self._rows(world, call)
        parents = [row for row, answers in enumerate(found) for _ in answers]
        if len(parents) > MAX_ROWS:
            self.left_out += 1
            return None
        values = [
            _Value(v.type, tuple(v.column[row] for row in parents), v.reach, v.name)
            for v in world.values
        ]
        flat = [answer for answers in found for answer in answers]
        reach = UNKNOWN.through(self._before(world, inputs))
        name = self._name(world, call)
        for place, kind in enumerate(self._outputs[predicate]):
            column = tuple(answer[place] for answer in flat)
            values.append(_Value(kind, column, reach, (*name, place, made)))
        classes = [world.classes[row] for row in parents]
        return World(self.classes, classes, values, [*world.chosen, (call, name)])

    def _choice_outputs(self, world: World, choice: int) -> tuple[_Output, ...]:
        """Return the outputs of a choice."""
        (predicate, _), name = world.chosen[choice]
        count = len(self._outputs[predicate])
        wanted = [(*name, place, choice) for place in range(count)]
        known = [value.name for value in world.values]
        numbers = map(known.index, wanted)
        return tuple((number, world.values[number].column) for number in numbers)
