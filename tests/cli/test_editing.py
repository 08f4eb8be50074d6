"""`witness studio` as a user runs it: a process of its own, its page, and the file on the disk."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from support.browser import needs_browser
from support.browser import page as browser
from support.explore_pages import click, use

from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import SYMBOLS

ONE = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),), id="one")
OTHER = Puzzle(1, 2, ((0, 0),), ((1, 2),), id="other")
CHANGED = replace(ONE, triangles=((0, 0, 2),))
NEW = Puzzle(1, 1, ((0, 0),), ((1, 1),), id="new")


class Edit:
    """A running command: its process, and the address that it says."""

    def __init__(self, place: Path, *words: str, **variables: str) -> None:
        self.said = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - as long as this is
        self.process = subprocess.Popen(
            [sys.executable, "-m", "witness", "studio", "--rules", "none", *words],
            stdout=subprocess.PIPE, stderr=self.said, text=True, cwd=place,
            env={**os.environ, **variables},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def save(self, puzzle: Puzzle) -> dict[str, Any]:
        """Save a panel as the script of the page does, and return the first thing answered."""
        body = json.dumps({"panel": puzzle.to_json()}).encode()
        with urllib.request.urlopen(f"{self.address}ask/save", body, timeout=60) as answer:
            found: dict[str, Any] = json.loads(answer.readline())
        return found

    def refusal(self, puzzle: Puzzle) -> str:
        (words,) = self.save(puzzle).values()
        return str(words)

    def errors(self) -> str:
        """Return what the command has said on standard error."""
        self.said.seek(0)
        return self.said.read()

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """End the command, and return its status."""
        self.process.send_signal(number)
        return self.process.wait(60)


@contextmanager
def editing(place: Path, *words: str, **variables: str) -> Iterator[Edit]:
    edit = Edit(place, *words, **variables)
    try:
        assert edit.address, edit.errors()
        yield edit
    finally:
        if edit.process.poll() is None:
            assert edit.end() == 0


def refused(place: Path, *words: str) -> str:
    """Return the one line with which the command ends at once."""
    edit = Edit(place, "--no-browser", *words)
    status, said = edit.process.wait(60), edit.errors()
    assert (edit.address, status, said.count("\n")) == ("", 2, 1), said
    return said


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with two panels; nobody else can read it."""
    path = tmp_path / "p.jsonl"
    write_puzzles(path, [ONE, OTHER])
    path.chmod(0o600)
    return path


def test_panels_are_saved_in_their_file(file: Path) -> None:
    with editing(file.parent, file.name, "--no-browser") as edit:
        assert edit.save(CHANGED) == {"name": "saved", "value": "p.jsonl"}
        assert read_puzzles(file) == [CHANGED, OTHER]
        edit.save(replace(OTHER, dots=((0, 1),)))
        edit.save(ONE)
        edit.save(NEW)
        assert read_puzzles(file) == [ONE, replace(OTHER, dots=((0, 1),)), NEW]
        assert "rows is -1" in edit.refusal(replace(ONE, rows=-1))
        assert "rows is 40; the studio shows" in edit.refusal(replace(NEW, rows=40))
        assert len(read_puzzles(file)) == 3
        with urllib.request.urlopen(edit.address) as page:  # loaded anew, it has what was saved
            assert '"new"' in page.read().decode()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["p.jsonl"]


@pytest.mark.slow
def test_a_link_to_a_file_stays_a_link(file: Path) -> None:
    link = file.parent / "link.jsonl"
    link.symlink_to(file)
    with editing(file.parent, link.name, "--no-browser") as edit:
        edit.save(CHANGED)
    assert link.is_symlink()
    assert read_puzzles(file) == [CHANGED, OTHER]


@pytest.mark.parametrize("there", [False, True])
def test_a_new_file(there: bool, tmp_path: Path) -> None:
    """It does not exist, or is empty."""
    file = tmp_path / "new.jsonl"
    (tmp_path / "now.jsonl").touch()
    if there:
        file.touch()
    with editing(tmp_path, "new.jsonl", "--no-browser") as edit:
        assert file.exists() == there
        edit.save(NEW)
        assert read_puzzles(file) == [NEW]
        edit.save(ONE)
        assert read_puzzles(file) == [NEW, ONE]
        assert ("new.jsonl is a new file" in edit.errors()) == (not there)
        assert ("did you mean now.jsonl" in edit.errors()) == (not there)


@pytest.mark.slow
def test_without_a_file_nothing_is_saved(tmp_path: Path) -> None:
    with editing(tmp_path, "--no-browser") as edit:
        assert "there is no file to save panels in" in edit.refusal(ONE)


def test_a_file_that_somebody_else_has_changed(file: Path) -> None:
    with editing(file.parent, file.name, "--no-browser") as edit:
        write_puzzles(file, [replace(OTHER, dots=((0, 1),)), NEW])
        before = file.read_bytes()
        assert "p.jsonl: it has changed on the disk" in edit.refusal(CHANGED)
        assert file.read_bytes() == before
        edit.save(CHANGED)  # once more, which is no longer in silence
        assert read_puzzles(file) == [replace(OTHER, dots=((0, 1),)), NEW, CHANGED]
        file.write_text("{", encoding="utf-8")
        for _ in range(2):
            assert "p.jsonl: line 1: not JSON" in edit.refusal(CHANGED)
        assert file.read_text(encoding="utf-8") == "{"


