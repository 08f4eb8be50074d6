"""Commands about players: play, votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from witness.base import files, inputs
from witness.base.errors import InputError, named, quoted
from witness.base.limits import Budget, Limits
from witness.cli.answers import Format, formatted
from witness.cli.common import (
    BackgroundFiles,
    PageOutput,
    PuzzleFile,
    PuzzlesOf,
    TextOutput,
    naming,
    seconds,
)
from witness.cli.messages import notice, progress, warn
from witness.cli.proving import VERIFY_SECONDS
from witness.cli.signature import Call, Option, command, names_of
from witness.cli.texts import whole
from witness.puzzle.model import Puzzle

if TYPE_CHECKING:
    from witness.difficulty.correlation import Record
    from witness.report.play.hints import Hints
    from witness.report.play.page import Panel


@dataclass(frozen=True, kw_only=True)
class RatingsOptions:
    """Where the scores of panels come from."""

    ratings: Annotated[
        str | None,
        Option("what `witness rate` has written of the panels", metavar="FILE", unset="rate them"),
    ] = None
    time_limit: Annotated[float | None, seconds("to rate a panel")] = None

    def of(self, puzzles: Sequence[Puzzle]) -> Sequence[Record]:
        """Return the ratings of puzzles, in their order; raise `InputError` if one is missing."""
        from witness.difficulty.attempts import read_ratings

        if self.ratings is not None and self.time_limit is not None:
            raise InputError(
                "--time-limit is for panels that are rated, not for those of --ratings"
            )
        if self.ratings is not None:
            known = read_ratings(self.ratings)
            for puzzle in puzzles:
                if puzzle.id not in known:
                    raise InputError(
                        f"there is no rating of {quoted(puzzle.id)}; `witness rate` writes one for "
                        "each panel of a file",
                        file=self.ratings,
                    )
            return [known[puzzle.id] for puzzle in puzzles]
        from witness.difficulty.entropy.reference import Player
        from witness.difficulty.rate import rate
        from witness.difficulty.rules.registry import rules

        player, found = Player(rules("thesis")), []
        with progress(len(puzzles), "panel") as step:
            for puzzle in puzzles:
                rating = rate(puzzle, player, time_limit=self.time_limit)
                found.append(rating.to_json(puzzle.id))
                step()
        return found


@command(
    "play",
    "witness play examples/panels.jsonl -o play.html",
    "witness play panels.jsonl --curriculum order.txt -o play.html",
    "witness play panels.jsonl --steps 9 --hypothesis examples/paper.pl -o play.html",
)
def play(
    puzzles: PuzzleFile,
    *,
    curriculum: Annotated[
        str | None,
        Option(
            "the panels to play, in this order: a .jsonl of puzzles, or a text with an id a line",
            metavar="FILE",
            unset="all, the next one by the player's level",
        ),
    ] = None,
    steps: Annotated[
        int | None,
        Option("play so many panels, which get harder in equal steps", whole(2), "N", unset="all"),
    ] = None,
    hypothesis: Annotated[
        str | None,
        Option(
            "clauses that give hints, those of them that are proved",
            metavar="FILE.pl",
            unset="the proved ones of the examples that come with witness",
        ),
    ] = None,
    background: BackgroundFiles,
    rated: RatingsOptions,
    output: PageOutput = None,
    call: Call,
) -> None:
    """Write a page on which people solve panels by hand, with hints that are proved."""
    from witness.report.play.page import Panel, page

    if curriculum is not None and steps is not None:
        raise InputError("--steps chooses panels, and so does --curriculum: give one of them")
    if hypothesis is None:
        call.refuse(names_of(BackgroundFiles), "the clauses of --hypothesis, which is not given")
    hints = _hints(hypothesis, background)
    chosen = PuzzlesOf(puzzles, output).all(_shown)
    if curriculum is not None:
        chosen = _ordered(chosen, puzzles, curriculum)
    features = frozenset[str]().union(*(puzzle.features for puzzle in chosen))
    if not any(one.background.kinds & features for one in hints):
        notice(
            f"{named(puzzles)}: no clause is about what its panels have; hints come from the search"
        )
    ratings = rated.of(chosen)
    solvable = [
        Panel(puzzle, rating["remuse"])
        for puzzle, rating in zip(chosen, ratings, strict=True)
        if rating["solutions"] != 0
    ]
    if not solvable:
        raise InputError("no panel has a solution; there is nothing to play", file=puzzles)
    left_out = len(chosen) - len(solvable)
    if steps is not None:
        solvable = _in_steps(solvable, steps, puzzles)
    text = page(solvable, hints, in_order=curriculum is not None or steps is not None)
    with files.output(output) as stream:
        stream.write(text)
    unrated = sum(panel.bits is None for panel in solvable)
    more = f", {unrated} without a score" * (unrated > 0)
    more += f"; left out as they have no solution: {left_out}" * (left_out > 0)
    notice(f"{len(solvable)} panel{'' if len(solvable) == 1 else 's'} to play{more}")


def _shown(puzzle: Puzzle) -> None:
    """Raise `InputError` for a panel that the page cannot show."""
    from witness.report.panel.scripts import LONGEST_SIDE, fits

    if not fits(puzzle):
        raise InputError(
            f"{quoted(puzzle.id)} has {puzzle.rows} rows and {puzzle.cols} columns; a page shows "
            f"1 to {LONGEST_SIDE} of each"
        )


def _ordered(puzzles: Sequence[Puzzle], file: str, curriculum: str) -> list[Puzzle]:
    """Return the puzzles of `file` that a curriculum names, in its order."""
    if curriculum.endswith(".jsonl"):
        records = files.read_jsonl(curriculum)
        names = [(n, str(one.get("id") if isinstance(one, dict) else one)) for n, one in records]
    else:
        lines = inputs.read_lines(curriculum)
        names = [(number, line.strip()) for number, line in lines if line.strip()]
    if not names:
        raise InputError("it is empty; a puzzle or an id a line is expected", file=curriculum)
    known = {puzzle.id: puzzle for puzzle in puzzles}
    found: dict[str, Puzzle] = {}
    for number, name in names:
        wrong = "is not the id of a panel of {}" if name not in known else ""
        wrong = "stands twice; a panel comes once" if name in found else wrong
        if wrong:
            raise InputError(f"{quoted(name)} {wrong.format(file)}", file=curriculum, line=number)
        found[name] = known[name]
    return list(found.values())


def _in_steps(panels: Sequence[Panel], steps: int, file: str) -> list[Panel]:
    """Return panels whose scores grow in equal steps."""
    from witness.difficulty.curriculum import equal_steps

    scored = [(panel, panel.bits) for panel in panels if panel.bits is not None]
    with naming(file):
        return [scored[at][0] for at in equal_steps([bits for _, bits in scored], steps)]


def _hints(hypothesis: str | None, background: BackgroundFiles) -> list[Hints]:
    """Return the proved clauses of a file, or of the shipped examples; say which are not proved."""
    from witness.logic.background import background_of
    from witness.report.play.hints import proved, shipped

    budget = Budget(Limits(time_limit=VERIFY_SECONDS))
    with progress(None, "clause") as step:
        if hypothesis is None:
            return shipped(budget, step)
        known = background_of(hypothesis, background.bk, background.bias)
        found, others = proved(hypothesis, known, budget, step)
    if not found.clauses:
        raise InputError(
            "no clause is proved, so none can give hints; `witness verify` says why",
            file=hypothesis,
        )
    if others:
        warn(f"{hypothesis}: what is not proved gives no hints: {others} of its clauses")
    return [found]


#: What a row of `votes` stands for.
BY = ("score", "panel")


@command(
    "votes",
    "witness votes log.jsonl",
    "witness votes log.jsonl --puzzles panels.jsonl --format table",
    "witness votes one.jsonl two.jsonl --puzzles panels.jsonl --by panel",
)
def votes(
    logs: Annotated[
        list[str], Option("logs of pages of `witness play`, - for standard input", metavar="FILE")
    ],
    *,
    puzzles: Annotated[
        str | None,
        Option("puzzle file with the panels, to rate them", metavar="FILE", unset="no scores"),
    ] = None,
    by: Annotated[
        str | None,
        Option(
            "a row for each score and what players did, or for each panel",
            choices=BY,
            unset="score with --puzzles, else panel",
        ),
    ] = None,
    rated: RatingsOptions,
    format_: Format = "table",
    output: TextOutput = None,
    call: Call,
) -> None:
    """Put what players did beside MUSE and ReMUSE."""
    from witness.difficulty.attempts import beside_scores, by_panel, read_attempts
    from witness.difficulty.correlation import SCORES
    from witness.difficulty.state import panels as check

    if puzzles is None:
        call.refuse(names_of(RatingsOptions), "the panels of --puzzles, which is not given")
        if by == "score":
            raise InputError("--by score needs the panels: --puzzles FILE")
    attempts = [attempt for log in logs for attempt in read_attempts(log)]
    if not attempts:
        raise InputError("there is no attempt in it", file=logs[0])
    inputs.check_output(output)
    found = by_panel(attempts)
    if puzzles is not None:
        ids = [panel["id"] for panel in found]
        ratings = rated.of(PuzzlesOf(puzzles, output).some(ids, check))
        if by == "panel":
            for panel, rating in zip(found, ratings, strict=True):
                panel |= {score: rating[score] for score in SCORES}
        else:
            found = list(beside_scores(found, ratings))
    with files.output(output) as stream:
        if format_ == "jsonl":
            stream.writelines(files.json_line(row) + "\n" for row in found)
        else:
            stream.write(formatted(found, format_))
    panels = len({attempt.id for attempt in attempts})
    notice(
        f"{len(attempts)} attempt{'' if len(attempts) == 1 else 's'} at {panels} "
        f"panel{'' if panels == 1 else 's'}"
    )


COMMANDS = (play, votes)
