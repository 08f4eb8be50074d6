"""A small plain interpreter of GDL (the Game Description Language, in KIF syntax).

It evaluates the rules bottom-up, stratum by stratum, with a semi-naive fixpoint.  It is meant as
an independent reference for tests: short and plain rather than fast.  Everything is lower-cased
when read, and a list of one element such as ``(p)`` is the same as the constant ``p``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

Term = str | tuple["Term", ...]  # a constant, a variable ("?x") or (functor, argument, …)
Atom = tuple[Term, ...]  # (predicate, argument, …)
Bindings = dict[str, Term]
Key = tuple[str, ...]  # the name of a relation, or of a node of the dependency graph


def read_kif(text: str) -> list[Term]:
    """The expressions of a KIF text, lower-cased; comments run from ``;`` to the line's end."""
    stack: list[list[Term]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n\r]*", " ", text.lower())):
        if token == "(":
            stack.append([])
        elif token == ")":
            items = stack.pop()
            if not stack or not items:
                raise ValueError("unbalanced ')' or empty list '()'")
            stack[-1].append(items[0] if len(items) == 1 else tuple(items))
        else:
            stack[-1].append(token)
    if len(stack) != 1:
        raise ValueError("a '(' is never closed")
    return stack[0]


def to_kif(term: Term) -> str:
    """The KIF text of a term."""
    return term if isinstance(term, str) else "(" + " ".join(map(to_kif, term)) + ")"


def variables(term: Term) -> set[str]:
    """The variables that occur in a term."""
    if isinstance(term, str):
        return {term} if term[0] == "?" else set()
    return {name for part in term for name in variables(part)}


def substitute(term: Term, bindings: Mapping[str, Term]) -> Term:
    """The term with its bound variables replaced by their values."""
    if isinstance(term, str):
        return bindings.get(term, term)
    return tuple(substitute(part, bindings) for part in term)


def match(pattern: Term, value: Term, bindings: Bindings) -> bool:
    """Extend ``bindings`` in place so that ``pattern`` becomes the ground term ``value``."""
    if isinstance(pattern, str):
        if pattern[0] == "?":
            return bindings.setdefault(pattern, value) == value
        return pattern == value
    return (
        isinstance(value, tuple)
        and len(pattern) == len(value)
        and all(match(p, v, bindings) for p, v in zip(pattern, value, strict=False))
    )


def as_atom(term: Term) -> Atom:
    """A term read as an atom: the constant ``p`` is the atom ``p`` without arguments."""
    return (term,) if isinstance(term, str) else term


def flat(atom: Atom) -> Atom:
    """``(true (cell 1 b))`` as ``("true cell", 1, b)``, so that fluents are indexed by argument."""
    if atom[0] == "true" and isinstance(atom[1], tuple):
        return (f"true {to_kif(atom[1][0])}", *atom[1][1:])
    return atom


def relation_key(atom: Atom) -> Key:
    """The relation of an atom: its predicate and its arity."""
    return to_kif(atom[0]), str(len(atom) - 1)


def node_key(atom: Atom) -> Key:
    """The node of an atom in the dependency graph: goals are told apart by a constant score."""
    key = relation_key(atom)
    if key == ("goal", "2") and not variables(atom[2]):
        return *key, to_kif(atom[2])
    return key


class Literal(NamedTuple):
    """A condition: ``+`` atom, ``-`` atom (negated), or ``=`` / ``!=`` with two terms."""

    kind: str
    atom: Atom


class Rule(NamedTuple):
    """A head and the conditions that must all hold."""

    head: Atom
    body: tuple[Literal, ...]


def conjunctions(term: Term, positive: bool = True) -> list[tuple[Literal, ...]]:
    """The disjunctive normal form of a condition (of its negation if not ``positive``)."""
    atom = as_atom(term)
    if atom[0] == "not":
        return conjunctions(atom[1], not positive)
    if atom[0] == "distinct":
        return [(Literal("!=" if positive else "=", atom[1:]),)]
    if atom[0] not in ("and", "or"):
        return [(Literal("+" if positive else "-", flat(atom)),)]
    parts = [conjunctions(part, positive) for part in atom[1:]]
    if (atom[0] == "or") == positive:
        return [conjunction for part in parts for conjunction in part]
    product: list[tuple[Literal, ...]] = [()]
    for part in parts:
        product = [left + right for left in product for right in part]
    return product


class Relation:
    """A set of ground argument tuples, indexed on demand by any of their positions."""

    def __init__(self) -> None:
        self.rows: set[Atom] = set()
        self.indexes: dict[tuple[int, ...], dict[Atom, list[Atom]]] = {}

    def add(self, row: Atom) -> bool:
        """Add a row; whether it is new."""
        if row in self.rows:
            return False
        self.rows.add(row)
        for positions, index in self.indexes.items():
            index.setdefault(tuple(row[i] for i in positions), []).append(row)
        return True

    def lookup(self, positions: tuple[int, ...], values: Atom, arity: int) -> list[Atom]:
        """The rows with these values at these positions."""
        if len(positions) == arity:
            return [values] if values in self.rows else []
        if positions not in self.indexes:
            index: dict[Atom, list[Atom]] = {}
            for row in self.rows:
                index.setdefault(tuple(row[i] for i in positions), []).append(row)
            self.indexes[positions] = index
        return self.indexes[positions].get(values, [])


