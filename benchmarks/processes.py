"""Python in a process of its own, with this checkout or another one: for the benchmarks here."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path


def run(
    *words: str | Path,
    checkout: str | Path | None = None,
    cwd: str | Path | None = None,
    check: bool = True,
) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Run Python with some words; return the seconds of processor, its children included.

    `checkout` is the folder from which it imports. With `check`, the benchmark ends if it fails.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        env=os.environ | ({} if checkout is None else {"PYTHONPATH": str(checkout)}),
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if check and done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done
