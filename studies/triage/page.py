"""The page about triage (results.md): what Algorithm 2 returns under which ranking, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from studies.commands import default_configuration, snakemake_command
from studies.made import of_experiment, of_records
from studies.pages import markdown_page
from studies.records import Measured, Row, read_measured
from studies.triage.tables import (
    Studied,
    cases,
    finalists,
    lines,
    outcomes,
    priced,
    proved,
)
from witness.base.files import write_text
from witness.pipeline.candidates import VARIANTS, Variant
from witness.pipeline.report import paper
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.render import csv_text

#: Rows of the last stage that the page shows.
FINALISTS = 5


def write(
    source: Mapping[str, Any],
    output: Mapping[str, str],
    command: str,
    *,
    experiments: Sequence[str],
) -> None:
    """Write the page; the first of the experiments, which are names, is shown in full."""
    files = [*source["rankings"], *source["price"]]
    measured = {(Path(file).parent.name, Path(file).stem): read_measured(file) for file in files}
    read = [Experiment(Path("results") / name) for name in experiments]
    studied = [
        read_studied(one, bool(source["price"]) and one is read[0], measured) for one in read
    ]
    defaults = default_configuration(source["config"], source["schema"])
    learned = [f"{snakemake_command(one.config, defaults)} -- triaged" for one in studied]
    main, table = studied[0], outcomes(studied)
    last = {variant: finalists(main, variant) for variant in VARIANTS}
    every = pd.concat(one.assign(variant=variant) for variant, one in last.items())
    write_text(output["outcomes"], csv_text(table))
    write_text(output["finalists"], csv_text(every))
    prices = priced(main) if main.prices else pd.DataFrame()
    write_text(output["prices"], csv_text(prices))
    text = markdown_page(
        source["template"],
        output["page"],
        [*map(of_experiment, read), of_records(measured.values())],
        paper=paper,
        commands=[*learned, command],
        main=main,
        outcomes=table[(table["bias"] == main.config["bias"]) & (table["variant"] == "plain")],
        cases=partial(cases, table),
        proved=proved(studied),
        finalists=last["plain"].head(FINALISTS),
        prices=main.prices,
        lines=lines(main) if main.prices else None,
        priced=prices.drop_duplicates(["variant", "winner"]) if main.prices else None,
    )
    write_text(output["page"], text)


def read_studied(
    experiment: Experiment, with_price: bool, measured: Mapping[tuple[str, str], Measured]
) -> Studied:
    """Read what was learned and measured of an experiment."""
    name = experiment.folder.name

    def rows(kind: str) -> dict[Variant, Row]:
        return {variant: measured[name, f"{kind}_{variant}"].row for variant in VARIANTS}

    prices = rows("prices") if with_price else {}
    return Studied(experiment.config, experiment.triaged, rows("rankings"), prices)
