"""Commands that generate puzzles: generate random, path, curriculum, two-colours."""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from typing import TYPE_CHECKING

from witness.base.errors import InputError
from witness.base.files import json_line, output, outputs
from witness.base.inputs import check_output
from witness.cli.common import (
    SEED,
    Parser,
    add_output,
    add_seed,
    checked,
    command,
    command_group,
    identifier,
    is_given,
    output_file,
    positive_int,
    share,
    whole,
)
from witness.cli.messages import notice, progress
from witness.cli.rating import MEASURES, add_player, chosen_player, refuse_player
from witness.generate.gaps import MOST_GAPS
from witness.generate.kinds import KINDS
from witness.generate.random_paths import PATH_METHODS
from witness.puzzle.files import NO_PUZZLES, read_puzzles
from witness.puzzle.model import Puzzle

if TYPE_CHECKING:
    from witness.generate.algorithms import Requirement

#: The defaults of a curriculum: the side of its boards, and the number of puzzles to choose from.
SIDE = 4
POOL = 300


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    kinds = command_group(
        commands, "generate", "generate puzzles",
        "witness generate random --count 100 --seed 1 -o puzzles.jsonl",
    )  # fmt: skip
    _add_random(kinds)
    _add_path(kinds)
    _add_curriculum(kinds)
    _add_two_colours(kinds)


def _add_random(kinds: argparse._SubParsersAction[Parser]) -> None:
    drawn = command(
        kinds, "random", _generate_random, "generate random puzzles (Algorithm 3 of the paper)",
        "witness generate random --count 100 --max-size 4 --seed 1 -o puzzles.jsonl",
        "witness generate random --kind squares --gaps 0.1 --count 20 -o squares.jsonl",
    )  # fmt: skip
    _add_count(drawn)
    drawn.add_argument(
        "--min-size", type=positive_int, default=2, metavar="N", help="shortest side [2]"
    )
    drawn.add_argument(
        "--max-size", type=positive_int, default=5, metavar="N", help="longest side [5]"
    )
    _add_kind(drawn)
    _add_difficulty(drawn)
    _add_common(drawn, "random")


def _add_path(kinds: argparse._SubParsersAction[Parser]) -> None:
    made = command(
        kinds, "path", _generate_path, "generate puzzles around random paths (Algorithm 4)",
        "witness generate path --rows 8 --cols 8 --count 5 --seed 1 -o large.jsonl",
    )  # fmt: skip
    _add_board(made)
    _add_count(made)
    made.add_argument(
        "--method",
        choices=tuple(PATH_METHODS),
        default="backtracking",
        help="how to draw the path [backtracking]",
    )
    _add_kind(made)
    _add_difficulty(made)
    _add_common(made, "path")


def _add_curriculum(kinds: argparse._SubParsersAction[Parser]) -> None:
    steps = command(
        kinds, "curriculum", _generate_curriculum, "generate puzzles in equal steps of difficulty",
        "witness generate curriculum --steps 9 --unique -o curriculum.jsonl",
    )  # fmt: skip
    steps.add_argument(
        "--steps", type=whole(2), required=True, metavar="N", help="number of puzzles"
    )
    _add_board(steps, SIDE)
    steps.add_argument(
        "--pool", type=positive_int, metavar="N", help=f"puzzles to choose from [{POOL}]"
    )
    steps.add_argument(
        "--from", dest="source", metavar="FILE", help="choose from this file [drawn puzzles]"
    )
    steps.add_argument(
        "--measure", choices=MEASURES, default="remuse", help="measure of difficulty [remuse]"
    )
    steps.add_argument(
        "--sheet",
        type=output_file,
        metavar="FILE.svg",
        help="draw the puzzles with solutions on one sheet [the name of the output with .svg]",
    )
    add_player(steps.add_argument_group("difficulty"))
    _add_common(steps, "step", seeded=False)


def _add_two_colours(kinds: argparse._SubParsersAction[Parser]) -> None:
    boards = command(
        kinds, "two-colours", _generate_two_colours,
        "generate all boards of black and white squares with one solution",
        "witness generate two-colours --rows 3 --cols 3",
    )  # fmt: skip
    _add_board(boards)
    add_output(boards)


def _add_count(kind: argparse.ArgumentParser) -> None:
    kind.add_argument(
        "--count", type=positive_int, required=True, metavar="N", help="number of puzzles"
    )


def _add_board(kind: argparse.ArgumentParser, side: int | None = None) -> None:
    """Add the options for the size of the board: required, or of a square with this side."""
    default = "" if side is None else f" [{side}]"
    for name in ("rows", "cols"):
        kind.add_argument(
            f"--{name}",
            type=positive_int,
            required=side is None,
            metavar="N",
            help=f"{name.replace('cols', 'columns')} of squares{default}",
        )


def _add_kind(kind: argparse.ArgumentParser) -> None:
    """Add the options for what is on drawn puzzles."""
    kind.add_argument(
        "--kind",
        dest="symbols",  # the word after "generate" is the kind of command
        choices=tuple(KINDS),
        default="triangles",
        help="which symbols the puzzles have [triangles]",
    )
    kind.add_argument(
        "--gaps",
        dest="share",
        type=share(MOST_GAPS),
        default=0.0,
        metavar="X",
        help=f"share of the edges that are gaps, up to {MOST_GAPS} [0]",
    )


def _add_difficulty(kind: argparse.ArgumentParser) -> None:
    """Add the options for the difficulty of drawn puzzles."""
    difficulty = kind.add_argument_group("difficulty")
    difficulty.add_argument(
        "--difficulty",
        metavar="remuse:3..5",
        help="keep drawing until the MUSE or ReMUSE of a puzzle is in this range, in bits [any]",
    )
    add_player(difficulty)


