"""Commands about puzzles: show, check."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from witness.base.errors import InputError, quoted
from witness.base.files import output
from witness.cli.common import (
    Parser,
    add_output,
    add_pass_goals,
    add_puzzles,
    chosen_puzzle,
    chosen_puzzles,
    command,
    is_given,
    natural_int,
    positive_float,
    positive_int,
)
from witness.cli.messages import notice, progress
from witness.cli.rating import MEASURES, add_player, chosen_player, refuse_player
from witness.predicates.registry import PREDICATES
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import Path, goal_test, path_from_json, path_to_json, violations

if TYPE_CHECKING:
    from witness.predicates.interface import Predicate

#: Options of `show` that only some pictures take.
_FOR = {
    "bk": ("entropy", "tree", "forced"),
    "bias": ("entropy", "tree", "forced"),
    "predicate": ("tree", "forced"),
    "nodes": ("tree", "forced"),
    "depth": ("tree",),
    "time_limit": ("solve",),
}


#: Seconds in which `show --solve` looks for a solution of a panel, unless another limit is given.
SECONDS = 60.0

#: The most vertices of a board on which `show --solve` looks for a shortest solution.
MAX_SHORTEST = 36


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    _add_show(commands)
    _add_check(commands)


def _add_show(commands: argparse._SubParsersAction[Parser]) -> None:
    show = command(
        commands, "show", _show, "draw a puzzle, its solution or its search",
        "witness show examples/panels.jsonl --id figure-1 --solve",
        "witness show examples/panels.jsonl --all --solve -o panels.svg",
    )  # fmt: skip
    add_puzzles(show, one=True)
    show.add_argument(
        "--all", action="store_true", help="draw all puzzles of the file on one sheet"
    )
    line = show.add_mutually_exclusive_group()
    line.add_argument(
        "--solve", action="store_true", help="draw a solution too, up to 5×5 a shortest one"
    )
    line.add_argument("--path", metavar="PATH", help="draw this path: [[0,0],[0,1],…] [none]")
    line.add_argument(
        "--entropy",
        action="store_true",
        help="draw a solution of least entropy, with the bits at every step",
    )
    line.add_argument(
        "--tree",
        action="store_true",
        help="draw the search tree of a small panel, and what a predicate prunes of it",
    )
    line.add_argument(
        "--forced",
        action="store_true",
        help="number the vertices that pruning forces, and say why all other moves are cut off",
    )
    show.add_argument_group("--solve").add_argument(
        "--time-limit",
        type=positive_float,
        metavar="S",
        help=f"seconds for the solution of a panel [{SECONDS:g}]",
    )
    search = show.add_argument_group("--tree, --forced")
    names = "|".join([*PREDICATES, "FILE.pl"])
    search.add_argument(
        "--predicate",
        metavar=names,
        help="predicate to prune with [--tree: baseline; --forced: paper]",
    )
    search.add_argument(
        "--nodes",
        type=positive_int,
        metavar="N",
        help="--tree: draw at most N partial paths [100]; --forced: look at no more than N partial "
        "paths to refute a move [30]",
    )
    search.add_argument(
        "--depth", type=natural_int, metavar="N", help="--tree: draw at most N steps [all]"
    )
    player = show.add_argument_group("--entropy")
    player.add_argument(
        "--measure", choices=MEASURES, help="score of which to draw the bits [remuse]"
    )
    add_player(player)
    add_pass_goals(show)
    show.add_argument(
        "--format",
        choices=("text", "svg"),
        help="how to draw [svg for an output named *.svg, else text]",
    )
    add_output(show, drawn=True)


def _add_check(commands: argparse._SubParsersAction[Parser]) -> None:
    check = command(
        commands, "check", _check, "say whether a path is a solution, and why not",
        "witness check examples/panels.jsonl --id figure-1 --path '[[0,0],[0,1],[0,2],[1,2]]'",
    )  # fmt: skip
    add_puzzles(check, one=True)
    check.add_argument("--path", metavar="PATH", required=True, help="path: [[0,0],[0,1],…]")
    add_pass_goals(check)


def _given_path(text: str) -> Path:
    try:
        return path_from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise InputError(f"--path is not JSON: {quoted(text)}; expected [[0,0],[0,1],…]") from None


def _show(options: argparse.Namespace) -> None:
    for name, pictures in _FOR.items():
        if vars(options)[name] is not None and not any(vars(options)[p] for p in pictures):
            option = name.replace("_", "-")
            raise InputError(f"--{option} is for {', '.join(f'--{p}' for p in pictures)}")
    if not options.entropy:
        refuse_player(
            argparse.Namespace(**{**vars(options), "bk": None, "bias": None}), "--entropy"
        )
    ending = FilePath(options.output or "").suffix.lower()
    as_svg = (options.format or ("svg" if ending == ".svg" else "text")) == "svg"
    if options.all:
        for name in ("id", "path", "entropy", "tree", "forced"):
            if is_given(options, name):
                raise InputError(f"--{name} is for one puzzle, not for --all")
        picture = _sheet
    else:
        picture = _search_picture if options.tree or options.forced else _panel
    drawing = picture(options, as_svg)
    with output(options.output) as stream:
        stream.write(drawing.rstrip("\n") + "\n")


def _panel(options: argparse.Namespace, as_svg: bool) -> str:
    """Return a drawing of the panel, with the path that the options ask for."""
    puzzle = chosen_puzzle(options, lambda puzzle: _drawing(puzzle, None, {}, (), as_svg))
    path: Path | None = None
    notes: dict[Place, str] = {}
    lines: list[str] = []
    if options.entropy:
        path, notes, lines = _least_entropy(puzzle, options)
    elif options.path is not None:
        path = _given_path(options.path)
    elif options.solve:
        path, why_not = _solution(puzzle, options.time_limit)
        if path is None:
            raise InputError(f"puzzle {quoted(puzzle.id)}: {why_not}", file=options.puzzles)
    return _drawing(puzzle, path, notes, lines, as_svg)


def _solution(puzzle: Puzzle, seconds: float | None) -> tuple[Path | None, str]:
    """Return a solution, or None and why there is none to draw."""
    from witness.base.limits import Limits
    from witness.solvers import solve

    limits = Limits(time_limit=seconds or SECONDS)
    answer = solve(puzzle, shortest=len(puzzle.grid.vertices) <= MAX_SHORTEST, limits=limits)
    if answer.status == "unsolvable":
        return None, "it has no solution"
    if answer.path is None:
        return None, f"it is not known whether it has a solution: {answer.status}"
    return answer.path, ""


def _sheet(options: argparse.Namespace, as_svg: bool) -> str:
    """Return a drawing of all puzzles, with solutions if the options ask for them."""
    puzzles = chosen_puzzles(options, lambda puzzle: _drawing(puzzle, None, {}, (), as_svg))
    panels: list[tuple[Puzzle, Path | None, str]] = []
    with progress(len(puzzles), "puzzle") as step:
        for puzzle in puzzles:
            path, why_not = _solution(puzzle, options.time_limit) if options.solve else (None, "")
            panels.append((puzzle, path, f"{puzzle.id}{why_not and f': {why_not}'}"))
            step()
    if as_svg:
        from witness.puzzle.sheets import sheet

        return sheet(panels)
    return "\n".join(f"{words}\n{_drawing(p, path, {}, (), False)}" for p, path, words in panels)


def _drawing(
    puzzle: Puzzle,
    path: Path | None,
    notes: Mapping[Place, str],
    lines: Sequence[str],
    as_svg: bool,
) -> str:
    """Return a drawing of a panel with a path, and notes on it (SVG) or lines below it (text)."""
    if as_svg:
        from witness.puzzle.svg import svg

        return svg(puzzle, path, notes=notes)
    from witness.puzzle.text import text

    return "\n".join([text(puzzle, path), *lines])


def _search_picture(options: argparse.Namespace, as_svg: bool) -> str:
    """Return a drawing of the search tree, or of the moves that pruning forces."""
    from witness.predicates.registry import predicate
    from witness.search.request import check_supported

    name = options.predicate
    if name is None:
        name = "baseline" if options.tree else "paper"
    pruning = predicate(name, bk=options.bk, bias=options.bias)
    puzzle = chosen_puzzle(options, check_supported)
    try:
        return (_tree if options.tree else _forced)(puzzle, pruning, options, as_svg)
    except InputError as error:
        raise error.at(file=options.puzzles) from None


def _tree(puzzle: Puzzle, pruning: Predicate, options: argparse.Namespace, as_svg: bool) -> str:
    """Return a drawing of the search tree; standard error says what a limit left out."""
    from witness.search.tree.drawing import svg, text
    from witness.search.tree.tree import MOST_NODES, search_tree

    tree = search_tree(puzzle, pruning, options.depth, options.nodes or MOST_NODES)
    left_out = tree.notice()
    if left_out is not None:
        notice(left_out)
    return svg(tree) if as_svg else text(tree)


def _forced(puzzle: Puzzle, pruning: Predicate, options: argparse.Namespace, as_svg: bool) -> str:
    """Return a drawing of the moves that pruning forces; as text, with the argument below."""
    from witness.search.tree.forced import MOST_NODES, argument_lines, forced

    found = forced(puzzle, pruning, options.nodes or MOST_NODES)
    return _drawing(puzzle, found.path, found.notes, ["", *argument_lines(found)], as_svg)


def _least_entropy(
    puzzle: Puzzle, options: argparse.Namespace
) -> tuple[Path, dict[Place, str], list[str]]:
    """Return a solution of least entropy, its bits by place, and the same as lines of text."""
    from witness.difficulty.descent import descent

    measure = options.measure or "remuse"
    found = descent(puzzle, chosen_player(options), measure)
    lines = ["", f"{MEASURES[measure]}: {found.score:.3f} bits"]
    for step in found.steps:
        moves = f"{step.moves} move{'' if step.moves == 1 else 's'}"
        place = json.dumps(path_to_json([step.place])[0])
        lines.append(f"  {place}  {moves}, {step.bits:.3f} bits")
    return found.path, found.notes, lines


def _check(options: argparse.Namespace) -> None:
    puzzle = chosen_puzzle(options, goal_test)
    found = violations(puzzle, _given_path(options.path))
    if not found:
        print("solution")
        return
    print("not a solution:")
    for violation in found:
        print(f"- {violation}")
