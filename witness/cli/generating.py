"""Commands that generate puzzles: generate random, path, all, curriculum, two-colours."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

from witness.base.errors import InputError
from witness.base.files import json_line, outputs
from witness.base.files import output as opened
from witness.base.inputs import check_output
from witness.boards.generate.gaps import MOST_GAPS
from witness.boards.generate.kinds import KINDS
from witness.boards.generate.random_paths import PATH_METHODS
from witness.cli.common import (
    SEED,
    Columns,
    Name,
    Rows,
    Seed,
    TextOutput,
    checked,
    picture_beside,
)
from witness.cli.exhausting import all_
from witness.cli.messages import notice, progress
from witness.cli.rating import MEASURES, PlayerOptions
from witness.cli.signature import Call, Option, Titled, command, names_of
from witness.cli.texts import positive_int, share, whole
from witness.puzzle.files import NO_PUZZLES, read_puzzles
from witness.puzzle.model import Puzzle

#: The defaults of a curriculum: the side of its boards, and the number of puzzles to choose from.
SIDE = 4
POOL = 300

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
        from witness.boards.generate.algorithms import UNIQUE

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
    from witness.boards.generate.algorithms import random_set

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
    from witness.boards.generate.algorithms import path_set

    with progress(count, "puzzle") as step:
        rng, asked = random.Random(drawn.seed), drawn.asked(call)
        puzzles = path_set(rows, cols, count, rng, method, name, progress=step, **asked)
    _write(puzzles, output)


@command("generate two-colours", "witness generate two-colours --rows 3 --cols 3")
def two_colours(*, rows: Rows, cols: Columns, output: TextOutput = None) -> None:
    """Generate all boards of black and white squares with one solution."""
    from witness.difficulty.two_colours import unique_boards

    with progress(None, "path") as step:
        boards = unique_boards(rows, cols, step)
    _write(boards, output)


@dataclass(frozen=True, kw_only=True)
class Pool:
    """The puzzles to choose a curriculum from: they are drawn, or those of a file."""

    rows: Rows = SIDE
    cols: Columns = SIDE
    pool: Annotated[int, Option("puzzles to choose from", positive_int, "N")] = POOL
    unique: Unique = False
    seed: Seed = SEED
    name: Name = "step"

    def drawn(self, steps: int) -> list[Puzzle]:
        """Return puzzles that are drawn, enough for a number of steps."""
        from witness.boards.generate.algorithms import UNIQUE, path_set

        if steps > self.pool:
            raise InputError(f"{steps} steps need a --pool of as many puzzles; it is {self.pool}")
        requirements = [UNIQUE] if self.unique else []
        rng = random.Random(self.seed)
        with progress(self.pool, "puzzle") as step:
            return path_set(
                self.rows, self.cols, self.pool, rng, progress=step, requirements=requirements
            )


@command(
    "generate curriculum", "witness generate curriculum --steps 9 --unique -o curriculum.jsonl"
)
def curriculum(
    *,
    steps: Annotated[int, Option("number of puzzles", whole(2), "N")],
    drawn: Pool,
    from_: Annotated[
        str | None, Option("puzzle file to choose from", metavar="FILE", unset="drawn puzzles")
    ] = None,
    measure: Annotated[str, Option("measure of difficulty", choices=MEASURES)] = "remuse",
    sheet: Annotated[
        str | None,
        picture_beside(
            "draw the puzzles with solutions on one sheet",
            "the name of the output with .svg",
            implied=lambda values: _beside(values["output"]),
        ),
    ] = None,
    player: Annotated[PlayerOptions, Titled("difficulty")],
    output: TextOutput = None,
    call: Call,
) -> None:
    """Generate puzzles in equal steps of difficulty."""
    from witness.difficulty.curriculum import equal_steps
    from witness.difficulty.descent import descent
    from witness.difficulty.score_range import score
    from witness.puzzle import sheets
    from witness.puzzle.png import write_picture

    beside = _beside(output) if sheet is None else sheet
    known = player.player()
    if from_ is None:
        pool = drawn.drawn(steps)
    else:
        call.refuse(names_of(Pool), "puzzles that are drawn, not for those of --from")
        pool = _read_pool(from_)
    check_output(output, beside)
    if len(pool) < steps:
        raise InputError(
            f"{steps:,} steps need as many puzzles to choose from; there are {len(pool):,}"
        )
    with progress(len(pool), "puzzle") as step:
        scored = []
        for puzzle in pool:
            found = score(puzzle, known, measure)
            if found is not None:
                scored.append((puzzle, round(found, 6)))
            step()
    chosen = [scored[at] for at in equal_steps([bits for _, bits in scored], steps)]
    puzzles = []
    panels = []
    for number, (puzzle, bits) in enumerate(chosen, start=1):
        named = puzzle if from_ else puzzle.changed(id=f"{drawn.name}-{number}")
        puzzles.append(named)
        words = named.id if from_ else str(number)
        panels.append((named, descent(puzzle, known, measure).path, f"{words}: {bits:.2f} bits"))
        notice(f"step {number}: {named.id}, {MEASURES[measure]} {bits:.3f} bits")
    with outputs(output, *([] if beside is None else [beside])) as (stream, *drawings):
        for puzzle in puzzles:
            stream.write(json_line(puzzle.to_json()) + "\n")
        for drawing in drawings:
            write_picture(drawing, sheets.sheet(panels, columns=3), beside)


def _beside(path: str | None) -> str | None:
    """Return the name of the sheet for an output; None unless the output is a .jsonl file."""
    return None if path is None or not path.endswith(".jsonl") else f"{path[:-6]}.svg"


def _read_pool(file: str) -> list[Puzzle]:
    """Return the puzzles of a file, all of which can be rated."""
    from witness.difficulty.state import panels

    found = read_puzzles(file)
    if not found:
        raise InputError(NO_PUZZLES, file=file)
    return [checked(puzzle, panels, file) for puzzle in found]


def _write(puzzles: list[Puzzle], path: str | None) -> None:
    with opened(path) as stream:
        for puzzle in puzzles:
            stream.write(json_line(puzzle.to_json()) + "\n")


COMMANDS = (random_, path, all_, curriculum, two_colours)
