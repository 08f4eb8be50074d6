"""What is read: never more than a limit, and known, so that no output replaces what a command read.

A file may be endless, as `/dev/zero` or a pipe is, or unpack to more than the memory holds.
"""

from __future__ import annotations

import codecs
import gzip
import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import BinaryIO

from witness.base.errors import InputError
from witness.base.meant import nearest
from witness.base.shipped import SHIPPED, is_shipped

#: The name that stands for standard input where a file is read, and for standard output where one
#: is written.
STANDARD = "-"

#: Bytes of a text that is read as a whole: Prolog, rulesheets, JSON documents.
TEXT = 64 << 20

#: Bytes of the two files of a learning task that have a line for each example or fact.
TASK = 2 << 30
_OF_TASKS = ("exs.pl", "bk.pl")

#: Bytes of a configuration; each costs YAML's reader thousands.
CONFIGURATION = 1 << 20

#: Bytes of a file of JSON Lines, and letters of one of its lines.
LINES = 256 << 20
LINE = 16 << 20

#: Bytes that a compressed file may unpack to; a small one may hold more than the memory does.
UNPACKED = 512 << 20

_CHUNK = 1 << 20

#: How an address begins, with its scheme or without; `pathlib` makes one slash of two.
ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]+:/|www\.[\w-]+[./]|(?:localhost|127\.0\.0\.1)[:/]"
    r"|(?:[\w-]+\.)+(?:app|com|gg|io|link|net|org)(?:/|$)",
    re.IGNORECASE,
)


class _Known:
    """The files that the command which is running has read, and those that it is writing."""

    def __init__(self) -> None:
        self.read: list[os.stat_result] = []
        self.writing: set[str] = set()


_known: _Known | None = None


@contextmanager
def known_files() -> Iterator[None]:
    """Know which files the block reads and writes: it cannot write what it has read."""
    global _known
    before, _known = _known, _Known()
    try:
        yield
    finally:
        _known = before


def check_output(*paths: str | Path | None) -> None:
    """Raise `InputError` for the first of some outputs that must not be replaced.

    The running command has read it, or it is read-only.
    """
    for path in paths:
        if path is None or str(path) == STANDARD:
            continue
        try:
            there = Path(path).stat()
        except OSError:
            continue
        if stat.S_ISREG(there.st_mode) and not there.st_mode & 0o222:
            raise InputError("cannot be written: it is read-only", file=path)
        if any(os.path.samestat(there, one) for one in (_known.read if _known else ())):
            raise InputError(
                "the command reads this file, so it would be overwritten; name another output",
                file=path,
            )


@contextmanager
def writing(*paths: str | Path) -> Iterator[None]:
    """Write some files within the block.

    Raises `InputError` for one that the running command has read, or is writing already.
    """
    check_output(*paths)
    known = _known or _Known()
    with ExitStack() as stack:
        for path in paths:
            place = os.path.realpath(path)
            if place in known.writing:
                raise InputError("two outputs would be this file; name another", file=path)
            known.writing.add(place)
            stack.callback(known.writing.discard, place)
        yield


def read_text(path: str | Path, most: int | None = None, errors: str = "strict") -> str:
    """Read a UTF-8 text file, without a byte order mark at its beginning.

    "-" is standard input. Lines end in a newline only, whatever system wrote them. Raises
    `InputError` naming the file when that fails, or when it has more than `most` bytes: `TEXT`, or
    `TASK` for files of tasks, unless given. `errors` says what to do with other bytes than UTF-8.
    """
    return "".join(_texts(path, _limit(path) if most is None else most, errors))


def read_maybe_gzipped(path: str | Path, most: int = UNPACKED, errors: str = "strict") -> str:
    """Read a UTF-8 text file as `read_text` does, which may be compressed with gzip.

    Its name does not matter. Raises `InputError` naming the file when that fails, or when the text
    has more than `most` bytes.
    """
    with _opened(path) as stream:
        content = b"".join(_chunks(stream, path, most))
    if content.startswith(b"\x1f\x8b"):
        try:
            with gzip.open(io.BytesIO(content)) as packed:
                content = b"".join(_chunks(packed, path, most, "unpacks to"))
        except (EOFError, OSError, zlib.error):
            raise InputError("the gzip file is damaged or not complete", file=path) from None
    return "".join(_decoded([content], path, errors))


