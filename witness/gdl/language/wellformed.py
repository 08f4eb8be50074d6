"""What makes a set of rules a game: checks that name the line and the column of what is wrong.

Restrictions of the language (Love et al., section 4): rules are safe, no relation depends on its
own negation, a relation has one number of arguments, and the relations with a meaning are used
where they can have it. What `base` and `input` say is no part of a game that does not ask for it.
"""

from __future__ import annotations

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.base.limits import current
from witness.base.meant import ALIKE, did_you_mean, nearest
from witness.gdl.language.grounding import Ground
from witness.gdl.language.kif import Place
from witness.gdl.language.rulesheet import (
    DECLARATIONS,
    KEYWORDS,
    Condition,
    Rule,
    Rulesheet,
    Term,
    Variable,
    check_number,
    read_rules,
    variables,
)

#: What every game has, with an example.
NEEDED = {
    "role": "(role player)",
    "legal": "(<= (legal player (mark ?x)) …)",
    "goal": "(<= (goal player 100) …)",
    "terminal": "(<= terminal …)",
}

#: What these may not depend on.
FORBIDDEN = {
    "init": ("true", "does", "legal", "goal", "terminal"),
    "legal": ("does",),
    "goal": ("does",),
    "terminal": ("does",),
}


def read_rulesheet(path: str | Path) -> Rulesheet:
    """Read the rules of a game from a file.

    Raises `InputError` if they make no game, and `LimitReachedError`.
    """
    with current().during("reading the rules"):
        sheet = read_rules(read_text(path), path)
        check(sheet)
    return sheet


def check(sheet: Rulesheet) -> None:
    """Raise `InputError` if the rules make no game, `LimitReachedError` if that takes too long."""
    if not sheet.rules:
        raise InputError("there are no rules in this file", file=sheet.file)
    declared = _declared(sheet)
    sheet = _without_idle_declarations(sheet)
    for rule in current().each(sheet.rules):
        _check_safe(rule)
    _check_arguments(sheet)
    _check_known(sheet, declared)
    heads = {rule.head.name for rule in sheet.rules}
    for name, example in NEEDED.items():
        if name not in heads:
            raise InputError(f"a game needs a rule for {name}, such as {example}", file=sheet.file)
    _check_roles(sheet)
    _check_dependencies(sheet)
    _check_negation(sheet)
    for rule in sheet.rules:
        if rule.head.name == "goal":
            _check_score(rule)


def _declared(sheet: Rulesheet) -> set[str]:
    """Return the names of the fluents that `base` lists."""
    terms = [rule.head.arguments[:1] for rule in sheet.rules if rule.head.name == "base"]
    return {term.name for first in terms for term in first if isinstance(term, Term)}


def _without_idle_declarations(sheet: Rulesheet) -> Rulesheet:
    """Return the sheet without the rules of the declarations that no other rule asks for."""
    idle = set(DECLARATIONS)
    while True:
        rules = tuple(rule for rule in sheet.rules if rule.head.name not in idle)
        asked = {condition.atom.name for rule in rules for condition in rule.body}
        if not idle & asked:
            return replace(sheet, rules=rules)
        idle -= asked


def _check_safe(rule: Rule) -> None:
    """Every variable must occur in a condition that holds for finitely many values."""
    bound = {
        variable
        for condition in rule.body
        if condition.positive and condition.atom.name != "distinct"
        for variable in variables(condition.atom)
    }
    for variable in variables(rule.head):
        if variable not in bound:
            raise rule.place.error(
                f"unsafe: {variable} of the head {rule.head} is in no positive condition"
            )
    for condition in rule.body:
        for variable in variables(condition.atom):
            if variable not in bound:
                raise condition.place.error(
                    f"unsafe: {variable} of {condition} is in no positive condition"
                )


def _check_arguments(sheet: Rulesheet) -> None:
    """A relation, and a function, has one number of arguments."""
    relations: dict[str, int] = {}
    functions: dict[str, int] = {}

    def visit(term: Term | Variable, place: Place, known: dict[str, int], kind: str) -> None:
        if isinstance(term, Variable):
            return
        number = len(term.arguments)
        if kind == "relation" or number:
            before = known.setdefault(term.name, number)
            if before != number:
                raise place.error(
                    f"the {kind} {term.name} has {number} arguments here and {before} before"
                )
        for argument in term.arguments:
            visit(argument, place, functions, "function")

    for rule in sheet.rules:
        atoms = [(rule.head, rule.place)]
        atoms += [(condition.atom, condition.place) for condition in rule.body]
        for atom, place in atoms:
            check_number(atom, DECLARATIONS, place)
            visit(atom, place, relations, "relation")


