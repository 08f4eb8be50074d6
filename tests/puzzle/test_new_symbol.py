"""A symbol that nobody knows costs a Python file, a file for clingo and one line.

A copy of the package gets hearts, and then commands, the library and the page know them; who would
need more refuses them by name.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.node import answers, needs_node

from witness.puzzle.grid import path_edges, regions
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths

MODULE = '''
"""Hearts: the region of a heart holds exactly three symbols of its colour."""

from witness.puzzle.grid import path_edges
from witness.puzzle.grid import regions
from witness.puzzle.symbols.placing import with_symbols
from witness.puzzle.symbols.rule import InRegion
from witness.puzzle.symbols.shapes import Shape
from witness.puzzle.symbols.symbol import Coloured


class Hearts(Coloured):
    name = "hearts"
    one = "heart"
    words = "hearts"
    subject = "heart"
    tool = "Heart"
    violation = "hearts"
    rule = InRegion(
        "colour", (3,), "the region of the {colour} heart at {place} has {found:symbol}, not 3"
    )
    asks = "a heart has exactly two other symbols of its colour in its region"
    glyph = "\\u2665"
    shapes = (Shape(polygons=(((0, 20), (-20, -10), (20, -10)),)),)
    generated = True
    least = 3

    def anywhere(self, panel, rng):
        chosen = rng.sample(panel.grid.squares, 3)
        return with_symbols(panel, hearts={square: "red" for square in chosen})

    def around(self, panel, path, rng):
        for region in regions(panel.grid, set(path_edges(path))):
            if len(region) >= 3:
                return with_symbols(panel, hearts={square: "red" for square in region[:3]})
        return None


SYMBOL = Hearts()
'''

RULES = """
colour(S,C) :- heart(S,C).
beside_heart(S,S) :- heart(S,_).
beside_heart(S,U) :- beside_heart(S,T), open(T,U).
:- heart(S,C), not 3 { beside_heart(S,T) : colour(T,C) } 3.
#defined heart/2.
"""

#: A panel with two hearts and a square of one colour; the square of another is to be parted.
BARE = Puzzle(2, 3, ((0, 0),), ((2, 3),), squares=((0, 0, "red"), (1, 2, "white")), id="p")
HEARTS = [[0, 1, "red"], [1, 1, "red"]]
PANEL = BARE.to_json() | {"hearts": HEARTS}


def is_right(path: Any) -> bool:
    """Whether a path solves the panel: what the symbols ask, word for word."""
    red = {(0, 0), (0, 1), (1, 1)}
    for region in map(set, regions(BARE.grid, set(path_edges(path)))):
        if (0, 0) in region and (1, 2) in region:
            return False
        if region & {(0, 1), (1, 1)} and not red <= region:
            return False
    return True


SOLUTIONS = [path for path in simple_paths(BARE) if is_right(path)]
#: A path that parts the hearts.
WRONG = next(
    path
    for path in simple_paths(BARE)
    if [(0, 1), (1, 1)]
    not in [
        [square for square in region if square in ((0, 1), (1, 1))]
        for region in regions(BARE.grid, set(path_edges(path)))
    ]
)


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the package that knows hearts, and a file of the panel."""
    place: Path = tmp_path_factory.mktemp("copy")
    shutil.copytree(
        ROOT / "witness", place / "witness", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("bias", "bk", "examples", "config", "workflow"):
        (place / name).symlink_to(ROOT / name)
    symbols = place / "witness" / "puzzle" / "symbols"
    (symbols / "hearts.py").write_text(MODULE, encoding="utf-8")
    (symbols / "hearts.lp").write_text(RULES, encoding="utf-8")
    registry = symbols / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    assert text.count('    "stars",\n') == 1
    registry.write_text(text.replace('    "stars",\n', '    "stars",\n    "hearts",\n'))
    (place / "panels.jsonl").write_text(json.dumps(PANEL) + "\n", encoding="utf-8")
    return place


def python(
    place: Path, *arguments: str, compiler: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run Python with the copy; its machine code would be made anew."""
    without = {} if compiler else {"NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=place,
        env={**os.environ, **without, "PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )


def witness(place: Path, command: str, status: int = 0, *, compiler: bool = False) -> str:
    """Run a command on the panel; return what it prints, or its error."""
    done = python(place, "-m", "witness", *command.split(), compiler=compiler)
    assert done.returncode == status, done.stderr
    return done.stderr if status == 2 else done.stdout


def test_check(copied: Path) -> None:
    path = json.dumps(WRONG).replace(" ", "")
    said = witness(copied, f"show --format words panels.jsonl --path {path}", status=0)
    assert "the region of the red heart at [0, 1] has " in said
    right = json.dumps(SOLUTIONS[0]).replace(" ", "")
    assert witness(copied, f"show --format words panels.jsonl --path {right}") == "solution\n"


@pytest.mark.parametrize(
    ("solver", "compiler"),
    [
        ("frontier", False),
        ("clingo", False),
        pytest.param("frontier", True, marks=pytest.mark.long),
    ],
)
def test_solve_and_count(copied: Path, solver: str, compiler: bool) -> None:
    solve, count = (f"{what} panels.jsonl --solver {solver}" for what in ("solve", "count"))
    found = json.loads(witness(copied, solve, compiler=compiler))
    assert found["status"] == "solved"
    assert tuple(map(tuple, found["path"])) in SOLUTIONS
    counted = json.loads(witness(copied, count, compiler=compiler))
    assert counted["solutions"] == len(SOLUTIONS)


def test_show(copied: Path) -> None:
    assert witness(copied, "show panels.jsonl").count("r ♥") == 2
    assert witness(copied, "show panels.jsonl --format svg").count('class="heart"') == 2


@pytest.mark.slow
@pytest.mark.parametrize("how", ["random --min-size 2 --max-size 3", "path --rows 2 --cols 3"])
def test_generate(copied: Path, how: str) -> None:
    made = f"made-{how.split()[0]}.jsonl"
    witness(copied, f"generate {how} --kind hearts --count 5 -o {made}")
    lines = (copied / made).read_text(encoding="utf-8").splitlines()
    panels = [json.loads(line) for line in lines]
    assert [len(panel["hearts"]) for panel in panels] == [3] * 5
    found = [json.loads(line) for line in witness(copied, f"count {made}").splitlines()]
    assert all(one["solutions"] for one in found)


def test_others_refuse_hearts_by_name(copied: Path) -> None:
    for command in (
        "solve panels.jsonl --solver astar",
        "examples panels.jsonl --id p -o made",
        "game from-puzzle panels.jsonl --id p -o made",
        "export windmill panels.jsonl",
        "export witnesspuzzles panels.jsonl",
    ):
        assert "puzzle 'p' has hearts; " in witness(copied, command, status=2), command


LIBRARY = """
import witness as w
panel, = w.Puzzle.read("panels.jsonl")
again = w.Puzzle(2, 3, [(0, 0)], [(2, 3)], squares=panel.squares, hearts=panel.hearts)
assert again == panel, again
w.Puzzle.write("again.jsonl", [panel])
assert w.Puzzle.read("again.jsonl") == [panel]
print(panel.count())
"""


def test_the_library(copied: Path) -> None:
    done = python(copied, "-c", LIBRARY)
    assert done.stdout.strip() == str(len(SOLUTIONS)), done.stderr


SCRIPT = """
from support.explored import explored
from witness.studio.explore.page import script
print(script([explored([], "paper")], shown=()))
"""


@needs_node
def test_the_page_to_play_with_and_its_editor(copied: Path, tmp_path: Path) -> None:
    made = python(copied, "-c", f"import sys; sys.path.append({str(ROOT / 'tests')!r})\n{SCRIPT}")
    assert made.returncode == 0, made.stderr
    end = "})();"
    opened = (
        "globalThis.witness = { ...witness, tools: () => TOOLS,\n"
        "  edited: (puzzle, ...more) => edited(makeBoard(puzzle), ...more) };\n"
    )
    whole = opened.join([made.stdout.rstrip().removesuffix(end), f"{end}\n"])
    heart = {"kind": "square", "place": [1, 0]}
    tools, added, good, bad, decided = answers(
        whole,
        [
            ("tools", []),
            ("edited", [PANEL, "hearts", heart, {"colour": "red"}]),
            ("violations", [PANEL, list(map(list, SOLUTIONS[0]))]),
            ("violations", [PANEL, list(map(list, WRONG))]),
            ("decide", [PANEL, [[0, 0]]]),
        ],
        tmp_path,
    )
    assert tools["hearts"] == {"words": "Heart", "on": "square"}
    assert added["puzzle"]["hearts"] == [*HEARTS, [1, 0, "red"]]
    assert good == []
    assert any("the region of the red heart at [0, 1] has " in one for one in bad)
    assert decided["kind"] == "solution"
