"""All placements, up to symmetry, against all combinations of symbols and their orbits."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, product

import pytest

from witness.base.errors import InputError
from witness.puzzle.generate import exhaustive
from witness.puzzle.generate.exhaustive import placements
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.symbol_changes import ALONE

#: The shapes of up to three squares.
SHAPES = (
    ("#",), ("##",), ("#", "#"), ("###",), ("#", "#", "#"),
    ("##", "#."), ("##", ".#"), ("#.", "##"), (".#", "##"),
)  # fmt: skip

VALUES = {
    "triangles": [(1,), (2,), (3,)],
    "squares": [("black",), ("white",)],
    "stars": [("black",), ("white",)],
    "blocks": [(shape,) for shape in SHAPES],
}


def every(rows, cols, kind, number):
    """Yield all panels with a number of symbols of a kind."""
    board = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
    places = [[(*at, *value) for value in VALUES.get(kind, ())] for at in board.grid.squares]
    if kind not in VALUES:
        ends = ((0, 0), (rows, cols))
        vertices = [v for v in board.grid.vertices if v not in ends] if kind == "dots" else []
        places = [[place] for place in (*board.grid.edges, *vertices)]
    for chosen in combinations(places, number):
        for entries in product(*chosen):
            yield replace(board, **{kind: entries})


def mirrored(panel, kind):
    """Return the image of a square board in the diagonal from the start to the goal."""

    def turned(entry):
        if kind == "blocks":
            rows = entry.shape[::-1]  # from the bottom
            shape = tuple("".join(row[c] for row in rows) for c in reversed(range(len(rows[0]))))
            return (entry.col, entry.row, shape)
        if is_edge(entry):
            return tuple(vertex[::-1] for vertex in entry)
        return (entry[1], entry[0], *entry[2:])

    return replace(panel, **{kind: [turned(entry) for entry in getattr(panel, kind)]})


@pytest.mark.parametrize("kind", ALONE)
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_orbit_has_one_panel(rows, cols, kind, number):
    several = {*every(rows, cols, kind, number)}
    if not several:
        with pytest.raises(InputError, match=f"places for {kind}, not {number}"):
            placements(rows, cols, kind, number)
        return
    orbits = {
        frozenset({p, mirrored(p, kind)}) if rows == cols else frozenset({p}) for p in several
    }
    found = placements(rows, cols, kind, number)
    panels = [found.panel(chosen) for chosen in found.least()]
    assert len(panels) == len({*panels}) == len(orbits) == found.count()
    assert all(len(orbit & {*panels}) == 1 for orbit in orbits)


MIXED = "triangles,squares,stars,blocks,gaps,dots"


@pytest.mark.parametrize("kinds", ["triangles", "dots", MIXED])
def test_ranks(kinds):
    """All placements are there, each once and in order, and those from a rank on are the rest."""
    found = placements(2, 2, kinds, 2)
    ordered = list(found.since(0))
    assert ordered == sorted({*ordered})
    assert len(ordered) == found.all
    for rank in (0, 1, 5, 17, found.all // 2, found.all - 1, found.all):
        assert list(found.since(rank)) == ordered[rank:]


@pytest.mark.parametrize(
    ("rows", "cols", "kinds", "number"),
    [(2, 2, "triangles", 2), (2, 2, "dots", 2), (1, 2, MIXED, 1)],
)
def test_every_panel_is_as_likely(rows, cols, kinds, number, monkeypatch):
    """Over all random numbers that there can be, each is drawn as often as any other."""
    found = placements(rows, cols, kinds, number)
    most = len(found.permutations)
    left = [*product(range(found.all), range(most))][::-1]

    class AllNumbers:
        def __init__(self, seed):
            pass

        def randrange(self, end):
            return left[-1][0] if end == found.all else left.pop()[1] % end

    monkeypatch.setattr(exhaustive.random, "Random", AllNumbers)
    drawn = Counter(islice(found.drawn(0), most * found.count()))
    assert drawn == dict.fromkeys(found.least(), most)
    assert all(number % most for _, number in left)  # none that is left would be kept


def test_draws_follow_from_the_seed():
    found = placements(3, 3, MIXED, 4)
    first, again, other = (list(islice(found.drawn(seed), 20)) for seed in (1, 1, 2))
    assert first == again != other
    assert all(chosen == min(found.images(chosen)) for chosen in first)


@pytest.mark.parametrize(
    ("rows", "cols", "kind", "number", "message"),
    [
        (2, 2, "circles", 1, "unknown kind of puzzle 'circles'; there are triangles, gaps"),
        (2, 2, "eliminations", 1, "unknown kind of puzzle 'eliminations'"),
        (2, 2, "triangles", 5, "a 2×2 board has 4 places for triangles, not 5"),
        (14, 14, "triangles", 1, "up to 13 squares along the shorter side"),
        (65, 1, "triangles", 1, "rows is 65"),
    ],
)
def test_what_there_is_not(rows, cols, kind, number, message):
    with pytest.raises(InputError, match=message):
        placements(rows, cols, kind, number)