def test_a_new_file_that_somebody_else_has_written(file: Path) -> None:
    with editing(file.parent, "new.jsonl", "--no-browser") as edit:
        file.rename(file.parent / "new.jsonl")
        assert "it has changed on the disk" in edit.refusal(NEW)
        assert read_puzzles(file.parent / "new.jsonl") == [ONE, OTHER]
        edit.save(NEW)
        assert read_puzzles(file.parent / "new.jsonl") == [ONE, OTHER, NEW]


def test_a_file_that_somebody_else_has_deleted(file: Path) -> None:
    with editing(file.parent, file.name, "--no-browser") as edit:
        file.unlink()
        assert "it was deleted meanwhile" in edit.refusal(CHANGED)
        assert not file.exists()
        edit.save(CHANGED)
        assert read_puzzles(file) == [CHANGED, OTHER]


def test_a_file_that_is_read_only(file: Path) -> None:
    before = file.read_bytes()
    file.chmod(0o444)
    with editing(file.parent, file.name, "--no-browser") as edit:
        assert "p.jsonl: cannot be written: it is read-only" in edit.refusal(CHANGED)
        assert file.read_bytes() == before
        file.chmod(0o644)
        edit.save(CHANGED)
    assert read_puzzles(file) == [CHANGED, OTHER]


def test_what_can_never_be_saved_is_refused_at_once(file: Path) -> None:
    place = file.parent
    assert "no/new.jsonl: cannot be written: the folder no does not exist" in refused(
        place, "no/new.jsonl"
    )
    assert "cannot be read: Is a directory" in refused(place, ".")
    assert "not .jsonl files" in refused(place, "p.jsonl", "-o", "out.jsonl")
    (place / "bad.jsonl").write_text("{}\n")
    assert "bad.jsonl: line 1: the key 'id' is missing" in refused(place, "bad.jsonl")
    assert {one.name for one in place.iterdir()} == {"bad.jsonl", "p.jsonl"}


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Path]:
    """A browser that notes what it was given, and stays until its program is removed."""
    program = tmp_path / "browser"
    program.write_text(
        f"#!/bin/sh\necho $1 > {shlex.quote(str(tmp_path / 'given'))}\n"
        "while [ -e $0 ]; do sleep 0.1; done\n"
    )
    program.chmod(0o755)
    yield program
    program.unlink()


def given(fake: Path) -> Path:
    """Return the file that the browser was told to open."""
    noted = fake.with_name("given")
    end = time.monotonic() + 60
    while not (noted.exists() and noted.read_text().endswith("\n")):
        assert time.monotonic() < end
        time.sleep(0.01)
    return Path(noted.read_text().strip().removeprefix("file://"))


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)],
)
def test_nobody_else_can_read_the_address(number: signal.Signals, fake: Path) -> None:
    with editing(fake.parent, "new.jsonl", BROWSER=f"{fake} %s &") as edit:
        page = given(fake)
        token = edit.address.split("/")[-2]
        assert len(token) > 20
        running = 0
        for process in Path("/proc").glob("[0-9]*"):
            try:
                arguments = (process / "cmdline").read_bytes()
                variables = (process / "environ").read_bytes()
            except OSError:  # it has ended
                continue
            running += str(fake).encode() in arguments
            assert token.encode() not in arguments + variables, arguments
        assert running
        assert f"url={edit.address}" in page.read_text()
        assert [stat.S_IMODE(one.stat().st_mode) for one in (page, page.parent)] == [0o600, 0o700]
        assert edit.end(number) == (0 if number == signal.SIGINT else 128 + number)
    assert not page.parent.exists()


@pytest.mark.slow
@needs_browser
def test_the_button_in_a_browser(file: Path, fake: Path) -> None:
    with (
        editing(file.parent, file.name, BROWSER=f"{fake} %s &") as edit,
        browser(offline=False) as seen,
    ):
        page = seen.page
        page.goto(given(fake).as_uri())
        page.wait_for_url(re.compile(re.escape(edit.address)))
        use(page, SYMBOLS["triangles"].tool)
        click(page, 1.5, 1.5)
        page.click("#save")
        page.locator("#saved:has-text('one is in p.jsonl')").wait_for()
        drawn = replace(ONE, triangles=((0, 0, 1), (1, 1, 1)))
        assert read_puzzles(file) == [drawn, OTHER]
        page.select_option("#puzzle", "other")
        page.select_option("#puzzle", "one")  # as it was saved
        click(page, 1.5, 1.5)
        page.click("#save")
        page.locator("#saved:has-text('one is in')").wait_for()
        drawn = replace(ONE, triangles=((0, 0, 1), (1, 1, 2)))
        assert read_puzzles(file) == [drawn, OTHER]
        page.fill("#name", "third")
        page.keyboard.press("Tab")
        page.click("#save")
        page.locator("#saved:has-text('third is in')").wait_for()
        assert read_puzzles(file) == [drawn, OTHER, replace(drawn, id="third")]
        write_puzzles(file, [NEW])
        page.click("#save")
        page.locator("#saved:has-text('p.jsonl: it has changed on the disk meanwhile')").wait_for()
        assert read_puzzles(file) == [NEW]
        page.click("#save")
        page.locator("#saved:has-text('third is in')").wait_for()
        assert [one.id for one in read_puzzles(file)] == ["new", "third"]
        assert seen.errors == []
