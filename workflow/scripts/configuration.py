"""Write down what an experiment is, and the machine that it runs on."""

from pathlib import Path

import yaml

from witness.base.experiment_folder import write_format
from witness.base.files import read_text, write_json, write_text
from witness.base.machine import commit, machine
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    source, output = snakemake.input, snakemake.output
    write_format(Path(output.config).parent)
    text = yaml.safe_dump(snakemake.params.config, sort_keys=False, default_flow_style=None)
    write_text(output.config, text)
    write_text(output.bias, read_text(source.bias))
    write_text(output.bk, read_text(source.bk))
    write_json(output.machine, {**machine(), **commit()})
