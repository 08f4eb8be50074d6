"""The command that shows puzzles: show."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

from witness.base import files
from witness.base.errors import InputError, quoted
from witness.cli.common import (
    PassGoals,
    PuzzleFile,
    PuzzleId,
    PuzzlesOf,
    given_path,
    naming,
    seconds,
    within,
)
from witness.cli.messages import notice, progress
from witness.cli.rating import MEASURES, PlayerOptions
from witness.cli.signature import ALTERNATIVES, Call, Option, Titled, command, dashed, names_of
from witness.cli.texts import drawing_file, natural_int, positive_int
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import Path, goal_test, path_to_json, violations
from witness.searches.predicates.registry import PREDICATES

if TYPE_CHECKING:
    from witness.searches.predicates.interface import Predicate

#: Options of `show` that only some pictures take.
_FOR = {
    "bk": ("entropy", "tree", "forced"),
    "bias": ("entropy", "tree", "forced"),
    "predicate": ("tree", "forced"),
    "nodes": ("tree", "forced"),
    "depth": ("tree",),
    "time_limit": ("solve", "path"),
}

#: Seconds in which `show --solve` looks for a solution of a panel, unless another limit is given.
SECONDS = 60.0

#: The most vertices of a board on which `show --solve` looks for a shortest solution.
MAX_SHORTEST = 36


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What is drawn of a panel; one of these at most."""

    solve: Annotated[bool, Option("draw a solution too, up to 5×5 a shortest one")] = False
    path: Annotated[
        str | None,
        Option(
            "draw this path, [[0,0],[0,1],…], and say whether it is a solution, and why not",
            metavar="PATH",
            unset="none",
        ),
    ] = None
    entropy: Annotated[
        bool, Option("draw a solution of least entropy, with the bits at every step")
    ] = False
    tree: Annotated[
        bool, Option("draw the search tree of a small panel, and what a predicate prunes of it")
    ] = False
    forced: Annotated[
        bool,
        Option("number the vertices that pruning forces, and say why all other moves are cut off"),
    ] = False


@dataclass(frozen=True, kw_only=True)
class Pruned:
    """The search to draw."""

    predicate: Annotated[
        str | None,
        Option(
            "predicate to prune with",
            metavar="|".join([*PREDICATES, "FILE.pl"]),
            names=PREDICATES.keys,
            unset="--tree: baseline; --forced: paper",
        ),
    ] = None
    nodes: Annotated[
        int | None,
        Option(
            "--tree: draw at most N partial paths [100]; --forced: look at no more than N partial "
            "paths to refute a move",
            positive_int,
            "N",
            unset="30",
        ),
    ] = None
    depth: Annotated[
        int | None, Option("--tree: draw at most N steps", natural_int, "N", unset="all")
    ] = None


@dataclass(frozen=True, kw_only=True)
class Entropy:
    """The player whose bits are drawn."""

    measure: Annotated[
        str | None, Option("score of which to draw the bits", choices=MEASURES, unset="remuse")
    ] = None
    player: PlayerOptions