def _texts(path: str | Path, most: int, errors: str = "strict") -> Iterator[str]:
    """Yield the parts of a text of at most `most` bytes."""
    with _opened(path) as stream:
        yield from _decoded(_chunks(stream, path, most), path, errors)


def read_lines(
    path: str | Path, most: int = LINES, longest: int = LINE
) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, from 1 on, while it is read.

    Raises `InputError` as `read_text` does, for more than `most` bytes or a line of more than
    `longest` letters.
    """
    number, rest = 1, ""
    for part in _texts(path, most):
        *whole, rest = (rest + part).split("\n")
        for line in whole:
            yield number, line
            number += 1
        if len(rest) > longest:
            raise InputError(
                f"longer than {longest >> 20} MB, the most for a line", file=path, line=number
            )
    yield number, rest


def _limit(path: str | Path) -> int:
    """Return how long a text may be: files of tasks are long, and none of them is endless."""
    return TASK if Path(path).name in _OF_TASKS and Path(path).is_file() else TEXT


@contextmanager
def _opened(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file to be read; the running command knows it from then on."""
    try:
        if str(path) == STANDARD:
            if sys.stdin is None:
                raise InputError("standard input is closed")
            _note(sys.stdin.buffer)
            yield sys.stdin.buffer
        elif not str(path):
            raise InputError("the name of a file to read is empty")
        else:
            with Path(path).open("rb") as stream:
                _note(stream)
                yield stream
    except OSError as error:
        missing = isinstance(error, FileNotFoundError) or ADDRESS.match(str(path))
        instead = _instead(path) if missing else ""
        raise InputError(f"cannot be read: {error.strerror}{instead}", file=path) from None


def _instead(path: str | Path) -> str:
    """Return what to say of a file that is not there: where it is, or what it may be called."""
    if is_shipped(path):
        return f"; `witness lab shipped {path}` says where the one that comes with witness is"
    there = elsewhere(path)
    return similar(path) if there is None else f"; did you mean {there}?"


def elsewhere(path: str | Path) -> str | None:
    """Return the name of a file that may be meant by one without a folder; None if there is none.

    It comes with the project, perhaps with the ending .pl, or an experiment has it in results/.
    """
    name = Path(path).name
    if str(path) != name:
        return None
    names = [f"examples/{name}", f"examples/{name}.pl", *(f"{one}/{name}" for one in SHIPPED)]
    found = [one for one in names if is_shipped(one)]
    return next(
        iter(found or sorted(map(str, Path("results").glob(f"*/triage/*/{escape(name)}")))), None
    )


def is_there(path: str | Path) -> bool:
    """Whether there is a file or folder of a name, which may be too long for one."""
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises an error for long names


def similar(path: str | Path) -> str:
    """Return the end of a message about a file or folder that is not there: what may be meant."""
    if ADDRESS.match(str(path)):
        return "; it is an address, and nothing is fetched: save what is there, and name that file"
    folder = Path(path).parent
    with suppress(OSError):
        there = {one.name: str(one) for one in folder.iterdir()}
        meant = nearest(Path(path).name, there)
        return "" if meant is None else f"; did you mean {there[meant]}?"
    return f"; there is no folder {folder}{similar(folder)}"


def _note(stream: BinaryIO) -> None:
    if _known is None:
        return
    try:
        about = os.fstat(stream.fileno())
    except io.UnsupportedOperation:  # standard input that a program has replaced
        return
    if stat.S_ISREG(about.st_mode):
        _known.read.append(about)


def _chunks(
    stream: BinaryIO | gzip.GzipFile, path: str | Path, most: int, verb: str = "has"
) -> Iterator[bytes]:
    length = 0
    while chunk := stream.read(_CHUNK):
        length += len(chunk)
        if length > most:
            shown = f"{most >> 30} GB" if most >= 1 << 30 else f"{most >> 20} MB"
            raise InputError(f"{verb} more than {shown}, the most that is read of it", file=path)
        yield chunk


def _decoded(chunks: Iterator[bytes] | list[bytes], path: str | Path, errors: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")(errors)
    newlines = io.IncrementalNewlineDecoder(decoder, translate=True)
    read = 0
    try:
        for chunk in chunks:
            read += len(chunk)
            yield newlines.decode(chunk)
        yield newlines.decode(b"", final=True)
    except UnicodeDecodeError as error:
        # The decoder keeps the beginning of a letter that goes on in the next chunk.
        place = read - len(error.object) + error.start
        raise InputError(f"not UTF-8 text (byte {place})", file=path) from None
