"""Draw the puzzle sets of an experiment, one after another, from one seeded stream."""

import random
from pathlib import Path

from common import logged

from witness.generate import puzzle_sets
from witness.puzzle import write_puzzles

with logged(snakemake.log[0]):
    sets = snakemake.params.sets
    plan = [(Path(path).stem, path) for path in snakemake.output]
    drawn = puzzle_sets(
        [(name, sets[name]["count"]) for name, _ in plan],
        {name: (sets[name]["min_size"], sets[name]["max_size"]) for name, _ in plan},
        random.Random(snakemake.params.seed),
    )
    for name, path in plan:
        write_puzzles(path, drawn[name])
