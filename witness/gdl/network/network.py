"""The propositional network of a game: fluents and moves in, gates between, the next state out.

Nodes are numbered: first the fluents, then the moves, then the gates. A gate is true when all
literals of one of its bodies are; a literal is 2·node, plus 1 where the node is negated. Gates
stand in an order in which each depends on earlier ones only, but within a component, where they
depend on one another (recursion), never through a negation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from witness.base.errors import InputError, shortened
from witness.base.limits import current
from witness.gdl.language.rulesheet import Term

Body = tuple[int, ...]
Gate = tuple[Body, ...]


@dataclass(frozen=True)
class Move:
    """A move that a role (by number) may have."""

    role: int
    term: Term

    def __str__(self) -> str:
        return str(self.term)


@dataclass(frozen=True)
class Goal:
    """The literal that says that a role (by number) has a score."""

    role: int
    score: int
    literal: int


@dataclass(frozen=True)
class Network:
    """A game as gates over fluents and moves."""

    roles: tuple[str, ...]
    fluents: tuple[Term, ...]
    moves: tuple[Move, ...]
    gates: tuple[Gate, ...]
    #: Ranges of gates, in order; where the last is true its gates depend on one another.
    components: tuple[tuple[int, int, bool], ...]
    #: For each fluent the literal that makes it true in the next state.
    following: tuple[int, ...]
    #: For each move the literal that makes it legal.
    legal: tuple[int, ...]
    goals: tuple[Goal, ...]
    terminal: int
    #: The relations that gates stand for, by node.
    names: Mapping[int, Term]
    #: The initial state: bit i is set where fluent i is true.
    initial: int
    file: str | None = None

    @property
    def first_gate(self) -> int:
        """The node of the first gate."""
        return len(self.fluents) + len(self.moves)

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.first_gate + len(self.gates)

    def move_node(self, move: int) -> int:
        """The node of a move."""
        return len(self.fluents) + move

    @cached_property
    def fluent_number(self) -> dict[Term, int]:
        """The number of each fluent."""
        return {fluent: number for number, fluent in enumerate(self.fluents)}

    @cached_property
    def relations(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """The fluents of each relation, by its name and its number of arguments."""
        found: dict[tuple[str, int], list[int]] = defaultdict(list)
        for number, fluent in enumerate(self.fluents):
            found[fluent.name, len(fluent.arguments)].append(number)
        return {relation: tuple(members) for relation, members in found.items()}

    @cached_property
    def literals(self) -> int:
        """The number of literals in all gates."""
        return sum(len(body) for gate in self.gates for body in gate)

    def moves_of(self, role: int) -> tuple[int, ...]:
        """Return the moves of a role."""
        return tuple(number for number, move in enumerate(self.moves) if move.role == role)

    def require_score(self, score: int) -> None:
        """Raise `InputError` unless the first role can have `score` points or more."""
        best = self.scores(0)[0]
        if score > best:
            raise InputError(
                f"the rules have no score of {score} or more; the best is {best}", file=self.file
            )

    def without_moves(self, role: int = 0, state: int | None = None) -> InputError:
        """Return the error for a role without legal moves in a state that is not terminal."""
        where = "" if state is None else f": {shortened(' '.join(self.describe(state)))}"
        return InputError(
            f"in some state of this game no move of {shortened(self.roles[role])} is legal, and it "
            f"has not ended; a rulesheet must say that it is terminal{where}",
            file=self.file,
        )

    def scores(self, role: int) -> list[int]:
        """Return the scores that the rules have for a role, the best first."""
        return sorted({goal.score for goal in self.goals if goal.role == role}, reverse=True)

    def describe(self, state: int) -> list[str]:
        """Return the fluents that are true in a state, in KIF."""
        return [str(fluent) for number, fluent in enumerate(self.fluents) if state >> number & 1]

    def describe_literal(self, literal: int) -> str:
        """Return a literal in KIF. Raises `KeyError` for a gate without a name."""
        node = literal // 2
        if node < len(self.fluents):
            text = str(self.fluents[node])
        elif node < self.first_gate:
            text = str(self.moves[node - len(self.fluents)])
        else:
            text = str(self.names[node])
        return f"(not {text})" if literal & 1 else text

    def with_gate(self, gate: Gate) -> tuple[Network, int]:
        """Return a network with one more gate, and the literal of the gate."""
        number = len(self.gates)
        wider = replace(
            self,
            gates=(*self.gates, gate),
            components=(*self.components, (number, number + 1, False)),
        )
        return wider, 2 * (self.first_gate + number)

    def with_win(self, score: int) -> tuple[Network, int]:
        """Return a network with a gate for ending with `score` points or more, and its literal.

        The points are those of the first role; one to which the rules give none has 0.
        """
        if score <= 0:
            return self.with_gate(((self.terminal,),))
        return self.with_gate(
            tuple(
                (self.terminal, goal.literal)
                for goal in self.goals
                if goal.role == 0 and goal.score >= score
            )
        )

    @cached_property
    def component_of(self) -> dict[int, int]:
        """The component of each gate's node."""
        return {
            self.first_gate + gate: number
            for number, (first, last, _) in enumerate(self.components)
            for gate in range(first, last)
        }

    def below(self, literals: Iterable[int], earlier: bool = False) -> set[int]:
        """Return the nodes on which literals depend, their own included.

        If `earlier`, also those on which they depend a step earlier, and so on. Raises
        `LimitReachedError`.
        """
        todo = [literal // 2 for literal in literals]
        seen = set(todo)
        for node in current().each(todo):
            bodies: Iterable[Body] = ()
            if node >= self.first_gate:
                bodies = self.gates[node - self.first_gate]
            elif earlier and node < len(self.fluents):
                bodies = ((self.following[node],),)
            for body in bodies:
                for literal in body:
                    if literal // 2 not in seen:
                        seen.add(literal // 2)
                        todo.append(literal // 2)
        return seen

    def order(self, literals: Iterable[int]) -> list[int]:
        """Return the components on which literals depend, in order."""
        component_of = self.component_of
        return sorted({component_of[n] for n in self.below(literals) if n >= self.first_gate})
