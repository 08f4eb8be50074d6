"""Experiments with given clauses for the page to play with, and random partial paths to try."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from support.examples import ROOT
from support.panels import random_panel

from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text
from witness.pipeline.report.records import Records
from witness.pipeline.training import LearningRun
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import walk
from witness.puzzle.rules import Path
from witness.puzzle.views.board import board_view, path_view
from witness.puzzle.views.translate import translate
from witness.studio.explore.page import Explored

#: Small boards, and some on which paths get long.
BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (3, 5), (5, 5))


def shipped(name: str) -> list[str]:
    """Return the clauses of a shipped example."""
    return [clause_text(clause) for clause in read_hypothesis(ROOT / "examples" / f"{name}.pl")]


def explored(texts: Sequence[str], bias: str, puzzles: Sequence[Puzzle] = ()) -> Explored:
    """Return an experiment that has learned one hypothesis, with a bias that is shipped."""
    verdict = {"clauses": [{"clause": text, "status": "unknown"} for text in texts]}
    run = LearningRun("train-0000", {"status": "learned"}, tuple(texts), (), verdict)
    background = read_background(None, ROOT / "bias" / f"{bias}.pl")
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    records = Records([run], {}, [], [], by_id, background, 5, ())
    return Explored(bias, records, 1)


def random_paths(
    seed: str, panels: int, each: int, symbols: Sequence[str], *, pass_goals: bool = False
) -> list[tuple[Puzzle, Path]]:
    """Return random partial paths of random panels, those that cannot be finished among them."""
    rng = random.Random(seed)
    found: list[tuple[Puzzle, Path]] = []
    while panels:
        puzzle = random_panel(rng, BOARDS, symbols, edge_ends=False, pass_goals=pass_goals)
        drawn = []
        for _ in range(each):
            drawn += random_walk(rng, puzzle)
        if drawn:
            panels -= 1
            found += [(puzzle, path) for path in rng.sample(drawn, min(each, len(drawn)))]
    return found


def random_walk(rng: random.Random, puzzle: Puzzle) -> list[Path]:
    """Return the partial paths along a random walk, which stops before an end or in a dead end."""
    board = puzzle.grid
    path: list[Any] = [rng.choice(puzzle.starts)]
    found: list[Path] = []
    while puzzle.pass_goals or path[-1] not in puzzle.goals:
        found.append(tuple(path))
        near = [
            v
            for v in board.neighbours(path[-1])
            if v not in path and tuple(sorted((path[-1], v))) not in puzzle.gaps
        ]
        if not near:
            break
        path.append(rng.choice(near))
    return found


def all_partial_paths(puzzle: Puzzle) -> list[Path]:
    """Return all partial paths of a panel, those that cannot be finished among them."""
    return [path for path, at_goal in walk(puzzle) if puzzle.pass_goals or not at_goal]


def fired(experiment: Explored, paths: Sequence[tuple[Puzzle, Path]]) -> list[list[list[Any]]]:
    """Return for each path the places for which each clause fires, as the predicates say."""
    background = experiment.records.background
    (run,) = experiment.records.learning
    conditions = [translate(parse_clauses(text), background).conditions[0] for text in run.clauses]
    found = []
    for puzzle, path in paths:
        board, view = board_view(puzzle), path_view(puzzle, path)  # type: ignore[arg-type]
        symbols = [
            (one.place, board.symbol(one.place, one.kind))
            for one in constraints(puzzle, background.kinds)
        ]
        found.append([
            [_plain(place) for place, symbol in symbols if condition(view, symbol)]
            for condition in conditions
        ])  # fmt: skip
    return found


def _plain(place: Any) -> list[Any]:
    return [_plain(part) if isinstance(part, tuple) else part for part in place]
