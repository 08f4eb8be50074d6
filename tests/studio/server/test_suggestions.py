"""Suggestions against all panels with one symbol more or fewer, and against all sets of symbols."""

import math
import random
from dataclasses import replace
from itertools import combinations, product

import pytest
from support.panels import random_panel

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.difficulty.entropy.reference import Player, entropy
from witness.difficulty.rules.thesis import THESIS
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.symbol_changes import added, entries, only_removes, possible, removed
from witness.puzzle.symbols.blocks import Block
from witness.studio.server.suggestions import AIMS, NOTICEABLE, nothing, suggestions

SIZES = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3))
KINDS = ("triangles", "gaps", "dots", "squares", "stars")


def found(puzzle, aim, **options):
    """Return what is suggested, by panel; each once, with the right id and number of solutions."""
    several = list(suggestions(puzzle, aim, **options))
    ids = [f"{puzzle.id}-{aim}-{number}" for number in range(1, len(several) + 1)]
    assert [one.puzzle.id for one in several] == ids
    for one in several:
        assert one.solutions == len(list(solutions(one.puzzle)))
    by_panel = {one.puzzle: one for one in several}
    assert len(by_panel) == len(several)
    return by_panel


def found_or_none(puzzle, aim, same):
    """Return what is suggested; a panel without solutions is refused, and it is said what helps."""
    if same:
        return found(puzzle, aim)
    with pytest.raises(InputError, match="has no solution") as refused:
        list(suggestions(puzzle, aim))
    helps = any([*solutions(removed(puzzle, entry))] for entry in entries(puzzle))
    assert ("without one of these it has some: the " in str(refused.value)) == helps
    return {}


def with_one_more(puzzle, kind):
    """Yield all panels with one symbol more of a kind."""
    taken = {one[:2] for name in ("triangles", "squares", "stars") for one in getattr(puzzle, name)}
    free = [at for at in puzzle.grid.squares if at not in taken]
    colours = {one[2] for one in (*puzzle.squares, *puzzle.stars)}
    if len(colours) < 2:
        colours |= {"black"} if "black" not in colours else {"white"}
    if len(colours) < 2:
        colours |= {"white"}
    values = {"triangles": (1, 2, 3), "squares": colours, "stars": colours}
    if kind in values:
        entries = [(*at, value) for at, value in product(free, values[kind])]
    else:
        edges = [edge for edge in puzzle.grid.edges if edge not in (*puzzle.gaps, *puzzle.dots)]
        ends = (*puzzle.starts, *puzzle.goals)
        vertices = [v for v in puzzle.grid.vertices if v not in (*puzzle.dots, *ends)]
        gaps = [edge for edge in edges if edge not in ends]
        entries = gaps if kind == "gaps" else edges + vertices
    for entry in entries:
        yield replace(puzzle, **{kind: (*getattr(puzzle, kind), entry)})


def subsets(puzzle):
    """Yield all panels with some of the symbols, with few of them first."""
    have = [(kind, entry) for kind in KINDS for entry in getattr(puzzle, kind)]
    for size in range(len(have) + 1):
        for kept in combinations(have, size):
            lists = {kind: [entry for one, entry in kept if one == kind] for kind in KINDS}
            yield size, replace(puzzle, **lists)


