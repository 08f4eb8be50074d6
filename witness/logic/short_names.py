"""Clauses in a few signs, for tables: "count > triangles" for the paper's first.

Facts about the square and the path keep what they hold; any other value is called by the predicate
that gives it, and a test by its own name.
"""

from __future__ import annotations

from witness.logic.explain import Phrase, explain_clause
from witness.logic.language.terms import Key
from witness.logic.translate import TranslatedClause

#: What has a sign, or is called by what it holds.
_KNOWN = {
    ("square", 3): Phrase(("S", "T", "E"), None, {"T": "triangles", "E": "square"}),
    ("path", 2): Phrase(("P", "E"), None, {"E": "path"}),
    ("len", 2): Phrase(("A", "B"), None, {"B": "len({A})"}),
    ("greaterThan", 2): Phrase(("A", "B"), "{A} > {B}", {}),
    ("gte", 2): Phrase(("A", "B"), "{A} ≥ {B}", {}),
    ("one", 1): Phrase(("A",), "{A} = 1", {}),
    ("two", 1): Phrase(("A",), "{A} = 2", {}),
    ("three", 1): Phrase(("A",), "{A} = 3", {}),
}


def short_name(found: TranslatedClause) -> str:
    """Return the conditions of a clause in a few signs, joined by "and"."""
    said = {key: _short(key, phrase) for key, phrase in found.background.phrases.items()}
    roles = found.background.roles
    text = explain_clause(found.clause, found.ordered, roles, said)
    for words, sign in _SIGNS:
        text = text.replace(words, sign)
    return text[0].lower() + text[1:]


_SIGNS = (
    (", and ", " and "),
    ("it is not the case that ", "not "),
    (" equals ", " = "),
    (" differs from ", " ≠ "),
)


def _short(key: Key, phrase: Phrase) -> Phrase:
    if key in _KNOWN:
        return _KNOWN[key]
    nouns = dict.fromkeys(phrase.nouns, key[0])
    return Phrase(phrase.arguments, None if phrase.sentence is None else key[0], nouns)
