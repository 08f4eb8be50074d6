"""Write down the configuration of an experiment and the machine that it runs on."""

import yaml
from common import logged

from witness.base.files import write_json, write_text
from witness.base.machine import machine

with logged(snakemake.log[0]):
    text = yaml.safe_dump(snakemake.params.config, sort_keys=False, default_flow_style=None)
    write_text(snakemake.output.config, text)
    write_json(snakemake.output.machine, machine())
