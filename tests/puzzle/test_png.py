"""Pictures as PNG, from the library and the command line."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from support.examples import ROOT

import witness as w
from witness.base.extras import optional
from witness.cli import main
from witness.puzzle import png as module
from witness.puzzle.png import png

PANEL = w.Puzzle(1, 2, [(0, 0)], [(1, 2)], [(0, 1, 2)], id="one")
PATH_COLOUR = (0xFF, 0xF1, 0xB8)


def pixels(picture: bytes) -> np.ndarray:
    return (matplotlib.image.imread(io.BytesIO(picture)) * 255).round()[:, :, :3].astype(int)


def test_a_panel_has_its_size_and_its_colours() -> None:
    """Twice that of the document; the colour of the path where one is drawn, and there alone."""
    drawn, plain = PANEL.solve().svg(), PANEL.draw().svg()
    height, width, _ = pixels(png(drawn)).shape
    (size,) = re.findall(r'width="([\d.]+)" height="([\d.]+)" role', drawn)
    assert [width, height] == [round(2 * float(side)) for side in size]
    coloured = [(pixels(png(one)) == PATH_COLOUR).all(axis=2).sum() for one in (drawn, plain)]
    assert coloured[0] > 1000
    assert coloured[1] == 0


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`show` and `write` draw the same; a run that is refused leaves no earlier drawing."""
    PANEL.solve(shortest=True).write(tmp_path / "a.png")
    w.Puzzle.write(tmp_path / "p.jsonl", [PANEL])
    given = ["show", str(tmp_path / "p.jsonl"), "--solve", "-o", str(tmp_path / "b.PNG")]
    assert main(given) == 0
    assert (tmp_path / "b.PNG").read_bytes() == (tmp_path / "a.png").read_bytes()
    assert main([*given, "--format", "text"]) == 2
    assert capsys.readouterr().err == "witness: --format is for an output that is no .png\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "p.jsonl"]


#: All commands that draw a picture; PANELS, TASK and CLAUSES are files.
DRAW = [
    "show PANELS --all -o",
    "show PANELS --id figure-1 --tree -o",
    "show PANELS --id figure-1 --forced -o",
    "show PANELS --id figure-1 --entropy -o",
    "verify CLAUSES --picture",
    "learn TASK --until-proved -o out --picture",
]


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], int]:
    """What runs a command of `DRAW` with the name of a picture in an empty folder."""
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    panel = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1), (0, 1, 2)])
    w.examples(panel).write(tmp_path / "task")
    known = {
        "PANELS": ROOT / "examples" / "panels.jsonl",
        "CLAUSES": ROOT / "examples" / "unsound.pl",
        "TASK": tmp_path / "task",
    }

    def run(command: str, picture: str) -> int:
        try:
            return main([*(str(known.get(word, word)) for word in command.split()), picture])
        except SystemExit as ended:
            return int(str(ended.code))

    return run


@pytest.mark.slow
@pytest.mark.parametrize("command", DRAW)
def test_every_picture_is_svg_or_png(command: str, commands: Callable[[str, str], int]) -> None:
    for name in ("x.svg", "y.png"):
        assert commands(command, name) == 0
    assert "<svg" in Path("x.svg").read_text(encoding="utf-8")
    assert Path("y.png").read_bytes() == png(Path("x.svg").read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", DRAW)
def test_pictures_that_cannot_be_written(
    command: str,
    commands: Callable[[str, str], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before the work is done, and without a file of any kind."""
    assert commands(command, "x.jpeg") == 2
    assert ".svg or" in capsys.readouterr().err
    monkeypatch.setattr(module, "optional", lambda _, *rest: optional("no_such_module", *rest))
    assert commands(command, "x.png") == 2
    said = "resvg-py is not installed: pip install 'witness-ilp[png]'\n"
    assert capsys.readouterr() == ("", f"witness: {said}")
    assert not list(Path().iterdir())
