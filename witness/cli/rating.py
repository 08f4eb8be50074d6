"""Commands about difficulty: rate, rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from witness.base import files
from witness.base.limits import set_up
from witness.cli.answers import Format, each, statuses
from witness.cli.common import (
    BackgroundFiles,
    OnlyId,
    PassGoals,
    PuzzleFile,
    PuzzlesOf,
    TextOutput,
    seconds,
)
from witness.cli.journal import KeptRecords, Record
from witness.cli.messages import notice, warn
from witness.cli.signature import Option, command
from witness.cli.texts import positive_int, whole
from witness.difficulty.inference import MOST_LOOKAHEAD
from witness.puzzle.model import Puzzle

#: The measures of difficulty, and how they are written.
MEASURES = {"muse": "MUSE", "remuse": "ReMUSE"}

Measure = Annotated[str | None, Option("only this one", choices=MEASURES, unset="both")]
Lookahead = Annotated[
    int,
    Option(f"steps that players look ahead, up to {MOST_LOOKAHEAD}", whole(0, MOST_LOOKAHEAD), "N"),
]


def of_measure(record: dict[str, Any], measure: str | None) -> dict[str, Any]:
    """Return a record of a rating with one of the measures only, or with all."""
    return {key: record[key] for key in record if key not in MEASURES or measure in (None, key)}


def _known_rules() -> tuple[str, ...]:
    """Return the names of all rules and sets of rules."""
    from witness.difficulty.rules.registry import KNOWN

    return KNOWN


@dataclass(frozen=True, kw_only=True)
class PlayerOptions:
    """What a player knows."""

    rules: Annotated[
        str,
        Option(
            "inference rules of players; `witness lab rules` lists them",
            metavar="thesis|none|paper|FILE.pl[,…]",
            names=_known_rules,
        ),
    ] = "thesis"
    lookahead: Lookahead = 0
    straight_line: Annotated[bool, Option("players see straight and zigzag lines to the goal")] = (
        False
    )
    background: BackgroundFiles

    def player(self, time_limit: float | None = None) -> Any:
        """Return the player; raise `InputError` for what there is not.

        Reading its rules ends with the budget of a time limit.
        """
        from witness.difficulty.entropy.reference import Player
        from witness.difficulty.rules.registry import rules

        with set_up(self.rules, time_limit):
            chosen = rules(self.rules, bk=self.background.bk, bias=self.background.bias)
            unproved = [rule for rule in chosen if not rule.sound]
        for rule in unproved:
            warn(f"{rule.name} is not proved: it may speak against solutions")
        return Player(chosen, self.lookahead, self.straight_line)


@command(
    "rate",
    "witness rate examples/panels.jsonl --format table",
    "witness rate examples/panels.jsonl --rules wall,examples/paper.pl",
)
def rate(
    puzzles: PuzzleFile,
    *,
    id_: OnlyId = None,
    measure: Measure = None,
    player: PlayerOptions,
    max_states: Annotated[
        int | None, Option("give up after N states", positive_int, "N", unset="2000000")
    ] = None,
    time_limit: Annotated[float | None, seconds("per puzzle")] = None,
    pass_goals: PassGoals = False,
    format_: Format = "jsonl",
    kept: KeptRecords,
) -> None:
    """Rate how hard puzzles are: MUSE and ReMUSE, in bits."""
    from witness.difficulty import rate as rating
    from witness.difficulty.state import panels

    known = player.player(time_limit)
    chosen = PuzzlesOf(puzzles, kept.output, pass_goals).all(panels, id_)
    idle = [
        rule.name
        for rule in known.rules
        if not any(rule.applies(panel) for puzzle in chosen for panel in panels(puzzle))
    ]
    if idle and player.rules != "thesis":
        notice(
            f"no puzzle of {puzzles} has what the rule"
            f"{'s are' if len(idle) > 1 else ' is'} about: {', '.join(idle)}"
        )

    def answer(puzzle: Puzzle) -> dict[str, Any]:
        most = max_states or rating.MOST_STATES
        found = rating.rate(puzzle, known, max_states=most, time_limit=time_limit)
        return of_measure(found.to_json(puzzle.id), measure)

    each(kept, format_, chosen, answer, _rated)


def _rated(records: Sequence[Record]) -> str:
    parts = [statuses(records)]
    for measure, name in MEASURES.items():
        scores = [r[measure] for r in records if r.get(measure) is not None]
        if scores:
            parts.append(f"{name} {min(scores):.2f} to {max(scores):.2f} bits")
    return "; ".join(parts)


@command("lab rules", "witness lab rules --rules thesis,examples/paper.pl")
def rules(
    *,
    rules: Annotated[
        str, Option("rules to list", metavar="thesis|full|paper|FILE.pl[,…]")
    ] = "thesis,full,paper",
    background: BackgroundFiles,
    output: TextOutput = None,
) -> None:
    """List inference rules: what they say, and why they are sound."""
    from witness.difficulty.rules import registry
    from witness.difficulty.rules.predicate import PredicateRule, predicate_of

    lines = []
    for chosen in registry.rules(rules, bk=background.bk, bias=background.bias):
        predicate = predicate_of(chosen)
        # One rule a clause.
        each = [chosen] if predicate is None else map(PredicateRule, predicate.by_clause())
        for rule in each:
            lines += [f"{rule.name} ({_soundness(rule)})"]
            lines += [f"  {rule.sentence}", f"  {rule.why[0].upper()}{rule.why[1:]}.", ""]
    with files.output(output) as stream:
        stream.write("\n".join(lines or ["no rules", ""]))


def _soundness(rule: Any) -> str:
    """Return in words whether a rule is sound."""
    from witness.difficulty.rules.predicate import predicate_of

    predicate = predicate_of(rule)
    if predicate is not None:
        return predicate.soundness
    return "sound" if rule.sound else "not known to be sound"


COMMANDS = (rate, rules)
