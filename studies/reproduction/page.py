"""The reproduction record (results.md) and its figures, from finished experiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from studies.commands import default_configuration
from studies.reproduction.record import other_methods, record, shown_refutations
from witness.base.files import write_text
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.figures import FIGURES, figure_5, save
from witness.pipeline.report.pictures import (
    clauses_svg,
    largest_speedup,
    largest_speedup_svg,
    refutation_svg,
    winning_puzzle,
    winning_puzzle_svg,
)


def write(
    source: Mapping[str, Any],
    output: Mapping[str, str],
    command: str,
    *,
    experiments: Sequence[str],
) -> None:
    """Write the page, and its figures beside it.

    The first of the experiments, which are names, is shown in full, the others beside it.
    """
    defaults = default_configuration(source["config"], source["schema"])
    read = [Experiment.finished(Path("results") / name) for name in experiments]
    page = Path(output["page"])
    figures = draw(read, page.parent)
    text = record(source["template"], read, defaults, command, figures, target=output["page"])
    write_text(page, text)


def draw(experiments: Sequence[Experiment], folder: Path) -> dict[str, str]:
    """Draw all figures into a folder; return the address of each from there."""
    folder.mkdir(parents=True, exist_ok=True)
    records = experiments[0].records
    pictures = {
        "winner_puzzle": winning_puzzle_svg(winning_puzzle(records)),
        "counterexamples": refutation_svg(shown_refutations(records)),
        "where_clauses_fire": clauses_svg(records),
        "largest_speedup": largest_speedup_svg(largest_speedup(records)),
    }
    figures = {name: make(records) for name, make in FIGURES.items()}
    for method, other in other_methods(experiments).items():
        figures[f"figure_5_{method}"] = figure_5(other.records)
    for name, svg in pictures.items():
        write_text(folder / f"{name}.svg", svg)
    for name, figure in figures.items():
        save(figure, folder / f"{name}.svg")
    return {name: f"{name}.svg" for name in (*pictures, *figures)}
