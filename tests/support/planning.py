"""A tiny planner for PDDL: it parses a domain and a problem, grounds them, and tries everything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from witness.puzzle.grid import Path

Atom = tuple[str, ...]
State = frozenset[Atom]


class Ground(NamedTuple):
    """An action on objects: its arguments, what it needs, adds and deletes."""

    name: Atom
    needs: State
    adds: State
    deletes: State


def parsed(text: str) -> list[Any]:
    """Return the expressions of a text as nested lists."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(word)
    (top,) = stack
    return top


def literals(expression: list[Any]) -> tuple[list[Atom], list[Atom]]:
    """Return the positive and the negative literals of a conjunction."""
    found: tuple[list[Atom], list[Atom]] = [], []
    for one in expression[1:] if expression[0] == "and" else [expression]:
        found[one[0] == "not"].append(tuple(one[1] if one[0] == "not" else one))
    return found


class Task:
    """A problem of a domain; types of objects are not looked at."""

    def __init__(self, domain: str, problem: str) -> None:
        ((_, _, *blocks),) = parsed(domain)
        ((_, _, *given),) = parsed(problem)
        told = {block[0]: block[1:] for block in given}
        self.actions = [
            (one[1], *(dict(zip(one[2::2], one[3::2], strict=True))[f":{part}"]
                       for part in ("precondition", "effect")))
            for one in blocks if one[0] == ":action"
        ]  # fmt: skip
        self.declared = {block[0]: block[1:] for block in blocks if block[0] != ":action"}
        self.wanted, self.unwanted = map(frozenset, literals(told[":goal"][0]))
        facts = frozenset(map(tuple, told[":init"]))
        self.fluents = {a[0] for *_, effect in self.actions for s in literals(effect) for a in s}
        self.start = State(fact for fact in facts if fact[0] in self.fluents)
        self.static: dict[str, list[Atom]] = {}
        for fact in facts - self.start:
            self.static.setdefault(fact[0], []).append(fact)

    @cached_property
    def ground(self) -> dict[Atom, list[Ground]]:
        """All actions of which the static preconditions hold, by the first other one."""
        found: dict[Atom, list[Ground]] = {}
        for name, precondition, effect in self.actions:
            needs, unlike = literals(precondition)
            assert {atom[0] for atom in unlike} <= {"="}
            adds, deletes = literals(effect)
            known = [atom for atom in needs if atom[0] not in self.fluents]
            for of in self._matches(known, {}):

                def on(atoms: list[Atom], of: dict[str, str] = of) -> State:
                    return State((a[0], *(of.get(v, v) for v in a[1:])) for a in atoms)

                if all(a != b for _, a, b in on(unlike)) and len(on(unlike)) == len(unlike):
                    open_ = [atom for atom in needs if atom not in known]
                    one = Ground((name, *of.values()), on(open_), on(adds), on(deletes))
                    found.setdefault(*on(open_[:1]), []).append(one)
        return found

    def _matches(self, atoms: list[Atom], of: dict[str, str]) -> Iterator[dict[str, str]]:
        if not atoms:
            yield of
            return
        (name, *variables), *others = atoms
        for _, *values in self.static.get(name, ()):
            both = of | dict(zip(variables, values, strict=True))
            if all(both[v] == of.get(v, both[v]) for v in variables):
                yield from self._matches(others, both)

    def steps(self, state: State) -> Iterator[tuple[Atom, State]]:
        """Yield the actions in a state, and where they lead."""
        for atom in self.ground.keys() & state:
            for one in self.ground[atom]:
                if one.needs <= state:
                    yield one.name, (state - one.deletes) | one.adds

    def solved(self, state: State) -> bool:
        """Whether a state is a goal."""
        return self.wanted <= state and not self.unwanted & state

    def reached(self) -> dict[State, int]:
        """Return all states that can be reached, with the least number of steps to each."""
        found = {self.start: 0}
        for state in (todo := [self.start]):
            for _, then in self.steps(state):
                if then not in found:
                    found[then] = found[state] + 1
                    todo.append(then)
        return found

    def shortest(self) -> int | None:
        """Return the length of a shortest plan, None if there is none."""
        return min((n for state, n in self.reached().items() if self.solved(state)), default=None)

    def plans(self) -> Iterator[tuple[Atom, ...]]:
        """Yield all plans that end at their first goal."""
        todo: list[tuple[tuple[Atom, ...], State]] = [((), self.start)]
        while todo:
            plan, state = todo.pop()
            if self.solved(state):
                yield plan
            else:
                todo += [((*plan, name), then) for name, then in self.steps(state)]


def path_of(plan: tuple[Atom, ...]) -> Path:
    """Return the path of a plan: the first two arguments of a step are its vertices."""
    vertices = [plan[0][1], *(step[2] for step in plan)]
    return tuple((int(row), int(col)) for row, col in (v[1:].split("-") for v in vertices))
