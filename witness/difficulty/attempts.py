"""What players did with panels on a page to play on, beside scores of difficulty."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import read_jsonl
from witness.base.schemas import check_shape, check_types
from witness.difficulty.attempt_schema import ATTEMPT, OF_PLAYERS
from witness.difficulty.correlation import FEWEST, SCORES, Record, pearson, with_score
from witness.difficulty.rating_schema import RATED

#: The digits after the point of averages and correlations.
DIGITS = 3


@dataclass(frozen=True)
class Attempt:
    """An attempt at a panel, as a line of a log has it (docs/formats.md)."""

    id: str
    seconds: float
    undone: int
    hints: int
    solved: bool
    level: float
    time: str

    @property
    def unsolved(self) -> bool:
        """Whether the panel was given up."""
        return not self.solved


def read_attempts(path: str | Path) -> list[Attempt]:
    """Read the log of a page to play on. Raises `InputError` with the file and the line."""
    return [_attempt(record, path, number) for number, record in read_jsonl(path)]


def _attempt(record: Any, path: str | Path, line: int) -> Attempt:
    try:
        check_shape(record, ATTEMPT, "an attempt")
        for key in ("seconds", "level"):
            if math.isnan(record[key]):
                raise InputError(f"the {key} are no number")
        try:
            datetime.fromisoformat(record["time"])
        except ValueError:
            raise InputError(
                f"the time is {quoted(record['time'])}; one such as 2026-11-26T19:07:35Z is "
                "expected"
            ) from None
    except InputError as error:
        raise error.at(file=path, line=line) from None
    return Attempt(**record)


def read_ratings(path: str | Path) -> dict[str, Record]:
    """Read what `witness rate` has written, by the ids of the puzzles. Raises `InputError`."""
    found: dict[str, Record] = {}
    for number, record in read_jsonl(path):
        try:
            check_types(record, RATED, "the rating", needed=("id", "status"))
            for score in SCORES:
                if not math.isfinite(record.get(score) or 0):
                    raise InputError(f"{score} is {record[score]}; a number or null is expected")
        except InputError as error:
            raise error.at(file=path, line=number) from None
        found[record["id"]] = {key: record.get(key) for key in ("id", *SCORES)}
    return found


def by_panel(attempts: Sequence[Attempt]) -> list[dict[str, Any]]:
    """Return a record for each panel (`PANEL_VOTES`), in the order of the first attempts."""
    panels: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        panels.setdefault(attempt.id, []).append(attempt)
    return [
        {
            "id": identifier,
            "attempts": len(own),
            **{
                key: round(math.fsum(getattr(one, key) for one in own) / len(own), DIGITS)
                for key in OF_PLAYERS
            },
        }
        for identifier, own in panels.items()
    ]


def beside_scores(
    panels: Sequence[Mapping[str, Any]], ratings: Sequence[Record]
) -> Iterator[dict[str, Any]]:
    """Correlate each score with what players did (`VOTES`).

    `panels` are those of `by_panel`, and `ratings` theirs. Raises `InputError` without SciPy.
    """
    for score in SCORES:
        kept = with_score(ratings, score)
        scores = [value for _, value in kept]
        left_out = len(panels) - len(kept)
        for key in OF_PLAYERS:
            others = [float(panels[at][key]) for at, _ in kept]
            told = len(kept) >= FEWEST and min(len({*scores}), len({*others})) > 1
            found = pearson(scores, others, left_out) if told else None
            yield {
                "score": score,
                "of_players": key,
                "r": found and round(found.r, DIGITS),
                "p": found and found.p,
                "panels": len(kept),
                "left_out": left_out,
            }
