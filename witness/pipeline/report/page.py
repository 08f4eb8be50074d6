"""The report: one self-contained page about the records of an experiment.

The page is HTML, with one script that sorts a table, and needs no network. Text from records is
escaped; the only markup that goes in unescaped are the pictures that this package draws.
"""

from __future__ import annotations

import base64
import json
import re
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from importlib import metadata
from pathlib import Path
from platform import python_version
from typing import Any

import pandas as pd
from markupsafe import Markup, escape

from witness.base.machine import short_commit
from witness.base.version import __version__
from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners.registry import PROGRAMS
from witness.pipeline.evaluate import PAPER_EXPANSIONS_PER_SECOND
from witness.pipeline.race import Totals, noise
from witness.pipeline.report import paper
from witness.pipeline.report.abridged import Abridged, abridged
from witness.pipeline.report.job import JobTime, busy_seconds
from witness.pipeline.report.pictures import (
    WinningClause,
    largest_speedup,
    largest_speedup_svg,
    owners_in_words,
    panel_example,
    refutation_svg,
    refutations,
    winning_clauses,
    winning_puzzle,
    winning_puzzle_svg,
)
from witness.pipeline.report.records import Records
from witness.pipeline.report.render import duration
from witness.pipeline.report.speedups import TIMED, in_range, on_test_set
from witness.pipeline.report.summary import DEFINITIONS, beyond_plain, panel_words, summary
from witness.pipeline.report.tables import TABLES
from witness.pipeline.report.templates import render, render_text
from witness.pipeline.report.tidy import TIDY
from witness.proof.best import every_board
from witness.proof.firings import beliefs
from witness.puzzle.model import Puzzle
from witness.puzzle.sheets import Panel, single
from witness.searches.tree.forced import argument, named_clauses

#: The packages whose versions affect results or their presentation.
PACKAGES = ("clingo", "numpy", "pandas", "matplotlib", "snakemake")

#: The files of the winner, and the page to play with, beside the report.
WINNER = "triage/plain/winner_proved.pl"
CERTIFICATE = "triage/plain/winner_proved.certificate.json"
EXPLORE = "explore.html"

#: What whoever cannot see it hears of the picture of a refuted clause.
_REFUTED = "The clause fires; a solution goes on"


@dataclass(frozen=True)
class Provenance:
    """Where results come from: the experiment's name and its configuration.

    `config_file` is the path of the whole configuration, `configuration` its text. `docs` is the
    address of the documentation, as seen from the page; empty if there is none.
    """

    name: str
    config: Mapping[str, Any]
    config_file: str
    configuration: str
    machine: Mapping[str, str | int] = field(default_factory=dict)
    jobs: Sequence[JobTime] = ()
    docs: str = ""

    @property
    def made(self) -> str:
        """When the results were made, how long that took, and on which machine."""
        parts = []
        if self.jobs:
            day = min(job.begun for job in self.jobs).astimezone(UTC)
            took = duration(busy_seconds(self.jobs), 2)
            parts.append(f"{day.day} {day:%B %Y}, {took} of work by the clock")
        if self.machine:
            parts.append(
                f"{self.machine['processor']}, {self.machine['cores']} cores, "
                f"{int(self.machine['memory']) / 1000:.0f} GB, {self.machine['system']}"
            )
        return "; ".join(parts)

    @property
    def commit(self) -> str:
        """The commit of the checkout that ran, shortened; empty if it is not known."""
        return short_commit(self.machine)

    @property
    def command(self) -> str:
        """The command that reproduces these results."""
        return f"snakemake --cores all --configfile {self.config_file}"

    @property
    def further(self) -> list[str]:
        """Commands for readers who want to look further."""
        folder = f"results/{self.name}"
        winner = f"{folder}/{WINNER}"
        commands = [f"witness {verb} {winner}" for verb in ("explain", "verify")]
        recheck = f"witness recheck {folder}/{CERTIFICATE} {winner}"
        return [*commands, recheck, f"witness hypotheses {folder} --by clause"]


