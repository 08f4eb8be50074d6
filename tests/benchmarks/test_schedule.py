"""How long jobs would take on more cores."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from benchmarks.schedule import (
    Cluster,
    PlannedJob,
    critical_path,
    grouped,
    makespan,
    makespan_of_groups,
    planned_jobs,
)

DRY_RUN = """Job stats:
total 5

[Mon Nov 23 00:59:50 2026]
rule sets:
    output: set_a, set_b
    log: sets.log
    jobid: 3
    resources: tmpdir=/tmp
[Mon Nov 23 00:59:50 2026]
rule batch:
    input: set_a, own.pl
    output: b0
    log: batch_0.log
    jobid: 1
    priority: 5
    threads: 16
[Mon Nov 23 00:59:50 2026]
rule report:
    input: b0, b1, own.pl
    output: report.html
    log: report.log
[Mon Nov 23 00:59:50 2026]
rule batch:
    input: set_b, set_a
    output: b1
    log: batch_1.log
[Mon Nov 23 00:59:50 2026]
rule all:
    input: report.html
    jobid: 0
Reasons:
    (check individual jobs above for details)
"""
SECONDS = {"sets.log": 3.0, "batch_0.log": 5.0, "batch_1.log": 7.0, "report.log": 2.0}


def test_the_plan_of_snakemake() -> None:
    jobs = planned_jobs(DRY_RUN)
    assert list(jobs) == ["sets.log", "batch_0.log", "batch_1.log", "report.log"]
    assert (jobs["batch_0.log"].cores, jobs["batch_0.log"].priority) == (16, 5)
    assert jobs["report.log"].needs == ("batch_0.log", "batch_1.log")
    assert jobs["sets.log"] == PlannedJob("sets.log", "sets", ())


def test_by_hand() -> None:
    jobs = planned_jobs(DRY_RUN)
    assert critical_path(jobs, SECONDS) == ["sets.log", "batch_1.log", "report.log"]
    assert [makespan(jobs, SECONDS, cores) for cores in (1, 2, 16, 17)] == [17, 17, 17, 12]


@pytest.mark.parametrize("seed", range(20))
def test_between_the_longest_chain_and_one_core(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"job_{n}" for n in range(30)]
    jobs = {
        name: PlannedJob(name, "any", tuple(rng.sample(names[:n], min(n, rng.randrange(3)))))
        for n, name in enumerate(names)
    }
    seconds = {name: rng.uniform(1, 9) for name in names}
    chain = critical_path(jobs, seconds)
    assert all(one in jobs[other].needs for one, other in pairwise(chain))
    longest, whole = sum(seconds[name] for name in chain), sum(seconds.values())
    assert makespan(jobs, seconds, 1) == pytest.approx(whole)
    assert makespan(jobs, seconds, 30) == pytest.approx(longest)
    for cores in (2, 3, 8):
        took = makespan(jobs, seconds, cores)
        assert max(longest, whole / cores) - 1e-9 <= took <= longest + whole / cores + 1e-9


def test_groups_as_snakemake_makes_them() -> None:
    """Jobs that need one another, and then several of such components."""
    jobs = planned_jobs(DRY_RUN)
    apart = [["sets.log"], ["batch_0.log"], ["batch_1.log"], ["report.log"]]
    assert grouped(jobs, {}, {}) == grouped(jobs, {"batch": "own"}, {}) == apart
    assert grouped(jobs, {"batch": "own"}, {"own": 2}) == [
        ["sets.log"], ["batch_0.log", "batch_1.log"], ["report.log"],
    ]  # fmt: skip
    chained = {"batch": "all", "report": "all"}
    assert grouped(jobs, chained, {}) == [
        ["sets.log"],
        ["batch_0.log", "batch_1.log", "report.log"],
    ]


@pytest.mark.slow
def test_jobs_of_slurm_by_hand() -> None:
    """What each needs is looked at 5 seconds after its own start, then 15, then 25 later."""
    jobs = planned_jobs(DRY_RUN)
    one = [[name] for name in jobs]
    free = Cluster(start=0, queue=0, look=1e-6, later=0)
    assert makespan_of_groups(jobs, SECONDS, 17, free, one) == pytest.approx(12, abs=1e-4)
    # 0 submitted, 1 to 8 the sets, seen at 20 (5, then 15 later); 21 to 33 the batch, seen at 25,
    # 40; 41 to 48 the report, seen at 45, 60.
    slow = Cluster(start=2, queue=1, look=5)
    assert makespan_of_groups(jobs, SECONDS, 17, slow, one) == 60
    together = [list(jobs)]  # 1 to 28: seen at 5, 20, 45
    assert makespan_of_groups(jobs, SECONDS, 17, slow, together) == 45
    assert makespan_of_groups(jobs, SECONDS, 17, Cluster(2, 1, 5, jobs=1), one) > 60


def test_jobs_beside_the_process_that_submits() -> None:
    """They start at once, and are seen at once; what needs them is submitted then."""
    jobs = planned_jobs(DRY_RUN)
    one = [[name] for name in jobs]
    # 0 to 3 the sets, 4 to 15 the batches (1 in the queue, 4 for two starts); looks at 5 and 20.
    some = Cluster(start=2, queue=1, look=5, here=frozenset({"sets", "report"}))
    assert makespan_of_groups(jobs, SECONDS, 17, some, one) == 22
    every = Cluster(start=2, queue=1, look=5, here=frozenset({"sets", "batch", "report"}))
    assert makespan_of_groups(jobs, SECONDS, 17, every, one) == 12
