"""Measurements for the record about games: what filters are good for, and derived predicates.

Every function returns plain data, which `study.py` keeps as JSON lines and `page.py` shows.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from studies.games.compare import compare, settings
from witness.base import clock
from witness.base.files import read_text
from witness.gdl.filters.analyse import analyse
from witness.gdl.language.grounding import ground
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.describe import filter_sentences, sentences
from witness.gdl.play.solve import puzzle, solve
from witness.pipeline.evaluate import ROUNDS, Run, evaluate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, solutions, walk
from witness.searches import Limits, engine
from witness.searches.predicates.interface import Predicate

Record = dict[str, Any]

#: Seconds of random play by which transitions are counted.
PLAYED = 1.0


def transitions_a_second(net: Network, seed: int = 0, seconds: float = PLAYED) -> float:
    """Count state transitions (legal moves, terminal, next state) of random plays in a second."""
    machine, rng = StateMachine(net), random.Random(seed)
    number, begun = 0, clock.worked()
    while clock.worked() - begun < seconds:
        state = machine.initial
        for _ in range(200):
            if machine.terminal(state):
                break
            moves = [machine.legal(state, role) for role in range(len(net.roles))]
            state = machine.next(state, [rng.choice(own) for own in moves])
            number += 1
    return number / (clock.worked() - begun)


def game_record(path: Path, limits: Limits, seed: int = 0) -> Record:
    """Measure a game: its size, its analysis, and what each filter is good for."""
    begun = clock.worked()
    sheet = read_rulesheet(path)
    program = ground(sheet)
    grounded = clock.worked() - begun
    net = network(sheet, program)
    alone = puzzle(net)
    found = analyse(alone, alone.scores(0)[0])
    best = solve(net, limits=limits, seed=seed)
    rows = list(compare(net, None, settings(net, None, best, limits), limits))
    first = solve(net, limits=limits, seed=seed, first=True)
    return {
        "game": path.stem,
        "roles": list(net.roles),
        "fluents": len(net.fluents),
        "moves": len(net.moves),
        "gates": len(net.gates),
        "literals": net.literals,
        "seconds_to_ground": grounded,
        "transitions": transitions_a_second(net, seed),
        "findings": list(sentences(found)),
        "filters": list(filter_sentences(found)),
        "analysis_seconds": best.analysis_seconds
        if best.expansions
        else sum(found.seconds.values()),
        "status": best.status,
        "score": best.score,
        "maximal": best.maximal,
        "length": None if best.plan is None else len(best.plan),
        "shortest": best.shortest,
        "first": {
            "score": first.score,
            "length": None if first.plan is None else len(first.plan),
            "expansions": first.expansions,
        },
        "rows": rows,
    }


def varied(
    path: Path,
    changes: Sequence[tuple[str, str]],
    limits: Limits,
    without: Sequence[str] = (),
    seed: int = 0,
) -> Record:
    """Solve a game with some facts replaced. Raises `ValueError` if it does not have them."""
    text = read_text(path)
    for old, new in changes:
        if old not in text:
            raise ValueError(f"{path} has no {old}")
        text = text.replace(old, new)
    found = solve(network(read_rules(text, path)), without=without, limits=limits, seed=seed)
    return {
        "status": found.status,
        "score": found.score,
        "maximal": found.maximal,
        "length": None if found.plan is None else len(found.plan),
        "shortest": found.shortest,
        "expansions": found.expansions,
        "seconds": found.seconds,
        "analysis_seconds": found.analysis_seconds,
    }


def all_triangle_puzzles(rows: int, cols: int) -> Iterator[Puzzle]:
    """Yield every triangle puzzle of a size: start bottom left, goal elsewhere on the border."""
    corner = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
    squares = corner.grid.squares
    for goal in corner.grid.peripheral_vertices:
        if goal != (0, 0):
            for counts in product(range(4), repeat=len(squares)):
                triangles = [(*s, k) for s, k in zip(squares, counts, strict=True) if k]
                yield Puzzle(rows, cols, ((0, 0),), (goal,), tuple(triangles))


def recognised(
    puzzles: Iterable[Puzzle], predicates: Sequence[Predicate], most: int | None = None
) -> Record:
    """Count the partial paths of puzzles on which predicates fire, and on which they fire wrongly.

    A partial path is any simple path from the start that has not reached the goal; it is lost if
    no solution extends it. `most` limits the partial paths of a puzzle.
    """
    number = lost = seen = 0
    fires = dict.fromkeys((p.name for p in predicates), 0)
    wrong = dict.fromkeys((p.name for p in predicates), 0)
    for one in puzzles:
        seen += 1
        bound = [(p.name, p.bind(one)) for p in predicates]
        completable = {path[:n] for path in solutions(one) for n in range(1, len(path))}
        looked = 0
        for path, at_goal in walk(one):
            if at_goal or (most is not None and looked >= most):
                continue
            looked += 1
            edges, vertices = path_masks(one, path)
            head = one.grid.vertex_number(path[-1])  # type: ignore[arg-type]
            is_lost = path not in completable
            lost += is_lost
            for name, predicate in bound:
                if predicate(head, vertices, edges):
                    fires[name] += 1
                    wrong[name] += not is_lost
        number += looked
    return {"puzzles": seen, "paths": number, "lost": lost, "fires": fires, "wrong": wrong}


def searched(
    puzzles: Sequence[Puzzle], predicates: Sequence[tuple[str, Predicate]], limits: Limits
) -> list[Record]:
    """Search puzzles with each predicate (prune mode), and add up.

    Expansions and seconds are of searches with the reference engine; `slower` counts the puzzles on
    which it was slower than the first predicate. `compiled` has the seconds of the compiled engine,
    or None for predicates that only the reference engine can evaluate.
    """
    runs = [Run(name, predicate, "prune") for name, predicate in predicates]
    records = list(evaluate(puzzles, runs, engine("reference"), limits, rounds=ROUNDS))
    by_run = {run.name: [r for r in records if r["run"] == run.name] for run in runs}
    quick = [run for run in runs if run.predicate.tabulation(None) is not None]
    compiled: dict[str, list[Record]] = {run.name: [] for run in quick}
    for record in evaluate(puzzles, quick, engine("compiled"), limits, rounds=ROUNDS):
        compiled[record["run"]].append(record)
    first = by_run[runs[0].name]
    rows = []
    for run in runs:
        own = by_run[run.name]
        rows.append(
            {
                "predicate": run.name,
                "solved": sum(r["status"] == "solved" for r in own),
                "puzzles": len(own),
                "expansions": sum(r["expansions"] for r in own),
                "median": statistics.median(r["expansions"] for r in own),
                "seconds": sum(r["seconds"] for r in own),
                "slower": sum(a["seconds"] > b["seconds"] for a, b in zip(own, first, strict=True)),
                "compiled": sum(r["seconds"] for r in compiled[run.name])
                if run.name in compiled
                else None,
            }
        )
    return rows
