"""Verdicts on the clauses of many hypotheses, of which most have clauses in common."""

from __future__ import annotations

from collections.abc import Sequence

from witness.base.errors import InputError
from witness.logic.background import Background
from witness.logic.language.definitions import beyond_plain
from witness.logic.language.terms import Clause
from witness.proof.prover import ClauseVerdict, Verdict, undecided, verify


class Verdicts:
    """The verdicts on clauses over one background; each clause is decided once."""

    def __init__(self, background: Background) -> None:
        self.background = background
        self._known: dict[Clause, ClauseVerdict] = {}

    def on(self, clauses: Sequence[Clause]) -> Verdict:
        """Return the verdict on a hypothesis, as `verify` without limits of time.

        A clause that cannot be translated, or has no value in some configuration, is unknown, for
        the reason given.
        """
        reasons = beyond_plain(clauses, self.background.bias.head.key)
        return Verdict(
            tuple(
                self._decided(clause) if reason is None else undecided(clause, reason)
                for clause, reason in zip(clauses, reasons, strict=True)
            )
        )

    def _decided(self, clause: Clause) -> ClauseVerdict:
        if clause not in self._known:
            self._known[clause] = self._verdict(clause)
        return self._known[clause]

    def _verdict(self, clause: Clause) -> ClauseVerdict:
        try:
            return verify([clause], self.background).clauses[0]
        except InputError as error:
            return undecided(clause, error.reason)
