"""The page about learners (results.md), from experiments that differ in these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from studies.commands import default_configuration, snakemake_command
from studies.learners.tables import Learned, learning, programs, winners
from studies.made import of_experiment
from studies.pages import markdown_page
from witness.base.files import write_text
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.render import csv_text


def write(
    source: Mapping[str, Any],
    output: Mapping[str, str],
    command: str,
    *,
    experiments: Sequence[str],
) -> None:
    """Write the page about some experiments, which are names, and its tables in full as CSV."""
    found = [Experiment(Path("results") / name) for name in experiments]
    read = [Learned(one.config, one.triaged) for one in found]
    defaults = default_configuration(source["config"], source["schema"])
    commands = [f"{snakemake_command(one.config, defaults)} -- triaged" for one in read]
    whole = {"learning": learning(read), "winners": winners(read), "programs": programs(read)}
    for name, table in whole.items():
        write_text(output[name], csv_text(table))
    chosen = whole["winners"]
    text = markdown_page(
        source["template"],
        output["page"],
        map(of_experiment, found),
        commands=[*commands, command],
        experiments=read,
        learning=whole["learning"],
        winners=chosen,
        plain=chosen[(chosen["variant"] == "plain") & (chosen["predicate"] == "winner")],
    )
    write_text(output["page"], text)
