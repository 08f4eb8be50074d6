"""All that a bias can say of a state, and when all of that holds of another state, too.

The *structure* of a state has its values, which are the arguments of the head, the constants of the
bias, and what literals with known inputs give; and all literals that hold of these values. A clause
fires in a state if its variables can be mapped to values so that each literal holds. So if the
values of one structure can be mapped to those of another, the head to the head, and all literals
still hold (a *homomorphism*), each clause that fires in the first state fires in the second,
however long it is and however many variables it has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from witness.base.errors import UnsupportedError
from witness.clauses.background import Background
from witness.clauses.compiler.compiler import Compiler
from witness.clauses.compiler.load import load_relations
from witness.clauses.language.bias import Signature
from witness.clauses.language.terms import Clause, Key, Literal, Term, Variable, term_of
from witness.puzzle.views.board import PathView, SymbolView

#: A literal that holds: the place of its predicate in the bias, and the numbers of its values.
Atom = tuple[int, tuple[int, ...]]

#: How a value is found: the place of a predicate, the derivations of its inputs by number, and
#: which of its outputs this is. A value that is given has the place -1.
Derivation = tuple[int, tuple[int, ...], int]

#: What a predicate answers: a tuple of outputs for each answer.
Answers = tuple[tuple[Hashable, ...], ...]

#: The most values of a state.
MOST_VALUES = 100


@dataclass(frozen=True)
class Chain:
    """A clause that ends with one call, or makes two values equal, and what gives the inputs.

    `called` is the predicate of the call, None for two values; `equal` are then the predicates that
    give these, without those of values that are given.
    """

    clause: Clause
    called: Signature | None
    equal: tuple[Key, ...] = ()


@dataclass(frozen=True)
class Structure:
    """What holds in a state. Values are numbers in the order in which they are found.

    `givers` are the literals that bring a new value, in their order, and `tests` all others.
    """

    givers: tuple[Atom, ...]
    tests: frozenset[Atom]


class Language:
    """The literals of a bias, as functions of the values of a state.

    Raises `UnsupportedError` for a bias without types and directions, with recursion or invention,
    with outputs in the head, or with constants that it does not list.
    """

    def __init__(self, background: Background) -> None:
        self.background = background
        self.bias = bias = background.bias
        who = "a search for the best predicate"
        bias.require(("head variables that no body literal uses", "constants in literals"), who)
        bias.require_types_and_directions(who)
        if bias.constant_types:
            raise UnsupportedError(f"constants that are not listed are not supported by {who}",
                                   file=bias.file)  # fmt: skip
        compiler = Compiler(background.program, background.primitives)
        self._relations = load_relations(compiler, bias.body)
        self._answers: dict[tuple[int, tuple[Hashable, ...]], Answers] = {}
        self._given = [*bias.head.types, *(kind for _, kind in bias.constants)]
        self._ids: dict[Derivation, int] = {
            (-1, (), place): place for place in range(len(self._given))
        }
        self._types = list(self._given)

    @property
    def given(self) -> int:
        """The number of values that each state begins with: the head's arguments and constants."""
        return len(self._given)

    def structure(self, path: PathView, symbol: SymbolView) -> Structure:
        """Return the structure of a state.

        Raises `UnsupportedError` for a literal with several answers, and for more than
        `MOST_VALUES` values.
        """
        head = self.background.arguments(path, symbol)
        values: list[Hashable] = [*head, *(value for value, _ in self.bias.constants)]
        numbers = dict(zip(zip(self._given, values, strict=True), range(len(values)), strict=True))
        ids = list(range(len(values)))
        givers: list[Atom] = []
        tests: list[Atom] = []
        done = 0
        while done < len(values):
            size = len(values)
            for place, inputs in self._calls(ids, done):
                signature = self.bias.body[place]
                keep = min(inputs, default=len(head)) >= len(head)
                for answer in self._call(place, [values[n] for n in inputs], keep):
                    found = iter(answer)
                    row, taken, new = [], iter(inputs), False
                    for kind, is_input in zip(signature.types, signature.inputs, strict=True):
                        if is_input:
                            row.append(next(taken))
                            continue
                        value = next(found)
                        number = numbers.setdefault((kind, value), len(values))
                        if number == len(values):
                            new = True
                            values.append(value)
                            ids.append(
                                self._id(place, tuple(ids[n] for n in inputs), len(row), kind)
                            )
                        row.append(number)
                    (givers if new else tests).append((place, tuple(row)))
            done = size
            if len(values) > MOST_VALUES:
                raise UnsupportedError(f"a state has more than {MOST_VALUES} values")
        return Structure(tuple(givers), frozenset(tests))

    def _call(self, place: int, inputs: Sequence[Hashable], keep: bool) -> Answers:
        """Return the answers of a predicate, which are kept unless a path or symbol is an input."""
        asked = place, tuple(inputs)
        known = self._answers.get(asked) if keep else None
        if known is None:
            relation = self._relations[place]
            found = relation.answers(relation.function(*inputs))
            known = tuple(dict.fromkeys(map(tuple, found)))
            if len(known) > 1:
                name, arity = self.bias.body[place].key
                raise UnsupportedError(f"{name}/{arity} has several answers in one state")
            if keep:
                self._answers[asked] = known
        return known

    def _calls(self, ids: Sequence[int], done: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each predicate with numbers of values as inputs, not all of them `done`."""
        of: dict[str, list[int]] = defaultdict(list)
        for number, derivation in enumerate(ids):
            of[self._types[derivation]].append(number)
        for place, signature in enumerate(self.bias.body):
            for inputs in product(*(of[kind] for kind in signature.input_types)):
                if not done or max(inputs, default=-1) >= done:
                    yield place, inputs

    def _id(self, place: int, inputs: tuple[int, ...], output: int, kind: str) -> int:
        """Return the number of a derivation."""
        found = self._ids.setdefault((place, inputs, output), len(self._types))
        if found == len(self._types):
            self._types.append(kind)
        return found

    # ---- the clauses that say what a structure rests on ----

    def chains(self) -> Iterator[Chain]:
        """Yield a clause for each call, and for two values that may be equal, of all structures.

        If the truth of all of these clauses is the same wherever states look the same, structures
        are the same, too: by induction over the values in the order in which they are found.
        """
        everything = range(len(self._types))
        made = list(self._ids)
        outputs = {made[second]: second for second in everything[self.given :]}
        for place, inputs in self._calls(everything, 0):
            signature = self.bias.body[place]
            yield Chain(self._clause([*inputs], [(place, inputs)]), signature)
            for position, is_input in enumerate(signature.inputs):
                if not is_input:  # a value that is never new is the same as some other one
                    outputs.setdefault((place, inputs, position), len(made))
        for derivation, before in outputs.items():
            place, inputs, position = derivation
            for first in range(before):
                if self._types[first] == self.bias.body[place].types[position]:
                    clause = self._clause([first, *inputs], [(place, inputs)], {derivation: first})
                    both = (made[first][0], place)
                    yield Chain(clause, None, tuple(self.bias.body[n].key for n in both if n >= 0))

    def _clause(
        self,
        wanted: list[int],
        calls: list[tuple[int, tuple[int, ...]]],
        same: Mapping[Derivation, int] | None = None,
    ) -> Clause:
        """Return the clause of some calls and of all that their inputs come from.

        `same` says of which derivation another one is to have the value.
        """
        made = list(self._ids)
        while wanted:
            place, inputs, _ = made[wanted.pop()]
            if place >= 0 and (place, inputs) not in calls:
                calls.append((place, inputs))
                wanted += inputs
        head = self.bias.head
        args = tuple(self._term(n) for n in range(len(head.types)))
        body = tuple(self._literal(place, inputs, same or {}) for place, inputs in reversed(calls))
        return Clause(head.name, args, body)

    def _literal(
        self, place: int, inputs: tuple[int, ...], same: Mapping[Derivation, int]
    ) -> Literal:
        """Return a call as a literal, in which each derivation has a variable of its own."""
        signature = self.bias.body[place]
        taken = iter(inputs)
        args: list[Term] = []
        for position, is_input in enumerate(signature.inputs):
            one = place, inputs, position
            found = next(taken) if is_input else same.get(one, self._ids.get(one))
            unnamed = "_".join(map(str, ("X", position, place, *inputs)))
            args.append(Variable(unnamed) if found is None else self._term(found))
        return Literal(signature.name, tuple(args))

    def _term(self, derivation: int) -> Term:
        """Return what stands for a derivation in a clause: a variable, or a constant."""
        constant = derivation - len(self.bias.head.types)
        if 0 <= constant < len(self.bias.constants):
            return term_of(self.bias.constants[constant][0])
        return Variable(f"V{derivation}")


def maps_into(first: Structure, second: Structure, given: int) -> bool:
    """Whether each literal of a structure holds in another one, for some map of the values.

    The first `given` values, which both have, are mapped to themselves.
    """
    rows: dict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
    for place, row in (*second.givers, *second.tests):
        rows[place, len(row)].append(row)
    holds = {*second.givers, *second.tests}

    def extended(place: int, image: dict[int, int]) -> bool:
        if place == len(first.givers):
            return all((p, tuple(image[n] for n in row)) in holds for p, row in first.tests)
        predicate, row = first.givers[place]
        for other in rows[predicate, len(row)]:
            trial = dict(image)
            fits = all(trial.setdefault(a, b) == b for a, b in zip(row, other, strict=True))
            if fits and extended(place + 1, trial):
                return True
        return False

    return extended(0, {number: number for number in range(given)})
