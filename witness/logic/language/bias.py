"""Bias files in Popper's language: which clauses a learner may consider.

A bias file is not Prolog (tuples may be written `(int,)`), so it has its own small reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from witness.base.errors import InputError, NotForAspError
from witness.base.files import read_text
from witness.logic.language.terms import Key

#: Settings of Popper that the `asp` learner does not do, with what they ask for.
_UNSUPPORTED = {
    "enable_recursion": "recursion",
    "enable_pi": "predicate invention",
    "body_size": "raw ASP",
    "non_datalog": "head variables that no body literal uses",
    "magic_value_type": "constants in clauses",
    "constant": "constants in clauses",
}


@dataclass(frozen=True)
class Signature:
    """A predicate as the bias declares it: argument types, and for each argument in or out."""

    name: str
    types: tuple[str, ...]
    inputs: tuple[bool, ...]
    line: int

    @property
    def key(self) -> Key:
        """Name and arity."""
        return (self.name, len(self.types))

    @property
    def mode(self) -> str:
        """The directions as one letter an argument: i (in) or o (out)."""
        return "".join("i" if flag else "o" for flag in self.inputs)


@dataclass(frozen=True)
class Bias:
    """The language of hypotheses: head and body predicates and the limits of a clause."""

    file: str
    head: Signature
    body: tuple[Signature, ...]
    max_vars: int
    max_body: int
    allow_singletons: bool = False

    def signature(self, key: Key) -> Signature | None:
        """Return the signature of a body predicate, or None."""
        return next((signature for signature in self.body if signature.key == key), None)


#: Popper's defaults, used where a bias file says nothing.
DEFAULT_MAX_VARS = 6
DEFAULT_MAX_BODY = 6

_NAME = r"[a-z][A-Za-z0-9_]*"
_PREDICATE = re.compile(rf"({_NAME})\s*,\s*([0-9]{{1,9}})")
_TUPLE = re.compile(rf"({_NAME})\s*,\s*\(\s*((?:{_NAME}(?:\s*,\s*{_NAME})*\s*,?)?)\s*\)")
_STATEMENT = re.compile(rf"({_NAME})\s*(?:\((.*)\))?", re.DOTALL)


def read_bias(path: str | Path) -> Bias:
    """Read a bias file; raise `InputError` naming the line of the first thing wrong with it."""
    return parse_bias(read_text(path), str(path))


def parse_bias(text: str, file: str = "<bias>") -> Bias:
    """Parse a bias from its text."""
    heads: dict[Key, int] = {}
    bodies: dict[Key, int] = {}
    types: dict[str, tuple[tuple[str, ...], int]] = {}
    directions: dict[str, tuple[tuple[str, ...], int]] = {}
    numbers = {"max_vars": DEFAULT_MAX_VARS, "max_body": DEFAULT_MAX_BODY}
    given: dict[str, tuple[int, int]] = {}
    singletons = False
    for statement, line in _statements(text, file):
        match = _STATEMENT.fullmatch(statement)
        if match is None or ":-" in statement:
            what = "raw ASP rules" if ":-" in statement else f"{_short(statement)!r}"
            raise NotForAspError(
                f"{what}: not supported by the asp learner; use learner: popper",
                file=file,
                line=line,
            )
        name, inside = match.group(1), (match.group(2) or "").strip()
        if name in _UNSUPPORTED:
            raise NotForAspError(
                f"{name} ({_UNSUPPORTED[name]}) is not supported by the asp learner; "
                "use learner: popper",
                file=file,
                line=line,
            )
        if name in ("head_pred", "body_pred"):
            found = _PREDICATE.fullmatch(inside)
            if found is None:
                raise InputError(f"expected {name}(name,arity)", file=file, line=line)
            (heads if name == "head_pred" else bodies)[found.group(1), int(found.group(2))] = line
        elif name in ("type", "direction"):
            found = _TUPLE.fullmatch(inside)
            if found is None:
                raise InputError(f"expected {name}(name,(…,…))", file=file, line=line)
            words = tuple(re.findall(_NAME, found.group(2)))
            if name == "direction" and not set(words) <= {"in", "out"}:
                raise InputError("a direction is in or out", file=file, line=line)
            table = types if name == "type" else directions
            if table.setdefault(found.group(1), (words, line))[0] != words:
                raise InputError(
                    f"the {name} of {found.group(1)} was given on line "
                    f"{table[found.group(1)][1]} already, and is another one",
                    file=file,
                    line=line,
                )
        elif name in numbers:
            if not re.fullmatch("[0-9]{1,9}", inside) or int(inside) < 1:
                raise InputError(f"{name} needs a whole number above 0", file=file, line=line)
            if given.setdefault(name, (int(inside), line))[0] != int(inside):
                raise InputError(
                    f"{name} was given on line {given[name][1]} already, and is another one",
                    file=file,
                    line=line,
                )
            numbers[name] = int(inside)
        elif name == "max_clauses":
            pass  # Popper uses it for recursive programs only.
        elif name == "allow_singletons":
            singletons = True
        else:
            raise NotForAspError(
                f"{name} is not supported by the asp learner; use learner: popper",
                file=file,
                line=line,
            )
    if len(heads) != 1:
        raise InputError(f"exactly one head_pred is needed, found {len(heads)}", file=file)
    if not bodies:
        raise InputError("no body_pred is declared", file=file)

    def signature(key: Key, line: int) -> Signature:
        for kind, table in (("type", types), ("direction", directions)):
            if key[0] not in table:
                raise NotForAspError(f"{key[0]}/{key[1]} has no {kind}", file=file, line=line)
            words, at = table[key[0]]
            if len(words) != key[1]:
                raise InputError(
                    f"the {kind} of {key[0]} has {len(words)} parts; {key[1]} are needed",
                    file=file,
                    line=at,
                )
        inputs = tuple(word == "in" for word in directions[key[0]][0])
        return Signature(key[0], types[key[0]][0], inputs, line)

    head = signature(*next(iter(heads.items())))
    if not all(head.inputs):
        raise NotForAspError(
            f"the head {head.name} has an out argument: not supported by the asp learner; "
            "use learner: popper",
            file=file,
            line=directions[head.name][1],
        )
    if head.key in bodies:
        raise NotForAspError(
            f"{head.name} is both head and body predicate: recursion is not supported by the asp "
            "learner; use learner: popper",
            file=file,
            line=bodies[head.key],
        )
    return Bias(
        file=file,
        head=head,
        body=tuple(signature(key, line) for key, line in bodies.items()),
        max_vars=max(numbers["max_vars"], len(head.types)),
        max_body=numbers["max_body"],
        allow_singletons=singletons,
    )


def bias_text(bias: Bias) -> str:
    """Print a bias as a file that reads as the same bias."""
    lines = [f"head_pred({bias.head.name},{len(bias.head.types)})."]
    lines += [f"body_pred({s.name},{len(s.types)})." for s in bias.body]
    for signature in (bias.head, *bias.body):
        words = ["in" if given else "out" for given in signature.inputs]
        for kind, parts in (("type", signature.types), ("direction", words)):
            inside = ",".join(parts) + ("," if len(parts) == 1 else "")
            lines.append(f"{kind}({signature.name},({inside})).")
    lines += [f"max_vars({bias.max_vars}).", f"max_body({bias.max_body})."]
    lines += ["allow_singletons."] * bias.allow_singletons
    return "\n".join(lines) + "\n"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "..."


def _statements(text: str, file: str) -> list[tuple[str, int]]:
    """Split a bias file into statements with the line each begins on."""
    bare = re.sub(r"%[^\n]*", "", text)
    found: list[tuple[str, int]] = []
    position = 0
    while True:
        begin = len(bare) - len(bare[position:].lstrip())
        if begin >= len(bare):
            return found
        line = bare.count("\n", 0, begin) + 1
        end = bare.find(".", begin)
        if end < 0:
            raise InputError(f"no full stop after {_short(bare[begin:])!r}", file=file, line=line)
        found.append((bare[begin:end].strip(), line))
        position = end + 1
