"""A* with a predicate (paper, Algorithm 1), and searches that a policy guides."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from witness.base.limits import set_up
from witness.base.meant import none_such
from witness.library.expected import checked
from witness.library.hypothesis import PredicateLike, as_predicate
from witness.library.pictured import PicturedAnswer
from witness.puzzle.model import Puzzle
from witness.searches import (
    AUTO,
    MODES,
    SEARCHES,
    Limits,
    Mode,
    SearchResult,
    policies,
    policy_guided,
)
from witness.searches import engine as engine_named


@dataclass(frozen=True, kw_only=True)
class Found(SearchResult, PicturedAnswer):
    """The answer of a search, with its `expansions`; a notebook shows the path on its panel.

    `status` is `solved`, `unsolvable`, or the limit that was reached. After pruning with a
    predicate that is not proved, `unsolvable` means only that nothing was left to search, and
    `to_json()` says that it is `unproved`.
    """

    puzzle: Puzzle
    predicate: str
    mode: Mode
    unproved: bool
    __repr__ = PicturedAnswer.__repr__

    def to_json(
        self, identifier: str = "", predicate: str | None = None, mode: str | None = None
    ) -> dict[str, Any]:
        """Return the record of `witness solve`, a row of a table.

        >>> from witness import Puzzle
        >>> search(Puzzle.random(3, 3, seed=7)).to_json()["id"]
        'triangles-3x3-7'
        """
        record = super().to_json(identifier, predicate or self.predicate, mode or self.mode)
        return {**record, "unproved": True} if self.unproved else record


@checked
def search(
    puzzle: Puzzle,
    predicate: PredicateLike = "paper",
    mode: Mode = "prune",
    *,
    baseline_layer: bool = False,
    heuristic: str = "manhattan",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    max_expansions: int | None = None,
    engine: str = AUTO,
    search: str = "astar",
    learn_from: Sequence[Puzzle] = (),
) -> Found:
    """Search for a solution with A* and a predicate (paper, Algorithm 1).

    `predicate` is a hypothesis, a predicate, or the name of one: `none`, `baseline`, `paper`,
    `latches`, `derived`, or a `.pl` file. Mode `prune` drops partial paths on which it is true; in
    mode `sort` they only come last. `baseline_layer` also drops those on which π_baseline is true.
    `heuristic` is `manhattan` or `needs`, `engine` is `compiled`, `reference`, or `auto`: the
    reference where that has the answer before the other is loaded. `search` is also
    `levin` (LevinTS) or `phs` (PHS*), whose policy is learned by counting from the solutions of the
    puzzles `learn_from`; without any, all steps are equally likely. Limits are in
    seconds, megabytes and expansions; the one that is reached is the status. Raises `InputError`
    for a panel that A* does not know. Warns before it prunes with a predicate that is not proved.

    >>> from witness import Puzzle
    >>> puzzle = Puzzle(3, 3, [(0, 0)], [(3, 3)], [(0, 0, 2), (1, 1, 3), (2, 2, 1)])
    >>> [search(puzzle, name).expansions for name in ("none", "paper")]
    [89, 40]
    >>> [search(puzzle, name, search="levin").expansions for name in ("none", "paper")]
    [388, 54]
    """
    if search not in SEARCHES:
        raise none_such("search", search, SEARCHES)
    if mode not in MODES:
        raise none_such("mode", mode, MODES)
    puzzle.check()
    predicate = as_predicate(predicate)
    with set_up(predicate.name, time_limit):
        unproved = mode == "prune" and not predicate.sound
    if unproved:
        warnings.warn(
            f'{predicate.name} is not proved: solutions may be lost, and "unsolvable" means only '
            "that nothing is left to search",
            RuntimeWarning,
            stacklevel=4,  # users call the package, which passes the call on, with a check
        )
    run = engine_named(engine)
    if search != "astar":
        learned = policies.learned(learn_from) if learn_from else policies.uniform
        run = partial(policy_guided.solve, search=search, policy=learned)
    result = run(
        puzzle,
        predicate,
        mode,
        baseline_layer=baseline_layer,
        heuristic=heuristic,
        limits=Limits(max_expansions, time_limit, memory_limit),
    )
    about = {"id": puzzle.id, "predicate": predicate.name, "mode": mode, "unproved": unproved}
    return Found(**{**vars(result), **about}, puzzle=puzzle)
