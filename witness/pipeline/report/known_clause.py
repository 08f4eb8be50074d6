"""A clause as it was learned: its verdict, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause
from witness.clauses.language.variants import normal_form
from witness.puzzle.views.plain_clauses import short_name
from witness.puzzle.views.translate import Translation, translate


@dataclass(frozen=True)
class KnownClause:
    """A clause as it was written, and what is known about it; those with one `form` are variants.

    `counterexample` is as `witness.proof.prover` writes it, None unless the clause is refuted;
    `cases` is the number of cases in the certificate of a proved one: of configurations, where a
    clause is about triangles. `clause` and `translation` are None for a clause that cannot be read
    or translated; then `why_not` says why.
    """

    text: str
    form: str
    status: str
    clause: Clause | None
    translation: Translation | None
    why_not: str = ""
    counterexample: Mapping[str, Any] | None = None
    cases: int = 0

    @property
    def size(self) -> int | None:
        """The number of literals, the head counted."""
        return None if self.clause is None else self.clause.size

    @property
    def sentence(self) -> str | None:
        """When the clause fires, as a sentence in English."""
        return None if self.translation is None else f"{self.english}."

    @property
    def english(self) -> str:
        """The same without a full stop; or in brackets, why it cannot be put into English."""
        if self.translation is None:
            return f"(not in English: {self.why_not})"
        return self.translation.clauses[0].english

    @property
    def short(self) -> str:
        """Its conditions in a few signs; the clause itself if it cannot be translated."""
        return self.text if self.translation is None else short_name(self.translation.clauses[0])

    @property
    def looks_at_length(self) -> bool | None:
        """Whether the clause looks at the length of the path."""
        if self.translation is None:
            return None
        return self.translation.clauses[0].looks_at_length


def known_clause(text: str, verdict: Mapping[str, Any], background: Background) -> KnownClause:
    """Return what is known about a clause, from its verdict as `witness.proof.prover` writes it."""
    clause, form = None, text
    try:
        (clause,) = parse_clauses(text)
        form = normal_form(clause)
        translation = translate([clause], background)
    except (InputError, ValueError) as error:  # another engine's clause, or more than one
        why_not = error.reason if isinstance(error, InputError) else "not one clause"
        why_not = str(verdict.get("reason", why_not))
        return KnownClause(text, form, verdict["status"], clause, None, why_not)
    cases = sum(len(verdict.get(key) or ()) for key in ("cases", "symbols"))
    example = verdict.get("counterexample")
    return KnownClause(text, form, verdict["status"], clause, translation, "", example, cases)
