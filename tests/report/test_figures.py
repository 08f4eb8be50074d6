"""Figures: they are drawn whatever the records hold, the same every time, and fit into a page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.handmade import EDGES, TEST, records, search

from witness.report.figures import FIGURES, figure_4, figure_5, finalists, save
from witness.report.records import Records

SVG = "{http://www.w3.org/2000/svg}"


def words(path: Path) -> list[str]:
    return ["".join(e.itertext()).strip() for e in ElementTree.parse(path).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_every_figure_is_drawn_whatever_there_is(tmp_path: Path, name: str, known: Records) -> None:
    svg, png = tmp_path / f"{name}.svg", tmp_path / f"{name}.png"
    save(FIGURES[name](known), svg, png)
    assert words(svg)
    assert not any("nan" in word for word in words(svg))
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_the_same_byte_for_byte(tmp_path: Path, name: str) -> None:
    first, second = tmp_path / "a" / f"{name}.svg", tmp_path / "b" / f"{name}.svg"
    first.parent.mkdir()
    second.parent.mkdir()
    save(FIGURES[name](records()), first)
    save(FIGURES[name](records()), second)
    assert first.read_bytes() == second.read_bytes()
    assert "<dc:date>" not in first.read_text()


def test_the_style_of_a_figure_is_about_itself_alone(tmp_path: Path) -> None:
    # In a page, a style about everything would take the round ends from the drawn paths.
    path = tmp_path / "figure_4.svg"
    save(figure_4(records()), path)
    text = path.read_text()
    assert '<svg class="chart" ' in text
    assert ">.chart *{" in text
    assert ">*{" not in text


def test_figure_4_names_sizes_with_their_numbers_of_puzzles(tmp_path: Path) -> None:
    many = [
        search(n, name, 100 + n if name == "baseline" else 10, size=(3, 3))
        for n in range(20)
        for name in ("baseline", "winner_proved")
    ]
    save(figure_4(records(test=[*TEST, *many])), tmp_path / "f.svg")
    shown = words(tmp_path / "f.svg")
    assert {"6", "(2)", "9", "(20)"} <= set(shown)
    assert {"Expansion speedup", "Time speedup"} <= set(shown)


def test_figure_5_rounds_percentages(tmp_path: Path) -> None:
    save(figure_5(records()), tmp_path / "f.svg")
    shown = words(tmp_path / "f.svg")
    assert {"3×3", "3×4", "0.001", "0.01", "π_baseline", "winner_proved"} <= set(shown)
    assert shown.count("50") == 1  # one cell; the colour bar has 0, 20, …


def test_figures_say_why_they_are_empty(tmp_path: Path) -> None:
    save(figure_5(EDGES["no large set"]), tmp_path / "f.svg")
    assert words(tmp_path / "f.svg") == ["This experiment has no large puzzles."]
    save(figure_4(EDGES["every search capped"]), tmp_path / "f.svg")
    assert words(tmp_path / "f.svg")[0].startswith("No test puzzle")


def test_finalists_are_named_with_their_places(tmp_path: Path) -> None:
    save(finalists(EDGES["unsound winner"]), tmp_path / "f.svg")
    shown = words(tmp_path / "f.svg")
    assert shown.count("2 clauses (all 1)") == 2
    assert shown.count("1 clause (proved 1)") == 2
    save(finalists(records()), tmp_path / "f.svg")
    assert words(tmp_path / "f.svg").count("π° (all 1, proved 1)") == 2
