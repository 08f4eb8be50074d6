"""The text of a bias file: what could be code is refused, and the rest is cut into statements."""

from __future__ import annotations

import re
from collections.abc import Iterator

from witness.base.errors import InputError, quoted, shortened

#: Words that may follow a # in ASP; `script`, `include`, `external` and others are not among them.
_WORDS = frozenset(("count", "sum", "min", "max", "true", "false", "defined", "const", "show"))


def without_code(text: str, file: str) -> str:
    """Return a text without comments; raise `InputError` for what could be code."""
    _refuse(r"%\*|/\*", text, "a block comment", file)
    bare = re.sub(r"%[^\n]*", "", text)
    _refuse(r'"', bare, "a string", file)
    _refuse(r"@", bare, "an external function", file)
    for found in re.finditer(r"#\s*([A-Za-z_]*)", bare):
        if found.group(1) not in _WORDS:
            line = bare.count("\n", 0, found.start()) + 1
            raise InputError(f"#{found.group(1)} is refused", file=file, line=line)
    return bare


def _refuse(pattern: str, text: str, what: str, file: str) -> None:
    found = re.search(pattern, text)
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        message = f"{what} is refused: it could hide or be a script"
        raise InputError(message, file=file, line=line)


def statements(bare: str, file: str) -> Iterator[tuple[str, int]]:
    """Yield the statements of a text without comments, each with the line on which it begins."""
    line, counted = 1, 0
    for found in re.finditer(r"((?:[^.]|\.\.)*)(\.|$)", bare):
        statement, stop = found.groups()
        if not statement.strip():
            continue
        begin = found.start() + len(statement) - len(statement.lstrip())
        line += bare.count("\n", counted, begin)
        counted = begin
        if not stop:
            rest = quoted(shortened(one_line(statement)))
            raise InputError(f"no full stop after {rest}", file=file, line=line)
        yield statement.strip(), line


def one_line(text: str) -> str:
    """Return a text with one space wherever it has some or a new line."""
    return " ".join(text.split())


def is_asp(statement: str) -> bool:
    """Whether clingo can read a statement."""
    from clingo import ast

    if not statement.isascii():
        return False  # of which clingo cannot even say what is wrong
    try:
        ast.parse_string(statement, lambda _: None, logger=lambda *_: None)
    except RuntimeError:
        return False
    return True
