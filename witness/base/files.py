"""Reading and writing files; nothing is ever left half-written."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from glob import escape
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from witness.base.errors import InputError, quoted
from witness.base.inputs import STANDARD as STANDARD
from witness.base.inputs import check_output, read_lines, writing
from witness.base.inputs import read_maybe_gzipped as read_maybe_gzipped
from witness.base.inputs import read_text as read_text
from witness.base.locks import lock

#: The end of the name of a temporary file: what it is to become and eight characters go before it.
_TEMPORARY = ".witness"


@contextmanager
def atomic_writer(path: str | Path) -> Iterator[TextIO]:
    """Open a temporary file beside `path` and rename it to `path` when the block succeeds.

    When the block raises (Ctrl-C included), `path` is unchanged and the temporary file is gone.
    What a run that was killed has left is removed by the next that writes the same file. A file
    that is replaced keeps its permissions. Raises `InputError` when `path` cannot be written, at
    once if its folder does not exist or it is read-only, and when the running command has read it
    (`witness.base.inputs.known_files`).
    """
    if not str(path):
        raise InputError("the name of a file to write is empty")
    target = Path(os.path.realpath(path))  # write the target of a link, which stays a link
    with writing(path), writable(path):
        if not target.parent.is_dir():
            raise InputError(
                f"cannot be written: the folder {Path(path).parent} does not exist", file=path
            )
        if target.is_dir():
            raise InputError("cannot be written: it is a directory", file=path)
        if target.exists() and not target.is_file():
            # A pipe or a device such as /dev/stdout must not be replaced by a file.
            with target.open("w", encoding="utf-8", newline="\n") as pipe:
                yield pipe
            return
        stream, temporary = _temporary(target)
        try:
            with stream:
                yield stream
                check_output(path)  # it may have been read meanwhile
                stream.flush()
                temporary.chmod(_mode(target))
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def writable(path: str | Path) -> Iterator[None]:
    """Raise `InputError`, naming the file, for an error of the system in the block."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=path) from None


def _temporary(target: Path) -> tuple[TextIO, Path]:
    """Open a temporary file, locked until it is closed; remove those of runs that were killed."""
    prefix = f".{target.name}."
    for left in target.parent.glob(f"{escape(prefix)}????????{_TEMPORARY}"):
        # Another process holds the lock of a file that it writes; some file systems have no locks.
        with suppress(OSError), left.open("rb") as abandoned:
            if lock(abandoned.fileno(), wait=False):
                left.unlink()
    while True:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=prefix, suffix=_TEMPORARY)
        with suppress(OSError):
            lock(handle)
        if Path(name).exists():  # another process may have removed it before it was locked
            return os.fdopen(handle, "w", encoding="utf-8", newline="\n"), Path(name)
        os.close(handle)


def _mode(target: Path) -> int:
    """Return the permissions of a file, those of a new one if there is none."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def write_text(path: str | Path, text: str) -> None:
    """Write `text` to `path` in one piece."""
    with atomic_writer(path) as stream:
        stream.write(text)


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write `content` to `path` in one piece."""
    with atomic_writer(path) as stream:
        stream.buffer.write(content)


@contextmanager
def output(path: str | Path | None) -> Iterator[TextIO]:
    """Return standard output for None or "-", else an `atomic_writer` for `path`."""
    if path is None or str(path) == STANDARD:
        if sys.stdout is None:
            raise InputError("standard output is closed; write to a file with -o")
        yield sys.stdout
    else:
        with atomic_writer(path) as stream:
            yield stream


@contextmanager
def outputs(*paths: str | Path | None) -> Iterator[list[TextIO]]:
    """Open an `output` for each path: all of the files are replaced, or none.

    A file for which there is no room is an error before the first of them is replaced.
    """
    with ExitStack() as stack:
        streams = [stack.enter_context(output(path)) for path in paths]
        yield streams
        for path, stream in zip(paths, streams, strict=True):
            if path is not None and stream is not sys.stdout:
                with writable(path):
                    stream.flush()


def csv_lines(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV; a cell that is None is empty."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def write_texts(folder: str | Path, texts: Mapping[str, str]) -> None:
    """Write the files of a folder, which is made: all of them, or none."""
    place = make_folder(folder)
    with outputs(*(place / name for name in texts)) as streams:
        for stream, text in zip(streams, texts.values(), strict=True):
            stream.write(text)


def make_folder(path: str | Path) -> Path:
    """Make a folder and those above it, where they do not exist yet.

    Raises `InputError` naming the folder when that fails.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made: {error.strerror}", file=path) from None
    return Path(path)


def check_folder(path: str | Path) -> None:
    """Raise `InputError`, naming the folder, if no file can be written into it.

    Where it does not exist yet, it has to be possible to make it. Nothing is left behind.
    """
    try:
        place = Path(os.path.realpath(path))
        while not place.exists():
            place = place.parent
        Path(tempfile.mkdtemp(dir=place, prefix=".", suffix=_TEMPORARY)).rmdir()
    except OSError as error:
        raise InputError(f"the folder cannot be written: {error.strerror}", file=path) from None


def write_json(path: str | Path, value: Any) -> None:
    """Write one JSON document, indented, with a final newline."""
    write_text(path, json_document(value))


def json_document(value: Any) -> str:
    """Return one JSON document, indented, with a final newline."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def read_json(path: str | Path) -> Any:
    """Read one JSON document; raise `InputError` with file and line when it is malformed."""
    return json_value(read_text(path), path)


def json_value(text: str, path: str | Path) -> Any:
    """Return the value of a JSON document that was read from the file `path`.

    Raises `InputError` with file and line when it is malformed.
    """
    return _loaded(text, path, None, "not JSON: {}")


def _loaded(text: str, path: str | Path, line: int | None, malformed: str) -> Any:
    """Return the value of a JSON document: a whole file, or a line of one."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        # Some of Python's messages end in "at" already.
        mistake = malformed.format(f"{error.msg.removesuffix(' at')} at column {error.colno}")
        raise InputError(mistake, file=path, line=line or error.lineno) from None
    except InputError as error:
        raise error.at(file=path, line=line) from None
    except RecursionError:
        raise InputError("JSON nested too deeply", file=path, line=line) from None
    except ValueError:
        digits = "a number in the JSON has too many digits"
        raise InputError(digits, file=path, line=line) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; JSON readers differ in which value of a key they keep that is repeated."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"the key {quoted(repeated)} stands twice in one object")
    return found


#: Reads JSON, and refuses a key that stands twice in an object.
DECODER = json.JSONDecoder(object_pairs_hook=_object)


def json_line(value: Any) -> str:
    """Return `value` as one line of JSON Lines, without the newline."""
    return json.dumps(value, ensure_ascii=False)


def write_jsonl(path: str | Path, values: Iterable[Any]) -> None:
    """Write an iterable as JSON Lines, in one piece."""
    with atomic_writer(path) as stream:
        for value in values:
            stream.write(json_line(value) + "\n")


def read_jsonl(
    path: str | Path, first: int = 0, count: int | None = None
) -> Iterator[tuple[int, Any]]:
    """Yield (line number, value) for the non-empty lines of a JSON Lines file.

    They are all of them, or `count` from index `first` on; what the others say is not looked at.
    """
    # A JSON string may hold other line separators, such as U+2028.
    written = ((number, line) for number, line in read_lines(path) if line.strip())
    for number, line in islice(written, first, None if count is None else first + count):
        malformed = "not JSON ({}): one puzzle or record a line is expected"
        yield number, _loaded(line, path, number, malformed)
