"""What is measured: a function for each rule of the study in rules.smk.

Every search gets the same puzzles and the same predicates, which are proved. Expansions are
counted, no times: they are the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from studies.records import Row
from witness.base.shipped import shipped_file
from witness.puzzle.formats.levin import puzzle_from_text, read_levin
from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.model import Puzzle
from witness.searches import Engine, Limits, engine
from witness.searches.policies import learned, uniform
from witness.searches.policy_guided import solve
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import predicate

#: The names of predicates on the page, and where they are.
OF_TRIANGLES = {"none": "none", "π_baseline": "baseline", "π°": "paper", "live": "examples/live.pl"}
OF_SQUARES = {"none": "none", "squares": "examples/squares.pl"}

#: The heuristics beside Manhattan, which is all that there is for coloured squares.
HEURISTICS = ("manhattan", "needs")

#: The test set of Orseau and Lelis, and puzzles of theirs that are not in it, by folder.
TEST, TRAINING = "puzzles_4x4_50k_test", "puzzles_4x4"


def searches(
    training: Sequence[Puzzle], heuristics: Sequence[str]
) -> dict[tuple[str, str], Engine]:
    """Return what is measured, by the names of search and policy, in the order of the page."""
    policies = {"uniform": uniform, "learned": learned(training)}
    found: dict[tuple[str, str], Engine] = {}
    for heuristic in heuristics:
        more = "" if heuristic == "manhattan" else f", {heuristic}"
        found[f"A*{more}", "–"] = partial(engine("compiled"), heuristic=heuristic)
        for name, policy in policies.items():
            if not more:
                levin = partial(solve, search="levin", policy=policy)
                found["LevinTS", name] = levin
                found["LevinTS", f"{name}, kept"] = partial(levin, renormalise=False)
            found[f"PHS*{more}", name] = partial(
                solve, search="phs", policy=policy, heuristic=heuristic
            )
    return found


def drawn(
    _source: Mapping[str, Any],
    *,
    sizes: Sequence[Sequence[int]],
    training: int,
    max_expansions: int,
    seed: int,
) -> Iterator[Row]:
    """Yield the searches on puzzles with triangles that Algorithm 4 has drawn."""
    for side, count in sizes:
        # One set, so that no puzzle is in both parts.
        puzzles = path_set(side, side, count + training, random.Random(seed))
        yield from _rows(puzzles[:count], puzzles[count:], OF_TRIANGLES, HEURISTICS, max_expansions)


def published(source: Mapping[str, Any], *, max_expansions: int) -> Iterator[Row]:
    """Yield the searches on the test set of Orseau and Lelis."""
    test, training = (_read(Path(source["h_levin"]) / name) for name in (TEST, TRAINING))
    known = {puzzle.canonical() for puzzle in test}
    others = [puzzle for puzzle in training if puzzle.canonical() not in known]
    yield from _rows(test, others, OF_SQUARES, HEURISTICS[:1], max_expansions)


def _read(folder: Path) -> list[Puzzle]:
    entries = read_levin(sorted(folder.iterdir()))
    return [puzzle_from_text(name, text) for name, text in entries if isinstance(text, str)]


def _rows(
    puzzles: Sequence[Puzzle],
    training: Sequence[Puzzle],
    names: Mapping[str, str],
    heuristics: Sequence[str],
    max_expansions: int,
) -> Iterator[Row]:
    limits = Limits(max_expansions=max_expansions)
    predicates = {name: _predicate(place) for name, place in names.items()}
    for (search, policy), run in searches(training, heuristics).items():
        for name, pi in predicates.items():
            for puzzle in puzzles:
                found = run(puzzle, pi, limits=limits)
                yield {
                    "side": puzzle.rows,
                    "search": search,
                    "policy": policy,
                    "predicate": name,
                    "puzzle": puzzle.id,
                    "status": found.status,
                    "expansions": found.expansions,
                    "length": found.length,
                }


def _predicate(place: str) -> Predicate:
    found = predicate(str(shipped_file(place)) if place.endswith(".pl") else place)
    assert found.sound, place
    return found
