"""The process behind `snakemake_server.py`: Snakemake in forks, and its jobs in forks as well.

Nothing of a call is left for the next one. A job is a process of its own, with the folder, the
variables and the search path that it would have, but what it imports is there already. The jobs
are forked from a process with one thread, not from Snakemake, which has several.
"""

# ruff: noqa: F401 - what all calls need is imported once

import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

import clingo
import jsonschema
import matplotlib.figure
import numba
import numpy
import pandas
import requests
import smart_open
import snakemake.cli
import snakemake.report.html_reporter
import yaml
import yte
from snakemake.script import PythonScript

import witness.experiments.candidates
import witness.experiments.evaluate
import witness.experiments.plan
import witness.experiments.training
import witness.report.figures
import witness.report.tables
import witness.searches.compiled

#: More than the variables of a process take.
LONGEST = 1 << 20


def main() -> None:
    """Read a folder, variables, arguments and files from each line; print the exit status."""
    for line in sys.stdin:
        process = os.fork()
        if not process:
            call(*json.loads(line))
            return  # the end of a job
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)


def call(place: str, variables: dict[str, str], arguments: list[str], *files: str) -> None:
    """Run Snakemake, and end this process; in the fork of a job, return when the job is done."""
    os.chdir(place)
    set_variables(variables)
    for number, file in enumerate((os.devnull, *files)):
        os.dup2(os.open(file, os.O_WRONLY if number else os.O_RDONLY), number)
    to_jobs, asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if not os.fork():
        to_jobs.close()
        run_jobs(asked)
        return
    asked.close()

    def execute_script(script: PythonScript, file: str, edit: bool = False) -> None:
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                job = json.dumps([file, str(Path.cwd()), dict(os.environ)]).encode()
                socket.send_fds(to_jobs, [job], [theirs.fileno()])
            status = int(ours.recv(16) or 1)
        if status:
            raise subprocess.CalledProcessError(status, [sys.executable, file])

    PythonScript.execute_script = execute_script
    run_snakemake(arguments)


def run_snakemake(arguments: list[str]) -> NoReturn:
    """Run Snakemake, and end this process."""
    status: Any = 1
    sys.argv[1:] = arguments
    try:
        snakemake.cli.main(arguments)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def run_jobs(asked: socket.socket) -> None:
    """Fork for each job, and answer with its exit status, until nobody can ask for more.

    Return in the fork of a job, which then ends as any program does.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        job, descriptors, _, _ = socket.recv_fds(asked, LONGEST, 1)
        if not job:
            os._exit(0)
        if not os.fork():
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asked.close()
            process = os.fork()
            if not process:
                run_script(*json.loads(job))
                return
            status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            os.write(descriptors[0], str(status).encode())
            os._exit(0)
        os.close(descriptors[0])


def run_script(file: str, place: str, variables: dict[str, str]) -> None:
    """Run the script of a job as `python FILE` does."""
    os.chdir(place)
    set_variables(variables)
    sys.argv[:] = [file]
    sys.path[0] = str(Path(file).parent)
    runpy.run_path(file, run_name="__main__")


def set_variables(variables: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)


if __name__ == "__main__":
    sys.path.insert(0, "")
    main()
