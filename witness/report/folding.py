"""Tables as the page shows them: without rows and columns that say nothing new.

What is folded is said in a sentence below the table. The files of the tables keep everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import pandas as pd

from witness.report.cells import NOT_REPORTED
from witness.report.templates import shown

#: Tables with fewer columns fit on any screen; they keep all of them.
_WIDE = 6

#: What the column `stopped` of triage says, in words.
_REASONS = {"yes": "stopped, as they would have taken more than those with a place"}


@dataclass(frozen=True)
class Fold:
    """How to fold a table. Columns that it lacks do not matter.

    `keys` say what a row is about: consecutive rows that are the same but for them become one. A
    row with no value in any column of `ours` is left out, and named by its column `name` (without
    one it is counted), for the reason in the column `why`. With `zeros`, rows in which "ours" is 0
    beside no number of the paper are named in a sentence. `stay` are columns that are kept even if
    they say the same in all rows.
    """

    keys: tuple[str, ...]
    ours: tuple[str, ...] = ()
    name: str | None = None
    why: str = "note"
    zeros: bool = False
    stay: tuple[str, ...] = ()


class Folded(NamedTuple):
    """A table as it is shown, and sentences about what is not."""

    table: pd.DataFrame
    sentences: tuple[str, ...]


#: How each table is folded, by its name.
FOLDS: Mapping[str, Fold] = {
    "scale": Fold(("quantity",), ("ours",), name="quantity"),
    "learning": Fold(("quantity",), ("ours",), name="quantity", zeros=True),
    "winners": Fold(("variant", "predicate", "learned from"), ("verdict",), name="predicate",
                    stay=("verdict",)),
    "table_3": Fold(("variant", "predicate", "clause")),
    "theorem_1": Fold(("row of Table 3", "clause of winner_proved"), stay=("verdict",)),
    "triage_summary": Fold(("variant", "stage"), ("first", "first proved")),
    "triage": Fold(("place", "program"), ("time speedup", "expansion speedup"), why="stopped",
                   stay=("verdict",)),
    "table_2": Fold(("size",), ("baseline expansions", "winner_proved expansions"), name="size"),
    "test": Fold(("run",), ("Σ speedup",), name="run", stay=("measure",)),
    "outcomes": Fold(("run",), stay=("set", "puzzles", "solved", "lost")),
    "large": Fold(("paper-minutes", "minutes", "expansions"), ("baseline, %", "winner_proved, %"),
                  name="size", stay=("size",)),
    "claims": Fold(("claim",), ("ours",), name="claim"),
}  # fmt: skip


def folded(table: pd.DataFrame, name: str) -> Folded:
    """Return a table as the page shows it; `name` is that in `FOLDS`, and of the table's file."""
    fold = FOLDS[name]
    rows, dashes = _without_dashes(table, fold)
    if fold.why != "note":
        rows = rows.drop(columns=fold.why)  # it is said of the rows that are left out
    sentences = [*_left_out(dashes, fold, f"tables/{name}.csv", everything=rows.empty)]
    for step in (_without_zeros, _without_not_reported, _merged, _without_constants):
        rows, said = step(rows, fold)
        sentences += said
    return Folded(rows, tuple(sentences))


def _without_dashes(table: pd.DataFrame, fold: Fold) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rows that have a value of ours, and the others."""
    ours = [column for column in fold.ours if column in table.columns]
    empty = table[ours].isna().all(axis=1) if ours else pd.Series(False, index=table.index)
    return table[~empty], table[empty]


def _left_out(rows: pd.DataFrame, fold: Fold, file: str, *, everything: bool) -> Iterator[str]:
    """Yield the sentence about the rows that are left out, if there are any."""
    reasons: dict[str, list[str]] = {}
    for row in rows.to_dict("records"):
        why = row.get(fold.why) or ""
        reasons.setdefault(_REASONS.get(why, why), []).append(str(row.get(fold.name)))
    parts = []
    for reason, names in reasons.items():
        count = f"{len(names)} row{'' if len(names) == 1 else 's'}"
        by_name = fold.name is not None and not everything
        what = "; ".join(dict.fromkeys(names)) if by_name else count
        parts.append(f"{what} ({reason})" if reason else what)
    if parts:
        yield f"Left out, as there is nothing of it here: {'; '.join(parts)}. All is in {file}."


def _without_zeros(table: pd.DataFrame, fold: Fold) -> tuple[pd.DataFrame, list[str]]:
    """Return a table without rows that say no more than that there are none, and which they are."""
    if not fold.zeros:
        return table, []
    none = table["ours"] == 0
    if "paper" in table.columns:
        none &= table["paper"].isna()
    names = "; ".join(str(name) for name in table.loc[none, fold.keys[0]])
    return table[~none], [f"There are none of these: {names}."] if names else []


def _without_not_reported(table: pd.DataFrame, _: Fold) -> tuple[pd.DataFrame, list[str]]:
    """Return a table without the note that the paper gives no number, where a dash says so."""
    if "note" not in table.columns or not any("paper" in str(name) for name in table.columns):
        return table, []
    silent = table["note"] == NOT_REPORTED
    if not silent.any():
        return table, []
    if silent.all():
        return table.drop(columns="note"), ["The paper gives none of these numbers."]
    changed = table.assign(note=table["note"].mask(silent, ""))
    return changed, ["Where “paper” has a dash, the paper gives no number."]


def _merged(table: pd.DataFrame, fold: Fold) -> tuple[pd.DataFrame, list[str]]:
    """Return a table in which consecutive rows that differ in their keys alone are one."""
    names = list(table.columns)
    keys = [key for key in fold.keys if key in names]
    others = [name for name in names if name not in keys]
    if not keys or not others:
        return table, []
    rows = []
    for _, run in groupby(table.to_dict("records"), key=lambda row: [row[o] for o in others]):
        alike = list(run)
        joined = {key: _joined([row[key] for row in alike]) for key in keys}
        rows.append([joined[name] if name in joined else alike[0][name] for name in names])
    return pd.DataFrame(rows, columns=names, dtype=object), []


def _joined(values: Sequence[Any]) -> Any:
    """Return the values of merged rows as one: the value itself, a list, or a range of numbers."""
    distinct = list(dict.fromkeys(value for value in values if value is not None))
    if len(distinct) < 2:
        return distinct[0] if distinct else None
    texts = [shown(value).text for value in distinct]
    if len(distinct) > 2 and all(isinstance(value, int | float) for value in distinct):
        return f"{texts[0]}–{texts[-1]}"
    return ("; " if any("," in text for text in texts) else ", ").join(texts)


def _without_constants(table: pd.DataFrame, fold: Fold) -> tuple[pd.DataFrame, list[str]]:
    """Return a wide table without the columns that say the same in all rows, and what they say."""
    if len(table) < 2 or len(table.columns) < _WIDE:
        return table, []
    names = [name for name in table.columns if name not in (*fold.keys, *fold.stay)]
    values = {name: table[name].iloc[0] for name in names if table[name].nunique(dropna=False) == 1}
    said = [f"{name}: {shown(v).text}" for name, v in values.items() if v not in (None, "")]
    empty = [str(name) for name, v in values.items() if v in (None, "")]
    sentences = [f"The same in all rows: {'; '.join(said)}."] if said else []
    sentences += [f"Without a value in any row: {'; '.join(empty)}."] if empty else []
    return table.drop(columns=list(values)), sentences
