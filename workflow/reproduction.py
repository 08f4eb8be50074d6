#!/usr/bin/env python3
"""Write the reproduction record from finished experiments.

    python workflow/reproduction.py results/paper results/nolen … -o docs/reproduction.md

The first is shown in full, the others beside it. Figures go to a folder with the record's name.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

import yaml

from witness.base.config import schema_defaults
from witness.base.errors import InputError
from witness.base.files import read_text, write_text
from witness.report.appendix_a import largest_speedup, largest_speedup_svg
from witness.report.experiment import read_experiment
from witness.report.figures import FIGURES, figure_5, save
from witness.report.pictures import clauses_svg, refutation_svg, winning_puzzle, winning_puzzle_svg
from witness.report.reproduction import other_methods, record, shown_refutations

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "workflow" / "schemas" / "config.schema.yaml"
TEMPLATE = ROOT / "workflow" / "report" / "reproduction.md.j2"


def main() -> int:
    """Read the experiments, draw the figures, write the record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiments", nargs="+", type=Path, metavar="results/NAME")
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/reproduction.md"))
    options = parser.parse_args()
    names = [directory.resolve().name for directory in options.experiments]
    if len(set(names)) < len(names):
        print("reproduction: an experiment is given twice", file=sys.stderr)
        return 2
    command = f"python workflow/reproduction.py {shlex.join(map(str, options.experiments))}"
    try:
        experiments = [read_experiment(directory) for directory in options.experiments]
    except InputError as error:
        print(f"reproduction: {error}", file=sys.stderr)
        return 2
    main_one = experiments[0].records
    folder = options.output.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {
        "winner_puzzle": winning_puzzle_svg(winning_puzzle(main_one)),
        "counterexamples": refutation_svg(shown_refutations(main_one)),
        "where_clauses_fire": clauses_svg(main_one),
        "largest_speedup": largest_speedup_svg(largest_speedup(main_one)),
    }
    figures = {name: f"{name}.svg" for name in (*pictures, *FIGURES)}
    for name, svg in pictures.items():
        write_text(folder / figures[name], svg)
    for name, draw in FIGURES.items():
        save(draw(main_one), folder / figures[name])
    for method, other in other_methods(experiments).items():
        figures[f"figure_5_{method}"] = f"figure_5_{method}.svg"
        save(figure_5(other.records), folder / figures[f"figure_5_{method}"])
    defaults = schema_defaults(SCHEMA) | yaml.safe_load(read_text(ROOT / "config.yaml"))
    addresses = {name: f"{folder.name}/{file}" for name, file in figures.items()}
    write_text(options.output, record(TEMPLATE, experiments, defaults, command, addresses))
    return 0


if __name__ == "__main__":
    sys.exit(main())
