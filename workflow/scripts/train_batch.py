"""Learn from a batch of training puzzles. What goes wrong with a puzzle's examples is a record."""

from dataclasses import asdict
from pathlib import Path

from witness.base.files import write_jsonl
from witness.clauses.learners.settings import Settings
from witness.pipeline.report.job import logged
from witness.pipeline.training import Training
from witness.puzzle.files import read_puzzles

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    training = Training(
        source.bk,
        source.bias,
        params.labels,
        params.unreachable,
        params.learner,
        Settings(**params.settings),
        bool(params.get("until_proved")),
        params.code,
    )
    first = int(snakemake.wildcards.batch) * params.batch
    place = Path(snakemake.output[0]).parent
    puzzles = read_puzzles(source.puzzles, first, params.batch)
    runs = [
        training.run(puzzle, place / f"train-{number:04d}")
        for number, puzzle in enumerate(puzzles, start=first)
    ]
    write_jsonl(snakemake.output[0], map(asdict, runs))
