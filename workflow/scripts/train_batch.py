"""Learn from a batch of training puzzles. What goes wrong with a puzzle's examples is a record."""

from dataclasses import asdict
from pathlib import Path

from witness.base.errors import InputError, quoted
from witness.base.files import file_name, write_jsonl
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
    try:
        folders = [place / file_name(puzzle.id) for puzzle in puzzles]
    except InputError as error:
        raise InputError(f"id: {error.reason}", file=source.puzzles) from None
    for puzzle in puzzles:
        if puzzle.id.startswith("batch_"):
            reason = f"id: {quoted(puzzle.id)} cannot name a folder: records have such names"
            raise InputError(reason, file=source.puzzles)
    runs = [training.run(*each) for each in zip(puzzles, folders, strict=True)]
    write_jsonl(snakemake.output[0], map(asdict, runs))
