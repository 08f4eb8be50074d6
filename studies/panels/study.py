"""What is measured: a function for each rule of the study in rules.smk.

The public panels of two editors: what each has, whether it has a solution, and how hard it is.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tqdm import tqdm

from studies.records import Row
from studies.votes import read_posts, voted
from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.puzzle import solvers
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.formats.editor_files import puzzle_from_text, read_dump, read_texts
from witness.puzzle.formats.skipping import Skipped, import_entries
from witness.puzzle.formats.windmill import puzzle_from_contents
from witness.puzzle.model import Puzzle

#: Panels of the Windmill that are published, as if somebody had solved them, and have no solution.
UNSOLVABLE = ("7y8d5k0", "k6qxgnr", "7xf02gg", "4qhqa5g", "8wxzvr0", "10b7r78")


def census(source: Mapping[str, Any]) -> Iterator[Row]:
    """Yield for each panel its features, or why it is not imported."""
    place = Path(source["play_pages"])
    pages = sorted(place.glob("*.html")) if place.is_dir() else [place]
    entries = {
        "windmill": (puzzle_from_contents, read_dump(source["windmill"])),
        "witnesspuzzles": (puzzle_from_text, read_texts(pages)),
    }
    for editor, (importer, found) in entries.items():
        for panel in import_entries(importer, found):
            if isinstance(panel, Skipped):
                yield {"editor": editor, "id": panel.id, "skipped": panel.reason}
            elif panel is not None:
                size = {"rows": panel.rows, "cols": panel.cols}
                features = " ".join(sorted(panel.features))
                yield {"editor": editor, "id": panel.id, **size, "features": features}


def _panels(source: Mapping[str, Any]) -> Iterator[Puzzle]:
    entries = read_dump(source["windmill"])
    for panel in import_entries(puzzle_from_contents, entries):
        if isinstance(panel, Puzzle):
            yield panel


def solved(
    source: Mapping[str, Any], *, time_limit: float, number: int | None, seed: int
) -> Iterator[Row]:
    """Yield for panels of the Windmill how their search ended, and the CPU seconds that it took.

    These are all, or a `number` of them, drawn at random, and `UNSOLVABLE` besides.

    The solver is the one that `auto` takes; loading it is not counted.
    """
    warm_up = {"id": "p", "rows": 1, "cols": 1, "starts": [[0, 0]], "goals": [[1, 1]]}
    for name in solvers.SOLVERS:
        try:
            solvers.solve(puzzle_from_json(warm_up), name)
        except InputError:
            continue  # it is not installed
    panels = list(_panels(source))
    if number is not None:
        drawn = random.Random(seed).sample(panels, min(number, len(panels)))
        panels = [*drawn, *(p for p in panels if p.id in UNSOLVABLE and p not in drawn)]
    for place, panel in enumerate(tqdm(panels, disable=None, leave=False)):
        begun = time.process_time()
        found = solvers.solve(panel, limits=Limits(time_limit=time_limit))
        seconds = round(time.process_time() - begun, 4)
        shape = {"rows": panel.rows, "cols": panel.cols}
        features = " ".join(sorted(panel.features))
        ended = {"status": found.status, "solver": found.solver, "seconds": seconds}
        drawn_too = {"drawn": number is None or place < number}
        yield {"id": panel.id, **drawn_too, **shape, "features": features, **ended}


def rated(source: Mapping[str, Any], *, max_states: int) -> Iterator[Row]:
    """Yield the ratings of the panels on which the votes of players count (`studies.votes`).

    The rules are the thesis', where they reason about a panel.
    """
    player = Player(rules("thesis"))
    panels = list(_panels(source))
    for panel in tqdm(voted(panels, read_posts(source["windmill"])), disable=None, leave=False):
        found = rate(panel, player, max_states=max_states)
        yield {"features": " ".join(sorted(panel.features)), **found.to_json(panel.id)}
