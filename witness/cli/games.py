"""Commands about games in the Game Description Language: analyse, solve, rate, from-puzzle."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, cast

from witness.base.errors import InputError, quoted
from witness.base.files import json_line, output
from witness.base.inputs import check_output
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.cli.common import (
    Parser,
    add_output,
    add_puzzles,
    add_seed,
    chosen_puzzle,
    command,
    command_group,
    natural_int,
    positive_float,
    positive_int,
)
from witness.cli.game_text import answer_lines, comparison_lines, size_lines
from witness.cli.messages import notice, progress
from witness.cli.rating import MEASURES
from witness.games.filters.registry import OPTIONAL

if TYPE_CHECKING:
    from witness.games.network.network import Network
    from witness.games.play.compare import FilterRun
    from witness.games.play.result import Solution


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands."""
    kinds = command_group(
        commands, "game", "analyse, solve and rate games in the Game Description Language",
        "witness game solve games/eight_puzzle.kif",
    )  # fmt: skip
    added = command(
        kinds, "analyse", _analyse, "show what static analysis finds about a game",
        "witness game analyse games/corridor_long.kif",
    )  # fmt: skip
    _add_game(added)
    _add_score(added)
    _add_time_limit(added, 60)
    _add_solve(kinds)
    _add_rate(kinds)
    added = command(
        kinds, "from-puzzle", _from_puzzle, "write a panel as a game",
        "witness game from-puzzle examples/panels.jsonl -o panel.kif",
    )  # fmt: skip
    add_puzzles(added, one=True)
    add_output(added)


def _add_solve(kinds: argparse._SubParsersAction[Parser]) -> None:
    added = command(
        kinds, "solve", _solve, "find the best score of a puzzle, and a plan for it",
        "witness game solve games/eight_puzzle.kif",
    )  # fmt: skip
    _add_game(added)
    _add_score(added)
    added.add_argument(
        "--without",
        type=_filters,
        default=(),
        metavar="FILTER,…",
        help=f"filters to leave out, of {', '.join(OPTIONAL)} [none]",
    )
    added.add_argument(
        "--approximate", action="store_true", help="also use filters that may miss plans"
    )
    added.add_argument(
        "--first",
        action="store_true",
        help="stop at any plan with the best score, without looking for a shortest one",
    )
    added.add_argument(
        "--compare",
        action="store_true",
        help="then search again with all filters, all but one, each alone, and none; the limits "
        "apply to each search separately",
    )
    added.add_argument("--alone", action=_Alone, nargs=0, help=argparse.SUPPRESS)
    _add_time_limit(added, 60)
    added.add_argument(
        "--max-expansions", type=positive_int, metavar="N", help="positions to expand [no limit]"
    )
    added.add_argument(
        "--memory-limit",
        type=positive_float,
        metavar="MB",
        help="megabytes for positions [80%% of the machine's memory]",
    )
    add_seed(added)


class _Alone(argparse.Action):
    """The option of former versions."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Say what has become of it."""
        parser.error("--alone is now the default; --compare compares the filters")


def _add_rate(kinds: argparse._SubParsersAction[Parser]) -> None:
    added = command(
        kinds, "rate", _rate, "rate how hard a puzzle is: MUSE and ReMUSE, in bits",
        "witness game rate games/slitherlink.kif",
    )  # fmt: skip
    _add_file(added)
    added.add_argument("--measure", choices=MEASURES, help="only this one [both]")
    added.add_argument(
        "--rules",
        metavar="all|none|latches,traps,…",
        default="all",
        help="what players infer, by analyses of the game [all]",
    )
    _add_score(added)
    added.add_argument(
        "--lookahead",
        type=natural_int,
        default=0,
        metavar="N",
        help="steps that players look ahead, up to 10 [0]",
    )
    added.add_argument(
        "--horizon",
        type=positive_int,
        metavar="N",
        help="number of moves that a player has [no limit]",
    )
    added.add_argument(
        "--max-states", type=positive_int, metavar="N", help="give up after N states [500000]"
    )
    _add_time_limit(added, 600)


def _add_time_limit(parser: argparse.ArgumentParser, seconds: float) -> None:
    parser.add_argument(
        "--time-limit",
        type=positive_float,
        metavar="S",
        default=seconds,
        help=f"seconds for the whole command [{seconds:g}]",
    )


def _add_score(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--score", type=positive_int, metavar="N", help="aim at N points or more [the best score]"
    )


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="FILE", help="rulesheet (.kif), - for standard input")
    parser.add_argument("--role", metavar="ROLE", help="role that solves the puzzle [the first]")
    add_output(parser)


def _add_game(parser: argparse.ArgumentParser) -> None:
    _add_file(parser)
    parser.add_argument("--json", action="store_true", help="write a JSON object instead of text")