def _add_common(kind: argparse.ArgumentParser, name: str, *, seeded: bool = True) -> None:
    """Add the options of all puzzles that are drawn.

    Where they may come from a file instead (not `seeded`), the seed and the name are None unless
    given.
    """
    kind.add_argument(
        "--unique", action="store_true", help="keep drawing until a puzzle has one solution"
    )
    add_seed(kind)
    if not seeded:
        kind.set_defaults(seed=None)
    kind.add_argument(
        "--name",
        type=identifier,
        metavar="NAME",
        default=name if seeded else None,
        help=f"beginning of the ids [{name}]",
    )
    add_output(kind)


def _generate_random(options: argparse.Namespace) -> None:
    from witness.generate.algorithms import random_set

    if options.min_size > options.max_size:
        raise InputError(f"--min-size {options.min_size} is above --max-size {options.max_size}")
    rng = random.Random(options.seed)
    with progress(options.count, "puzzle") as step:
        puzzles = random_set(
            options.count,
            options.min_size,
            options.max_size,
            rng,
            options.name,
            progress=step,
            kind=options.symbols,
            gaps=options.share,
            requirements=_requirements(options),
        )
    _write(puzzles, options.output)


def _requirements(options: argparse.Namespace) -> list[Requirement]:
    """Return what the options ask of drawn puzzles. Raises `InputError`."""
    from witness.generate.algorithms import UNIQUE

    requirements = [UNIQUE] if options.unique else []
    if options.difficulty is not None:
        from witness.difficulty.score_range import read_range, requirement

        wanted = read_range(options.difficulty)
        requirements.append(requirement(wanted, chosen_player(options)))
    else:
        refuse_player(options, "--difficulty")
    return requirements


def _generate_path(options: argparse.Namespace) -> None:
    from witness.generate.algorithms import path_set

    rng = random.Random(options.seed)
    with progress(options.count, "puzzle") as step:
        puzzles = path_set(
            options.rows,
            options.cols,
            options.count,
            rng,
            options.method,
            options.name,
            progress=step,
            kind=options.symbols,
            gaps=options.share,
            requirements=_requirements(options),
        )
    _write(puzzles, options.output)


def _generate_two_colours(options: argparse.Namespace) -> None:
    from witness.difficulty.two_colours import unique_boards

    with progress(None, "path") as step:
        boards = unique_boards(options.rows, options.cols, step)
    _write(boards, options.output)


def _generate_curriculum(options: argparse.Namespace) -> None:
    from witness.difficulty.curriculum import equal_steps
    from witness.difficulty.descent import descent
    from witness.difficulty.score_range import score
    from witness.puzzle.sheets import sheet

    beside = _beside(options.output) if options.sheet is None else options.sheet
    if beside is not None and not beside.endswith(".svg"):
        raise InputError(f"a sheet is an .svg file, not {beside}")
    player = chosen_player(options)
    pool = _pool(options)
    check_output(options.output, beside)
    if len(pool) < options.steps:
        raise InputError(
            f"{options.steps:,} steps need as many puzzles to choose from; there are {len(pool):,}"
        )
    with progress(len(pool), "puzzle") as step:
        scored = []
        for puzzle in pool:
            found = score(puzzle, player, options.measure)
            if found is not None:
                scored.append((puzzle, round(found, 6)))
            step()
    name = "step" if options.name is None else options.name
    chosen = [scored[at] for at in equal_steps([bits for _, bits in scored], options.steps)]
    puzzles = []
    panels = []
    for number, (puzzle, bits) in enumerate(chosen, start=1):
        named = puzzle if options.source else replace(puzzle, id=f"{name}-{number}")
        puzzles.append(named)
        path = descent(puzzle, player, options.measure).path
        words = named.id if options.source else str(number)
        panels.append((named, path, f"{words}: {bits:.2f} bits"))
        notice(f"step {number}: {named.id}, {MEASURES[options.measure]} {bits:.3f} bits")
    sheets = [] if beside is None else [beside]
    with outputs(options.output, *sheets) as (stream, *drawings):
        for puzzle in puzzles:
            stream.write(json_line(puzzle.to_json()) + "\n")
        for drawing in drawings:
            drawing.write(sheet(panels, columns=3))


def _beside(path: str | None) -> str | None:
    """Return the name of the sheet for an output; None unless the output is a .jsonl file."""
    return None if path is None or not path.endswith(".jsonl") else f"{path[:-6]}.svg"


def _pool(options: argparse.Namespace) -> list[Puzzle]:
    """Return the puzzles to choose a curriculum from."""
    from witness.difficulty.state import panels
    from witness.generate.algorithms import UNIQUE, path_set

    if options.source is not None:
        for name in ("rows", "cols", "pool", "seed", "unique", "name"):
            if is_given(options, name):
                raise InputError(f"--{name} is for puzzles that are drawn, not for those of --from")
        found = read_puzzles(options.source)
        if not found:
            raise InputError(NO_PUZZLES, file=options.source)
        return [checked(puzzle, panels, options.source) for puzzle in found]
    rng = random.Random(SEED if options.seed is None else options.seed)
    number = options.pool or POOL
    if options.steps > number:
        raise InputError(f"{options.steps} steps need a --pool of as many puzzles; it is {number}")
    with progress(number, "puzzle") as step:
        return path_set(
            options.rows or SIDE,
            options.cols or SIDE,
            number,
            rng,
            progress=step,
            requirements=[UNIQUE] if options.unique else [],
        )


def _write(puzzles: list[Puzzle], path: str | None) -> None:
    with output(path) as stream:
        for puzzle in puzzles:
            stream.write(json_line(puzzle.to_json()) + "\n")
