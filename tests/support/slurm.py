"""A real Slurm on this machine: three nodes, all of them here.

It needs root and the packages slurmctld, slurmd, slurm-client and munge of Debian or Ubuntu. All
files are in FOLDER, which has to be on a local disk, and all connections on the loopback device.
Nodes have four cores and 64 GB each, whatever the machine has. There is no accounting.
"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil

NODES = ("node1", "node2", "node3")
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "srun")
PATIENCE = 30  # seconds until all nodes have to be idle

CONFIGURATION = """\
ClusterName=witness
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
KillWait=2
MpiDefault=none
{nodes}
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class SlurmError(Exception):
    """What keeps Slurm from running, and what to do about it."""


def why_not() -> str | None:
    """Return why Slurm cannot run here, None if it can."""
    missing = [name for name in PROGRAMS if shutil.which(name, path=_path()) is None]
    if missing:
        return f"no {', '.join(missing)}: apt-get install slurmctld slurmd slurm-client munge"
    if os.geteuid() != 0:
        return "the nodes of Slurm need root"
    return None


def start(folder: Path) -> None:
    """Start munged, slurmctld and the nodes, and wait until all of them are idle."""
    reason = why_not()
    if reason is not None:
        raise SlurmError(reason)
    if folder.exists() and any(folder.iterdir()):
        raise SlurmError(f"{folder} is not empty; name a new folder")
    if len(f"{folder}/munge.socket") > 100:
        raise SlurmError(f"{folder} is too long for the name of a socket; name a shorter one")
    for name in ("bin", "state", *(f"spool/{node}" for node in NODES)):
        (folder / name).mkdir(parents=True)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    ports = _free_ports(1 + len(NODES))
    nodes = "\n".join(
        f"NodeName={node} NodeHostname={platform.node()} NodeAddr=127.0.0.1 Port={port} "
        "CPUs=4 RealMemory=64000 State=UNKNOWN"
        for node, port in zip(NODES, ports[1:], strict=True)
    )
    (folder / "slurm.conf").write_text(
        CONFIGURATION.format(folder=folder, host=platform.node(), ports=ports, nodes=nodes)
    )
    # Jobs of Snakemake forget where the configuration is, as on a cluster it is in /etc.
    srun = folder / "bin" / "srun"
    program = shutil.which("srun", path=_path())
    srun.write_text(f'#!/bin/sh\nSLURM_CONF="{folder}/slurm.conf" exec {program} "$@"\n')
    srun.chmod(0o755)
    try:
        _run(
            folder, "munged", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket",
            f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log",
            f"--seed-file={folder}/munged.seed",
        )  # fmt: skip
        _run(folder, "slurmctld")
        for node in NODES:
            _run(folder, "slurmd", "-N", node)
        deadline = time.monotonic() + PATIENCE
        while _run(folder, "sinfo", "--noheader", "--Node", "--format=%t").split() != ["idle"] * 3:
            if time.monotonic() > deadline:
                raise SlurmError(f"not all nodes are idle after {PATIENCE} s; see {folder}/*.log")
            time.sleep(0.2)
    except SlurmError:
        stop(folder)
        raise


def kill(folder: Path, node: str) -> None:
    """End the daemon of a node and every process that runs there, at once.

    The controller is told; on a cluster it notices after some minutes.
    """
    daemon = _daemon(folder, node)
    if daemon is None:
        raise SlurmError(f"{node} does not run in {folder}")
    daemon.kill()
    _kill_jobs(folder, node)
    _run(folder, "scontrol", "update", f"NodeName={node}", "State=DOWN", "Reason=died")


def stop(folder: Path) -> None:
    """End all daemons that were started in a folder, and all jobs; the files stay."""
    for name in (*NODES, "slurmctld", "munged"):
        daemon = _daemon(folder, name)
        if daemon is not None:
            daemon.kill()
    _kill_jobs(folder)


def _daemon(folder: Path, name: str) -> psutil.Process | None:
    """Return the process of a daemon, None if it has ended."""
    try:
        process = psutil.Process(int((folder / f"{name}.pid").read_text()))
        ours = process.environ().get("SLURM_CONF") == f"{folder}/slurm.conf"
    except (OSError, ValueError, psutil.Error):
        return None
    return process if ours else None


def _kill_jobs(folder: Path, node: str | None = None) -> None:
    """End what runs on the nodes, or on one; first Slurm's own processes, which would tell."""
    marks = {"SLURM_CONF": f"{folder}/slurm.conf"} | ({"SLURMD_NODENAME": node} if node else {})
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # it has ended
            variables = process.environ()
            if "SLURMD_NODENAME" in variables and marks.items() <= variables.items():
                parent = process.parent()
                found.append(process)
                if parent is not None and parent.name() == "slurmstepd":
                    found.insert(0, parent)
    for process in found:
        with suppress(psutil.Error):
            process.kill()


def _run(folder: Path, *command: str) -> str:
    """Run a command of Slurm and return what it prints."""
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": _path(), "SLURM_CONF": f"{folder}/slurm.conf"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if done.returncode != 0:
        raise SlurmError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def _path() -> str:
    """Return where programs are; those of daemons are often in none of a user's folders."""
    return f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def _free_ports(number: int) -> list[int]:
    """Return ports of the loopback device that nobody listens at."""
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
