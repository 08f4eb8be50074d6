"""Tables as they are declared: one declaration is all that a new one costs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from support.examples import ROOT
from support.handmade import EDGES, records
from support.pipeline import checkout, command
from support.report_pages import TEMPLATE, report_page

from witness.report.records import Records
from witness.report.render import csv_text, markdown
from witness.report.table import TABLES, Table, table


@pytest.fixture
def added() -> Iterator[Table]:
    """Declare the table, and take it back."""
    name = "support.added_table"
    import_module(name)
    yield TABLES["added"]
    del TABLES["added"]
    del sys.modules[name]


@pytest.mark.slow
def test_a_new_table_is_in_the_files_and_on_the_page(added: Table, tmp_path: Path) -> None:
    known = records()
    frame = added(known)
    assert csv_text(frame) == (
        "run,expansions,\"solved, %\",paper\nbaseline,4700.0,66.7,5\nwinner_proved,4300.0,66.7,5\n"
        "none,,,7\n"
    )  # fmt: skip
    assert markdown(frame).splitlines()[:3] == [
        "| run | expansions | solved, % | paper |",
        "| --- | ---: | ---: | ---: |",
        "| baseline | 4,700 | 66.7 | 5 |",
    ]
    page = report_page(known, tmp_path)
    section = page[page.index('<h2 id="large"') : page.index('<h2 id="made"')]
    shown = section[section.index('<p class="caption">Searches, π_baseline among them. <a ') :]
    assert 'title="less is better">expansions</th>' in shown
    assert '<td class="number">4,300</td>' in shown
    assert "Nothing here compares with none." in shown
    assert "tables/added.csv" in shown


def test_a_column_about_the_paper_is_where_the_paper_has_such_puzzles(added: Table) -> None:
    known = records()
    gaps = {name: replace(p, gaps=(((0, 0), (0, 1)),)) for name, p in known.puzzles.items()}
    assert "paper" in added(known).columns
    assert "paper" not in added(replace(known, puzzles=gaps)).columns


@pytest.mark.slow
def test_the_workflow_makes_the_file_of_a_new_table(tmp_path: Path) -> None:
    """One file is changed, in a copy of the package; the workflow is as it is."""
    place = checkout(tmp_path / "run")
    shutil.copytree(ROOT / "witness", place / "witness")
    declaration = (ROOT / "tests/support/added_table.py").read_text(encoding="utf-8")
    for text, exit_status in (("", 1), (declaration, 0)):
        with (place / "witness/report/large_tables.py").open("a", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run(
            command("--dry-run", "results/tiny/tables/added.csv"), cwd=place, capture_output=True,
            text=True, check=False, env={**os.environ, "PYTHONPATH": str(place)},
        )  # fmt: skip
        assert done.returncode == exit_status, done.stderr[-3000:]


def test_the_page_has_every_section_that_a_table_names() -> None:
    template = TEMPLATE.read_text(encoding="utf-8")
    sections = {declared.section for declared in TABLES.values() if declared.section}
    assert set(re.findall(r'\{\{ tables\("(\w+)"\) \}\}', template)) == sections


def test_two_tables_have_two_names() -> None:
    with pytest.raises(AssertionError, match="two tables scale"):
        table("scale", "The same name", ("quantity",))(lambda _: [])


@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_rows_have_no_cells_that_no_column_shows(known: Records) -> None:
    """A cell under a name that is not declared would be lost in silence."""
    for declared in TABLES.values():
        titles = {column.title for column in declared.columns}
        for row in declared.rows(known):
            assert set(row) <= titles, declared.name
