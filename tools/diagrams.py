"""Draw the diagrams of the documentation: boxes and arrows, panels, and a chart from a table.

python tools/diagrams.py docs/images
"""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from witness.library.puzzle import Puzzle
from witness.proof.firings import Firing
from witness.puzzle.sheets import Panel, sheet
from witness.puzzle.svg import panel, panel_size
from witness.puzzle.svg_parts import (
    FONT,
    INK_COLOUR,
    LINE_HEIGHT,
    Point,
    document,
    escaped,
    lines,
    outline,
    rect,
    tag,
    wrapped,
)

ROOT = Path(__file__).resolve().parents[1]

#: The width of a box, and the space between boxes.
WIDTH = 330
GAP = 70

INK = {"stroke": INK_COLOUR, "stroke-width": 4}
PAPER = {"fill": "#f4f2ed"}
BOX = {"fill": "#dde5ef", "rx": 14, **INK}


class Boxes(NamedTuple):
    """Rows of boxes by their words, None for a free place; and arrows between boxes.

    A box is named by its column and row.
    """

    rows: Sequence[Sequence[str | None]]
    arrows: Sequence[tuple[tuple[int, int], tuple[int, int]]]


BOXES = {
    "pipeline": Boxes(
        (
            ("training set: 500 small puzzles", "examples: partial paths, lost or not",
             "learn: hypotheses in Prolog", "translate, verify: cores that are proved"),
            ("report, explore page", "evaluate: test set, large puzzles",
             "triage 1, 2, 3: the fastest", "candidates, without repetitions"),
        ),
        (((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0)), ((3, 0), (3, 1)),
         ((3, 1), (2, 1)), ((2, 1), (1, 1)), ((1, 1), (0, 1))),
    ),
    "referee": Boxes(
        (
            ("hypothesis.pl, bk.pl and exs.pl", "the translation answers, in Python",
             "they agree, or differ on these examples"),
            (None, "SWI-Prolog answers, from the same files", None),
        ),
        (((0, 0), (1, 0)), ((0, 0), (1, 1)), ((1, 0), (2, 0)), ((1, 1), (2, 0))),
    ),
    "twins": Boxes(
        (
            ("reference.py defines: plain Python", "result.py: what both return",
             "tests: the same answers and counts"),
            ("compiled.py drives: slices, limits", "kernel.py runs: machine code",
             "arrays.py lays out what it reads"),
        ),
        (((0, 0), (1, 0)), ((0, 1), (1, 0)), ((1, 0), (2, 0)), ((0, 1), (1, 1)), ((2, 1), (1, 1))),
    ),
    "games": Boxes(
        (
            ("rulesheet: a game in KIF", "clingo grounds it", "a network of gates, three values"),
            ("search: a plan, proved shortest", "filters: moves and states left out",
             "analyses: what no play can change"),
        ),
        (((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (2, 1)), ((2, 1), (1, 1)), ((1, 1), (0, 1))),
    ),
}  # fmt: skip


def boxes(shown: Boxes) -> str:
    """Return a diagram of boxes and arrows."""
    columns = max(len(row) for row in shown.rows)
    inner = [[wrapped(words or "", WIDTH - 40) for words in row] for row in shown.rows]
    high = max(len(words) for row in inner for words in row) * LINE_HEIGHT + 44
    size = (GAP + columns * (WIDTH + GAP), GAP + len(shown.rows) * (high + GAP))

    def corner(place: tuple[int, int]) -> Point:
        return GAP + place[0] * (WIDTH + GAP), GAP + place[1] * (high + GAP)

    parts = [rect("sheet", (0, 0), size, PAPER)]
    for row, texts in enumerate(inner):
        for column, words in enumerate(texts):
            if words:
                x, y = corner((column, row))
                parts.append(rect("box", (x, y), (WIDTH, high), BOX))
                top = y + (high - len(words) * LINE_HEIGHT) / 2
                parts += lines(words, (x + WIDTH / 2, top), "words", "middle")
    for one, other in shown.arrows:
        parts += arrow(corner(one), corner(other), high)
    return document(*size, 50, parts)


def arrow(one: Point, other: Point, high: float) -> Iterator[str]:
    """Yield an arrow from the box at one corner to the box at another."""
    if one[0] == other[0]:
        x, down = one[0] + WIDTH / 2, other[1] > one[1]
        begin, end = (one[1] + high, other[1]) if down else (one[1], other[1] + high)
        back = -18 if down else 18
        tip = [(x - 12, end + back), (x, end), (x + 12, end + back)]
        line = [(x, begin), (x, end)]
    else:
        right = other[0] > one[0]
        begin, end = (one[0] + WIDTH, other[0]) if right else (one[0], other[0] + WIDTH)
        y, back = other[1] + high / 2, -18 if right else 18
        tip = [(end + back, y - 12), (end, y), (end + back, y + 12)]
        line = [(begin, one[1] + high / 2), (end, y)]
    for points in (line, tip):
        yield tag("path", "arrow", {"d": outline(points), "fill": "none", **INK})


def one_state() -> str:
    """Return two partial paths that are one state of the frontier algorithm."""
    puzzle = Puzzle(3, 3, [(0, 0)], [(3, 3)], triangles=[(2, 0, 2), (2, 2, 1)])
    end = ((1, 1), (1, 2), (2, 2))
    paths = (((0, 0), (0, 1), *end), ((0, 0), (1, 0), *end))
    words = ("one state …", "… with this one")
    return sheet([Panel(puzzle, path, w) for path, w in zip(paths, words, strict=True)], 2)


def proved() -> str:
    """Return two panels on which proved clauses fire, with the reason."""
    fired = [
        Firing(Puzzle(1, 2, [(0, 0)], [(1, 2)], [(0, 0, number)]), (0, 0), path)
        for number, path in ((1, ((0, 0), (0, 1), (1, 1))), (3, ((0, 0), (0, 1), (0, 2))))
    ]
    shown = [Panel(one.puzzle, one.partial_path, one.caption, (one.square,)) for one in fired]
    return sheet(shown, 2)


def a_line_of_a_file() -> str:
    """Return a panel with the coordinates of its vertices, and the line of a file that it is."""
    puzzle = Puzzle(2, 3, [(0, 0)], [(2, 3)], triangles=[(0, 1, 3), (1, 2, 1)])
    width, height = panel_size(puzzle)
    record = {"rows": 2, "cols": 3, "starts": [[0, 0]], "goals": [[2, 3]]}
    record["triangles"] = [[0, 1, 3], [1, 2, 1]]
    text = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in record.items()]
    size = (width + 640, height + 150)
    parts = [rect("sheet", (0, 0), size, PAPER), '<g transform="translate(110 40)">']
    parts += [*panel(puzzle, None), "</g>"]
    side = 100.0
    left, bottom = 110 + (width - 3 * side) / 2, 40 + height - (height - 2 * side) / 2
    for column in range(4):
        parts += lines([f"{column}"], (left + column * side, 50 + height), "number", "middle")
    for row in range(3):
        at = (80, bottom - row * side - FONT * 0.65)
        parts += lines([f"{row}"], at, "number", "middle")
    parts += lines(["[row, column]"], (left + 1.5 * side, 92 + height), "number", "middle")
    parts += lines(text, (width + 190, 70), "line")
    return document(*size, 50, parts)


