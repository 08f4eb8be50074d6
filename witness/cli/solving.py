"""Commands that solve: solve, count, enumerate."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated

from witness.base.errors import InputError
from witness.base.extras import for_panels
from witness.base.limits import LimitReachedError, Limits, set_up
from witness.cli.answers import Format, each, statuses
from witness.cli.common import (
    BackgroundFiles,
    Check,
    OnlyId,
    PassGoals,
    PuzzleFile,
    PuzzleId,
    PuzzlesOf,
    Solver,
    SolverLimits,
    naming,
)
from witness.cli.journal import KeptRecords, Record, journal
from witness.cli.messages import detail, notice, progress, warn
from witness.cli.signature import Call, Option, Titled, command, names_of
from witness.cli.texts import natural_int, positive_int
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import path_to_json
from witness.searches import AUTO, ENGINES, SEARCHES, Engine, Mode, engine
from witness.searches.heuristics import HEURISTICS
from witness.searches.predicates.registry import PREDICATES, predicate


@dataclass(frozen=True, kw_only=True)
class AStar:
    """The options that are for A*, and for other searches with a predicate."""

    search: Annotated[
        str,
        Option(
            "what is expanded first: by A*, by a policy (LevinTS), by both it and the heuristic "
            "(PHS*)",
            choices=SEARCHES,
        ),
    ] = "astar"
    learn_from: Annotated[
        str | None,
        Option(
            "learn the policy, by counting, from the solutions of the puzzles of this file",
            metavar="FILE",
            unset="all steps are equally likely",
        ),
    ] = None
    predicate: Annotated[
        str | None,
        Option(
            "predicate to guide A*; with commas between them, several together",
            metavar="|".join((*PREDICATES, "FILE.pl", "TASK")),
            names=PREDICATES.keys,
            unset="paper",
        ),
    ] = None
    mode: Annotated[Mode, Option("how A* uses the predicate")] = "prune"
    baseline_layer: Annotated[bool, Option("let π_baseline prune too, in either mode")] = False
    heuristic: Annotated[
        str,
        Option(
            "estimate of the edges that a path still needs: to the goal (manhattan), or also for "
            "squares with triangles and for dots (needs)",
            choices=HEURISTICS,
        ),
    ] = "manhattan"
    engine: Annotated[
        str,
        Option(
            "implementation of A*; auto is the reference for a few small puzzles",
            choices=(AUTO, *ENGINES),
        ),
    ] = AUTO
    unproved: Annotated[
        bool, Option("prune with a predicate that is not proved: solutions may be lost")
    ] = False
    max_expansions: Annotated[
        int | None, Option("expansions per puzzle", natural_int, "N", unset="no limit")
    ] = None
    background: BackgroundFiles


@command(
    "solve",
    "witness solve examples/panels.jsonl --solver auto --format table",
    "witness solve puzzles.jsonl --predicate examples/paper.pl -o answers.jsonl",
)
def solve(
    puzzles: PuzzleFile,
    *,
    id_: OnlyId = None,
    solver: Solver = "astar",
    limits: SolverLimits,
    shortest: Annotated[
        bool,
        Option("find a shortest solution (A* always does if it prunes with a proved predicate)"),
    ] = False,
    pass_goals: PassGoals = False,
    astar: Annotated[AStar, Titled("A*, LevinTS and PHS*")],
    format_: Format = "jsonl",
    kept: KeptRecords,
) -> None:
    """Solve every puzzle of a file, with A* or an exact solver."""
    if solver != "astar":
        kept.call.refuse(names_of(AStar), f"--solver astar, not for {solver}")
    _check_search(kept.call, astar.search, shortest=shortest)
    # The policy guides on panels of every kind.
    check = _check(solver) if astar.search != "levin" else Puzzle.check
    chosen = PuzzlesOf(puzzles, kept.output, pass_goals).all(check, id_)
    if solver != "astar":
        answer = _by_solver(solver, _limits(limits), shortest=shortest)
    else:
        answer = _by_astar(astar, limits, shortest=shortest)
    with for_panels(len(chosen)):
        each(kept, format_, chosen, answer, _solved)


def _solved(records: Sequence[Record]) -> str:
    expansions = sum(record["expansions"] or 0 for record in records)
    said = f"{statuses(records)}; {expansions:,} expansions"
    if {"reference", "compiled"} <= {record["engine"] for record in records if "engine" in record}:
        said += " (reference is plain Python: to compare seconds, give --engine compiled)"
    return said


def _check(name: str) -> Check:
    """Return the check that raises `InputError` for puzzles that the solver does not support.

    Raises it at once if that solver is not installed.
    """
    from witness.puzzle.solvers import named, solver

    if name != "auto":
        named(name)
    return partial(solver, name)


def _limits(limits: SolverLimits, max_expansions: int | None = None) -> Limits:
    return Limits(max_expansions, limits.time_limit, limits.memory_limit)


def _check_search(call: Call, search: str, *, shortest: bool) -> None:
    """Raise `InputError` for options that are not for a search."""
    if search == "astar":
        call.refuse(["learn_from"], "--search levin and --search phs")
        return
    call.refuse(["mode", "engine"], f"--search astar, not for {search}")
    if search == "levin":
        call.refuse(["heuristic"], "--search astar and --search phs")
    if shortest:
        raise InputError(f"--shortest is for --search astar: {search} stops at any solution")


def _engine(options: AStar, limits: Limits) -> Engine:
    """Return what searches, ready for the first puzzle."""
    from witness.searches.registry import warmed

    if options.search == "astar":
        chosen = engine(options.engine)
        return chosen if options.engine == AUTO else warmed(chosen)
    from witness.searches import policies, policy_guided

    policy: policies.Policy = policies.uniform
    if options.learn_from is not None:
        with naming(options.learn_from):
            policy = policies.learned(read_puzzles(options.learn_from), limits)
    return partial(policy_guided.solve, search=options.search, policy=policy)


def _by_astar(
    options: AStar, limited: SolverLimits, *, shortest: bool
) -> Callable[[Puzzle], Record]:
    limits = _limits(limited, options.max_expansions)
    search = _engine(options, limits)
    name = "paper" if options.predicate is None else options.predicate
    with set_up(name, limited.time_limit):
        chosen = predicate(name, bk=options.background.bk, bias=options.background.bias)
        detail(f"predicate {chosen.name}: {chosen.soundness}")
    if options.mode == "prune" and not options.unproved and not chosen.sound:
        instead = "--mode sort, or " if options.search == "astar" else ""
        raise InputError(
            f"{chosen.name} is not proved to spare every completable path, so pruning with it can "
            f"lose solutions and call solvable puzzles unsolvable; use {instead}--unproved "
            "to prune all the same (`witness verify` says more)"
        )
    if options.mode == "prune" and not chosen.sound:
        warn(
            f'{chosen.name} is not proved: solutions may be lost, and "unsolvable" means only '
            "that nothing is left to search"
        )
    if shortest and (options.mode == "sort" or not chosen.sound):
        raise InputError(
            "--shortest needs --mode prune and a proved predicate: otherwise A* may find a longer "
            "solution first"
        )

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
        if options.learn_from is not None:
            record["learned_from"] = options.learn_from
        return record

    return answer


def _by_solver(solver: str, limits: Limits, *, shortest: bool) -> Callable[[Puzzle], Record]:
    from witness.puzzle.solvers import solve

    return lambda puzzle: solve(puzzle, solver, shortest=shortest, limits=limits).to_json(puzzle.id)


@command("count", "witness count examples/panels.jsonl")
def count(
    puzzles: PuzzleFile,
    *,
    id_: OnlyId = None,
    solver: Solver = "auto",
    limits: SolverLimits,
    limit: Annotated[
        int | None, Option("count no further than N", positive_int, "N", unset="all")
    ] = None,
    pass_goals: PassGoals = False,
    format_: Format = "jsonl",
    kept: KeptRecords,
) -> None:
    """Count the solutions of every puzzle of a file."""
    from witness.puzzle import solvers

    chosen = PuzzlesOf(puzzles, kept.output, pass_goals).all(_check(solver), id_)

    def answer(puzzle: Puzzle) -> Record:
        number, status = solvers.count(puzzle, solver, most=limit, limits=_limits(limits))
        record: Record = {"id": puzzle.id, "solutions": number}
        # No status means that these are all.
        return record if status == "exact" else {**record, "status": status}

    each(kept, format_, chosen, answer, _counted)


def _counted(records: Sequence[Record]) -> str:
    total = sum(record["solutions"] for record in records)
    limited = Counter(record["status"] for record in records if "status" in record)
    ended = "".join(f", {number} ended by a {status}" for status, number in limited.items())
    return f"{total:,} solution{'' if total == 1 else 's'}{ended}"


@command("enumerate", "witness enumerate examples/panels.jsonl --id figure-1")
def enumerate_(
    puzzles: PuzzleFile,
    *,
    id_: PuzzleId = None,
    solver: Solver = "auto",
    limits: SolverLimits,
    limit: Annotated[int, Option("list at most N", positive_int, "N")] = 10,
    pass_goals: PassGoals = False,
    kept: KeptRecords,
) -> None:
    """List solutions of a puzzle."""
    from witness.puzzle.solvers import solutions

    puzzle = PuzzlesOf(puzzles, kept.output, pass_goals).one(id_, _check(solver))
    with journal(kept, puzzle.to_json(), "solution") as records, progress(None, "solution") as step:
        found = solutions(puzzle, solver, limits=_limits(limits))
        try:
            # They come in the same order each time; those of an earlier run are found again.
            for number, path in enumerate(islice(found, min(limit, sys.maxsize)), start=1):
                if number > records.resumed:
                    places = path_to_json(path)
                    records.add({"id": puzzle.id, "length": len(path) - 1, "path": places})
                step()
        except LimitReachedError as reached:
            number = len(records.records)
            notice(f"{reached.status} after {number} solution{'' if number == 1 else 's'}")


COMMANDS = (solve, count, enumerate_)