def _check_roles(sheet: Rulesheet) -> None:
    """Roles are constants, listed by facts; warn of rules and conditions about no role."""
    roles: set[str] = set()
    unknown: set[str] = set()
    for rule in sheet.rules:
        if rule.head.name == "role":
            role = rule.head.arguments[0]
            if rule.body or isinstance(role, Variable) or role.arguments:
                raise rule.place.error(f"a role is a fact about a name, as (role player): {rule}")
            roles.add(role.name)
    for rule in sheet.rules:
        atoms = [(rule.head, rule.place), *((c.atom, c.place) for c in rule.body)]
        for atom, place in atoms:
            whose = atom.arguments[0] if atom.name in ("legal", "does", "goal", "input") else None
            if isinstance(whose, Term) and whose.name not in {*roles, *unknown}:
                unknown.add(whose.name)
                _say(place, f"{whose} is no role in {atom}", whose.name, roles)


def _check_known(sheet: Rulesheet, declared: set[str]) -> None:
    """Warn of relations in conditions that have no rule: they are false.

    Raises `InputError` for a fluent that stands there as if it were a relation.
    """
    unknown: set[str] = set()
    heads = {rule.head.name for rule in sheet.rules}
    fluents = declared | {
        rule.head.arguments[0].name
        for rule in sheet.rules
        if rule.head.name in ("init", "next") and isinstance(rule.head.arguments[0], Term)
    }
    # (init ?f) and (next ?f) can make any fluent.
    any_fluent = any(
        rule.head.name in ("init", "next") and isinstance(rule.head.arguments[0], Variable)
        for rule in sheet.rules
    )
    for rule in sheet.rules:
        for condition in rule.body:
            name = condition.atom.name
            if name in heads or name in ("true", "does", "distinct"):
                continue
            place = condition.place
            if name in fluents:
                raise place.error(
                    f"{name} is a fluent, not a relation: write (true {condition.atom})"
                )
            if not any(character.isalnum() for character in name):
                raise place.error(
                    f"the relation {name} has no rule, and none is built in: the same variable "
                    "twice says equal, (distinct a b) different, and facts say what is more"
                )
            if name not in unknown:
                unknown.add(name)
                known = [*heads, *KEYWORDS, *DECLARATIONS]
                _warn(place, f"the relation {name} has no rule", name, known)
        for condition in rule.body:
            if condition.atom.name == "true" and not any_fluent:
                _check_fluent(condition, fluents, heads)
    _check_idle(sheet, fluents)


def _check_idle(sheet: Rulesheet, fluents: Iterable[str]) -> None:
    """Warn of relations that nothing asks for, and that look like a misspelt one with a meaning."""
    asked = {condition.atom.name for rule in sheet.rules for condition in rule.body}
    roles = {str(rule.head.arguments[0]) for rule in sheet.rules if rule.head.name == "role"}
    told: set[str] = set()
    for rule in sheet.rules:
        name, arguments = rule.head.name, rule.head.arguments
        if name in asked or name in KEYWORDS or name in DECLARATIONS:
            continue
        first = arguments[0] if arguments else None
        about = {*roles, *fluents} if isinstance(first, Term) else {str(first)}
        meant = [word for word, number in KEYWORDS.items() if number == len(arguments)]
        named = first.name if isinstance(first, Term) else str(first)
        if name not in told and named in about and nearest(name, meant):
            told.add(name)
            _say(rule.place, f"nothing asks for the relation {name}", name, meant)


def _check_fluent(condition: Condition, fluents: set[str], heads: Iterable[str]) -> None:
    """Warn of a fluent that nothing begins or makes, which is false; refuse a relation as one."""
    fluent = condition.atom.arguments[0]
    if isinstance(fluent, Variable) or fluent.name in fluents:
        return
    place = condition.place
    if fluent.name in heads:
        raise place.error(f"{fluent.name} is a relation, not a fluent: write {fluent} without true")
    _warn(place, f"the fluent {fluent.name} is in no init and no next", fluent.name, fluents)


def _warn(place: Place, missing: str, name: str, known: Iterable[str]) -> None:
    """Warn that what has a name is false, and say which of the known names may be meant."""
    _say(place, f"{missing}, so that it is false", name, known, 0.6)


