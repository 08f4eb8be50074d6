"""Commands about puzzles: show, check."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from witness.cli.common import (
    Parser,
    add_pass_goals,
    chosen_puzzle,
    command,
)
from witness.cli.rating import MEASURES, add_player, chosen_player, refuse_player
from witness.errors import InputError
from witness.files import output
from witness.puzzle import Place, Puzzle
from witness.rules import Path, path_from_json, path_to_json, violations

if TYPE_CHECKING:
    pass

#: On boards of so many vertices `show --solve` looks for a shortest solution.
SHORTEST = 36


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    _add_show(commands)
    _add_check(commands)


def _add_show(commands: argparse._SubParsersAction[Parser]) -> None:
    show = command(commands, "show", _show, "draw a puzzle, perhaps with a solution")
    show.add_argument("puzzles")
    show.add_argument("--id", help="which puzzle [the first]")
    line = show.add_mutually_exclusive_group()
    line.add_argument(
        "--solve", action="store_true", help="draw a solution, too; up to 5×5 a shortest one"
    )
    line.add_argument("--path", help="draw this path: [[0,0],[0,1],…]")
    line.add_argument(
        "--entropy",
        action="store_true",
        help="draw a solution of least entropy, with the bits at every step",
    )
    player = show.add_argument_group("--entropy")
    player.add_argument("--measure", choices=MEASURES, help="[remuse]")
    add_player(player)
    add_pass_goals(show)
    show.add_argument(
        "--format", choices=("text", "svg"), help="[svg for an output named *.svg, else text]"
    )
    show.add_argument("-o", "--output", metavar="FILE")


def _add_check(commands: argparse._SubParsersAction[Parser]) -> None:
    check = command(commands, "check", _check, "say whether a path is a solution, and why not")
    check.add_argument("puzzles")
    check.add_argument("--id", help="which puzzle [the first]")
    check.add_argument("--path", required=True, help="the path: [[0,0],[0,1],…]")
    add_pass_goals(check)


def _given_path(text: str) -> Path:
    try:
        return path_from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise InputError(f"--path is not JSON: {text[:60]}; expected [[0,0],[0,1],…]") from None


def _show(options: argparse.Namespace) -> None:
    if not options.entropy:
        refuse_player(options, "--entropy")
    puzzle = chosen_puzzle(options)
    path: Path | None = None
    notes: dict[Place, str] = {}
    lines: list[str] = []
    if options.entropy:
        path, notes, lines = _least_entropy(puzzle, options)
    elif options.path is not None:
        path = _given_path(options.path)
    elif options.solve:
        from witness.solvers import solve

        answer = solve(puzzle, shortest=len(puzzle.grid.vertices) <= SHORTEST)
        if answer.status == "unsolvable":
            raise InputError(f"puzzle {puzzle.id!r} has no solution", file=options.puzzles)
        if answer.path is None:
            raise InputError(
                f"whether puzzle {puzzle.id!r} has a solution is not known: {answer.status}",
                file=options.puzzles,
            )
        path = answer.path
    named_svg = options.output is not None and options.output.endswith(".svg")
    if (options.format or ("svg" if named_svg else "text")) == "svg":
        from witness.svg import svg

        drawing = svg(puzzle, path, notes=notes)
    else:
        from witness.render import text

        drawing = "\n".join([text(puzzle, path), *lines])
    with output(options.output) as stream:
        stream.write(drawing.rstrip("\n") + "\n")


def _least_entropy(
    puzzle: Puzzle, options: argparse.Namespace
) -> tuple[Path, dict[Place, str], list[str]]:
    """Give a solution of least entropy, the bits by place, and the same in words."""
    from witness.difficulty.descent import descent

    measure = options.measure or "remuse"
    found = descent(puzzle, chosen_player(options), measure)
    lines = ["", f"{'MUSE' if measure == 'muse' else 'ReMUSE'}: {found.score:.3f} bits"]
    for step in found.steps:
        moves = f"{step.moves} move{'' if step.moves == 1 else 's'}"
        place = json.dumps(path_to_json([step.place])[0])
        lines.append(f"  {place}  {moves}, {step.bits:.3f} bits")
    return found.path, found.notes, lines


def _check(options: argparse.Namespace) -> None:
    puzzle = chosen_puzzle(options)
    found = violations(puzzle, _given_path(options.path))
    if not found:
        print("solution")
        return
    print("not a solution:")
    for violation in found:
        print(f"- {violation}")
