"""Tables about what was learned: the runs, the winners with their clauses (Table 3), the triage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from witness.base.errors import InputError
from witness.experiment.candidates import TRACKS, Track, Variant
from witness.experiment.race import Totals
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.report import paper
from witness.report.cells import NOT_COMPARABLE, NOT_REPORTED, frame, percent, ratio, significant
from witness.report.records import WINNERS, Records, Triage, paper_predicate, same_behaviour
from witness.report.speedups import time_ratio

VERDICTS = ("proved", "checked", "refuted", "unknown")

#: What was measured of a candidate: its speedups over π_baseline (Equations 1 and 2) and over A*
#: without a predicate (in the variant plain), the spread of the rounds of timing, and limits met.
MEASURED = (
    "time speedup", "expansion speedup", "time, no predicate", "expansions, no predicate",
    "spread, %", "searches at a limit",
)  # fmt: skip


def learning_summary(records: Records) -> pd.DataFrame:
    """Return a summary of the training runs beside the paper's (section 5.3).

    Columns: quantity, ours, paper, note.
    """
    runs = records.learning
    status = Counter(run.result["status"] for run in runs)
    learned = [run for run in runs if run.clauses]
    minutes = [
        run.result["seconds"] / 60 for run in learned if run.result.get("seconds") is not None
    ]
    clauses = [clause for run in learned for clause in run.clauses]
    hypothesis_status = Counter(records.status(run.clauses) for run in learned)
    clause_status = Counter(records.clause(clause).status for clause in clauses)
    same_scale = len(runs) == paper.TRAINING_PUZZLES
    differs = "the paper: the others met its time limit" if same_scale else NOT_COMPARABLE
    fell_out = paper.TRAINING_PUZZLES - paper.LEARNED
    learner = "" if {r.result.get("learner") for r in runs} == {"popper"} else "learner and "
    timing = f"another {learner}computer; varies from run to run"

    def note(ours: float | None, theirs: float, otherwise: str = differs) -> str:
        return "" if ours == theirs else otherwise

    gave, gave_percent = len(learned), percent(len(learned), len(runs))
    paper_percent = percent(paper.LEARNED, paper.TRAINING_PUZZLES)
    rows: list[tuple[str, float | None, float | None, str]] = [
        ("training puzzles", len(runs), paper.TRAINING_PUZZLES,
         note(len(runs), paper.TRAINING_PUZZLES)),
        ("gave a predicate", gave, paper.LEARNED, note(gave, paper.LEARNED)),
        ("gave a predicate, %", gave_percent, paper_percent,
         note(gave_percent, paper_percent or 0)),
        ("nothing learned", status["nothing-learned"], None,
         "every clause within the limits covers a negative example or nothing"),
        ("timed out", status["timeout"], fell_out, "the paper: after about an hour"),
        ("failed", status["failed"], None, NOT_REPORTED),
        ("minutes of a run that gave one, average",
         significant(sum(minutes) / len(minutes), 2) if minutes else None,
         paper.AVERAGE_LEARNING_MINUTES, timing),
        ("the shortest of them", significant(min(minutes), 2) if minutes else None,
         paper.LEARNING_MINUTES[0], timing),
        ("the longest of them", significant(max(minutes), 2) if minutes else None,
         paper.LEARNING_MINUTES[1], timing),
        *([("whole hypotheses that behave exactly like π°",
            sum(bool(records.is_paper(run.clauses, "plain")) for run in learned), None,
            NOT_REPORTED)] if records.beside_paper else ()),
        *((f"hypotheses {verdict}", hypothesis_status[verdict], None, NOT_REPORTED)
          for verdict in VERDICTS),
        ("clauses in all hypotheses", len(clauses), None, NOT_REPORTED),
        *((f"clauses {verdict}", clause_status[verdict], None, NOT_REPORTED)
          for verdict in VERDICTS),
        ("clauses that look at the path's length",
         sum(records.clause(clause).looks_at_length for clause in clauses), None, NOT_REPORTED),
        ("hypotheses with such a clause",
         sum(records.looks_at_length(run.clauses) for run in learned), None, NOT_REPORTED),
    ]  # fmt: skip
    columns = ("quantity", "ours", "paper", "note")
    return frame((dict(zip(columns, row, strict=True)) for row in rows), columns)


def winners(records: Records) -> pd.DataFrame:
    """Return the winners of each variant: their verdict, whether they are π°, and their speedups.

    Speedups are those of stage 3, in sort mode (`MEASURED`). `is π°` compares all states visible in
    the variant: yes, no, or unknown.
    """
    columns = (
        "variant", "predicate", "clauses", "verdict", "is π°", "looks at length",
        "learned from", *MEASURED,
    )  # fmt: skip
    rows = []
    for variant, triage in records.triage.items():
        for name in WINNERS:
            entry = triage.winners.get(name, {})
            program = triage.program(name)
            row: dict[str, Any] = {
                "variant": variant,
                "predicate": name,
                "clauses": len(program),
                "learned from": len(entry.get("sources", ())),
            }
            if program:
                row["verdict"] = entry["status"]
                row["is π°"] = _yes(records.is_paper(program, variant))
                row["looks at length"] = _yes(records.looks_at_length(program))
                row |= measured(entry["measurement"] or {})
            rows.append(row)
    return frame(rows, columns)


def table_3(records: Records) -> pd.DataFrame:
    """Return the winners' clauses beside those of π° (Table 3), matched by what they say.

    Two clauses match if they fire in the same states among those visible in the variant. A clause
    that only the paper's winner has is a row without a clause of ours.
    """
    columns = (
        "variant", "predicate", "clause", "Prolog", "English", "verdict", "looks at length",
        "paper's clause", "note",
    )  # fmt: skip
    rows: list[dict[str, Any]] = []
    for variant, triage in records.triage.items():
        for name in WINNERS:
            missing = list(paper.WINNERS[variant]) if records.beside_paper else []
            program = triage.program(name)
            for number, text in enumerate(program, start=1):
                facts = records.clause(text)
                twin = _paper_clause(records, text, variant)
                if twin in missing:
                    missing.remove(twin)
                rows.append({
                    "variant": variant, "predicate": name, "clause": number, "Prolog": text,
                    "English": facts.english,
                    "verdict": facts.status,
                    "looks at length": _yes(facts.looks_at_length),
                    "paper's clause": twin,
                    "note": "the same states" if twin else _note(records, text, variant),
                })  # fmt: skip
            same = bool(program) and records.is_paper(program, variant)
            for text in missing:
                note = "covered by the clauses above" if same else "not found"
                rows.append(
                    {"variant": variant, "predicate": name, "paper's clause": text, "note": note}
                )  # fmt: skip
    return frame(rows, columns)


def triage_ranking(records: Records) -> pd.DataFrame:
    """Return the ranking of every stage, by variant and track (Algorithm 2).

    A verdict is on the program of that track: the programs of one candidate answer alike in all
    visible states, but may be written differently. `tie` means a tie with the place above. Those
    that were `stopped` have neither a place nor speedups, as they would have taken more; neither
    have those that were dropped, which `stopped` says with the reason.
    """
    columns = (
        "variant", "track", "stage", "place", "kept", "candidate", "verdict", "looks at length",
        "is π°", "tie", "stopped", *MEASURED, "clauses", "literals", "training puzzles", "program",
    )  # fmt: skip
    rows = []
    for variant, triage in records.triage.items():
        for stage, ranking in triage.rankings.items():
            for track in TRACKS:
                for entry in in_track(ranking, track):
                    candidate = triage.candidates[entry["candidate"]]
                    program = candidate.programs[track]
                    rows.append({
                        "variant": variant, "track": track, "stage": stage,
                        "place": entry["places"].get(track),
                        "kept": _yes(candidate.id in ranking["kept"].get(track, ())),
                        "candidate": candidate.id,
                        "verdict": records.status(program),
                        "looks at length": _yes(records.looks_at_length(program)),
                        "is π°": _yes(records.is_paper(program, variant)),
                        "tie": _yes(track in entry.get("ties", ())),
                        "stopped": entry.get("dropped") or _yes(entry.get("stopped", False)),
                        **measured(entry),
                        "clauses": len(program),
                        "literals": sum(
                            clause.size for clause in parse_clauses("\n".join(program))
                        ),
                        "training puzzles": len(candidate.sources.get(track, ())),
                        "program": "\n".join(program),
                    })  # fmt: skip
    return frame(rows, columns)


def triage_summary(records: Records) -> pd.DataFrame:
    """Return the first of all candidates and the first proved one, by variant and stage.

    The counts are of candidates in the track `all`; "with length" counts those with a clause that
    looks at the path's length. Speedups are over π_baseline.
    """
    columns = (
        "variant", "stage", "candidates", "refuted", "with length", "first", "its verdict",
        "its length", "its time speedup", "its expansion speedup", "first proved",
        "proved: time speedup", "proved: expansion speedup",
    )  # fmt: skip
    rows = []
    for variant, triage in records.triage.items():
        for stage, ranking in triage.rankings.items():
            entries = {track: list(in_track(ranking, track)) for track in TRACKS}
            programs = [_program(triage, entry, "all") for entry in entries["all"]]
            # If none has a place, none is the first.
            first = {
                track: [entry for entry in found[:1] if not entry.get("dropped")]
                for track, found in entries.items()
            }
            row: dict[str, Any] = {
                "variant": variant,
                "stage": stage,
                "candidates": len(programs),
                "refuted": sum(records.status(program) == "refuted" for program in programs),
                "with length": sum(records.looks_at_length(p) for p in programs),
            }
            if first["all"]:
                row["its verdict"] = records.status(programs[0])
                row["its length"] = _yes(records.looks_at_length(programs[0]))
            shown: tuple[tuple[Track, str, str], ...] = (
                ("all", "first", "its"),
                ("proved", "first proved", "proved:"),
            )
            for track, name, title in shown:
                for entry in first[track]:
                    speedups = measured(entry)
                    row[name] = _named(records, _program(triage, entry, track), variant)
                    row[f"{title} time speedup"] = speedups["time speedup"]
                    row[f"{title} expansion speedup"] = speedups["expansion speedup"]
            rows.append(row)
    return frame(rows, columns)


def _named(records: Records, program: Sequence[str], variant: Variant) -> str:
    """Return "π°" for the paper's winner, and the number of clauses for any other program."""
    if records.is_paper(program, variant):
        return "π°"
    return f"{len(program)} clause{'' if len(program) == 1 else 's'}"


