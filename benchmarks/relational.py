"""The example folders of Popper's repository: asp beside Popper.

    python benchmarks/relational.py Popper/examples [--tasks trains1 …] [--command popper-ilp]
        [--timeout 60]

Each learner learns from each folder in a process of its own, one after the other: asp with
`--allow-singletons`, since Popper 4 allows them whatever the bias says.
Folders whose names begin with `noisy` are learned with `--noisy`; their sizes come with the
description lengths. The seconds are processor time of that process and its children, starting and
reading included. Without an installed Popper there are only the columns of asp.
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


def measure(directory: Path, learner: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return the record of a run, with its processor seconds."""
    with TemporaryDirectory() as place:
        words = ["--learner", learner, "--timeout", str(options.timeout), "--json"]
        words += ["--noisy"] * directory.name.startswith("noisy")
        own = ["--command", options.command]
        words += own if learner == "popper" else ["--allow-singletons"]
        seconds, done = run("-m", "witness", "learn", directory, "-o", place, *words, check=False)
        if done.returncode:
            return {"status": done.stderr.strip().split("\n")[-1], "processor": seconds}
        return {**json.loads(done.stdout), "processor": seconds}


def cells(record: dict[str, Any]) -> list[str]:
    """Return what a table says about a run: what is covered, the size, and the seconds."""
    if "program_size" not in record:
        return [str(record["status"]), "", ""]
    covered = f"{record['true_positives']} of {record['positives']}"
    if record["false_positives"]:
        covered += f", {record['false_positives']} wrong"
    if record["status"] not in ("learned", "nothing-learned"):
        covered += f" ({record['status']})"
    size = str(record["program_size"])
    if "description_length" in record:
        size += f" ({record['description_length']})"
    return [covered, size, f"{record['processor']:.1f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tasks", nargs="+")
    parser.add_argument("--command", default="popper-ilp")
    parser.add_argument("--timeout", type=float, default=60)
    options = parser.parse_args()
    tasks = options.tasks or sorted(path.parent.name for path in options.folder.glob("*/bias.pl"))
    learners = ["asp"] + (["popper"] if shutil.which(options.command) else [])
    head = ["task", "examples"]
    for learner in learners:
        head += [f"{learner}: covered", "size", "seconds"]
    print("| " + " | ".join(head) + " |")
    print("| --- | ---: |" + " --- | ---: | ---: |" * len(learners))
    for name in tqdm(tasks, disable=None, leave=False):
        records = [measure(options.folder / name, learner, options) for learner in learners]
        examples = next(
            (str(r["positives"] + r["negatives"]) for r in records if "positives" in r), ""
        )
        row = [name, examples, *(cell for record in records for cell in cells(record))]
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
