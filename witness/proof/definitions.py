"""What the definitions of a background say, as formulas, and which of its lemmas are to be proved.

A predicate holds where the body of one of its rules does, and nowhere else. So for each rule there
is a formula that says that its head follows, and there are formulas that say what follows from the
head. New functions and predicates stand for "some value" and "this rule".

Lists are opaque: `member(X,L)` and `memberchk(X,L)` are a relation, and the length of an
intersection is `common(A,B)`. What goes beyond that, such as `findall`, cannot be expressed; it
raises `InputError`, but only where a lemma depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from witness.base.errors import InputError
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.reader import Program
from witness.logic.language.terms import (
    Clause,
    Compound,
    Key,
    Literal,
    Term,
    Variable,
    clause_in_short,
    literal_text,
    literal_variables,
    variables,
)
from witness.proof.formulas import (
    Formula,
    opposite,
    paired,
    read_implication,
    recursive_groups,
    substituted,
)

#: Relations between the completions of a path and vertices or edges.
FINAL: frozenset[Key] = frozenset({("visits", 2), ("takes", 2)})

_ORDER = {">": ("<", True, False), "<": ("<", False, False), ">=": ("<", False, True),
          "=<": ("<", True, True)}  # fmt: skip


@dataclass(frozen=True)
class Lemma:
    """A lemma of a background: its conditions, of which the first comes first, and what follows.

    Without a `conclusion` the conditions exclude each other.
    """

    name: str
    text: str
    line: int
    conditions: tuple[Literal, ...]
    conclusion: Literal | None

    @property
    def formula(self) -> Formula:
        """The lemma as a formula."""
        after = () if self.conclusion is None else (self.conclusion,)
        return Formula(self.name, (*map(opposite, self.conditions), *after))

    @property
    def subject(self) -> Key:
        """The predicate of the first condition."""
        return self.conditions[0].key


class Theory:
    """The definitions and the lemmas of a background file."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules = {**program.rules, **program.of_completions}
        calls = {key: [li.key for r in rules for li in r.body] for key, rules in self.rules.items()}
        self.groups = recursive_groups(calls)
        for key, rules in self.rules.items():
            for rule in rules:
                for literal in rule.body:
                    if literal.negated and literal.key in self.groups[key]:
                        raise InputError(
                            f"{clause_in_short(rule)}: a recursion through a negation has no least "
                            "fixed point",
                            file=program.file,
                            line=rule.line,
                        )
        self.lemmas = [self._lemma(*found) for found in program.lemmas]

    def _lemma(self, line: int, text: str) -> Lemma:
        file = self.program.file
        conditions, conclusions = read_implication(text, file, line)
        if not conditions or conditions[0].negated or len(conclusions) > 1:
            raise InputError(
                f"a lemma has conditions, the first without \\+, and one conclusion: {text}",
                file=file,
                line=line,
            )
        for literal in (*conditions, *conclusions):
            known = literal.key in self.rules or literal.key in PRIMITIVES or literal.key in FINAL
            if not known and literal.name != "=":
                raise InputError(
                    f"unknown predicate {literal.name}/{len(literal.args)}", file=file, line=line
                )
        conclusion = conclusions[0] if conclusions else None
        return Lemma(f"lemma {text}", text, line, conditions, conclusion)

    def formulas(self) -> list[Formula]:
        """Return what the definitions say, without those that cannot be expressed."""
        found: list[Formula] = []
        for key, rules in self.rules.items():
            try:
                found += _definition(key, rules)
            except InputError:
                continue
        return found


def _definition(key: Key, rules: Sequence[Clause]) -> list[Formula]:
    """Return what a definition says: its rules, and that nothing else makes it true."""
    name = f"{key[0]}/{key[1]}"
    found = []
    arguments = tuple(Variable(f"A{place}") for place in range(key[1]))
    parts = [Literal(f"{name} by rule {number}", arguments) for number in range(1, len(rules) + 1)]
    for number, rule in enumerate(rules, start=1):
        head = Literal(rule.name, rule.args)
        body = expressible(rule.body)
        # The rule: what only a negated literal speaks of is some value.
        bound = dict.fromkeys(v for argument in rule.args for v in variables(argument))
        bound |= dict.fromkeys(v for li in body if not li.negated for v in literal_variables(li))
        unbound = [v for li in body for v in literal_variables(li) if v not in bound]
        values = {v: _some(v, name, number, tuple(bound)) for v in unbound}
        conditions = tuple(opposite(substituted(li, values)) for li in body)
        found.append(Formula(f"rule {number} of {name}", (*conditions, head)))
        # The other way round: what the body alone speaks of is some value.
        own = paired(rule.args, arguments)
        if len(own) < len(arguments):
            raise InputError("arguments of a head must be different variables")
        inner = {
            v: _some(v, name, number, arguments)
            for li in body
            if not li.negated
            for v in literal_variables(li)
            if v not in own
        }
        renamed = {**inner, **own}
        for place, literal in enumerate(body, start=1):
            literals = (opposite(parts[number - 1]), substituted(literal, renamed))
            found.append(Formula(f"literal {place} of rule {number} of {name}", literals))
    whole = (Literal(key[0], arguments, True), *parts)
    found.append(Formula(f"some rule of {name}", whole))
    return found


def _some(variable: Variable, name: str, number: int, of: Sequence[Term]) -> Term:
    functor = f"{variable.name} in rule {number} of {name}"
    return Compound(functor, tuple(of)) if of else Compound(functor, (0,))


def expressible(body: Sequence[Literal]) -> tuple[Literal, ...]:
    """Return a body in the relations of this file; raise `InputError` for what has none."""
    lengths = {li.args[0]: li.args[1] for li in body if li.key == ("length", 2)}
    found = []
    for literal in body:
        if literal.key in (("member", 2), ("memberchk", 2)):
            found.append(replace(literal, name="member"))
        elif literal.key == ("intersection", 3) and literal.args[2] in lengths:
            number = lengths[literal.args[2]]
            found.append(Literal("=", (number, Compound("common", literal.args[:2]))))
        elif literal.key == ("length", 2) and any(
            li.key == ("intersection", 3) and li.args[2] == literal.args[0] for li in body
        ):
            continue
        elif literal.name in _ORDER and len(literal.args) == 2:
            name, swapped, negated = _ORDER[literal.name]
            args = literal.args[::-1] if swapped else literal.args
            found.append(Literal(name, args, literal.negated != negated))
        elif literal.name in ("findall", "is", "length", "intersection", "sort"):
            raise InputError(f"{literal_text(literal)} cannot be expressed", line=literal.line)
        else:
            found.append(Literal(literal.name, literal.args, literal.negated))
    return tuple(found)
