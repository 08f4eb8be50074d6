"""What is said about the machine."""

from __future__ import annotations

import subprocess
import sys
import time

from witness.base.machine import machine, memory


def test_the_machine_is_described() -> None:
    found = machine()
    assert found["cores"] >= 1
    assert found["memory"] == memory() // 10**6 > 100
    assert all(found.values())


def test_a_process_knows_when_it_began() -> None:
    before = time.time()
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from witness.base.machine import process_begun; print(process_begun())",
        ],
        capture_output=True,
        check=True,
    )
    # The system counts in hundredths of a second.
    assert before - 0.02 <= float(done.stdout) <= time.time()
