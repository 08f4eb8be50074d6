"""Pictures as PNG, from the library and the command line."""

from __future__ import annotations

import io
import re
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from support.examples import ROOT

import witness as w
from witness.base import extras
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


def test_texts_are_drawn() -> None:
    document = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">{}</svg>'
    words = '<text x="5" y="20" font-family="sans-serif" fill="#fff">word</text>'
    assert pixels(png(document.format(words))).std() > pixels(png(document.format(""))).std()


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`show` and `write` draw the same; nothing else writes such files."""
    PANEL.solve(shortest=True).write(tmp_path / "a.png")
    w.Puzzle.write(tmp_path / "p.jsonl", [PANEL])
    given = ["show", str(tmp_path / "p.jsonl"), "--solve", "-o", str(tmp_path / "b.PNG")]
    assert main(given) == 0
    assert (tmp_path / "b.PNG").read_bytes() == (tmp_path / "a.png").read_bytes()
    assert main([*given, "--format", "text"]) == 2
    assert capsys.readouterr().err == "witness: --format is for an output that is no .png\n"
    given = ["generate", "random", "--count", "1", "--seed", "1", "-o", str(tmp_path / "c.png")]
    with pytest.raises(SystemExit):
        main(given)
    assert "this command writes no .png files, but `show` does" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.PNG", "p.jsonl"]


def test_without_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(extras, "import_module", missing)
    words = "resvg-py is not installed: pip install 'witness-ilp[png]'"
    with pytest.raises(w.InputError) as caught:
        PANEL.draw().write(tmp_path / "a.png")
    assert str(caught.value) == words
    panels = str(ROOT / "examples" / "panels.jsonl")
    assert main(["show", panels, "--all", "-o", str(tmp_path / "a.png")]) == 2
    assert capsys.readouterr().err == f"witness: {words}\n"
    assert not list(tmp_path.iterdir())


def test_a_picture_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PIXELS", 1000)
    with pytest.raises(w.InputError, match="a PNG has at most 1,000: draw fewer panels"):
        png(PANEL.draw().svg())
