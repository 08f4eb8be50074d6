"""Write down what an experiment is, and the machine that it runs on."""

import yaml
from common import logged

from witness.base.files import read_text, write_json, write_text
from witness.base.machine import machine

with logged(snakemake.log[0]):
    source, output = snakemake.input, snakemake.output
    text = yaml.safe_dump(snakemake.params.config, sort_keys=False, default_flow_style=None)
    write_text(output.config, text)
    write_text(output.bias, read_text(source.bias))
    write_text(output.bk, read_text(source.bk))
    write_json(output.machine, machine())
