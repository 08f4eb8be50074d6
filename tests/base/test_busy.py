"""While another process compiles: it is named and waited for; its lock ends with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT
from support.tiny_kernel import write_kernel

LOAD = """
import sys, time, tiny_kernel, tiny_parts
from witness.base import machine_code
"""

#: Holds the lock of a kernel, as a process does that compiles it on a very busy machine.
HOLD = """
def compiling(*given, **named):
    print("now", flush=True)
    time.sleep(600)
machine_code._compiled = compiling
"""

RUN = """
code = machine_code.load(tiny_kernel, tiny_parts, note="the tiny kernel", usual_seconds=1)
print(code.double(21), hasattr(code.double, "overloads"))
"""


@pytest.mark.slow
def test_a_process_says_for_whom_it_waits_and_compiles_when_that_has_ended(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)
    tiny = write_kernel(tmp_path / "tiny")
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": f"{ROOT}:{tiny}",
    }

    def python(code: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", LOAD + code + RUN],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    with python(HOLD) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "now\n"
        process = python("")
        assert process.stderr is not None
        first = process.stderr.readline()
        os.kill(holder.pid, signal.SIGKILL)
        printed, said = process.communicate(timeout=120)
    assert first.startswith(f"witness: waiting for process {holder.pid} on ")
    assert "compiling the tiny kernel" in said
    assert (process.returncode, printed) == (0, "42 True\n")