def panels(count, seed, symbols=KINDS):
    rng = random.Random(seed)
    return [random_panel(rng, SIZES, symbols) for _ in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_unique_are_all_additions_with_one_solution(kind):
    several = 0
    for puzzle in panels(60, kind):
        wanted = set()
        if len(list(solutions(puzzle))) != 1:
            more = with_one_more(puzzle, kind)
            wanted = {panel for panel in more if len(list(solutions(panel))) == 1}
        assert found(puzzle, "unique", kinds=[kind]).keys() == wanted
        several += len(wanted)
    assert several


@pytest.mark.slow
def test_what_can_create_solutions_is_counted_anew():
    """A second star or block can satisfy the first one; what only removes solutions comes first."""
    block = Block(0, 0, ("##",))
    stars = ((2, 2, "black"), (1, 2, "black"))
    puzzle = Puzzle(3, 3, ((0, 0),), ((3, 3),), stars=stars, blocks=(block,))
    have, created = {*solutions(puzzle)}, 0
    kinds = ("stars", "blocks", "squares", "triangles", "dots")
    wanted = {}
    for entry in (entry for kind in kinds for entry in possible(puzzle, kind)):
        panel = added(puzzle, entry)
        if len(several := {*solutions(panel)}) == 1:
            wanted[panel] = only_removes(puzzle, entry)
            created += not several <= have
    suggested = found(puzzle, "unique", kinds=kinds)
    assert suggested.keys() == wanted.keys()
    order = [wanted[panel] for panel in suggested]
    assert order == sorted(order, reverse=True)
    assert len({*order}) == 2
    assert created
    for panel, one in suggested.items():
        assert scored(panel) == (math.inf if one.remuse is None else pytest.approx(one.remuse))


@pytest.mark.parametrize("symbols", [KINDS[:4], KINDS])
def test_superfluous_are_all_removals_with_the_same_solutions(symbols):
    several = 0
    for puzzle in panels(60, 2, symbols):
        have, same = len([e for kind in KINDS for e in getattr(puzzle, kind)]), {*solutions(puzzle)}
        wanted = {
            panel
            for size, panel in subsets(puzzle)
            if size == have - 1 and {*solutions(panel)} == same
        }
        assert found_or_none(puzzle, "superfluous", same).keys() == (wanted if same else set())
        several += len(wanted) if same else 0
    assert several


def test_as_many_solutions_are_not_the_same_ones():
    """Where stars count a square, others can solve the panel without it."""
    stars, squares = ((0, 0, "red"), (1, 0, "red")), ((0, 1, "red"), (1, 1, "red"))
    puzzle = Puzzle(2, 2, ((0, 1),), ((0, 0), (2, 2)), squares=squares, stars=stars)
    without = replace(puzzle, squares=squares[1:])
    assert len(list(solutions(puzzle))) == len(list(solutions(without))) > 0
    assert {*solutions(puzzle)} != {*solutions(without)}
    assert without not in found(puzzle, "superfluous")


@pytest.mark.slow
@pytest.mark.parametrize("symbols", [KINDS[:4], KINDS])
def test_minimal_are_all_smallest_sets_of_symbols_with_the_same_solutions(symbols):
    sizes = set()
    for puzzle in panels(60, 3, symbols):
        same = {*solutions(puzzle)}
        sets = [(size, panel) for size, panel in subsets(puzzle) if {*solutions(panel)} == same]
        least = sets[0][0]
        wanted = {panel for size, panel in sets if size == least < len(entries(puzzle))}
        assert found_or_none(puzzle, "minimal", same).keys() == (wanted if same else set())
        sizes.add((least, len(wanted) > 1))
    assert len(sizes) > 4


def scored(puzzle):
    """Return the ReMUSE of the reference."""
    return entropy(puzzle, Player(THESIS)).remuse


@pytest.mark.slow
def test_harder_and_easier_are_all_changes_of_one_symbol_by_their_scores():
    several = 0
    for puzzle in panels(6, 5, ("triangles", "dots")):
        here, number = scored(puzzle), len(list(solutions(puzzle)))
        if here == float("inf"):
            with pytest.raises(InputError, match="has no solution"):
                list(suggestions(puzzle, "harder"))
            continue
        have = len(puzzle.triangles + puzzle.dots)
        others = [panel for kind in KINDS[:3:2] for panel in with_one_more(puzzle, kind)]
        fewer = [panel for size, panel in subsets(puzzle) if size == have - 1]
        others += fewer
        for panel in fewer:
            for more in with_one_more(panel, "triangles"):
                same = {one[:2] for one in more.triangles} == {one[:2] for one in puzzle.triangles}
                others += [more] if same and more != puzzle else []
        for aim, sign in (("harder", 1), ("easier", -1)):
            wanted = {
                panel: score
                for panel in others
                if (score := scored(panel)) < float("inf")
                and sign * (score - here) > 1e-9
                and (number != 1 or len(list(solutions(panel))) == 1)
            }
            suggested = found(puzzle, aim, kinds=["triangles", "dots"])
            assert suggested.keys() == wanted.keys()
            scores = [one.remuse for one in suggested.values()]
            assert sorted(scores) == pytest.approx(sorted(wanted.values()))
            first = [int(abs(score - here) / NOTICEABLE) for score in scores]
            sizes = sorted({*first} - {0})
            assert first[: len(sizes)] == sizes  # one step of each size before the next ones
            assert first == sorted(first, key=lambda size: size == 0)
            several += len(wanted)
    assert several


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["triangles", "dots", "squares", "stars", "blocks"])
def test_a_line_gets_symbols_that_it_solves(kind):
    board = Puzzle(2, 3, ((0, 0),), ((2, 3),), gaps=(((0, 0), (0, 1)),))
    uniques = 0
    for line in simple_paths(board):
        for one in found(board, "line", line=line, kinds=[kind], most=2).values():
            assert line in solutions(one.puzzle)
            assert getattr(one.puzzle, kind)
            assert replace(one.puzzle, **{kind: ()}) == board
            uniques += one.solutions == 1
    assert uniques


