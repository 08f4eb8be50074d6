"""Time the candidates that are still in the race on every n-th puzzle of a filter set."""

from dataclasses import asdict

from common import logged

from witness.base.files import read_json, write_json
from witness.experiment.candidates import read_candidates
from witness.experiment.race import as_entrants, race, references
from witness.logic.background import read_background
from witness.puzzle.files import read_puzzles
from witness.search import Limits, engine

with logged(snakemake.log[0]):
    source, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    candidates = read_candidates(source.candidates)
    if wildcards.stage != "1":
        kept = read_json(source.racing)["kept"]
        alive = {name for names in kept.values() for name in names}
        candidates = [candidate for candidate in candidates if candidate.id in alive]
    background = read_background(source.bk, source.bias)
    totals = race(
        references(wildcards.variant) | as_entrants(candidates, background),
        read_puzzles(source.puzzles)[int(wildcards.batch) :: params.batches],
        wildcards.variant,
        engine(params.engine),
        Limits(max_expansions=params.max_expansions, memory_limit=params.memory_limit),
        rounds=params.rounds,
    )
    write_json(snakemake.output[0], {name: asdict(taken) for name, taken in totals.items()})
