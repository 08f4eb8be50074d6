"""Public single-player games: what the search answers within 10,000 expansions.

The rulesheets are not ours and not here; WITNESS_PUBLIC_GAMES names a folder that has them (see
docs/development.md). A sheet counts if its text is the one that the list was made from.
"""

from __future__ import annotations

import csv
import hashlib
import os
from pathlib import Path

import pytest

from witness.base.limits import Limits
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.play.result import Solution
from witness.gdl.play.solve import solve

FOLDER = os.environ.get("WITNESS_PUBLIC_GAMES")

#: Expansions of each search: what a limit of time leaves depends on the machine.
MOST = 10_000

with (Path(__file__).parents[1] / "data/public_games.csv").open(encoding="utf-8") as stream:
    GAMES = {row["name"]: row for row in csv.DictReader(stream)}


#: The rulesheets in the folder, by the hashes of their texts.
SHEETS = (
    {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in Path(FOLDER).rglob("*.kif")}
    if FOLDER
    else {}
)

FOUND = [name for name, row in GAMES.items() if row["sha256"] in SHEETS]


def facts(found: Solution) -> dict[str, str]:
    """Return what the list says of a game."""
    return {
        "status": found.status,
        "score": "" if found.score is None else str(found.score),
        "maximal": str(int(found.maximal)),
        "length": "" if found.plan is None else str(len(found.plan)),
        "shortest": str(int(found.shortest)),
        "expansions": str(found.expansions),
    }


def test_the_list() -> None:
    assert len(GAMES) == len({row["sha256"] for row in GAMES.values()}) == 69
    assert all(int(row["expansions"]) <= MOST for row in GAMES.values())
    assert FOUND or not FOLDER, f"{FOLDER} has no sheet of the list"


@pytest.mark.parametrize("name", FOUND)
def test_answers(name: str) -> None:
    wanted = dict(GAMES[name])
    del wanted["name"]
    net = network(read_rulesheet(SHEETS[wanted.pop("sha256")]))
    found = solve(net, limits=Limits(max_expansions=MOST))
    assert facts(found) == wanted
    first = solve(net, first=True, limits=Limits(max_expansions=MOST))
    assert first.score is None or (found.score is not None and found.score >= first.score)
