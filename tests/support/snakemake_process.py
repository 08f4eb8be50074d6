"""The process behind `snakemake_server.py`: Snakemake in forks, and its jobs in forks as well.

Nothing of a call is left for the next one. A job is a process of its own, with the folder, the
variables and the search path that it would have, but what it imports is there already. The jobs
are forked from a process with one thread, not from Snakemake, which has several.
"""

# ruff: noqa: F401 - what all calls need is imported once

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

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

import witness.pipeline.candidates
import witness.pipeline.evaluate
import witness.pipeline.plan
import witness.pipeline.report.figures
import witness.pipeline.report.tables
import witness.pipeline.training
import witness.searches.compiled

#: More than the variables of a process take.
LONGEST = 1 << 20


def main() -> None:
    """Read a folder, variables, arguments and files from each line; print the exit status."""
    gc.freeze()  # else the first collection in a fork copies all that is imported
    for line in sys.stdin:
        process = os.fork()
        if not process:
            call(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)


def call(place: str, variables: dict[str, str], arguments: list[str], *files: str) -> NoReturn:
    """Run Snakemake, and end this process."""
    os.chdir(place)
    set_variables(variables)
    for number, file in enumerate((os.devnull, *files)):
        os.dup2(os.open(file, os.O_WRONLY if number else os.O_RDONLY), number)
    to_jobs, asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if not os.fork():
        to_jobs.close()
        run_jobs(asked)
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

    sys.argv[1:] = arguments
    PythonScript.execute_script = execute_script
    end_after(lambda: snakemake.cli.main(arguments))


def run_jobs(asked: socket.socket) -> NoReturn:
    """Fork for each job, and answer with its exit status, until nobody can ask for more."""
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
            status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            os.write(descriptors[0], str(status).encode())
            os._exit(0)
        os.close(descriptors[0])


def run_script(file: str, place: str, variables: dict[str, str]) -> NoReturn:
    """Run the script of a job as `python FILE` does, and end this process."""
    os.chdir(place)
    set_variables(variables)
    sys.argv[:] = [file]
    sys.path[0] = str(Path(file).parent)
    end_after(lambda: runpy.run_path(file, run_name="__main__"))


def end_after(work: Callable[[], object]) -> NoReturn:
    """Do something and end this process as Python does, but without clearing its memory."""
    status = 1
    try:
        work()
        status = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def set_variables(variables: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)


if __name__ == "__main__":
    sys.path.insert(0, "")
    main()
