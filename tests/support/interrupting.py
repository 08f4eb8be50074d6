"""Ctrl-C for processes that tests start."""

from __future__ import annotations

import signal
import subprocess
import time

import psutil


def interrupt(process: subprocess.Popen[str], seconds: float) -> str:
    """Interrupt a process that has used so much processor time, and return its standard error.

    Processor time says how far it is, however busy the machine. It never outlives the call.
    """
    try:
        while sum(psutil.Process(process.pid).cpu_times()[:2]) < seconds:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=60)[1]
    finally:
        process.kill()
