"""The process behind `snakemake_server.py`: Snakemake in forks, and its jobs in forks as well.

Nothing of a call is left for the next one. A job is a process of its own, with the folder, the
variables and the search path that it would have, but what it imports is there already. The jobs
are forked from a process with one thread, not from Snakemake, which has several.
"""

# ruff: noqa: F401 - what all calls need is imported once

import gc
import json
import os
import socket
import sys
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

import witness.pipeline.candidates
import witness.pipeline.evaluate
import witness.pipeline.plan
import witness.pipeline.report.figures
import witness.pipeline.report.tables
import witness.pipeline.training
import witness.searches.compiled
from witness.pipeline import warm


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
    os.environ.clear()
    os.environ.update(variables)
    for number, file in enumerate((os.devnull, *files)):
        os.dup2(os.open(file, os.O_WRONLY if number else os.O_RDONLY), number)
    ours, theirs = socket.socketpair()
    if not os.fork():
        ours.close()
        warm.end_after(lambda: warm.serve(theirs))
    theirs.close()
    warm.process = lambda: ours  # type: ignore[assignment]
    sys.argv[1:] = arguments
    warm.end_after(lambda: snakemake.cli.main(arguments))


if __name__ == "__main__":
    sys.path.insert(0, "")
    main()
