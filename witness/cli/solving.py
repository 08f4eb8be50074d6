"""Commands that solve: solve, count, enumerate."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError, Limits, set_up
from witness.cli.answers import add_format, each, statuses
from witness.cli.common import (
    Check,
    Parser,
    add_background,
    add_pass_goals,
    add_puzzles,
    add_records_output,
    add_solver,
    chosen_puzzle,
    chosen_puzzles,
    command,
    natural_int,
    positive_int,
)
from witness.cli.journal import Record, journal
from witness.cli.messages import detail, notice, progress, warn
from witness.predicates.registry import PREDICATES, predicate
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import path_to_json
from witness.search import ENGINES, MODES, engine
from witness.search.heuristics import HEURISTICS

#: The options of `solve` that are for A* only, with their defaults.
_ASTAR_DEFAULTS = {
    "predicate": None,
    "portfolio": None,
    "mode": "prune",
    "baseline_layer": False,
    "heuristic": "manhattan",
    "engine": "compiled",
    "unproved": False,
    "max_expansions": None,
    "bk": None,
    "bias": None,
}


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    _add_solve(commands)
    _add_count(commands)
    _add_enumerate(commands)


def _add_solve(commands: argparse._SubParsersAction[Parser]) -> None:
    solve = command(
        commands, "solve", _solve, "solve every puzzle of a file, with A* or an exact solver",
        "witness solve examples/panels.jsonl --solver auto --format table",
        "witness solve puzzles.jsonl --predicate examples/paper.pl -o answers.jsonl",
    )  # fmt: skip
    add_puzzles(solve)
    add_solver(solve, "astar")
    solve.add_argument(
        "--shortest",
        action="store_true",
        help="find a shortest solution (A* always does if it prunes with a proved predicate)",
    )
    add_pass_goals(solve)
    astar = solve.add_argument_group("A*")
    names = "|".join((*PREDICATES, "FILE.pl"))
    astar.add_argument(
        "--predicate",
        metavar=names,
        help="predicate to guide A*; with commas between them, several together [paper]",
    )
    astar.add_argument(
        "--portfolio",
        metavar="SOUND,UNSOUND",
        help="prune with two predicates in turn, until one has an answer [--predicate alone]",
    )
    astar.add_argument("--mode", choices=MODES, help="how A* uses the predicate [prune]")
    astar.add_argument(
        "--baseline-layer",
        action="store_true",
        default=None,
        help="let π_baseline prune too, in either mode",
    )
    astar.add_argument(
        "--heuristic",
        choices=HEURISTICS,
        help="estimate of the edges that a path still needs: to the goal (manhattan), or also for "
        "squares with triangles and for dots (needs) [manhattan]",
    )
    astar.add_argument("--engine", choices=ENGINES, help="implementation of A* [compiled]")
    astar.add_argument(
        "--unproved",
        action="store_true",
        default=None,
        help="prune with a predicate that is not proved: solutions may be lost",
    )
    astar.add_argument(
        "--max-expansions", type=natural_int, metavar="N", help="expansions per puzzle [no limit]"
    )
    add_background(astar)
    add_format(solve)
    add_records_output(solve)


def _add_count(commands: argparse._SubParsersAction[Parser]) -> None:
    count = command(
        commands, "count", _count, "count the solutions of every puzzle of a file",
        "witness count examples/panels.jsonl",
    )  # fmt: skip
    add_puzzles(count)
    add_solver(count, "auto")
    count.add_argument(
        "--limit", type=positive_int, metavar="N", help="count no further than N [all]"
    )
    add_pass_goals(count)
    add_format(count)
    add_records_output(count)


def _add_enumerate(commands: argparse._SubParsersAction[Parser]) -> None:
    listing = command(
        commands, "enumerate", _enumerate, "list solutions of a puzzle",
        "witness enumerate examples/panels.jsonl --id figure-1",
    )  # fmt: skip
    add_puzzles(listing, one=True)
    add_solver(listing, "auto")
    listing.add_argument(
        "--limit", type=positive_int, default=10, metavar="N", help="list at most N [10]"
    )
    add_pass_goals(listing)
    add_records_output(listing)


def _solve(options: argparse.Namespace) -> None:
    answers = _by_solver
    if options.solver == "astar":
        options = argparse.Namespace(
            **{
                **vars(options),
                **{n: v for n, v in _ASTAR_DEFAULTS.items() if vars(options)[n] is None},
            }
        )
        answers = _by_astar
    else:
        for name in _ASTAR_DEFAULTS:
            if vars(options)[name] is not None:
                raise InputError(
                    f"--{name.replace('_', '-')} is for --solver astar, not for {options.solver}"
                )
    puzzles = chosen_puzzles(options, _check(options))
    each(options, puzzles, answers(options), _solved)


def _solved(records: Sequence[Record]) -> str:
    expansions = sum(record["expansions"] or 0 for record in records)
    return f"{statuses(records)}; {expansions:,} expansions"


def _check(options: argparse.Namespace) -> Check:
    """Return the check that raises `InputError` for puzzles that the solver does not support.

    Raises it at once if that solver is not installed.
    """
    from witness.solvers import named, solver

    if options.solver != "auto":
        named(options.solver)
    return partial(solver, options.solver)


def _limits(options: argparse.Namespace) -> Limits:
    return Limits(
        getattr(options, "max_expansions", None), options.time_limit, options.memory_limit
    )


def _by_astar(options: argparse.Namespace) -> Callable[[Puzzle], Record]:
    from witness.search.warm_up import warmed

    if options.portfolio is not None:
        return _by_portfolio(options)
    search = warmed(engine(options.engine))
    name = "paper" if options.predicate is None else options.predicate
    with set_up(name, options.time_limit):
        chosen = predicate(name, bk=options.bk, bias=options.bias)
        detail(f"predicate {chosen.name}: {chosen.soundness}")
    if options.mode == "prune" and not options.unproved and not chosen.sound:
        raise InputError(
            f"{chosen.name} is not proved to spare every completable path, so pruning with it can "
            "lose solutions and call solvable puzzles unsolvable; use --mode sort, or --unproved "
            "to prune all the same (`witness verify` says more)"
        )
    if options.mode == "prune" and not chosen.sound:
        warn(
            f'{chosen.name} is not proved: solutions may be lost, and "unsolvable" means only '
            "that nothing is left to search"
        )
    if options.shortest and (options.mode == "sort" or not chosen.sound):
        raise InputError(
            "--shortest needs --mode prune and a proved predicate: otherwise A* may find a longer "
            "solution first"
        )
    limits = _limits(options)

    def answer(puzzle: Puzzle) -> Record:
        result = search(
            puzzle,
            chosen,
            options.mode,
            baseline_layer=options.baseline_layer,
            heuristic=options.heuristic,
            limits=limits,
        )
        record = result.to_json(puzzle.id, chosen.name, options.mode)
        if options.heuristic != "manhattan":
            record["heuristic"] = options.heuristic
        return record

    return answer


def _by_portfolio(options: argparse.Namespace) -> Callable[[Puzzle], Record]:
    from witness.search import portfolio

    names = options.portfolio.split(",")
    if len(names) != 2 or not all(names):
        raise InputError("--portfolio takes two predicates, SOUND,UNSOUND")
    for name in ("predicate", "unproved", "shortest"):
        if getattr(options, name):
            raise InputError(f"--portfolio goes without --{name}")
    if options.mode != "prune":
        raise InputError("--portfolio prunes; it goes without --mode sort")
    with set_up(options.portfolio, options.time_limit):
        sound, unsound = (predicate(name, bk=options.bk, bias=options.bias) for name in names)
        proved = sound.sound
    if not proved:
        raise InputError(
            f"{sound.name} is not proved; the first predicate of --portfolio has to be, as it says "
            "whether there is a solution"
        )
    limits = _limits(options)

    def answer(puzzle: Puzzle) -> Record:
        result, by = portfolio.solve(
            puzzle,
            sound,
            unsound,
            engine=options.engine,
            baseline_layer=options.baseline_layer,
            heuristic=options.heuristic,
            limits=limits,
        )
        return result.to_json(puzzle.id, by.name, "prune") | {"portfolio": names}

    return answer


def _by_solver(options: argparse.Namespace) -> Callable[[Puzzle], Record]:
    from witness.solvers import solve

    limits = _limits(options)
    return lambda puzzle: solve(
        puzzle, options.solver, shortest=options.shortest, limits=limits
    ).to_json(puzzle.id)


def _count(options: argparse.Namespace) -> None:
    from witness.solvers import count

    puzzles = chosen_puzzles(options, _check(options))
    limits = _limits(options)

    def answer(puzzle: Puzzle) -> Record:
        number, status = count(puzzle, options.solver, most=options.limit, limits=limits)
        record: Record = {"id": puzzle.id, "solutions": number}
        # No status means that these are all.
        return record if status == "exact" else {**record, "status": status}

    each(options, puzzles, answer, _counted)


def _counted(records: Sequence[Record]) -> str:
    total = sum(record["solutions"] for record in records)
    limited = Counter(record["status"] for record in records if "status" in record)
    ended = "".join(f", {number} ended by a {status}" for status, number in limited.items())
    return f"{total:,} solution{'' if total == 1 else 's'}{ended}"


def _enumerate(options: argparse.Namespace) -> None:
    from witness.solvers import solutions

    puzzle = chosen_puzzle(options, _check(options))
    with journal(options, puzzle.to_json(), "solution") as kept, progress(None, "solution") as step:
        found = solutions(puzzle, options.solver, limits=_limits(options))
        try:
            # They come in the same order each time; those of an earlier run are found again.
            for number, path in enumerate(islice(found, min(options.limit, sys.maxsize)), start=1):
                if number > kept.resumed:
                    kept.add({"id": puzzle.id, "length": len(path) - 1, "path": path_to_json(path)})
                step()
        except LimitReachedError as reached:
            number = len(kept.records)
            notice(f"{reached.status} after {number} solution{'' if number == 1 else 's'}")
