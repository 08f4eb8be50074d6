"""What of a hypothesis can be translated, clause by clause.

A learner may find clauses beyond plain ones: recursive ones, and those of predicates that it
invents. A hypothesis holds wherever one of its clauses about the head does, so what is said of the
plain ones stays true, whatever the others are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.explain import Phrase, explain_clause, explain_general
from witness.clauses.language.definitions import beyond_plain, check_clauses
from witness.clauses.language.terms import Clause, Key, clause_text
from witness.puzzle.views.translate import TranslatedClause, Translation, printable, translate


@dataclass(frozen=True)
class Parts:
    """The translation of the plain clauses of a hypothesis, and what becomes of each clause.

    `reasons` has for each clause why it is not translated, None if it is.
    """

    clauses: tuple[Clause, ...]
    reasons: tuple[str | None, ...]
    translation: Translation

    @property
    def left_out(self) -> tuple[tuple[Clause, str], ...]:
        """The clauses that are not translated, each with the reason."""
        pairs = zip(self.clauses, self.reasons, strict=True)
        return tuple((clause, reason) for clause, reason in pairs if reason is not None)

    @property
    def english(self) -> list[str]:
        """A sentence for each clause, or in brackets why it cannot be put into English."""
        translated = iter(self.translation.clauses)
        return [
            f"{next(translated).english}." if reason is None else f"(Not in English: {reason}.)"
            for reason in self.reasons
        ]


def parts(clauses: Sequence[Clause], background: Background, file: str = "<hypothesis>") -> Parts:
    """Translate what can be translated of a hypothesis.

    Raises `InputError` as `translate` does for a plain clause that cannot be.
    """
    reasons = beyond_plain(clauses, background.bias.head.key)
    return _parts(clauses, reasons, background, file)


def in_english(clauses: Sequence[Clause], background: Background, file: str) -> list[str]:
    """Return a sentence for each clause of a hypothesis, about panels or about anything else.

    Raises `InputError` as `parts` does, and for a call of what is defined nowhere.
    """
    if not background.is_relational:
        return parts(clauses, background, file).english
    check_clauses(clauses, background.program, file)
    return [f"{explain_general(clause, background.phrases)}." for clause in clauses]


def sentences(clauses: Sequence[Clause], background: Background) -> list[str]:
    """Return `in_english`, or an empty text for each clause if one cannot be put into English."""
    try:
        return in_english(clauses, background, "<hypothesis>")
    except InputError:
        return [""] * len(clauses)


def program_text(clauses: Sequence[Clause], english: Sequence[str], about: Iterable[str]) -> str:
    """Return the text of a file of learned clauses: comments `about` them, then each with its own.

    The same clauses have the same text, whenever they were learned.
    """
    text = "".join(f"% {printable(line[0].upper() + line[1:])}\n" for line in about if line)
    for clause, words in zip(clauses, english, strict=True):
        text += (f"% {printable(words)}\n" if words else "") + f"{clause_text(clause)}\n"
    return text


def made_by(command: str | None, seed: int | None = None) -> str:
    """Return a line about the command and the seed that made a file; none without a command."""
    return f"Made by: {command}{'' if seed is None else f' (seed {seed})'}" if command else ""


def usable_parts(
    clauses: Sequence[Clause], background: Background, file: str = "<hypothesis>"
) -> Parts:
    """Translate what can be translated; a plain clause that cannot be is left out, too."""
    try:
        return parts(clauses, background, file)
    except InputError:
        reasons = beyond_plain(clauses, background.bias.head.key)
        for number, clause in enumerate(clauses):
            if reasons[number] is None:
                try:
                    translate([clause], background, file)
                except InputError as error:
                    reasons[number] = error.reason
        return _parts(clauses, reasons, background, file)


def _parts(
    clauses: Sequence[Clause], reasons: Sequence[str | None], background: Background, file: str
) -> Parts:
    pairs = zip(clauses, reasons, strict=True)
    plain = [clause for clause, reason in pairs if reason is None]
    return Parts(tuple(clauses), tuple(reasons), translate(plain, background, file))


# ---- in a few signs -----------------------------------------------------------------------------

# Clauses in tables: "count > triangles" for the paper's first. Facts about the square and the path
# keep what they hold; any other value is called by the predicate that gives it, and a test by its
# own name.

#: What has a sign, or is called by what it holds.
_SIGNS_OF = {
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
    said = {key: _phrase_in_signs(key, phrase) for key, phrase in found.background.phrases.items()}
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


def _phrase_in_signs(key: Key, phrase: Phrase) -> Phrase:
    if key in _SIGNS_OF:
        return _SIGNS_OF[key]
    nouns = dict.fromkeys(phrase.nouns, key[0])
    return Phrase(phrase.arguments, None if phrase.sentence is None else key[0], nouns)
