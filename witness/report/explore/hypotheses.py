"""The hypotheses of an experiment for the page: a row for each group of them that behave alike.

Speedups are those of the triage in its variant `plain`, from the last stage that measured the
group. Proved cores that triage measured, such as `winner_proved`, have rows of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.report.records import Records, Triage
from witness.report.speedups import TOO_SHORT, time_ratio
from witness.report.tidy import behaviours

#: The clauses of a hypothesis.
Program = Sequence[str]


@dataclass(frozen=True)
class Group:
    """Hypotheses that behave alike, or the proved core of some; `program` is the smallest."""

    kind: str
    program: Program
    verdict: str | None
    literals: int
    puzzles: Sequence[str]
    paper: bool | None
    winner: Sequence[str] = ()
    speedup: Mapping[str, Any] | None = None

    def to_json(self, numbers: Mapping[str, int]) -> dict[str, Any]:
        """Return the row; clauses stand for themselves by their `numbers`."""
        return {
            "kind": self.kind,
            "clauses": [numbers[text] for text in self.program],
            "verdict": self.verdict,
            "literals": self.literals,
            "puzzles": list(self.puzzles),
            "paper": bool(self.paper),
            "winner": list(self.winner),
            **(self.speedup or {"expansions": None, "time": None, "stage": None}),
        }


def groups(records: Records) -> list[Group]:
    """Return the rows, those first that most puzzles gave; proved cores come last."""
    triage = records.triage.get("plain")
    found = list(_hypotheses(records, triage))
    if triage is not None:
        found += _cores(records, triage)
    return found


def chosen_first(found: Sequence[Group]) -> int:
    """Return the number of the row that the page begins with: the best that is known."""
    for name in ("winner_proved", "winner"):
        for number, group in enumerate(found):
            if name in group.winner:
                return number
    return 0


def _hypotheses(records: Records, triage: Triage | None) -> Iterator[Group]:
    by_puzzle = {} if triage is None else _by_puzzle(triage)
    for row in behaviours.rows(records):
        puzzles: Any = row["puzzles"]
        program: Any = row["hypothesis"]
        literals: Any = row["literals"]
        verdict: Any = row["verdict"]
        paper: Any = row["is_paper"]
        candidate = next((by_puzzle[p] for p in puzzles if p in by_puzzle), None)
        speedup = winner = None
        if triage is not None and candidate is not None:
            speedup, winner = _speedup(triage, candidate), _winner(triage, candidate)
        yield Group("hypothesis", program, verdict, literals, puzzles, paper, winner or (), speedup)


def _cores(records: Records, triage: Triage) -> Iterator[Group]:
    """Yield the proved cores that are no hypothesis of a puzzle."""
    for candidate in triage.candidates.values():
        if "all" in candidate.programs:
            continue
        program = candidate.programs["proved"]
        yield Group(
            "proved core",
            program,
            records.status(program),
            candidate.size,
            candidate.sources["proved"],
            records.is_paper(program, "plain"),
            _winner(triage, candidate.id),
            _speedup(triage, candidate.id),
        )


def _by_puzzle(triage: Triage) -> dict[str, str]:
    """Return the candidate that the hypothesis of a puzzle became, by the puzzle."""
    return {
        puzzle: candidate.id
        for candidate in triage.candidates.values()
        for puzzle in candidate.sources.get("all", ())
    }


def _speedup(triage: Triage, candidate: str) -> dict[str, Any] | None:
    """Return the speedups of a candidate over the search without it, and the stage."""
    for stage, ranking in sorted(triage.rankings.items(), reverse=True):
        for entry in ranking.get("ranking", ()):
            if entry.get("candidate") == candidate:
                return {
                    "expansions": _number(entry.get("expansion_speedup")),
                    "time": None if _too_short(entry) else _number(entry.get("time_speedup")),
                    "stage": stage,
                }
    return None


def _too_short(entry: Mapping[str, Any]) -> bool:
    """Whether what the candidate and π_baseline took is too short to time."""
    times = [_number(entry.get(key)) or 0.0 for key in ("baseline_seconds", "seconds")]
    return time_ratio(*times) == TOO_SHORT


def _number(value: Any) -> float | None:
    """Return a number from a record with three digits after the point."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e12:
        return None
    return round(float(value), 3)


def _winner(triage: Triage, candidate: str) -> list[str]:
    return [name for name, won in triage.winners.items() if won.get("candidate") == candidate]
