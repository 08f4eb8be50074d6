"""The best sound predicates about coloured squares, stars and dots."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from support.examples import ROOT
from support.sizes import some

from witness.base.errors import UnsupportedError
from witness.base.shipped import by_name
from witness.clauses.background import definitions_for
from witness.clauses.learners.task import read_task
from witness.proof.best import Best, best, judged
from witness.proof.best.claim import check_best
from witness.proof.best.coloured import Coloured, views
from witness.proof.best.states import Sight, sight
from witness.proof.best.symbols import folded
from witness.puzzle.constraints import constraints
from witness.puzzle.examples.examples import Sources
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions, walk
from witness.puzzle.symbols.placing import COLOURS, dot_places
from witness.puzzle.views.board import board_view
from witness.puzzle.views.translate import translate

#: The clauses for each bias. A star is among the symbols of its colour in its region.
CLAUSES = {
    "squares": ["f(A,B) :- cut_off(A).", "f(A,B) :- sure_other(A,B,C), gte(C,1)."],
    "stars": ["f(A,B) :- cut_off(A).", "f(A,B) :- possible_same(A,B,1).",
              "f(A,B) :- sure_same(A,B,C), greaterThan(C,2)."],
    "dots": ["f(A,B) :- at(B,C), shut_out(A,C), unvisited(A,C).", "f(A,B) :- cut_off(A).",
             "f(A,B) :- on(B,C), gone(A,C)."],
}  # fmt: skip

#: The names of the numbers that clauses about a square or a star see.
NAMES = [(where, classes) for where in ("joined", "region")
         for classes in (("other square",), ("same square", "same star"))]  # fmt: skip


def sources(bias: str) -> Sources:
    return Sources.read(definitions_for(bias), by_name(bias, "bias"))


def changed(bias: str, folder: Path, bk: str = "", more: str = "") -> Sources:
    """A shipped bias with more predicates, and their definitions."""
    (folder / "bk.pl").write_text((ROOT / f"bk/{bias}.pl").read_text() + f"\n{bk}\n")
    (folder / "bias.pl").write_text((ROOT / f"bias/{bias}.pl").read_text() + more + "\n")
    return Sources.read(folder / "bk.pl", folder / "bias.pl")


@pytest.fixture(scope="module", params=some(2, sorted(CLAUSES, key="stars".__eq__)))
def found(request: pytest.FixtureRequest) -> tuple[str, Best]:
    return request.param, best(sources(request.param))


@pytest.mark.slow
def test_the_best_predicates(found: tuple[str, Best], tmp_path: Path) -> None:
    bias, predicate = found
    told = predicate.judged.to_json()
    assert told["best"], told
    assert not told["open"]
    counts = {"squares": (284, 245), "stars": (284, 215), "dots": (41, 26)}[bias]
    assert (told["states"], told["lost"], told["covered"]) == (*counts, counts[1])
    assert sorted(map(str, predicate.clauses)) == CLAUSES[bias]
    assert ("arrived at a goal" in told["statement"]) == (bias == "dots")
    predicate.write(tmp_path, 0.0)
    assert read_task(tmp_path).counts == (counts[1], counts[0] - counts[1])
    background = predicate.judged.sight.language.background
    record, shown = (json.loads((tmp_path / f"{name}.json").read_text())
                     for name in ("result", "certificate"))  # fmt: skip
    assert check_best(record, shown, predicate.clauses, background) == []
    if bias != "dots":  # the forgery is the same, and the check takes longer
        return
    del shown["states"][-1]
    (problem,) = check_best(record, shown, predicate.clauses, background)
    assert problem.startswith("no board is given")


def random_panel(rng: random.Random) -> Puzzle:
    """A panel with coloured squares, stars, dots and gaps, few of which have a solution."""
    rows, cols = rng.choice(((1, 3), (2, 2), (2, 3), (3, 2)))
    bare = Puzzle(rows, cols, starts=((0, 0),), goals=((rows, cols),))
    gaps = rng.sample(bare.grid.edges, rng.randint(0, 3))
    bare = bare.changed(gaps=tuple(gaps))
    places = rng.sample(bare.grid.squares, rng.randint(1, rows * cols))
    number = rng.choice((0, 1, 2, 3))
    coloured = [(*place, rng.choice(COLOURS)) for place in places]
    dots = rng.sample(dot_places(bare), rng.randint(0, 2))
    return bare.changed(
        squares=tuple(coloured[number:]), stars=tuple(coloured[:number]), dots=tuple(dots)
    )


@pytest.mark.slow
def test_paths_on_boards_look_as_their_states(found: tuple[str, Best]) -> None:
    """All partial paths of random panels, also those that never reach the goal."""
    bias, predicate = found
    seen, rng, tried, fired, completed = predicate.judged.sight, random.Random(bias), 0, 0, 0
    fires = translate(predicate.clauses, seen.language.background).fires
    structures = {state.key: one for state, one in seen.structures.items()}
    for _ in range(60):
        panel = random_panel(rng)
        view = board_view(panel)
        ways = {path[:n] for path in solutions(panel) for n in range(1, len(path))}
        kinds = seen.language.background.kinds
        symbols = [view.symbol(one.place, one.kind) for one in constraints(panel, kinds)]
        for vertices, arrived in walk(panel):
            if arrived:
                continue
            path = view.path_of(vertices)
            for symbol in symbols:
                key = seen.kind.key_of(path, symbol)
                assert seen.language.structure(path, symbol) == structures[key]
                fires_here = fires(path, symbol)
                assert not (fires_here and vertices in ways)
                tried += 1
                fired += fires_here
                completed += vertices in ways
    assert tried > 1000
    assert fired > 100
    assert completed > 50


@pytest.fixture(scope="module", params=["squares", "stars"])
def coloured(request: pytest.FixtureRequest) -> tuple[str, Sight]:
    return request.param.removesuffix("s"), sight(sources(request.param).background)


def test_larger_numbers_look_as_small_ones(coloured: tuple[str, Sight]) -> None:
    symbol, seen = coloured
    assert isinstance(seen.kind, Coloured)
    most = seen.kind.sees[symbol].most
    assert most == 2
    structures = {state.key: one for state, one in seen.structures.items()}
    rng, larger = random.Random(symbol), 0
    for _ in range(1500):
        numbers = {name: rng.randrange(1, 14) for name in NAMES}
        for _, classes in NAMES[:2]:
            low, high = sorted((numbers["joined", classes], numbers["region", classes]))
            numbers["joined", classes], numbers["region", classes] = low, high
        small = tuple(zip(NAMES, folded([*numbers.values()], most), strict=True))
        larger += max(numbers.values()) > 6
        structure = seen.language.structure(*views(symbol, numbers))
        assert structure == structures[symbol, ((("cut off",), False),), small]
    assert larger > 1000


def test_folded_numbers_compare_alike() -> None:
    rng = random.Random("folded")
    for _ in range(2000):
        most = rng.randrange(4)
        row = [rng.randrange(9) for _ in range(rng.randint(1, 5))]
        small = folded(row, most)
        assert max(small) <= most + len(row)
        both = [*zip(row, small, strict=True), *((n, n) for n in range(most + 1))]
        assert all((a < b) == (x < y) for a, x in both for b, y in both)
        assert folded(small, most) == small


def test_a_larger_constant_is_seen(tmp_path: Path) -> None:
    more = "body_pred(many,2). type(many,(path,square)). direction(many,(in,in))."
    seen = sight(
        changed("stars", tmp_path, "many(P,S) :- sure_same(P,S,N), N > 3.", more).background
    )
    assert isinstance(seen.kind, Coloured)
    assert seen.kind.sees["star"].most == 3
    assert len(seen.structures) > 284


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bias", "bk", "more", "name"),
    some(2, [
        ("squares", "fewer(P,S) :- sure_same(P,S,N), possible_same(P,S,M), N + 1 < M.",
         "body_pred(fewer,2). type(fewer,(path,square)). direction(fewer,(in,in)).", "fewer/2"),
        ("dots", "far(P,D) :- dot_vertex(D,V), vertices(P,L), length(L,N), N > 3.",
         "body_pred(far,2). type(far,(path,dot)). direction(far,(in,in)).", "far/2"),
        ("stars", "ends_here(P,S) :- head_vertex(P,V), corner(S,V).",
         "body_pred(ends_here,2). type(ends_here,(path,square)). direction(ends_here,(in,in)).",
         "ends_here/2"),
        ("stars", "near(P,S,C) :- region(P,S,L), colour(S,D), member(T,L), colour(T,C), C \\== D.",
         "body_pred(near,3). type(near,(path,square,colour)). direction(near,(in,in,out)).",
         "near/3"),
    ]),
)  # fmt: skip
def test_what_sees_more_is_left_out_and_named(
    bias: str, bk: str, more: str, name: str, tmp_path: Path
) -> None:
    judged = best(changed(bias, tmp_path, bk, more)).judged
    assert judged.why_not is not None
    assert judged.why_not.endswith(name)
    assert not judged.open


def test_several_answers_are_refused(tmp_path: Path) -> None:
    """The second answer comes in no small state, but on large boards."""
    bk = "odd(P,S,1) :- path(P,_), star(S). odd(P,S,N) :- sure_same(P,S,N), N > 7."
    more = "body_pred(odd,3). type(odd,(path,square,int)). direction(odd,(in,in,out))."
    with pytest.raises(UnsupportedError, match="several answers"):
        best(changed("stars", tmp_path, bk, more))


def test_a_worse_hypothesis_is_not_called_the_best() -> None:
    """Without one of the clauses, states are open in which only that one fires."""
    predicate = best(sources("dots"))
    seen = predicate.judged.sight
    for left_out in range(3):
        kept = [clause for n, clause in enumerate(predicate.clauses) if n != left_out]
        fewer = judged(kept, seen.language.background, seen)
        assert fewer.open
        assert "no board is known" in str(fewer.why_not)
