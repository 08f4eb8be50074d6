"""The notebook of the documentation: it runs, and prints and draws what was committed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.examples import ROOT

nbformat = pytest.importorskip("nbformat", reason="pip install --editable '.[docs]'")
nbclient = pytest.importorskip("nbclient", reason="pip install --editable '.[docs]'")
pytest.importorskip("ipykernel", reason="pip install --editable '.[docs]'")

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


def shown(cell: Any) -> list[Any]:
    """Return what a cell shows, without times and without which of two engines was faster."""
    printed, found = "", []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            printed += output["text"]  # in pieces, as they came
        else:
            data = str(sorted(output["data"].items()))
            found.append(re.sub(r"\b(seconds|engine)=[^,)]+", r"\1=…", data))
    return [printed, *found]


def test_the_notebook_shows_what_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `jupyter nbconvert --execute` would run it; docs/development.md has the command."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    committed = nbformat.read(NOTEBOOK, as_version=4)
    again = nbformat.read(NOTEBOOK, as_version=4)
    for cell in again.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbclient.NotebookClient(
        again, timeout=600, resources={"metadata": {"path": str(NOTEBOOK.parent)}}
    ).execute()
    cells = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert len(cells) > 20
    for before, after in zip(committed.cells, again.cells, strict=True):
        assert shown(after) == shown(before), before.source
    assert not any(output.output_type == "error" for cell in cells for output in cell.outputs)
    pictures = [o for c in cells for o in c.outputs if "image/svg+xml" in o.get("data", {})]
    assert len(pictures) >= 8