Database = dict[Key, Relation]
EMPTY = Relation()


def plan(body: tuple[Literal, ...], first: int | None, db: Database) -> list[Literal]:
    """An order of the conditions: tests as soon as their variables are bound, small joins first."""
    todo, order, bound = list(body), [], set()

    def cost(literal: Literal) -> float:
        known = sum(variables(part) <= bound for part in literal.atom[1:])
        return len(db.get(relation_key(literal.atom), EMPTY).rows) / 4.0**known

    while todo:
        ready = [
            lit
            for lit in todo
            if lit.kind != "+"
            and (
                variables(lit.atom) <= bound
                or (lit.kind == "=" and any(variables(side) <= bound for side in lit.atom))
            )
        ]
        positive = [lit for lit in todo if lit.kind == "+"]
        if first is not None and not order:
            literal = body[first]
        elif ready or positive:
            literal = ready[0] if ready else min(positive, key=cost)
        else:
            raise ValueError(f"unsafe condition: {todo[0].kind} {to_kif(todo[0].atom)}")
        todo.remove(literal)
        order.append(literal)
        bound |= variables(literal.atom)
    return order


def solutions(
    order: list[Literal], db: Database, delta: list[Atom] | None, bindings: Bindings, at: int = 0
) -> Iterator[Bindings]:
    """All bindings that fulfil the conditions ``order[at:]``; the first one ranges over delta."""
    if at == len(order):
        yield bindings
        return
    kind, atom = order[at]
    if kind in ("=", "!="):
        left, right = (substitute(side, bindings) for side in atom)
        if kind == "!=":
            if left != right:
                yield from solutions(order, db, delta, bindings, at + 1)
        else:
            extended = dict(bindings)
            if match(left, right, extended) if variables(left) else match(right, left, extended):
                yield from solutions(order, db, delta, extended, at + 1)
        return
    args = tuple(substitute(arg, bindings) for arg in atom[1:])
    relation = db.get(relation_key(atom), EMPTY)
    if kind == "-":
        if args not in relation.rows:
            yield from solutions(order, db, delta, bindings, at + 1)
        return
    known = tuple(i for i, arg in enumerate(args) if not variables(arg))
    rows = relation.lookup(known, tuple(args[i] for i in known), len(args))
    for row in delta if at == 0 and delta is not None else rows:
        extended = dict(bindings)
        if all(match(arg, value, extended) for arg, value in zip(args, row, strict=False)):
            yield from solutions(order, db, delta, extended, at + 1)


def derive(
    rule: Rule, db: Database, first: int | None = None, delta: list[Atom] | None = None
) -> list[Atom]:
    """The rows of the rule's head that follow from the database in one step."""
    found = []
    for bindings in solutions(plan(rule.body, first, db), db, delta, {}):
        row = tuple(substitute(arg, bindings) for arg in rule.head[1:])
        if variables(row):
            raise ValueError(f"unsafe rule: {to_kif(rule.head)}")
        found.append(row)
    return found


