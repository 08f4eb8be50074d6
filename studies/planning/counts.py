"""Counting rules: a state is dead if there are fewer atoms of some kind than the goal still wants.

A rule compares two numbers: of rows of `have`, and of `want`, which are facts of the goal that are
not true yet. Z3 proves for each action that the first number grows by no more than the second. At a
goal the second is 0. So once it is larger, it stays so, and the state is dead. This is operator
counting (Bonet 2013) with the same weights in every instance.

As in the synthesis of invariants (Helmert 2009), `have` begins empty, and if it can grow too much
by an action, an atom that this action deletes is added. This search is greedy.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from studies.atoms import NOT, Atom, Relations, match, put, text, unified
from studies.planning.background import Vocabulary
from studies.planning.prover import Body, Holds, Prover, Terms
from studies.strips import Action
from witness.base.extras import optional

z3: Any = optional("z3", "Z3", "z3")

#: The most kinds of atoms of `have`.
MOST_PARTS = 3


class Part(NamedTuple):
    """What is counted: the values of some variables with which atoms hold."""

    counted: tuple[str, ...]
    atoms: Body

    def number(self, relations: Relations) -> int:
        """Return how many there are."""
        return len({tuple(one[x] for x in self.counted) for one in match(self.atoms, relations)})

    def __str__(self) -> str:
        return f"#{{{','.join(self.counted)} : {text(self.atoms)}}}"


class Few(NamedTuple):
    """A counting rule."""

    have: tuple[Part, ...]
    want: Part

    def holds(self, relations: Relations) -> bool:
        """Return whether there are too few in a state."""
        return sum(one.number(relations) for one in self.have) < self.want.number(relations)

    def __str__(self) -> str:
        return f"{' + '.join(map(str, self.have))} < {self.want}"


def heavy(prover: Prover, rule: Few) -> Action | None:
    """Return an action by which `have` may grow by more than `want`."""
    return next((one for one in prover.actions if not _balances(prover, rule, one)), None)


def _balances(prover: Prover, rule: Few, action: Action) -> bool:
    values, needs = prover.taken(action)
    after = prover.after(action, values)
    sums = []

    def differ(row: list[Any], other: list[Any]) -> Any:
        return z3.Or([a != b for a, b in zip(row, other, strict=True)])

    for part in (*rule.have, rule.want):
        rows, change = _rows(prover, part, action, values), [z3.IntVal(0)]
        for i, row in enumerate(rows):
            new = z3.And([differ(row, one) for one in rows[:i]])
            for sign, holds in ((1, after), (-1, prover.now)):
                change.append(z3.If(z3.And(new, _counted(prover, part, row, holds)), sign, 0))
        sums.append(z3.Sum(change))
        # No other row enters `have`, or leaves `want`.
        some = prover.values(part.atoms)
        row = [some[name] for name in part.counted]
        out, in_ = (prover.now, after) if part is not rule.want else (after, prover.now)
        moved = z3.Not(_counted(prover, part, row, out)), _counted(prover, part, row, in_)
        if not prover.never(needs, *(differ(row, one) for one in rows), *moved):
            return False
    return prover.never(needs, z3.Sum([z3.IntVal(0), *sums[:-1]]) > sums[-1])


def _counted(prover: Prover, part: Part, row: list[Any], holds: Holds) -> Any:
    """Return the formula that a row is counted."""
    values = prover.values(part.atoms) | dict(zip(part.counted, row, strict=True))
    others = [v for k, v in values.items() if k not in part.counted]
    formula = prover.holds(part.atoms, values, holds)
    return z3.Exists(others, formula) if others else formula


def _rows(prover: Prover, part: Part, action: Action, values: Terms) -> list[list[Any]]:
    """Return the rows that an atom that an action changes can concern."""
    patterns = [(prover.vocabulary.missing.get(a[0], a[0]), *a[1:]) for a in part.atoms]
    owns = (unified(pattern, atom) for pattern in patterns
            for atom in action.adds + action.deletes if atom[0] == pattern[0])  # fmt: skip
    return [[values[own[name]] for name in part.counted]
            for own in owns if own is not None and {*part.counted} <= {*own}]  # fmt: skip


def counting_rules(prover: Prover) -> list[Few]:
    """Return the counting rules that are found and proved.

    What is wanted are facts of the goal, with what is static about them in actions that add them.
    """
    vocabulary, wanted = prover.vocabulary, []
    for (missing, goal), action in product(vocabulary.missing.items(), vocabulary.domain.actions):
        for atom in (one for one in action.adds if one[0] == goal):
            about = _about(vocabulary, action, atom)
            static = [one for one in about if one[0] not in vocabulary.domain.fluents]
            wanted.append(_part("W", [(missing, *atom[1:]), *static]))
    found = [one for want in dict.fromkeys(wanted) for one in _balanced(prover, Few((), want))]
    return [*found, *(_strengthened(prover, one) for one in found)]


def _about(vocabulary: Vocabulary, action: Action, atom: Atom) -> list[Atom]:
    """Return what an action needs that is about the terms of an atom alone, without types."""
    predicates = vocabulary.domain.predicates
    return [one for one in action.needs if {*one[1:]} <= {*atom[1:]} and one[0] in predicates]


def _part(letter: str, atoms: list[Atom]) -> Part:
    """Return what is counted of the first of some atoms, with variables of a letter."""
    names = {one: f"{letter}{i}" for i, one in enumerate(atoms[0][1:])}
    return Part((*names.values(),), (*dict.fromkeys(put(one, names) for one in atoms),))


def _balanced(prover: Prover, rule: Few) -> Iterator[Few]:
    """Yield the rules that are proved of those that begin with a rule."""
    action = heavy(prover, rule)
    if action is None:
        yield rule
    elif len(rule.have) < MOST_PARTS:
        for gone in action.deletes:
            kept = [
                put(other, shared)
                for part in rule.have for one in part.atoms for added in action.adds
                if one[0] == added[0] and (shared := unified(one, added)) is not None
                for other in part.atoms if other != one and {*put(other, shared)[1:]} <= {*gone[1:]}
            ]  # fmt: skip
            part = _part("X", [gone, *_about(prover.vocabulary, action, gone), *kept])
            yield from _balanced(prover, Few((*rule.have, part), rule.want))


def _strengthened(prover: Prover, rule: Few) -> Few:
    """Return the rule with those alone counted that can still be reached, if that is proved."""
    signatures, typed = prover.vocabulary.signatures, prover.vocabulary.typed
    for i, part in enumerate(rule.have):
        types = {v: t for a in part.atoms for v, t in zip(a[1:], signatures[a[0]], strict=True)}
        for name in (one for one in typed if one.startswith("lost_")):
            key = [(f"is_{type_}", f"K{j}") for j, type_ in enumerate(typed[name][:-1])]
            for variable in (one for one in part.counted if types[one] == signatures[name][-1]):
                near = (NOT + name, *(one for _, one in key), variable)
                new = part._replace(atoms=(*part.atoms, *key, near))
                stronger = Few((*rule.have[:i], new, *rule.have[i + 1 :]), rule.want)
                if heavy(prover, stronger) is None:
                    rule, part = stronger, new
    return rule
