#!/usr/bin/env python3
"""Run Algorithm 2 of finished experiments under several rankings, and keep what was measured.

    python workflow/rankings.py results/paper results/nolen … [--rounds 5] [--jobs 2]

Searches are timed in rounds; the rankings are by time (the least of all rounds), by expansions, and
by each round alone. A file a variant is left in results/NAME/rankings; what is there already is not
measured again, so that an interrupted run goes on where it was. With -o, the page about it is
written, on which the first experiment stands in full, with the prices of workflow/price.py.

An experiment is ready for this when `snakemake --cores 2 --config name=NAME … -- learned` is done.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from tqdm import tqdm

from witness.base.config import schema_defaults
from witness.base.errors import InputError
from witness.base.files import read_json, read_text, write_json, write_text
from witness.base.machine import machine
from witness.cli.common import positive_int
from witness.experiment.candidates import VARIANTS, Candidate, Variant, read_candidates
from witness.experiment.race import Totals, entrant, race, references
from witness.experiment.rankings import Measure, standard, study
from witness.logic.background import Background, definitions_for, read_background
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.report.rankings_page import Studied, page
from witness.report.records import files_in, read_records
from witness.report.reproduction import snakemake_command
from witness.search import Limits, engine

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "workflow" / "schemas" / "config.schema.yaml"
TEMPLATE = ROOT / "workflow" / "report" / "triage.md.j2"


def main() -> int:
    """Measure what has not been measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiments", nargs="+", type=Path, metavar="results/NAME")
    parser.add_argument("--rounds", type=positive_int, default=5, help="of timing [5]")
    parser.add_argument(
        "--jobs", type=positive_int, default=1, help="variants at the same time [1]"
    )
    parser.add_argument("-o", "--output", type=Path, help="write the page docs/triage.md there")
    options = parser.parse_args()
    jobs = [
        (place, variant, options.rounds)
        for place in options.experiments
        for variant in VARIANTS
        if not record_of(place, variant).exists()
    ]
    try:
        with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
            done = pool.imap_unordered(_measure, jobs)
            for _ in tqdm(done, total=len(jobs), unit="variant", disable=None):
                pass
        if options.output is not None:
            studied = [read(place) for place in options.experiments]
            write_text(options.output, page(TEMPLATE, studied, commands(studied, options)))
    except InputError as error:
        print(f"rankings: {error}", file=sys.stderr)
        return 2
    return 0


def record_of(place: Path, variant: Variant) -> Path:
    """Return the file that holds what was measured of a variant."""
    return place / "rankings" / f"{variant}.json"


def configuration(place: Path) -> dict[str, Any]:
    """Return the configuration of an experiment, whose triage may not have been run yet."""
    defaults = schema_defaults(SCHEMA) | yaml.safe_load(read_text(ROOT / "config.yaml"))
    path = place / "config.yaml"
    return defaults | (yaml.safe_load(read_text(path)) if path.exists() else {})


def inputs(
    place: Path, variant: Variant
) -> tuple[dict[str, Any], list[Candidate], list[list[Puzzle]], Background]:
    """Read what triage starts from: configuration, candidates, filter sets and background."""
    config = configuration(place)
    candidates = read_candidates(place / "triage" / variant / "candidates.json")
    filters = [read_puzzles(place / "puzzles" / f"filter_{stage}.jsonl") for stage in (1, 2, 3)]
    bias = config["bias"]
    return config, candidates, filters, read_background(definitions_for(bias), bias)


def stages(
    config: dict[str, Any],
    filters: Sequence[Sequence[Puzzle]],
    variant: Variant,
    background: Background,
    rounds: int,
) -> list[tuple[Measure, int]]:
    """Return the stages of Algorithm 2 on the engine of the configuration."""
    limits = Limits(config["max_expansions"], memory_limit=config["memory_limit"])

    def on(puzzles: Sequence[Puzzle]) -> Measure:
        def measure(candidates: Sequence[Candidate]) -> dict[str, Totals]:
            entrants = references(variant) | {c.id: entrant(c, background) for c in candidates}
            return race(entrants, puzzles, variant, engine(config["engine"]), limits, rounds=rounds)

        return measure

    keep = (config["triage"]["keep_1"], config["triage"]["keep_2"], 1)
    return [(on(puzzles), most) for puzzles, most in zip(filters, keep, strict=True)]


def read(place: Path) -> Studied:
    """Read what was learned and measured of an experiment."""
    config = configuration(place)
    records = read_records(
        files_in(place),
        max_size=max(plan["max_size"] for plan in config["puzzle_sets"].values()),
        minutes=(),
        bk=str(definitions_for(config["bias"])),
        bias=config["bias"],
    )

    def files(folder: str) -> dict[str, Any]:
        return {path.stem: read_json(path) for path in sorted((place / folder).glob("*.json"))}

    return Studied(config, records, files("rankings"), files("price"))


def commands(studied: Sequence[Studied], options: argparse.Namespace) -> list[str]:
    """Return the commands that made the page."""
    defaults = schema_defaults(SCHEMA) | yaml.safe_load(read_text(ROOT / "config.yaml"))
    names = shlex.join(map(str, options.experiments))
    return [
        *(f"{snakemake_command(one.config, defaults)} -- learned" for one in studied),
        *(
            f"python workflow/price.py results/{studied[0].name} --variant {variant} "
            f"--minutes {studied[0].price[f'{variant}_prolog']['minutes']:g}"
            for variant in VARIANTS
            if f"{variant}_prolog" in studied[0].price
        ),
        f"python workflow/rankings.py {names} --rounds {studied[0].rankings['plain']['rounds']} "
        f"-o {options.output}",
    ]


def _measure(job: tuple[Path, Variant, int]) -> None:
    place, variant, rounds = job
    config, candidates, filters, background = inputs(place, variant)
    margin = config["triage"]["margin"]
    found = study(
        candidates,
        stages(config, filters, variant, background, rounds),
        standard(rounds),
        margin=margin,
    )
    record = {"rounds": rounds, "margin": margin, "machine": machine(), "stages": found}
    write_json(record_of(place, variant), record)


if __name__ == "__main__":
    sys.exit(main())