class Game:
    """The state machine of a rulesheet; fluents and moves are KIF texts such as "(cell 1 b)"."""

    def __init__(self, text: str) -> None:
        self._rules: list[Rule] = []
        for term in read_kif(text):
            parts = as_atom(term)
            head, body = (parts[1], parts[2:]) if parts[0] == "<=" else (term, ())
            for conjunction in conjunctions(("and", *body)):
                self._rules.append(Rule(as_atom(head), conjunction))
        self._stratify()
        self._static: Database = {}
        self._evaluate(0, self._static)
        role_facts = [to_kif(r.head[1]) for r in self._rules if r.head[0] == "role" and not r.body]
        roles = {to_kif(row[0]): None for row in self._rows(self._static, "role", 1)}
        self.roles: list[str] = [r for r in dict.fromkeys(role_facts + sorted(roles)) if r in roles]
        self.initial: frozenset[str] = frozenset(
            to_kif(row[0]) for row in self._rows(self._static, "init", 1)
        )
        self._cached: tuple[frozenset[str], Database] | None = None

    def _stratify(self) -> None:
        """Sort the rules into strata (strongly connected components, dependencies first)."""
        defined: dict[Key, list[Rule]] = {}
        for rule in self._rules:
            defined.setdefault(node_key(rule.head), []).append(rule)

        def uses(atom: Atom) -> list[Key]:
            """The nodes whose facts may match this condition."""
            key = node_key(atom)
            if key[:2] != ("goal", "2"):
                return [key]
            return [
                node
                for node in defined
                if node[:2] == key[:2] and (node == key or len(node) == 2 or len(key) == 2)
            ]

        edges = {
            node: {
                (used, literal.kind)
                for rule in rules
                for literal in rule.body
                if literal.kind in "+-"
                for used in uses(literal.atom)
            }
            for node, rules in defined.items()
        }
        number: dict[Key, int] = {}
        low: dict[Key, int] = {}
        path: list[Key] = []
        self._strata: list[tuple[set[Key], list[Rule]]] = []

        def visit(node: Key) -> None:
            number[node] = low[node] = len(number)
            path.append(node)
            for used, _ in edges.get(node, ()):
                if used not in number:
                    visit(used)
                if used in path:
                    low[node] = min(low[node], low[used])
            if low[node] == number[node]:
                members = set(path[path.index(node) :])
                del path[path.index(node) :]
                if any(
                    kind == "-" and used in members
                    for member in members
                    for used, kind in edges.get(member, ())
                ):
                    raise ValueError(f"not stratified: {sorted(members)}")
                self._strata.append((members, [r for m in members for r in defined.get(m, [])]))

        wanted = [
            node
            for node in defined
            if node[0] in ("role", "init", "legal", "next", "goal", "terminal")
        ]
        for node in wanted:
            if node not in number:
                visit(node)
        self._set_layers(edges, number)

    def _set_layers(self, edges: dict[Key, set[tuple[Key, str]]], nodes: Iterable[Key]) -> None:
        """Find the layer of each relation: 0 = static, 1 = depends on true, 2 = depends on does."""
        self._layer: dict[Key, int] = {("does", "2"): 2}
        self._layer.update((n[:2], 1) for n in nodes if n[0].split(" ")[0] == "true")
        changed = True
        while changed:
            changed = False
            for node in nodes:
                layer = max([self._layer.get(u[:2], 0) for u, _ in edges.get(node, ())], default=0)
                if layer > self._layer.get(node[:2], 0):
                    self._layer[node[:2]] = layer
                    changed = True

    def _evaluate(self, layer: int, db: Database) -> None:
        """Add to the database all facts of the relations of one layer."""
        for members, rules in self._strata:
            rules = [r for r in rules if self._layer.get(relation_key(r.head), 0) == layer]
            delta: dict[Key, list[Atom]] = {}
            for rule in rules:
                self._insert(rule, derive(rule, db), db, delta)
            while delta:
                last, delta = delta, {}
                for rule in rules:
                    for i, (kind, atom) in enumerate(rule.body):
                        if (
                            kind == "+"
                            and relation_key(atom) in last
                            and any(member[:2] == relation_key(atom) for member in members)
                        ):
                            rows = derive(rule, db, i, last[relation_key(atom)])
                            self._insert(rule, rows, db, delta)

    @staticmethod
    def _insert(rule: Rule, rows: list[Atom], db: Database, delta: dict[Key, list[Atom]]) -> None:
        """Add rows of a rule's head to the database, the new ones also to delta."""
        key = relation_key(rule.head)
        relation = db.setdefault(key, Relation())
        delta_rows = [row for row in rows if relation.add(row)]
        if delta_rows:
            delta.setdefault(key, []).extend(delta_rows)

    @staticmethod
    def _rows(db: Database, name: str, arity: int) -> set[Atom]:
        return db.get((name, str(arity)), EMPTY).rows

    def _database(self, state: frozenset[str]) -> Database:
        """Everything that holds in a state before the moves are known (the last is kept)."""
        if self._cached is None or self._cached[0] != state:
            db = dict(self._static)
            for fluent in read_kif(" ".join(sorted(state))):
                for atom in {("true", fluent), flat(("true", fluent))}:
                    db.setdefault(relation_key(atom), Relation()).add(atom[1:])
            self._evaluate(1, db)
            self._cached = state, db
        return self._cached[1]

    def legal(self, state: frozenset[str], role: str) -> set[str]:
        """The legal moves of a role."""
        rows = self._rows(self._database(state), "legal", 2)
        return {to_kif(move) for player, move in rows if player == role}

    def next(self, state: frozenset[str], moves: Mapping[str, str]) -> frozenset[str]:
        """The state after the roles have made these moves (they need not be legal)."""
        db = dict(self._database(state))
        does = db[("does", "2")] = Relation()
        for role, move in moves.items():
            does.add((role, read_kif(move)[0]))
        self._evaluate(2, db)
        return frozenset(to_kif(row[0]) for row in self._rows(db, "next", 1))

    def terminal(self, state: frozenset[str]) -> bool:
        """Return whether the game is over."""
        return bool(self._rows(self._database(state), "terminal", 0))

    def goal(self, state: frozenset[str], role: str) -> set[int]:
        """The scores of a role (a valid game gives exactly one in a terminal state)."""
        rows = self._rows(self._database(state), "goal", 2)
        return {int(to_kif(score)) for player, score in rows if player == role}
