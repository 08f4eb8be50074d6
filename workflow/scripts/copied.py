"""Copy puzzle sets: from another experiment with the same settings, or the user's."""

from pathlib import Path

from witness.base.experiment_folder import write_format
from witness.base.files import read_text, write_text
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    for source, target in zip(snakemake.input, snakemake.output, strict=True):
        folder = next(place for place in Path(target).parents if place.name == "puzzles")
        write_format(folder.parent)
        write_text(target, read_text(source))
