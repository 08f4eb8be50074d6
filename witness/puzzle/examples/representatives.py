"""Examples that stand for others: one of each class that no hypothesis of a bias tells apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from witness.base.collector import without_collector
from witness.clauses.background import Background
from witness.clauses.language.terms import Ground
from witness.clauses.learners.asp.saturate import require_classes, saturate
from witness.clauses.learners.task import STANDS_FOR
from witness.puzzle.examples.puzzle_task import PuzzleTask, together

#: So many examples of puzzles that were collapsed alone are collapsed together.
_MANY = 20_000


def representatives(
    tasks: Iterable[PuzzleTask], background: Background, many: int = _MANY
) -> list[PuzzleTask]:
    """Return some tasks with the first positive and the first negative example of each class.

    No hypothesis of the bias tells the examples of a class apart (`asp.saturate`). The background
    says how many examples each stands for. Tasks of which none is left are left out. At no time are
    the examples of all tasks in memory: when there are `many`, they are collapsed again. Raises
    `UnsupportedError` as `saturate` does.
    """
    require_classes(background.bias)
    kept: list[PuzzleTask] = []
    most = many
    for task in tasks:
        if not task.positives and not task.negatives:
            continue  # no path reaches a goal
        kept += _first_of_classes([task], background)
        number = sum(len(one.positives) + len(one.negatives) for one in kept)
        if number > most:
            kept = _first_of_classes(kept, background)
            most = max(many, 2 * sum(len(one.positives) + len(one.negatives) for one in kept))
    return _first_of_classes(kept, background)


def _first_of_classes(tasks: Sequence[PuzzleTask], background: Background) -> list[PuzzleTask]:
    """Return tasks with the first examples of their classes."""
    if not tasks:
        return []
    with without_collector():
        classes = saturate(together(tasks).task())
    stands_for = classes.positives | classes.negatives
    place = background.arguments("path", "symbol").index("path")
    found = []
    for task in tasks:
        signs = [[e for e in own if e in stands_for] for own in (task.positives, task.negatives)]
        dropped = {e[place] for own in (task.positives, task.negatives) for e in own}
        dropped -= {e[place] for own in signs for e in own}
        facts = {key: [r for r in rows if r[0] not in dropped] for key, rows in task.facts.items()}
        rows: list[tuple[Ground, ...]] = [(*e, stands_for[e]) for own in signs for e in own]
        facts[STANDS_FOR, len(task.bias.head.types) + 1] = rows
        if rows:
            found.append(replace(task, facts=facts, positives=signs[0], negatives=signs[1]))
    return found
