"""Write the learning task of one training puzzle."""

from pathlib import Path

from common import logged

from witness.examples import write_task
from witness.puzzle import find_puzzle, read_puzzles

with logged(snakemake.log[0]):
    source = snakemake.input
    puzzles = read_puzzles(source.puzzles)
    write_task(
        find_puzzle(puzzles, snakemake.wildcards.puzzle, source.puzzles),
        Path(snakemake.output.exs).parent,
        bk=source.bk,
        bias=source.bias,
        labels=snakemake.params.labels,
    )
