"""Relational tasks, such as the example folders of Popper's repository: asp beside Popper.

    python benchmarks/relational.py Popper/examples [--tasks trains1 …] [--command popper-ilp]
        [--timeout 120] [--noisy]

Each learner learns from each task in a process of its own, one after the other, with
`--allow-singletons`, since Popper 4 allows them whatever the bias says. The seconds are processor
time of that process and its children, starting and reading included. Without an installed Popper
its columns are empty.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from processes import run
from tqdm import tqdm

#: The folders of Popper 4.3.0 that need neither recursion nor predicate invention nor noise.
TASKS = (
    "trains1", "trains2", "trains3", "zendo1", "zendo2", "zendo3", "imdb3",
    "iggp-rps-next-score", "iggp-buttons-next", "iggp-buttons-goal",
    "iggp-minimal-decay-next-value",
)  # fmt: skip


def measure(directory: Path, learner: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return the record of a run, with its processor seconds."""
    with TemporaryDirectory() as place:
        words = ["--learner", learner, "--allow-singletons", "--timeout", str(options.timeout)]
        words += ["--noisy"] if options.noisy else []
        words += ["--command", options.command] if learner == "popper" else []
        seconds, done = run("-m", "witness", "learn", directory, "-o", place, *words, check=False)
        if done.returncode:
            return {"status": done.stderr.strip().split("\n")[-1], "processor": seconds}
        return {**json.loads(done.stdout), "processor": seconds}


def cells(record: dict[str, Any]) -> list[str]:
    """Return what a table says about a run."""
    if "program_size" not in record:
        return [str(record["status"]), "", "", ""]
    covered = f"{record['true_positives']} of {record['positives']}"
    if record["false_positives"]:
        covered += f", {record['false_positives']} wrong"
    return [record["status"], covered, str(record["program_size"]), f"{record['processor']:.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tasks", nargs="+", default=TASKS)
    parser.add_argument("--command", default="popper-ilp")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--noisy", action="store_true")
    options = parser.parse_args()
    learners = ["asp"] + (["popper"] if shutil.which(options.command) else [])
    head = ["task", "examples"]
    for learner in learners:
        head += [f"{learner}: status", "covered", "size", "seconds"]
    print("| " + " | ".join(head) + " |")
    print("| --- | ---: |" + " --- | ---: | ---: | ---: |" * len(learners))
    for name in tqdm(options.tasks, disable=None, leave=False):
        records = [measure(options.folder / name, learner, options) for learner in learners]
        examples = next(
            (str(r["positives"] + r["negatives"]) for r in records if "positives" in r), ""
        )
        row = [name, examples, *(cell for record in records for cell in cells(record))]
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
