"""What the values of the library show in a notebook, and what can be asked of them there."""

from __future__ import annotations

import html
import inspect
import re
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import pytest
from support.browser import needs_browser
from support.browser import page as browser
from support.handmade import records
from support.small_experiment import write_experiment

import witness as w
from witness.base.errors import InputError
from witness.base.files import write_text
from witness.clauses.learners.asp import learner as asp
from witness.clauses.learners.registry import LEARNERS
from witness.clauses.learners.settings import Settings
from witness.library.progress import progress
from witness.pipeline.report.paper import CLAUSES
from witness.studio.server.notebook import Editor

PAPER = "\n".join(CLAUSES)


def cells(text: str) -> list[str]:
    """The texts of the cells of a table."""
    found = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", text, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in found]


def test_a_hypothesis_is_iterated_over_and_shown() -> None:
    hypothesis = w.Hypothesis.of(PAPER)
    assert tuple(hypothesis) == hypothesis.clauses
    assert "\n".join(map(str, hypothesis)) == str(hypothesis)
    shown = cells(hypothesis._repr_html_())
    pairs = zip(map(str, hypothesis), hypothesis.explain(), strict=True)
    assert shown[2:] == [text for pair in pairs for text in pair]
    unknown = w.Hypothesis.of("f(A,B) :- p(A,'<b>').")  # neither translated nor taken for HTML
    assert cells(unknown._repr_html_())[2:] == ["f(A,B) :- p(A,'<b>').", ""]


def test_where_and_why_a_hypothesis_fires() -> None:
    """As a count of edges by hand says it, for each square, on all partial paths of a panel."""
    panel = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1), (1, 1, 3), (0, 1, 2)])
    more = w.Hypothesis.of("f(A,B) :- square(B,T,E), path(A,P), count(P,E,N), greaterThan(N,T).")
    fired = 0
    for path in paths_of(panel, [(0, 0)]):
        edges = {frozenset(pair) for pair in pairwise(path)}
        expected = {(r, c) for r, c, number in panel.triangles if len(sides(r, c) & edges) > number}
        reasons = more.fires(panel, path)
        assert {reason.about.place for reason in reasons} == expected
        assert all(reason.clause == 1 for reason in reasons)
        for reason in reasons:
            assert f"the square {list(reason.about.place)}" in str(reason)
        fired += bool(reasons)
    assert fired > 10


def sides(row: int, col: int) -> set[frozenset[tuple[int, int]]]:
    corners = [(row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)]
    return {frozenset(pair) for pair in zip(corners, [*corners[1:], corners[0]], strict=True)}


def paths_of(panel: w.Puzzle, path: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """All simple paths that begin with a path."""
    row, col = path[-1]
    steps = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    inside = [s for s in steps if 0 <= s[0] <= panel.rows and 0 <= s[1] <= panel.cols]
    return [path] + [
        longer for step in inside if step not in path for longer in paths_of(panel, [*path, step])
    ]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda p: w.search(p, mode="prun"), "use prune or sort; did you mean prune"),
        (lambda p: w.search(p, heuristic="manhatan"), "did you mean manhattan"),
        (lambda p: p.solve("clngo"), "did you mean clingo"),
        (lambda p: w.examples(p, labels="puzzel"), "did you mean puzzle"),
        (lambda p: p.export("windmil"), "did you mean windmill"),
        (lambda p: [*p.suggestions("hardr")], "did you mean harder"),
        (lambda _: w.Puzzle(1, 1, [(0, 0)], [(1, 1)], triangle=[]), "did you mean triangles"),
        (lambda _: w.Hypothesis.of("f(A,B) :- sqare(B,C,D).").verify(), "did you mean square/3"),
        (lambda p: w.learn(w.examples(p), forbidden=()), "no setting 'forbidden'"),
        (lambda _: w.explore("nowhere"), "nowhere: there is no such folder"),
        (lambda p: p.draw("(0,0)"), r"path is '\(0,0\)'; a sequence or a solution is expected"),
        (lambda p: p.draw().write("x.jpg"), r"x\.jpg: a picture is an \.svg file"),
        (lambda p: w.Hypothesis.of(PAPER).verify().write("v.pdf"), r"v\.pdf: a picture is an"),
    ],
)
def test_what_is_misspelt_gets_an_answer(ask: Callable[[w.Puzzle], object], words: str) -> None:
    with pytest.raises(w.InputError, match=words):
        ask(w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1)]))


