"""Measure every n-th of the candidates that are still in the race on a filter set."""

from dataclasses import asdict

from common import logged

from witness.candidates import Candidate
from witness.files import read_json, write_json
from witness.logic.background import read_background
from witness.puzzle import read_puzzles
from witness.search import Limits, engine
from witness.triage import measure

with logged(snakemake.log[0]):
    source, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    candidates = [Candidate.from_json(record) for record in read_json(source.candidates)]
    if wildcards.stage != "1":
        kept = read_json(source.racing)["kept"]
        alive = {name for names in kept.values() for name in names}
        candidates = [candidate for candidate in candidates if candidate.id in alive]
    measurements = measure(
        candidates[int(wildcards.batch) :: params.batches],
        read_puzzles(source.puzzles),
        wildcards.variant,
        read_background(source.bk, source.bias),
        engine(params.engine),
        Limits(max_expansions=params.max_expansions, memory_limit=params.memory_limit),
        rank_by=params.rank_by,
    )
    write_json(snakemake.output[0], [asdict(measurement) for measurement in measurements])
