"""Rank the candidates of a stage and say which go on."""

from common import logged

from witness.candidates import Candidate
from witness.files import read_json, write_json
from witness.triage import Measurement, rank

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    candidates = [Candidate.from_json(record) for record in read_json(source.candidates)]
    alive = None
    if snakemake.wildcards.stage != "1":
        alive = {track: set(names) for track, names in read_json(source.racing)["kept"].items()}
    measurements = [Measurement(**record) for path in source.batches for record in read_json(path)]
    ranking, kept = rank(candidates, measurements, params.keep, alive=alive, rank_by=params.rank_by)
    write_json(
        snakemake.output[0],
        {"kept": kept, "ranking": [ranked.to_json() for ranked in ranking]},
    )
