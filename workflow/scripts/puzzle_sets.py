"""Draw the puzzle sets of an experiment, one after another, from one seeded stream.

Those that come last are written, as many as the job has outputs. They have no puzzle of the inputs.
"""

import random
from pathlib import Path

from witness.base.experiment_folder import write_format
from witness.pipeline.report.job import logged
from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.generate.algorithms import puzzle_sets

with logged(snakemake.log[0]):
    plan = snakemake.params.plan
    drawn = puzzle_sets(
        [(name, count) for name, count, _, _ in plan],
        {name: (least, most) for name, _, least, most in plan},
        random.Random(snakemake.params.seed),
        known=[puzzle for file in snakemake.input for puzzle in read_puzzles(file)],
        **snakemake.params.get("puzzles", {}),
    )
    write_format(Path(snakemake.output[0]).parents[1])
    last = plan[-len(snakemake.output) :]
    for (name, *_), path in zip(last, snakemake.output, strict=True):
        write_puzzles(path, drawn[name])
