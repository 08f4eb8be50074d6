#!/usr/bin/env python3
"""Write the record about games: what their analysis finds, and what its filters are good for.

    python workflow/games.py -o docs/games.md
    python workflow/games.py --only three_locks,hamming     # measure these, and write no page

What is measured is kept in results/games, a file a record, so that an interrupted run goes on where
it was; remove a file to measure it anew. All takes about half an hour on one core.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from tqdm import tqdm

from witness.base.errors import InputError
from witness.base.files import read_text, write_text
from witness.base.machine import machine
from witness.difficulty.games.players import rule_names
from witness.difficulty.games.rate import MOST_STATES, rate
from witness.games.language.wellformed import read_rulesheet
from witness.games.network.construction import network
from witness.generate.algorithms import path_set
from witness.predicates.clauses import read_predicate
from witness.predicates.derived import DERIVED, LATCHES
from witness.predicates.interface import Predicate
from witness.predicates.written import BASELINE, PAPER
from witness.puzzle.model import Puzzle
from witness.report.studies.games import (
    all_triangle_puzzles,
    game_record,
    recognised,
    searched,
    varied,
)
from witness.report.studies.hamming import hamming_record
from witness.search import Limits

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "games"
TEMPLATES = ROOT / "workflow" / "report"

#: The other one of the two positions of the 8-puzzle that need 31 moves.
OTHER_HARDEST = [
    ("(start 1 8 6 7)", "(start 1 6 4 7)"),
    ("(start 2 2 5 4)", "(start 2 8 5 b)"),
    ("(start 3 3 b 1)", "(start 3 3 2 1)"),
]

#: Boards on which every puzzle is looked at, and sizes of which some random ones are.
EXHAUSTIVE = ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2))
RANDOM_SIZES = ((3, 3), (4, 4))

#: Sizes of the boards on which predicates are searched with.
SEARCHED = (4, 5)

#: Partial paths that are looked at in a random puzzle.
MOST_PATHS = 2_000

#: Players for whom games are rated, and the seconds of a rating.
PLAYERS = ("none", "all")
RATED_SECONDS = 180.0

#: Sizes of the boards of two knights.
KNIGHTS = (6, 8, 10)

#: Moves of random walks from the ordered 15-puzzle, their seeds, and those of random positions.
WALKS = (20, 40, 60, 80)
WALKERS = (1, 2, 3)
SHUFFLES = (1, 2, 3, 4)

#: Megabytes of nodes that a random position of it may take.
FIFTEEN_MEMORY = 1_000

#: Random positions of the 8-puzzle from which A* begins with each distance.
HAMMING_STARTS = 100

Record = Any
Changes = list[tuple[str, str]]
Measures = dict[str, Callable[[], Record]]


def measure(measures: Measures, folder: Path, only: Sequence[str]) -> dict[str, Record]:
    """Return the records that are there, after measuring those that are not, or only some.

    Each is a file of its own. Raises `InputError` for a name that is none.
    """
    unknown = [name for name in only if name not in measures]
    if unknown:
        raise InputError(f"there is no record {unknown[0]}; these are {', '.join(measures)}")
    folder.mkdir(parents=True, exist_ok=True)
    records = {}
    with tqdm(measures.items(), disable=None, leave=False, unit="record") as bar:
        for name, work in bar:
            bar.set_description(name)
            file = folder / f"{name}.json"
            if not file.exists() and (not only or name in only):
                write_text(file, json.dumps(work(), indent=1, ensure_ascii=False) + "\n")
            if file.exists():
                records[name] = json.loads(read_text(file))
    return records


def hanoi(disks: int) -> Changes:
    """Return the change of facts that makes a tower of so many disks."""
    facts = "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, 6))
    return [(facts, "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, disks)))]


def rated(sheet: Path, rules: str) -> Record:
    """Return the record of `witness game rate`, and for which player it is."""
    net = network(read_rulesheet(sheet))
    found = rate(net, rules=rule_names(rules), time_limit=RATED_SECONDS)
    return {**found.to_json(sheet.stem), "player": rules}


def two_knights(size: int) -> Changes:
    """Return the changes of facts that give both knights a board of so many rows and columns."""

    def facts(words: str, first: int, last: int) -> str:
        return " ".join(f"({words} {n})" for n in range(first, last + 1))

    def pairs(name: str, first: int, last: int) -> str:
        return " ".join(f"({name} {n} {n + 1})" for n in range(first, last))

    return [
        *((f"({words} 5)", facts(words, 5, size)) for words in ("rows left", "columns left")),
        ("(rows right 3)", facts("rows right", 3, size)),
        ("(columns right 4)", facts("columns right", 4, size)),
        ("(after 4 5)", pairs("after", 4, size)),
        ("(successor 23 24)", pairs("successor", 23, size**2 - 1)),
        ("(true (step 24))", f"(true (step {size**2 - 1}))"),
    ]


def walk(moves: int, seed: int) -> list[str]:
    """Return the cells of the 15-puzzle after a random walk from the ordered position.

    It has so many moves, none of which takes back the one before.
    """
    rng, cells = random.Random(seed), [*map(str, range(1, 16)), "b"]
    blank, before = 15, None
    for _ in range(moves):
        x, y = divmod(blank, 4)
        beside = [n for n in range(16) if abs(n // 4 - x) + abs(n % 4 - y) == 1 and n != before]
        tile = rng.choice(beside)
        cells[blank], cells[tile] = cells[tile], "b"
        blank, before = tile, blank
    return cells


def shuffled(seed: int) -> list[str]:
    """Return the cells of a position of the 15-puzzle that can be solved, any with equal chance."""
    rng, order = random.Random(seed), list(range(1, 17))
    while True:
        rng.shuffle(order)
        x, y = divmod(order.index(16), 4)
        swaps = sum(a > b for n, b in enumerate(order) for a in order[:n])
        if (swaps + x + y) % 2 == 0:  # Each move is a swap, and takes the blank one cell further.
            return ["b" if tile == 16 else str(tile) for tile in order]


def fifteen(cells: Sequence[str]) -> Changes:
    """Return the changes of facts that make the 15-puzzle begin with these cells, by rows."""
    text = read_text(GAMES / "fifteen_puzzle.kif")
    rows = [line for line in text.splitlines() if line.startswith("(start ")]
    return [
        (old, f"(start {x + 1} {' '.join(cells[4 * x : 4 * x + 4])})") for x, old in enumerate(rows)
    ]


def about_games(options: argparse.Namespace) -> Measures:
    """Return what is measured of games, by name."""
    limits, seed = Limits(time_limit=options.time_limit), options.seed
    found: Measures = {
        sheet.stem: partial(game_record, sheet, limits, seed)
        for sheet in sorted(GAMES.glob("*.kif"))
    }

    for sheet in sorted(GAMES.glob("*.kif")):
        for player in PLAYERS:
            found[f"rating-{sheet.stem}-{player}"] = partial(rated, sheet, player)

    def solved(sheet: str, changes: Changes, limits: Limits = limits, plans: bool = True) -> Record:
        without = () if plans else ("plans",)
        return varied(GAMES / f"{sheet}.kif", changes, limits, without, seed)

    for n in range(3, 13):
        found[f"hanoi-{n}"] = partial(solved, "hanoi", hanoi(n))
    found["other-hardest"] = partial(solved, "eight_puzzle", OTHER_HARDEST)
    for n in KNIGHTS:
        changes = two_knights(n)
        found[f"knights-{n}"] = partial(solved, "two_knights", changes)
        found[f"knights-{n}-search"] = partial(solved, "two_knights", changes, plans=False)
    by_walks = {f"fifteen-{n}-{one}": walk(n, one) for n in WALKS for one in WALKERS}
    for name, cells in by_walks.items():
        found[name] = partial(solved, "fifteen_puzzle", fifteen(cells), plans=False)
    within = Limits(memory_limit=FIFTEEN_MEMORY)
    for one in SHUFFLES:
        changes = fifteen(shuffled(one))
        found[f"shuffled-{one}"] = partial(solved, "fifteen_puzzle", changes, within, plans=False)

    def hamming() -> Record:
        sheet = read_rulesheet(GAMES / "eight_puzzle.kif")
        return hamming_record(network(sheet), HAMMING_STARTS, seed)

    found["hamming"] = hamming
    return found


def about_panels(
    options: argparse.Namespace, predicates: Sequence[tuple[str, Predicate]]
) -> Measures:
    """Return what is measured of predicates on panels, by name."""
    every = [predicate for _, predicate in predicates]

    def puzzles(rows: int, cols: int) -> list[Puzzle]:
        return path_set(rows, cols, options.count, random.Random(options.seed))

    def exhaustively(rows: int, cols: int) -> Record:
        return recognised(all_triangle_puzzles(rows, cols), every)

    def at_random(rows: int, cols: int) -> Record:
        return recognised(puzzles(rows, cols), every, MOST_PATHS)

    def by_search(size: int) -> Record:
        return searched(puzzles(size, size), predicates, Limits(options.max_expansions))

    return {
        **{f"paths-{m}x{n}": partial(exhaustively, m, n) for m, n in EXHAUSTIVE},
        **{f"paths-{m}x{n}": partial(at_random, m, n) for m, n in RANDOM_SIZES},
        **{f"search-{size}": partial(by_search, size) for size in SEARCHED},
    }


def write_record(options: argparse.Namespace) -> None:
    """Measure, and write the page. Raises `InputError`."""
    extended = read_predicate(ROOT / "examples" / "extended.pl", bias=ROOT / "bias" / "extended.pl")
    extended.name = "extended"
    predicates = [
        ("baseline", BASELINE),
        ("paper", PAPER),
        ("extended", extended),
        ("latches", LATCHES),
        ("derived", DERIVED),
    ]
    measures = {**about_games(options), **about_panels(options, predicates)}
    kept = measure(measures, options.work, options.only)
    if options.only:
        return
    games = [kept[sheet.stem] for sheet in sorted(GAMES.glob("*.kif"))]
    small = {f"all {rows}×{cols}": kept[f"paths-{rows}x{cols}"] for rows, cols in EXHAUSTIVE}
    for rows, cols in RANDOM_SIZES:
        small[f"{options.count} {rows}×{cols}"] = kept[f"paths-{rows}x{cols}"]
    shuffles = [kept[f"shuffled-{one}"] for one in SHUFFLES]
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
        ratings=[
            kept[f"rating-{record['game']}-{player}"] for record in games for player in PLAYERS
        ],
        rated_seconds=RATED_SECONDS,
        rated_states=MOST_STATES,
        towers={n: kept[f"hanoi-{n}"] for n in range(3, 13)},
        other=kept["other-hardest"],
        knights={n: (kept[f"knights-{n}"], kept[f"knights-{n}-search"]) for n in KNIGHTS},
        walkers=WALKERS,
        walks={
            **{f"walk of {n}": [kept[f"fifteen-{n}-{one}"] for one in WALKERS] for n in WALKS},
            "random": shuffles,
        },
        shuffles=shuffles,
        fifteen_memory=FIFTEEN_MEMORY,
        hamming=kept["hamming"],
        small=small,
        most_paths=MOST_PATHS,
        wrong=sum(sum(record["wrong"].values()) for record in small.values()),
        searches={f"{size}×{size}": kept[f"search-{size}"] for size in SEARCHED},
        proved={name: p.proof for name, p in predicates},
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
            "latches": LATCHES.when,
            "derived": DERIVED.when,
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
    parser.add_argument(
        "--only",
        type=lambda text: text.split(","),
        default=(),
        metavar="NAME,…",
        help="measure these records, and write no page",
    )
    write_record(parser.parse_args())


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"games.py: {error}")
