"""One HTML file that loads nothing: data, scripts, style, and the policy that allows no others.

Text goes into a page as JSON in which no markup is possible, and the scripts show it as text only.
A content security policy names the one script and the one style sheet of a page by their checksums,
so that a browser runs nothing else and opens no connection.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from witness.base.files import read_text
from witness.puzzle.model import FEATURES, RULES, Puzzle
from witness.puzzle.second_line import SYMMETRIES
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.dots import RADIUS
from witness.puzzle.symbols.shapes import COLOURS, NEUTRAL_COLOUR
from witness.puzzle.text import UNSEEN

#: The features of puzzles that the scripts draw, edit, judge and solve.
SUPPORTED = frozenset(FEATURES)

#: The longest side of a board on a page: as many squares as can be touched on a telephone.
LONGEST_SIDE = 8

#: The scripts that work without a page around them, in order; the engine, whose workers read no
#: further; and those of the board and its tools.
LOGIC = (
    "board", "filling", "removal", "rules", "search", "look", "editor", "reading", "words",
    "address",
)  # fmt: skip
ENGINE = "engine"
BENCH = ("draw", "drawing", "history", "tools", "answers", "bench")

#: What a whole panel can be: the field of a puzzle, its words, and its values.
_SETTINGS = (
    ("symmetry", UNSEEN["symmetry"], ("", *SYMMETRIES)),
    ("wraps", "the board goes round", (False, True)),
    ("pass_goals", "a path may pass goals", (False, True)),
    ("open_halves", UNSEEN["open_halves"], (False, True)),
    ("rules", "rules as in", RULES),
)

HERE = Path(__file__).parent


def fits(puzzle: Puzzle) -> bool:
    """Whether a page can show a puzzle."""
    sides = (puzzle.rows, puzzle.cols)
    return min(sides) >= 1 and max(sides) <= LONGEST_SIDE and puzzle.features <= SUPPORTED


def panel_data(longest_side: int = LONGEST_SIDE) -> dict[str, Any]:
    """Return what the scripts know of panels: symbols, settings, colours, the longest side."""
    return {
        "side": longest_side,
        "symbols": [symbol.to_json() for symbol in SYMBOLS.values()],
        "settings": [
            {"name": name, "words": words, "values": values, "unseen": name in UNSEEN}
            for name, words, values in _SETTINGS
        ],
        "symmetries": SYMMETRIES,
        "beside": RADIUS,
        "colours": {**COLOURS, "": NEUTRAL_COLOUR},
    }


def json_text(value: Any) -> str:
    """Return JSON that can stand inside a `<script>`, whatever texts are in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # A surrogate by itself cannot be written as UTF-8.
    return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text)


def one_script(data: Mapping[str, Any], own: Path, names: Iterable[str]) -> str:
    """Return scripts with their data, all in one function.

    A script is a file in the folder of a page, `own`, or one that all pages share.
    """
    files = [own / f"{name}.js" for name in names]
    texts = [read_text(file if file.exists() else HERE / file.name) for file in files]
    texts.insert(0, f"const DATA = {json_text(data)};")
    whole = "\n".join(['(() => {\n"use strict";', *texts, "})();\n"])
    assert "</script" not in whole.lower()
    assert "<!--" not in whole
    return whole


def style(*files: Path) -> str:
    """Return the style of panels, and that of a page's own files after it."""
    return "".join(map(read_text, (HERE / "style.css", HERE / "drawing.css", *files)))


def policy(script: str, style: str, connect: str = "'none'") -> str:
    """Return the content security policy that allows one script and one style sheet.

    The script may run itself in workers, make pictures of what it draws, and `connect` to nobody
    else.
    """

    def checksum(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    return (
        f"default-src 'none'; script-src 'sha256-{checksum(script)}'; "
        f"style-src 'sha256-{checksum(style)}'; worker-src blob:; img-src data:; "
        f"connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
