"""Commands about games in the Game Description Language: analyse, solve, rate, from-puzzle."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from witness.base import files
from witness.base.errors import InputError, quoted
from witness.base.files import json_line
from witness.base.inputs import STANDARD, check_output, read_text
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.cli.common import (
    SEED,
    Json,
    PuzzleFile,
    PuzzleId,
    PuzzlesOf,
    Seed,
    TextOutput,
    megabytes,
)
from witness.cli.messages import notice
from witness.cli.rating import Lookahead, Measure, of_measure
from witness.cli.signature import Option, command
from witness.cli.texts import positive_float, positive_int
from witness.gdl.filters import OPTIONAL

if TYPE_CHECKING:
    from witness.gdl.network.network import Network
    from witness.gdl.play.result import Solution

Rulesheet = Annotated[str, Option("rulesheet (.kif), - for standard input", metavar="FILE")]
WholeCommand = Annotated[float, Option("seconds for the whole command", positive_float, "S")]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The part of a game that a command is about, and where its answer goes."""

    role: Annotated[
        str | None, Option("role that solves the puzzle", metavar="ROLE", unset="the first")
    ] = None
    score: Annotated[
        int | None,
        Option("aim at N points or more", positive_int, "N", unset="the best score"),
    ] = None
    output: TextOutput = None


