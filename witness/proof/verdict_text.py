"""Verdicts for reading, and as JSON, as `witness verify` writes them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from witness.clauses.language.terms import clause_text, literal_text
from witness.proof.all_paths import ORDER
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import Verdict
from witness.proof.why import Why
from witness.puzzle.text import text


def verdict_json(verdict: Verdict, reasons: Sequence[Why | None]) -> dict[str, Any]:
    """Return a verdict as JSON; if there are reasons, each clause has one as `why`."""
    found = verdict.to_json()
    for clause, reason in zip(found["clauses"], reasons, strict=False):
        clause["why"] = None if reason is None else reason.to_json()
    return found


def verdict_text(verdict: Verdict, reasons: Sequence[Why | None]) -> str:
    """Return a verdict for reading; `reasons` has one for each clause, or none at all."""
    lines = [f"{verdict.status}: {_counts(verdict)}"]
    if verdict.clauses and all(one.marks for one in verdict.clauses):
        lines[0] += ", on panels with elimination marks, too"
    for place, found in enumerate(verdict.clauses):
        lines += ["", clause_text(found.clause), f"  {found.status}: {found.reason}"]
        if found.counterexample is not None:
            lines += _counterexample_lines(found.counterexample)
        reason = reasons[place] if reasons else None
        if reason is not None:
            lines += _reason_lines(reason)
    return "\n".join(lines) + "\n"


def _counts(verdict: Verdict) -> str:
    """Return how many clauses there are, and of which status each is if they are not alike."""
    number = len(verdict.clauses)
    found = Counter(clause.status for clause in verdict.clauses)
    if len(found) < 2:
        return f"{number} clause{'' if number == 1 else 's'}"
    order = sorted(found, key=(verdict.status, "proved", "checked", "unknown").index)
    (first, count), *others = ((status, found[status]) for status in order)
    rest = "".join(f", {amount} {status}" for status, amount in others)
    return f"{count} of {number} clauses {first}{rest}"


def _counterexample_lines(example: Counterexample) -> list[str]:
    return [
        f"  it fires for {example.title} on this partial path",
        *("    " + line for line in text(example.puzzle, example.partial_path).split("\n")),
        f"    path {json.dumps(example.partial_path)}",
        "  which this solution extends",
        *("    " + line for line in text(example.puzzle, example.solution).split("\n")),
        f"    path {json.dumps(example.solution)}",
        f"    puzzle {json.dumps(example.puzzle.to_json())}",
    ]


def _reason_lines(reason: Why) -> list[str]:
    lines = []
    if reason.smallest:
        lines.append(f"  no counterexample is smaller ({ORDER})")
    elif reason.counterexample is not None:
        lines.append("  it is not known whether a counterexample is smaller")
    if reason.repairs:
        lines.append(
            "  with one of these added it is proved, and can fire in so many local configurations:"
        )
        width = max(len(str(len(repair.cases))) for repair in reason.repairs)
        lines += [
            f"    {len(repair.cases):{width}}  {', '.join(map(literal_text, repair.added))}"
            for repair in reason.repairs
        ]
    elif reason.complete:
        lines.append(
            "  nothing was found that saves it: no literal on its variables, nor two that share "
            "new ones"
        )
    if not reason.complete:
        lines.append("  a limit was met before all additions to it were tried")
    return lines