@pytest.mark.parametrize("kind", ["triangles", "dots"])
def test_a_line_has_a_panel_of_its_own_if_there_is_one(kind):
    """With all the symbols that the line satisfies it has the fewest solutions."""
    board = Puzzle(2, 2, ((0, 0),), ((2, 2),))
    lines = list(simple_paths(board))
    unique = set()
    for line in lines:
        fits = [panel for panel in with_one_more(board, kind) if line in solutions(panel)]
        full = replace(board, **{kind: [e for panel in fits for e in getattr(panel, kind)]})
        number = len(list(solutions(full)))
        drawn = found(board, "line", line=line, kinds=[kind], most=3)
        assert {one.solutions for one in drawn.values()} == {1} or number > 1
        unique.add(number == 1)
    assert True in unique


def test_the_same_seed_suggests_the_same():
    board = Puzzle(2, 2, ((0, 0),), ((2, 2),))
    line = next(simple_paths(board))
    one, other, third = (
        list(suggestions(board, "line", line=line, most=4, seed=seed)) for seed in (1, 1, 2)
    )
    assert one == other != third


def test_too_many_solutions_or_dependent_symbols_are_refused():
    with pytest.raises(InputError, match="more than 1,000 solutions"):
        list(suggestions(Puzzle(5, 5, ((0, 0),), ((5, 5),)), "minimal"))
    dots = [(0, col) for col in range(5)] + [(row, 0) for row in range(1, 5)]
    dots += [((0, col), (0, col + 1)) for col in range(4)] + [(1, 1)]
    both = {"stars": [(0, 0, "red"), (0, 1, "red")], "dots": dots}
    with pytest.raises(InputError, match="16 symbols, of which some depend on others; up to 14"):
        list(suggestions(Puzzle(4, 4, ((0, 0),), ((4, 4),), **both), "minimal"))


@pytest.mark.parametrize("aim", AIMS)
def test_time_is_limited(aim):
    record = {"id": "p", "rows": 3, "cols": 3, "starts": [[0, 0]], "goals": [[3, 3]]}
    puzzle = puzzle_from_json(record | {"triangles": [[0, 0, 1]]})
    line = next(simple_paths(puzzle)) if aim == "line" else None
    with pytest.raises(LimitReachedError):
        list(suggestions(puzzle, aim, line=line, time_limit=1e-9))


def test_why_nothing_is_suggested():
    board = Puzzle(1, 2, ((0, 0),), ((1, 2),))
    assert [nothing(replace(board, triangles=some), "unique") for some in (
        (), ((0, 0, 1), (0, 1, 2)), ((0, 0, 4),)
    )] == [
        "no single symbol more leaves one solution", "the panel has one solution already",
        "the panel has no solution; without one of these it has some: the 4 triangles in the "
        "first square of the first row",
    ]  # fmt: skip
    assert nothing(board, "minimal").startswith("no symbol can go")


def test_progress_comes_to_the_end():
    seen = []
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),))
    list(suggestions(puzzle, "unique", progress=lambda *step: seen.append(step)))
    assert seen == [(number, 12) for number in range(1, 13)]
