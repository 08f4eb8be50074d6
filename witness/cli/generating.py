"""Commands that generate puzzles: generate random, path, all."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from witness.base.errors import InputError
from witness.cli.common import SEED, Columns, Name, Rows, Seed
from witness.cli.exhausting import all_
from witness.cli.journal import KeptRecords, journal
from witness.cli.messages import progress
from witness.cli.rating import PlayerOptions
from witness.cli.signature import Call, Option, Titled, command, names_of
from witness.cli.texts import positive_int, share
from witness.puzzle.generate.gaps import MOST_GAPS
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.generate.random_paths import PATH_METHODS
from witness.puzzle.model import Puzzle, puzzle_from_json

Count = Annotated[int, Option("number of puzzles", positive_int, "N")]
Unique = Annotated[bool, Option("keep drawing until a puzzle has one solution")]


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """How hard puzzles that are drawn have to be."""

    difficulty: Annotated[
        str | None,
        Option(
            "keep drawing until the MUSE or ReMUSE of a puzzle is in this range, in bits",
            metavar="remuse:3..5",
            unset="any",
        ),
    ] = None
    player: PlayerOptions


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """What puzzles that are drawn have on them, and how they have to be."""

    kind: Annotated[str, Option("which symbols the puzzles have", choices=tuple(KINDS))] = (
        "triangles"
    )
    gaps: Annotated[
        float,
        Option(f"share of the edges that are gaps, up to {MOST_GAPS}", share(MOST_GAPS), "X"),
    ] = 0.0
    hard: Annotated[Difficulty, Titled("difficulty")]
    unique: Unique = False
    seed: Seed = SEED

    def asked(self, call: Call) -> dict[str, Any]:
        """Return what is asked of the puzzles, as the functions that draw take it."""
        from witness.puzzle.generate.algorithms import UNIQUE

        requirements = [UNIQUE] if self.unique else []
        if self.hard.difficulty is not None:
            from witness.difficulty.score_range import read_range, requirement

            wanted = read_range(self.hard.difficulty)
            requirements.append(requirement(wanted, self.hard.player.player()))
        else:
            call.refuse(names_of(PlayerOptions), "--difficulty")
        return {"kind": self.kind, "gaps": self.gaps, "requirements": requirements}


@command(
    "generate random",
    "witness generate random --count 100 --max-size 4 --seed 1 -o puzzles.jsonl",
    "witness generate random --kind squares --gaps 0.1 --count 20 -o squares.jsonl",
)
def random_(
    *,
    count: Count,
    min_size: Annotated[int, Option("shortest side", positive_int, "N")] = 2,
    max_size: Annotated[int, Option("longest side", positive_int, "N")] = 5,
    drawn: Drawn,
    name: Name = "random",
    kept: KeptRecords,
) -> None:
    """Generate random puzzles (Algorithm 3 of the paper)."""
    from witness.puzzle.generate.algorithms import random_set

    if min_size > max_size:
        raise InputError(f"--min-size {min_size} is above --max-size {max_size}")
    _draw(
        kept, drawn, count,
        lambda rng, **how: random_set(count, min_size, max_size, rng, name, **how),
    )  # fmt: skip


@command(
    "generate path", "witness generate path --rows 8 --cols 8 --count 5 --seed 1 -o large.jsonl"
)
def path(
    *,
    rows: Rows,
    cols: Columns,
    count: Count,
    method: Annotated[str, Option("how to draw the path", choices=tuple(PATH_METHODS))] = (
        "backtracking"
    ),
    drawn: Drawn,
    name: Name = "path",
    kept: KeptRecords,
) -> None:
    """Generate puzzles around random paths (Algorithm 4)."""
    from witness.puzzle.generate.algorithms import path_set

    _draw(
        kept, drawn, count,
        lambda rng, **how: path_set(rows, cols, count, rng, method, name, **how),
    )  # fmt: skip


def _draw(
    kept: KeptRecords, drawn: Drawn, count: int, puzzles: Callable[..., list[Puzzle]]
) -> None:
    """Draw puzzles, and keep each as it is found."""
    asked = drawn.asked(kept.call)
    with journal(kept, None, "puzzle") as records:
        done = [puzzle_from_json(record) for record in records.records]
        vain = 0
        with progress(count, "puzzle", len(done)) as step:

            def keep(puzzle: Puzzle | None) -> None:
                nonlocal vain
                if puzzle is None:
                    vain += 1
                    step(0, f"{vain:,} draws in vain")
                else:
                    records.add(puzzle.to_json())
                    step()

            puzzles(random.Random(drawn.seed), progress=keep, done=done, **asked)


COMMANDS = (random_, path, all_)