def _filters(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in OPTIONAL:
            raise argparse.ArgumentTypeError(
                f"{quoted(name)} is not a filter; these are {', '.join(OPTIONAL)}"
            )
    return names


@contextmanager
def _within(
    options: argparse.Namespace, limits: Limits, *, searches: bool = False
) -> Iterator[Budget]:
    """Yield the budget of a command; what is over it is an error that names the game.

    What has to be compiled is compiled before, so that a first run has as much time as others.
    """
    from witness.games.network.compiled import compiled_kernel

    compiled_kernel()
    if searches:
        from witness.games.play import compiled

        compiled.compiled_kernel()
    try:
        yield Budget(limits)
    except LimitReachedError as reached:
        raise _unfinished(options, str(reached)) from None


def _unfinished(options: argparse.Namespace, limit: str) -> InputError:
    more = "; --time-limit gives it more" if "time-limit:" in limit else ""
    return InputError(f"{limit}{more}", file=options.game)


def _read(options: argparse.Namespace, budget: Budget) -> Any:
    """Return the network of the game."""
    from witness.games.language.wellformed import read_rulesheet
    from witness.games.network.construction import network

    sheet = read_rulesheet(options.game, budget)
    check_output(options.output)
    return network(sheet, budget=budget)


def _analyse(options: argparse.Namespace) -> None:
    from witness.games.filters.analyse import analyse
    from witness.games.play.describe import filter_sentences, sentences
    from witness.games.play.solve import puzzle

    with _within(options, Limits(time_limit=options.time_limit)) as budget:
        game = _read(options, budget)
        alone = puzzle(game, options.role, budget=budget)
        best = alone.scores(0)[0]
        score = options.score or best
        alone.require_score(score)
        found = analyse(alone, score, budget=budget)
        lines = [
            *size_lines(game, alone),
            f"The aim: to end with {score} points" + ("" if score == best else " or more") + ".",
            *sentences(found),
        ]
        kept = [] if found.impossible else list(filter_sentences(found))
    with output(options.output) as stream:
        if options.json:
            record = {"game": options.game, "score": score, "findings": lines, "filters": kept}
            stream.write(json_line(record) + "\n")
            return
        stream.write("\n".join(lines) + "\n")
        if kept:
            stream.write("\nAs filters:\n" + "".join(f"  {line}\n" for line in kept))


def _solve(options: argparse.Namespace) -> None:
    from witness.games.play.result import Interrupted
    from witness.games.play.solve import solve

    limits = Limits(options.max_expansions, options.time_limit, options.memory_limit)
    with _within(options, limits, searches=True) as budget:
        game = _read(options, budget)
        try:
            best = solve(
                game,
                options.role,
                without=options.without,
                approximate=options.approximate,
                first=options.first,
                score=options.score,
                limits=budget,
                seed=options.seed,
            )
        except Interrupted as halted:
            best = cast("Solution", halted.found)
    if best.plan is None and best.limit:
        raise _unfinished(options, best.limit)
    record = _record(options, best)
    # One JSON object has it all, and a file is written anew.
    again = options.output is not None or options.json
    interrupted = best.status == "interrupted"
    if interrupted or not (options.compare and options.json and options.output is None):
        _write(options, record, answer_lines(record))
    if interrupted:
        where = options.output or "the output"
        raise InputError(f"interrupted; the best plan so far is in {where}", file=options.game)
    if best.status == "never-ends":
        notice("no play of this game ever ends")
    if options.compare:
        rows, stopped = _compared(options, game, best, limits)
        record["comparison"] = [row.to_json() for row in rows]
        told = answer_lines(record) if again else []
        _write(options, record, [*told, "", *comparison_lines(rows)])
        if stopped is not None:
            raise stopped


def _record(options: argparse.Namespace, best: Solution) -> dict[str, Any]:
    """Return the answer as a JSON object."""
    plan = None if best.plan is None else [str(best.puzzle.moves[move]) for move in best.plan]
    return {
        "game": options.game,
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
        "seed": options.seed,
    }


def _write(options: argparse.Namespace, record: dict[str, Any], lines: list[str]) -> None:
    """Write lines, or the record that says the same."""
    with output(options.output) as stream:
        stream.write((json_line(record) if options.json else "\n".join(lines)) + "\n")
        stream.flush()


def _compared(
    options: argparse.Namespace, game: Network, best: Solution, limits: Limits
) -> tuple[list[FilterRun], InputError | None]:
    """Return the searches of the comparison, and an error if it ended before the last."""
    from witness.games.play.compare import compare, settings

    rows: list[FilterRun] = []
    try:
        chosen = settings(game, options.role, best, limits)
        with progress(len(chosen), "search") as step:
            for row in compare(game, options.role, chosen, limits):
                rows.append(row)
                step()
    except KeyboardInterrupt:
        where = options.output or "the output"
        return rows, InputError(
            f"interrupted in the comparison; the answer and the rows that were done are in {where}"
        )
    except LimitReachedError as reached:
        return rows, _unfinished(options, f"no comparison: {reached}")
    except InputError as error:
        return rows, error
    return rows, None


def _rate(options: argparse.Namespace) -> None:
    from witness.difficulty.games.players import rule_names
    from witness.difficulty.games.rate import MOST_STATES, rate
    from witness.difficulty.rate import MOST_LOOKAHEAD
    from witness.games.play.solve import puzzle

    names = rule_names(options.rules)
    if options.lookahead > MOST_LOOKAHEAD:
        raise InputError(f"--lookahead {options.lookahead} is beyond {MOST_LOOKAHEAD} steps")
    limits = Limits(options.max_states or MOST_STATES, options.time_limit)
    with _within(options, limits, searches=options.score is None) as budget:
        found = rate(
            puzzle(_read(options, budget), options.role, budget=budget),
            names,
            score=options.score,
            measure=options.measure,
            lookahead=options.lookahead,
            horizon=options.horizon,
            limits=budget,
        )
    idle = [name for name in names or () if name not in found.rules]
    if idle and found.status == "rated":
        notice(f"these rules have nothing to say about {options.game}: {', '.join(idle)}")
    record = found.to_json(options.game)
    for measure in MEASURES:
        if options.measure not in (None, measure):
            del record[measure]
    with output(options.output) as stream:
        stream.write(json_line(record) + "\n")


def _from_puzzle(options: argparse.Namespace) -> None:
    from witness.games.language.from_puzzle import rulesheet_of

    text = rulesheet_of(chosen_puzzle(options, rulesheet_of))
    with output(options.output) as stream:
        stream.write(text)