def _paper_clause(records: Records, text: str, variant: Variant) -> str | None:
    """Return the clause of π° that fires in the same visible states as a clause of ours."""
    for theirs in paper.WINNERS[variant]:
        if _same(records, text, [theirs], variant):
            return theirs
    return None


def _note(records: Records, text: str, variant: Variant) -> str:
    """Return why a clause has no counterpart in the paper's winner of the variant."""
    if _same(records, text, (), variant):
        return "fires in no state of this variant: superfluous"
    return "not a clause of the paper's"


def _same(records: Records, text: str, theirs: Sequence[str], variant: Variant) -> bool:
    if not records.about_triangles:
        return False  # the paper's clauses are about triangles
    try:
        ours = translate(parse_clauses(text), records.background)
    except InputError:  # beyond plain clauses
        return False
    other = paper_predicate(tuple(theirs))
    return bool(same_behaviour(ours, other, variant, records.longest))


def in_track(ranking: Mapping[str, Any], track: Track) -> Iterator[Mapping[str, Any]]:
    """Yield the entries of a ranking that race in a track, best first, those without place last."""
    placed = [entry for entry in ranking["ranking"] if track in entry["places"]]
    yield from sorted(placed, key=lambda entry: int(entry["places"][track]))
    yield from (entry for entry in ranking["ranking"] if track in entry.get("unplaced", ()))


def _program(triage: Triage, entry: Mapping[str, Any], track: Track) -> Sequence[str]:
    return triage.candidates[entry["candidate"]].programs[track]


def measured(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns `MEASURED` of a ranking entry, computed from its sums; None for no value.

    A search that hit a limit counts with what it did until then.
    """

    def speedup(over: str, what: str) -> float | str | None:
        if entry.get("stopped") or entry.get("dropped"):
            return None
        quotient = time_ratio if what == "seconds" else ratio
        return quotient(entry.get(f"{over}_{what}", 0), entry.get(what, 0))

    limits = (entry.get("capped"), entry.get("baseline_capped"))
    spread = Totals(rounds=tuple(entry.get("rounds", ()))).spread
    values = (
        speedup("baseline", "seconds"),
        speedup("baseline", "expansions"),
        speedup("none", "seconds"),
        speedup("none", "expansions"),
        None if spread is None else significant(100 * spread, 2),
        None if None in limits else "{} (baseline {})".format(*limits),
    )
    return dict(zip(MEASURED, values, strict=True))


def _yes(value: bool | None) -> str:
    return "unknown" if value is None else "yes" if value else "no"
