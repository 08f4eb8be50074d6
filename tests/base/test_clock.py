"""The clock of what is reported: a wait is not counted, the work of helpers is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from witness.base.clock import helped, worked
from witness.base.limits import Budget
from witness.base.limits.child import Server, run_limited
from witness.base.limits.forked import call_limited
from witness.puzzle.model import Puzzle
from witness.puzzle.solvers import solve

#: Seconds of processor time that a helper takes.
TAKEN = 0.2

#: Seconds for which a process stands still.
STILL = 2.0

_BURN = f"import time\nwhile time.process_time() < {TAKEN}: pass"

_SERVER = f"""
import sys, time
for line in sys.stdin:
    end = time.process_time() + {TAKEN}
    while time.process_time() < end: pass
    print("done", flush=True)
"""


def burn() -> None:
    end = time.thread_time() + TAKEN
    while time.thread_time() < end:
        pass


def test_who_waits_does_not_work() -> None:
    budget = Budget()
    before = time.perf_counter()
    time.sleep(0.2)
    assert budget.seconds < (time.perf_counter() - before) / 2


def in_a_copy() -> None:
    call_limited(burn)


def in_a_program() -> None:
    assert run_limited([sys.executable, "-c", _BURN]).seconds >= TAKEN


def in_a_thread() -> None:
    with helped():
        other = threading.Thread(target=burn)
        other.start()
        other.join()


def in_a_server() -> None:
    with helped():
        server = Server([sys.executable, "-c", _SERVER])
        server.answer(b"one", Budget())
        server.end()


def in_blocks_that_overlap() -> None:
    first, second = helped(), helped()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    other = threading.Thread(target=burn)
    other.start()
    other.join()
    second.__exit__(None, None, None)


def in_a_thread_twice() -> None:
    with helped():
        in_a_thread()


@pytest.mark.parametrize(
    "work",
    [
        in_a_copy,
        in_a_program,
        in_a_server,
        in_a_thread,
        in_a_thread_twice,
        in_blocks_that_overlap,
    ],
)
def test_what_others_do_counts_once(work: Callable[[], None]) -> None:
    before, here = worked(), time.thread_time()
    work()
    others = worked() - before - (time.thread_time() - here)
    assert TAKEN <= others < 2 * TAKEN


def test_what_a_server_does_for_an_answer_counts() -> None:
    server = Server([sys.executable, "-c", _SERVER])
    try:
        server.answer(b"first", Budget())  # with its start
        before = worked()
        server.answer(b"second", Budget())
        assert TAKEN <= worked() - before < 2 * TAKEN
    finally:
        server.end()


def test_the_threads_of_clingo_count() -> None:
    puzzle = Puzzle(5, 5, ((0, 0),), ((5, 5),), dots=((0, 3), (1, 5), (3, 0), (3, 4), (5, 2)))
    here = time.thread_time()
    found = solve(puzzle, "clingo", shortest=True)
    assert found.seconds > 2 * (time.thread_time() - here)


@pytest.mark.slow
def test_a_command_that_stands_still_reports_what_it_worked(tmp_path: Path) -> None:
    """The seconds of a search are never more than its process took of a processor."""
    panel = {"id": "a", "rows": 6, "cols": 6, "starts": [[0, 0]], "goals": [[6, 6]]}
    dots = [[r, c] for r in (0, 2, 4, 6) for c in (0, 2, 4, 6)]
    (tmp_path / "p.jsonl").write_text(json.dumps(panel | {"dots": dots}) + "\n")
    command = [
        sys.executable, "-m", "witness", "solve", "p.jsonl", "--predicate", "none",
        "--engine", "reference", "--max-expansions", "1200000", "-o", "out.jsonl",
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=tmp_path)
    try:
        while sum(psutil.Process(process.pid).cpu_times()[:2]) < 1.2:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGSTOP)
        time.sleep(STILL)
        process.send_signal(signal.SIGCONT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        process.kill()
    record = json.loads((tmp_path / "out.jsonl").read_text())
    assert (process.returncode, record["status"]) == (0, "expansion-limit")
    assert 0 < record["seconds"] <= usage.ru_utime + usage.ru_stime
