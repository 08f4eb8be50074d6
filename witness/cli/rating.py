"""Commands about difficulty: rate, rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from witness.base.errors import InputError
from witness.base.files import output
from witness.base.limits import set_up
from witness.cli.answers import add_format, each, statuses
from witness.cli.common import (
    Parser,
    add_background,
    add_output,
    add_pass_goals,
    add_puzzles,
    add_records_output,
    chosen_puzzles,
    command,
    is_given,
    natural_int,
    positive_float,
    positive_int,
)
from witness.cli.journal import Record
from witness.cli.messages import notice, warn
from witness.difficulty.policies import POLICIES, policies
from witness.difficulty.priors import PRIORS, prior
from witness.puzzle.model import Puzzle

#: The measures of difficulty, and how they are written.
MEASURES = {"muse": "MUSE", "remuse": "ReMUSE"}


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    rate = command(
        commands, "rate", _rate, "rate how hard puzzles are: MUSE and ReMUSE, in bits",
        "witness rate examples/panels.jsonl --format table",
        "witness rate examples/panels.jsonl --rules wall,examples/paper.pl",
    )  # fmt: skip
    add_puzzles(rate)
    rate.add_argument("--measure", choices=MEASURES, help="only this one [both]")
    add_player(rate)
    rate.add_argument(
        "--max-states", type=positive_int, metavar="N", help="give up after N states [2000000]"
    )
    rate.add_argument(
        "--time-limit", type=positive_float, metavar="S", help="seconds per puzzle [no limit]"
    )
    add_pass_goals(rate)
    add_format(rate)
    add_records_output(rate)
    rules = command(
        commands, "rules", _rules, "list inference rules, and which implies which",
        "witness rules --rules thesis,examples/paper.pl",
    )  # fmt: skip
    rules.add_argument(
        "--rules",
        metavar="thesis|full|paper|FILE.pl[,…]",
        default="thesis,full,paper",
        help="rules to list [thesis,full,paper]",
    )
    add_background(rules)
    add_output(rules)


def add_player(parser: argparse._ActionsContainer) -> None:
    """Add the options for what a player knows."""
    parser.add_argument(
        "--rules",
        metavar="thesis|none|paper|FILE.pl[,…]",
        help="inference rules of players; `witness rules` lists them [thesis]",
    )
    parser.add_argument(
        "--lookahead",
        type=natural_int,
        metavar="N",
        help="steps that players look ahead, up to 10 [0]",
    )
    parser.add_argument(
        "--straight-line",
        action="store_true",
        help="players see straight and zigzag lines to the goal",
    )
    parser.add_argument(
        "--policy",
        metavar="|".join(POLICIES) + "[,…]",
        help="continuations that players see at a glance [none]",
    )
    parser.add_argument(
        "--prior",
        metavar="|".join(PRIORS),
        help="moves that players expect, for ReMUSE [uniform]",
    )
    add_background(parser)


def chosen_player(options: argparse.Namespace) -> Any:
    """Return the player that the options describe. Raises `InputError`."""
    from witness.difficulty.entropy.reference import Player
    from witness.difficulty.rate import MOST_LOOKAHEAD
    from witness.difficulty.rules.registry import rules
    from witness.difficulty.straight import straight_solution

    names = "thesis" if options.rules is None else options.rules
    lookahead = options.lookahead or 0
    if lookahead > MOST_LOOKAHEAD:
        raise InputError(f"--lookahead {lookahead} is beyond {MOST_LOOKAHEAD} steps")
    with set_up(names, getattr(options, "time_limit", None)):
        chosen = rules(names, bk=options.bk, bias=options.bias)
        unproved = [rule for rule in chosen if not rule.sound]
    for rule in unproved:
        warn(f"{rule.name} is not proved: it may speak against solutions")
    seen = () if options.policy is None else policies(options.policy)
    return Player(
        chosen,
        lookahead,
        options.straight_line or straight_solution in seen,
        tuple(policy for policy in seen if policy is not straight_solution),
        prior("uniform" if options.prior is None else options.prior),
    )


def refuse_player(options: argparse.Namespace, needed: str) -> None:
    """Raise `InputError` if options about a player are given without the option they are for."""
    for name in (
        "measure", "rules", "lookahead", "straight_line", "policy", "prior", "bk", "bias",
    ):  # fmt: skip
        if is_given(options, name):
            raise InputError(f"--{name.replace('_', '-')} is for {needed}")


def _rate(options: argparse.Namespace) -> None:
    from witness.difficulty.rate import MOST_STATES, rate
    from witness.difficulty.state import panels

    player = chosen_player(options)
    puzzles = chosen_puzzles(options, panels)
    idle = [
        rule.name
        for rule in player.rules
        if not any(rule.applies(panel) for puzzle in puzzles for panel in panels(puzzle))
    ]
    if idle and options.rules not in (None, "thesis"):
        notice(
            f"no puzzle of {options.puzzles} has what the rule"
            f"{'s are' if len(idle) > 1 else ' is'} about: {', '.join(idle)}"
        )

    def answer(puzzle: Puzzle) -> dict[str, Any]:
        found = rate(
            puzzle,
            player,
            max_states=options.max_states or MOST_STATES,
            time_limit=options.time_limit,
        )
        record = found.to_json(puzzle.id)
        for measure in MEASURES:
            if options.measure not in (None, measure):
                del record[measure]
        return record

    each(options, puzzles, answer, _rated)


def _rated(records: Sequence[Record]) -> str:
    parts = [statuses(records)]
    for measure, name in MEASURES.items():
        scores = [r[measure] for r in records if r.get(measure) is not None]
        if scores:
            parts.append(f"{name} {min(scores):.2f} to {max(scores):.2f} bits")
    return "; ".join(parts)


def _rules(options: argparse.Namespace) -> None:
    from witness.difficulty.rules.registry import rules
    from witness.difficulty.rules.relations import by_clause, comparable, implied_pairs, table

    chosen = by_clause(rules(options.rules, bk=options.bk, bias=options.bias))
    lines = []
    for rule in chosen:
        lines += [f"{rule.name} ({_soundness(rule)})"]
        lines += [f"  {rule.sentence}", f"  {rule.why[0].upper()}{rule.why[1:]}.", ""]
    found = table(chosen)
    if found:
        width = max(len(refusals.rule.name) for refusals in found)
        lines.append("moves refused, in all local configurations and in those not lost yet:")
        lines += [
            f"  {refusals.rule.name:{width}} {len(refusals.everywhere):5} "
            f"{len(refusals.completable):5}"
            for refusals in found
        ]
        lines += ["", "one rule against another (= equal, ⊂ implied by, ⊃ stronger than,"]
        lines += ["∩ overlapping, ∅ nothing in common), in all and in those not lost yet:"]
        lines += [
            f"  {one:{width}} {everywhere} {completable} {other}"
            for one, other, everywhere, completable in implied_pairs(found)
        ]
    apart = [rule.name for rule in chosen if not comparable(rule)]
    if apart:
        lines += [
            "",
            f"not about one square with triangles, so compared with none: {', '.join(apart)}",
        ]
    with output(options.output) as stream:
        stream.write("\n".join(lines or ["no rules"]) + "\n")


def _soundness(rule: Any) -> str:
    """Return in words whether a rule is sound."""
    from witness.difficulty.rules.predicate import predicate_of

    predicate = predicate_of(rule)
    if predicate is not None:
        return predicate.soundness
    return "sound" if rule.sound else "not known to be sound"
