"""One symbol more or fewer, and the symmetries of boards, against what the rules say of them."""

import random
from dataclasses import replace

import pytest
from support.panels import mixed_panels, random_panel
from support.sizes import some

from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.generate.exhaustive import symmetries
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.polyominoes import size
from witness.puzzle.symbol_changes import (
    added,
    entries,
    is_monotone,
    only,
    only_removes,
    possible,
    removed,
)
from witness.puzzle.symbols import SYMBOLS

CORNERS = ((0, 0), (0, 2), (2, 0), (2, 2))


@pytest.mark.parametrize(
    "panel",
    [*(algorithm_4(3, 3, random.Random(kind), kind=kind) for kind in KINDS),
     *mixed_panels("added", 25)],
)  # fmt: skip
def test_what_is_added_can_be_taken_away(panel):
    """And whatever is added makes a panel that is in order."""
    assert only(panel, entries(panel)) == panel
    for name in SYMBOLS:
        for entry in possible(panel, name):
            more = added(panel, entry)
            assert not more.problems()
            assert len(entries(more)) == len(entries(panel)) + 1
            assert removed(more, entry) == panel
            assert entry.on(more) == f"{entry.what} {entry.where(more)}"


@pytest.mark.parametrize(
    ("symbol", "value", "words"),
    [
        ("triangles", (0, 1, 2), "2 triangles in the second square of the third row"),
        ("dots", (1, 1), "first and second column, between the second and third row"),
        ("dots", (3, 0), "in the top left corner"),
        ("dots", (0, 2), "between the second and third column, at the bottom"),
        ("dots", ((0, 0), (1, 0)), "in the third row, on the left side"),
        ("gaps", ((1, 1), (1, 2)), "between the second and third row"),
        ("gaps", ((2, 3), (3, 3)), "between the third and fourth column"),
    ],
)
def test_places_in_words(symbol, value, words):
    panel = Puzzle(3, 4, ((0, 0),), ((3, 4),))
    (entry,) = [one for one in possible(panel, symbol) if one.value == value]
    assert entry.on(panel).endswith(words)


def test_numbers_of_rows_and_columns_in_words():
    panel = Puzzle(1, 23, ((0, 0),), ((1, 23),))
    words = [entry.where(panel).split()[2] for entry in possible(panel, "stars")][::2]
    assert words[9:13] == ["tenth", "11th", "12th", "13th"]
    assert words[19:] == ["20th", "21st", "22nd", "23rd"]


@pytest.mark.parametrize("wraps", [False, True])
def test_no_two_places_have_the_same_words(wraps):
    panel = Puzzle(3, 12, ((0, 0),), ((3, 4),), wraps=wraps)
    for symbol in ("stars", "gaps", "dots"):
        places = {entry.place: entry for entry in possible(panel, symbol)}.values()
        assert len({entry.where(panel) for entry in places}) == len(places)
        assert len({entry.middle for entry in places}) == len(places)


def test_two_lines_have_more():
    panel = algorithm_4(2, 3, random.Random(1), kind="symmetry")
    assert {entry.value[1] for entry in possible(panel, "line_dots")} == {1, 2}
    assert {entry.value[2] for entry in possible(panel, "triangles")} == {1, 2, 3, 4}


def test_colours_are_those_of_the_panel():
    panel = Puzzle(1, 3, ((0, 0),), ((1, 3),), squares=((0, 0, "red"),))
    assert {entry.value[2] for entry in possible(panel, "stars")} == {"red", "black"}
    panel = replace(panel, stars=((0, 1, "green"),))
    assert {entry.value[2] for entry in possible(panel, "squares")} == {"red", "green"}


@pytest.mark.parametrize("seed", range(40))
def test_monotone_panels_keep_their_solutions(seed):
    panel = random_panel(random.Random(seed))
    if is_monotone(panel):
        have = {*solutions(panel)}
        assert all(have <= {*solutions(removed(panel, entry))} for entry in entries(panel))
    else:
        assert panel.stars


@pytest.mark.parametrize(
    ("starts", "goals", "missing", "number"),
    [
        ([(1, 1)], CORNERS, [], 8),
        ([(0, 0)], [(2, 2)], [], 2),
        ([(0, 0)], [(2, 0)], [], 1),
        ([((1, 0), (1, 1))], [((1, 1), (1, 2))], [], 2),
        ([(1, 1)], CORNERS, [(0, 0)], 2),
        ([(1, 1)], CORNERS, [(0, 0), (1, 1)], 4),
    ],
)
def test_images_have_the_images_of_the_solutions(starts, goals, missing, number):
    """Symbols anywhere on a board: its images have as many solutions of the same lengths."""
    board = Puzzle(2, 2, starts, goals, missing=missing)
    found = symmetries(board)
    assert len(found) == number
    rng = random.Random(number)
    values = [entry for name in SYMBOLS for entry in possible(board, name)]
    assert any(size(entry.value.shape) > 2 for entry in values if entry.symbol == "blocks")
    for _ in range(15):
        panel = board
        for name in rng.sample([*SYMBOLS], 3):
            more = list(possible(panel, name))
            panel = added(panel, rng.choice(more)) if more else panel
        paths = {*solutions(panel)}
        for one in found:
            image = only(board, [one.of_entry(entry) for entry in entries(panel)])
            assert {*solutions(image)} == {tuple(map(one.of, path)) for path in paths}


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(2, range(6)))
def test_what_only_removes_solutions_creates_none(seed):
    """On panels with everything; a few additions of each symbol."""
    rng, seen = random.Random(seed), dict.fromkeys(SYMBOLS, 0)
    for panel in mixed_panels(f"removes {seed}", 40) + [random_panel(rng) for _ in range(10)]:
        have = {*solutions(panel)}
        for name in SYMBOLS:
            all_of_them = list(possible(panel, name))
            for entry in rng.sample(all_of_them, min(3, len(all_of_them))):
                if only_removes(panel, entry):
                    seen[name] += 1
                    assert have >= {*solutions(added(panel, entry))}, (panel, entry)
    assert min(number for name, number in seen.items() if name != "eliminations") > 5


def test_a_second_star_or_block_can_create_solutions():
    """And nothing is said of what a mark can take away."""
    panel = Puzzle(2, 2, ((0, 0),), ((2, 2),))
    for name in ("blocks", "eliminations"):
        alone = added(panel, next(possible(panel, name)))
        assert not any(only_removes(alone, entry) for entry in possible(alone, name))
    assert not any(only_removes(alone, entry) for entry in possible(alone, "triangles"))
    alone = replace(panel, stars=((0, 0, "black"),))
    assert not [*solutions(alone)]
    for name in ("stars", "squares"):
        more = [e for e in possible(alone, name) if [*solutions(added(alone, e))]]
        assert more
        assert not any(only_removes(alone, entry) for entry in more)
    assert all(only_removes(alone, e) for e in possible(alone, "triangles"))
