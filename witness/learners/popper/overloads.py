"""Other names for predicates that have theirs in common, such as `len/1` and `len/2`.

Popper 4.3.0 knows types and directions by the name of a predicate alone, and fails. So each such
body predicate gets a name of its own in Popper's files, and its own one back in the answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from witness.base.errors import UnsupportedError
from witness.learners.task import LearningTask
from witness.logic.language.bias import RAW, Bias
from witness.logic.language.builtins import BUILTINS
from witness.logic.language.terms import Clause, Key, Literal, Variable


def overloaded(bias: Bias) -> list[Key]:
    """Return the body predicates that share their name with another predicate of the bias."""
    counts = Counter(signature.name for signature in (bias.head, *bias.body))
    return [signature.key for signature in bias.body if counts[signature.name] > 1]


def check_overloads(bias: Bias) -> None:
    """Raise `UnsupportedError` for raw ASP about a name that several predicates have."""
    for name in dict.fromkeys(name for name, _ in overloaded(bias)):
        for demand in bias.demands:
            if demand.kind == RAW and re.search(rf"\b{name}\b", demand.statement):
                arities = " and ".join(
                    f"{name}/{len(s.types)}" for s in (bias.head, *bias.body) if s.name == name
                )
                raise UnsupportedError(
                    f"{demand.statement} is about {name}, but there are {arities}, which Popper "
                    "cannot tell apart; give them different names",
                    file=bias.file,
                    line=demand.line,
                )


def other_names(task: LearningTask) -> dict[Key, str]:
    """Return a name for each body predicate that shares its own, which nothing else has."""
    program = task.background
    used = {name for name, _ in (*program.rules, *program.facts, *BUILTINS)}
    used |= {li.name for rules in program.rules.values() for rule in rules for li in rule.body}
    used |= {signature.name for signature in (task.bias.head, *task.bias.body)}
    found = {}
    for name, arity in overloaded(task.bias):
        other = f"{name}_{arity}"
        while other in used:
            other += "_"
        used.add(other)
        found[name, arity] = other
    return found


def with_other_names(bias: Bias, others: Mapping[Key, str]) -> Bias:
    """Return a bias in which body predicates have other names."""
    return replace(bias, body=tuple(replace(s, name=others.get(s.key, s.name)) for s in bias.body))


def definitions(others: Mapping[Key, str]) -> str:
    """Return the text that defines the other names by those of the background."""
    lines = []
    for (name, arity), other in others.items():
        variables = tuple(Variable(f"V{number}") for number in range(arity))
        lines.append(f"{Clause(other, variables, (Literal(name, variables),))}\n")
    return "".join(lines)


def with_own_names(clauses: Sequence[Clause], others: Mapping[Key, str]) -> tuple[Clause, ...]:
    """Return clauses in which predicates have their own names again."""
    own = {(other, arity): name for (name, arity), other in others.items()}
    return tuple(
        replace(
            clause,
            body=tuple(replace(li, name=own.get(li.key, li.name)) for li in clause.body),
        )
        for clause in clauses
    )
