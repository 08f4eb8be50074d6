"""Measure the candidates that are still in the race on a batch of a filter set."""

from witness.base.files import write_json
from witness.base.machine import machine
from witness.clauses.background import read_background
from witness.pipeline.candidates import TRACKS, read_candidates, read_tables
from witness.pipeline.elimination import eliminate
from witness.pipeline.race import as_entrants, race, references
from witness.pipeline.report.job import logged
from witness.pipeline.triage import dealt, stage
from witness.puzzle.files import read_puzzles
from witness.searches import Limits, compiled, engine  # noqa: F401 - loaded once for all jobs

with logged(snakemake.log[0]):
    source, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    candidates = read_candidates(source.candidates)
    tracks = {c.id: [track for track in TRACKS if track in c.programs] for c in candidates}
    *before, keep = params.keep
    if before:
        kept = stage(candidates, source.before, before, **params.ranked).kept
        tracks = {name: [t for t in own if name in kept[t]] for name, own in tracks.items()}
        candidates = [candidate for candidate in candidates if tracks[candidate.id]]
    background = read_background(source.bk, source.bias)
    entrants = as_entrants(candidates, background, read_tables(source.tables))
    compared = references(wildcards.variant)
    puzzles = dealt(read_puzzles(source.puzzles), int(wildcards.batch), params.batches)
    limits = Limits(max_expansions=params.max_expansions, memory_limit=params.memory_limit)
    search = puzzles, wildcards.variant, engine(params.engine), limits
    if params.stop:
        totals = eliminate(entrants, tracks, keep, *search) | race(compared, *search)
    else:
        totals = race(compared | entrants, *search, rounds=params.rounds)
    measured = {name: taken.to_json() for name, taken in totals.items()}
    write_json(snakemake.output[0], {"processor": machine()["processor"], **measured})
