"""Tables as the page shows them: without rows and columns that say nothing new.

What is left out is said in a sentence below the table. The files of the tables keep everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import pandas as pd

from witness.report.records import Records
from witness.report.render import shown
from witness.report.speedups import NOT_TIMED
from witness.report.table import NOT_REPORTED, Table

#: Tables with fewer columns fit on any screen; they keep all of them.
_WIDE = 6

#: What the column `stopped` of triage says, in words.
_REASONS = {"yes": "stopped, as they would have taken more than those with a place"}


class Abridged(NamedTuple):
    """A table, the frame of it that is shown, and sentences about what is not."""

    table: Table
    frame: pd.DataFrame
    sentences: tuple[str, ...]


def abridged(table: Table, records: Records) -> Abridged:
    """Return a table as the page shows it, with a sentence for what it does not show."""
    return abridged_rows(table, table.beside_paper(records))


def abridged_rows(table: Table, frame: pd.DataFrame) -> Abridged:
    """Return rows of a table as the page shows them."""
    rows, dashes = _without_dashes(frame, table)
    if table.why != "note":
        rows = rows.drop(columns=table.why)  # it is said of the rows that are left out
    sentences = [*_left_out(dashes, table, everything=rows.empty)]
    steps = (_without_zeros, _without_untimed, _without_not_reported, _merged, _without_constants)
    for step in steps:
        rows, said = step(rows, table)
        sentences += said
    return Abridged(table, rows, tuple(sentences))


def _without_dashes(frame: pd.DataFrame, table: Table) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rows that have a value of ours, and the others."""
    ours = [column for column in table.ours if column in frame.columns]
    empty = frame[ours].isna().all(axis=1) if ours else pd.Series(False, index=frame.index)
    return frame[~empty], frame[empty]


def _left_out(rows: pd.DataFrame, table: Table, *, everything: bool) -> Iterator[str]:
    """Yield the sentence about the rows that are left out, if there are any."""
    reasons: dict[str, list[str]] = {}
    for row in rows.to_dict("records"):
        why = row.get(table.why) or ""
        reasons.setdefault(_REASONS.get(why, why), []).append(str(row.get(table.named)))
    parts = []
    for reason, names in reasons.items():
        count = f"{len(names)} row{'' if len(names) == 1 else 's'}"
        by_name = table.named is not None and not everything
        what = "; ".join(dict.fromkeys(names)) if by_name else count
        parts.append(f"{what} ({reason})" if reason else what)
    if parts:
        yield f"Left out, as nothing here compares with it: {'; '.join(parts)}."


def _without_zeros(frame: pd.DataFrame, table: Table) -> tuple[pd.DataFrame, list[str]]:
    """Return a table without rows that say no more than that there are none, and which they are."""
    if not table.zeros:
        return frame, []
    none = frame["ours"] == 0
    if "paper" in frame.columns:
        none &= frame["paper"].isna()
    names = "; ".join(str(name) for name in frame.loc[none, table.keys[0]])
    return frame[~none], [f"There are none of these: {names}."] if names else []


def _without_untimed(frame: pd.DataFrame, table: Table) -> tuple[pd.DataFrame, list[str]]:
    """Return a table without rows that say only that times are noise, and which, by why."""
    ours = [column for column in table.ours if column in frame.columns]
    if not ours or table.named not in frame.columns:
        return frame, []
    theirs = [column.title for column in table.columns if column.paper and column.name != "note"]
    alone = frame[[name for name in theirs if name in frame.columns]].isna().all(axis=1)
    kept, sentences = alone | True, []
    for why in NOT_TIMED:
        silent = (frame[ours] == why).all(axis=1) & alone
        kept &= ~silent
        names = "; ".join(dict.fromkeys(map(str, frame.loc[silent, table.named])))
        sentences += [f"{why.capitalize()}: {names}."] if names else []
    return frame[kept], sentences


def _without_not_reported(frame: pd.DataFrame, _: Table) -> tuple[pd.DataFrame, list[str]]:
    """Return a table without the note that the paper gives no number, where a dash says so."""
    if "note" not in frame.columns or not any("paper" in str(name) for name in frame.columns):
        return frame, []
    silent = frame["note"] == NOT_REPORTED
    if not silent.any():
        return frame, []
    if silent.all():
        return frame.drop(columns="note"), ["The paper gives none of these numbers."]
    changed = frame.assign(note=frame["note"].mask(silent, ""))
    return changed, ["Where “paper” has a dash, the paper gives no number."]


def _merged(frame: pd.DataFrame, table: Table) -> tuple[pd.DataFrame, list[str]]:
    """Return a table in which consecutive rows that differ in their keys alone are one."""
    names = list(frame.columns)
    keys = [key for key in table.keys if key in names]
    others = [name for name in names if name not in keys]
    if not keys or not others:
        return frame, []
    rows = []
    for _, run in groupby(frame.to_dict("records"), key=lambda row: [row[o] for o in others]):
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


def _without_constants(frame: pd.DataFrame, table: Table) -> tuple[pd.DataFrame, list[str]]:
    """Return a wide table without the columns that say the same in all rows, and what they say."""
    if len(frame) < 2 or len(frame.columns) < _WIDE:
        return frame, []
    names = [name for name in frame.columns if name not in (*table.keys, *table.stay)]
    values = {name: frame[name].iloc[0] for name in names if frame[name].nunique(dropna=False) == 1}
    said = [f"{name}: {shown(v).text}" for name, v in values.items() if v not in (None, "")]
    empty = [str(name) for name, v in values.items() if v in (None, "")]
    sentences = [f"The same in all rows: {'; '.join(said)}."] if said else []
    sentences += [f"Without a value in any row: {'; '.join(empty)}."] if empty else []
    return frame.drop(columns=list(values)), sentences
