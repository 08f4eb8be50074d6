"""What is measured: searches on the same boards, and which first mistakes are recognised."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from studies.planners import downward
from studies.planners.relaxation import state_of, strips
from studies.records import Row
from witness.base import clock
from witness.base.limits import Limits
from witness.proof.square_rule import square_rule
from witness.puzzle.formats import pddl
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.grid import Path as Line
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, solutions
from witness.searches import engine
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

#: The heuristics of Fast Downward that are measured.
HEURISTICS = ("blind", "hmax", "lmcut")

#: What is added to the name of a planner that prunes with the rule.
WITH_RULE = " + π°"


def draw(side: int, number: int, seed: int) -> list[Puzzle]:
    """Draw boards with triangles by Algorithm 4 of the paper, each with a solution."""
    rng = random.Random(f"planners {side} {seed}")
    return [algorithm_4(side, side, rng) for _ in range(number)]


def predicates(source: Mapping[str, Any]) -> dict[str, Predicate]:
    """Return the predicates of the tables by their names."""
    return {
        "none": NONE,
        "π_baseline": BASELINE,
        "π°": PAPER,
        "extended": predicate(source["extended"], bias=source["extended_bias"]),
        "live": predicate(source["live"], bias=source["live_bias"]),
    }


def boards(
    source: Mapping[str, Any],
    *,
    sizes: Sequence[int],
    number: int,
    seed: int,
    time_limit: float,
    max_expansions: int,
) -> Iterator[Row]:
    """Yield a row for each search of each board; all that end have the same length."""
    version = downward.release()
    rules = {"": pddl.PLAIN, WITH_RULE: pddl.counters(square_rule(source["paper"]))}
    runs = [(name, one, "manhattan") for name, one in predicates(source).items()]
    runs.append(("live + needs", runs[-1][1], "needs"))
    search, limits = engine("compiled"), Limits(max_expansions=max_expansions)
    for _, one, heuristic in runs:  # machine code and tables are made before
        search(draw(2, 1, seed)[0], one, heuristic=heuristic, limits=limits)
    for side in sizes:
        for place, puzzle in enumerate(draw(side, number, seed)):
            found: list[Row] = []
            with tempfile.TemporaryDirectory() as name:
                for rule, known in rules.items():
                    text = pddl.domain(known), pddl.problem(puzzle, known)
                    translation = downward.translate(*text, Path(name))
                    for heuristic in HEURISTICS:
                        row = downward.search(heuristic, Path(name), time_limit)
                        found.append({"run": heuristic + rule, "translation": translation, **row})
            for run, one, heuristic in runs:
                begun = clock.worked()
                result = search(puzzle, one, heuristic=heuristic, limits=limits)
                seconds = clock.worked() - begun
                found.append({"run": run, "length": result.length,
                              "expansions": result.expansions, "seconds": seconds})  # fmt: skip
            lengths = {row["length"] for row in found} - {None}
            assert len(lengths) < 2, f"{lengths} for {puzzle}"
            for row in found:
                yield {"side": side, "board": place, "planner": version, **row}


def mistakes(
    source: Mapping[str, Any], *, side: int, boards: int, most: int, seed: int
) -> Iterator[Row]:
    """Yield which first mistakes on small boards are recognised, and by whom.

    A first mistake is a path that no solution begins with, one step after a path that one does. Of
    each board at most `most` are drawn.
    """
    rng = random.Random(f"mistakes {seed}")
    known = predicates(source)
    del known["none"]
    for number, puzzle in enumerate(draw(side, boards, seed)):
        lost = first_mistakes(puzzle)
        problem = strips(puzzle)
        fires = {name: one.bind(puzzle) for name, one in known.items()}
        for line in rng.sample(lost, min(most, len(lost))):
            edges, vertices = path_masks(puzzle, line)
            head = puzzle.grid.vertex_number(line[-1])  # type: ignore[arg-type]
            state = state_of(puzzle, line)
            yield {
                "board": number,
                "h1": problem.dead_by_h1(state),
                "h2": problem.dead_by_h2(state),
                **{name: bool(fire(head, vertices, edges)) for name, fire in fires.items()},
            }


def first_mistakes(puzzle: Puzzle) -> list[Line]:
    """Return the first mistakes on a board, without those that are at a goal."""
    living = {found[:n] for found in solutions(puzzle) for n in range(1, len(found) + 1)}
    found = []
    for line in sorted(living):
        if line[-1] not in puzzle.goals:
            for near in puzzle.grid.neighbours(line[-1]):  # type: ignore[arg-type]
                step = (*line, near)
                if near not in line and near not in puzzle.goals and step not in living:
                    found.append(step)
    return found
