"""The page about games (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from studies.games.study import MOST_PATHS, predicates
from studies.games.variants import DISKS, KNIGHTS
from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Measured, Row, clock, read_gathered
from witness.base.files import write_text
from witness.difficulty.games.rate import MOST_STATES
from witness.pipeline.report.render import csv_text
from witness.pipeline.report.table import significant

#: Where predicates come from.
SOURCES = {
    "baseline": "written",
    "paper": "learned (the paper)",
    "extended": "learned",
    "live": "learned",
    "latches": "derived",
    "derived": "derived",
}

#: Tables by the name of their file.
Tables = dict[str, pd.DataFrame]

#: What is kept of a game, and of a rating, as CSV.
GAME = (
    "game", "fluents", "moves", "gates", "literals", "seconds_to_ground", "transitions",
    "analysis_seconds", "status", "score", "maximal", "length", "shortest",
)  # fmt: skip
RATING = (
    "id", "player", "rules", "status", "muse", "remuse", "solutions", "cyclic", "states", "seconds",
)  # fmt: skip


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page, and its tables in full as CSV."""
    kinds = ("sheets", "ratings", "variants", "paths", "random_paths", "searches")
    gathered = read_gathered(source["records"])
    records: dict[str, dict[str, Measured]] = {kind: {} for kind in kinds}
    for path, record in gathered.items():
        kind, _, name = path.partition("/")
        if name:
            records[kind][name] = record
    measured = gathered.values()
    panels = {
        **recognised(records["paths"], records["random_paths"]),
        **searches(records["searches"]),
        **compared(dict(predicates(source))),
    }
    for name, table in whole(records, panels).items():
        write_text(output[name], csv_text(table))
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records(measured)],
        command=command,
        clock=clock(measured),
        **games(records["sheets"], records["ratings"]),
        **variants(records["variants"]),
        **panels,
    )
    write_text(output["page"], text)


def games(sheets: Mapping[str, Measured], ratings: Mapping[str, Measured]) -> dict[str, Any]:
    """Return what the template says of the games, in the order of their names."""
    shown = [one.row for _, one in sorted(sheets.items())]
    return {
        "games": shown,
        "by_game": {row["game"]: row for row in shown},
        "settings": next(iter(sheets.values())).origin.settings,
        "filters": [filtered(row) for row in shown],
        "helped": [pair for row in shown if (pair := helped(row["game"], ratings))],
        "rated_seconds": next(iter(ratings.values())).origin.settings["time_limit"],
        "rated_states": MOST_STATES,
    }


def filtered(sheet: Row) -> Row:
    """Return the searches with all filters and none, and without the filter needed most."""
    rows = {row["filters"]: row for row in sheet["rows"]}
    without = {name: row for name, row in rows.items() if name.startswith("without ")}
    most = max(without, key=lambda name: int(without[name]["expansions"]), default="all")
    needed = rows[most]["expansions"] > rows["all"]["expansions"]
    return {
        "game": sheet["game"],
        "all": rows["all"],
        "none": rows["none"],
        "needed": most.removeprefix("without ") if needed else None,
        "without": rows[most],
    }


def helped(game: str, ratings: Mapping[str, Measured]) -> tuple[Row, Row] | None:
    """Return the ratings of a game without and with rules, if the rules lower MUSE."""
    nothing, everything = (ratings[f"{game}-{player}"].row for player in ("none", "all"))
    known = everything["muse"] is not None
    return (nothing, everything) if known and nothing["muse"] != everything["muse"] else None


def whole(records: Mapping[str, Mapping[str, Measured]], panels: Mapping[str, Any]) -> Tables:
    """Return all games, their searches by filters and ratings; paths and searches on panels."""
    sheets = [one.row for _, one in sorted(records["sheets"].items())]
    ratings = _frame(one.row for _, one in sorted(records["ratings"].items()))
    return {
        "games": _frame(sheets)[list(GAME)],
        "filters": _frame({"game": one["game"], **row} for one in sheets for row in one["rows"]),
        "ratings": ratings.assign(rules=ratings["rules"].str.join(" "))[list(RATING)],
        "paths": _frame(
            {"panels": title, "partial paths": row["paths"], "lost": row["lost"], **row["fires"]}
            | {"wrong": sum(row["wrong"].values())}
            for title, row in panels["small"].items()
        ),
        "predicates": _frame(
            {"board": title, **row, "from": SOURCES[name], "proved": panels["proved"][name]}
            | {"fires when": panels["words"][name]}
            for title, rows in panels["searches"].items()
            for name, row in ((row["predicate"], row) for row in rows)
        ),
    }


def variants(records: Mapping[str, Measured]) -> dict[str, Any]:
    """Return what the template says of variants of games."""
    rows: dict[str, Row] = {name: one.row for name, one in records.items()}
    return {
        "towers": {n: rows[f"hanoi-{n}"] for n in DISKS},
        "other": rows["other-hardest"],
        "knights": {n: (rows[f"knights-{n}"], rows[f"knights-{n}-search"]) for n in KNIGHTS},
    }


def recognised(
    paths: Mapping[str, Measured], random_paths: Mapping[str, Measured]
) -> dict[str, Any]:
    """Return what the template says of partial paths."""
    small = {f"all {_times(board)}": one.row for board, one in paths.items()}
    for board, one in random_paths.items():
        small[f"{one.origin.settings['number']} {_times(board)}"] = one.row
    wrong = sum(sum(row["wrong"].values()) for row in small.values())
    return {"small": small, "most_paths": MOST_PATHS, "wrong": wrong}


#: How predicates are proved, and those that follow from the rules of panels.
CASES, LEMMAS, RULES = "case analysis", "case analysis, lemmas", "from the rules"
RULES_ALONE = ("latches", "derived")


def searches(records: Mapping[str, Measured]) -> dict[str, Any]:
    """Return what the template says of searches on panels."""
    return {
        "drawn": next(iter(records.values())).origin.settings,
        "searches": {f"{side}×{side}": one.rows for side, one in records.items()},
    }


def compared(predicates: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the template says of the predicates."""
    learned = {
        name: "; or ".join(clause.english for clause in predicates[name].translation.clauses)
        for name in ("extended", "live")
    }
    return {
        "proved": {
            name: RULES if name in RULES_ALONE else LEMMAS if one.looks_ahead else CASES
            for name, one in predicates.items()
        },
        "source": SOURCES,
        "words": {
            "baseline": "a square has more of its edges on the path than triangles",
            "paper": "π°, Table 3 of the paper",
            **learned,
            "latches": predicates["latches"].when,
            "derived": predicates["derived"].when,
        },
    }


def _times(board: str) -> str:
    return board.replace("x", "×")


def _frame(rows: Iterable[Row]) -> pd.DataFrame:
    """Return a table; numbers that are not whole have five digits."""
    return pd.DataFrame([{k: _rounded(v) for k, v in row.items()} for row in rows], dtype=object)


def _rounded(cell: Any) -> Any:
    return significant(cell, 5) if isinstance(cell, float) else cell
