"""The tokens of Prolog texts: what they are, and the values of numbers and quoted names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from witness.base.errors import InputError, quoted
from witness.clauses.language.terms import Float

#: Possessive (`++`, `*+`), as a place to go back to would be kept for each letter otherwise.
QUOTED = r"'(?:[^'\\\n]++|\\x[0-9a-fA-F]++\\|\\[0-7]++\\|\\[c\n]\s*+|\\.|'')*+'"

STRING = QUOTED.replace("'", '"')

#: The code of a character.
CODE = r"0'(?:\\x[0-9a-fA-F]++\\|\\[0-7]++\\|\\[^x0-7]|''|[^\\'\n])"

_TOKEN = re.compile(
    rf"""
    (?P<skip>\s+|%[^\n]*)
  | (?P<comment>/\*)
  | (?P<code>{CODE})
  | (?P<float>(?:1\.0Inf|[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+|[0-9]+\.[0-9]+)(?!\w))
  | (?P<based>(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|[0-9]+(?:[_ ][0-9]+)+|[1-9][0-9]?'[0-9a-zA-Z]+)
        (?!\w|[ ][0-9]))
  | (?P<int>[0-9]+(?![\w'.]|[ ][0-9])|[0-9]+(?=\.(?![0-9])))
  | (?P<name>[^\W\d][^\x00-/:-@\[-^`\x7b-\x7f\s]*)
  | (?P<quoted>{QUOTED})
  | (?P<string>{STRING})
  | (?P<end>\.(?=\s|%|$))
  | (?P<punct>[#$&*+\-./:<=>?@^~\\]+|[()\[\]|,;!])
    """,
    re.VERBOSE | re.DOTALL,
)

_COMMENT = re.compile(r"/\*|\*/")

#: What is legal Prolog but not read here, by how it begins.
_OTHERS = [
    (re.compile(pattern), what)
    for pattern, what in (
        (r"[0-9]+(\.[0-9]+)?[eE]|[0-9]+\.[0-9]", "a float in this form is not supported"),
        (r"[0-9]+('|[_ ][0-9])|0[xob]", "a number in this form is not supported"),
        (r"[0-9]+[^\W\d]", "a number with a letter directly after it is not supported"),
        (r"`", "a list of codes in back quotes is not supported"),
        (r"[{}]", "a brace is not supported (a file of panels or results is JSON, not clauses)"),
        (r"['\"]", "the quote is not closed in its line"),
        (r"\x00", "a NUL character is not text"),
    )
]

#: The kinds of tokens that are numbers.
NUMBERS = ("int", "float", "code", "based")


class Token(NamedTuple):
    """A token: its kind, its place, and whether white space is before it."""

    kind: str
    text: str
    line: int
    spaced: bool
    place: int


def tokens(text: str, file: str, line: int) -> Iterator[Token]:
    """Yield the tokens of a text, of which the last is `eof`; raise `InputError` for other text."""
    position = 0
    spaced = False
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or (match.lastgroup == "name" and not match.group().isidentifier()):
            shown = quoted(text[position : position + 20].split("\n")[0])
            for pattern, what in _OTHERS:
                if pattern.match(text, position):
                    raise InputError(f"{what}: {shown}", file=file, line=line)
            raise InputError(f"cannot read {shown} here", file=file, line=line)
        kind = match.lastgroup or ""
        found = match.group()
        if kind == "comment":
            end = end_of_comment(text, position)
            if end is None:
                raise InputError("the comment /* is not closed", file=file, line=line)
            kind, found = "skip", text[position:end]
        if kind == "name" and (found[0] == "_" or found[0].isupper()):
            kind = "var"
        if kind != "skip":
            yield Token(kind, found, line, spaced, position)
        spaced = kind == "skip"
        line += found.count("\n")
        position += len(found)
    yield Token("eof", "the end of the file", line, True, position)


def end_of_comment(text: str, begin: int) -> int | None:
    """Return where the block comment ends that begins at a place; there may be others in it."""
    depth = 0
    for mark in _COMMENT.finditer(text, begin):
        depth += 1 if mark.group() == "/*" else -1
        if not depth:
            return mark.end()
    return None


# ---- values -----------------------------------------------------------------------------------


def number(token: Token) -> int | Float:
    """Return the number of a token of one of the `NUMBERS`; raise `ValueError` if it is none."""
    text = token.text
    if token.kind == "float":
        found = Float.of(float(text.replace("1.0Inf", "inf")))
        if found.text.endswith("Inf") != text.endswith("Inf"):
            raise ValueError("the number is too large for a float")
        return found
    if token.kind == "code":
        inner = token._replace(text=f"'{text[2:]}'" if text[2:] != '"' else "'\"'")
        return ord(unquoted(inner))
    if token.kind == "based":
        base, _, digits = text.rpartition("'")
        groups = re.sub("[_ ]", "", text)
        try:
            if groups.isdigit():
                return int(groups)
            return int(digits, int(base)) if base else int(text, 0)
        except ValueError:
            raise ValueError(f"{quoted(text)} is no number") from None
    try:
        return int(text)
    except ValueError:
        raise ValueError("the number has too many digits") from None


def unquoted(token: Token) -> str:
    """Return the text of a token in quotes; raise `ValueError` for an unknown escape."""
    try:
        escape = _ESCAPE if token.text[0] == "'" else _ESCAPE_IN_STRING
        return escape.sub(_escaped, token.text[1:-1])
    except (KeyError, ValueError, OverflowError):
        raise ValueError(f"unknown escape in {quoted(token.text)}") from None


#: A doubled quote, or a backslash with a code (hexadecimal or octal) or with one character.
_ESCAPE = re.compile(
    r"''|\\(?:x([0-9a-fA-F]+)\\|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]+)\\|([c\n])\s*|(.))",
    re.DOTALL,
)
_ESCAPE_IN_STRING = re.compile(_ESCAPE.pattern.replace("''", '""'), re.DOTALL)
_ESCAPED = dict(
    zip(
        "abefnrstv\\'\"`",
        ("\a", "\b", "\x1b", "\f", "\n", "\r", " ", "\t", "\v", *"\\'\"`"),
        strict=True,
    )
)


def _escaped(match: re.Match[str]) -> str:
    *hexadecimal, octal, skipped, character = match.groups()
    if any(hexadecimal) or octal:
        return chr(int(octal, 8) if octal else int("".join(filter(None, hexadecimal)), 16))
    if skipped:
        return ""  # with the white space that follows, as in SWI-Prolog
    return _ESCAPED[character] if character else match.group()[0]


_INSTEAD = "a task here has bk.pl, bias.pl and exs.pl, as Popper's have"

_LANGUAGES = [
    (re.compile(pattern), what)
    for pattern, what in (
        (
            r"(:-\s*)?(modeh|modeb|determination)\b|:-\s*(mode|set|aleph\w*|induce)\b",
            f"is of Aleph or Progol, whose files are not supported; {_INSTEAD}",
        ),
        (r"#(?=\s*[A-Z](?![A-Z]))", "begins no comment; those of Prolog begin with %"),
        (r"\d+(\.\d+)?::", "is of ProbLog, whose probabilities are not supported; leave them out"),
        (
            r"body_pred\s*\([^)]*,\s*ho\s*\)",
            "declares a higher-order predicate, which only Hopper knows; declare a predicate for "
            "each goal that it is called with",
        ),
        (
            r"(numerical_pred|num_p)\b",
            "is of NumSynth, which finds numbers for literals; declare the predicate as body_pred, "
            "and the numbers with constant(NUMBER,TYPE)",
        ),
    )
]


def neighbour(statement: str) -> str | None:
    """Return what is wrong with a statement of a neighbouring language; None for any other."""
    for pattern, what in _LANGUAGES:
        found = pattern.match(statement)
        if found is not None:
            return f"'{found.group()}' {what}"
    return None
