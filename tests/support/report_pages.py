"""Pages of records made by hand."""

from __future__ import annotations

import fcntl
import random
import tempfile
from pathlib import Path

from support.handmade import EDGES, LENGTH, OURS, UNSOUND, core, entry, records

from witness.pipeline.candidates import Candidate
from witness.pipeline.report.figures import FIGURES, save
from witness.pipeline.report.page import Provenance, page
from witness.pipeline.report.records import Records, Triage

TEMPLATE = Path(__file__).parents[2] / "workflow" / "report" / "report.html.j2"

PROVENANCE = Provenance(
    "handmade",
    {
        "seed": 7,
        "bk": "bk/triangles.pl",
        "bias": "bias/paper.pl",
        "learner": "asp",
        "triage": {"rank_by": "time", "rounds": 5, "margin": None},
        "puzzle_sets": {"train": {"count": 6}, "filter_3": {"count": 80}},
    },
    "results/handmade/config.yaml",
    "seed: 7\n",
)


def figures(known: Records, place: Path) -> dict[str, str]:
    """Return all figures of records as SVG, drawn in a folder."""
    drawn = {}
    for name, draw in FIGURES.items():
        save(draw(known), place / f"{name}.svg")
        drawn[name] = (place / f"{name}.svg").read_text()
    return drawn


def report_page(known: Records, place: Path, provenance: Provenance = PROVENANCE) -> str:
    """Return the page of records; figures are drawn in a folder."""
    return page(TEMPLATE, known, figures(known, place), provenance)


def many_finalists(seed: int) -> Records:
    """Return records with up to nine finalists in each variant, of random speedups."""
    rng = random.Random(seed)
    known = records()
    for variant, triage in known.triage.items():
        candidates, ranking = {}, []
        for place in range(1, rng.randrange(2, 10)):
            name = f"candidate-{place}"
            program = rng.choice([OURS, OURS[1:], (LENGTH,)])
            candidates[name] = Candidate(name, {"all": program}, {"all": ["train-0000"]})
            expansions = rng.choice([rng.randrange(20, 2000), 622])
            seconds = rng.choice([expansions / 1000, rng.uniform(0.01, 2)])
            ranking.append(entry(name, {"all": place}, expansions, seconds))
        kept = {"all": [one["candidate"] for one in ranking], "proved": []}
        rankings = {stage: {"kept": kept, "ranking": ranking} for stage in (1, 2, 3)}
        known.triage[variant] = Triage(candidates, rankings, triage.winners)
    return known


#: Records of all kinds.
KNOWN: dict[str, Records] = {
    **EDGES,
    "many finalists": many_finalists(seed=1),
    "several counterexamples": records(
        winner=(*UNSOUND, "f(A,B) :- path(A,C), len(C,D), adjacent(A,B), two(D)."),
        winner_proved=core(UNSOUND),
    ),
}


def known_pages(shared: Path) -> dict[str, Path]:
    """Return the pages of `KNOWN`, in a folder in which whoever comes first makes them."""
    shared.mkdir(exist_ok=True)
    found = {name: shared / f"{number}.html" for number, name in enumerate(KNOWN)}
    with (shared / "lock").open("w") as lock, tempfile.TemporaryDirectory() as drawn:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name, page_ in found.items():
            if not page_.exists():
                page_.write_text(report_page(KNOWN[name], Path(drawn)), encoding="utf-8")
    return found
