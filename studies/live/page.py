"""The page about predicates that look ahead (results.md), from finished experiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from studies.commands import default_configuration, snakemake_command
from studies.made import of_experiment
from studies.pages import markdown_page
from studies.runs_table import OUTCOMES, differing, runs_table
from witness.base.errors import InputError
from witness.base.files import write_text
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.figures import figure_4, save, solved_by_size
from witness.pipeline.report.tables import TABLES


def write(
    source: Mapping[str, Any],
    output: Mapping[str, str],
    command: str,
    *,
    experiments: Sequence[str],
) -> None:
    """Write the page, and its figures beside it.

    The first of the experiments, which are names, has searches with the heuristic *needs*, and its
    figures are drawn; the last one is the paper's. Raises `InputError` if they are other ones.
    """
    defaults = default_configuration(source["config"], source["schema"])
    read = [Experiment.finished(Path("results") / name) for name in experiments]
    main, paper = read[0], read[-1]
    if all(record["run"] != "winner_guided" for record in main.records.large):
        what = "a large set with `heuristic: needs` is needed for the first of studies.live"
        raise InputError(what, file=Path("results") / main.name)
    page = Path(output["page"])
    page.parent.mkdir(parents=True, exist_ok=True)
    figures = {
        "figure_4": figure_4(main.records),
        "figure_5": solved_by_size(
            [
                ("π_baseline", main.records, "baseline"),
                (f"winner_proved of {paper.name}", paper.records, "winner_proved"),
                (f"winner_proved of {main.name}", main.records, "winner_proved"),
                ("the same, with needs", main.records, "winner_guided"),
            ]
        ),
    }
    for name, figure in figures.items():
        save(figure, page.with_name(f"{name}.svg"))
    runs = differing(runs_table(read))
    text = markdown_page(
        source["template"],
        output["page"],
        map(of_experiment, read),
        commands=[snakemake_command(one.config, defaults) for one in read] + [command],
        main=main,
        paper=paper,
        clauses=_clauses(main),
        runs=runs[~runs["quantity"].str.match("baseline: |labels|learner$|ranked|… with")],
        test=TABLES["test"](main.records).replace("not in the paper", ""),
        outcomes=TABLES["outcomes"](main.records)[[*OUTCOMES]],
    )
    write_text(page, text)


def _clauses(experiment: Experiment) -> pd.DataFrame:
    """Return the clauses that Algorithm 2 has found without a pruning layer."""
    found = TABLES["table_3"](experiment.records)
    return found[(found["variant"] == "plain") & found["Prolog"].notna()]
