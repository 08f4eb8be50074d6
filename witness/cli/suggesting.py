"""The command that suggests other puzzles than one: suggest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from witness.base import files
from witness.base.errors import quoted
from witness.base.files import json_line
from witness.base.limits import LimitReachedError
from witness.cli.common import (
    SEED,
    PuzzleFile,
    PuzzleId,
    PuzzlesOf,
    Seed,
    TextOutput,
    given_path,
    naming,
    seconds,
)
from witness.cli.messages import notice, progress, warn
from witness.cli.rating import PlayerOptions
from witness.cli.signature import Option, Titled, command
from witness.cli.texts import positive_int
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.rule import Counted

if TYPE_CHECKING:
    from witness.studio.server.suggestions import Suggestion

#: The aims, as in `witness.studio.server.suggestions`, which is imported when it is asked.
AIMS = ("unique", "harder", "easier", "minimal", "superfluous", "line")

#: How many suggestions there are without --most.
MOST = 10


def _text(number: int, one: Suggestion) -> str:
    from witness.puzzle.text import text

    score = "" if one.remuse is None else f", ReMUSE {one.remuse:.3f} bits"
    words = f"{number}. {one.words}: {Counted(one.solutions):solution}{score}"
    return f"{words}\n{text(one.puzzle)}\n"


def _record(number: int, one: Suggestion) -> str:
    from witness.difficulty.rate import DIGITS

    remuse = None if one.remuse is None else round(one.remuse, DIGITS)
    found = {"puzzle": one.puzzle.to_json(), "words": one.words, "solutions": one.solutions}
    return json_line(found | {"remuse": remuse}) + "\n"


def _puzzle(number: int, one: Suggestion) -> str:
    return json_line(one.puzzle.to_json()) + "\n"


#: What is written of a suggestion with a number.
WRITTEN = {"text": _text, "jsonl": _record, "puzzles": _puzzle}


@command(
    "suggest",
    "witness suggest examples/panels.jsonl --id figure-1 --aim harder",
    "witness suggest panel.jsonl --aim unique --kind dots --format puzzles -o unique.jsonl",
    "witness suggest panel.jsonl --aim line --path '[[0,0],[0,1],[1,1]]'",
)
def suggest(
    puzzles: PuzzleFile,
    *,
    id_: PuzzleId = None,
    aim: Annotated[
        str,
        Option(
            "one symbol more that leaves one solution; steps to harder or easier puzzles; the "
            "fewest symbols with the same solutions; a symbol less that changes nothing; symbols "
            "that a path satisfies",
            choices=AIMS,
        ),
    ],
    path: Annotated[
        str | None, Option("for line: [[0,0],[0,1],…]", metavar="PATH", unset="none")
    ] = None,
    kind: Annotated[
        list[str] | None,
        Option(
            "symbols to add; may be given again",
            choices=SYMBOLS,
            many=True,
            unset="those of the puzzle, or triangles",
        ),
    ] = None,
    most: Annotated[int, Option("number of suggestions", positive_int, "N")] = MOST,
    seed: Seed = SEED,
    time_limit: Annotated[float | None, seconds()] = None,
    player: Annotated[PlayerOptions, Titled("difficulty")],
    format_: Annotated[
        str,
        Option(
            "text with drawings, JSON objects with words and scores, or a puzzle file",
            choices=WRITTEN,
        ),
    ] = "text",
    output: TextOutput = None,
) -> None:
    """Suggest puzzles that differ from one in a symbol, or that a path solves."""
    from witness.studio.server.suggestions import nothing, suggestions

    chosen = PuzzlesOf(puzzles, output).one(id_, Puzzle.check)
    line = None if path is None else given_path(path)
    known = player.player(time_limit)
    found, why = 0, ""
    with naming(puzzles), files.output(output) as stream, progress(None, "puzzle") as step:
        try:
            for found, one in enumerate(
                suggestions(
                    chosen, aim, line=line, kinds=kind or (), player=known, most=most, seed=seed,
                    time_limit=time_limit, progress=lambda done, of: step(),
                ),
                start=1,
            ):  # fmt: skip
                stream.write(WRITTEN[format_](found, one))
            why = "" if found else f": {nothing(chosen, aim)}"
        except LimitReachedError as reached:
            warn(f"{reached.status}: there may be more suggestions")
    notice(f"{found} suggestion{'' if found == 1 else 's'} for {quoted(chosen.id)}{why}")


COMMANDS = (suggest,)
