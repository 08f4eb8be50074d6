"""Commands about puzzles: generate, show, check, solve, count, enumerate."""

from __future__ import annotations

import argparse
import json
import random
import sys
from itertools import islice

from witness.cli.common import (
    Parser,
    add_background,
    command,
    identifier,
    natural_int,
    positive_float,
    positive_int,
    progress,
)
from witness.errors import InputError
from witness.files import json_line, output
from witness.puzzle import NO_PUZZLES, Puzzle, find_puzzle, read_puzzles
from witness.rules import Path, path_from_json, violations


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    _add_generate(commands)
    _add_show(commands)
    _add_check(commands)
    _add_solve(commands)
    _add_count(commands)


def _add_generate(commands: argparse._SubParsersAction[Parser]) -> None:
    generate = commands.add_parser("generate", help="draw random triangle puzzles")
    kinds = generate.add_subparsers(dest="kind", metavar="KIND", required=True)
    drawn = command(kinds, "random", _generate_random, "puzzles by Algorithm 3 of the paper")
    drawn.add_argument("--count", type=positive_int, required=True)
    drawn.add_argument("--min-size", type=positive_int, default=2)
    drawn.add_argument("--max-size", type=positive_int, default=5)
    made = command(kinds, "path", _generate_path, "puzzles around a random path (Algorithm 4)")
    made.add_argument("--rows", type=positive_int, required=True)
    made.add_argument("--cols", type=positive_int, required=True)
    made.add_argument("--count", type=positive_int, required=True)
    made.add_argument("--method", choices=("backtracking", "walk"), default="backtracking")
    for kind, name in ((drawn, "random"), (made, "path")):
        kind.add_argument("--seed", type=natural_int, required=True)
        kind.add_argument(
            "--name", type=identifier, default=name, help=f"what ids begin with [{name}]"
        )
        kind.add_argument("-o", "--output", metavar="FILE")


def _add_show(commands: argparse._SubParsersAction[Parser]) -> None:
    show = command(commands, "show", _show, "draw a puzzle, perhaps with a solution")
    show.add_argument("puzzles")
    show.add_argument("--id", help="which puzzle [the first]")
    line = show.add_mutually_exclusive_group()
    line.add_argument("--solve", action="store_true", help="draw a solution, too")
    line.add_argument("--path", help="draw this path: [[0,0],[0,1],…]")
    show.add_argument(
        "--format", choices=("text", "svg"), help="[svg for an output named *.svg, else text]"
    )
    show.add_argument("-o", "--output", metavar="FILE")


def _add_check(commands: argparse._SubParsersAction[Parser]) -> None:
    check = command(commands, "check", _check, "say whether a path is a solution, and why not")
    check.add_argument("puzzles")
    check.add_argument("--id", help="which puzzle [the first]")
    check.add_argument("--path", required=True, help="the path: [[0,0],[0,1],…]")


def _add_solve(commands: argparse._SubParsersAction[Parser]) -> None:
    solve = command(commands, "solve", _solve, "solve every puzzle of a file with A*")
    solve.add_argument("puzzles")
    solve.add_argument(
        "--predicate", default="paper", metavar="none|baseline|paper|FILE.pl", help="[paper]"
    )
    solve.add_argument("--mode", choices=("prune", "sort"), default="prune", help="[prune]")
    solve.add_argument(
        "--baseline-layer", action="store_true", help="let π_baseline prune, too, in either mode"
    )
    solve.add_argument(
        "--engine", choices=("compiled", "reference"), default="compiled", help="[compiled]"
    )
    solve.add_argument(
        "--unproved",
        action="store_true",
        help="prune with a predicate that is not proved: solutions may be lost",
    )
    solve.add_argument("--max-expansions", type=natural_int, metavar="N")
    solve.add_argument("--time-limit", type=positive_float, metavar="S", help="seconds a puzzle")
    solve.add_argument("--memory-limit", type=positive_float, metavar="MB", help="of open nodes")
    add_background(solve)
    solve.add_argument("-o", "--output", metavar="FILE")


def _add_count(commands: argparse._SubParsersAction[Parser]) -> None:
    count = command(commands, "count", _count, "count all solutions of every puzzle exactly")
    count.add_argument("puzzles")
    count.add_argument("-o", "--output", metavar="FILE")
    listing = command(commands, "enumerate", _enumerate, "list solutions of a puzzle")
    listing.add_argument("puzzles")
    listing.add_argument("--id", help="which puzzle [the first]")
    listing.add_argument("--limit", type=positive_int, default=10, help="how many at most [10]")
    listing.add_argument("-o", "--output", metavar="FILE")


def _chosen(options: argparse.Namespace) -> Puzzle:
    """Give the puzzle that --id names, else the first one."""
    puzzles = _some_puzzles(options.puzzles)
    if options.id is None:
        return puzzles[0]
    return find_puzzle(puzzles, options.id, options.puzzles)


