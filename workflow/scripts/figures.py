"""Draw every figure as SVG and PNG."""

from pathlib import Path

from common import logged

from witness.figures import FIGURES, save
from witness.records import read_records

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    records = read_records(
        dict(source.items()),
        max_size=params.max_size,
        paper_minutes=params.paper_minutes,
        bk=source.bk,
        bias=source.bias,
    )
    for name, draw in FIGURES.items():
        path = Path(snakemake.output[name])
        save(draw(records), path, path.with_suffix(".png"))
