"""What is measured: a function for each rule of the study in workflow/rules/studies/difficulty.smk.

Players rate the puzzles of a dump of the Windmill, and boards of two colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tqdm import tqdm

from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.two_colours import unique_boards
from witness.puzzle.formats.windmill_dump import import_dump
from witness.puzzle.model import Puzzle
from witness.report.studies.difficulty.correlations import (
    LEARNED,
    LITERAL,
    SECTIONS,
    STRAIGHT,
    TABLE_4_1,
    chosen,
)
from witness.report.studies.difficulty.votes import read_posts
from witness.report.studies.records import Row

#: The bias of the learned rules that need another than the paper's, by their file.
BIASES = {"examples/extended.pl": "bias/extended.pl"}


@dataclass(frozen=True)
class Asked:
    """Who rates which puzzles: those that a filter leaves; all without one."""

    rules: str
    lookahead: int = 0
    straight_line: bool = False
    filter: str | None = None

    @property
    def player(self) -> Player:
        """The player; files of rules are those of this repository."""
        bias = next((bias for file, bias in BIASES.items() if file in self.rules), None)
        return Player(rules(self.rules, bias=bias), self.lookahead, self.straight_line)


def player_name(rules: str, lookahead: int = 0, straight_line: bool = False) -> str:
    """Return the name of a player, as its record has it."""
    name = rules.replace("examples/", "").replace(".pl", "").replace(",", "+")
    seen = f"-{lookahead}" if lookahead else ""
    return f"{name}{seen}{'-straight' if straight_line else ''}"


def players() -> dict[str, Asked]:
    """Return who rates what, by the player's name."""
    found = {"thesis": Asked("thesis")}
    for _, names in LEARNED:
        found.setdefault(player_name(names), Asked(names, filter="triangles"))
    for row in (*TABLE_4_1, *SECTIONS, STRAIGHT, LITERAL):
        name = player_name(row.rules, row.lookahead, row.straight_line)
        found.setdefault(name, Asked(row.rules, row.lookahead, row.straight_line, row.filter))
    return found


def ratings(source: Mapping[str, Any], *, player: str, max_states: int) -> Iterator[Row]:
    """Yield the ratings of a player."""
    asked = players()[player]
    puzzles: Sequence[Puzzle] = import_dump(source["dump"]).puzzles
    if asked.filter is not None:
        puzzles = [
            puzzle for puzzle, _ in chosen(asked.filter, puzzles, read_posts(source["dump"]))
        ]
    chosen_player = asked.player
    for puzzle in tqdm(puzzles, unit="puzzle", disable=None, leave=False):
        yield rate(puzzle, chosen_player, max_states=max_states).to_json(puzzle.id)


def boards(source: Mapping[str, Any], *, rows: str, cols: str, max_states: int) -> Iterator[Row]:
    """Yield the ratings of all boards of two colours of a size, by the rules of the thesis."""
    player = Asked("thesis").player
    for puzzle in tqdm(unique_boards(int(rows), int(cols)), disable=None, leave=False):
        yield rate(puzzle, player, max_states=max_states).to_json(puzzle.id)
