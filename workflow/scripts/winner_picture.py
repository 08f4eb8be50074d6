"""Draw the training puzzle that gave the winner, and counterexamples to refuted clauses."""

from common import logged

from witness.files import write_text
from witness.pictures import refutation_svg, refutations, winning_puzzle, winning_puzzle_svg
from witness.records import read_records

with logged(snakemake.log[0]):
    source, output, params = snakemake.input, snakemake.output, snakemake.params
    records = read_records(
        dict(source.items()),
        max_size=params.max_size,
        paper_minutes=params.paper_minutes,
        bk=source.bk,
        bias=source.bias,
    )
    write_text(output.winner_puzzle, winning_puzzle_svg(winning_puzzle(records)))
    write_text(output.counterexamples, refutation_svg(refutations(records)))
