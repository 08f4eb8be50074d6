"""Draw every figure as SVG and PNG."""

from pathlib import Path

from witness.pipeline.report.experiment import read_records
from witness.pipeline.report.figures import FIGURES, save
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    source = snakemake.input
    records = read_records(dict(source.items()), **snakemake.params.scale)
    for name, draw in FIGURES.items():
        path = Path(snakemake.output[name])
        save(draw(records), path, path.with_suffix(".png"))
