"""How many of all lost partial paths a predicate sees, and that it spares the others.

    python benchmarks/lost.py FILE.pl --kind squares [--sizes 3x3 3x4] [--puzzles 20] [--seed 1000]

The puzzles are those of Algorithm 3 (`witness generate random --kind`); a path is lost if no
solution extends it, which is found by enumerating all paths. It counts as seen if the predicate
fires on it or on a path that it extends, as a search that prunes never comes to it then.
"""

from __future__ import annotations

import argparse
import random

from witness.puzzle.examples.partial_paths import partial_paths
from witness.puzzle.generate.algorithms import algorithm_3
from witness.puzzle.generate.kinds import KINDS
from witness.searches.predicates.registry import predicate


def main() -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file")
    parser.add_argument("--kind", choices=tuple(KINDS), required=True)
    parser.add_argument("--bias")
    parser.add_argument("--sizes", nargs="+", default=["3x3", "3x4"])
    parser.add_argument("--puzzles", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--gaps", type=float, default=0.0)
    options = parser.parse_args()
    own = predicate(options.file, bias=options.bias)
    for size in options.sizes:
        rows, cols = map(int, size.split("x"))
        rng = random.Random(options.seed)
        lost = seen = wrong = number = 0
        for _ in range(options.puzzles):
            puzzle = algorithm_3(rows, cols, rng, kind=options.kind, gaps=options.gaps)
            fires = own.bind(puzzle)
            pruned: set[tuple[int, ...]] = set()
            for path in partial_paths(puzzle):
                vertices = sum(1 << vertex for vertex in path.vertices)
                edges = sum(1 << edge for edge in path.edges)
                head = path.vertices[-1]
                if path.vertices[:-1] in pruned or fires(head, vertices, edges):
                    pruned.add(path.vertices)
                number += 1
                lost += not path.completable
                seen += not path.completable and path.vertices in pruned
                wrong += path.completable and path.vertices in pruned
        print(
            f"{options.puzzles} puzzles of {size}, {options.kind}: {number:,} partial paths, "
            f"{lost:,} lost, {seen:,} of them seen ({100 * seen / max(1, lost):.1f} %), "
            f"{wrong:,} others pruned",
            flush=True,
        )


if __name__ == "__main__":
    main()
