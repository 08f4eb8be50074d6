"""How long a finished experiment would take on more cores, in one allocation and as jobs of Slurm.

    snakemake --cores 2                                   # or another experiment, to its end
    python benchmarks/cores.py results/paper

Snakemake says which job needs which, and the log of each job how long it took. Schedulers that
start a job as soon as they can give the times: Snakemake's own on the cores of one allocation, or
Slurm's with the groups of `profiles/slurm`, whose jobs are noticed to have ended at the next look
only. Local rules run beside the process that submits the others. What both cost besides are
estimates (studies/benchmarks/results.md). The chain of jobs that takes longest is a bound without
these costs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import yaml
from schedule import (
    Cluster,
    PlannedJob,
    critical_path,
    grouped,
    makespan,
    makespan_of_groups,
    planned_jobs,
)

from witness.base.shipped import FOLDER
from witness.report.experiment import read_configuration
from witness.report.job import read_job_times

CORES = (1, 2, 4, 8, 16, 32, 64, 128, 1000)

#: Seconds that Snakemake needs before the first job of an allocation, and for each job.
PLAN, EACH = 5.0, 0.3
#: And for each job of Slurm, with the profile's look at what has ended, and with the plugin's.
PROFILE = Cluster(start=2.5, queue=3.0, look=5.0)
PLUGIN = Cluster(start=2.5, queue=3.0, look=40.0)


def main() -> None:
    """Print the times, and the longest chain."""
    given = Path(sys.argv[1])
    read_configuration(given)
    jobs = plan(given / "config.yaml")
    measured = {str(job.log): job.seconds for job in read_job_times(given / "logs")}
    seconds = {name: measured[name] for name in jobs if name in measured}
    missing = [name for name in jobs if name not in seconds]
    if missing:
        sys.exit(f"there is no time of {len(missing)} jobs, such as {missing[0]}")
    chain = critical_path(jobs, seconds)
    print(f"{len(jobs)} jobs, {sum(seconds.values()):.0f} s;", end=" ")
    print(f"the longest chain takes {sum(map(seconds.get, chain)):.1f} s:")
    width = max(len(jobs[name].rule) for name in chain)
    of_rule = Counter(job.rule for job in jobs.values())
    for name in chain:
        rule = jobs[name].rule
        print(f"  {rule:{width}} {seconds[name]:6.1f} s   (one of {of_rule[rule]})")

    profile = yaml.safe_load((FOLDER / "profiles/slurm/config.yaml").read_text(encoding="utf-8"))
    groups, components = (
        dict(one.split("=") for one in profile[key]) for key in ("groups", "group-components")
    )
    together = grouped(jobs, groups, {group: int(many) for group, many in components.items()})
    apart = [[name] for name in jobs]
    costly = {name: EACH + took for name, took in seconds.items()}
    here = local_rules()
    number = sum(any(jobs[name].rule not in here for name in names) for names in together)
    print(f"\nseconds; {number} jobs of Slurm by the profile, {len(apart)} if all of them are")
    print("cores  the jobs alone  one allocation  profile  no groups  no groups, look after 40 s")
    ways = ((replace(PROFILE, here=here), together), (PROFILE, apart), (PLUGIN, apart))
    for cores in CORES:
        alone = makespan(jobs, seconds, cores)
        local = PLAN + makespan(jobs, costly, cores)
        slurm = [PLAN + makespan_of_groups(jobs, seconds, cores, *way) for way in ways]
        print(f"{cores:5} {alone:15.0f} {local:15.0f} {slurm[0]:8.0f} {slurm[1]:10.0f}", end=" ")
        print(f"{slurm[2]:27.0f}")


def local_rules() -> frozenset[str]:
    """Return the rules that never become jobs of a cluster."""
    body = r"^rule (\w+):\n(?:(?:    .*)?\n)*?    localrule: True$"
    texts = [path.read_text("utf-8") for path in (FOLDER / "workflow/rules").glob("*.smk")]
    return frozenset(rule for text in texts for rule in re.findall(body, text, re.MULTILINE))


def plan(configuration: Path) -> dict[str, PlannedJob]:
    """Return the jobs that Snakemake plans if nothing is there."""
    command = (sys.executable, "-m", "snakemake", "--cores", "64", "--dry-run", "--forceall")
    done = subprocess.run(
        [*command, "--nolock", "--configfile", str(configuration)],
        capture_output=True,
        text=True,
        check=True,
    )
    return planned_jobs(done.stdout)


if __name__ == "__main__":
    main()
