"""Checks of background knowledge: every called predicate is defined, and none calls itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from witness.base.errors import InputError, UnsupportedError
from witness.clauses.language.bias import Bias
from witness.clauses.language.builtins import BUILTINS
from witness.clauses.language.goals import ANYTHING, CONSTRUCTS, INTERPRETED, called_in, goals_in
from witness.clauses.language.primitives import Primitive
from witness.clauses.language.reader import Program
from witness.clauses.language.system import unknown, why_not_defined
from witness.clauses.language.terms import (
    COMPARISONS,
    Atom,
    Clause,
    Compound,
    Key,
    Literal,
    indicator,
)

#: The longest chain of definitions that call each other; the compiler follows it recursively.
MAX_CHAIN = 50


def beyond_plain(clauses: Sequence[Clause], head: Key) -> list[str | None]:
    """Return for each clause of a hypothesis about `head` why it is not plain; None if it is.

    Plain clauses are about the head, and call neither it nor a predicate that the hypothesis
    defines. They can be translated, explained and verified one by one, whatever the others say: a
    hypothesis holds wherever one of them does.
    """
    rules = _by_predicate(clauses)
    invented = (reached([head], Program("", rules)) & rules.keys()) - {head}

    def reason(clause: Clause) -> str | None:
        if clause.key in invented:
            return f"it defines {indicator(clause.key)}, an invented predicate"
        if head in _calls(clause):
            return f"it is recursive: {indicator(head)} calls itself"
        if invented & _calls(clause):
            return f"it calls {indicator(min(invented & _calls(clause)))}, an invented predicate"
        return None

    return [reason(clause) for clause in clauses]


def _by_predicate(clauses: Iterable[Clause]) -> dict[Key, list[Clause]]:
    rules: dict[Key, list[Clause]] = {}
    for clause in clauses:
        rules.setdefault(clause.key, []).append(clause)
    return rules


def plain_part(clause: Clause, clauses: Sequence[Clause]) -> Clause:
    """Return a clause without the literals that call what some clauses define."""
    defined = {one.key for one in clauses}
    body = (li for li in clause.body if not _calls(Clause("", (), (li,))) & defined)
    return replace(clause, body=tuple(body))


def needs(clause: Clause, clauses: Sequence[Clause]) -> set[Key]:
    """Return what some clauses define and a clause calls, itself or through these."""
    rules = _by_predicate(clauses)
    return _calls(clause) | (called(clause, Program("", rules)) & rules.keys())


def called(clause: Clause, program: Program) -> set[Key]:
    """Return all predicates that a clause calls, itself or through definitions."""
    return reached(_calls(clause), program)


def reached(keys: Iterable[Key], program: Program) -> set[Key]:
    """Return predicates, and all that their definitions call."""
    found: set[Key] = set()
    todo = {*keys}
    while todo:
        found |= todo
        rules = [rule for key in todo for rule in program.rules.get(key, ())]
        todo = {key for rule in rules for key in _calls(rule)} - found
    return found


def why_not_plain(clauses: Sequence[Clause], head: Key) -> str | None:
    """Return why the first clause that is not plain is not (`beyond_plain`); None if all are."""
    return next((reason for reason in beyond_plain(clauses, head) if reason), None)


def _calls(clause: Clause) -> set[Key]:
    return {key for literal in clause.body for key in _called(literal)}


def _called(literal: Literal) -> list[Key]:
    """Return the predicate of a literal, and those of the goals among its arguments."""
    goal = Compound(literal.name, literal.args) if literal.args else Atom(literal.name)
    return list(called_in(goal))


def goals_of(literal: Literal, program: Program) -> list[Key]:
    """Return the predicate of a literal, and those of its goals unless a program defines it."""
    return [literal.key] if program.defines(literal.key) else _called(literal)


#: The predicates that any program may call.
BUILT_IN = frozenset(
    {*BUILTINS, *((name, 2) for name in COMPARISONS), ("findall", 3), *INTERPRETED}
)


def is_defined(key: Key, program: Program, primitives: Mapping[Key, Primitive]) -> bool:
    """Whether a predicate is defined in the program, a primitive, or built in."""
    return program.defines(key) or key in primitives or key in BUILT_IN


def check_declared(bias: Bias, program: Program, primitives: Mapping[Key, Primitive]) -> None:
    """Raise `InputError` for a body predicate of a bias that is not defined, or cannot be."""
    for key in sorted(program.unusable.keys() & reached([s.key for s in bias.body], program)):
        raise InputError(str(why_not_defined(key)), file=program.file, line=program.unusable[key])
    for signature in bias.body:
        reason = None
        if signature.key == ("findall", 3):
            reason = "findall cannot be a body predicate: what it calls would be data"
        elif signature.key == ("var", 1) or signature.key in CONSTRUCTS:
            what = "it depends on the order of literals"
            reason = f"{signature.name} cannot be a body predicate: {what}"
        elif not is_defined(signature.key, program, primitives):
            known = f"neither in {program.file} nor as a primitive"
            reason = why_not_defined(signature.key) or (
                f"the body predicate {indicator(signature.key)} is defined "
                f"{known if primitives else f'nowhere in {program.file}'}"
            )
        if reason is not None:
            raise InputError(reason, file=bias.file, line=signature.line)


def check_definitions(program: Program, primitives: Mapping[Key, Primitive]) -> None:
    """Raise `InputError` for calls of undefined predicates and for cyclic definitions."""
    calls = check_calls(program, primitives)
    done: set[Key] = set()

    def visit(key: Key, trail: list[Key]) -> None:
        for target, line in calls.get(key, []):
            if target in trail:
                cycle = [*trail[trail.index(target) :], target]
                names = " → ".join(map(indicator, cycle))
                raise UnsupportedError(
                    f"cyclic definition: {names}; recursion is not supported here",
                    file=program.file,
                    line=line,
                )
            if len(trail) == MAX_CHAIN:
                raise InputError(
                    f"more than {MAX_CHAIN} definitions call each other in a chain",
                    file=program.file,
                    line=line,
                )
            if target not in done:
                visit(target, [*trail, target])
        done.add(key)

    for key in list(calls):
        visit(key, [key])


def check_tables(program: Program) -> None:
    """Raise `UnsupportedError` for a table with a cut, or recursion through negation or findall."""
    for key in program.tabled:
        for clause in program.rules.get(key, ()):
            for literal in clause.body:
                goals = [n for n in goals_in(literal.name, literal.args) if n is not None]
                called_here = Clause(key[0], (), (literal,))
                reason = None
                if ("!", 0) in _called(literal):
                    reason = "has a table, and a cut (!)"
                elif (literal.negated or goals) and key in called(called_here, program):
                    through = "a negation" if literal.negated else literal.name
                    reason = f"is recursive through {through}, so it has no least fixed point"
                if reason is not None:
                    what = f"{indicator(key)} {reason}"
                    raise UnsupportedError(what, file=program.file, line=literal.line)


def check_clauses(clauses: Sequence[Clause], program: Program, file: str) -> None:
    """Raise `InputError` if clauses of a file call what neither they nor a program define."""
    known = {**program.facts, **{key: [] for key in program.rules}}
    check_calls(Program(file, _by_predicate(clauses), known), {})


def check_calls(
    program: Program, primitives: Mapping[Key, Primitive], *, anything: bool = False
) -> dict[Key, list[tuple[Key, int]]]:
    """Return what each predicate calls, with the line; raise `InputError` for undefined predicates.

    A program that passes calls only its own predicates and those of the subset, so a Prolog system
    can load it safely; but not if it may call `anything` that only the evaluation finds.
    """
    calls: dict[Key, list[tuple[Key, int]]] = {}
    for key, clauses in program.rules.items():
        for clause in clauses:
            for literal in clause.body:
                for target in goals_of(literal, program):
                    if target == ANYTHING:
                        if anything:
                            continue
                        what = f"the goal of {literal.name} must be one predicate that stands there"
                        raise InputError(what, file=program.file, line=literal.line)
                    if not is_defined(target, program, primitives):
                        raise InputError(unknown(target), file=program.file, line=literal.line)
                    calls.setdefault(key, []).append((target, literal.line))
    return calls