def test_what_a_shell_shows(tmp_path: Path) -> None:
    hypothesis = w.Hypothesis.of(PAPER)
    assert hypothesis[0] == hypothesis.clauses[0]
    assert repr(hypothesis[0]) == f"Clause({str(hypothesis[0])!r})"
    with pytest.raises(AttributeError) as caught:
        w.serch  # noqa: B018 - Python's own question needs to know where it was looked for
    assert (caught.value.name, caught.value.obj) == ("serch", w)
    page = w.explore(str(write_experiment(tmp_path / "early")))
    assert "letters of HTML" in repr(page)
    hypothesis.verify().write(tmp_path / "v.svg")
    assert (tmp_path / "v.svg").read_text(encoding="utf-8") == hypothesis.verify()._repr_svg_()


def test_a_panel_with_other_values() -> None:
    panel = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1)], id="one")
    other = panel.with_(triangles=[(1, 1, 2)], id="two")
    assert other == w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(1, 1, 2)])
    assert (panel.triangles, other.id, type(other)) == (((0, 0, 1),), "two", w.Puzzle)
    for wrong, words in (({"triangle": []}, "did you mean triangles"), ({"cols": 1}, "off the bo")):
        with pytest.raises(w.InputError, match=words):
            panel.with_(**wrong)


def test_help_says_what_learn_takes() -> None:
    named = inspect.signature(w.learn).parameters
    settings = {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    del settings["forbidden"]
    assert list(named)[:4] == ["task", "learner", "keep", "until_proved"]
    assert {name: one.default for name, one in named.items() if name in settings} == settings
    assert len(named) == 4 + len(settings)
    assert w.learn.__doc__ is not None
    assert all(f"`{learner}`" in w.learn.__doc__ for learner in LEARNERS)
    assert w.experiment.__doc__ is not None
    for frame in ("hypotheses", "clauses", "triage", "searches"):
        assert f"`{frame}`" in w.experiment.__doc__
    task = w.examples([w.Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 1)])])
    with pytest.raises(w.InputError, match="no setting 'timeot'; did you mean timeout"):
        w.learn(task, timeot=3)


def test_an_experiment(tmp_path: Path) -> None:
    """Its table begins with the clause learned most often; frames show whole texts."""
    found = w.experiment(write_experiment(tmp_path / "early"))
    shown = cells(found._repr_html_())
    assert shown[5] == "6 of 6 are finished"
    assert shown[8:10] == ["in 3, refuted", found.clauses["clause"][0]]
    frame = found.clauses
    assert isinstance(frame, pd.DataFrame)
    proved = frame[frame["status"] == "proved"]
    longest = max(proved["clause"], key=len)
    assert len(longest) > 50  # where pandas cuts texts
    assert longest in html.unescape(proved._repr_html_())
    with pytest.raises(w.InputError):
        found.plot()


def test_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = w.experiment(write_experiment(tmp_path / "early"))
    monkeypatch.setattr(w.Experiment, "records", records())
    for name in ("figure_4", "figure_5"):
        assert "<svg" in found.plot(name)._repr_svg_()
    found.plot().write(tmp_path / "f.png")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(w.InputError, match="there is no figure 'figure_3'; use figure_4"):
        found.plot("figure_3")
    with pytest.raises(w.InputError, match=r"f\.txt: a figure is an \.svg or a \.png"):
        found.plot().write(tmp_path / "f.txt")


