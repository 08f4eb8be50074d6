"""Rank the candidates of a stage and say which go on."""

from witness.base.files import read_json, write_json
from witness.experiments.candidates import read_candidates
from witness.experiments.race import Totals, references
from witness.experiments.triage import check_alike, rank
from witness.report.job import logged

with logged(snakemake.log[0]):
    source, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    candidates = read_candidates(source.candidates)
    alive = None
    if wildcards.stage != "1":
        alive = {track: set(names) for track, names in read_json(source.racing)["kept"].items()}
    totals: dict[str, Totals] = {}
    processors: dict[str, str] = {}
    for path in source.batches:
        batch = read_json(path)
        if "processor" in batch:
            processors.setdefault(batch.pop("processor"), path)
        for name, record in batch.items():
            totals[name] = totals.get(name, Totals()) + Totals.from_json(record)
    if params.rank_by == "time":
        check_alike(processors)
    compared = {name: totals[name] for name in references(wildcards.variant)}
    ranking, kept = rank(
        candidates,
        totals,
        params.keep,
        alive=alive,
        rank_by=params.rank_by,
        margin=params.margin,
    )
    write_json(
        snakemake.output[0],
        {"kept": kept, "ranking": [ranked.to_json(compared) for ranked in ranking]},
    )
