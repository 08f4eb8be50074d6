"""KIF, the notation of the Game Description Language: words and lists of them, with their places.

A word is any run of characters other than blanks, brackets, commas and `;`, which begins a comment.
Capital letters mean the same as small ones and are read as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from witness.base.errors import InputError, shortened
from witness.base.limits import current

#: No rule is nested deeper than this.
MAX_DEPTH = 100

#: The longest message about a rule.
ROOM = 200

#: What every message about another notation ends with.
KIF = "a rulesheet is in KIF: (role player), (<= head condition…)"

_TOKEN = re.compile(r"(?P<blank>\s+|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<word>[^\s();]+)")


@dataclass(frozen=True)
class Place:
    """Where something stands in a file: line and column, both from 1."""

    file: str | None
    line: int
    column: int

    def error(self, message: str) -> InputError:
        """Return an error that names the place, and has a line or two of what it quotes."""
        text = f"column {self.column}: {shortened(message, ROOM)}"
        return InputError(text, file=self.file, line=self.line)


@dataclass(frozen=True)
class Word:
    """A word."""

    text: str
    place: Place = field(compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Group:
    """A list in parentheses."""

    items: tuple[Expression, ...]
    place: Place = field(compare=False)

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.items))})"


Expression = Word | Group


def read_kif(text: str, file: str | Path | None = None) -> list[Expression]:
    """Read all expressions of a text.

    Raises `InputError` with line and column, and `LimitReachedError`.
    """
    name = None if file is None else str(file)
    found: list[Expression] = []
    open_lists: list[tuple[Place, list[Expression]]] = []
    line, line_start = 1, 0
    for token in current().each(_TOKEN.finditer(text)):
        place = Place(name, line, token.start() - line_start + 1)
        if token["blank"]:
            line += token["blank"].count("\n")
            if "\n" in token["blank"]:
                line_start = token.start() + token["blank"].rindex("\n") + 1
        elif token["open"]:
            if len(open_lists) == MAX_DEPTH:
                raise place.error(f"parentheses are nested more than {MAX_DEPTH} deep")
            open_lists.append((place, []))
        elif token["close"]:
            if not open_lists:
                raise place.error("this ')' closes nothing")
            start, items = open_lists.pop()
            (open_lists[-1][1] if open_lists else found).append(Group(tuple(items), start))
        else:
            word = Word(_word(token["word"], place), place)
            if not open_lists and text[token.end() : token.end() + 1] == "(":
                name = shortened(word.text, 40)
                raise place.error(f"{name}(…) is prefix notation, as in Prolog; {KIF}")
            (open_lists[-1][1] if open_lists else found).append(word)
    if open_lists:
        raise open_lists[-1][0].error("this '(' is never closed")
    return found


def _word(text: str, place: Place) -> str:
    if not text.isprintable():
        raise place.error(f"{text!r} has a character that cannot be printed")
    if text[0] in "\"'|" or '"' in text:
        raise place.error(f"{text} is quoted; the words of a rulesheet are bare")
    odd = next((character for character in text if character in ",{}[]"), None)
    if odd is not None:
        raise place.error(f"{text} has a {odd}, which no word has; blanks separate words")
    return text.lower()
