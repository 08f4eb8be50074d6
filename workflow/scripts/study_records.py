"""Put the records of a study into one compressed file beside its page: rule STUDY_records."""

from pathlib import Path

import study_common  # noqa: F401 - makes `studies` known

from studies.records import gather
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    study = snakemake.rule.removesuffix("_records")
    kept = Path(snakemake.log[0]).parents[2]  # the log is logs/STUDY/records.log in there
    gather(snakemake.input, kept / study, snakemake.output[0])