@command(
    "show",
    "witness show examples/panels.jsonl --id figure-1 --solve",
    "witness show examples/panels.jsonl --all --solve -o panels.svg",
    "witness show examples/panels.jsonl --id figure-1 --path '[[0,0],[0,1],[0,2],[1,2]]'",
)
def show(
    puzzles: PuzzleFile,
    *,
    id_: PuzzleId = None,
    all_: Annotated[bool, Option("draw all puzzles of the file on one sheet")] = False,
    shown: Annotated[Shown, ALTERNATIVES],
    time_limit: Annotated[
        float | None,
        seconds(
            "for the solution of a panel, or to check a path",
            unset=f"{SECONDS:g} for a solution, no limit for a path",
        ),
        Titled("--solve, --path"),
    ] = None,
    pruned: Annotated[Pruned, Titled("--tree, --forced")],
    entropy: Annotated[Entropy, Titled("--entropy")],
    pass_goals: PassGoals = False,
    format_: Annotated[
        str | None,
        Option(
            "how to draw; words say only whether the path is a solution, and why not",
            choices=("text", "svg", "words"),
            unset="svg for an output named *.svg, else text",
        ),
    ] = None,
    output: Annotated[
        str | None,
        Option(
            "file to write; *.svg is a picture",
            drawing_file,
            "FILE",
            unset="standard output",
            short="-o",
        ),
    ] = None,
    call: Call,
) -> None:
    """Draw a puzzle, a path with what is wrong with it, or a search."""
    for name, pictures in _FOR.items():
        if not any(picture in call.given for picture in pictures):
            call.refuse([name], ", ".join(map(dashed, pictures)))
    if not shown.entropy:
        others = [name for name in names_of(Entropy) if name not in _FOR]
        call.refuse(others, "--entropy")
    if all_:
        call.refuse(["id", "path", "entropy", "tree", "forced"], "one puzzle, not for --all")
    ending = FilePath(output or "").suffix.lower()
    as_svg = (format_ or ("svg" if ending == ".svg" else "text")) == "svg"
    if format_ == "words" and shown.path is None:
        raise InputError("--format words is for --path")
    chosen = PuzzlesOf(puzzles, output, pass_goals)
    if all_:
        drawing = _sheet(chosen, shown, time_limit, as_svg)
    elif shown.tree or shown.forced:
        drawing = _search_picture(chosen, id_, shown, pruned, entropy, as_svg)
    elif shown.path is not None:
        drawing = _path(chosen, id_, shown.path, time_limit, format_ or ("text", "svg")[as_svg])
    else:
        drawing = _panel(chosen, id_, shown, time_limit, entropy, as_svg)
    with files.output(output) as stream:
        stream.write(drawing.rstrip("\n") + "\n")


#: How the user gets the other panels of a file.
_MORE = ", or --all for all"


def _panel(
    chosen: PuzzlesOf,
    id_: str | None,
    shown: Shown,
    time_limit: float | None,
    entropy: Entropy,
    as_svg: bool,
) -> str:
    """Return a drawing of the panel, with the path that the options ask for."""
    puzzle = chosen.one(id_, partial(_drawing, as_svg=as_svg), _MORE)
    path: Path | None = None
    notes: dict[Place, str] = {}
    lines: list[str] = []
    if shown.entropy:
        path, notes, lines = _least_entropy(puzzle, entropy)
    elif shown.solve:
        path, why_not = _solution(puzzle, time_limit)
        if path is None:
            raise InputError(f"puzzle {quoted(puzzle.id)}: {why_not}", file=chosen.file)
    return _drawing(puzzle, path, notes, lines, as_svg=as_svg)


def _path(
    chosen: PuzzlesOf, id_: str | None, text: str, time_limit: float | None, form: str
) -> str:
    """Return a drawing of a path with the verdict below, or the verdict alone.

    Below a picture there is no place for words: standard error has them.
    """
    puzzle = chosen.one(id_, goal_test)
    path = given_path(text)
    with within(time_limit, chosen.file, "checked") as budget, budget.in_force():
        broken = violations(puzzle, path)
    words = ["not a solution:", *(f"- {each}" for each in broken)] if broken else ["solution"]
    if form == "words":
        return "\n".join(words)
    drawing = _drawing(puzzle, path, lines=["", *words], as_svg=form == "svg")
    if form == "svg":
        notice(" ".join(words))
    return drawing


def _solution(puzzle: Puzzle, seconds: float | None) -> tuple[Path | None, str]:
    """Return a solution, or None and why there is none to draw."""
    from witness.base.limits import Limits
    from witness.puzzle.solvers import solve

    limits = Limits(time_limit=seconds or SECONDS)
    answer = solve(puzzle, shortest=len(puzzle.grid.vertices) <= MAX_SHORTEST, limits=limits)
    if answer.status == "unsolvable":
        return None, "it has no solution"
    if answer.path is None:
        return None, f"it is not known whether it has a solution: {answer.status}"
    return answer.path, ""


