"""The fixed cost of a command: seconds of processor for one small input, machine code on disk.

    python benchmarks/start_up.py                          # this checkout
    python benchmarks/start_up.py --base ../other          # and the ratio to another one
    python benchmarks/start_up.py --only rate --only solve --times 9

Every command runs in a process of its own, the two checkouts by turns; the least of several times
counts (user and system together). The first run of each command, which may compile, does not count.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import pandas as pd
from processes import run

ROOT = Path(__file__).resolve().parents[1]

#: A puzzle of 3×3 squares with three triangles.
PUZZLE = {
    "id": "small", "rows": 3, "cols": 3, "starts": [[0, 0]], "goals": [[3, 3]],
    "triangles": [[0, 1, 1], [1, 1, 2], [2, 0, 1]],
}  # fmt: skip

#: Commands by name; they run one after another in a folder with the puzzle.
COMMANDS: dict[str, str] = {
    "version": "--version",
    "help": "--help",
    "solve": "solve puzzle.jsonl",
    "solve --solver auto": "solve puzzle.jsonl --solver auto",
    "count": "count puzzle.jsonl",
    "enumerate": "enumerate puzzle.jsonl",
    "show": "show puzzle.jsonl",
    "rate": "rate puzzle.jsonl",
    "generate random": "generate random --count 1 --min-size 3 --max-size 3",
    "examples": "examples puzzle.jsonl -o examples",
    "learn": "learn task",
    "explain": "explain ROOT/examples/paper.pl",
    "verify": "verify ROOT/examples/paper.pl",
    "verify live": "verify ROOT/examples/live.pl --certificate live.json",
    "recheck live": "recheck live.json ROOT/examples/live.pl",
    "game analyse": "game analyse ROOT/examples/games/corridor_long.kif",
    "game solve": "game solve ROOT/examples/games/corridor_long.kif",
    "game rate": "game rate ROOT/examples/games/corridor_long.kif",
}


def processor_seconds(checkout: Path, command: str, folder: Path) -> float:
    """Return the processor time of a command with the code of a checkout."""
    words = command.replace("ROOT", str(ROOT)).split()
    return run("-P", "-m", "witness", *words, checkout=checkout, cwd=folder)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", type=Path, help="another checkout, to compare with")
    parser.add_argument("--times", type=int, default=5, help="runs of each command [5]")
    parser.add_argument("--only", action="append", help="this command [all]")
    options = parser.parse_args()
    checkouts = {"seconds": ROOT} | ({"base": options.base.resolve()} if options.base else {})
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "puzzle.jsonl").write_text(json.dumps(PUZZLE) + "\n", encoding="utf-8")
        processor_seconds(ROOT, "examples puzzle.jsonl -o task", folder)
        for command, words in COMMANDS.items():
            if options.only and command not in options.only:
                continue
            taken: dict[str, list[float]] = {column: [] for column in checkouts}
            for _ in range(1 + options.times):
                for column, checkout in checkouts.items():
                    taken[column].append(processor_seconds(checkout, words, folder))
            row = {column: min(times[1:]) for column, times in taken.items()}
            if options.base:
                row["ratio"] = row["seconds"] / row["base"]
            rows.append({"command": command, **row})
    print(pd.DataFrame(rows).round(3).to_string(index=False))


if __name__ == "__main__":
    main()
