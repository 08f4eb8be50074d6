"""What is not KIF, or not of the language: other languages, and connectives that others have.

A text in another language is named by how it begins, a connective by how it is written.
"""

from __future__ import annotations

import re
from functools import cache

from witness.gdl.language.kif import KIF, Place

#: A comment of any language, and blanks.
_BLANK = r"(?:\s++|[;%#][^\n]*+|//[^\n]*+|/\*.*?\*/)*+"

#: How a text begins that is in another language, and what that is.
_BEGINNINGS = {
    r"\(\s*define\s*\(\s*(?:domain|problem)\b": "PDDL, the language of planners",
    r"\(\s*(?:set-logic|set-option|set-info|declare-\w+|define-fun|assert)\b": "SMT-LIB",
    r"\(\s*(?:game|metadata|match)\s+[\"{]": "Ludii's language of games",
    r"\(\s*(?:define|def\w+|setq|require|import)\b": "Lisp or CLIPS",
    r"<[?!a-z]": "XML or HTML",
    r"begin_version\b": "SAS+, what planners make of PDDL",
    r"\{\s*(?:\"|\})|\[": "JSON",
}

_LANGUAGES = [(re.compile(_BLANK + f"({pattern})", re.IGNORECASE | re.DOTALL), name)
              for pattern, name in _BEGINNINGS.items()]  # fmt: skip

#: Words and signs for what the language writes in another way, or has not, and what to write.
_CONNECTIVES = {
    r"<?=+>|<==+|:-|:=|⇒|⊃|⇐|⇔|implies|iff|if":
        "a rule is (<= head condition…), its head first",
    r"~|!|¬|\\\+": "negation is (not condition)",
    r"&&?|∧|,": "conditions that stand side by side must all hold, as in (and …)",
    "∨": "alternatives are (or condition…)",
    r"forall|∀|exists|∃":
        "a variable of a condition stands for some value; for all is: not some that is not",
}  # fmt: skip


def check_language(text: str, file: str | None) -> None:
    """Raise `InputError` if a text begins like one in another language; the error names it."""
    for pattern, name in _LANGUAGES:
        found = pattern.match(text)
        if found:
            before = text[: found.start(1)]
            column = len(before) - before.rfind("\n")
            raise Place(file, before.count("\n") + 1, column).error(f"this is {name}; {KIF}")


@cache
def instead_of(word: str) -> str | None:
    """Return what the language has instead of a connective that it has not; None for others."""
    for pattern, instead in _CONNECTIVES.items():
        if re.fullmatch(pattern, word):
            return f"the language has no {word}: {instead}"
    return None
