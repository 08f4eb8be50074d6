"""Draw the large puzzles of one size; each size has a stream of its own."""

import random
from pathlib import Path

from witness.base.experiment_folder import write_format
from witness.pipeline.report.job import logged
from witness.puzzle.files import write_puzzles
from witness.puzzle.generate.algorithms import path_set

with logged(snakemake.log[0]):
    params, size = snakemake.params, snakemake.wildcards.size
    rows, cols = (int(side) for side in size.split("x"))
    rng = random.Random(f"{params.seed} large {size}")
    puzzles = path_set(
        rows,
        cols,
        params.number,
        rng,
        params.method,
        f"large-{size}",
        **params.get("puzzles", {}),
    )
    write_format(Path(snakemake.output[0]).parents[2])
    write_puzzles(snakemake.output[0], puzzles)
