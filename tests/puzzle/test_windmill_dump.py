"""Dumps of the Windmill: what is read from a file, and what is no dump."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.stopping import stopped
from support.windmill_encoding import HEXAGON, blank, contents, encoded

from witness.base.errors import InputError
from witness.cli import main
from witness.puzzle.files import read_puzzles
from witness.puzzle.formats.editor_files import import_panels
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.model import Puzzle

SMALL = Puzzle(1, 1, ((0, 0),), ((1, 1),), triangles=((0, 0, 2),), id="small")
LARGE = Puzzle(
    2, 3, ((1, 1),), ((0, 0), (2, 3)), stars=((0, 0, "red"), (1, 2, "red")), pass_goals=True,
    id="large",
)  # fmt: skip


def with_symbol(kind: int) -> str:
    table = blank(1, 1)
    table[1][1] = (kind, 0, 0)
    return contents(table)


DUMP: list[dict[str, Any]] = [
    {"id": "small", "contents": encoded(SMALL), "title": "T", "creator": "c", "isPrivate": False,
     "solves": 3, "upvotes": -1, "createUtc": 1669136530367, "more": [None]},
    {"id": "first", "contents": with_symbol(HEXAGON)},
    {"id": "odd", "contents": with_symbol(99)},
    {"id": "large", "contents": encoded(LARGE)},
    {"id": "rubbish", "contents": "?"},
    {"id": "more", "contents": with_symbol(HEXAGON)},
    {"id": "small", "contents": encoded(LARGE)},
]  # fmt: skip

SKIPPED = [
    ("first", "symbols out of place"), ("odd", "unknown symbols"), ("rubbish", "malformed"),
    ("more", "symbols out of place"), ("small", "repeated id"),
]  # fmt: skip

ODD = "an entry has the type 99; 1 to 11 are known"
NO_BASE64 = "the text is not base64"

SUMMARY = """\
witness: 7 read, 2 imported, 5 skipped:
  2 symbols out of place (first, more)
  1 malformed (rubbish)
  1 repeated id (small)
  1 unknown symbols (odd)
