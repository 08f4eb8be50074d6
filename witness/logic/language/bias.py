"""Bias files in Popper's language: which clauses a learner may consider.

A bias file is not Prolog (it may contain tuples such as `(int,)`), so it has its own small reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from witness.base.errors import InputError, NotForAspError, quoted
from witness.base.files import read_text
from witness.logic.language.terms import Key

#: Settings of Popper that the `asp` learner does not support, and what they ask for.
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
    """A declared predicate: the type of each argument, and whether it is an input."""

    name: str
    types: tuple[str, ...]
    inputs: tuple[bool, ...]
    line: int

    @property
    def key(self) -> Key:
        """The name and the arity."""
        return (self.name, len(self.types))

    @property
    def mode(self) -> str:
        """The directions as one letter for each argument: i (in) or o (out)."""
        return "".join("i" if flag else "o" for flag in self.inputs)


@dataclass(frozen=True)
class Bias:
    """The hypothesis space: head and body predicates, and the limits of a clause."""

    file: str
    head: Signature
    body: tuple[Signature, ...]
    max_vars: int
    max_body: int
    allow_singletons: bool = False

    def signature(self, key: Key) -> Signature | None:
        """Return the signature of a body predicate; None if it is not declared."""
        return next((signature for signature in self.body if signature.key == key), None)


#: Popper's defaults, for bias files that set no limits.
DEFAULT_MAX_VARS = 6
DEFAULT_MAX_BODY = 6

_NAME = r"[a-z][A-Za-z0-9_]*"
_PREDICATE = re.compile(rf"({_NAME})\s*,\s*([0-9]{{1,9}})")
_TUPLE = re.compile(rf"({_NAME})\s*,\s*\(\s*((?:{_NAME}(?:\s*,\s*{_NAME})*\s*,?)?)\s*\)")
_STATEMENT = re.compile(rf"({_NAME})\s*(?:\((.*)\))?", re.DOTALL)


def read_bias(path: str | Path) -> Bias:
    """Read a bias file; raise `InputError` with the line of the first mistake."""
    return parse_bias(read_text(path), str(path))


def parse_bias(text: str, file: str = "<bias>") -> Bias:
    """Parse the text of a bias file; raise `InputError` as `read_bias` does."""
    declarations = _Declarations(file)
    for statement, line in _statements(text, file):
        declarations.add(statement, line)
    return declarations.bias()


@dataclass
class _Declarations:
    """What the statements of a bias file declare, with the lines."""

    file: str
    heads: dict[Key, int] = field(default_factory=dict)
    bodies: dict[Key, int] = field(default_factory=dict)
    types: dict[str, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    directions: dict[str, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    limits: dict[str, tuple[int, int]] = field(default_factory=dict)
    allow_singletons: bool = False

    def add(self, statement: str, line: int) -> None:
        """Take in one statement."""
        match = _STATEMENT.fullmatch(statement)
        if match is None or ":-" in statement:
            what = "raw ASP rules" if ":-" in statement else quoted(_one_line(statement))
            raise self._not_for_asp(f"{what}:", line)
        name, inside = match.group(1), (match.group(2) or "").strip()
        if name in _UNSUPPORTED:
            raise self._not_for_asp(f"{name} ({_UNSUPPORTED[name]}) is", line)
        if name in ("head_pred", "body_pred"):
            self._add_predicate(name, inside, line)
        elif name in ("type", "direction"):
            self._add_words(name, inside, line)
        elif name in ("max_vars", "max_body"):
            self._add_limit(name, inside, line)
        elif name == "max_clauses":
            pass  # Popper uses it for recursive programs only.
        elif name == "allow_singletons":
            self.allow_singletons = True
        else:
            raise self._not_for_asp(f"{name} is", line)

    def _add_predicate(self, name: str, inside: str, line: int) -> None:
        found = _PREDICATE.fullmatch(inside)
        if found is None:
            raise self._error(f"expected {name}(name,arity)", line)
        table = self.heads if name == "head_pred" else self.bodies
        table[found.group(1), int(found.group(2))] = line

    def _add_words(self, kind: str, inside: str, line: int) -> None:
        """Take in the types or the directions of a predicate's arguments."""
        found = _TUPLE.fullmatch(inside)
        if found is None:
            raise self._error(f"expected {kind}(name,(…,…))", line)
        predicate, words = found.group(1), tuple(re.findall(_NAME, found.group(2)))
        if kind == "direction" and not set(words) <= {"in", "out"}:
            raise self._error("a direction is in or out", line)
        table = self.types if kind == "type" else self.directions
        before, earlier = table.setdefault(predicate, (words, line))
        if before != words:
            what = f"{predicate} already has a different {kind}, from line {earlier}"
            raise self._error(what, line)

    def _add_limit(self, name: str, inside: str, line: int) -> None:
        if not re.fullmatch("[0-9]{1,9}", inside) or int(inside) < 1:
            raise self._error(f"{name} needs a whole number above 0", line)
        before, earlier = self.limits.setdefault(name, (int(inside), line))
        if before != int(inside):
            raise self._error(f"{name} already has a different value, from line {earlier}", line)

    def bias(self) -> Bias:
        """Return the bias; raise `InputError` if a declaration is missing or does not fit."""
        if len(self.heads) != 1:
            raise self._error(f"exactly one head_pred is needed, found {len(self.heads)}")
        if not self.bodies:
            raise self._error("no body_pred is declared")
        head = self._signature(*next(iter(self.heads.items())))
        if not all(head.inputs):
            line = self.directions[head.name][1]
            raise self._not_for_asp(f"the head {head.name} has an out argument:", line)
        if head.key in self.bodies:
            what = f"{head.name} is both head and body predicate: recursion is"
            raise self._not_for_asp(what, self.bodies[head.key])
        max_vars, _ = self.limits.get("max_vars", (DEFAULT_MAX_VARS, 0))
        max_body, _ = self.limits.get("max_body", (DEFAULT_MAX_BODY, 0))
        return Bias(
            file=self.file,
            head=head,
            body=tuple(self._signature(key, line) for key, line in self.bodies.items()),
            max_vars=max(max_vars, len(head.types)),
            max_body=max_body,
            allow_singletons=self.allow_singletons,
        )

    def _signature(self, key: Key, line: int) -> Signature:
        name, arity = key
        for kind, table in (("type", self.types), ("direction", self.directions)):
            if name not in table:
                raise NotForAspError(f"{name}/{arity} has no {kind}", file=self.file, line=line)
            words, declared = table[name]
            if len(words) != arity:
                what = f"the {kind} of {name} has {len(words)} parts; {arity} are needed"
                raise self._error(what, declared)
        inputs = tuple(word == "in" for word in self.directions[name][0])
        return Signature(name, self.types[name][0], inputs, line)

    def _error(self, message: str, line: int | None = None) -> InputError:
        return InputError(message, file=self.file, line=line)

    def _not_for_asp(self, what: str, line: int) -> NotForAspError:
        message = f"{what} not supported by the asp learner"
        return NotForAspError(message, file=self.file, line=line)


def bias_text(bias: Bias) -> str:
    """Return the text of a bias file that reads as the same bias."""
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


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _statements(text: str, file: str) -> list[tuple[str, int]]:
    """Split a bias file into statements, each with the line on which it begins."""
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
            rest = quoted(_one_line(bare[begin:]))
            raise InputError(f"no full stop after {rest}", file=file, line=line)
        found.append((bare[begin:end].strip(), line))
        position = end + 1
