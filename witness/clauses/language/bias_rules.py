"""Rules of a bias file that declare predicates, such as `body_pred(P,1) :- constant(P,_).`

A rule is evaluated if its body consists of names that only facts of the file define, so that it
says what Popper would find with clingo: one declaration for each way to satisfy the body.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from math import prod

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


def derived(
    rule: str, facts: Facts, ruled: Collection[str]
) -> tuple[list[tuple[str, str]], set[str]] | None:
    """Return the declarations that follow from a rule, and the names of the facts that it uses.

    A declaration is a name, and what is in its parentheses. None for a rule that is not of this
    simple kind. `ruled` are the names in the heads of rules: to ask for one of them takes more than
    facts. Raises `InputError`, without a place, for more facts than can be joined.
    """
    head, _, body = rule.partition(":-")
    said, conditions = _ATOM.fullmatch(head), _atoms(body)
    used = {name for name, _ in conditions}
    asked = {argument for _, arguments in conditions for argument in arguments}
    values = {value for name in used for row in facts.get(name, ()) for value in row}
    variables = set(filter(_VARIABLE.fullmatch, asked))
    if said is None or not used or used & {*ruled}:
        return None
    if not all(map(_VALUE.fullmatch, asked - variables | values)):
        return None
    if not {*re.findall(r"\b[A-Z_]\w*", said.group(2))} <= variables - {"_"}:
        return None
    if prod(len(facts.get(name, ())) for name, _ in conditions) > MOST_PAIRS:
        raise InputError(f"more than {MOST_PAIRS:,} pairs of facts to look at")
    from clingo import Control

    control = Control(message_limit=0)
    text = [f"{name}({','.join(row)})." for name in used for row in facts.get(name, ())]
    control.add("base", [], "\n".join([*text, f"{rule}."]))
    control.ground([("base", [])])
    name = said.group(1)
    symbols = (str(one.symbol) for one in control.symbolic_atoms if one.symbol.name == name)
    return [(name, symbol.removeprefix(name)[1:-1]) for symbol in symbols], used


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
