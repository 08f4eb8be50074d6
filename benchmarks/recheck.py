"""Processor seconds of `verify` and of the check of its certificate, for the shipped examples.

    python benchmarks/recheck.py [--plain] [NAME…]

With `--plain` the checker evaluates without tables (`witness/proof/certificate_tables.py`) as well;
the ratio is that of the two.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import partialmethod
from typing import TypeVar
from unittest.mock import patch

from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.proof.certificate import check_certificate
from witness.proof.certificate_evaluation import Evaluation
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
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    check_certificate({"status": "proved", "clauses": []}, [], read_background())  # it is loaded
    print("example     verify  recheck" + ("    plain  ratio" if options.plain else ""))
    for name in options.names:
        own = read_background(None, shipped_file(f"bias/{name}.pl"))
        clauses = parse_clauses(shipped_file(f"examples/{name}.pl").read_text(encoding="utf-8"))
        verdict, proving = timed(lambda c=clauses, o=own: verify(c, o))
        document = json.loads(json.dumps(verdict.to_json()))
        problems, checking = timed(lambda d=document, c=clauses, o=own: check_certificate(d, c, o))
        assert problems == []
        line = f"{name:10}{proving:8.2f}{checking:9.2f}"
        if options.plain:
            slow = partialmethod(Evaluation.__init__, tables=False)
            with patch.object(Evaluation, "__init__", slow):
                plain = timed(lambda d=document, c=clauses, o=own: check_certificate(d, c, o))[1]
            line += f"{plain:9.2f}{plain / checking:7.1f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
