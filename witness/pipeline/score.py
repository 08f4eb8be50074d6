"""The score of answers to panels of the benchmark set, as docs/benchmark.md asks for it."""

from __future__ import annotations

import csv
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import read_jsonl, read_text
from witness.base.schemas import check_types
from witness.pipeline.report.speedups import interval
from witness.pipeline.report.table import ratio, significant
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.puzzle_schema import SOLVED
from witness.puzzle.rules import path_from_json, violations

#: Panels by their ids, each with its row of `numbers.csv`.
Known = Mapping[str, tuple[Puzzle, Mapping[str, str]]]


def scores(panels: str, files: Sequence[str]) -> list[dict[str, Any]]:
    """Return the numbers of each file of answers, by the band, kind and status of the panels.

    A file may also be a column of `numbers.csv`: what A* expands. Lengths of paths (over the
    shortest) and expansions are those of the panels that `all` files answer. `low` and `high` bound
    the 95 % bootstrap interval of the sum of expansions; `times` is the sum of the first file over
    this one's. Raises `InputError` for the first wrong answer.
    """
    beside = Path(panels).with_name("numbers.csv")
    try:
        rows = {row["id"]: row for row in csv.DictReader(read_text(beside).splitlines())}
        known = {one.id: (one, rows[one.id]) for one in read_puzzles(panels)}
        groups = defaultdict(list)
        for id_, (_, row) in known.items():
            for kind in (row["kind"], "~"):  # all kinds, which come last
                groups[row["band"], kind, row["status"]].append(id_)
        lengths = {id_: int(row["shortest"] or 0) for id_, (_, row) in known.items()}
        columns: dict[str, dict[str, Any]] = {
            file: {id_: {"path": [id_] * (lengths[id_] + 1), "expansions": int(row[file])}
                   for id_, (_, row) in known.items() if row[file]}
            for file in {*files} & {*next(iter(rows.values()))}
        }  # fmt: skip
    except (KeyError, TypeError, ValueError, csv.Error):
        raise InputError(f"it has no numbers of {panels}", file=beside) from None
    answers = {file: columns.get(file) or _answers(file, known) for file in files}
    found = []
    for (band, kind, status), ids in sorted(groups.items()):
        both = [one for one in ids if all(one in own for own in answers.values())]
        shortest = sum(lengths[one] for one in both)
        taken = [[own[one].get("expansions") for one in both] for own in answers.values()]
        for (file, own), took in zip(answers.items(), taken, strict=True):
            edges = sum(len(own[one]["path"]) - 1 for one in both) if shortest else 0
            found.append({"answers": file, "band": band, "kind": kind.replace("~", "all"),
                          "status": status, "panels": len(ids), "answered": len({*ids} & {*own}),
                          "all": len(both), "path": ratio(edges, shortest),
                          **_of_expansions(took, taken[0])})  # fmt: skip
    return found


def _answers(file: str, known: Known) -> dict[str, Any]:
    """Return the answers of a file by the ids of panels; what ended at a limit is none."""
    found: dict[str, Any] = {}
    for line, answer in read_jsonl(file):
        try:
            wrong = _wrong(answer, known)
        except InputError as error:
            wrong = error.reason
        id_: Any = answer.get("id") if isinstance(answer, dict) else answer
        if wrong or id_ in found:
            what = f"the answer to {quoted(id_)} is wrong: {wrong or 'there is another one'}"
            raise InputError(what, file=file, line=line)
        if answer["status"] in ("solved", "unsolvable"):
            found[id_] = answer
    return found


def _wrong(answer: Any, known: Known) -> str | None:
    """Return what is wrong with an answer; raise `InputError` for what is none."""
    check_types(answer, SOLVED, "it", ("id", "status"))
    if answer["id"] not in known:
        return "it is not among the panels"
    puzzle, row = known[answer["id"]]
    if answer["status"] == "solved":
        violated = violations(puzzle, path_from_json(answer.get("path")))
        return str(violated[0]) if violated else None
    refuted = answer["status"] == "unsolvable" and row["status"] == "solved"
    return "the panel has a solution" if refuted else None


def _of_expansions(took: Sequence[Any], first: Sequence[Any]) -> dict[str, Any]:
    """Return the numbers of expansions on some panels, also beside those of the first file."""
    if not took or None in took:
        return {}
    low, high = (round(len(took) * bound) for bound in interval(took, [1] * len(took)))
    ours, others = ([max(1, n or 0) for n in of] for of in (took, first))
    times: Sequence[float | None] = (None, None, None)
    if took is not first and None not in first:
        bounds = (significant(bound, 3) for bound in interval(others, ours))
        times = ratio(sum(others), sum(ours)), *bounds
    return {
        "expansions": sum(took), "low": low, "high": high,
        **dict(zip(("times", "times_low", "times_high"), times, strict=True)),
        "median": significant(statistics.median(took)),
        "geomean": significant(statistics.geometric_mean(ours)),
    }  # fmt: skip
