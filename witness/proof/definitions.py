"""What axioms and the definitions of a background say, as formulas of first-order logic.

A formula is a disjunction of literals; its variables stand for everything. A predicate holds where
the body of one of its rules does, and nowhere else. So for each rule there is a formula that says
that its head follows, and there are formulas that say what follows from the head. New functions
and predicates stand for "some value" and "this rule". Certificates refer to formulas by name:

- "axiom N": the N-th axiom of `completions.txt`, which also has rules of definitions;
- "rule N of p/k": the head of a rule follows from its body;
- "some rule of p/k", "literal M of rule N of p/k": p holds only by one of its rules, and then all
  literals of the rule do.

What `member(X,L)` and `memberchk(X,L)` say of lists is a relation, and the length of an
intersection is `common(A,B)`. What goes beyond that, such as `findall`, cannot be expressed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import (
    Clause,
    Compound,
    Key,
    ListTerm,
    Literal,
    Term,
    Variable,
    literal_text,
    literal_variables,
    substitute,
    variables,
)

#: Literals, one of which is true for all values of their variables.
Formula = tuple[Literal, ...]

#: Formulas by name.
Formulas = dict[str, Formula]

#: What stands for a variable.
Substitution = Mapping[Variable, Term]

_ORDER = {">": ("<", True, False), "<": ("<", False, False), ">=": ("<", False, True),
          "=<": ("<", True, True)}  # fmt: skip


# ---- formulas -----------------------------------------------------------------------------------


def opposite(literal: Literal) -> Literal:
    """Return the negation of a literal."""
    return replace(literal, negated=not literal.negated)


def in_term(term: Term, values: Substitution) -> Term:
    """Return a term with others in place of its variables."""
    return substitute(term, lambda variable: values.get(variable, variable))


def substituted(literals: Sequence[Literal], values: Substitution) -> Formula:
    """Return literals with terms in place of variables."""
    return tuple(
        replace(literal, args=tuple(in_term(argument, values) for argument in literal.args))
        for literal in literals
    )


def formula_variables(formula: Sequence[Literal]) -> list[Variable]:
    """Return the variables of literals, in order of occurrence."""
    return list(dict.fromkeys(v for literal in formula for v in literal_variables(literal)))


def paired(terms: Sequence[Term], values: Sequence[Term]) -> dict[Variable, Term]:
    """Return the values of terms that are variables."""
    pairs = zip(terms, values, strict=True)
    return {term: value for term, value in pairs if isinstance(term, Variable)}


def with_cells(term: Term) -> Term:
    """Return a term whose lists are compounds of an item and the rest."""
    if isinstance(term, Compound):
        return Compound(term.functor, tuple(map(with_cells, term.args)))
    if isinstance(term, ListTerm) and term.items:
        rest: Term = ListTerm(()) if term.tail is None else with_cells(term.tail)
        for item in reversed(term.items):
            rest = Compound("[|]", (with_cells(item), rest))
        return rest
    return term


def read_implication(text: str, file: str, line: int) -> tuple[Formula, Formula]:
    """Read "conditions => conclusions": some literals, and those of which one follows.

    Commas part conditions, semicolons conclusions; `fail` is no conclusion. Raises `InputError`.
    """
    before, arrow, after = text.partition("=>")
    if not arrow:
        raise InputError(f"expected conditions => conclusions, found {text}", file=file, line=line)
    conditions = _literals(before, file, line)
    conclusions = [li for part in after.split(";") for li in _literals(part, file, line)]
    return conditions, tuple(li for li in conclusions if li.key != ("fail", 0))


def _literals(text: str, file: str, line: int) -> Formula:
    if not text.strip():
        return ()
    (clause,) = parse_clauses(f"x :- {text.strip()}.", file, line)
    return tuple(replace(li, args=tuple(map(with_cells, li.args))) for li in clause.body)


@cache
def of_completions() -> tuple[Mapping[str, Formula], Mapping[Key, Sequence[Clause]]]:
    """Return what holds of every completion: the axioms, and the rules of definitions."""
    path = Path(__file__).with_name("completions.txt")
    axioms: Formulas = {}
    rules: dict[Key, list[Clause]] = {}
    for line, content in enumerate(read_text(path).split("\n"), start=1):
        said = content.strip()
        if ":-" in said:
            (rule,) = parse_clauses(said, str(path), line)
            rules.setdefault(rule.key, []).append(rule)
        elif said and not said.startswith("%"):
            before, after = read_implication(said.removesuffix("."), str(path), line)
            axioms[f"axiom {len(axioms) + 1}"] = (*map(opposite, before), *after)
    return axioms, rules


# ---- definitions --------------------------------------------------------------------------------


def definition(key: Key, rules: Sequence[Clause]) -> Formulas:
    """Return what a definition says: its rules, and that nothing else makes it true.

    Raises `InputError` for a definition that cannot be expressed.
    """
    name = f"{key[0]}/{key[1]}"
    found: Formulas = {}
    heads = tuple(Variable(f"A{place}") for place in range(key[1]))
    ways = [Literal(f"{name} by rule {number}", heads) for number in range(1, len(rules) + 1)]
    for number, rule in enumerate(rules, start=1):

        def some(variable: Variable, of: Sequence[Term], number: int = number) -> Term:
            return Compound(f"{variable.name} in rule {number} of {name}", tuple(of) or (0,))

        body, bound = expressible(rule)
        to_heads = paired(rule.args, heads)
        if len(to_heads) < len(heads):
            raise InputError("arguments of a head must be different variables", line=rule.line)
        # The rule: what only a negated literal speaks of is some value.
        values = {v: some(v, bound) for v in formula_variables(body) if v not in bound}
        conditions = map(opposite, substituted(body, values))
        found[f"rule {number} of {name}"] = (*conditions, Literal(rule.name, rule.args))
        # The other way round: what the body alone speaks of is some value.
        to_heads |= {v: some(v, heads) for v in bound if v not in to_heads}
        for place, literal in enumerate(substituted(body, to_heads), start=1):
            formula = (opposite(ways[number - 1]), literal)
            found[f"literal {place} of rule {number} of {name}"] = formula
    found[f"some rule of {name}"] = (Literal(key[0], heads, True), *ways)
    return found


def expressible(rule: Clause) -> tuple[Formula, list[Variable]]:
    """Return the body of a rule as formulas say it, and the variables that it gives a value.

    A variable has a value if it is in the head or in a literal that is not negated. Raises
    `InputError` for a body that cannot be expressed.
    """
    occurrences = [v for literal in rule.body for v in literal_variables(literal)]
    occurrences += [v for argument in rule.args for v in variables(argument)]
    counts: dict[Term, Term] = {}
    for one in rule.body:
        for other in rule.body:
            if (
                one.key == ("intersection", 3)
                and other.key == ("length", 2)
                and one.args[2] == other.args[0]
                and not (one.negated or other.negated)
                and isinstance(one.args[2], Variable)
                and occurrences.count(one.args[2]) == 2
            ):
                counts[one.args[2]] = other.args[1]
    found = []
    for literal in rule.body:
        name, args, negated = literal.name, literal.args, literal.negated
        if literal.key == ("memberchk", 2):
            name = "member"
        elif literal.key == ("intersection", 3) and args[2] in counts:
            name, args = "=", (counts[args[2]], Compound("common", args[:2]))
        elif literal.key == ("length", 2) and args[0] in counts:
            continue
        elif name in _ORDER and len(args) == 2:
            name, swapped, opposed = _ORDER[name]
            args = args[::-1] if swapped else args
            negated = negated != opposed
        elif name in ("findall", "is", "length", "intersection", "sort"):
            raise InputError(f"{literal_text(literal)} cannot be expressed", line=literal.line)
        found.append(Literal(name, tuple(map(with_cells, args)), negated))
    given = formula_variables([Literal("", rule.args), *(li for li in found if not li.negated)])
    return tuple(found), given