def _say(place: Place, wrong: str, name: str, known: Iterable[str], alike: float = ALIKE) -> None:
    """Warn of a name that is wrong, and say which of the known names may be meant."""
    said = place.error(f"{wrong}{did_you_mean(name, known, alike)}")
    warnings.warn(str(said), RuntimeWarning, stacklevel=2)


def _check_dependencies(sheet: Rulesheet) -> None:
    #: For each relation those that its rules ask for, with such a rule.
    depends: dict[str, dict[str, Rule]] = defaultdict(dict)
    for rule in sheet.rules:
        for condition in rule.body:
            depends[rule.head.name].setdefault(condition.atom.name, rule)
    for name, forbidden in FORBIDDEN.items():
        for other in forbidden:
            way = _way(depends, name, other)
            if way:
                rule = depends[way[0]][way[1]]
                raise rule.place.error(f"{name} cannot depend on {other}: {' → '.join(way)}")


def _way(depends: Mapping[str, Mapping[str, object]], start: str, end: str) -> list[str]:
    """Return the shortest chain of relations from one to another, empty if there is none."""
    came: dict[str, str] = {}
    todo = [start]
    for name in todo:
        for other in depends.get(name, ()):
            if other == end:
                chain = [other, name]
                while chain[-1] != start:
                    chain.append(came[chain[-1]])
                return chain[::-1]
            if other not in came and other != start:
                came[other] = name
                todo.append(other)
    return []


def check_constants(sheet: Rulesheet, program: Ground) -> None:
    """Warn of constants in conditions that stand nowhere in what can hold, so that it is false.

    Where a relation, or a function in it, has arguments, `program` knows which names these have.
    """
    conditions: dict[Term, Place] = {}
    for condition in (condition for rule in sheet.rules for condition in rule.body):
        conditions.setdefault(condition.atom, condition.place)
    asked = {atom.name for atom in conditions if any(_names(atom))} - {"distinct"}
    known: dict[tuple[str | int, ...], set[str]] = defaultdict(set)
    for atom in current().each([*program.names.values(), *program.facts]):
        for way, name in _names(atom) if atom.name in asked else ():
            known[way].add(name)
    for atom, place in conditions.items():
        for way, name in _names(atom):
            names = known.get(way, {name})
            # Of unknown relations, fluents and roles the rules themselves tell.
            if name not in names and way not in (("true", 0), ("does", 0), ("legal", 0)):
                said = f"{atom} is false, as {name} never stands there"
                _say(place, said, name, names, 0.6)
                break


def _names(atom: Term) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the names in the arguments of an atom, each after the way to it."""
    todo: list[tuple[tuple[str | int, ...], Term]] = [((atom.name,), atom)]
    for way, term in todo:
        for number, argument in enumerate(term.arguments):
            if isinstance(argument, Term):
                yield (*way, number), argument.name
                todo.append(((*way, number, argument.name), argument))


def _check_negation(sheet: Rulesheet) -> None:
    """No relation depends on its own negation; goals of different scores are told apart."""
    depends: dict[str, dict[str, Rule]] = defaultdict(dict)
    goals = {_key(rule.head) for rule in sheet.rules if rule.head.name == "goal"}
    for rule in sheet.rules:
        for condition in rule.body:
            # Any score may be meant by a variable.
            current().check()
            several = goals if _key(condition.atom) == "goal" else {_key(condition.atom)}
            for name in several:
                depends[_key(rule.head)].setdefault(name, rule)
    for rule in sheet.rules:
        for condition in rule.body:
            head, name = _key(rule.head), _key(condition.atom)
            if condition.positive or name == "distinct":
                continue
            current().check()
            for start in sorted(goals) if name == "goal" else [name]:
                way = [start] if start == head else _way(depends, start, head)
                if way:
                    raise condition.place.error(
                        f"recursion through negation: {head} → not {' → '.join(way)}"
                    )


def _key(atom: Term) -> str:
    """Return what is told apart: relations, and goals by their score where it is written."""
    if atom.name == "goal" and isinstance(atom.arguments[1], Term):
        return f"goal {atom.arguments[1]}"
    return atom.name


def _check_score(rule: Rule) -> None:
    score = rule.head.arguments[1]
    if isinstance(score, Term) and not is_score(score):
        raise rule.place.error(f"{score} is not a score; these are whole numbers from 0 to 100")


def is_score(term: Term) -> bool:
    """Return whether a term is a score: a whole number from 0 to 100."""
    return not term.arguments and re.fullmatch("[0-9]|[1-9][0-9]|100", term.name) is not None
