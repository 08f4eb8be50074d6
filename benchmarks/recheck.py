"""Processor seconds of `verify` and of the check of its certificate, for the shipped examples.

python benchmarks/recheck.py [NAME…]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import TypeVar

from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify

NAMES = ("paper", "extended", "live", "squares", "stars", "blocks", "dots", "mixed", "guarded")

T = TypeVar("T")


def timed(function: Callable[[], T]) -> tuple[T, float]:
    """Return what a function returns, and the processor seconds that it took."""
    begun = time.process_time()
    return function(), time.process_time() - begun


def main() -> None:
    """Print a line for each example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME")
    options = parser.parse_args()
    check_certificate({"status": "proved", "clauses": []}, [], read_background())  # it is loaded
    print("example     verify  recheck")
    for name in options.names:
        own = read_background(None, shipped_file(f"bias/{name}.pl"))
        clauses = parse_clauses(shipped_file(f"examples/{name}.pl").read_text(encoding="utf-8"))
        verdict, proving = timed(lambda c=clauses, o=own: verify(c, o))
        document = json.loads(json.dumps(verdict.to_json()))
        problems, checking = timed(lambda d=document, c=clauses, o=own: check_certificate(d, c, o))
        assert problems == []
        print(f"{name:10}{proving:8.2f}{checking:9.2f}", flush=True)


if __name__ == "__main__":
    main()
