"""What a program is beside π°, the paper's winner, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from witness.pipeline.candidates import Variant
from witness.pipeline.report.records import Records


def beside_paper(records: Records, program: Sequence[str], variant: Variant) -> str:
    """Return how a program compares with π°: the same, more than it, or something else."""
    if not program:
        return "nothing"
    if records.is_paper(program, variant):
        return "π°"
    rest = [c for c in program if records.clause(c).status != "proved"]
    sound = tuple(c for c in program if c not in rest)
    long = sum(bool(records.clause(c).looks_at_length) for c in rest)
    words = f"{len(rest)} unsound, {long} about the length" if rest else "proved"
    if rest and sound and records.is_paper(sound, variant):
        return f"π° and {len(rest)} more ({words})"
    return f"{len(program)} clause{'' if len(program) == 1 else 's'} ({words})"
