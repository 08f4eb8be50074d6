"""The tiny experiment on a real Slurm of three nodes, through all that can happen to its jobs.

It is one run, as each job takes seconds to start: its process is killed, jobs are cancelled, a node
dies, and it comes to the same records.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from support import slurm
from support.examples import ROOT
from support.pipeline import TINY, checkout, records, run

#: The tiny experiment in even fewer jobs.
FEWER = ("--config", "test_batch=20", 'large={"sizes": [[3, 3]]}')
#: What a cluster would need besides the profile, and what is enough for the tiny experiment.
OPTIONS = (
    "--workflow-profile", "slurm", *TINY, *FEWER, "--latency-wait", "5", "--default-resources",
    "mem_mb=500", "runtime=10", "slurm_partition=main", "slurm_account=none",
)  # fmt: skip

pytestmark = pytest.mark.slurm


class Cluster:
    """A Slurm, and the process of an experiment that gives it jobs."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder, self.place = folder, place
        self.process: subprocess.Popen[str] | None = None
        self.variables = {
            **os.environ,
            "SLURM_CONF": f"{folder}/slurm.conf",
            "PATH": f"{folder}/bin:{os.environ['PATH']}",
            "PYTHONDONTWRITEBYTECODE": "",  # dozens of processes import the same
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        }

    def start(self) -> subprocess.Popen[str]:
        """Start the experiment, or go on with it."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "snakemake", *OPTIONS],
            cwd=self.place,
            env=self.variables,
            stdout=subprocess.DEVNULL,
            stderr=(self.place / "said").open("w"),
            text=True,
            start_new_session=True,
        )
        return self.process

    def kill(self) -> None:
        """End the experiment's process at once; its jobs run on."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def said(self) -> str:
        """Return what the experiment that was started last has printed."""
        return (self.place / "said").read_text()

    def slurm(self, *command: str) -> str:
        """Run a command of Slurm and return what it prints."""
        done = subprocess.run(command, env=self.variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def jobs(self, states: str, show: str = "%i") -> list[str]:
        """Return the jobs in these states, each by its id, or by what is to be shown of it."""
        return self.slurm("squeue", "-h", f"--states={states}", f"--format={show}").splitlines()

    def running(self, process: subprocess.Popen[str], rule: str) -> tuple[str, str]:
        """Return the id and the node of a job with this rule, as soon as it runs."""

        def found() -> list[str]:
            assert process.poll() is None, self.said()
            return [job for job in self.jobs("RUNNING", "%i %N %k") if rule in job]

        job, node, _ = wait_for(found)[0].split()
        return job, node


def wait_for(found: Callable[[], list[str]]) -> list[str]:
    """Return what is found, as soon as it is something."""
    deadline = time.monotonic() + 600
    while not (something := found()):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return something


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    reason = slurm.why_not()
    if reason is None and find_spec("snakemake_executor_plugin_slurm") is None:
        reason = "no snakemake-executor-plugin-slurm: pip install 'witness-ilp[slurm]'"
    if reason is not None:
        pytest.skip(reason)
    place = checkout(tmp_path_factory.mktemp("slurm") / "run")
    with tempfile.TemporaryDirectory() as folder:  # the names of sockets have to be short
        slurm.start(Path(folder))
        found = Cluster(Path(folder), place)
        try:
            yield found
        finally:
            if found.process is not None:
                found.kill()
            slurm.stop(Path(folder))


def test_an_experiment_comes_through(cluster: Cluster, tmp_path: Path) -> None:
    plain = checkout(tmp_path / "plain")
    with ThreadPoolExecutor() as beside:
        evaluated = [
            f"results/tiny/evaluate/{name}/batch_0.jsonl" for name in ("test", "large/3x3")
        ]
        without = beside.submit(run, plain, *FEWER, "--", "triaged", *evaluated)

        # Its process is killed; its jobs run on, and nothing runs beside them.
        process = cluster.start()
        cluster.running(process, "train_batch")
        cluster.kill()
        process.wait()
        living = cluster.jobs("PENDING,RUNNING")
        assert living
        process = cluster.start()
        assert process.wait(600) != 0
        assert re.search(
            r"the experiment tiny still has jobs of a run that has ended: ([\d, ]+); wait until "
            r"they end, or end them: scancel ", cluster.said(),
        )  # fmt: skip
        assert set(cluster.jobs("PENDING,RUNNING")) <= set(living)
        cluster.slurm("scancel", "--user=root")
        wait_for(lambda: [] if cluster.jobs("PENDING,RUNNING,COMPLETING") else ["none"])

        # A job is cancelled, and comes again; a node dies, and its jobs move to another.
        process = cluster.start()
        job, _ = cluster.running(process, "train_batch")
        cluster.slurm("scancel", job)
        _, node = cluster.running(process, "triage_batch")
        slurm.kill(cluster.folder, node)
        assert node not in wait_for(lambda: cluster.jobs("RUNNING", "%N"))
        assert process.wait(900) == 0, cluster.said()
        assert cluster.said().count("Trying to restart job") == 1  # the one that was cancelled
        assert "\nThe report is results/tiny/report.html\n" in cluster.said()

        assert without.result().returncode == 0
        assert records(cluster.place) == records(plain)
