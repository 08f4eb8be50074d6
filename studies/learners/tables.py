"""The tables of the page about learners, from records of experiments that differ in these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

import pandas as pd

from studies.beside_paper import beside_paper
from studies.times import learner_name
from witness.pipeline.candidates import VARIANTS
from witness.pipeline.report.records import WINNERS, Records
from witness.pipeline.report.table import frame, percent, ratio, significant
from witness.pipeline.training import LearningRun


@dataclass(frozen=True)
class Learned:
    """An experiment in which a learner was run: its configuration and its records."""

    config: Mapping[str, Any]
    records: Records

    @property
    def learner(self) -> str:
        """The name of the learner, with its version if it is another program."""
        return learner_name(self.config, self.records)

    @property
    def shown(self) -> dict[str, Any]:
        """The columns that say which experiment a row is about."""
        return {"learner": self.learner, "seed": self.config["seed"]}


def learning(experiments: Sequence[Learned]) -> pd.DataFrame:
    """Return what each learner learned from the training puzzles.

    `coverage, %` is the mean, over all puzzles, of the part of the positive examples that the
    hypothesis covers. `best` counts the puzzles on which no other learner covers more, `least`
    those of them on which none of these needs fewer literals; both among experiments with the same
    puzzles. `proved` and `is π°` count hypotheses.
    """
    columns = (
        "learner", "seed", "puzzles", "gave a predicate", "cut short", "failed", "coverage, %",
        "best", "least", "literals", "clauses", "clauses proved, %", "proved", "is π°",
        "covers negatives", "seconds, median", "seconds, longest", "minutes in all",
    )  # fmt: skip
    rows = []
    for one in experiments:
        runs = one.records.learning
        found = [run for run in runs if run.clauses]
        statuses = [run.result["status"] for run in runs]
        clauses = [text for run in found for text in run.clauses]
        proved = [one.records.clause(text).status == "proved" for text in clauses]
        seconds = [run.result["seconds"] for run in runs if run.result.get("seconds") is not None]
        best, least = _among_the_best(one, experiments)
        rows.append({
            **one.shown,
            "puzzles": len(runs),
            "gave a predicate": len(found),
            "cut short": sum(status in ("timeout", "memory-limit") for status in statuses),
            "failed": statuses.count("failed"),
            "coverage, %": significant(100 * mean(map(_coverage, runs)), 4) if runs else None,
            "best": best,
            "least": least,
            "literals": significant(mean(map(_size, found)), 3) if found else None,
            "clauses": len(clauses),
            "clauses proved, %": percent(sum(proved), len(clauses)),
            "proved": sum(one.records.status(run.clauses) == "proved" for run in found),
            "is π°": sum(bool(one.records.is_paper(run.clauses, "plain")) for run in found),
            "covers negatives": sum(bool(run.result.get("false_positives")) for run in runs),
            "seconds, median": significant(median(seconds), 2) if seconds else None,
            "seconds, longest": significant(max(seconds), 2) if seconds else None,
            "minutes in all": significant(sum(seconds) / 60, 2) if seconds else None,
        })  # fmt: skip
    return frame(rows, columns)


def winners(experiments: Sequence[Learned]) -> pd.DataFrame:
    """Return what Algorithm 2 chose from what each learner learned, in both variants."""
    columns = (
        "learner", "seed", "variant", "predicate", "candidates", "beside π°", "verdict",
        "expansion speedup", "learned from",
    )  # fmt: skip
    rows = []
    for one in experiments:
        for variant in VARIANTS:
            triage = one.records.triage[variant]
            for name in WINNERS:
                entry = triage.winners.get(name, {})
                program = triage.program(name)
                measured = entry.get("measurement") or {}
                rows.append({
                    **one.shown,
                    "variant": variant,
                    "predicate": name,
                    "candidates": len(triage.candidates),
                    "beside π°": beside_paper(one.records, program, variant),
                    "verdict": entry["status"] if program else None,
                    "expansion speedup": ratio(
                        measured.get("baseline_expansions", 0), measured.get("expansions", 0)
                    ),
                    "learned from": len(entry.get("sources", ())),
                })  # fmt: skip
    return frame(rows, columns)


def programs(experiments: Sequence[Learned]) -> pd.DataFrame:
    """Return the clauses of the winners of all hypotheses, in the variant plain."""
    rows = [
        {**one.shown, "program": "\n".join(one.records.triage["plain"].program("winner"))}
        for one in experiments
    ]
    return frame(rows, ("learner", "seed", "program"))


def _coverage(run: LearningRun) -> float:
    """Return the part of the positive examples that is covered; all if there are none."""
    positives = run.result.get("positives", 0)
    if not positives:
        return 1.0 if run.result["status"] != "failed" else 0.0
    return float(run.result["true_positives"] / positives)


def _size(run: LearningRun) -> int:
    return int(run.result["program_size"])


def _among_the_best(one: Learned, experiments: Sequence[Learned]) -> tuple[int | None, int | None]:
    """Return on how many puzzles none covers more, and of these, none does so with fewer literals.

    None if no other experiment has the same puzzles.
    """
    same = [other for other in experiments if other.records.puzzles == one.records.puzzles]
    if len(same) < 2:
        return None, None
    best = least = 0
    by_puzzle = [{run.puzzle: run for run in other.records.learning} for other in same]
    for run in one.records.learning:
        marks = [_mark(known[run.puzzle]) for known in by_puzzle]
        covered = max(mark[0] for mark in marks)
        if _mark(run)[0] == covered:
            best += 1
            least += _mark(run) == max(marks)
    return best, least


def _mark(run: LearningRun) -> tuple[int, int]:
    """Return the positives covered and minus the size; a run that failed comes last."""
    return run.result.get("true_positives", -1), -run.result.get("program_size", 0)
