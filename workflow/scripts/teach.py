"""Learn from all training puzzles together until everything is proved."""

from pathlib import Path

from witness.experiments.taught import teach_together
from witness.learners.settings import Settings
from witness.puzzle.files import read_puzzles
from witness.report.job import logged

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    teach_together(
        read_puzzles(source.puzzles),
        Path(snakemake.output.record).parent,
        bk=source.bk,
        bias=source.bias,
        labels=params.labels,
        unreachable=params.unreachable,
        learner=params.learner,
        settings=Settings(**params.settings),
    )