def test_progress_bars_are_for_notebooks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hypothesis = w.Hypothesis.of(PAPER)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    hypothesis.verify()
    with progress(3, "clause", 0) as step:
        step()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    monkeypatch.setattr("witness.library.progress.DELAY", 0)
    with progress(3, "clause", 0) as step:
        step()
    said: Any = capsys.readouterr()
    assert "clause/s" in said.err or "/3" in said.err


@pytest.mark.slow
def test_a_notebook_sees_what_learning_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And learns the same; elsewhere nothing is said."""
    task = w.examples(w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 3), (1, 1, 1)]))
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    silent = [w.learn(task), w.learn(task, until_proved=True)]
    assert capsys.readouterr() == ("", "")
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    monkeypatch.setattr("witness.library.learning.progress", partial(progress, delay=0.01))
    real = asp.limit_met

    def slow(*how: Any) -> str | None:
        found = real(*how)
        time.sleep(0.3)
        return found

    monkeypatch.setattr(asp, "limit_met", slow)
    for plain, options, said in zip(
        silent,
        ({}, {"until_proved": True}),
        (r"asp learns from \d+ examples \[00:00", r"round 1: \d+ of .* not proved; round 2 "),
        strict=True,
    ):
        assert w.learn(task, **options) == plain
        shown = capsys.readouterr()
        assert shown.out == ""
        assert re.search(said, shown.err)


def test_edit_needs_a_panel_that_the_page_can_show() -> None:
    with pytest.raises(InputError, match="cols is 30; the studio shows 1 to"):
        w.edit(w.Puzzle(2, 30, [(0, 0)], [(1, 1)]))
    with pytest.raises(InputError, match="unknown rule 'my'"):
        w.edit(rules="my")
    with pytest.raises(InputError, match="puzzle is 5; a Puzzle is expected"):
        w.edit(5)  # type: ignore[arg-type]


@pytest.mark.slow
@needs_browser
def test_a_panel_that_is_drawn_in_a_notebook(tmp_path: Path) -> None:
    begun = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], id="begun")
    editor = w.edit(begun, rules="none")
    assert isinstance(editor, Editor)
    assert repr(editor) == f"<the studio at {editor.address}>"
    assert editor.puzzle == begun
    write_text(tmp_path / "notebook.html", f"<h1>A notebook</h1>{editor._repr_html_()}")
    with browser(offline=False) as seen:
        seen.page.goto((tmp_path / "notebook.html").as_uri())
        frame = seen.page.frame_locator("iframe")
        frame.locator("#known-solutions:not(.old):has-text('12')").wait_for()
        frame.locator("input[value=triangles]").check(force=True)
        box = frame.locator("#board").bounding_box()
        assert box is not None
        seen.page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 3)
        frame.locator("#known-unique:not(.old)").wait_for()
        drawn = editor.puzzle
        assert isinstance(drawn, w.Puzzle)
        assert drawn.triangles == ((1, 0, 1),)
        assert frame.locator("#known-solutions").inner_text() == str(drawn.count())
        assert seen.errors == []
    editor.close()


@needs_browser
def test_an_experiment_in_a_notebook(tmp_path: Path) -> None:
    experiment = w.experiment(write_experiment(tmp_path / "small"))
    shown = w.explore(experiment)._repr_html_()
    write_text(tmp_path / "notebook.html", f"<h1>A notebook</h1>{shown}")
    with browser() as seen:
        seen.page.goto((tmp_path / "notebook.html").as_uri())
        frame = seen.page.frame_locator("iframe")
        assert re.search("small", frame.locator("h1").inner_text())
        frame.locator("#board").focus()
        seen.page.keyboard.press("Escape")  # the page opens with a path
        seen.page.keyboard.press("ArrowUp")
        assert "Path of 1 edge" in frame.locator("#live").inner_text()
        assert seen.errors == []
