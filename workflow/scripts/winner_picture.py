"""Draw the puzzle that gave the winner, where clauses fire, and the largest speedup."""

from witness.base.files import write_text
from witness.pipeline.report.experiment import read_records
from witness.pipeline.report.job import logged
from witness.pipeline.report.pictures import (
    clauses_svg,
    largest_speedup,
    largest_speedup_svg,
    refutation_svg,
    refutations,
    winning_puzzle,
    winning_puzzle_svg,
)

with logged(snakemake.log[0]):
    source, output = snakemake.input, snakemake.output
    records = read_records(dict(source.items()), **snakemake.params.scale)
    write_text(output.winner_puzzle, winning_puzzle_svg(winning_puzzle(records)))
    write_text(output.counterexamples, refutation_svg(refutations(records)))
    write_text(output.where_clauses_fire, clauses_svg(records))
    write_text(output.largest_speedup, largest_speedup_svg(largest_speedup(records)))
