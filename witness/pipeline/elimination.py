"""A race by expansions, in which a candidate stops when it cannot be kept any more.

Expansions are the same on every machine, so one search says all. The candidate that has the least
sum so far always goes on. Sums only grow: when a candidate has searched all puzzles, no other can
end with less. So candidates finish in the order of their sums, and those that are left when enough
have finished are `stopped`, with sums that are greater already.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from witness.pipeline.candidates import Track, Variant
from witness.pipeline.race import Entrant, Totals, search
from witness.puzzle.model import Puzzle
from witness.searches import Engine, Limits

#: The expansions that the first try of a search may take. If these are not enough, the search is
#: made again when it is the candidate's turn, with twice as many, so that a candidate cannot take
#: much more in one search than the others in all.
FIRST_TRY = 10_000


@dataclass
class _Runner:
    """A candidate in the race: what its finished searches took, and the one that it is in."""

    entrant: Entrant
    tracks: Sequence[Track]
    done: int = 0
    totals: Totals = field(default_factory=Totals)
    #: What the last try of the search it is in took, in vain.
    tried: Totals = field(default_factory=Totals)

    @property
    def so_far(self) -> Totals:
        """What it takes at least."""
        return self.totals + self.tried


def eliminate(
    entrants: Mapping[str, Entrant],
    tracks: Mapping[str, Sequence[Track]],
    keep: int,
    puzzles: Sequence[Puzzle],
    variant: Variant,
    engine: Engine,
    limits: Limits,
) -> dict[str, Totals]:
    """Measure entrants until it is known which `keep` of each track make the fewest expansions.

    `tracks` has the tracks that each entrant races in. Returns the totals of each by its name.
    Those that may be among the first `keep` of a track, ties included, search all puzzles; others
    are `stopped`, and their totals are of what they searched. One whose predicate raises
    `InputError` is dropped.
    """
    runners = {name: _Runner(entrant, tracks[name]) for name, entrant in entrants.items()}
    finished: dict[Track, list[int]] = {}
    turns = [(0, place, name) for place, name in enumerate(runners)]
    while turns:
        least, place, name = heapq.heappop(turns)
        runner = runners[name]
        # Those that take the least may be among the first, ties included.
        ends = [finished.get(track, ()) for track in runner.tracks]
        if not any(len(end) < keep or least <= end[keep - 1] for end in ends):
            continue
        if runner.totals.dropped:
            continue
        if runner.done < len(puzzles):
            _go_on(runner, puzzles[runner.done], variant, engine, limits)
            heapq.heappush(turns, (runner.so_far.expansions, place, name))
        else:
            for track in runner.tracks:
                finished.setdefault(track, []).append(least)
    return {
        name: replace(
            runner.so_far, stopped=runner.done < len(puzzles) and not runner.totals.dropped
        )
        for name, runner in runners.items()
    }


def _go_on(
    runner: _Runner, puzzle: Puzzle, variant: Variant, engine: Engine, limits: Limits
) -> None:
    """Search the puzzle that it is at, with a limit that grows from try to try."""
    allowed = max(FIRST_TRY, runner.totals.expansions, 2 * runner.tried.expansions)
    most = limits.max_expansions
    last = most is not None and allowed >= most
    allowance = limits if last else replace(limits, max_expansions=allowed)
    taken, status = search(puzzle, runner.entrant, variant, engine, allowance)
    if status == "expansion-limit" and not last:
        runner.tried = replace(taken, capped=0)
        return
    runner.totals += taken
    if status is not None:
        runner.tried = Totals()
        runner.done += 1
