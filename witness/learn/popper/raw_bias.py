"""A bias that only Popper reads (recursion, predicate invention, raw ASP), made safe to run.

Popper gives a bias to clingo with Python scripts enabled, and calls every predicate that a
`body_pred` names. So anything that could be or hide code is refused: scripts and most other
directives, external functions, strings, and block comments. Body predicates must be defined in the
background.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.logic.language.bias import Bias, Signature
from witness.logic.language.definitions import is_defined
from witness.logic.language.reader import Program
from witness.logic.language.terms import Key

#: Words that may follow a # in ASP; `script`, `include`, `external` and others are not among them.
_WORDS = frozenset(("count", "sum", "min", "max", "true", "false", "defined", "const", "show"))

_DECLARED = re.compile(r"(head_pred|body_pred)\(\s*([a-z][A-Za-z0-9_]*)\s*,\s*([0-9]{1,3})\s*\)")


#: The type of all arguments of a head without declared types.
ANY = "_"

_TYPES = re.compile(r"\btype\(\s*([a-z][A-Za-z0-9_]*)\s*,\s*\(([^()]*)\)\s*\)")


def read_raw_bias(path: Path, background: Program) -> tuple[str, Bias]:
    """Return the text without comments, and the predicates that it declares with types.

    The arguments of a head without types have the type ANY. Raises `InputError` with the line of
    a mistake.
    """
    text = read_text(path)
    _refuse(r"%\*", text, "a block comment", path)
    bare = re.sub(r"%[^\n]*", "", text)
    _refuse(r'"', bare, "a string", path)
    _refuse(r"@", bare, "an external function", path)
    for found in re.finditer(r"#\s*([A-Za-z_]*)", bare):
        if found.group(1) not in _WORDS:
            raise _error(f"#{found.group(1)} is refused", bare, found.start(), path)
    declared: dict[str, dict[Key, int]] = {"head_pred": {}, "body_pred": {}}
    for found in re.finditer(r"(?:[^.]|\.\.)+", bare):
        statement = found.group()
        place = found.start() + len(statement) - len(statement.lstrip())
        said = statement.split(":-")[0]
        if "head_pred" not in said and "body_pred" not in said:
            continue
        fact = _DECLARED.fullmatch(statement.strip())
        if fact is None:
            what = "head_pred and body_pred must be facts: name(predicate,arity)"
            raise _error(what, bare, place, path)
        declared[fact.group(1)][fact.group(2), int(fact.group(3))] = place
    heads = list(declared["head_pred"])
    for key, place in declared["body_pred"].items():
        if key in heads:
            continue
        if not is_defined(key, background, {}) or key == ("findall", 3):
            what = f"the body predicate {key[0]}/{key[1]} is defined nowhere in {background.file}"
            raise _error(what, bare, place, path)
    if len(heads) != 1:
        raise InputError(f"exactly one head_pred is needed, found {len(heads)}", file=path)
    types = {name: tuple(re.findall(r"\w+", words)) for name, words in _TYPES.findall(bare)}

    def signature(key: Key, place: int) -> Signature:
        known = types.get(key[0], ())
        line = bare.count("\n", 0, place) + 1
        return Signature(key[0], known if len(known) == key[1] else (), (True,) * key[1], line)

    body = [signature(*item) for item in declared["body_pred"].items() if item[0] not in heads]
    head = signature(heads[0], declared["head_pred"][heads[0]])
    if not head.types:
        head = replace(head, types=(ANY,) * heads[0][1])
    return bare, Bias(str(path), head, tuple(s for s in body if s.types), 0, 0)


def _refuse(pattern: str, text: str, what: str, path: Path) -> None:
    found = re.search(pattern, text)
    if found is not None:
        raise _error(f"{what} is refused: it could hide or be a script", text, found.start(), path)


def _error(message: str, text: str, position: int, path: Path) -> InputError:
    return InputError(message, file=path, line=text.count("\n", 0, position) + 1)
