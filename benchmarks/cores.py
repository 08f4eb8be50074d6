"""How long a finished experiment would take on more cores, from its plan of jobs and their times.

    snakemake --cores 2                                   # or another experiment, to its end
    python benchmarks/cores.py results/paper

Snakemake says which job needs which, and the log of each job how long it took. A scheduler that
starts a job as soon as it can gives the time on any number of cores; the chain of jobs that takes
longest is a bound for all of them. What Snakemake needs to plan and to start jobs is not counted.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from schedule import critical_path, makespan, planned_jobs

from witness.report.experiment import read_configuration
from witness.report.job import read_job_times

CORES = (1, 2, 4, 8, 16, 32, 64)


def main() -> None:
    """Print the times, and the longest chain."""
    results = Path(sys.argv[1])
    read_configuration(results)
    plan = subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores", "64", "--dry-run", "--forceall", "--nolock",
         "--configfile", str(results / "config.yaml")],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    jobs = planned_jobs(plan)
    seconds = {str(job.log): job.seconds for job in read_job_times(results / "logs")}
    missing = [name for name in jobs if name not in seconds]
    if missing:
        sys.exit(f"there is no time of {len(missing)} jobs, such as {missing[0]}")
    chain = critical_path(jobs, seconds)
    print(f"{len(jobs)} jobs; the longest chain takes {sum(map(seconds.get, chain)):.1f} s:")
    width = max(len(jobs[name].rule) for name in chain)
    of_rule = Counter(job.rule for job in jobs.values())
    for name in chain:
        rule = jobs[name].rule
        print(f"  {rule:{width}} {seconds[name]:6.1f} s   (one of {of_rule[rule]})")
    two = makespan(jobs, seconds, 2)
    for cores in CORES:
        took = makespan(jobs, seconds, cores)
        print(f"{cores:3} cores: {took:7.1f} s, {two / took:5.2f} times as fast as 2")


if __name__ == "__main__":
    main()
