"""From a ground program to a propositional network."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from witness.base.errors import InputError, shortened
from witness.base.limits import current
from witness.gdl.language.grounding import Ground, ground
from witness.gdl.language.rulesheet import Argument, Rulesheet, Term
from witness.gdl.language.wellformed import is_score
from witness.gdl.network.network import Body, Gate, Goal, Move, Network

T = TypeVar("T")


def network(sheet: Rulesheet, program: Ground | None = None) -> Network:
    """Return the network of a game.

    Raises `InputError` for a game that cannot be played, or whose rules take too much to ground
    (as `ground` says), and `LimitReachedError`.
    """
    program = program or ground(sheet)
    with current().during("building the network"):
        return _Builder(sheet, program).build()


def natural(term: Argument) -> tuple[tuple[int, int, str, str], ...]:
    """Return the key that sorts terms by their text, numbers in it by value, however long."""
    return tuple(map(_part_key, re.findall(r"[0-9]+|[^0-9]+", str(term))))


def _part_key(part: str) -> tuple[int, int, str, str]:
    if part[0] not in "0123456789":
        return 1, 0, part, ""
    digits = part.lstrip("0")
    return 0, len(digits), digits, part


def _ground(term: Argument) -> Term:
    """Return a term of a ground program, none of which has a variable."""
    assert isinstance(term, Term)
    return term


class _Builder:
    """Turns a ground program into a network."""

    def __init__(self, sheet: Rulesheet, program: Ground) -> None:
        self.sheet = sheet
        self.names = program.names
        self.facts = set(program.facts)
        self.atoms = {term: atom for atom, term in current().each(program.names.items())}
        self.bodies: dict[int, list[Body]] = defaultdict(list)
        for head, body in current().each(program.rules):
            self.bodies[head].append(body)

    def build(self) -> Network:
        roles = self._roles()
        role_number = {str(role): number for number, role in enumerate(roles)}
        terms = [*self.names.values(), *self.facts]
        initial = {_ground(term.arguments[0]) for term in self.facts if term.name == "init"}
        fluents = self._sorted(
            (_ground(t.arguments[0]) for t in terms if t.name in ("init", "true", "next")),
            natural,
        )
        moves = self._sorted(
            (
                Move(role_number[str(term.arguments[0])], _ground(term.arguments[1]))
                for term in terms
                if term.name == "legal" and str(term.arguments[0]) in role_number
            ),
            lambda move: (move.role, natural(move.term)),
        )
        self.inputs = {
            Term("true", (fluent,)): number for number, fluent in enumerate(current().each(fluents))
        }
        for number, move in enumerate(moves, len(fluents)):
            self.inputs[Term("does", (roles[move.role], move.term))] = number
        self.first_gate = len(self.inputs)
        self.role_of_move = {2 * n: move.role for n, move in enumerate(moves, len(fluents))}
        self.moves_by_role: dict[int, list[int]] = defaultdict(list)
        for literal, role in self.role_of_move.items():
            self.moves_by_role[role].append(literal)
        self.gate_of_moves: dict[tuple[int, ...], int] = {}
        outputs = [Term("next", (fluent,)) for fluent in fluents]
        outputs += [Term("legal", (roles[move.role], move.term)) for move in moves]
        scores = self._scores(roles)
        outputs += [Term("goal", (roles[role], Term(str(score)))) for role, score in scores]
        outputs.append(Term("terminal"))
        gates, components = self._gates(outputs)
        literals = iter([self._literal(term) for term in current().each(outputs)])
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
            names=self._gate_names(),
            initial=sum(1 << number for number, f in enumerate(fluents) if f in initial),
            file=self.sheet.file,
        )

    def _sorted(self, items: Iterable[T], key: Callable[[T], Any]) -> list[T]:
        """Return the different items, in the order of a key."""
        keyed = [(key(item), item) for item in current().each(dict.fromkeys(items))]
        return [item for _, item in sorted(keyed, key=itemgetter(0))]

    def _roles(self) -> list[Term]:
        known = {_ground(t.arguments[0]) for t in self.facts if t.name == "role"}
        written = [r.head.arguments[0] for r in self.sheet.rules if r.head.name == "role"]
        ordered = [role for role in written if isinstance(role, Term) and role in known]
        return list(dict.fromkeys([*ordered, *sorted(known, key=natural)]))

    def _scores(self, roles: Sequence[Term]) -> list[tuple[int, int]]:
        found = set()
        for term in current().each([*self.names.values(), *self.facts]):
            if term.name == "goal" and term.arguments[0] in roles:
                score = _ground(term.arguments[1])
                if not is_score(score):
                    raise InputError(
                        f"{shortened(str(score))} is not a score; these are whole numbers from 0 "
                        "to 100",
                        file=self.sheet.file,
                    )
                found.add((roles.index(_ground(term.arguments[0])), int(score.name)))
        return sorted(found)

    def _gates(
        self, outputs: Iterable[Term]
    ) -> tuple[tuple[Gate, ...], tuple[tuple[int, int, bool], ...]]:
        """Number what the outputs depend on; return the gates and the components."""
        #: The literal of each atom: an input, a gate, or the literal that it is another name of.
        self.literal_of: dict[int, int] = {}
        for term, number in current().each(self.inputs.items()):
            if term in self.atoms:
                self.literal_of[self.atoms[term]] = 2 * number
        # The first gate is always true.
        self.always = 2 * self.first_gate
        gates: list[Gate] = [((),)]
        components = [(0, 1, False)]
        roots = [self.atoms[term] for term in current().each(outputs) if term in self.atoms]
        for component in strong_components(roots, self._below):
            atoms = [atom for atom in component if atom not in self.literal_of]
            if not atoms:
                continue
            cyclic = len(atoms) > 1 or atoms[0] in self._below(atoms[0])
            bodies: Gate = ()
            if not cyclic:
                bodies = self._framed(self._bodies(atoms[0]), gates, components)
                if len(bodies) == 1 and len(bodies[0]) == 1:
                    self.literal_of[atoms[0]] = bodies[0][0]
                    continue
                if not bodies or () in bodies:
                    self.literal_of[atoms[0]] = self.always + (not bodies)
                    continue
            first = len(gates)
            for number, atom in enumerate(atoms, first):
                self.literal_of[atom] = 2 * (self.first_gate + number)
            gates += [self._bodies(atom) for atom in atoms] if cyclic else [bodies]
            components.append((first, len(gates), cyclic))
        return tuple(gates), tuple(components)

    def _below(self, atom: int) -> list[int]:
        current().check()
        if atom in self.literal_of and self.literal_of[atom] // 2 < self.first_gate:
            return []
        return [abs(literal) for body in self.bodies.get(atom, ()) for literal in body]

    def _bodies(self, atom: int) -> Gate:
        """Return the bodies of a gate, without literals that always hold and bodies that never."""
        found: dict[Body, None] = {}
        for body in self.bodies.get(atom, ()):
            literals = {self.literal_of[abs(literal)] ^ (literal < 0) for literal in body}
            literals.discard(self.always)
            contradicts = any(literal ^ 1 in literals for literal in literals)
            if not contradicts and self.always + 1 not in literals:
                found[tuple(sorted(literals))] = None
        return tuple(found)

    def _framed(
        self, bodies: Gate, gates: list[Gate], components: list[tuple[int, int, bool]]
    ) -> Gate:
        """Write "X and any move but these" as "X and none of these".

        Rulesheets often say what stays the same by one rule for each move that leaves it alone. As
        each role makes exactly one of its moves, the shorter form says the same.
        """
        by_rest: dict[tuple[Body, int], list[int]] = defaultdict(list)
        for body in bodies:
            done = [x for x in body if x in self.role_of_move]
            if len(done) == 1:
                rest = tuple(x for x in body if x != done[0])
                by_rest[rest, self.role_of_move[done[0]]].append(done[0])
        kept = dict.fromkeys(bodies)
        for (rest, role), done in by_rest.items():
            own = self.moves_by_role[role]
            if len(done) <= 2 * (len(own) - len(done)) or len(done) < 2:
                continue
            made = set(done)
            others = tuple(x for x in own if x not in made)
            for literal in done:
                del kept[tuple(sorted((*rest, literal)))]
            if len(others) > 1:
                if others not in self.gate_of_moves:
                    self.gate_of_moves[others] = 2 * (self.first_gate + len(gates))
                    components.append((len(gates), len(gates) + 1, False))
                    gates.append(tuple((literal,) for literal in others))
                rest = (*rest, self.gate_of_moves[others] + 1)
            elif others:
                rest = (*rest, others[0] + 1)
            kept[tuple(sorted(rest))] = None
        return tuple(kept)

    def _literal(self, term: Term | None) -> int:
        """Return the literal of a relation; None stands for a relation that never holds."""
        if term is not None and term in self.facts:
            return self.always
        if term is None or term not in self.atoms:
            return self.always + 1
        return self.literal_of[self.atoms[term]]

    def _gate_names(self) -> dict[int, Term]:
        """Return the relation of each gate, of several the one with the shortest name."""
        found: dict[int, Term] = {}
        for atom, term in current().each(self.names.items()):
            literal = self.literal_of.get(atom, 1)
            node = literal // 2
            if literal & 1 or node < self.first_gate or term.name in ("next", "legal", "goal"):
                continue
            known = found.get(node, term)
            found[node] = min(term, known, key=lambda name: (len(str(name)), natural(name)))
        return found


def strong_components(
    roots: Iterable[int], below: Callable[[int], list[int]]
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
                    component: list[int] = []
                    while not component or component[-1] != atom:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    yield sorted(component)
