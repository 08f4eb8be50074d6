"""What the studio's scripts know of other editors' panels: tables of `witness.puzzle.formats`."""

from __future__ import annotations

from typing import Any

from witness.puzzle.formats import windmill, witnesspuzzles
from witness.puzzle.formats.addresses import KINDS
from witness.puzzle.formats.dialects import COMMON, NEGATIVE
from witness.puzzle.formats.windmill_links import EDITOR


def formats_data() -> dict[str, Any]:
    """Return the numbers, names and colours in which other editors write panels."""
    return {
        "addresses": KINDS,
        "common": COMMON,
        "negative": NEGATIVE,
        "windmill": {
            "kinds": windmill.KINDS,
            "colours": windmill.COLOURS,
            "symmetries": windmill.SYMMETRIES,
            "editor": EDITOR,
        },
        "witnesspuzzles": {
            "keys": sorted(witnesspuzzles.KEYS | witnesspuzzles.COMPUTED),
            "cellKeys": sorted(witnesspuzzles.CELL_KEYS),
            "meanings": witnesspuzzles.MEANINGS,
            "kinds": witnesspuzzles.KINDS,
            "reasons": witnesspuzzles.REASONS,
            "lists": witnesspuzzles.LISTS,
            "single": witnesspuzzles.SINGLE,
            "settings": witnesspuzzles.SETTINGS,
            "rulesOf": witnesspuzzles.RULES_OF,
            "colours": witnesspuzzles.COLOURS,
            "lineDots": {str(dot): line for dot, line in witnesspuzzles.LINE_DOTS.items()},
            "negativeBlock": witnesspuzzles.NEGATIVE_BLOCK,
            "shapeSide": witnesspuzzles.SHAPE_SIDE,
            "turns": witnesspuzzles.TURNS,
            "full": witnesspuzzles.FULL,
        },
    }
