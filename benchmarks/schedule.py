"""How long an experiment would take on more cores, from its plan and the times of its jobs."""

from __future__ import annotations

import heapq
import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class PlannedJob:
    """A job, named by its log: the jobs whose outputs it reads, its cores and its priority."""

    name: str
    rule: str
    needs: tuple[str, ...]
    cores: int = 1
    priority: int = 0


def planned_jobs(dry_run: str) -> dict[str, PlannedJob]:
    """Return the jobs of what `snakemake --dry-run --forceall` prints, by name.

    A job comes after those that it needs. Jobs without a log, such as targets, are left out.
    """
    blocks = [_entries(block) for block in re.split(r"^rule ", dry_run, flags=re.MULTILINE)[1:]]
    made_by = {file: block["log"][0] for block in blocks for file in block.get("output", ())}
    needs = {
        block["log"][0]: {made_by[file] for file in block.get("input", ()) if file in made_by}
        for block in blocks
        if "log" in block
    }
    about = {block["log"][0]: block for block in blocks if "log" in block}
    found: dict[str, PlannedJob] = {}
    while len(found) < len(needs):
        ready = [name for name in needs if name not in found and needs[name] <= found.keys()]
        if not ready:
            raise ValueError("the jobs need one another")
        for name in ready:
            (rule,) = about[name]["rule"]
            cores, priority = (
                int(about[name].get(key, [default])[0])
                for key, default in (("threads", "1"), ("priority", "0"))
            )
            found[name] = PlannedJob(name, rule, tuple(sorted(needs[name])), cores, priority)
    return found


def _entries(block: str) -> dict[str, list[str]]:
    """Return what a dry run says about a job: the values of each key."""
    rule, *lines = block.splitlines()
    found = {"rule": [rule.removesuffix(":")]}
    for line in lines:
        match = re.fullmatch(r"    (\w+): (.*)", line)
        if match is None:
            break
        found[match[1]] = match[2].split(", ")
    return found


def critical_path(jobs: Mapping[str, PlannedJob], seconds: Mapping[str, float]) -> list[str]:
    """Return the chain of jobs, each of which needs the one before it, that takes longest.

    On any number of cores, an experiment takes at least as long. `jobs` stand in their order.
    """
    until: dict[str, float] = {}
    before: dict[str, str | None] = {}
    for name, job in jobs.items():
        last = max(job.needs, key=until.__getitem__, default=None)
        before[name] = last
        until[name] = seconds[name] + (until[last] if last is not None else 0.0)
    chain: list[str] = []
    step = max(until, key=until.__getitem__, default=None)
    while step is not None:
        chain.append(step)
        step = before[step]
    return chain[::-1]


def makespan(
    jobs: Mapping[str, PlannedJob],
    seconds: Mapping[str, float],
    cores: int,
) -> float:
    """Return the seconds that jobs take on a number of cores, as Snakemake would start them.

    A job starts as soon as those that it needs have ended and its cores are free, that of a higher
    priority first; one that takes more cores than there are has all of them for itself.
    """
    taken = {name: min(job.cores, cores) for name, job in jobs.items()}
    first = sorted(jobs, key=lambda name: -jobs[name].priority)
    waiting = {name: set(jobs[name].needs) for name in first}
    running: list[tuple[float, str]] = []
    now, free = 0.0, cores
    while waiting or running:
        for name in [name for name, needs in waiting.items() if not needs]:
            if taken[name] <= free:
                free -= taken[name]
                heapq.heappush(running, (now + seconds[name], name))
                del waiting[name]
        now, ended = heapq.heappop(running)
        free += taken[ended]
        for needs in waiting.values():
            needs.discard(ended)
    return now
