"""Questions about one step of a game, from any state, answered exactly by clingo.

A question asks whether there is a state (of those that satisfy some invariants; reachable or not)
that has not ended, and legal moves, after which something holds. So "no" is a proof for the game,
while "yes" may speak of states that never come about.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import clingo

from witness.base import clock
from witness.base.collector import collect_at_exit
from witness.base.limits import Budget, Limits, current
from witness.gdl.network.network import Network

#: Seconds that a question may take; without an answer nothing is proved.
PATIENCE = 20.0

#: Seconds between two looks at the clock, and at Ctrl-C, while clingo solves.
INTERVAL = 0.05

collect_at_exit()

Group = tuple[int, ...]

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Invariants:
    """Sets of fluents of which exactly one, or at most one, is true in every reachable state."""

    exactly_one: tuple[Group, ...] = ()
    at_most_one: tuple[Group, ...] = ()


def models(
    control: clingo.Control,
    assumed: Sequence[int] = (),
    patience: float | None = None,
) -> Iterator[clingo.Model | None]:
    """Yield the models of a program; at the end None, if `patience` (in seconds) is over before.

    Raises `LimitReachedError`.
    """
    budget = current()
    budget.check()
    own = Budget(Limits(time_limit=patience))
    solving = control.solve(assumptions=list(assumed), yield_=True, async_=True)
    with clock.helped(), solving as handle:
        while True:
            handle.resume()
            while not handle.wait(budget.wait(own.wait(INTERVAL))):
                budget.check()
                if own.wait(INTERVAL) == 0:
                    yield None
                    return
            model = handle.model()
            if model is None:
                return
            yield model


def at_least(backend: clingo.Backend, number: int, literals: Sequence[int]) -> int:
    """Return an atom that is true when at least `number` of some literals are."""
    atom = backend.add_atom()
    backend.add_weight_rule([atom], number, [(literal, 1) for literal in literals])
    return int(atom)


def best_choice(program: Sequence[str]) -> list[int]:
    """Return the numbers n of in(n) in the best answer of a program.

    The program has choices of in(n), and says what is better. Raises `LimitReachedError`.
    """
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join([*program, "#show in/1."]))
    control.ground([("base", [])])
    best: list[int] = []
    for model in models(control):
        assert model is not None
        best = sorted(s.arguments[0].number for s in model.symbols(shown=True))
    return best


class OneStep:
    """A step from a state to the next, as an answer set program over a network.

    To make it, and each question, may raise `LimitReachedError`.
    """

    def __init__(
        self,
        network: Network,
        invariants: Invariants | None = None,
    ) -> None:
        self.network = network
        self.control = clingo.Control(["--warn=none"])
        self.asked = 0
        with self.control.backend() as backend:
            self.nodes = [backend.add_atom() for _ in range(network.size)]
            inputs = self.nodes[: network.first_gate]
            if inputs:
                backend.add_rule(inputs, [], choice=True)
            for number, gate in enumerate(current().each(network.gates), network.first_gate):
                for body in gate:
                    backend.add_rule([self.nodes[number]], [self.literal(x) for x in body])
            backend.add_rule([], [self.literal(network.terminal)])
            for move, legal in enumerate(current().each(network.legal)):
                node = self.nodes[network.move_node(move)]
                backend.add_rule([], [node, -self.literal(legal)])
            for role in range(len(network.roles)):
                own = [self.nodes[network.move_node(m)] for m in network.moves_of(role)]
                self._exactly_one(backend, own)
            for group in (invariants or Invariants()).exactly_one:
                self._exactly_one(backend, [self.nodes[f] for f in group])
            for group in (invariants or Invariants()).at_most_one:
                backend.add_rule([], [at_least(backend, 2, [self.nodes[f] for f in group])])

    def _exactly_one(self, backend: clingo.Backend, atoms: Sequence[int]) -> None:
        backend.add_rule([], [at_least(backend, 2, atoms)])
        backend.add_rule([], [-at_least(backend, 1, atoms)])

    def literal(self, literal: int) -> int:
        """Return the program's literal for one of the network."""
        atom: int = self.nodes[literal // 2]
        return -atom if literal & 1 else atom

    def after(self, literal: int) -> int:
        """Return the program's literal for a fluent, or its negation, in the next state."""
        return self.literal(self.network.following[literal // 2] ^ (literal & 1))

    def possible(self, conjunctions: Sequence[Sequence[int]]) -> set[int] | None:
        """Return which conjunctions of program literals can be true, None if time runs out."""
        with self.control.backend() as backend:
            atoms = []
            for number, conjunction in enumerate(current().each(conjunctions)):
                name = clingo.Function("q", [clingo.Number(self.asked), clingo.Number(number)])
                atoms.append(backend.add_atom(name))
                backend.add_rule([atoms[-1]], list(conjunction))
        self.asked += 1
        self.control.configuration.solve.enum_mode = "brave"  # type: ignore[union-attr]
        self.control.configuration.solve.models = 0  # type: ignore[union-attr]
        found: set[int] = set()
        for model in models(self.control, patience=PATIENCE):
            if model is None:
                return None
            found = {
                symbol.arguments[1].number
                for symbol in model.symbols(atoms=True)
                if symbol.name == "q" and symbol.arguments[0].number == self.asked - 1
            }
        return found

    def witness(self, assumed: Sequence[int], asked: Sequence[int]) -> list[bool] | None:
        """Return which of some literals are true in one case in which all assumed ones are.

        The list is empty where there is no such case; None if time runs out.
        """
        self.control.configuration.solve.enum_mode = "auto"  # type: ignore[union-attr]
        self.control.configuration.solve.models = 1  # type: ignore[union-attr]
        for model in models(self.control, assumed, PATIENCE):
            return None if model is None else [model.is_true(literal) for literal in asked]
        return []

    def unbroken(
        self, breaks: int, switches: Mapping[K, int], broken: Mapping[int, set[K]]
    ) -> set[K] | None:
        """Return the largest set of properties that no step breaks together, None if time runs out.

        A property holds before the step where its switch is on. `breaks` says that after it one of
        those does not, and the true literals of `broken` say which.
        """
        inside = set(switches)
        while inside:
            assumed = [x if key in inside else -x for key, x in switches.items()]
            true = self.witness([breaks, *assumed], list(broken))
            if true is None:
                return None
            if not true:
                break
            for literal, now in zip(broken, true, strict=True):
                if now:
                    inside -= broken[literal]
        return inside

    def _solve(self, assumed: Sequence[int]) -> bool | None:
        found = self.witness(assumed, assumed)
        return None if found is None else bool(found)

    def greatest_sum(self, literals: Sequence[tuple[int, int]], limit: int) -> int | None:
        """Return the greatest sum of the weights (±1) of true literals.

        None if it is above a limit, or if time runs out.
        """
        flipped = [(x, 1) if weight > 0 else (-x, 1) for x, weight in literals]
        shift = sum(weight < 0 for _, weight in literals)
        for sum_ in range(limit + 1):
            with self.control.backend() as backend:
                atom = backend.add_atom()
                backend.add_weight_rule([atom], sum_ + 1 + shift, flipped)
            answer = self._solve([atom])
            if answer is None:
                return None
            if not answer:
                return sum_
        return None
