"""Draw the puzzle sets of an experiment, one after another, from one seeded stream."""

import random

from common import logged

from witness.generate.algorithms import puzzle_sets
from witness.puzzle.files import write_puzzles

with logged(snakemake.log[0]):
    plan = snakemake.params.plan
    drawn = puzzle_sets(
        [(name, count) for name, count, _, _ in plan],
        {name: (least, most) for name, _, least, most in plan},
        random.Random(snakemake.params.seed),
    )
    for (name, *_), path in zip(plan, snakemake.output, strict=True):
        write_puzzles(path, drawn[name])
