"""Write the ranking of the candidates of a stage, and who goes on."""

from witness.base.files import write_json
from witness.pipeline.candidates import read_candidates
from witness.pipeline.race import references
from witness.pipeline.report.job import logged
from witness.pipeline.triage import stage

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    candidates = read_candidates(source.candidates)
    totals, ranking, kept = stage(candidates, source.batches, params.keep, **params.ranked)
    compared = {name: totals[name] for name in references(snakemake.wildcards.variant)}
    write_json(
        snakemake.output[0],
        {"kept": kept, "ranking": [ranked.to_json(compared) for ranked in ranking]},
    )
