"""Counting rules: a state is dead if there are fewer atoms of some kind than the goal still wants.

A rule compares two numbers: of rows of `have`, and of `want`, which are facts of the goal that are
not true yet. Z3 proves for each action that the first number grows by no more than the second. At a
goal the second is 0. So once it is larger, it stays so, and the state is dead.

As in the synthesis of invariants (Helmert 2009), `have` begins empty, and if it can grow too much
by an action, an atom that this action deletes is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import z3

from studies.planning.background import MISSING, Vocabulary, text
from studies.planning.prover import Body, Holds, Prover, Terms
from studies.planning.strips import NOT, UNEQUAL, Action, Atom, Relations, is_variable, match, put

#: The variable that both numbers are about, such as a square; the most kinds of atoms of `have`.
ABOUT, MOST_PARTS = "About_", 3


class Part(NamedTuple):
    """What is counted: the values of some variables with which atoms hold."""

    counted: tuple[str, ...]
    atoms: Body

    def number(self, relations: Relations, values: dict[str, str]) -> int:
        """Return how many there are."""
        found = match(self.atoms, relations, values)
        return len({tuple(one[name] for name in self.counted) for one in found})

    def __str__(self) -> str:
        return f"#{{{','.join(self.counted)} : {text(self.atoms)}}}"


class Few(NamedTuple):
    """A counting rule."""

    have: tuple[Part, ...]
    want: Part

    def holds(self, relations: Relations) -> bool:
        """Return whether there are too few in a state."""
        wanted = list(match(self.want.atoms, relations))
        for about in sorted({one.get(ABOUT, "") for one in wanted}):
            values = {ABOUT: about} if about else {}
            have = sum(part.number(relations, values) for part in self.have)
            if have < self.want.number(relations, values):
                return True
        return False

    def __str__(self) -> str:
        return f"{' + '.join(map(str, self.have))} < {self.want}"


def unified(pattern: Atom, atom: Atom) -> dict[str, str] | None:
    """Return the terms of an atom for the variables of a pattern."""
    if pattern[0] != atom[0]:
        return None
    found: dict[str, str] = {}
    for a, b in zip(pattern[1:], atom[1:], strict=True):
        if (found.setdefault(a, b) if is_variable(a) else a) != b:
            return None
    return found


class Scales:
    """Z3 weighs both sides of a counting rule."""

    def __init__(self, prover: Prover, rule: Few) -> None:
        self.prover, self.rule = prover, rule
        atoms = [atom for part in (*rule.have, rule.want) for atom in part.atoms]
        self.about = {k: v for k, v in prover.values(atoms).items() if k == ABOUT}

    def member(self, part: Part, row: list[Any], holds: Holds) -> Any:
        """Return the formula that a row is counted."""
        values: Terms = self.prover.values(part.atoms)
        values |= dict(zip(part.counted, row, strict=True)) | self.about
        others = [v for k, v in values.items() if k not in part.counted and k != ABOUT]
        formula = self.prover.holds(part.atoms, values, holds)
        return z3.Exists(others, formula) if others else formula

    def rows(self, part: Part, changed: tuple[Atom, ...], values: Terms) -> list[list[Any]]:
        """Return the rows that an atom that an action changes can concern."""
        found = []
        for atom in part.atoms:
            plain = (atom[0].removeprefix(MISSING), *atom[1:])
            for own in (unified(plain, one) for one in changed):
                if own is not None and {*part.counted} <= {*own}:
                    found.append([self.prover._term(own[name], values) for name in part.counted])
        return found

    def balances(self, action: Action) -> bool:
        """Return whether `have` grows by no more than `want` by an action."""
        prover = self.prover
        values, needs = prover.taken(action)
        after = prover.after(action, values)
        changed, names, sums = action.adds + action.deletes, [], []
        for part in (*self.rule.have, self.rule.want):
            terms = []
            every = self.rows(part, changed, values)
            for i, row in enumerate(every):
                bits = z3.FreshBool(), z3.FreshBool()
                names += [bits[0] == self.member(part, row, prover.now)]
                names += [bits[1] == self.member(part, row, after)]
                new = [z3.Or([a != b for a, b in zip(row, one, strict=True)]) for one in every[:i]]
                change = z3.If(bits[1], 1, 0) - z3.If(bits[0], 1, 0)
                terms.append(z3.If(z3.And(new), change, 0))
            sums.append(z3.Sum(terms) if terms else z3.IntVal(0))
            # No other row enters `have`, or leaves `want`.
            some = prover.values(part.atoms)
            row = [some[name] for name in part.counted]
            far = [z3.Or([a != b for a, b in zip(row, one, strict=True)]) for one in every]
            gone, come = (prover.now, after) if part is not self.rule.want else (after, prover.now)
            moved = z3.Not(self.member(part, row, gone)), self.member(part, row, come)
            if prover.check(prover.solver(needs, *far, *moved)) != z3.unsat:
                return False
        heavier = z3.Sum(sums[:-1]) > sums[-1] if sums[:-1] else sums[-1] < 0
        return bool(prover.check(prover.solver(needs, *names, heavier)) == z3.unsat)


def heavy(prover: Prover, rule: Few) -> Action | None:
    """Return an action by which `have` may grow by more than `want`."""
    scales = Scales(prover, rule)
    actions = prover.vocabulary.domain.actions
    return next((one for one in actions if not scales.balances(one)), None)


def counting_rules(prover: Prover) -> list[Few]:
    """Return the counting rules that are found and proved; of two, that which counts less."""
    found: list[Few] = []
    for want in dict.fromkeys(_wanted(prover.vocabulary)):
        found += _balanced(prover, Few((), want), set())
    least = [one for one in found if not any(
        {*other.have} < {*one.have} and other.want == one.want for other in found)]  # fmt: skip
    return [_strengthened(prover, one) for one in least]


def _wanted(vocabulary: Vocabulary) -> Iterator[Part]:
    """Yield facts of the goal with what the actions that make them true ask of them."""
    for goal, action in product(vocabulary.goals, vocabulary.domain.actions):
        for atom in (one for one in action.adds if one[0] == goal):
            names = {one: f"W{i}" for i, one in enumerate(atom[1:]) if is_variable(one)}
            own = (MISSING + goal, *put(atom, names)[1:])
            asked = [put(one, names) for one in vocabulary.known(action)
                     if one[0] != UNEQUAL and not one[0].startswith("is_")]  # fmt: skip
            asked = [one for one in asked if {*one[1:]} & {*own[1:]}]
            filters = [one for one in asked if {*one[1:]} <= {*own[1:]}]
            yield Part(own[1:], (own, *filters))
            for one in asked:
                if len(rest := {*one[1:]} - {*own[1:]}) == 1:
                    yield Part(own[1:], (own, *filters, put(one, {rest.pop(): ABOUT})))


def _balanced(prover: Prover, rule: Few, seen: set[Any]) -> Iterator[Few]:
    key = frozenset(frozenset(part.atoms) for part in rule.have), rule.want
    if key in seen or len(rule.have) > MOST_PARTS:
        return
    seen.add(key)
    action = heavy(prover, rule)
    if action is None:
        yield rule
        return
    if len(rule.have) < MOST_PARTS:
        for part in _parts(prover.vocabulary, rule, action):
            if all({*part.atoms} != {*one.atoms} for one in rule.have):
                yield from _balanced(prover, Few((*rule.have, part), rule.want), seen)


def _parts(vocabulary: Vocabulary, rule: Few, action: Action) -> Iterator[Part]:
    """Yield what an action takes away, with what it and the rule so far ask of that."""
    domain = vocabulary.domain
    asked = [one for one in action.needs if one[0] != UNEQUAL and not one[0].startswith("is_")]
    about = next((a for a in rule.want.atoms if ABOUT in a), None)
    sort = about and domain.signatures[about[0]][about.index(ABOUT) - 1]
    abouts = [one for one, type_ in action.types.items() if about and domain.root(type_) == sort]
    for gone in action.deletes:
        own = {one for one in gone[1:] if is_variable(one)}
        kept = [
            put(other, shared)
            for part in rule.have for one in part.atoms for added in action.adds
            if (shared := unified(one, added)) is not None
            for other in part.atoms if other != one and {*put(other, shared)[1:]} <= own
        ]  # fmt: skip
        for name in abouts or [ABOUT]:
            atoms = [gone, *(one for one in asked if {*one[1:]} <= own | {name}), *kept]
            renamed = {name: ABOUT} if name not in own else {}
            renamed |= {one: f"X{i}" for i, one in enumerate(sorted(own, key=gone.index))}
            kinds = tuple(dict.fromkeys(put(a, renamed) for a in atoms))
            yield Part(tuple(renamed[one] for one in sorted(own, key=gone.index)), kinds)


def _strengthened(prover: Prover, rule: Few) -> Few:
    """Return the rule with those alone counted that can still be reached, if that is proved."""
    vocabulary = prover.vocabulary
    for i, part in enumerate(rule.have):
        types = prover.values(part.atoms)
        for name, one in vocabulary.derived.items():
            kind, fluent = name.split("_")[:2]
            place = prover.sorts[one.types[-1]]
            for variable in [v for v in part.counted if types[v].sort() == place]:
                if kind == "lost":
                    more: Body = (
                        (f"{NOT}{name}", *(f"K{j}" for j in range(len(one.types) - 1)), variable),
                    )
                elif kind == "cut" and len(one.types) == 2 and name.count("_") == 2:
                    type_ = name.split("_")[2]
                    more = (
                        (fluent, "K_", "X_"),
                        (f"is_{type_}", "K_"),
                        (f"{NOT}{name}", "X_", variable),
                    )
                else:
                    continue
                stronger = part._replace(atoms=(*part.atoms, *more))
                new = Few((*rule.have[:i], stronger, *rule.have[i + 1 :]), rule.want)
                if heavy(prover, new) is None:
                    rule, part = new, stronger
    return rule
