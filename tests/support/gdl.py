"""Games in the Game Description Language by clingo, a state at a time: a second opinion.

The rules become a logic program as they stand, with a state and its moves as facts. This shares
nothing with `witness.gdl`, which grounds all states at once and evaluates a network.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain, product

import clingo

Term = str | list["Term"]
Words = tuple[str, ...]


def read(text: str) -> list[Term]:
    """Read a text in KIF; a list of one is the same as what is in it."""
    stack: list[list[Term]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", " ", text.lower())):
        if token == "(":
            stack.append([])
        elif token == ")":
            items = stack.pop()
            stack[-1].append(items[0] if len(items) == 1 else items)
        else:
            stack[-1].append(token)
    return stack[0]


def kif(symbol: clingo.Symbol) -> str:
    """Write a term of a model in KIF."""
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    return f"({' '.join(map(kif, symbol.arguments))})"


def term(item: Term) -> str:
    """Write a term for clingo: a name in quotes, a compound as a tuple, a variable in hex."""
    if isinstance(item, list):
        return f"({','.join(map(term, item))})"
    return f"V{item[1:].encode().hex()}" if item[0] == "?" else f'"{item}"'


def atom(item: Term) -> str:
    """Write a relation: its name in hex, as every relation is a predicate of its own."""
    name, *arguments = [item] if isinstance(item, str) else item
    assert isinstance(name, str)
    return f"r{name.encode().hex()}({','.join(map(term, arguments))})"


def bodies(condition: Term, positive: bool = True) -> list[list[str]]:
    """Return the conjunctions of which one must hold."""
    name, *parts = [condition] if isinstance(condition, str) else condition
    if name == "not":
        return bodies(parts[0], not positive)
    if name in ("or", "and"):
        each = [bodies(part, positive) for part in parts]
        if (name == "or") == positive:
            return list(chain(*each))
        return [list(chain(*chosen)) for chosen in product(*each)]
    if name == "distinct":
        return [[f"{term(parts[0])}{'!=' if positive else '='}{term(parts[1])}"]]
    return [[atom(condition) if positive else f"not {atom(condition)}"]]


class Game:
    """A game; a state is a set of fluents in KIF."""

    def __init__(self, text: str) -> None:
        lines = []
        for rule in read(text):
            if rule[0] != "<=":
                lines.append(f"{atom(rule)}.")
                continue
            for body in product(*map(bodies, rule[2:])):
                lines.append(f"{atom(rule[1])} :- {', '.join(chain(*body))}.".replace(":- .", "."))
        self.program = "\n".join(lines)
        self.holds = cache(self._holds)
        self.roles = [role for (role,) in self.holds((), ())["role"]]
        self.initial = frozenset(fluent for (fluent,) in self.holds((), ())["init"])

    def _holds(
        self, state: tuple[str, ...], does: tuple[str, ...]
    ) -> dict[str, set[tuple[str, ...]]]:
        """Return what holds in a state, by relation."""
        facts = [f"(true {fluent})" for fluent in state] + [f"(does {move})" for move in does]
        control = clingo.Control(["--warn=none"])
        control.add(
            "base", [], self.program + "".join(f"\n{atom(f)}." for f in read(" ".join(facts)))
        )
        control.ground([("base", [])])
        words = ("role", "init", "legal", "next", "goal", "terminal")
        found: dict[str, set[Words]] = {name: set() for name in words}
        with control.solve(yield_=True) as handle:
            model = handle.model()
            assert model is not None
            for symbol in model.symbols(atoms=True):
                name = bytes.fromhex(symbol.name[1:]).decode()
                if name in found:
                    found[name].add(tuple(map(kif, symbol.arguments)))
        return found

    def _in(self, state: frozenset[str], name: str) -> set[Words]:
        return self.holds(tuple(sorted(state)), ())[name]

    def legal(self, state: frozenset[str], role: str) -> set[str]:
        """Return the legal moves of a role."""
        return {move for who, move in self._in(state, "legal") if who == role}

    def goal(self, state: frozenset[str], role: str) -> set[int]:
        """Return the scores of a role."""
        return {int(score) for who, score in self._in(state, "goal") if who == role}

    def terminal(self, state: frozenset[str]) -> bool:
        """Return whether the game has ended."""
        return bool(self._in(state, "terminal"))

    def next(self, state: frozenset[str], moves: Mapping[str, str]) -> frozenset[str]:
        """Return the state after each role has made a move."""
        does = tuple(f"{role} {move}" for role, move in sorted(moves.items()))
        return frozenset(f for (f,) in self.holds(tuple(sorted(state)), does)["next"])
