"""While another process compiles: it is named, waited for a few seconds, and done without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.tiny_kernel import write_kernel

#: Holds the lock of a kernel, as a process does that compiles it on a very busy machine.
HOLD = """
import time
from witness.base import machine_code
def compiling(*given, **named):
    print("now", flush=True)
    time.sleep(600)
machine_code._compiled = compiling
"""

PANEL = {
    "id": "a", "rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]],
    "triangles": [[0, 0, 1], [0, 1, 2]],
}  # fmt: skip

#: One that plain Python does not count at once.
LARGE = PANEL | {"rows": 4, "cols": 4, "goals": [[4, 4]]}

#: How each kernel is loaded, and a command that needs it.
COMMANDS = {
    "search": (
        "from witness.searches.compiled import compiled_kernel; compiled_kernel(1, True)",
        ["solve", "p.jsonl", "--engine", "compiled", "-o", "out.jsonl"],
    ),
    "count": (
        "from witness.puzzle.frontier.compiled import load; load()",
        ["count", "p.jsonl", "-o", "out.jsonl"],
    ),
    "rate": (
        "from witness.difficulty.entropy.compiled import load; load()",
        ["rate", "p.jsonl", "-o", "out.jsonl"],
    ),
    "game": (
        "from witness.gdl.network.state_machine import compiled_kernel; compiled_kernel()",
        ["game", "analyse", str(ROOT / "examples/games/corridor.kif"), "--json"],
    ),
}


@contextmanager
def holding(load: str, environment: dict[str, str]) -> Iterator[int]:
    """Let a process hold the lock of a kernel during the block; yield its number."""
    command = [sys.executable, "-c", HOLD + load]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        yield process.pid
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Of processes that have compiled nothing yet, and wait as usual."""
    (tmp_path / "cache").mkdir(mode=0o700)
    usual = {name: value for name, value in os.environ.items() if name != "WITNESS_PATIENCE"}
    return {**usual, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}


@pytest.mark.slow
def test_a_command_says_for_whom_it_waits_and_goes_on_without(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """Its limit of time is all that bounds the wait; without it, it would be killed here.

    All commands wait at the same time.
    """
    environment["WITNESS_PATIENCE"] = "inf"
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with ExitStack() as stack:
        started = {}
        for name, (load, words) in COMMANDS.items():
            (place := tmp_path / name).mkdir()
            panel = LARGE if name == "count" else PANEL
            (place / "p.jsonl").write_text(json.dumps(panel) + "\n")
            pid = stack.enter_context(holding(load, environment))
            seconds = "12" if name == "game" else "6"  # the plain analysis takes a second, or some
            command = [sys.executable, "-m", "witness", *words, "--time-limit", seconds]
            process = subprocess.Popen(command, cwd=place, env=environment, **pipes)
            started[name] = pid, stack.enter_context(process)
        for pid, process in started.values():
            said = process.communicate(timeout=120)[1]
            assert process.returncode == 0, said
            assert f"witness: waiting for process {pid} on " in said
            assert said.count("still compiles") == 1
    record = json.loads((tmp_path / "search" / "out.jsonl").read_text())
    assert (record["status"], record["engine"]) == ("solved", "reference")


LATER = """
import os, signal, sys, tiny_kernel, tiny_parts
from witness.base import machine_code
def loaded():
    code = machine_code.load(tiny_kernel, tiny_parts, note="the tiny kernel", usual_seconds=1)
    assert code.double(21) == 42
    return hasattr(code.double, "overloads")
print(loaded(), loaded())
os.kill(int(sys.argv[1]), signal.SIGKILL)
while not loaded():
    pass
"""


def test_once_it_is_compiled_machine_code_runs(environment: dict[str, str], tmp_path: Path) -> None:
    tiny = write_kernel(tmp_path / "tiny")
    environment["PYTHONPATH"] = f"{ROOT}:{tiny}"
    environment["WITNESS_PATIENCE"] = "0"
    load = (
        "import tiny_kernel, tiny_parts\n"
        "machine_code.load(tiny_kernel, tiny_parts, note='the tiny kernel', usual_seconds=1)"
    )
    with holding(load, environment) as pid:
        command = [sys.executable, "-c", LATER, str(pid)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "False False\n"), done.stderr
    first, second = done.stderr.splitlines()
    assert f"process {pid} on " in first
    assert first.startswith("witness: ")
    assert "compiling the tiny kernel" in second
