"""The studio in a notebook, and the page of an experiment: frames in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.browser import needs_browser
from support.browser import page as browser
from support.small_experiment import write_experiment

import witness as w
from witness.base.errors import InputError
from witness.base.files import write_text
from witness.library.studio.notebook import Editor


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
