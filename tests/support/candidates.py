"""Candidates for the triage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from witness.clauses.background import Background
from witness.clauses.language.terms import Clause
from witness.pipeline.candidates import Candidate, Track, TruthTables, Variant, gather_all


def candidate(name: str, program: list[str], *tracks: str) -> Candidate:
    chosen = tracks or ("all", "proved")
    sources = {track: ["train-0000"] for track in chosen}
    return Candidate(name, dict.fromkeys(chosen, program), sources)


def gathered(
    hypotheses: Mapping[Track, Mapping[str, Sequence[Clause]]],
    background: Background,
    variant: Variant,
    longest: int,
) -> list[Candidate]:
    """Return the candidates that are not left out."""
    found = gather_all(hypotheses, background, TruthTables(variant, longest))
    return [candidate for candidate in found if candidate.left_out is None]
