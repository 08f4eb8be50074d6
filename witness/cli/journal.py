"""Records that a long command keeps as it finds them, so that a run that was stopped can go on.

The records for FILE are appended to FILE.part, one JSON object a line, and FILE appears when the
last one is there. FILE.part.run says what run they are from, and is locked while that runs.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TextIO

from witness.base.errors import InputError
from witness.base.files import STANDARD, json_line, output, read_jsonl, write_text
from witness.base.inputs import check_output, writing
from witness.base.locks import locked
from witness.cli.common import TextOutput
from witness.cli.outputs import read_along
from witness.cli.signature import Call, Option, dashed

#: The JSON object of a line of output.
Record = dict[str, Any]

#: A function that returns all records as the text of an output.
Text = Callable[[Sequence[Record]], str]

#: Options that do not change the records; of files that are read, their content does.
_NO_MATTER = ("puzzles", "dump", "files", "output", "resume", "format")

#: What a run depends on, where it is not the option of the same name.
_WORDS = {
    "version": "version",
    "input": "input",
    "contents": "file of clauses or background",
    "directories": "list of tasks",
}


@dataclass(frozen=True, kw_only=True)
class KeptRecords:
    """The file of records that are kept as they are found, and what the user asked for in all."""

    call: Call
    output: TextOutput = None
    resume: Annotated[bool, Option("go on with what a run that was stopped left in FILE.part")] = (
        False
    )


class Journal:
    """The records of a run, after those of an earlier run that was stopped."""

    def __init__(self, stream: TextIO | None, done: Sequence[Record] = ()) -> None:
        self.records = list(done)
        self.resumed = len(self.records)
        self._stream = stream

    def add(self, record: Record) -> None:
        """Keep a record at once, whatever happens next."""
        if self._stream is not None:
            self._stream.write(json_line(record) + "\n")
            self._stream.flush()
        self.records.append(record)


@contextmanager
def journal(
    asked: KeptRecords, inputs: Any, unit: str, text: Text | None = None
) -> Iterator[Journal]:
    """Open the journal of a command; write its output when the block ends.

    The output is the `text` of the records, or else one JSON object a line. Records of an earlier
    run are of use if it had the same `inputs` (any JSON value) and options. When the user
    interrupts the block, its `InputError` says where the records are; bad input leaves none.

    Raises `InputError` if an earlier run left records and the user did not ask for `--resume`, or
    they are of another kind, or another run is writing them.
    """
    target = asked.output
    if target in (None, STANDARD) or (Path(target).exists() and not Path(target).is_file()):
        if asked.resume:
            raise InputError("--resume goes on with the file of -o, which is not given")
        kept = _streamed(target, unit, text)
    else:
        kept = _kept(asked, _run(asked.call, inputs), unit, text)
    with kept as records:
        yield records


@contextmanager
def _streamed(target: str | None, unit: str, text: Text | None) -> Iterator[Journal]:
    """Open the journal of a command that writes to standard output or to a pipe."""
    with output(target) as stream:
        kept = Journal(stream if text is None else None)
        interrupted = False
        try:
            yield kept
        except KeyboardInterrupt:
            if not kept.records:
                raise
            interrupted = True
        if text is not None:
            stream.write(text(kept.records))
    if interrupted:
        number = _counted(len(kept.records), unit)
        raise InputError(f"interrupted; the output has the {number} found before")


@contextmanager
def _kept(asked: KeptRecords, run: Record, unit: str, text: Text | None) -> Iterator[Journal]:
    """Open the journal of a command that writes a file."""
    named = asked.output or ""
    target = Path(os.path.realpath(named))
    part = target.with_name(target.name + ".part")
    about = part.with_name(part.name + ".run")
    with writing(part, about), _locked(about, part) as record:
        done = _left(part, record, run, unit, asked.resume)
        with part.open("a", encoding="utf-8", newline="\n") as stream:
            kept = Journal(stream, done)
            keep = True
            try:
                with writing(named):
                    yield kept
                if text is None:
                    check_output(named)
                    part.replace(target)
                else:
                    write_text(target, text(kept.records))
                keep = False
            except KeyboardInterrupt:
                stream.flush()
                found = part.read_bytes().count(b"\n")  # Ctrl-C may come after the last was written
                keep = found > 0
                if not keep:
                    raise
                stopped = InputError(
                    f"interrupted; {part} has the {_counted(found, unit)} found before: go on with "
                    "--resume"
                )
                raise stopped from None
            except InputError:
                keep = False
                raise
            finally:
                if not keep:
                    part.unlink(missing_ok=True)
                    about.unlink(missing_ok=True)


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"


@contextmanager
def _locked(about: Path, part: Path) -> Iterator[TextIO]:
    """Open the file about a run; it is locked until the block, or the process, ends."""
    try:
        stream = about.open("a+", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=about) from None
    with stream:
        if not locked(stream):
            raise InputError("another run is writing it", file=part)
        yield stream


def _left(part: Path, about: TextIO, run: Record, unit: str, resume: bool) -> list[Record]:
    """Return the records that an earlier run left, and note in `about` what the present run is."""
    content = part.read_bytes() if part.is_file() else b""
    whole = content.rfind(b"\n") + 1  # a run that was killed may leave half a line
    if whole and not resume:
        number = _counted(content.count(b"\n"), unit)
        raise InputError(
            f"it has {number} of a run that was stopped: go on with --resume, or delete it",
            file=part,
        )
    if whole:
        about.seek(0)
        _check_same(about.read(), run, part)
        os.truncate(part, whole)
        return [record for _, record in read_jsonl(part)]
    part.unlink(missing_ok=True)
    about.truncate(0)
    about.write(json_line(run) + "\n")
    about.flush()
    return []


def _run(call: Call, inputs: Any) -> Record:
    """Return what records depend on: the version, the input, the options and their files."""
    from witness import __version__
    from witness.clauses.language.reader import hypothesis_file

    given = {key: value for key, value in call.values.items() if key not in _NO_MATTER}
    texts = [value for value in given.values() if isinstance(value, str)]
    # Some options take several names, with commas between them.
    parts = {name.strip() for text in texts for name in (text, *text.split(","))}
    names = {*map(hypothesis_file, parts)}
    digests = {name: _digest_of(name) for name in names}
    beside = {str(file) for name in names if digests[name] for file in read_along(name)}
    digests |= {name: _digest_of(name) for name in beside - names}
    run: Record = {
        "version": __version__,
        "input": _digest(json.dumps(inputs, sort_keys=True).encode()),
        **given,
        "contents": {name: digest for name, digest in digests.items() if digest is not None},
    }
    as_read: Record = json.loads(json_line(run))
    return as_read


def _digest_of(name: str) -> str | None:
    """Return the digest of the file with a name, None if there is none."""
    try:
        return _digest(Path(name).read_bytes()) if Path(name).is_file() else None
    except OSError:  # the text is too long for a name
        return None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _check_same(text: str, run: Record, part: Path) -> None:
    """Raise `InputError` unless an earlier run is the same as the present one."""
    try:
        before = json.loads(text)
    except ValueError:
        before = {}
    for key, value in run.items():
        if before.get(key) != value:
            raise InputError(
                f"it is from a run with another {_WORDS.get(key, dashed(key))}; "
                "delete it to start over",
                file=part,
            )
