"""The propositional network of a game: fluents and moves in, gates between, what follows out.

Nodes are numbered: first the fluents, then the moves, then the gates. A gate is true when all
literals of one of its bodies are; a literal is 2·node, plus 1 where the node is negated. Gates stand
in an order in which each depends on earlier ones only, but within a component, where they depend
on one another (recursion), never through a negation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from witness.errors import InputError
from witness.games.grounding import Ground, ground
from witness.games.rulesheet import Rulesheet, Term
from witness.games.wellformed import is_score

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
    #: What relations the nodes of gates stand for.
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
    def literals(self) -> int:
        """The number of literals in all gates."""
        return sum(len(body) for gate in self.gates for body in gate)

    def moves_of(self, role: int) -> tuple[int, ...]:
        """Give the moves of a role."""
        return tuple(number for number, move in enumerate(self.moves) if move.role == role)

    def scores(self, role: int) -> list[int]:
        """Give the scores that the rules have for a role, the best first."""
        return sorted({goal.score for goal in self.goals if goal.role == role}, reverse=True)

    def words(self, state: int) -> list[str]:
        """Give the fluents of a state in KIF."""
        return [str(fluent) for number, fluent in enumerate(self.fluents) if state >> number & 1]

    def word(self, literal: int) -> str:
        """Give a literal in KIF; raises `KeyError` for a gate without a name."""
        node = literal // 2
        if node < len(self.fluents):
            text = str(self.fluents[node])
        elif node < self.first_gate:
            text = str(self.moves[node - len(self.fluents)])
        else:
            text = str(self.names[node])
        return f"(not {text})" if literal & 1 else text

    def with_gate(self, gate: Gate) -> tuple[Network, int]:
        """Give a network with one more gate, and the literal of that."""
        number = len(self.gates)
        wider = replace(
            self,
            gates=(*self.gates, gate),
            components=(*self.components, (number, number + 1, False)),
        )
        return wider, 2 * (self.first_gate + number)

    def with_win(self, role: int, score: int) -> tuple[Network, int]:
        """Give a network with a gate for ending with so many points or more."""
        return self.with_gate(
            tuple(
                (self.terminal, goal.literal)
                for goal in self.goals
                if goal.role == role and goal.score >= score
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

    def below(self, literals: Iterable[int]) -> set[int]:
        """Give the nodes on which literals depend, their own included."""
        todo = [literal // 2 for literal in literals]
        seen = set(todo)
        for node in todo:
            if node >= self.first_gate:
                for body in self.gates[node - self.first_gate]:
                    for literal in body:
                        if literal // 2 not in seen:
                            seen.add(literal // 2)
                            todo.append(literal // 2)
        return seen

    def order(self, literals: Iterable[int]) -> list[int]:
        """Give the components on which literals depend, in order."""
        component_of = self.component_of
        return sorted({component_of[n] for n in self.below(literals) if n >= self.first_gate})


def network(sheet: Rulesheet, program: Ground | None = None) -> Network:
    """Build the network of a game. Raises `InputError` for games that cannot be played."""
    return _Builder(sheet, program or ground(sheet)).build()


def natural(term: Term) -> tuple[tuple[int, int | str], ...]:
    """Give the key that sorts terms by their text, numbers in it by value."""
    return tuple(
        (0, int(part)) if part.isdecimal() else (1, part)
        for part in re.split(r"([0-9]+)", str(term))
        if part
    )


class _Builder:
    """Turns a ground program into a network."""

    def __init__(self, sheet: Rulesheet, program: Ground) -> None:
        self.sheet = sheet
        self.names = program.names
        self.facts = set(program.facts)
        self.atoms = {term: atom for atom, term in program.names.items()}
        self.bodies: dict[int, list[Body]] = defaultdict(list)
        for head, body in program.rules:
            self.bodies[head].append(body)

    def build(self) -> Network:
        roles = self._roles()
        role_number = {str(role): number for number, role in enumerate(roles)}
        terms = [*self.names.values(), *self.facts]
        initial = {term.arguments[0] for term in self.facts if term.name == "init"}
        fluents = sorted(
            {term.arguments[0] for term in terms if term.name in ("init", "true", "next")},
            key=natural,
        )
        moves = sorted(
            {
                Move(role_number[str(term.arguments[0])], term.arguments[1])
                for term in terms
                if term.name == "legal" and str(term.arguments[0]) in role_number
            },
            key=lambda move: (move.role, natural(move.term)),
        )
        self.inputs = {Term("true", (fluent,)): number for number, fluent in enumerate(fluents)}
        for number, move in enumerate(moves, len(fluents)):
            self.inputs[Term("does", (roles[move.role], move.term))] = number
        self.first_gate = len(self.inputs)
        outputs = [Term("next", (fluent,)) for fluent in fluents]
        outputs += [Term("legal", (roles[move.role], move.term)) for move in moves]
        scores = self._scores(roles)
        outputs += [Term("goal", (roles[role], Term(str(score)))) for role, score in scores]
        outputs.append(Term("terminal"))
        gates, components = self._gates(outputs)
        literals = iter([self._literal(term) for term in outputs])
        following = tuple(next(literals) for _ in fluents)
        legal = tuple(next(literals) for _ in moves)
        goals = tuple(Goal(role, score, next(literals)) for role, score in scores)
        terminal = next(literals)
        if terminal == self._literal(None):
            raise InputError(
                "the game never ends: no state that the rules can reach is terminal",
                file=self.sheet.file,
            )
        return Network(
            roles=tuple(map(str, roles)),
            fluents=tuple(fluents),
            moves=tuple(moves),
            gates=gates,
            components=components,
            following=following,
            legal=legal,
            goals=goals,
            terminal=terminal,
            names={
                literal // 2: term
                for term, literal in self._named()
                if not literal & 1 and literal // 2 >= self.first_gate
            },
            initial=sum(1 << number for number, f in enumerate(fluents) if f in initial),
            file=self.sheet.file,
        )

    def _roles(self) -> list[Term]:
        known = {t.arguments[0] for t in self.facts if t.name == "role"}
        written = [r.head.arguments[0] for r in self.sheet.rules if r.head.name == "role"]
        ordered = [role for role in written if isinstance(role, Term) and role in known]
        return list(dict.fromkeys([*ordered, *sorted(known, key=natural)]))

    def _scores(self, roles: Sequence[Term]) -> list[tuple[int, int]]:
        found = set()
        for term in [*self.names.values(), *self.facts]:
            if term.name == "goal" and term.arguments[0] in roles:
                score = term.arguments[1]
                if not is_score(score):
                    raise InputError(
                        f"{score} is not a score; these are whole numbers from 0 to 100",
                        file=self.sheet.file,
                    )
                found.add((roles.index(term.arguments[0]), int(score.name)))
        return sorted(found)

    def _gates(
        self, outputs: Iterable[Term]
    ) -> tuple[tuple[Gate, ...], tuple[tuple[int, int, bool], ...]]:
        """Number what the outputs depend on, and give the gates."""
        #: The literals that atoms are: inputs, gates, or what they are another name of.
        self.literal_of: dict[int, int] = {}
        for term, number in self.inputs.items():
            if term in self.atoms:
                self.literal_of[self.atoms[term]] = 2 * number
        # The first gate is always true.
        self.always = 2 * self.first_gate
        gates: list[Gate] = [((),)]
        components = [(0, 1, False)]
        roots = [self.atoms[term] for term in outputs if term in self.atoms]
        for component in _components(roots, self._below):
            atoms = [atom for atom in component if atom not in self.literal_of]
            if not atoms:
                continue
            cyclic = len(atoms) > 1 or atoms[0] in self._below(atoms[0])
            if not cyclic:
                bodies = self._bodies(atoms[0])
                if len(bodies) == 1 and len(bodies[0]) == 1:
                    self.literal_of[atoms[0]] = bodies[0][0]
                    continue
                if not bodies or () in bodies:
                    self.literal_of[atoms[0]] = self.always + (not bodies)
                    continue
            first = len(gates)
            for number, atom in enumerate(atoms, first):
                self.literal_of[atom] = 2 * (self.first_gate + number)
            gates += [self._bodies(atom) for atom in atoms]
            components.append((first, len(gates), cyclic))
        return tuple(gates), tuple(components)

    def _below(self, atom: int) -> list[int]:
        if atom in self.literal_of and self.literal_of[atom] // 2 < self.first_gate:
            return []
        return [abs(literal) for body in self.bodies.get(atom, ()) for literal in body]

    def _bodies(self, atom: int) -> Gate:
        """Give the bodies of a gate, without what is always so and what can never be."""
        found: dict[Body, None] = {}
        for body in self.bodies.get(atom, ()):
            literals = {self.literal_of[abs(literal)] ^ (literal < 0) for literal in body}
            literals.discard(self.always)
            contradicts = any(literal ^ 1 in literals for literal in literals)
            if not contradicts and self.always + 1 not in literals:
                found[tuple(sorted(literals))] = None
        return tuple(found)

    def _literal(self, term: Term | None) -> int:
        """Give the literal of a relation; that of one that never holds for None."""
        if term is not None and term in self.facts:
            return self.always
        if term is None or term not in self.atoms:
            return self.always + 1
        return self.literal_of[self.atoms[term]]

    def _named(self) -> Iterator[tuple[Term, int]]:
        """Yield relations and their literals; of two names of a literal the last counts."""
        for atom, term in self.names.items():
            if atom in self.literal_of and term.name not in ("next", "legal", "goal"):
                yield term, self.literal_of[atom]


def _components(
    roots: Sequence[int], below: Callable[[int], list[int]]
) -> Iterator[list[int]]:
    """Yield the strongly connected components of what roots depend on, those below first.

    Tarjan's algorithm, without recursion.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    for root in roots:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        todo = [(root, iter(below(root)))]
        while todo:
            atom, others = todo[-1]
            for other in others:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    todo.append((other, iter(below(other))))
                    break
                if other in on_stack:
                    low[atom] = min(low[atom], index[other])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[atom])
                if low[atom] == index[atom]:
                    component = []
                    while not component or component[-1] != atom:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    yield sorted(component)
