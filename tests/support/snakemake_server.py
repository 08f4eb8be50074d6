"""Snakemake in copies of a process that has imported it: importing takes longer than a dry run.

Each call is a process of its own, as if it had been started from a shell in its folder, and so is
each job of a run (`snakemake_process.py`).
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

#: Reads a call from each line, and prints the exit status of Snakemake.
SERVER = Path(__file__).with_name("snakemake_process.py")


def snakemake(
    place: Path, arguments: list[str], variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Snakemake in a folder, with the variables of this process unless others are given."""
    variables = dict(os.environ) if variables is None else variables
    server = _server(variables.get("PYTHONPATH"))
    assert server.stdin
    assert server.stdout
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("out", "err")]
        for file in files:
            file.touch()
        call = [str(place), variables, arguments, *map(str, files)]
        print(json.dumps(call), file=server.stdin, flush=True)
        status = int(server.stdout.readline())
        out, err = (file.read_text(encoding="utf-8") for file in files)
    return subprocess.CompletedProcess(["snakemake", *arguments], status, out, err)


@cache
def _server(search_path: str | None) -> subprocess.Popen[str]:
    """Return the process that waits for calls with this PYTHONPATH."""
    others = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    server = subprocess.Popen(
        [sys.executable, "-P", str(SERVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=others if search_path is None else {**others, "PYTHONPATH": search_path},
    )
    atexit.register(_end, server)
    return server


def _end(server: subprocess.Popen[str]) -> None:
    server.communicate()
