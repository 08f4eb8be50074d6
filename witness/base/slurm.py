"""What Slurm's queue says."""

from __future__ import annotations

import subprocess

from witness.base.errors import InputError


def jobs_named(name: str) -> list[str]:
    """Return the ids of the jobs of this name that wait or run; none where there is no Slurm.

    Raises `InputError` if Slurm is there and does not answer.
    """
    command = ["squeue", "--noheader", "--format=%i", f"--name={name}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        return []
    except subprocess.TimeoutExpired:
        raise InputError(
            f"Slurm does not say within a minute whether jobs still run: {' '.join(command)}"
        ) from None
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        raise InputError(f"Slurm does not say whether jobs still run: {' '.join(command)}: {said}")
    return done.stdout.split()
