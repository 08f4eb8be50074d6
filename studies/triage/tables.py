"""The tables of the page about triage, from the records of experiments and of the study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from witness.pipeline.candidates import VARIANTS, Candidate, Variant
from witness.pipeline.race import Totals
from witness.pipeline.report import paper
from witness.pipeline.report.records import Records
from witness.pipeline.report.speedups import time_ratio
from witness.pipeline.report.table import frame, ratio, significant
from witness.pipeline.training import Program

#: A stage of Algorithm 2 as `studies.triage.rankings.study` records it.
Stage = Mapping[str, Any]


@dataclass(frozen=True)
class Studied:
    """An experiment whose candidates were ranked: its records, and those of the rankings.

    `rankings` are the records of the rule `triage_rankings` by variant, `prices` those of
    `triage_prices`; of these there may be none.
    """

    config: Mapping[str, Any]
    records: Records
    rankings: Mapping[Variant, Mapping[str, Any]]
    prices: Mapping[Variant, Mapping[str, Any]]

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self.config["name"])

    def candidates(self, variant: Variant) -> Mapping[str, Candidate]:
        """Return the candidates of a variant by id."""
        return self.records.triage[variant].candidates

    def program(self, variant: Variant, identifier: str) -> Program:
        """Return the clauses of a candidate as learned; its proved core if it is nothing else."""
        programs = self.candidates(variant)[identifier].programs
        return tuple(programs.get("all") or programs["proved"])

    def named(self, variant: Variant, program: Program) -> str:
        """Return how a program compares with π°: the same, more than it, or something else."""
        return beside_paper(self.records, program, variant)


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


def outcomes(studied: Sequence[Studied]) -> pd.DataFrame:
    """Return the winners by time and by expansions of each experiment and variant.

    `ahead, %` is how much more the second takes than the first; `rounds` counts the rounds of
    timing after each of which alone the winner is π°.
    """
    columns = (
        "experiment", "seed", "labels", "bias", "variant", "ranked by", "winner", "verdict",
        "ahead, %", "time speedup", "expansion speedup", "rounds",
    )  # fmt: skip
    rows = []
    for one in studied:
        for variant in VARIANTS:
            record = one.rankings[variant]
            last = record["stages"][-1]
            for by in ("time", "expansions") if last["kept"]["time"]["all"] else ():
                program = one.program(variant, last["kept"][by]["all"][0])
                alone = [
                    one.records.is_paper(one.program(variant, kept["all"][0]), variant)
                    for name, kept in last["kept"].items()
                    if name.startswith("round ")
                ]
                rows.append({
                    "experiment": one.name,
                    "seed": one.config["seed"],
                    "labels": one.config["labels"],
                    "bias": one.config["bias"],
                    "variant": variant,
                    "ranked by": by,
                    "winner": one.named(variant, program),
                    "verdict": one.records.status(program),
                    "ahead, %": _in_percent(last["ahead"][by]["all"]),
                    **_speedups(last, last["kept"][by]["all"][0]),
                    "rounds": f"{sum(map(bool, alone))} of {len(alone)}" if by == "time" else None,
                })  # fmt: skip
    return frame(rows, columns)


def cases(table: pd.DataFrame, by: str, bias: str) -> str:
    """Return the number of `outcomes` under a ranking, with a bias, in which the winner is π°."""
    chosen = table[(table["ranked by"] == by) & (table["bias"] == bias)]
    return f"{(chosen['winner'] == 'π°').sum()} of {len(chosen)}"


def proved(studied: Sequence[Studied]) -> tuple[int, int]:
    """Return the number of cases in which winner_proved is π°, and of all cases.

    A case is one experiment, variant and ranking.
    """
    found = [
        one.records.is_paper(
            tuple(one.candidates(variant)[kept["proved"][0]].programs["proved"]), variant
        )
        for one in studied
        for variant in VARIANTS
        for name, kept in one.rankings[variant]["stages"][-1]["kept"].items()
        if kept["proved"]
    ]
    return sum(map(bool, found)), len(found)


def finalists(one: Studied, variant: Variant) -> pd.DataFrame:
    """Return what raced in the last stage, fastest first, and what an expansion and a call cost."""
    columns = (
        "candidate", "verdict", "expansions", "seconds", "time speedup", "expansion speedup",
        "spread, %", "nanoseconds an expansion", "inferences an example",
    )  # fmt: skip
    last = one.rankings[variant]["stages"][-1]
    prices = one.prices[variant]["candidates"] if one.prices else {}
    rows = []
    for name, record in sorted(last["totals"].items(), key=lambda item: item[1]["seconds"]):
        totals = Totals.from_json(record)
        row: dict[str, Any] = {
            "candidate": {"baseline": "π_baseline, prune", "none": "no predicate"}.get(name),
            "expansions": totals.expansions,
            "seconds": significant(totals.seconds, 3),
            **_speedups(last, name),
            "spread, %": _in_percent(totals.spread),
            "nanoseconds an expansion": significant(1e9 * totals.seconds / totals.expansions, 3),
        }
        if name in one.candidates(variant):
            program = one.program(variant, name)
            row["candidate"] = one.named(variant, program)
            row["verdict"] = one.records.status(program)
            if name in prices:
                row["inferences an example"] = significant(prices[name]["inferences"], 3)
        rows.append(row)
    return frame(rows, columns)


def lines(one: Studied) -> pd.DataFrame:
    """Return what each line of π° costs on examples (section 5.3).

    `adds` is what π° takes more than without the line, as the paper's 26 % of its first line.
    """
    columns = ("variant", "line", "inferences an example, alone", "adds, %", "paper, %")
    rows = []
    for variant in VARIANTS:
        prices = one.prices[variant]
        whole = prices["paper"]["π°"]["inferences"]
        for number, text in enumerate(paper.CLAUSES, start=1):
            rest = prices["paper"][f"without line {number}"]["inferences"]
            known = (variant, number) == ("baseline", 1)
            rows.append({
                "variant": variant,
                "line": number,
                "inferences an example, alone": significant(
                    prices["clauses"][text]["inferences"], 3
                ),
                "adds, %": _in_percent(whole / rest - 1),
                "paper, %": 100 * paper.FIRST_LINE_COST if known else None,
            })  # fmt: skip
    return frame(rows, columns)


def priced(one: Studied) -> pd.DataFrame:
    """Return the winners where an expansion costs the inferences of the clauses and of a call."""
    columns = ("variant", "inferences for a call", "winner", "ahead, %", "expansion speedup")
    rows = []
    for variant in VARIANTS:
        last = one.prices[variant]["stages"][-1]
        for call, kept in last["kept"].items():
            winner = kept["all"][0]
            rows.append({
                "variant": variant,
                "inferences for a call": int(call),
                "winner": one.named(variant, one.program(variant, winner)),
                "ahead, %": _in_percent(last["ahead"][call]["all"]),
                "expansion speedup": _speedups(last, winner)["expansion speedup"],
            })  # fmt: skip
    return frame(rows, columns)


def _speedups(stage: Stage, name: str) -> dict[str, float | str | None]:
    """Return the speedups over π_baseline of something that raced (Equations 1 and 2)."""
    own, over = stage["totals"][name], stage["totals"]["baseline"]
    fewer = ratio(over["expansions"], own["expansions"])
    return {
        "time speedup": time_ratio(over["seconds"], own["seconds"], fewer),
        "expansion speedup": fewer,
    }


def _in_percent(fraction: float | None) -> float | None:
    return None if fraction is None else significant(100 * fraction, 2)
