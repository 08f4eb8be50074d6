"""The graph on which the paths of a panel run: its vertices and the middles of edges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.rules import Path
from witness.puzzle.second_line import image, moved


@dataclass(frozen=True)
class PathGraph:
    """The path graph of a puzzle: its numbered places, and where a path can go from each.

    The vertices come first, with their numbers on the board, then the middles of edges that hold
    a start or a goal. For each place, `steps` lists the (place, edge) numbers of the possible next
    steps, in the order up, right, down, left; both halves of an edge have its number. Gaps are
    left out. With two lines `images` has for each place that of the second line, which is closed to
    the first one as well; steps at which the lines would meet, or the second would come over a gap,
    are left out, too.
    """

    places: tuple[Place, ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    starts: tuple[int, ...]
    goals: frozenset[int]
    images: tuple[int, ...] | None = None

    @property
    def open_starts(self) -> tuple[int, ...]:
        """The starts from which a path can reach a goal.

        These are the starts connected to a goal: that a path ends at its first goal and visits no
        place twice makes no difference.
        """
        far = self.distances(self.goals)
        return tuple(start for start in self.starts if far[start] < inf)

    def distances(self, ends: Iterable[int], closed: Collection[int] = ()) -> list[float]:
        """Return the least number of steps between each place and one of some ends.

        It is infinite without a way; no way comes to a `closed` place from an end.
        """
        far = [inf] * len(self.places)
        todo = [*ends]
        for end in todo:
            far[end] = 0
        for place in todo:  # which grows
            for near, _ in self.steps[place]:
                if far[near] == inf and near not in closed:
                    far[near] = far[place] + 1
                    todo.append(near)
        return far

    @cached_property
    def closing(self) -> tuple[int, ...]:
        """For each place the bit set of those at which neither line may have been before."""
        numbers = range(len(self.places))
        pairs = zip(numbers, self.images or numbers, strict=True)
        return tuple(1 << one | 1 << other for one, other in pairs)

    def path(self, trail: Sequence[int]) -> Path:
        """Return the path through these places, without the middles of edges inside it."""
        ends = (0, len(trail) - 1)
        return tuple(
            self.places[place]
            for index, place in enumerate(trail)
            if index in ends or not is_edge(self.places[place])
        )


def path_graph(puzzle: Puzzle) -> PathGraph:
    """Return the path graph of a puzzle."""
    board = puzzle.grid
    ends: list[Any] = [end for end in (*puzzle.starts, *puzzle.goals) if is_edge(end)]
    if puzzle.symmetry:
        ends += [image(board, puzzle.symmetry, end) for end in ends]
    middles = tuple(dict.fromkeys(ends))
    places: tuple[Place, ...] = (*board.vertices, *middles)
    number = {place: count for count, place in enumerate(places)}
    steps = []
    second = puzzle.images
    meeting = (0, 0) if second is None else second.meeting
    barred = board.edge_set(puzzle.barred) | meeting[1]
    if second is not None:
        barred |= moved(barred, second.edges)
    for here, around in enumerate(board.steps):
        row = []
        for near, edge in around:
            following = number.get(board.edges[edge], near)
            met = meeting[0] & (1 << here | 1 << following)
            if not met and not barred >> edge & 1:
                row.append((following, edge))
        steps.append(tuple(row))
    for middle in middles:
        open_ends = [end for end in reversed(middle) if not meeting[0] >> number[end] & 1]
        steps.append(tuple((number[end], board.edge_number[middle]) for end in open_ends))
    images = None
    if second is not None:
        images = tuple(number[image(board, puzzle.symmetry, place)] for place in places)
    return PathGraph(
        places,
        tuple(steps),
        tuple(number[start] for start in puzzle.starts),
        frozenset(number[goal] for goal in puzzle.goals),
        images,
    )
