"""Let SWI-Prolog check a hypothesis on every example of its task."""

from pathlib import Path

from witness.base.files import write_json
from witness.pipeline.report.job import logged
from witness.searches.prolog.referee import referee

with logged(snakemake.log[0]):
    ruling = Path(snakemake.output[0])
    write_json(ruling, referee(ruling.parent, ruling.parent / "hypothesis.pl").to_json())