"""


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "dump.json"
    path.write_text(json.dumps(DUMP))
    return path


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_an_import_that_was_killed_goes_on(dump: Path, tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    skipped, again = tmp_path / "skipped.jsonl", tmp_path / "again.jsonl"
    assert run("import", "windmill", dump, "-o", whole, "--skipped", skipped) == 0
    command = ("import", "windmill", dump, "-o", out, "--skipped", again)
    assert stopped(*command, after=1).returncode == -9
    assert not out.exists()
    assert run(*command, "--resume") == 0
    assert out.read_text() == whole.read_text()
    assert again.read_text() == skipped.read_text()


@pytest.mark.parametrize("name", ["dump.json.gz", "dump.json"])
def test_compressed_whatever_its_name(name: str, tmp_path: Path, dump: Path) -> None:
    plain = import_panels(dump)
    (tmp_path / name).write_bytes(gzip.compress(dump.read_bytes()))
    assert import_panels(tmp_path / name) == plain


def test_the_command(dump: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    written, left_out = tmp_path / "puzzles.jsonl", tmp_path / "skipped.jsonl"
    assert run("import", "windmill", dump, "-o", written, "--skipped", left_out) == 0
    assert read_puzzles(written) == [SMALL, LARGE]
    records = [json.loads(line) for line in left_out.read_text().splitlines()]
    assert [record.pop("detail", "") for record in records] == ["", ODD, NO_BASE64, "", ""]
    assert records == [{"id": identifier, "reason": reason} for identifier, reason in SKIPPED]
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", SUMMARY)
    assert run("import", "windmill", dump) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == (written.read_text(), SUMMARY)


@pytest.mark.parametrize("separator", [", ", ",\n"])
def test_a_dump_that_is_cut_off(separator: str, tmp_path: Path, capsys: Any) -> None:
    """Between two entries, as a download may be."""
    path = tmp_path / "dump.json"
    path.write_text("[" + "".join(json.dumps(one) + separator for one in DUMP[:1]))
    assert run("import", "windmill", path) == 0
    told = capsys.readouterr().err
    assert "1 imported, 1 skipped" in told
    assert "cut off" in told


WHOLE = gzip.compress(json.dumps(DUMP).encode(), mtime=0)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"[]", "list is empty"),
        (b"id,contents\n", "after an id and a tab, or a list of these"),
        (b"hello", "line 1: 'hello': a dump of the Windmill, a saved play page, or"),
        (
            b'{"puzzles": []}',
            "line 1: the puzzle is damaged: a puzzle has the key 'puzzles'",
        ),
        (
            b'["https://windmill.thefifthmatt.com/abc123"]',
            "entry 1: the address 'https://windmill.thefifthma",
        ),
        (b'["https://example.org/"]', "entry 1: the address 'https://example.org/' has no"),
        (b"\xff\xfe", "not UTF-8"),
        (WHOLE[:-1], "gzip file is damaged or not complete"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_no_dump(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    path = tmp_path / "dump"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        import_panels(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400
    written = tmp_path / "puzzles.jsonl"
    assert run("import", "windmill", path, "-o", written) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"witness: {caught.value}\n")
    assert not written.exists()


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("7", "7"),
        ('"https://windmill.thefifthmatt.com/abc1234"', "names a published puzzle"),
        ('{"contents": ""}', "it has no id"),
        ('{"id": "a"}', "has the key 'id', which is not known"),
        ('{"id": "a\\nb", "contents": ""}', "its id is"),
        ('{"id": "a", "id": "b", "contents": ""}', "'id' stands twice"),
        ('{"id": "a", "contents": "CAsSA', "not JSON"),
        ('{"id": "a", "contents": "\udcff"}', "not UTF-8 text"),
        ("[[[", "not JSON"),
    ],
)
@pytest.mark.parametrize("form", ["{}\n{}\n{}", "[\n{},\n{},\n{}]", "[\n  {},\n  {},\n  {}\n]\n"])
def test_a_damaged_entry_among_others_is_skipped(
    form: str, entry: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    path, written, left_out = (tmp_path / name for name in ("dump", "puzzles", "skipped"))
    small, large = (json.dumps(one) for one in (DUMP[0], DUMP[3]))
    path.write_text(form.format(small, entry, large), "utf-8", "surrogateescape")
    assert run("import", "windmill", path, "-o", written, "--skipped", left_out) == 0
    assert read_puzzles(written) == [SMALL, LARGE]
    said = capsys.readouterr().err
    assert said.startswith("witness: 3 read, 2 imported, 1 skipped:\n  1 malformed (")
    (record,) = map(json.loads, left_out.read_text().splitlines())
    assert record["detail"].startswith(f"{path}: line ")
    assert words in record["detail"]
    # Alone it is an error.
    path.write_text(form.format(entry, entry, entry), "utf-8", "surrogateescape")
    assert run("import", "windmill", path, "-o", written) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("first", ["", "hello", '{"id": "a", "contents": [', '["', "\0"])
def test_the_first_line_may_be_the_damaged_one(first: str, tmp_path: Path) -> None:
    path = tmp_path / "dump"
    path.write_text("\n".join([first, *(json.dumps(one) for one in DUMP)]))
    assert import_panels(path).puzzles == (SMALL, LARGE)
    path.write_text("\n".join([first, *(windmill_link(one) for one in (SMALL, LARGE))]))
    assert import_panels(path).puzzles == (SMALL, LARGE)


def test_other_forms_of_a_dump(tmp_path: Path) -> None:
    """Pretty-printed, one object a line or alone, and lists of links."""
    path = tmp_path / "dump"
    path.write_text(json.dumps(DUMP))
    expected = import_panels(path)
    lines = "\n".join(json.dumps(one) for one in DUMP)
    spread = "\n\n".join(json.dumps(one, indent=4) for one in DUMP)
    for text in (json.dumps(DUMP, indent=2), lines, spread, f"\n{spread}\n"):
        path.write_text(text)
        assert import_panels(path) == expected
    path.write_text(",\n".join(json.dumps(windmill_link(one)) for one in (SMALL, LARGE)))
    assert len(import_panels(path).puzzles) == 2
    path.write_text(json.dumps(DUMP[3], indent=1))
    assert import_panels(path).puzzles == (LARGE,)
    path.write_text(json.dumps([windmill_link(SMALL), windmill_link(LARGE)], indent=1))
    assert import_panels(path).puzzles == (
        replace(SMALL, id="link-1"),
        replace(LARGE, id="link-2"),
    )
