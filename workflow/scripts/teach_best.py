"""Find the best sound predicate of the bias."""

from pathlib import Path

from witness.pipeline.report.job import logged
from witness.pipeline.taught import teach_best

with logged(snakemake.log[0]):
    folder = Path(snakemake.output.record).parent
    teach_best(folder, bk=snakemake.input.bk, bias=snakemake.input.bias)