def _some_puzzles(path: str) -> list[Puzzle]:
    puzzles = read_puzzles(path)
    if not puzzles:
        raise InputError(NO_PUZZLES, file=path)
    return puzzles


def _given_path(text: str) -> Path:
    try:
        return path_from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise InputError(f"--path is not JSON: {text[:60]}; expected [[0,0],[0,1],…]") from None


def _generate_random(options: argparse.Namespace) -> None:
    from witness.generate import random_set

    if options.min_size > options.max_size:
        raise InputError(f"--min-size {options.min_size} is above --max-size {options.max_size}")
    rng = random.Random(options.seed)
    with progress(options.count, "puzzle") as step:
        puzzles = random_set(
            options.count, options.min_size, options.max_size, rng, options.name, progress=step
        )
    _write(puzzles, options.output)


def _generate_path(options: argparse.Namespace) -> None:
    from witness.generate import path_set

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
        )
    _write(puzzles, options.output)


def _write(puzzles: list[Puzzle], path: str | None) -> None:
    with output(path) as stream:
        for puzzle in puzzles:
            stream.write(json_line(puzzle.to_json()) + "\n")


def _show(options: argparse.Namespace) -> None:
    puzzle = _chosen(options)
    path: Path | None = None
    if options.path is not None:
        path = _given_path(options.path)
    elif options.solve:
        from witness.predicates import PAPER
        from witness.search import engine

        result = engine("compiled")(puzzle, PAPER)
        if result.path is None:
            raise InputError(f"puzzle {puzzle.id!r} has no solution", file=options.puzzles)
        path = result.path
    named_svg = options.output is not None and options.output.endswith(".svg")
    if (options.format or ("svg" if named_svg else "text")) == "svg":
        from witness.svg import svg

        drawing = svg(puzzle, path)
    else:
        from witness.render import text

        drawing = text(puzzle, path)
    with output(options.output) as stream:
        stream.write(drawing.rstrip("\n") + "\n")


def _check(options: argparse.Namespace) -> None:
    puzzle = _chosen(options)
    found = violations(puzzle, _given_path(options.path))
    if not found:
        print("solution")
        return
    print("not a solution:")
    for violation in found:
        print(f"- {violation}")


def _solve(options: argparse.Namespace) -> None:
    from witness.predicates import predicate
    from witness.search import Limits, engine

    search = engine(options.engine)
    puzzles = _some_puzzles(options.puzzles)
    chosen = predicate(options.predicate, bk=options.bk, bias=options.bias)
    if options.mode == "prune" and not options.unproved and not chosen.sound:
        raise InputError(
            f"{chosen.name} is not proved to spare every completable path, so pruning with it can "
            "lose solutions and call solvable puzzles unsolvable; use --mode sort, or --unproved "
            "to prune all the same (`witness verify` says more)"
        )
    if options.mode == "prune" and not chosen.sound:
        print(
            f'witness: {chosen.name} is not proved: solutions may be lost, and "unsolvable" '
            "means only that nothing is left to search",
            file=sys.stderr,
        )
    limits = Limits(options.max_expansions, options.time_limit, options.memory_limit)
    done = 0
    with output(options.output) as stream, progress(len(puzzles), "puzzle") as step:
        try:
            for puzzle in puzzles:
                result = search(
                    puzzle,
                    chosen,
                    options.mode,
                    baseline_layer=options.baseline_layer,
                    limits=limits,
                )
                record = result.to_json(puzzle.id, chosen.name, options.mode)
                stream.write(json_line(record) + "\n")
                stream.flush()
                done += 1
                step()
        except KeyboardInterrupt:
            if not done:
                raise
            # What was found took its time: it is kept.
            stopped = InputError(
                f"interrupted in puzzle {done + 1} of {len(puzzles)}; the results of those before "
                f"it are in {options.output or 'the output'}"
            )
        else:
            return
    raise stopped


def _count(options: argparse.Namespace) -> None:
    from witness.paths import solutions

    puzzles = _some_puzzles(options.puzzles)
    with output(options.output) as stream, progress(len(puzzles), "puzzle") as step:
        for puzzle in puzzles:
            number = sum(1 for _ in solutions(puzzle))
            stream.write(json_line({"id": puzzle.id, "solutions": number}) + "\n")
            stream.flush()
            step()


def _enumerate(options: argparse.Namespace) -> None:
    from witness.paths import solutions

    puzzle = _chosen(options)
    with output(options.output) as stream:
        for path in islice(solutions(puzzle), options.limit):
            record = {"id": puzzle.id, "length": len(path) - 1, "path": [list(v) for v in path]}
            stream.write(json_line(record) + "\n")