def versions(records: Records) -> dict[str, str]:
    """Return the versions of Python, of this package and of those that results depend on.

    Other programs that learned, such as Popper, are named as their records name them.
    """
    found = {"python": python_version(), "witness": __version__}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    results = [run.result for run in records.learning]
    for name in PROGRAMS:
        used = {
            one["version"] for one in results if one.get("learner") == name and one.get("version")
        }
        if used:
            found[name] = " and ".join(sorted(used))
    return found


def page(
    template: str | Path, records: Records, figures: Mapping[str, str], provenance: Provenance
) -> str:
    """Return the page as HTML. `figures` are SVG documents by the names of their functions."""
    learned = winning_clauses(records)
    example = panel_example(records)
    solved = winning_puzzle(records)
    largest = largest_speedup(records)
    return render(
        template,
        paper=paper,
        paper_speed=PAPER_EXPANSIONS_PER_SECOND,
        clock=records.clock,
        provenance=provenance,
        versions=versions(records),
        summary=summary(records),
        beyond=beyond_plain(records),
        about_triangles=records.about_triangles,
        beside_paper=records.beside_paper,
        subjects=records.subjects,
        baseline=records.baseline,
        panel_words=panel_words(example[0].puzzle.features),
        winner_file=WINNER,
        certificate=CERTIFICATE,
        not_shown=_not_shown(records),
        explore=EXPLORE,
        panel_pictures=_pictures(example, "panel"),
        definitions=[
            (term, meaning)
            for term, meaning in DEFINITIONS
            # A page about puzzles that the paper does not have says nothing more of π°.
            if records.beside_paper or term != "π°"
        ],
        learned=[
            (number, clause, _pictures(clause.panels, f"clause-{number}"))
            for number, clause in enumerate(learned, start=1)
        ],
        sections=_sections(records, learned),
        links={
            # The list of clauses begins with those of winner_proved in plain, in their order.
            **{
                name: {str(n): f"#clause-{n}" for n in range(1, len(learned) + 1)}
                for name in ("clause", "clause of winner_proved")
            },
            "puzzle": {name: explore_address(one) for name, one in records.test_puzzles.items()},
        },
        has_large=bool(records.large),
        figures={name: inline(svg, name) for name, svg in figures.items()},
        solved=solved,
        solved_address="" if solved is None else explore_address(solved.puzzle),
        largest_address="" if largest is None else explore_address(largest.puzzle),
        sources=len(records.winner("winner_proved").get("sources", ())),
        puzzle_line="" if solved is None else json.dumps(solved.puzzle.to_json()),
        winner_picture=inline(winning_puzzle_svg(solved), "winner", "The puzzle that gave it"),
        largest=largest,
        largest_picture=inline(
            largest_speedup_svg(largest), "largest", "The puzzle with the largest speedup"
        ),
        compared=bool(on_test_set(records, "winner_proved")),
        argument=[] if largest is None else argument(largest.found),
        named_clauses=[] if largest is None else named_clauses(largest.found),
        refutations=[
            (refutation, inline(refutation_svg([refutation]), f"refutation-{number}", _REFUTED))
            for number, refutation in enumerate(refutations(records))
            if refutation.clause not in {clause.text for clause in learned}
        ],
        taught=records.taught,
        taught_clauses=[]
        if records.taught is None
        else [records.clause(text) for text in records.taught.program],
        beliefs=[]
        if records.taught is None or records.taught.until_proved is None
        else [
            (belief, _pictures(belief.panels, f"belief-{number}"))
            for number, belief in enumerate(
                beliefs(records.taught.until_proved, records.background)
            )
        ],
        every_board=every_board(
            [clause for text in records.proved_program for clause in parse_clauses(text)],
            records.background,
        )
        if records.proved_program
        else None,
        timing=_timing(records),
        timed=TIMED,
        noise=_noise(records),
    )