def times(table: Path) -> str:
    """Return a chart of the seconds that learners took for each puzzle, from a table of runs."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found: dict[str, list[float]] = {}
    for row in rows:
        if row["seconds"]:
            found.setdefault(row["learner"], []).append(float(row["seconds"]))
    return steps({name: sorted(seconds) for name, seconds in found.items()})


COLOURS = ("#0b6e99", "#b5430d", "#4c7a2d")


def steps(seconds: Mapping[str, Sequence[float]]) -> str:
    """Return a chart of how many runs were done after how many seconds, on a log scale."""
    low, high = -2, 3
    wide, tall, left, top = 900.0, 460.0, 130.0, 60.0

    def x(value: float) -> float:
        return left + wide * (math.log10(value) - low) / (high - low)

    size = (left + wide + 60, top + tall + 130)
    parts = [rect("sheet", (0, 0), size, PAPER)]
    for power in range(low, high + 1):
        at = x(10.0**power)
        grid = {"d": outline([(at, top), (at, top + tall)]), "stroke": "#c4c8cc", "stroke-width": 2}
        parts.append(tag("path", "grid", grid))
        parts += lines([f"{10.0**power:g}"], (at, top + tall + 8), "number", "middle")
    for share in (0, 50, 100):
        y = top + tall * (1 - share / 100)
        parts += lines([f"{share} %"], (left - 14, y - FONT / 1.5), "number", "end")
    parts += lines(["seconds, log scale"], (left + wide / 2, top + tall + 60), "axis", "middle")
    for number, (name, values) in enumerate(seconds.items()):
        points = [(x(max(v, 0.01)), top + tall * (1 - (n + 1) / len(values)))
                  for n, v in enumerate(values)]  # fmt: skip
        colour = COLOURS[number]
        parts.append(
            tag("path", "line", {"d": outline([(points[0][0], top + tall), *points]),
                "fill": "none", "stroke": colour, "stroke-width": 6})
        )  # fmt: skip
        text = {"x": points[len(points) // 2][0] - 16, "y": top + tall / 2, "text-anchor": "end",
                "font-family": "sans-serif", "font-size": FONT, "fill": colour}  # fmt: skip
        parts.append(tag("text", "name", text, escaped(name)))
    return document(*size, 50, parts)


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name of each picture, and what is drawn."""
    for name, shown in BOXES.items():
        yield name, boxes(shown)
    yield "one-state", one_state()
    yield "proved", proved()
    yield "line", a_line_of_a_file()
    yield "popper", times(ROOT / "studies" / "learners" / "paper.csv")


def main() -> None:
    """Write the pictures to the folder that the command line names."""
    for name, drawn in pictures():
        (Path(sys.argv[1]) / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
