"""How soon the studio answers: from the question over HTTP to each thing that is known.

    python benchmarks/studio.py [--sizes 3 5 7 12] [--panels 15] [--kinds triangles mixed]

Panels are those of Algorithm 4. Times are medians in milliseconds by the wall clock; "hover" is the
time until the numbers of solutions with a triangle more are known for all squares. Last comes the
time from giving up a question until the process that worked on it has ended.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import statistics
import time
from collections import defaultdict
from contextlib import closing
from typing import Any

import psutil

from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.model import Puzzle
from witness.studio.server.analysis import NAMES
from witness.studio.server.server import HOST, Studio


def times(studio: Studio, question: str, data: dict[str, Any]) -> dict[str, float]:
    """Return the milliseconds until each finding came, and until all were there."""
    begun = time.perf_counter()
    found = {}
    for finding in _lines(studio, question, data):
        name = "all" if finding.keys() & {"done", "limit"} else finding["name"]
        if "unknown" not in finding:
            found[name] = 1000 * (time.perf_counter() - begun)
    return found


def _lines(studio: Studio, question: str, data: dict[str, Any]) -> Any:
    connection = http.client.HTTPConnection(HOST, studio.port)
    with closing(connection):
        connection.request("POST", f"/{studio.token}/ask/{question}", json.dumps(data))
        yield from map(json.loads, connection.getresponse())


def until_ended(studio: Studio, puzzle: Puzzle) -> float:
    """Return the milliseconds from giving up a question until its process has ended."""
    lines = _lines(studio, "analyse", {"panel": puzzle.to_json()})
    next(lines)
    (copy,) = psutil.Process(studio.workers.process.pid).children()
    begun = time.perf_counter()
    lines.close()
    psutil.wait_procs([copy])
    while psutil.Process(studio.workers.process.pid).children():
        time.sleep(0.001)
    return 1000 * (time.perf_counter() - begun)


def main() -> None:
    """Print a line for each kind and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 5, 7, 12])
    parser.add_argument("--kinds", nargs="+", default=["triangles", "mixed"])
    parser.add_argument("--panels", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    names = [*NAMES, "all", "hover"]
    with closing(Studio(rules=["thesis"])) as studio:
        times(studio, "analyse", {"panel": algorithm_4(2, 2, random.Random(0)).to_json()})
        print(f"{'':16}", *(f"{name:>10}" for name in names))
        for kind in options.kinds:
            for size in options.sizes:
                rng = random.Random(options.seed)
                taken = defaultdict(list)
                for _ in range(options.panels):
                    panel = algorithm_4(size, size, rng, kind=kind).to_json()
                    data = {"panel": panel, "entry": {"key": "triangles", "value": 1}}
                    found = times(studio, "analyse", data)
                    found["hover"] = times(studio, "hover", data)["all"]
                    for name, value in found.items():
                        taken[name].append(value)
                medians = [f"{statistics.median(taken[n]):10.0f}" if n in taken else f"{'':10}"
                           for n in names]  # fmt: skip
                print(f"{kind:10} {size:>2}×{size:<2}", *medians, flush=True)
        ended = [until_ended(studio, algorithm_4(12, 12, random.Random(n))) for n in range(9)]
        print(f"given up: {statistics.median(ended):.0f} ms, at most {max(ended):.0f} ms")


if __name__ == "__main__":
    main()
