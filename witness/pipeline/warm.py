"""A warm process from which the jobs of a run are forked: they find what they import.

Imports take longer than what many jobs do. A job is a process of its own with its own clock, as if
Python had been started for it, and nothing of one job is left for the next.
"""

from __future__ import annotations

import ast
import atexit
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn

#: The libraries of NumPy must have no threads in a process that forks.
ALONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

_starting = threading.Lock()


def in_forks(execute: Callable[..., None], ours: Callable[[str], bool]) -> Callable[..., None]:
    """Return what Snakemake calls to execute a Python script, with `run` for some scripts.

    They are those that are `ours` by their path, unless they need an environment of their own.
    """

    def execute_script(script: Any, file: str, edit: bool = False) -> None:
        elsewhere = script.container_img or script.conda_env or script.env_modules
        if elsewhere or not ours(script.path.get_path_or_uri(secret_free=True)):
            execute(script, file, edit)
        elif status := run(file, TMPDIR=script.resources.tmpdir):
            raise subprocess.CalledProcessError(status, f"{sys.executable} {file}")

    return execute_script


def run(script: str, **variables: str) -> int:
    """Run a script in a process that is forked from the warm one; return its exit status.

    The script has the folder and the environment of this process, and some more variables. The
    status is negative for a process that a signal ended, as in `subprocess`.
    """
    ours, theirs = socket.socketpair()
    with ours:
        with theirs, _starting:
            socket.send_fds(process(), [b"."], [theirs.fileno()])
        request = json.dumps([script, str(Path.cwd()), {**os.environ, **ALONE, **variables}])
        ours.sendall(f"{request}\n".encode())
        return int(ours.recv(16) or 1)


@cache
def process() -> socket.socket:
    """Start the warm process; return the socket that takes requests for jobs."""
    requests, theirs = socket.socketpair()
    with theirs:
        started = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env=os.environ | ALONE,
        )

    @atexit.register
    def end() -> None:
        requests.close()
        started.wait()  # so that its processor time is that of this process, too

    return requests


def serve(requests: socket.socket) -> None:
    """Start a job for each request until nobody can make one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the jobs
    while (received := socket.recv_fds(requests, 1, 1))[0]:
        with socket.socket(fileno=received[1][0]) as answer, answer.makefile() as request:
            script, place, variables = json.loads(request.readline())
            _import_for(Path(place, script))
            gc.freeze()  # else the first collection in a job copies all that is imported
            if not os.fork():
                job = os.fork()
                if not job:
                    requests.close()
                    os.chdir(place)
                    os.environ.clear()
                    os.environ.update(variables)
                    end_after(partial(_run, script))
                status = os.waitstatus_to_exitcode(os.waitpid(job, 0)[1])
                answer.sendall(str(status).encode())
                os._exit(0)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    with suppress(ChildProcessError):
        while os.wait():
            pass


def _import_for(script: Path) -> None:
    """Import what a script imports. What goes wrong goes wrong once more when the script runs."""
    with suppress(Exception):
        tree = ast.parse(script.read_text("utf-8"))
        tree.body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        exec(compile(tree, script, "exec"), {})  # noqa: S102 - the job does that, too


def _run(script: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv[:] = [script]
    runpy.run_path(script, run_name="__main__")


def end_after(work: Callable[[], object]) -> NoReturn:
    """Do something, and end this process as Python does, but without clearing its memory."""
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


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
