#!/usr/bin/env python3
"""Make the benchmark set: panels, and what is known of each (docs/benchmark.md).

    python benchmark/make.py FOLDER --jobs 2    # its files anew: the same, byte for byte
    python benchmark/make.py FOLDER --few       # two panels of each kind and board, for a look

For each kind of symbols and each board there are solvable panels, drawn around a random path
(Algorithm 4 of the paper) whose goal is at least a side of the board away, and panels without a
solution: such a panel, of which one symbol was exchanged for another, or moved.
Every other panel is for training. No limit is one of time, so that the files depend on the seed
alone.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import random
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import witness as w
from witness.base.errors import InputError
from witness.base.files import write_jsonl
from witness.puzzle import solvers
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.generate.decisions import is_solvable
from witness.puzzle.model import Puzzle
from witness.puzzle.symbol_changes import added, entries, possible, removed

SEED = 1

KINDS = ("triangles", "dots", "squares", "stars", "blocks", "mixed")

#: The boards of each band, from easy to hard.
BANDS = (((3, 3),), ((4, 4),), ((5, 5),), ((6, 6),), ((7, 7), (8, 8)))

#: The numbers of panels of a kind in a band: with a solution, and without one.
SOLVABLE, UNSOLVABLE = 54, 26

#: The last band of a kind, where it is not the last of all: larger boards take minutes to decide.
LAST = {"squares": 4, "stars": 4, "blocks": 2, "mixed": 4}

#: Solutions are counted up to this number, and A* makes at most so many expansions.
MOST_SOLUTIONS = 100_000
MOST_EXPANSIONS = 500_000

#: The predicates of A*, with the heuristic: in all columns but the last the same for all kinds.
RUNS = {
    "none": ("none", "manhattan"),
    "baseline": ("baseline", "manhattan"),
    "paper": ("paper", "manhattan"),
    "live": ("examples/live.pl", "manhattan"),
    "live + needs": ("examples/live.pl", "needs"),
    "kind + needs": ("", "needs"),
}

COLUMNS = ("id", "split", "band", "kind", "rows", "cols", "status", "solutions", "shortest", *RUNS)


def drawn(kind: str, band: int, few: bool = False) -> list[Puzzle]:
    """Return the panels of a kind in a band: first those with a solution."""
    rng = random.Random(f"{SEED} {kind} {band}")
    boards = BANDS[band - 1]
    found: dict[Puzzle, None] = {}
    solvable, all_of_them = (1, 2) if few else (SOLVABLE, SOLVABLE + UNSOLVABLE)
    while len(found) < all_of_them:
        rows, cols = boards[len(found) % len(boards)]
        panel: Puzzle | None = far(rows, cols, rng, kind)
        if panel is not None and len(found) >= solvable:
            panel = spoiled(panel, rng)
        if panel is not None:
            found.setdefault(panel)
    name = "x".join(map(str, boards[0] if len(boards) == 1 else (boards[0][0], boards[-1][0])))
    return [
        panel.changed(id=f"{kind}-{name}-{number:02}")
        for number, panel in enumerate(found, start=1)
    ]


def far(rows: int, cols: int, rng: random.Random, kind: str) -> Puzzle | None:
    """Draw a panel; return None if its goal is nearer to the start than a side of the board."""
    panel = algorithm_4(rows, cols, rng, kind=kind)
    up, right = panel.goal_vertices[0]  # the start is at (0, 0)
    return panel if up + right >= max(rows, cols) else None


def spoiled(panel: Puzzle, rng: random.Random) -> Puzzle | None:
    """Exchange or move a symbol so that no solution is left; return None if that is not found."""
    for _ in range(20):
        entry = rng.choice(entries(panel))
        left = removed(panel, entry)
        others = [other for other in possible(left, entry.symbol) if other != entry]
        if others and not is_solvable(changed := added(left, rng.choice(others))):
            return changed
    return None


def known(panel: Puzzle, kind: str) -> dict[str, Any]:
    """Return the row of a panel: its solutions, the shortest, and the expansions of A*.

    A number is missing where there are more solutions or expansions than are counted, and where the
    predicate does not know what the panel has.
    """
    answer = solvers.solve(panel, shortest=True)
    at_once = solvers.solver("auto", panel, listing=True) is solvers.named("frontier")
    number, counted = solvers.count(panel, most=None if at_once else MOST_SOLUTIONS)
    row: dict[str, Any] = {
        "id": panel.id, "kind": kind, "rows": panel.rows, "cols": panel.cols,
        "status": answer.status,
        "solutions": number if counted == "exact" else None,
        "shortest": answer.length if answer.status == "solved" else None,
    }  # fmt: skip
    for run, (predicate, heuristic) in RUNS.items():
        with suppress(InputError):
            found = w.search(
                panel, predicate or _own(kind), heuristic=heuristic,
                max_expansions=MOST_EXPANSIONS,
            )  # fmt: skip
            if found.status in ("solved", "unsolvable"):
                assert found.status == answer.status, panel.id
                assert found.length == answer.length, panel.id
                row[run] = found.expansions
    return row


def _own(kind: str) -> str:
    return f"examples/{'extended' if kind == 'triangles' else kind}.pl"


def _part(task: tuple[str, int, bool]) -> list[tuple[Puzzle, dict[str, Any]]]:
    kind, band, _few = task
    return [(panel, known(panel, kind) | {"band": band}) for panel in drawn(*task)]


def write(folder: Path, run: Callable[..., Any], few: bool) -> None:
    """Write the files of the set to a folder, with their checksums."""
    files: dict[str, list[dict[str, Any]]] = {}
    rows = []
    tasks = [
        (kind, band, few) for kind in KINDS for band in range(1, LAST.get(kind, len(BANDS)) + 1)
    ]
    for task, part in zip(tasks, run(_part, tasks), strict=True):
        print(*task[:2], file=sys.stderr)
        for number, (panel, row) in enumerate(part):
            split = ("train", "test")[number % 2]
            files.setdefault(f"{split}-{task[1]}.jsonl", []).append(panel.to_json())
            rows.append(row | {"split": split})
    folder.mkdir(parents=True, exist_ok=True)
    for name, panels in files.items():
        write_jsonl(folder / name, panels)
    with (folder / "numbers.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    names = sorted([*files, "numbers.csv"])
    sums = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}" for name in names]
    (folder / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")


def main() -> None:
    """Make what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--few", action="store_true", help="two panels of each kind and board")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        write(options.folder, pool.map, options.few)


if __name__ == "__main__":
    main()
