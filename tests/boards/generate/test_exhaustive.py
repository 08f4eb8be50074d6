"""All placements, up to symmetry, against all combinations of symbols and their orbits."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from witness.base.errors import InputError
from witness.boards.generate.exhaustive import placements
from witness.puzzle.changes import ALONE
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.paths import solutions

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
    panels = [panel for _, panel in found.panels()]
    assert len(panels) == len({*panels}) == len(orbits) == found.count()
    assert all(len(orbit & {*panels}) == 1 for orbit in orbits)
    assert list(found.panels(3)) == list(enumerate(panels))[3:]


@pytest.mark.parametrize(
    ("rows", "cols", "kind", "number"),
    [(3, 3, "triangles", 3), (2, 2, "dots", 4), (3, 3, "stars", 4), (2, 4, "squares", 3)],
)
def test_the_count_is_known_in_advance(rows, cols, kind, number):
    found = placements(rows, cols, kind, number)
    assert found.count() == sum(1 for _ in found.panels())


def test_images_have_as_many_solutions():
    """So nothing is lost by looking at one panel of each orbit."""
    one, all_of_them = Counter(), Counter()
    for panel in every(2, 2, "triangles", 2):
        number = len(list(solutions(panel)))
        all_of_them[number] += 1
        assert number == len(list(solutions(mirrored(panel, "triangles"))))
    for _, panel in placements(2, 2, "triangles", 2).panels():
        alike = {panel, mirrored(panel, "triangles")}
        one[len(list(solutions(panel)))] += len(alike)
    assert one == all_of_them


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
