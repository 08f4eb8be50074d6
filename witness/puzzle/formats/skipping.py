"""Puzzles that are not imported or exported, and why: what importers and exporters share.

An importer is a function from an id and a text to a puzzle, which raises `SkippedError` for a
puzzle that the model cannot express. What is no text of a puzzle in a file is skipped, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from witness.base.errors import InputError, listed, quoted, shortened
from witness.puzzle.model import FEATURES, MAX_SIDE, Puzzle

#: The id and the text of a puzzle in a file, or what is wrong with its text.
Entry = tuple[str, str | InputError]

#: Why a puzzle is not imported, whatever program it is from. Each importer has more reasons.
MALFORMED = "malformed"
TOO_LARGE = f"larger than {MAX_SIDE}×{MAX_SIDE}"
UNKNOWN = "unknown symbols"
MISPLACED = "symbols out of place"
MANY_TRIANGLES = "more than 4 triangles"
NO_START = "no start"
NO_GOAL = "no goal"

#: The reason to skip a puzzle with the id of an earlier one: a crawl may meet a puzzle twice.
REPEATED = "repeated id"


class SkippedError(Exception):
    """A puzzle is not imported; `reason` is one of those of the importer.

    `detail` says what was found and what would be right, unless the reason already does; then it is
    empty.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}" if detail else reason)


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


def some_sound(entries: list[Entry]) -> list[Entry]:
    """Return the entries of files; raise the first `InputError` if all of them are damaged."""
    errors = [text for _, text in entries if isinstance(text, InputError)]
    if len(errors) == len(entries):
        raise errors[0]
    return entries


def import_entries(
    importer: Callable[[str, str], Puzzle],
    entries: Iterable[Entry],
    done: Collection[str] = (),
) -> Iterator[Puzzle | Skipped | None]:
    """Yield each puzzle, imported or skipped; None for one whose id is `done` already.

    A puzzle that is damaged or cannot be imported is skipped.
    """
    seen: set[str] = set()
    for identifier, contents in entries:
        if isinstance(contents, InputError):
            yield Skipped(identifier, MALFORMED, str(contents))
            continue
        if identifier in seen:
            yield Skipped(identifier, REPEATED)
            continue
        seen.add(identifier)
        if identifier in done:
            yield None
            continue
        try:
            yield importer(identifier, contents)
        except SkippedError as error:
            yield Skipped(identifier, error.reason, error.detail)


def summary(done: int, skipped: Sequence[Skipped], verb: str = "imported") -> list[str]:
    """Return lines with the number of puzzles that are done, and of those skipped by reason."""
    reasons = Counter(puzzle.reason for puzzle in skipped)
    width = len(str(max(reasons.values(), default=0)))
    return [
        f"{done + len(skipped)} read, {done} {verb}, {len(skipped)} skipped"
        + (":" if reasons else ""),
        *(
            f"  {number:{width}} {reason} ({_names(skipped, reason)})"
            for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        ),
    ]


def _names(skipped: Sequence[Skipped], reason: str, most: int = 3) -> str:
    """Return the ids of the first puzzles that are skipped for a reason."""
    names = [shortened(puzzle.id, 30) for puzzle in skipped if puzzle.reason == reason]
    return ", ".join([*names[:most], *(["…"] if len(names) > most else [])])


#: What a puzzle has whose paths end at the first of several goals: in web editors they may go on.
NO_PASSING = "several goals that a path may not pass over (pass_goals is not set)"


class RefusedError(InputError):
    """A format cannot express a puzzle; `found` are the things that are in the way."""

    found: Sequence[str] = ()

    @property
    def kind(self) -> str:
        """What the first of them is, without where it is."""
        return re.sub(r" \(.*\)$", "", self.found[0])


def refuse(puzzle: Puzzle, supported: Set[str], reasons: Iterable[str], where: str) -> None:
    """Raise `RefusedError` if a format, such as "a link of the Windmill", cannot express a puzzle.

    `supported` are the features of puzzles that the format has. Each of the `reasons` is something
    else that the puzzle has, and the format does not. A puzzle that is not well formed is refused
    for that.
    """
    puzzle.check()
    unknown = [
        feature.words for name, feature in FEATURES.items() if name in puzzle.features - supported
    ]
    if found := [*unknown, *reasons]:
        error = RefusedError(
            f"puzzle {quoted(puzzle.id)} has {listed(found)}; {where} cannot say that"
        )
        error.found = found
        raise error
