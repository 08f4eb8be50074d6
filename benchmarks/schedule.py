"""How long an experiment would take on more cores, from its plan and the times of its jobs."""

from __future__ import annotations

import heapq
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count


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


@dataclass(frozen=True)
class Cluster:
    """What Slurm's jobs cost, in seconds: those of a group run one after the other in one of them.

    The process that submits them looks after `look` seconds at which have ended, and `later` more
    after each look that finds none, up to `longest`. Jobs of the rules `here` run beside it.
    """

    start: float  # of Snakemake: once for a group, and once for each of its jobs
    queue: float  # from the submission to the start, if a core is free
    look: float
    later: float = 10.0
    longest: float = 180.0
    jobs: int = 100  # in the queue at a time
    here: frozenset[str] = frozenset()


def grouped(
    jobs: Mapping[str, PlannedJob], groups: Mapping[str, str], components: Mapping[str, int]
) -> list[list[str]]:
    """Return the jobs that go together into one of Slurm, in their order, as Snakemake groups them.

    `groups` has the group of a rule. Jobs of a group that need one another go together, and as many
    of such components as `components` says.
    """
    part = {name: name for name in jobs}

    def first(name: str) -> str:
        while part[name] != name:
            name = part[name]
        return name

    for name, job in jobs.items():
        for other in job.needs:
            if groups.get(job.rule, name) == groups.get(jobs[other].rule, other):
                part[first(name)] = first(other)
    parts: dict[str, list[str]] = {}
    for name in jobs:
        parts.setdefault(first(name), []).append(name)
    of_group: dict[str, list[list[str]]] = {}
    for own in parts.values():
        of_group.setdefault(groups.get(jobs[own[0]].rule, own[0]), []).append(own)
    return [
        [name for own in some for name in own]
        for group, found in of_group.items()
        for start in range(0, len(found), components.get(group, 1))
        for some in (found[start : start + components.get(group, 1)],)
    ]


def makespan_of_groups(
    jobs: Mapping[str, PlannedJob],
    seconds: Mapping[str, float],
    cores: int,
    cluster: Cluster,
    together: list[list[str]],
) -> float:
    """Return the seconds that jobs take as jobs of Slurm, of which each is a group."""
    group_of = {name: number for number, names in enumerate(together) for name in names}
    waiting = {
        number: {group_of[other] for name in names for other in jobs[name].needs} - {number}
        for number, names in enumerate(together)
    }
    here = [all(jobs[name].rule in cluster.here for name in names) for names in together]
    taken = [min(cores, max(jobs[name].cores for name in names)) for names in together]
    took = [
        sum(seconds[name] for name in names)
        + (0.0 if here[number] else cluster.start * (1 + len(names)))
        for number, names in enumerate(together)
    ]
    queue: list[int] = []
    submitted: set[int] = set()
    ended: set[int] = set()
    order = count()  # of what happens at the same time
    events = [(0.0, next(order), "look", -1)]
    now, free, wait, running = 0.0, cores, cluster.look, 0
    while waiting or submitted or running:
        now, _, what, which = heapq.heappop(events)
        seen: set[int] = set()
        if what == "look":
            seen = submitted & ended
            wait = (
                cluster.look
                if seen or not submitted
                else min(wait + cluster.later, cluster.longest)
            )
            submitted -= seen
            heapq.heappush(events, (now + wait, next(order), "look", -1))
        elif what == "queued":
            queue.append(which)
        elif what == "ended":
            ended.add(which)
            free += taken[which]
        else:
            seen = {which}
            running -= 1
        for needs in waiting.values():
            needs -= seen
        if what in ("look", "done"):
            for number in [number for number, needs in waiting.items() if not needs]:
                if here[number]:
                    running += 1
                    heapq.heappush(events, (now + took[number], next(order), "done", number))
                elif len(submitted) < cluster.jobs:
                    submitted.add(number)
                    heapq.heappush(events, (now + cluster.queue, next(order), "queued", number))
                else:
                    continue
                del waiting[number]
        for number in list(queue):
            if taken[number] <= free:
                free -= taken[number]
                queue.remove(number)
                heapq.heappush(events, (now + took[number], next(order), "ended", number))
    return now
