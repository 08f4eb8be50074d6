"""How commands grow: processor seconds and peak memory by the size of the input, as Markdown.

    python benchmarks/scaling.py                       # all, some ten minutes
    python benchmarks/scaling.py --only count --seconds 20

The seconds beyond those of the smallest input grow with a power of the size, the exponent, which
the two largest inputs give. What stops a command stands in its cell: the limit of seconds, or the
command's own words.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from processes import run

ROOT = Path(__file__).resolve().parents[1]

#: Runs a command below a limit of processor seconds; prints its seconds and the peak in megabytes.
LIMITED = """
import resource, subprocess, sys
limit = int(sys.argv[1])
def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
done = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, preexec_fn=limited)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, done.returncode)
"""


class Family(NamedTuple):
    """A command by the size N of its input, which other commands prepare."""

    size: str
    sizes: Sequence[int]
    command: str
    prepare: Sequence[str] = ()


PATHS = "generate path --count 20 --rows N --cols N --seed 1 -o in"
BOARDS = (3, 5, 7, 9, 12)

FAMILIES = {
    "generate": Family("side, 20 panels", BOARDS, PATHS),
    "solve": Family(
        "side, 20 panels", BOARDS,
        f"solve in --predicate {ROOT}/examples/live.pl --heuristic needs --max-expansions 20000000",
        [PATHS],
    ),
    "count": Family("side, 20 panels", BOARDS, "count in", [PATHS]),
    "rate": Family("side, 20 panels", BOARDS, "rate in --time-limit 10", [PATHS]),
    "examples": Family(
        "side, one panel", (2, 3, 4, 5), "examples in -o task",
        ["generate path --count 1 --rows N --cols N --seed 2 -o in"],
    ),
    "learn": Family(
        "3×3 panels, one task", (10, 100, 300, 1000, 2000), "learn task -o learned",
        ["generate random --count N --min-size 3 --max-size 3 --seed 5 -o in",
         "examples in --all -o task"],
    ),
    "learn --until-proved": Family(
        "3×3 panels, one task", (10, 30, 100), "learn task -o learned --until-proved",
        ["generate random --count N --min-size 3 --max-size 3 --seed 5 -o in",
         "examples in --all -o task"],
    ),
    "verify": Family("shipped clauses", (1, 3, 10, 30, 60), "verify clauses.pl"),
}  # fmt: skip


def write_clauses(folder: Path, number: int) -> None:
    """Write the first different clauses of the shipped hypotheses."""
    lines = [
        line
        for file in sorted((ROOT / "examples" / "popper").glob("*.pl"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("f(")
    ]
    chosen = list(dict.fromkeys(lines))[:number]
    (folder / "clauses.pl").write_text("\n".join(chosen) + "\n", encoding="utf-8")


def measured(family: Family, size: int, limit: int) -> tuple[float | None, str]:
    """Return the seconds of a command, None if it did not end well; and what a cell says."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_clauses(folder, size)
        for words in family.prepare:
            run("-m", "witness", *words.replace("N", str(size)).split(), checkout=ROOT, cwd=folder)
        command = [sys.executable, "-m", "witness"]
        command += family.command.replace("N", str(size)).split()
        done = run("-c", LIMITED, str(limit), *command, checkout=ROOT, cwd=folder)[1]
    seconds, megabytes, status = done.stdout.split()
    if int(status) < 0:
        return None, f"over {limit} s"
    if int(status):
        return None, done.stderr.strip().splitlines()[-1].partition(": ")[2]
    return float(seconds), f"{float(seconds):.2f} ({megabytes} MB)"


def exponent(points: Sequence[tuple[int, float]]) -> str:
    """Return the power of the size with which the seconds above the first ones grow, as a text."""
    (_, least), *later = points
    (one, before), (other, after) = later[-2:]
    if before - least < 0.05:
        return "–"
    return f"{math.log((after - least) / (before - least)) / math.log(other / one):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=FAMILIES, help="this command [all]")
    parser.add_argument("--seconds", type=int, default=40, help="limit of a command [40]")
    options = parser.parse_args()
    for name in options.only or FAMILIES:
        family = FAMILIES[name]
        print(f"\n`{name}` | {family.size}", flush=True)
        points = []
        for size in family.sizes:
            seconds, cell = measured(family, size, options.seconds)
            print(f"| {size} | {cell} |", flush=True)
            if seconds is None:
                break
            points.append((size, seconds))
        if len(points) > 2:
            print(f"| exponent | {exponent(points)} |", flush=True)


if __name__ == "__main__":
    main()
