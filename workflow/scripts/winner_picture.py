"""Draw the training puzzle that gave the winner, and counterexamples to refuted clauses."""

from common import logged

from witness.files import write_text
from witness.pictures import refutation_svg, refutations, winning_puzzle, winning_puzzle_svg
from witness.records import read_records

with logged(snakemake.log[0]):
    source, output = snakemake.input, snakemake.output
    records = read_records(
        dict(source.items()), bk=source.bk, bias=source.bias, **snakemake.params.scale
    )
    write_text(output.winner_puzzle, winning_puzzle_svg(winning_puzzle(records)))
    write_text(output.counterexamples, refutation_svg(refutations(records)))
