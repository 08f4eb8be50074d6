"""What became of hypotheses beyond plain clauses: recursive ones, and those that invent predicates.

They are neither translated nor proved. SWI-Prolog evaluates them, or they take no part in the
triage; the report says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from witness.logic.language.definitions import why_not_plain
from witness.logic.language.parser import parse_clauses
from witness.report.records import Records, Triage


def beyond(records: Records) -> list[str]:
    """Return sentences, as plain text; none if all hypotheses took part as usual."""
    head = records.background.bias.head.key
    number = sum(
        why_not_plain(parse_clauses("\n".join(run.clauses)), head) is not None
        for run in records.learning
    )
    found = []
    if number:
        have = "hypothesis has" if number == 1 else "hypotheses have"
        found.append(
            f"{number} {have} clauses beyond plain ones: recursive ones, or of predicates that the "
            "learner invented. These clauses are neither translated nor proved; the others are. "
            "Where SWI-Prolog is installed, it evaluates such a hypothesis in the triage and on "
            "the test set, which is slow."
        )
    for variant, triage in records.triage.items():
        found += [
            f"Variant {variant}: {words}" for words in (*_left_out(triage), *_dropped(triage))
        ]
    return found


def _left_out(triage: Triage) -> Iterator[str]:
    reasons: Counter[str] = Counter()
    for candidate in triage.left_out:
        puzzles = {puzzle for found in candidate.sources.values() for puzzle in found}
        reasons[candidate.left_out or ""] += len(puzzles)
    for reason, number in reasons.most_common():
        those = "1 hypothesis was" if number == 1 else f"{number} hypotheses were"
        yield f"{those} left out of the triage: {reason}."


def _dropped(triage: Triage) -> Iterator[str]:
    for stage, ranking in triage.rankings.items():
        reasons = [entry["dropped"] for entry in ranking["ranking"] if entry.get("dropped")]
        if reasons:
            one = len(reasons) == 1
            those = "1 candidate was" if one else f"{len(reasons)} candidates were"
            first = "" if one else "the first: "
            yield f"{those} dropped in stage {stage} ({first}{reasons[0]})."
