"""The page: panels with their scores, and clauses that give hints.

How it chooses the next panel is in `level.js`, and what its log has in
`witness.difficulty.attempt_schema`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from witness.logic.compiler.javascript import json_text
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import SYMBOLS
from witness.report.panel.clauses import RUNTIME, clause_data, clause_script
from witness.report.panel.scripts import panel_data, policy, style
from witness.report.play.hints import Hints
from witness.report.templates import environment

#: The scripts that work without a page around them, in order; and those that need one.
LOGIC = (
    *RUNTIME, "board", "outlook", "filling", "removal", "rules", "solve", "words", "facts",
    "clauses", "hints", "level", "log", "api",
)  # fmt: skip
SHOWN = ("draw", "drawing", "decision", "page")

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Panel:
    """A panel to play, and how hard it is in bits, None if that is not known."""

    puzzle: Puzzle
    bits: float | None


def page(panels: Sequence[Panel], hints: Sequence[Hints], *, in_order: bool) -> str:
    """Return the page of some panels: one after another, or the next one by the player's level."""
    scripts, styles = script(panels, hints, in_order=in_order), style(_HERE / "style.css")
    return (
        environment(_HERE)
        .get_template("page.html.j2")
        .render(
            number=len(panels),
            policy=policy(scripts, styles),
            script=Markup(scripts),  # our own files, JSON and emitted code
            style=Markup(styles),
        )
    )


def script(
    panels: Sequence[Panel],
    hints: Sequence[Hints],
    *,
    in_order: bool = False,
    files: Iterable[str] = (*LOGIC, *SHOWN),
) -> str:
    """Return the scripts of the page with its data, all in one function."""
    features = frozenset[str]().union(*(panel.puzzle.features for panel in panels))
    made = [one.to_json() for one in hints if one.background.kinds & features]
    shown = [{"puzzle": panel.puzzle.to_json(), "bits": panel.bits} for panel in panels]
    data = {
        **panel_data(),
        **clause_data(),
        "asks": {name: symbol.asks for name, symbol in SYMBOLS.items()},
        "experiments": [known for known, _ in made],
        "panels": shown,
        "set": hashlib.sha256(json_text(shown).encode()).hexdigest()[:16],
        "in_order": in_order,
    }
    return clause_script(data, files, _HERE, [code for _, code in made])
