"""Ctrl-C for processes that tests start."""

from __future__ import annotations

import signal
import subprocess
import time
from contextlib import suppress

import psutil


def interrupt(process: subprocess.Popen[str], seconds: float) -> str:
    """Interrupt a process that has used so much processor time, and return its standard error.

    Processor time says how far it is, however busy the machine; that of its children counts. It
    never outlives the call.
    """
    try:
        while _busy(psutil.Process(process.pid)) < seconds:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=60)[1]
    finally:
        process.kill()


def _busy(process: psutil.Process) -> float:
    """Return the processor time of a process and its children, also of those that have ended."""
    found = sum(process.cpu_times()[:4])
    with suppress(psutil.NoSuchProcess):  # one has just ended
        found += sum(sum(child.cpu_times()[:4]) for child in process.children())
    return found
