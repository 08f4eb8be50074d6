"""Nothing is left half-written, and what cannot be read or written is one clear error."""

import io
import os
import resource
import stat
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witness.base.errors import InputError
from witness.base.files import (
    atomic_writer,
    output,
    outputs,
    read_json,
    read_jsonl,
    read_text,
    write_json,
    write_jsonl,
    write_text,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("before", [None, "before\n"])
def test_a_block_that_raises_leaves_no_trace(tmp_path, error, before):
    file = tmp_path / "result.jsonl"
    if before is not None:
        file.write_text(before)

    def fail():
        with atomic_writer(file) as stream:
            stream.write("half a li")
            stream.flush()
            assert len(list(tmp_path.iterdir())) == 1 + (before is not None)
            raise error

    with pytest.raises(error):
        fail()
    assert [p.name for p in tmp_path.iterdir()] == ([] if before is None else [file.name])
    if before is not None:
        assert file.read_text() == before


def test_all_files_or_none(tmp_path):
    (tmp_path / "there").mkdir()

    def fail(*names):
        with outputs(*(tmp_path / name for name in names)) as (one, _):
            one.write("half")
            raise RuntimeError

    with pytest.raises(InputError, match="is a directory"):
        fail("a", "there")
    with pytest.raises(RuntimeError):
        fail("a", "b")
    assert [p.name for p in tmp_path.iterdir()] == ["there"]
    with outputs(tmp_path / "a", tmp_path / "b") as (one, other):
        one.write("1")
        other.write("2")
    assert [(tmp_path / name).read_text() for name in "ab"] == ["1", "2"]


@contextmanager
def room_for(size):
    """Let no file become larger than some bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_no_room_for_one_file_is_known_before_another_is_replaced(tmp_path):
    def write_all():
        with outputs(*(tmp_path / name for name in ("a", "large", "b"))) as streams:
            for stream, size in zip(streams, (1, 5000, 1), strict=True):
                stream.write("x" * size)

    with pytest.raises(InputError, match="large: cannot be written"), room_for(4000):
        write_all()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '[{"b": {"a": 1, "c": 2, "a": 1}}]'])
def test_a_key_that_stands_twice(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    for read in (read_json, lambda path: list(read_jsonl(path))):
        with pytest.raises(InputError, match="the key 'a' stands twice in one object"):
            read(tmp_path / "x.json")


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(InputError, match=r"c\.txt: cannot be written: the folder .*a/b does not"):
        write_text(tmp_path / "a" / "b" / "c.txt", "text")
    assert list(tmp_path.iterdir()) == []


def test_a_dash_is_standard_input_and_output(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("π\n".encode())))
    assert read_text("-") == "π\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    with pytest.raises(InputError, match="standard input: not UTF-8"):
        read_text("-")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        read_text("-")
    with output("-") as stream:
        stream.write("text")
    assert capsys.readouterr().out == "text"


def test_permissions_follow_the_umask(tmp_path):
    previous = os.umask(0o027)
    try:
        write_text(tmp_path / "file", "text")
    finally:
        os.umask(previous)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_pipe_is_written_to_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "text")
        assert os.read(reader, 100) == b"text"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@given(st.lists(JSON))
def test_jsonl_round_trip(tmp_path_factory, values):
    file = tmp_path_factory.mktemp("files") / "values.jsonl"
    write_jsonl(file, values)
    assert list(read_jsonl(file)) == list(enumerate(values, start=1))


@given(JSON)
def test_json_round_trip(tmp_path_factory, value):
    file = tmp_path_factory.mktemp("files") / "value.json"
    write_json(file, value)
    assert read_json(file) == value
    assert file.read_text(encoding="utf-8").endswith("\n")


def test_jsonl_lines_are_counted_with_empty_ones(tmp_path):
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b'\n{"a": 1}\r\n   \n[2]')
    assert list(read_jsonl(file)) == [(2, {"a": 1}), (4, [2])]
    file.write_bytes(b"\n1\n\n{")
    with pytest.raises(InputError, match="not JSON") as caught:
        list(read_jsonl(file))
    assert (caught.value.file, caught.value.line) == (str(file), 4)


def test_a_part_of_a_file_is_read_whatever_the_rest_says(tmp_path):
    file = tmp_path / "lines.jsonl"
    file.write_text("{\n\n1\n[2]\n  \n3\nno\n", encoding="utf-8")
    assert list(read_jsonl(file, 1, 3)) == [(3, 1), (4, [2]), (6, 3)]
    assert list(read_jsonl(file, 9, 3)) == []
    with pytest.raises(InputError, match="not JSON") as caught:
        list(read_jsonl(file, 2))
    assert caught.value.line == 7


def test_a_separator_inside_a_string_ends_no_line(tmp_path):
    file = tmp_path / "lines.jsonl"
    file.write_text('"one\u2028two"\n"\x85"\n', encoding="utf-8")
    assert list(read_jsonl(file)) == [(1, "one\u2028two"), (2, "\x85")]


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ('{\n "a": 1,\n "b" 2}', "not JSON", 3),
        ("", "not JSON", 1),
        ('{"a', "not JSON: .* at column 2$", 1),
        ("[" * 100_000, "nested too deeply", None),
        ("1" * 5000, "too many digits", None),
    ],
)
def test_malformed_json_document(tmp_path, text, reason, line):
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(InputError, match=reason) as caught:
        read_json(file)
    assert (caught.value.file, caught.value.line) == (str(file), line)


def test_errors_say_where():
    assert str(InputError("bad")) == "bad"
    assert str(InputError("bad", file="f")) == "f: bad"
    assert str(InputError("bad", file="f", line=3)) == "f: line 3: bad"
    placed = InputError("bad", line=3).at(file="f", line=9)
    assert (placed.file, placed.line, placed.reason) == ("f", 3, "bad")


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    kill = (
        "import os, sys\n"
        "from witness.base.files import atomic_writer\n"
        "with atomic_writer(sys.argv[1]) as stream:\n"
        "    stream.write('half')\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    for name in ("a.jsonl", "b.jsonl"):
        done = subprocess.run([sys.executable, "-c", kill, str(tmp_path / name)], check=False)
        assert done.returncode == -9
    others = {
        ".a.jsonl.original",
        ".a.jsonl.12345678",
        ".a.jsonl.123456789.witness",
        "a.jsonl.part",
    }
    for name in others:
        (tmp_path / name).write_text("")
    assert len(list(tmp_path.iterdir())) == 6
    with atomic_writer(tmp_path / "a.jsonl") as one:
        one.write("1")
        # That of another process is locked, as is this one.
        write_text(tmp_path / "a.jsonl", "2")
    assert (tmp_path / "a.jsonl").read_text() == "1"
    names = {path.name for path in tmp_path.iterdir()}
    assert names > others | {"a.jsonl"}
    (left,) = names - others - {"a.jsonl"}
    assert left.startswith(".b.jsonl.")
