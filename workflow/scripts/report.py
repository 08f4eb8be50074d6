"""Write all that is made of the records: tables, figures, pictures, and two pages."""

from pathlib import Path

from witness.base.files import read_text, write_text
from witness.base.machine import MACHINE
from witness.base.schemas import read_fitting
from witness.pipeline.report import pictures
from witness.pipeline.report.experiment import read_records
from witness.pipeline.report.figures import FIGURES, save
from witness.pipeline.report.job import logged, read_job_times
from witness.pipeline.report.page import Provenance, page
from witness.pipeline.report.render import csv_rows, csv_text
from witness.pipeline.report.tables import TABLES
from witness.pipeline.report.tidy import TIDY
from witness.studio.explore import page as explore

with logged(snakemake.log[0]):
    source, output, params = snakemake.input, snakemake.output, snakemake.params
    records = read_records(dict(source.items()), **params.scale)
    for name, table in TABLES.items():
        write_text(output[f"table_{name}"], csv_text(table(records)))
    for name in ("triage", "searches"):
        write_text(output[name], csv_rows(TIDY[name].rows(records), TIDY[name].columns))
    for name, draw in FIGURES.items():
        path = Path(output[name])
        save(draw(records), path, path.with_suffix(".png"))
    drawn = {
        "winner_puzzle": pictures.winning_puzzle_svg(pictures.winning_puzzle(records)),
        "counterexamples": pictures.refutation_svg(pictures.refutations(records)),
        "where_clauses_fire": pictures.clauses_svg(records),
        "largest_speedup": pictures.largest_speedup_svg(pictures.largest_speedup(records)),
    }
    for name, svg in drawn.items():
        write_text(output[name], svg)
    explored = explore.Explored(params.config["name"], records, params.planned)
    write_text(output.explore, explore.page([explored]))
    provenance = Provenance(
        params.config["name"],
        params.config,
        source.config,
        read_text(source.config),
        read_fitting(source.machine, MACHINE, "a description of a machine"),
        read_job_times(params.logs),
        params.docs,
    )
    figures = {name: read_text(output[name]) for name in FIGURES}
    write_text(output.page, page(source.template, records, figures, provenance))
