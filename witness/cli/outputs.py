"""The files that a command writes. Those of an earlier run step aside before the work begins.

So a run that is refused or fails leaves nothing that could be taken for its result, and what it
would have replaced is FILE.old. Records that a run can go on with, in FILE.part, are no outputs,
and whatever the command may read stays. What writes into standard input may read an earlier output:
it steps aside only when the run has failed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from witness.base.experiment_folder import experiment_of
from witness.base.files import writable
from witness.base.inputs import STANDARD, check_output
from witness.base.shipped import FOLDER

#: The endings of files that are read because their folder is named.
_DATA = ("", ".json", ".jsonl", ".pl", ".yaml")


@dataclass(frozen=True)
class Output:
    """The type of an option: a file to write, or a folder in which files of some `names` are."""

    check: Callable[[str], str]
    names: tuple[str, ...] = ()

    def __call__(self, text: str) -> str:
        """Return the name of the file or folder if that can be written."""
        return self.check(text)

    def files(self, text: str) -> list[Path]:
        """Return the files that are written: the targets of links, as these stay links."""
        named = [Path(text) / name for name in self.names] or [Path(text)]
        return [Path(os.path.realpath(name)) for name in named if text != STANDARD]


@contextmanager
def without_earlier(
    outputs: Iterable[tuple[Output, str]], given: Collection[str]
) -> Iterator[None]:
    """Run a command without what an earlier run left in its outputs, which is FILE.old if it fails.

    `given` are the other arguments of the command. Raises `InputError` for an output that is
    read-only; nothing steps aside then.
    """
    earlier = {file: _id(file) for file in _earlier(outputs, given)}
    check_output(*earlier)
    aside: list[Path] = []
    try:
        if STANDARD not in given:
            aside += map(_set_aside, earlier)
        yield
    except BaseException as error:
        aside += [_set_aside(file) for file, identity in earlier.items() if _id(file) == identity]
        if aside:
            named = ", ".join(os.path.relpath(file) for file in aside)
            error.add_note(f"what an earlier run wrote is kept as {named}")
        raise
    for file in aside:
        with writable(file):
            file.unlink(missing_ok=True)


def _set_aside(file: Path) -> Path:
    """Rename a file; return its new name."""
    with writable(file):
        return file.replace(file.with_name(f"{file.name}.old"))


def _earlier(outputs: Iterable[tuple[Output, str]], given: Iterable[str]) -> list[Path]:
    """Return the outputs that are there.

    A file stays if the command may read it, and so does a folder of which it may read a file.
    """
    earlier = [
        (output, [file for file in output.files(text) if file.is_file()])
        for output, text in outputs
    ]
    if not any(files for _, files in earlier):
        return []
    texts = ["/dev/stdin" if text == STANDARD else text for text in given]
    named = [Path(part) for text in texts for part in (text, *text.split(",")) if _exists(part)]
    read = {_id(file) for name in named if name.is_file() for file in (name, *read_along(name))}
    folders = [FOLDER / "bias", FOLDER / "bk"]
    data_folders = [name.resolve() for name in named if name.is_dir()]

    def stays(output: Output, file: Path) -> bool:
        of_data = file.suffix in _DATA and not output.names
        places = folders + data_folders * of_data
        return _id(file) in read or any(map(file.is_relative_to, places))

    return [
        file
        for output, files in earlier
        if not any(stays(output, file) for file in files)
        for file in files
    ]


def _exists(name: str) -> bool:
    """Whether there is a file or a folder of a name; most texts of options are none."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # it is too long, or has a character that no name has
        return False


def _id(file: Path) -> tuple[int, int] | None:
    """Return what tells a file from others, whatever its name; None if there is none."""
    try:
        about = file.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino


def read_along(name: str | Path) -> Iterator[Path]:
    """Yield the files that are read along with a file of clauses or a bias, if they are there."""
    from witness.clauses.background import bias_beside, definitions_for
    from witness.clauses.language.reader import hypothesis_file

    name = hypothesis_file(name)
    folder = experiment_of(name)
    if folder is not None:
        yield from (folder / "bias.pl", folder / "bk.pl")
    beside = bias_beside(name)
    if beside is not None:
        yield from (beside, definitions_for(beside))
    yield definitions_for(name)
