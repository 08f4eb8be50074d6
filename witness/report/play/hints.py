"""The clauses that give hints: those that are proved never to fire on a path to a solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from witness.base.limits import Budget
from witness.base.shipped import shipped_file
from witness.logic.background import Background, background_of
from witness.logic.language.reader import read_hypothesis
from witness.logic.language.terms import Variable, clause_text, literal_variables
from witness.proof.prover import ClauseVerdict, verify
from witness.report.panel.clauses import Evaluations

#: The shipped examples that say most, those first whose clauses are the easiest to understand.
#: What `mixed` says, the others say in simpler words.
SHIPPED = ("paper", "extended", "live", "dots", "squares", "stars", "blocks", "guarded")


@dataclass(frozen=True)
class Hints:
    """Clauses that are proved, and what their literals mean."""

    clauses: tuple[ClauseVerdict, ...]
    background: Background

    def to_json(self) -> tuple[dict[str, Any], str]:
        """Return what the page knows of the clauses, and their code."""
        found = Evaluations([clause_text(one.clause) for one in self.clauses], self.background)
        clauses = [
            {
                **found.described(number),
                "guarded": found.guarded[number] and one.marks,
                "about_symbol": _about_symbol(one),
            }
            for number, one in enumerate(self.clauses)
        ]
        kinds = sorted(self.background.kinds)
        return {"kinds": kinds, "clauses": clauses, "tables": list(found.tables)}, found.code


def proved(
    file: str, background: Background, budget: Budget, step: Callable[[], object]
) -> tuple[Hints, int]:
    """Return the clauses of a file that are proved, and the number of the others.

    `step` is called for each clause. Raises `InputError` as `verify` does.
    """
    verdict = verify(read_hypothesis(file), background, file, budget, step)
    kept = tuple(one for one in verdict.clauses if one.status == "proved" and one.plain)
    return Hints(kept, background), len(verdict.clauses) - len(kept)


def shipped(budget: Budget, step: Callable[[], object]) -> list[Hints]:
    """Return the proved clauses of the shipped examples; `step` is called for each of them."""
    found = []
    for name in SHIPPED:
        file = str(shipped_file(f"examples/{name}.pl"))
        hints, _ = proved(file, background_of(file), budget, step)
        found.append(hints)
    return found


def _about_symbol(verdict: ClauseVerdict) -> bool:
    """Whether a clause looks at the symbol at all, and not at the path alone."""
    clause = verdict.clause
    symbol = clause.args[1]
    return not isinstance(symbol, Variable) or any(
        symbol in literal_variables(literal) for literal in clause.body
    )
