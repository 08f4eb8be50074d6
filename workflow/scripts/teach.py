"""Learn from all training puzzles together until everything is proved."""

from pathlib import Path

from witness.clauses.learners.settings import Settings
from witness.pipeline.report.job import logged
from witness.pipeline.taught import teach_together
from witness.puzzle.files import read_puzzles

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
