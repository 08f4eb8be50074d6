"""Commands that are stopped when they have found some records."""

from __future__ import annotations

import signal
import subprocess
import sys

_CODE = """
import os, sys
from witness.cli import journal, main
add = journal.Journal.add
def kept(self, record):
    add(self, record)
    len(self.records) < {after} or os.kill(os.getpid(), {number})
journal.Journal.add = kept
sys.exit(main(sys.argv[1:]))
"""


def stopped(
    *arguments: object, after: int, number: signal.Signals = signal.SIGKILL
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that gets a signal when it has kept `after` records."""
    code = _CODE.format(after=after, number=int(number))
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