def _sheet(chosen: PuzzlesOf, shown: Shown, time_limit: float | None, as_svg: bool) -> str:
    """Return a drawing of all puzzles, with solutions if the options ask for them."""
    puzzles = chosen.all(partial(_drawing, as_svg=as_svg))
    panels: list[tuple[Puzzle, Path | None, str]] = []
    with progress(len(puzzles), "puzzle") as step:
        for puzzle in puzzles:
            path, why_not = _solution(puzzle, time_limit) if shown.solve else (None, "")
            panels.append((puzzle, path, f"{puzzle.id}{why_not and f': {why_not}'}"))
            step()
    if as_svg:
        from witness.puzzle.sheets import sheet

        return sheet(panels)
    return "\n".join(f"{words}\n{_drawing(p, path, as_svg=False)}" for p, path, words in panels)


def _drawing(
    puzzle: Puzzle,
    path: Path | None = None,
    notes: Mapping[Place, str] = MappingProxyType({}),
    lines: Sequence[str] = (),
    *,
    as_svg: bool,
) -> str:
    """Return a drawing of a panel with a path, and notes on it (SVG) or lines below it (text)."""
    if as_svg:
        from witness.puzzle.svg import svg

        return svg(puzzle, path, notes=notes)
    from witness.puzzle.text import text

    return "\n".join([text(puzzle, path), *lines])


def _search_picture(
    chosen: PuzzlesOf,
    id_: str | None,
    shown: Shown,
    pruned: Pruned,
    entropy: Entropy,
    as_svg: bool,
) -> str:
    """Return a drawing of the search tree, or of the moves that pruning forces."""
    from witness.searches.predicates.registry import predicate
    from witness.searches.request import check_supported

    name = pruned.predicate
    if name is None:
        name = "baseline" if shown.tree else "paper"
    background = entropy.player.background
    pruning = predicate(name, bk=background.bk, bias=background.bias)
    puzzle = chosen.one(id_, check_supported, _MORE)
    with naming(chosen.file):
        return (_tree if shown.tree else _forced)(puzzle, pruning, pruned, as_svg)


def _tree(puzzle: Puzzle, pruning: Predicate, options: Pruned, as_svg: bool) -> str:
    """Return a drawing of the search tree; standard error says what a limit left out."""
    from witness.searches.tree.drawing import svg, text
    from witness.searches.tree.tree import MOST_NODES, search_tree

    tree = search_tree(puzzle, pruning, options.depth, options.nodes or MOST_NODES)
    left_out = tree.notice()
    if left_out is not None:
        notice(left_out)
    return svg(tree) if as_svg else text(tree)


def _forced(puzzle: Puzzle, pruning: Predicate, options: Pruned, as_svg: bool) -> str:
    """Return a drawing of the moves that pruning forces; as text, with the argument below."""
    from witness.searches.tree.forced import MOST_NODES, argument_lines, forced

    found = forced(puzzle, pruning, options.nodes or MOST_NODES)
    return _drawing(puzzle, found.path, found.notes, ["", *argument_lines(found)], as_svg=as_svg)


def _least_entropy(puzzle: Puzzle, options: Entropy) -> tuple[Path, dict[Place, str], list[str]]:
    """Return a solution of least entropy, its bits by place, and the same as lines of text."""
    from witness.difficulty.descent import descent

    measure = options.measure or "remuse"
    found = descent(puzzle, options.player.player(), measure)
    lines = ["", f"{MEASURES[measure]}: {found.score:.3f} bits"]
    for step in found.steps:
        moves = f"{step.moves} move{'' if step.moves == 1 else 's'}"
        place = json.dumps(path_to_json([step.place])[0])
        lines.append(f"  {place}  {moves}, {step.bits:.3f} bits")
    return found.path, found.notes, lines


COMMANDS = (show,)
