"""Group the learned hypotheses and their proved cores by behaviour."""

from pathlib import Path

from common import logged

from witness.base.files import write_json
from witness.experiment.candidates import gather
from witness.logic.background import read_background
from witness.logic.language.reader import read_hypothesis

with logged(snakemake.log[0]):
    source = snakemake.input
    hypotheses = {
        track: {Path(path).parent.name: read_hypothesis(path) for path in paths}
        for track, paths in (("all", source.hypotheses), ("proved", source.cores))
    }
    longest = (snakemake.params.max_size + 1) ** 2 - 1
    found = gather(
        hypotheses, read_background(source.bk, source.bias), snakemake.wildcards.variant, longest
    )
    write_json(snakemake.output[0], [candidate.to_json() for candidate in found])
