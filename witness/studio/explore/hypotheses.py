"""The hypotheses of an experiment for the page: a row for each group of them that behave alike.

Speedups are those of the triage in its variant `plain`, from the last stage that measured the
group. Proved cores that triage measured, such as `winner_proved`, have rows of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witness.pipeline.report.records import Records, Triage
from witness.pipeline.report.tidy import behaviours
from witness.pipeline.report.triage_tables import measured

#: A row for the page; its `clauses` are texts in Prolog.
Group = dict[str, Any]


def groups(records: Records) -> list[Group]:
    """Return the rows: the proved ones first, each part by speedup, then by number of puzzles."""
    triage = records.triage.get("plain", Triage({}, {}, {}))
    found = [*_hypotheses(records, triage), *_cores(records, triage)]
    return sorted(
        found,
        key=lambda row: (
            row["verdict"] != "proved",
            -(row["expansions"] or 0),
            -len(row["puzzles"]),
        ),
    )


def chosen_first(found: Sequence[Group]) -> int:
    """Return the number of the row that the page begins with: the best that is known."""
    for name in ("winner_proved", "winner"):
        for number, group in enumerate(found):
            if name in group["winner"]:
                return number
    return 0


def _hypotheses(records: Records, triage: Triage) -> Iterator[Group]:
    by_puzzle = _by_puzzle(triage)
    for row in behaviours.rows(records):
        candidate = next((by_puzzle[p] for p in row["puzzles"] if p in by_puzzle), None)
        yield {
            "kind": "hypothesis",
            "clauses": row["hypothesis"],
            **{key: row[key] for key in ("verdict", "literals", "puzzles")},
            "paper": bool(row["is_paper"]),
            **_measured(triage, candidate),
        }


def _cores(records: Records, triage: Triage) -> Iterator[Group]:
    """Yield the proved cores that are no hypothesis of a puzzle."""
    for candidate in triage.candidates.values():
        if "all" in candidate.programs:
            continue
        program = candidate.programs["proved"]
        yield {
            "kind": "proved core",
            "clauses": program,
            "verdict": records.status(program),
            "literals": candidate.size,
            "puzzles": candidate.sources["proved"],
            "paper": bool(records.is_paper(program, "plain")),
            **_measured(triage, candidate.id),
        }


def _by_puzzle(triage: Triage) -> dict[str, str]:
    """Return the candidate that the hypothesis of a puzzle became, by the puzzle."""
    return {
        puzzle: candidate.id
        for candidate in triage.candidates.values()
        for puzzle in candidate.sources.get("all", ())
    }


def _measured(triage: Triage, candidate: str | None) -> dict[str, Any]:
    """Return what a candidate won, its speedups over the search without it, and the stage."""
    won = [name for name, entry in triage.winners.items() if entry.get("candidate") == candidate]
    found: dict[str, Any] = {"winner": won if candidate else []}
    for stage, ranking in sorted(triage.rankings.items(), reverse=True):
        for entry in ranking.get("ranking", ()):
            if candidate and entry.get("candidate") == candidate:
                return found | {
                    "expansions": _number(entry.get("expansion_speedup")),
                    "time": _number(measured(entry)["time speedup"]),
                    "stage": stage,
                }
    return found | {"expansions": None, "time": None, "stage": None}


def _number(value: Any) -> float | None:
    """Return a number from a record with three digits after the point."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e12:
        return None
    return round(float(value), 3)
