"""Build the page of an experiment, and write the configuration that it shows."""

from pathlib import Path

import yaml
from common import logged

from witness.files import read_text, write_json, write_text
from witness.machine import machine
from witness.records import read_records
from witness.report import Provenance, page

with logged(snakemake.log[0]):
    source, output, params = snakemake.input, snakemake.output, snakemake.params
    records = read_records(
        dict(source.items()), bk=source.bk, bias=source.bias, **snakemake.params.scale
    )
    configuration = yaml.safe_dump(params.config, sort_keys=False, default_flow_style=None)
    provenance = Provenance(params.config["name"], params.config, output.config, configuration)
    figures = {Path(path).stem: read_text(path) for path in source.figures}
    write_text(output.config, configuration)
    write_json(output.machine, machine())
    write_text(output.page, page(source.template, records, figures, provenance))
