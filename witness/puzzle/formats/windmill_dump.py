"""Dumps of the Windmill: a JSON list with an object for each puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import json_value, read_maybe_gzipped
from witness.puzzle.formats.windmill import SkippedError, puzzle_from_contents
from witness.puzzle.model import Puzzle

#: The reason to skip a puzzle with the id of an earlier one: a crawl may meet a puzzle twice.
REPEATED = "repeated id"

_EXPECTED = "a dump of the Windmill is a JSON list of objects with an id and contents"


@dataclass(frozen=True)
class Skipped:
    """A puzzle that was not imported, and why: the reason and the detail of a `SkippedError`."""

    id: str
    reason: str
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object for the file of skipped puzzles."""
        record = {"id": self.id, "reason": self.reason}
        return record | {"detail": self.detail} if self.detail else record


@dataclass(frozen=True)
class Imported:
    """The puzzles of a dump, imported or skipped, in the order of the dump."""

    puzzles: tuple[Puzzle, ...]
    skipped: tuple[Skipped, ...]


def summary(imported: int, skipped: Sequence[Skipped]) -> list[str]:
    """Return lines with the number of puzzles imported, and of those skipped by reason."""
    reasons = Counter(puzzle.reason for puzzle in skipped)
    width = len(str(max(reasons.values(), default=0)))
    return [
        f"{imported + len(skipped)} read, {imported} imported, {len(skipped)} skipped"
        + (":" if reasons else ""),
        *(
            f"  {number:{width}} {reason}"
            for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        ),
    ]


def import_puzzles(
    entries: Iterable[tuple[str, str]], done: Collection[str] = ()
) -> Iterator[Puzzle | Skipped | None]:
    """Yield each puzzle of a dump, imported or skipped; None for one whose id is `done` already.

    A puzzle that cannot be imported is skipped.
    """
    seen: set[str] = set()
    for identifier, contents in entries:
        if identifier in seen:
            yield Skipped(identifier, REPEATED)
            continue
        seen.add(identifier)
        if identifier in done:
            yield None
            continue
        try:
            yield puzzle_from_contents(identifier, contents)
        except SkippedError as error:
            yield Skipped(identifier, error.reason, error.detail)


def import_dump(path: str | Path) -> Imported:
    """Read a dump and import its puzzles. Raises `InputError` for a file that is not a dump."""
    found = list(import_puzzles(read_dump(path)))
    puzzles = tuple(puzzle for puzzle in found if isinstance(puzzle, Puzzle))
    return Imported(puzzles, tuple(puzzle for puzzle in found if isinstance(puzzle, Skipped)))


def read_dump(path: str | Path) -> list[tuple[str, str]]:
    """Return the id and the contents of each puzzle of a dump, which may be gzipped.

    Raises `InputError` for a file that is not a dump.
    """
    return list(_entries(path))


def _entries(path: str | Path) -> Iterator[tuple[str, str]]:
    text = read_maybe_gzipped(path)
    if not text.strip():
        raise InputError(f"it is empty; {_EXPECTED}", file=path)
    dump = json_value(text, path)
    if not isinstance(dump, list):
        raise InputError(f"it has {_shown(dump)}; {_EXPECTED}", file=path)
    if not dump:
        raise InputError(f"the list is empty; {_EXPECTED}", file=path)
    for number, entry in enumerate(dump, start=1):
        if not isinstance(entry, dict):
            raise InputError(f"entry {number} is {_shown(entry)}; {_EXPECTED}", file=path)
        for key in ("id", "contents"):
            if key not in entry:
                raise InputError(f"entry {number} has no {key}; {_EXPECTED}", file=path)
        identifier, contents = entry["id"], entry["contents"]
        if not isinstance(identifier, str) or not identifier or not identifier.isprintable():
            raise InputError(
                f"entry {number} has the id {_shown(identifier)}; a non-empty, printable string "
                "is expected",
                file=path,
            )
        if not isinstance(contents, str):
            raise InputError(
                f"entry {number} has the contents {_shown(contents)}; a string is expected",
                file=path,
            )
        yield identifier, contents


def _shown(value: Any) -> str:
    return "an object" if isinstance(value, dict) else quoted(value)