def inline(svg: str, name: str, words: str = "") -> Markup:
    """Return an SVG document as part of a page: without prologue, its ids prefixed with `name`.

    It must be a drawing of this package, as it is not escaped. Whoever cannot see it hears the
    words.
    """
    svg = svg[svg.index("<svg") :]
    if words:
        svg = svg.replace("<svg ", f'<svg aria-label="{escape(words)}" ', 1)
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', svg))

    def keep(match: re.Match[str]) -> str:
        return f' id="{name}-{match.group(1)}"' if match.group(1) in used else ""

    svg = re.sub(r' id="([^"]*)"', keep, svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", svg)
    return Markup(re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL))


def _pictures(panels: Sequence[Panel], name: str) -> list[tuple[str, Markup]]:
    """Return panels as (words, picture)."""
    return [
        (panel.words, inline(single(panel, scale=55), f"{name}-{number}", panel.words))
        for number, panel in enumerate(panels)
    ]


def _sections(
    records: Records, learned: Sequence[WinningClause]
) -> dict[str, list[tuple[Abridged, str]]]:
    """Return the tables of each section, with their captions, in the order of declaration."""
    found: dict[str, list[tuple[Abridged, str]]] = {}
    for table in TABLES.values():
        if table.section is not None:
            shown = found.setdefault(table.section, [])
            if table.when(records):
                own = (
                    _table_3(records, learned)
                    if table.name == "table_3"
                    else abridged(table, table(records))
                )
                shown.append((own, render_text(table.caption, records=records)))
    return found


def _not_shown(records: Records) -> list[str]:
    """Return the names of the files with tables that the page does not show."""
    others = (name for name, table in TABLES.items() if not (table.section and table.when(records)))
    tidy = (name for name, table in TIDY.items() if table.file)
    return [*(name for name in others if not TABLES[name](records).empty), *tidy]


def _table_3(records: Records, learned: Sequence[WinningClause]) -> Abridged:
    """Return Table 3 with a row for each pair of a clause of ours, by its number, and the paper's.

    The column `of` says which winners have it.
    """
    numbers = {clause.text: number for number, clause in enumerate(learned, start=1)}
    found: dict[tuple[Any, ...], dict[str, list[str]]] = {}
    for row in TABLES["table_3"].rows(records):
        number = numbers.get(row.get("Prolog", ""))
        key = (number, row.get("verdict"), row.get("paper's clause"), row.get("note"))
        found.setdefault(key, {}).setdefault(row["predicate"], []).append(row["variant"])
    columns = ["clause", "verdict", "paper's clause", "note", "of"]
    order = sorted(found, key=lambda key: (key[0] is None, key[0] or 0))
    rows = [[*key, owners_in_words(records, found[key])] for key in order]
    return Abridged(TABLES["table_3"], pd.DataFrame(rows, columns=columns, dtype=object))


def explore_address(puzzle: Puzzle) -> str:
    """Return the address of a panel on the page to play with, as `address.js` reads it."""
    digits = base64.urlsafe_b64encode(json.dumps(puzzle.to_json()).encode()).decode()
    return f"{EXPLORE}#panel={digits.rstrip('=')}"


def _noise(records: Records) -> str:
    """Return the least and the greatest noise of the stages of the triage, in words."""
    found = [
        100 * noise(Totals(rounds=tuple(entry.get("rounds", ()))) for entry in ranking["ranking"])
        for triage in records.triage.values()
        for ranking in triage.rankings.values()
    ]
    return f"{in_range(found)} %" if found else "none was measured"


def _timing(records: Records) -> dict[str, Any] | None:
    """Return how long searches of the test set take, and the engine; None if there are none."""
    baseline = [record for record in records.test if record["run"] == "baseline"]
    if not baseline:
        return None
    seconds = [record["seconds"] for record in baseline]
    rounds = max(len(record.get("times") or [None]) for record in baseline)
    return {
        "rounds": {1: "once", 2: "twice"}.get(rounds, f"{rounds} times"),
        "median": duration(statistics.median(seconds), 2),
        "engines": ", ".join(sorted({record["engine"] for record in baseline})),
        "short": round(100 * sum(s < 0.001 for s in seconds) / len(seconds)),
    }
