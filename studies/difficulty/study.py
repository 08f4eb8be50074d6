"""What is measured: a function for each rule of the study in rules.smk.

Players rate the puzzles of a dump of the Windmill, and boards of two colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tqdm import tqdm

from studies.difficulty.correlations import (
    LITERAL,
    SECTIONS,
    STRAIGHT,
    TABLE_4_1,
    Comparison,
    chosen,
    read_posts,
)
from studies.difficulty.two_colours import unique_boards
from studies.records import Row
from witness.difficulty.entropy.arrays import COMPILED
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.puzzle.formats.editor_files import import_panels
from witness.puzzle.model import Puzzle


@dataclass(frozen=True)
class Asked:
    """Who rates which puzzles: those that some filter leaves; all without one."""

    rules: str
    lookahead: int = 0
    straight_line: bool = False
    filters: tuple[str, ...] = ()

    @property
    def player(self) -> Player:
        """The player."""
        return Player(rules(self.rules), self.lookahead, self.straight_line)


def player_name(row: Comparison) -> str:
    """Return the name of the player of a row, as the player's record has it."""
    seen = f"-{row.lookahead}" if row.lookahead else ""
    return f"{row.rules.replace(',', '+')}{seen}{'-straight' if row.straight_line else ''}"


def players() -> dict[str, Asked]:
    """Return who rates what, by the player's name."""
    found = {"thesis": Asked("thesis")}
    for row in (*TABLE_4_1, *SECTIONS, STRAIGHT, LITERAL):
        asked = found.setdefault(
            player_name(row), Asked(row.rules, row.lookahead, row.straight_line, (row.filter,))
        )
        if asked.filters and row.filter not in asked.filters:
            found[player_name(row)] = replace(asked, filters=(*asked.filters, row.filter))
    return found


def ratings(source: Mapping[str, Any], *, player: str, max_states: int) -> Iterator[Row]:
    """Yield the ratings of a player."""
    asked = players()[player]
    everything = import_panels(source["dump"]).puzzles
    puzzles: Sequence[Puzzle] = [puzzle for puzzle in everything if puzzle.features <= COMPILED]
    if asked.filters:
        posts = read_posts(source["dump"])
        kept = {p.id for name in asked.filters for p, _ in chosen(name, puzzles, posts)}
        puzzles = [puzzle for puzzle in puzzles if puzzle.id in kept]
    chosen_player = asked.player
    for puzzle in tqdm(puzzles, unit="puzzle", disable=None, leave=False):
        yield rate(puzzle, chosen_player, max_states=max_states).to_json(puzzle.id)


def boards(source: Mapping[str, Any], *, rows: str, cols: str, max_states: int) -> Iterator[Row]:
    """Yield the ratings of all boards of two colours of a size, by the rules of the thesis."""
    player = Asked("thesis").player
    for puzzle in tqdm(unique_boards(int(rows), int(cols)), disable=None, leave=False):
        yield rate(puzzle, player, max_states=max_states).to_json(puzzle.id)