def _filters(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in OPTIONAL:
            raise argparse.ArgumentTypeError(
                f"{quoted(name)} is not a filter; these are {', '.join(OPTIONAL)}"
            )
    return names


@contextmanager
def _within(game: str, limits: Limits, *, searches: bool = False) -> Iterator[Budget]:
    """Yield the budget of a command, in force; what is over it is an error that names the game.

    What has to be compiled is compiled before, so that a first run has as much time as others.
    """
    from witness.gdl.network.state_machine import compiled_kernel

    if game != STANDARD and not Path(game).exists():
        read_text(game)  # which says what is wrong, before anything is compiled
    compiled_kernel()
    if searches:
        from witness.gdl.play import compiled

        compiled.compiled_kernel()
    budget = Budget(limits)
    try:
        with budget.in_force():
            yield budget
    except LimitReachedError as reached:
        raise _unfinished(game, str(reached)) from None


def _unfinished(game: str, limit: str) -> InputError:
    more = "; --time-limit gives it more" if "time-limit:" in limit else ""
    return InputError(f"{limit}{more}", file=game)


def _read(game: str, output: str | None) -> Network:
    """Return the network of the game."""
    from witness.gdl.language.wellformed import read_rulesheet
    from witness.gdl.network.playable import playable

    sheet = read_rulesheet(game)
    check_output(output)
    return playable(sheet)


@command("game analyse", "witness game analyse examples/games/corridor_long.kif")
def analyse(
    game: Rulesheet, *, asked: Asked, json: Json = False, time_limit: WholeCommand = 60.0
) -> None:
    """Show what static analysis finds about a game."""
    from witness.gdl.filters import analyse as analysis
    from witness.gdl.play.describe import filter_sentences, sentences
    from witness.gdl.play.solve import puzzle

    with _within(game, Limits(time_limit=time_limit)) as budget:
        network = _read(game, asked.output)
        alone = puzzle(network, asked.role)
        best = alone.scores(0)[0]
        score = asked.score or best
        alone.require_score(score)
        found = analysis.analyse(alone, score)
        with budget.during("describing what was found"):
            more = "" if score == best else " or more"
            lines = [
                *_size_lines(network, alone),
                f"The aim: to end with {score} points{more}.",
                *sentences(found),
            ]
            kept = [] if found.impossible else list(filter_sentences(found))
    with files.output(asked.output) as stream:
        if json:
            record = {"game": game, "score": score, "findings": lines, "filters": kept}
            stream.write(json_line(record) + "\n")
            return
        stream.write("\n".join(lines) + "\n")
        if kept:
            stream.write("\nAs filters:\n" + "".join(f"  {line}\n" for line in kept))


@command("game solve", "witness game solve examples/games/eight_puzzle.kif")
def solve(
    game: Rulesheet,
    *,
    asked: Asked,
    json: Json = False,
    without: Annotated[
        tuple[str, ...],
        Option(
            f"filters to leave out, of {', '.join(OPTIONAL)}", _filters, "FILTER,…", unset="none"
        ),
    ] = (),
    first: Annotated[
        bool,
        Option("stop at any plan with the best score, without looking for a shortest one"),
    ] = False,
    time_limit: WholeCommand = 60.0,
    max_expansions: Annotated[
        int | None, Option("positions to expand", positive_int, "N", unset="no limit")
    ] = None,
    memory_limit: Annotated[float | None, megabytes("positions")] = None,
    seed: Seed = SEED,
) -> None:
    """Find the best score of a puzzle, and a plan for it."""
    from witness.gdl.play import solve as solving
    from witness.gdl.play.result import Interrupted

    limits = Limits(max_expansions, time_limit, memory_limit)
    with _within(game, limits, searches=True) as budget:
        network = _read(game, asked.output)
        try:
            best = solving.solve(
                network,
                asked.role,
                without=without,
                first=first,
                score=asked.score,
                limits=budget,
                seed=seed,
            )
        except Interrupted as halted:
            best = cast("Solution", halted.found)
    if best.plan is None and best.limit:
        raise _unfinished(game, best.limit)
    record = _record(game, best, seed)
    with files.output(asked.output) as stream:
        stream.write((json_line(record) if json else "\n".join(_answer_lines(record))) + "\n")
    if best.status == "interrupted":
        where = asked.output or "the output"
        raise InputError(f"interrupted; the best plan so far is in {where}", file=game)
    if best.status == "never-ends":
        notice("no play of this game ever ends")


def _record(game: str, best: Solution, seed: int) -> dict[str, Any]:
    """Return the answer as a JSON object."""
    plan = best.moves
    return {
        "game": game,
        "role": best.puzzle.roles[0],
        "status": best.status,
        "score": best.score,
        "maximal": best.maximal,
        "length": None if plan is None else len(plan),
        "shortest": best.shortest,
        "plan": plan,
        "expansions": best.expansions,
        "seconds": round(best.seconds, 6),
        "analysis_seconds": round(best.analysis_seconds, 6),
        "filters": list(best.filters),
        "left_out": list(best.left_out),
        "seed": seed,
    }


def _size_lines(game: Network, puzzle: Network) -> list[str]:
    """Return lines that say how large a game is, and what of it matters."""
    roles = "role" if len(game.roles) == 1 else "roles"
    lines = [
        f"{len(game.roles)} {roles} ({', '.join(game.roles)}), {len(game.fluents)} fluents, "
        f"{len(game.moves)} moves, {len(game.gates)} gates with {game.literals} literals."
    ]
    if len(game.roles) > 1:
        others = [role for role in game.roles if role not in puzzle.roles]
        lines.append(
            f"Roles: nothing that {' or '.join(others)} does matters to {puzzle.roles[0]}; it is "
            f"left alone with {len(puzzle.fluents)} fluents and {len(puzzle.moves)} moves."
        )
    elif len(puzzle.fluents) < len(game.fluents):
        lines.append(
            f"{len(game.fluents) - len(puzzle.fluents)} fluents matter to nothing and are left out."
        )
    return lines


def _answer_lines(record: dict[str, Any]) -> list[str]:
    """Return lines that say what was found."""
    if record["plan"] is None:
        ends = {"never-ends": "no play ever ends the game"}
        return [f"no plan: {ends.get(record['status'], record['status'])}"]
    maximal = "no play has more" if record["maximal"] else "not proved maximal"
    shortest = "no plan is shorter" if record["shortest"] else "not proved shortest"
    lines = [f"score {record['score']} ({maximal}), {record['length']} moves ({shortest})"]
    if record["status"] != "solved":
        ended = "" if record["status"] == "interrupted" else "ended by a limit: "
        lines.append(f"{ended}{record['status']}")
    lines.append(
        f"{record['expansions']:,} expansions, {record['seconds']:.3f} s of search after "
        f"{record['analysis_seconds']:.3f} s of reading and analysis; filters: "
        f"{', '.join(record['filters']) or 'none'}"
    )
    if record["left_out"]:
        late = ", ".join(record["left_out"])
        lines.append(f"left out, as their analysis took too long: {late}")
    lines += ["", "plan:"]
    lines += [f"  {number:>3}  {move}" for number, move in enumerate(record["plan"], 1)]
    return lines


@command("game rate", "witness game rate examples/games/slitherlink.kif")
def rate(
    game: Rulesheet,
    *,
    asked: Asked,
    measure: Measure = None,
    rules: Annotated[
        str,
        Option("what players infer, by analyses of the game", metavar="all|none|latches,…"),
    ] = "all",
    lookahead: Lookahead = 0,
    horizon: Annotated[
        int | None,
        Option("number of moves that a player has", positive_int, "N", unset="no limit"),
    ] = None,
    max_states: Annotated[
        int | None, Option("give up after N states", positive_int, "N", unset="500000")
    ] = None,
    time_limit: WholeCommand = 600.0,
) -> None:
    """Rate how hard a puzzle is: MUSE and ReMUSE, in bits."""
    from witness.difficulty.games import rate as rating
    from witness.difficulty.games.players import rule_names
    from witness.gdl.play.solve import puzzle

    names = rule_names(rules)
    limits = Limits(max_states or rating.MOST_STATES, time_limit)
    with _within(game, limits, searches=asked.score is None) as budget:
        found = rating.rate(
            puzzle(_read(game, asked.output), asked.role),
            names,
            score=asked.score,
            measure=measure,
            lookahead=lookahead,
            horizon=horizon,
            limits=budget,
        )
    idle = [name for name in names or () if name not in found.rules]
    if idle and found.status == "rated":
        notice(f"these rules have nothing to say about {game}: {', '.join(idle)}")
    record = of_measure(found.to_json(game), measure)
    with files.output(asked.output) as stream:
        stream.write(json_line(record) + "\n")


@command("game from-puzzle", "witness game from-puzzle examples/panels.jsonl -o panel.kif")
def from_puzzle(puzzles: PuzzleFile, *, id_: PuzzleId = None, output: TextOutput = None) -> None:
    """Write a panel as a game."""
    from witness.gdl.language.from_puzzle import rulesheet_of

    text = rulesheet_of(PuzzlesOf(puzzles, output).one(id_, rulesheet_of))
    with files.output(output) as stream:
        stream.write(text)


COMMANDS = (analyse, solve, rate, from_puzzle)
