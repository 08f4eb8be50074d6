"""Commands that generate puzzles: generate random, path, all."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

from witness.base.errors import InputError
from witness.base.files import json_line
from witness.base.files import output as opened
from witness.cli.common import (
    SEED,
    Columns,
    Name,
    Rows,
    Seed,
    TextOutput,
)
from witness.cli.exhausting import all_
from witness.cli.messages import progress
from witness.cli.rating import PlayerOptions
from witness.cli.signature import Call, Option, Titled, command, names_of
from witness.cli.texts import positive_int, share
from witness.puzzle.generate.gaps import MOST_GAPS
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.generate.random_paths import PATH_METHODS
from witness.puzzle.model import Puzzle

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
    output: TextOutput = None,
    call: Call,
) -> None:
    """Generate random puzzles (Algorithm 3 of the paper)."""
    from witness.puzzle.generate.algorithms import random_set

    if min_size > max_size:
        raise InputError(f"--min-size {min_size} is above --max-size {max_size}")
    with progress(count, "puzzle") as step:
        rng, asked = random.Random(drawn.seed), drawn.asked(call)
        puzzles = random_set(count, min_size, max_size, rng, name, progress=step, **asked)
    _write(puzzles, output)


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
    output: TextOutput = None,
    call: Call,
) -> None:
    """Generate puzzles around random paths (Algorithm 4)."""
    from witness.puzzle.generate.algorithms import path_set

    with progress(count, "puzzle") as step:
        rng, asked = random.Random(drawn.seed), drawn.asked(call)
        puzzles = path_set(rows, cols, count, rng, method, name, progress=step, **asked)
    _write(puzzles, output)


def _write(puzzles: list[Puzzle], path: str | None) -> None:
    with opened(path) as stream:
        for puzzle in puzzles:
            stream.write(json_line(puzzle.to_json()) + "\n")


COMMANDS = (random_, path, all_)
