"""The page about games (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studies.games.study import MOST_PATHS, predicates
from studies.games.variants import DISKS, KNIGHTS, SHUFFLES, WALKERS, WALKS
from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Measured, Row, clock, read_gathered
from witness.base.files import write_text
from witness.difficulty.games.rate import MOST_STATES

#: Where predicates come from.
SOURCES = {
    "baseline": "written",
    "paper": "learned (the paper)",
    "extended": "learned",
    "live": "learned",
    "latches": "derived",
    "derived": "derived",
}


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page."""
    kinds = ("sheets", "ratings", "variants", "paths", "random_paths", "searches")
    gathered = read_gathered(source["records"])
    records: dict[str, dict[str, Measured]] = {kind: {} for kind in kinds}
    for path, record in gathered.items():
        kind, _, name = path.partition("/")
        if name:
            records[kind][name] = record
    hamming, measured = gathered["hamming"], gathered.values()
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records(measured)],
        command=command,
        clock=clock(measured),
        hamming=hamming.row,
        hamming_seed=hamming.origin.settings["seed"],
        **games(records["sheets"], records["ratings"]),
        **variants(records["variants"]),
        **recognised(records["paths"], records["random_paths"]),
        **searches(records["searches"]),
        **compared(dict(predicates(source))),
    )
    write_text(output["page"], text)


def games(sheets: Mapping[str, Measured], ratings: Mapping[str, Measured]) -> dict[str, Any]:
    """Return what the template says of the games, in the order of their names."""
    shown = [one.row for _, one in sorted(sheets.items())]
    return {
        "games": shown,
        "by_game": {row["game"]: row for row in shown},
        "settings": next(iter(sheets.values())).origin.settings,
        "ratings": [
            ratings[f"{row['game']}-{player}"].row for row in shown for player in ("none", "all")
        ],
        "rated_seconds": next(iter(ratings.values())).origin.settings["time_limit"],
        "rated_states": MOST_STATES,
    }


def variants(records: Mapping[str, Measured]) -> dict[str, Any]:
    """Return what the template says of variants of games."""
    rows: dict[str, Row] = {name: one.row for name, one in records.items()}
    shuffles = [rows[f"shuffled-{seed}"] for seed in SHUFFLES]
    return {
        "towers": {n: rows[f"hanoi-{n}"] for n in DISKS},
        "other": rows["other-hardest"],
        "knights": {n: (rows[f"knights-{n}"], rows[f"knights-{n}-search"]) for n in KNIGHTS},
        "walkers": WALKERS,
        "walks": {
            **{f"walk of {n}": [rows[f"fifteen-{n}-{one}"] for one in WALKERS] for n in WALKS},
            "random": shuffles,
        },
        "shuffles": shuffles,
        "fifteen_seconds": records["fifteen-20-1"].origin.settings["time_limit"],
        "fifteen_memory": records["shuffled-1"].origin.settings["memory_limit"],
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
        "proved": {name: one.proof for name, one in predicates.items()},
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
