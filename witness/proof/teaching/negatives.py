"""Counterexamples of the prover as negative examples of a learning task.

A counterexample is a partial path on which a clause fires for a symbol, and a solution that extends
the path. So the path is completable, and with the symbol it is a negative example, whatever labels
the other examples have.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from witness.clauses.language.terms import Ground, Key
from witness.clauses.learners.task import LearningTask
from witness.proof.counterexamples import Counterexample
from witness.puzzle.constraints import constraints
from witness.puzzle.examples.examples import Sources
from witness.puzzle.examples.partial_paths import PartialPath
from witness.puzzle.examples.puzzle_task import PuzzleTask
from witness.puzzle.grid import Vertex
from witness.puzzle.rules import path_edges


def negative_example(counterexample: Counterexample, sources: Sources, prefix: str) -> PuzzleTask:
    """Return the negative example of a counterexample; its names begin with a prefix."""
    puzzle, board = counterexample.puzzle, counterexample.puzzle.grid
    vertices = tuple(board.vertex_number(cast(Vertex, v)) for v in counterexample.partial_path)
    edges = tuple(board.edge_number[edge] for edge in path_edges(counterexample.partial_path))
    every = constraints(puzzle)
    wanted = [
        (number, one)
        for number, one in enumerate(every)
        if (one.kind, one.place) == (counterexample.kind, counterexample.place)
    ]
    path = PartialPath(vertices, edges, completable=True, satisfiable=(1 << len(every)) - 1)
    return sources.examples(puzzle, [path], wanted, "puzzle", prefix)


def with_examples(task: LearningTask, more: list[PuzzleTask]) -> LearningTask:
    """Return a task with further examples and their facts."""
    facts: dict[Key, list[tuple[Ground, ...]]] = {
        key: list(rows) for key, rows in task.background.facts.items()
    }
    for made in more:
        for key, rows in made.facts.items():
            if rows:
                facts.setdefault(key, []).extend(rows)
    return replace(
        task,
        background=replace(task.background, facts=facts),
        positives=[*task.positives, *(e for made in more for e in made.positives)],
        negatives=[*task.negatives, *(e for made in more for e in made.negatives)],
    )
