#!/usr/bin/env python3
"""Write the record about games: what their analysis finds, and what its filters are good for.

    python workflow/games.py -o docs/games.md

What is measured is kept in results/games, a file a game, so that an interrupted run goes on where
it was; remove the folder to measure anew. It takes about a quarter of an hour on one core.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from tqdm import tqdm

from witness.errors import InputError
from witness.file_predicate import read_predicate
from witness.files import read_text, write_text
from witness.games.construction import network
from witness.games.players import rule_names
from witness.games.rate import MOST_STATES, rate
from witness.games.rulesheet import read_rulesheet
from witness.games.study import (
    all_triangle_puzzles,
    game_record,
    recognised,
    searched,
    varied,
)
from witness.generate import path_set
from witness.machine import machine
from witness.predicates import BASELINE, DERIVED, LATCHES, PAPER, Derived
from witness.search import Limits

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "games"
TEMPLATES = ROOT / "workflow" / "report"

#: The other one of the two positions of the 8-puzzle that need 31 moves.
OTHER_HARDEST = (
    ("(start 1 8 6 7)", "(start 1 6 4 7)"),
    ("(start 2 2 5 4)", "(start 2 8 5 b)"),
    ("(start 3 3 b 1)", "(start 3 3 2 1)"),
)

#: Boards on which every puzzle is looked at, and sizes of which some random ones are.
EXHAUSTIVE = ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2))
RANDOM_SIZES = ((3, 3), (4, 4))

#: Partial paths that are looked at in a random puzzle.
MOST_PATHS = 2_000

#: Players for whom games are rated, and the seconds of a rating.
PLAYERS = ("none", "all")
RATED_SECONDS = 180.0

Record = Any


class Kept:
    """Records by name, each in a file of its own."""

    def __init__(self, folder: Path, progress: Callable[[str], None]) -> None:
        self.folder = folder
        self.progress = progress
        folder.mkdir(parents=True, exist_ok=True)

    def of(self, name: str, measure: Callable[[], Record]) -> Record:
        """Give a record, measured now if it is not there yet."""
        file = self.folder / f"{name}.json"
        self.progress(name)
        if not file.exists():
            write_text(file, json.dumps(measure(), indent=1, ensure_ascii=False) + "\n")
        return json.loads(read_text(file))


def hanoi(disks: int) -> list[tuple[str, str]]:
    """Give the change of facts that makes a tower of so many disks."""
    facts = "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, 6))
    return [(facts, "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, disks)))]


def rated(sheet: Path, rules: str) -> Record:
    """Return the record of `witness game rate`, and for which player it is."""
    net = network(read_rulesheet(sheet))
    found = rate(net, rules=rule_names(rules), time_limit=RATED_SECONDS)
    return {**found.to_json(sheet.stem), "player": rules}


def write_record(options: argparse.Namespace) -> None:
    """Measure, and write the page. Raises `InputError`."""
    limits = Limits(time_limit=options.time_limit)
    sheets = sorted(GAMES.glob("*.kif"))
    with tqdm(disable=None, leave=False, unit="record") as bar:

        def progress(name: str) -> None:
            bar.set_description(name)
            bar.update()

        kept = Kept(options.work, progress)
        extended = read_predicate(
            ROOT / "examples" / "extended.pl", bias=ROOT / "bias" / "extended.pl"
        )
        predicates = [
            ("baseline", BASELINE),
            ("paper", PAPER),
            ("extended", extended),
            ("latches", LATCHES),
            ("derived", DERIVED),
        ]
        extended.name = "extended"
        every = [predicate for _, predicate in predicates]
        games = [
            kept.of(sheet.stem, lambda sheet=sheet: game_record(sheet, limits, options.seed))
            for sheet in sheets
        ]
        ratings = [
            kept.of(f"rating-{s.stem}-{rules}", lambda s=s, rules=rules: rated(s, rules))
            for s in sheets
            for rules in PLAYERS
        ]
        towers = {
            n: kept.of(f"hanoi-{n}", lambda n=n: varied(GAMES / "hanoi.kif", hanoi(n), limits))
            for n in range(3, 13)
        }
        other = kept.of(
            "other-hardest", lambda: varied(GAMES / "eight_puzzle.kif", OTHER_HARDEST, limits)
        )
        small = {
            f"all {rows}×{cols}": kept.of(
                f"paths-{rows}x{cols}",
                lambda rows=rows, cols=cols: recognised(all_triangle_puzzles(rows, cols), every),
            )
            for rows, cols in EXHAUSTIVE
        }
        for rows, cols in RANDOM_SIZES:
            puzzles = path_set(rows, cols, options.count, random.Random(options.seed))
            small[f"{options.count} {rows}×{cols}"] = kept.of(
                f"paths-{rows}x{cols}",
                lambda puzzles=puzzles: recognised(puzzles, every, MOST_PATHS),
            )
        searches = {
            f"{size}×{size}": kept.of(
                f"search-{size}",
                lambda size=size: searched(
                    path_set(size, size, options.count, random.Random(options.seed)),
                    predicates,
                    Limits(options.max_expansions),
                ),
            )
            for size in (4, 5)
        }
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    text = environment.get_template("games.md.j2").render(
        command=shlex.join(["python", "workflow/games.py", *sys.argv[1:]]),
        machine=machine(),
        date=datetime.now(UTC).date().isoformat(),
        options=options,
        games=games,
        ratings=ratings,
        rated_seconds=RATED_SECONDS,
        rated_states=MOST_STATES,
        towers=towers,
        other=other,
        small=small,
        most_paths=MOST_PATHS,
        wrong=sum(sum(record["wrong"].values()) for record in small.values()),
        searches=searches,
        proved={
            name: "from the rules" if isinstance(p, Derived) else "case analysis"
            for name, p in predicates
        },
        source={
            "baseline": "written",
            "paper": "learned (the paper)",
            "extended": "learned",
            "latches": "derived",
            "derived": "derived",
        },
        words={
            "baseline": "a square has more of its edges on the path than triangles",
            "paper": "π°, Table 3 of the paper",
            "extended": "; or ".join(c.english for c in extended.translation.clauses),
            "latches": LATCHES.words,
            "derived": DERIVED.words,
        },
    )
    write_text(options.output, text)


def main() -> None:
    """Read the options, and write the record."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "games.md")
    parser.add_argument("--work", type=Path, default=ROOT / "results" / "games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="random puzzles of a size")
    parser.add_argument("--time-limit", type=float, default=30.0, help="seconds a search")
    parser.add_argument("--max-expansions", type=int, default=3_000_000, help="on panels")
    write_record(parser.parse_args())


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"games.py: {error}")
