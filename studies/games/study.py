"""What is measured: a function for each rule of the study in rules.smk.

A function yields the rows of one record. Files come by name in `source`, wildcards and settings as
keywords.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from studies.games.measures import (
    all_triangle_puzzles,
    game_record,
    recognised,
    searched,
    varied,
)
from studies.games.variants import variant as variant_of
from studies.records import Row
from witness.difficulty.games.players import rule_names
from witness.difficulty.games.rate import MOST_STATES, rate
from witness.gdl.derived import DERIVED, LATCHES
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.puzzle.generate.algorithms import path_set
from witness.searches import Limits
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE, PAPER

#: Partial paths that are looked at in a random puzzle.
MOST_PATHS = 2_000

Source = Mapping[str, Any]


def sheet(source: Source, *, game: str, seed: int, time_limit: float) -> Iterator[Row]:
    """Yield the size of a game, its analysis, and what each filter is good for."""
    yield game_record(Path(source["sheet"]), Limits(time_limit=time_limit), seed)


def rating(source: Source, *, game: str, player: str, time_limit: float) -> Iterator[Row]:
    """Yield the record of `witness game rate`, and for which player it is."""
    net = network(read_rulesheet(source["sheet"]))
    found = rate(net, rules=rule_names(player), limits=Limits(MOST_STATES, time_limit))
    yield {**found.to_json(game), "player": player}


def variant(source: Source, *, name: str, seed: int, time_limit: float) -> Iterator[Row]:
    """Yield how a variant of a game is solved."""
    chosen = variant_of(name)
    without = () if chosen.playouts else ("plans",)
    limits = Limits(time_limit=time_limit)
    yield varied(Path(source["sheet"]), chosen.changes, limits, without, seed)


def paths(source: Source, *, rows: str, cols: str) -> Iterator[Row]:
    """Yield the numbers of partial paths of all puzzles of a size that predicates recognise."""
    every = [predicate for _, predicate in predicates(source)]
    yield recognised(all_triangle_puzzles(int(rows), int(cols)), every)


def random_paths(source: Source, *, rows: str, cols: str, number: int, seed: int) -> Iterator[Row]:
    """Yield the numbers of partial paths of random puzzles that predicates recognise."""
    every = [predicate for _, predicate in predicates(source)]
    puzzles = path_set(int(rows), int(cols), number, random.Random(seed))
    yield recognised(puzzles, every, MOST_PATHS)


def searches(
    source: Source, *, side: str, number: int, seed: int, max_expansions: int
) -> Iterator[Row]:
    """Yield for each predicate what searches with it take on random puzzles of a size."""
    puzzles = path_set(int(side), int(side), number, random.Random(seed))
    yield from searched(puzzles, predicates(source), Limits(max_expansions))


def predicates(source: Source) -> list[tuple[str, Predicate]]:
    """Return the predicates that are compared, by name: written, learned and derived ones."""
    extended = predicate(source["extended"], bias=source["bias"])
    live = predicate(source["live"], bias=source["live_bias"])
    extended.name, live.name = "extended", "live"
    return [
        ("baseline", BASELINE),
        ("paper", PAPER),
        ("extended", extended),
        ("live", live),
        ("latches", LATCHES),
        ("derived", DERIVED),
    ]
