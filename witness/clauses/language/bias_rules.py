"""Rules of a bias file that declare predicates, such as `body_pred(P,1) :- constant(P,_).`

A rule is evaluated if its body consists of names that only facts of the file define, so that it
says what Popper would find with clingo: one declaration for each way to satisfy the body.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from witness.base.errors import InputError

#: The arguments of the facts of a file, by their names.
Facts = dict[str, list[list[str]]]

#: The most pairs of facts that the evaluation of a rule looks at for one of its conditions.
MOST_PAIRS = 1_000_000

_ATOM = re.compile(r"\s*([a-z][A-Za-z0-9_]*)\s*\(((?:[^()]|\([^()]*\))*)\)\s*")
_ATOMS = re.compile(rf"{_ATOM.pattern}(?:,{_ATOM.pattern})*+")
_VARIABLE = re.compile(r"[A-Z_][A-Za-z0-9_]*")
_HEAD_NAME = re.compile(r"(?<![\w,(])[a-z][A-Za-z0-9_]*(?=\s*(?:[({};:|]|$))")
_VALUE = re.compile(r"[a-z][A-Za-z0-9_]*|[0-9]{1,9}")


@dataclass(frozen=True)
class Derived:
    """The declarations that follow from a rule: names and what is in parentheses.

    `used` are the names of the facts that the rule uses.
    """

    found: tuple[tuple[str, str], ...]
    used: frozenset[str]


def derived(rule: str, facts: Facts, ruled: Collection[str]) -> Derived | None:
    """Return what follows from a rule; None for a rule that is not of this simple kind.

    `ruled` are the names in the heads of rules: to ask for one of them takes more than facts.
    Raises `InputError`, without a place, for more facts than can be joined.
    """
    head, arrow, body = rule.partition(":-")
    said = _ATOM.fullmatch(head)
    conditions = _atoms(body)
    if said is None or not arrow or not conditions:
        return None
    bindings: list[dict[str, str]] = [{}]
    for name, arguments in conditions:
        rows = facts.get(name, [])
        if name in ruled or not all(_VALUE.fullmatch(value) for row in rows for value in row):
            return None
        if not all(_VARIABLE.fullmatch(a) or _VALUE.fullmatch(a) for a in arguments):
            return None
        if len(bindings) * len(rows) > MOST_PAIRS:
            raise InputError(f"more than {MOST_PAIRS:,} pairs of facts to look at")
        joined = (_matched(arguments, row, binding) for binding in bindings for row in rows)
        bindings = [extended for extended in joined if extended is not None]
    wanted = set(re.findall(r"\b[A-Z_][A-Za-z0-9_]*", said.group(2)))
    known = {a for _, arguments in conditions for a in arguments} - {"_"}
    if not wanted <= known:
        return None
    found = [(said.group(1), _filled(said.group(2), binding)) for binding in bindings]
    return Derived(tuple(dict.fromkeys(found)), frozenset(name for name, _ in conditions))


def head_names(rules: Collection[str]) -> set[str]:
    """Return the names that the heads of rules have, with arguments or without."""
    heads = (rule.partition(":-")[0] for rule in rules)
    return {name for head in heads for name in _HEAD_NAME.findall(head)}


def _atoms(body: str) -> list[tuple[str, list[str]]]:
    """Return the atoms of a body, each with its arguments; none for any other text."""
    if not _ATOMS.fullmatch(body):
        return []
    return [(name, _parts(inside)) for name, inside in _ATOM.findall(body)]


def arguments_of(fact: str) -> list[str]:
    """Return the arguments of a fact."""
    atom = _ATOM.fullmatch(fact)
    return [] if atom is None else _parts(atom.group(2))


def _parts(inside: str) -> list[str]:
    return [part.strip() for part in inside.split(",")]


def _matched(pattern: list[str], row: list[str], binding: dict[str, str]) -> dict[str, str] | None:
    if len(pattern) != len(row):
        return None
    found = dict(binding)
    for part, value in zip(pattern, row, strict=True):
        if not _VARIABLE.fullmatch(part):
            if part != value:
                return None
        elif part != "_" and found.setdefault(part, value) != value:
            return None
    return found


def _filled(text: str, binding: dict[str, str]) -> str:
    return re.sub(r"\b[A-Z_][A-Za-z0-9_]*", lambda v: binding.get(v.group(), v.group()), text)
