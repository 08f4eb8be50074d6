"""Figures: they are drawn whatever the records hold, the same every time, and fit into a page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from support.handmade import EDGES, records, search

from witness.pipeline.report.figures import FIGURES, figure_4, save
from witness.pipeline.report.records import Records

SVG = "{http://www.w3.org/2000/svg}"


def words(path: Path) -> list[str]:
    return ["".join(e.itertext()).strip() for e in ElementTree.parse(path).iter(f"{SVG}text")]


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_every_figure_is_drawn_whatever_there_is(tmp_path: Path, name: str, known: Records) -> None:
    svg, png = tmp_path / f"{name}.svg", tmp_path / f"{name}.png"
    whole = known is EDGES["as it should be"]
    figure = FIGURES[name](known)
    assert overprinted(figure) == []
    save(figure, svg, *([png] if whole else []))
    assert words(svg)
    assert not any("nan" in word for word in words(svg))
    assert not whole or png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
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


def hidden(figure: Figure) -> set[Text]:
    """The labels of ticks outside of their axis, which are not drawn."""
    axes = [(one.xaxis, one.get_xlim()) for one in figure.axes]
    axes += [(one.yaxis, one.get_ylim()) for one in figure.axes]
    return {
        label
        for axis, limits in axes
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
        for label in (tick.label1, tick.label2)
        if not min(limits) <= tick.get_loc() <= max(limits)
    }


def overprinted(figure: Figure) -> list[str]:
    """The pairs of texts of a figure that overlap, and the texts that anything drawn reaches."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    shown = {t for t in figure.findobj(Text) if t.get_visible() and t.get_text().strip()}
    texts = [
        (text.get_text(), text.get_window_extent(renderer).padded(-0.5))
        for text in sorted(shown - hidden(figure), key=lambda text: text.get_window_extent().y0)
    ]
    drawn: list[tuple[str, Bbox]] = []
    for axes in figure.axes:
        drawn += [("a bar", patch.get_window_extent(renderer)) for patch in axes.patches]
        for line in (*axes.lines, *axes.get_xgridlines(), *axes.get_ygridlines()):
            if not line.get_visible():
                continue
            points = line.get_transform().transform(line.get_xydata())
            if line.get_marker() not in ("None", None, ""):
                reach = line.get_markersize() * figure.dpi / 72 / 2
                boxes = [("a marker", Bbox([p - reach, p + reach])) for p in points]
            else:
                boxes = [("a line", Bbox([points.min(axis=0), points.max(axis=0)]))]
            inside = axes.bbox if line.get_clip_on() else figure.bbox
            clipped = ((kind, Bbox.intersection(box, inside)) for kind, box in boxes)
            drawn += [(kind, box) for kind, box in clipped if box is not None]
    return [
        f"{one} and {other}"
        for place, (one, box) in enumerate(texts)
        for other, another in [*texts[place + 1 :], *drawn]
        if box.overlaps(another)
    ]


def test_figure_4_has_room_for_many_sizes() -> None:
    sizes = [(rows, cols) for rows in range(2, 8) for cols in range(rows, 8)]
    many = [
        search(n, name, 50 + n if name == "baseline" else 7, size=size)
        for size in sizes
        for n in range(12)
        for name in ("baseline", "winner_proved")
    ]
    assert overprinted(figure_4(records(test=many))) == []
