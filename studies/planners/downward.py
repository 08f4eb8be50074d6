"""Fast Downward as the wheel `up-fast-downward` has it: the translator, and its A*."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from studies.records import Row
from witness.base.errors import InputError

#: Megabytes of a search.
MEMORY = 2000


def _folder() -> Path:
    """Return the folder of the programs. Raises `InputError` if they are not installed."""
    found = find_spec("up_fast_downward")
    if found is None or found.origin is None:
        raise InputError("Fast Downward is not here; pip install --no-deps up-fast-downward")
    return Path(found.origin).parent / "downward" / "builds" / "release" / "bin"


def release() -> str:
    """Return the version of the wheel. Raises `InputError` if it is not installed."""
    _folder()
    return version("up-fast-downward")


def translate(domain: str, problem: str, folder: Path) -> float:
    """Write the task of a problem to output.sas in a folder; return the CPU seconds."""
    for name, text in (("domain", domain), ("problem", problem)):
        (folder / f"{name}.pddl").write_text(text, encoding="utf-8")
    begun = _children()
    subprocess.run(
        [sys.executable, "-m", "fast_downward.translate", "domain.pddl", "problem.pddl"],
        cwd=folder, check=True, capture_output=True,
        env={**os.environ, "PYTHONPATH": str(_folder())},
    )  # fmt: skip
    return _children() - begun


def search(heuristic: str, folder: Path, seconds: float) -> Row:
    """Return how A* ends on the task in a folder: length, expansions, CPU seconds of the search.

    Without a plan within the limit of seconds or of `MEMORY` there is no length.
    """
    with (folder / "output.sas").open("rb") as task:
        done = subprocess.run(
            [_folder() / "downward", "--search", f"astar({heuristic}(),max_time={seconds})"],
            cwd=folder, stdin=task, capture_output=True, text=True, check=False,
            preexec_fn=_limit, env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    told = {
        name: (re.findall(pattern, done.stdout) or [None])[-1]
        for name, pattern in (
            ("length", r"Plan length: (\d+)"),
            ("expansions", r"Expanded (\d+) state"),
            ("seconds", r"Search time: ([\d.e-]+)s"),
        )
    }
    return {
        "length": None if told["length"] is None else int(told["length"]),
        "expansions": None if told["expansions"] is None else int(told["expansions"]),
        "seconds": seconds if told["seconds"] is None else float(told["seconds"]),
    }


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY * 2**20,) * 2)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
