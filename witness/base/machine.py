"""This machine and its memory, and the start of this process."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from witness.base.schemas import record, text, whole

#: The JSON Schema of `machine.json`.
MACHINE = record(
    {
        "processor": text("memory in megabytes"),
        "cores": whole("likewise"),
        "memory": whole("likewise"),
        "system": text("likewise"),
        "python": text("likewise"),
    },
    {"commit": text("with “changed” if the code differs")},
)


#: What a run writes itself, and changes nothing of a run.
_NO_CODE = [
    f":(exclude,glob){one}"
    for one in ("results/**", "**/*.md", "**/*.svg", "studies/*/records.jsonl*")
]


@lru_cache(maxsize=1)
def memory() -> int:
    """Return the memory that the machine (or the container) has, in bytes."""
    found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # there is no such limit
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    return found


def machine() -> dict[str, str | int]:
    """Describe this machine: processor, cores, memory in megabytes, system, Python."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory": memory() // 10**6,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def commit() -> dict[str, str]:
    """Return the commit of the checkout in which this package is, if it is in one, as `commit`."""
    place = Path(__file__).parents[2]
    try:
        top, number, changes = (
            subprocess.run(
                ["git", "-C", str(place), *arguments],
                capture_output=True, text=True, timeout=20, check=True,
            ).stdout.strip()
            for arguments in (
                ("rev-parse", "--show-toplevel"),
                ("rev-parse", "HEAD"),
                ("status", "--porcelain", "--untracked-files=no", "--", ".", *_NO_CODE),
            )
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return {}
    if Path(top).resolve() != place.resolve():  # a package in another project
        return {}
    return {"commit": f"{number} changed" if changes else number}


def short_commit(machine: Mapping[str, str | int]) -> str:
    """Return the commit of a described machine, shortened; empty if it is not known."""
    number, _, changed = str(machine.get("commit", "")).partition(" ")
    return f"{number[:12]} {changed}".strip()


def process_begun() -> float:
    """Return the time at which this process began, in seconds of the epoch."""
    try:
        fields = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError):  # not Linux
        import psutil

        return float(psutil.Process().create_time())
    # Linux gives the machine's start, on which psutil relies, to the second only.
    return time.time() - age


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "not known"
    match = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return match.group(1).strip() if match else platform.processor() or "not known"
