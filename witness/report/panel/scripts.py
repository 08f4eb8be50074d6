"""One HTML file that loads nothing: data, scripts, style, and the policy that allows no others.

Text goes into a page as JSON in which no markup is possible, and the scripts show it as text only.
A content security policy names the one script and the one style sheet of a page by their checksums,
so that a browser runs nothing else and opens no connection.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from witness.base.files import read_text
from witness.logic.compiler.javascript import json_text
from witness.puzzle.model import FEATURES, RULES, Puzzle
from witness.puzzle.second_line import SYMMETRIES
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.dots import RADIUS
from witness.puzzle.symbols.shapes import COLOURS, NEUTRAL_COLOUR
from witness.puzzle.text import UNSEEN

#: The features of puzzles that the scripts draw, edit, judge and solve.
SUPPORTED = frozenset(FEATURES)

#: The longest side of a board on a page: so many squares can be touched on a telephone.
LONGEST_SIDE = 8

#: What a whole panel can be: the field of a puzzle, its words, and its values.
_SETTINGS = (
    ("symmetry", UNSEEN["symmetry"], ("", *SYMMETRIES)),
    ("wraps", "the board goes round", (False, True)),
    ("pass_goals", "a path may pass goals", (False, True)),
    ("open_halves", UNSEEN["open_halves"], (False, True)),
    ("rules", UNSEEN["rules"], RULES),
)

HERE = Path(__file__).parent


def fits(puzzle: Puzzle) -> bool:
    """Whether a page can show a puzzle."""
    sides = (puzzle.rows, puzzle.cols)
    return min(sides) >= 1 and max(sides) <= LONGEST_SIDE and puzzle.features <= SUPPORTED


def script_file(name: str, own: Path) -> Path:
    """Return the file of a script: one in the folder of a page, or one that all pages share."""
    file = own / f"{name}.js"
    return file if file.exists() else HERE / file.name


def panel_data() -> dict[str, Any]:
    """Return what the scripts know of panels: symbols, settings, colours, the longest side."""
    return {
        "side": LONGEST_SIDE,
        "symbols": [symbol.to_json() for symbol in SYMBOLS.values()],
        "settings": [
            {"name": name, "words": words, "values": values, "unseen": name in UNSEEN}
            for name, words, values in _SETTINGS
        ],
        "symmetries": SYMMETRIES,
        "beside": RADIUS,
        "colours": {**COLOURS, "": NEUTRAL_COLOUR},
    }


def one_script(
    data: Mapping[str, Any], files: Iterable[Path], runtime: Iterable[Path] = (), code: str = ""
) -> str:
    """Return scripts with their data, all in one function.

    `code` is a JavaScript list that `CODE` names; it is read after `runtime` and before `files`.
    """
    own = [f"const DATA = {json_text(data)};", *map(read_text, runtime), f"const CODE = [{code}];"]
    whole = "\n".join(['(() => {\n"use strict";', *own, *map(read_text, files), "})();\n"])
    assert "</script" not in whole.lower()
    assert "<!--" not in whole
    return whole


def style(*files: Path) -> str:
    """Return the style of panels, and that of a page's own files after it."""
    return "".join(map(read_text, (HERE / "style.css", *files)))


def policy(script: str, style: str) -> str:
    """Return the content security policy that allows one script and one style sheet."""

    def checksum(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    return (
        f"default-src 'none'; script-src 'sha256-{checksum(script)}'; "
        f"style-src 'sha256-{checksum(style)}'; base-uri 'none'; form-action 'none'"
    )
