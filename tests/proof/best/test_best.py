"""The best sound predicate of a bias, against clauses that it was not made from."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest
from support.examples import ROOT
from support.hypotheses import random_clause
from support.sizes import rounds

from witness.base.errors import InputError, UnsupportedError
from witness.base.shipped import by_name
from witness.clauses.background import definitions_for, read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners import learned
from witness.clauses.learners.task import read_task
from witness.cli import main
from witness.proof.best import STATEMENT, Best, best, judged
from witness.proof.best.states import sight
from witness.proof.best.structures import maps_into
from witness.proof.best.triangles import Triangles, state_of
from witness.proof.verdicts import Verdicts
from witness.puzzle.examples.examples import Sources
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution
from witness.puzzle.views.board import board_view
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate

#: A bias that sees which corners are visited, one by one in an order: the loop of counterexamples
#: ends with a worse predicate on small training puzzles, and calls it the best of their examples.
CORNERS_BK = """
square_of(S,T) :- square(S,T,_).
used(P,S,N) :- path(P,E), square(S,_,F), intersection(F,E,L), length(L,N).
come_to(P,S,N) :- vertices(P,L), findall(V, seen(S,V,L), F), length(F,N).
seen(S,V,L) :- corner(S,V), memberchk(V,L).
gte(A,B) :- A >= B.
greaterThan(A,B) :- A > B.
at_it(P,S) :- head_vertex(P,V), corner(S,V).
away(P,S) :- head_vertex(P,V), \\+ corner(S,V).
"""
CORNERS_BIAS = """
head_pred(f,2). type(f,(path,square)). direction(f,(in,in)).
body_pred(square_of,2). type(square_of,(square,int)). direction(square_of,(in,out)).
body_pred(used,3). type(used,(path,square,int)). direction(used,(in,in,out)).
body_pred(come_to,3). type(come_to,(path,square,int)). direction(come_to,(in,in,out)).
body_pred(gte,2). type(gte,(int,int)). direction(gte,(in,in)).
body_pred(greaterThan,2). type(greaterThan,(int,int)). direction(greaterThan,(in,in)).
body_pred(at_it,2). type(at_it,(path,square)). direction(at_it,(in,in)).
body_pred(away,2). type(away,(path,square)). direction(away,(in,in)).
constant(1,int). constant(2,int). constant(3,int).
max_vars(5). max_body(5).
"""


def sources(bias: str) -> Sources:
    return Sources.read(definitions_for(bias), by_name(bias, "bias"))


def of_texts(folder: Path, bk: str, bias: str) -> Sources:
    (folder / "bk.pl").write_text(bk)
    (folder / "bias.pl").write_text(bias)
    return Sources.read(folder / "bk.pl", folder / "bias.pl")


@cache
def best_of(bias: str) -> Best:
    return best(sources(bias))


@pytest.fixture(scope="module")
def nolen() -> Best:
    return best_of("nolen")


@pytest.mark.parametrize(
    ("bias", "states", "lost", "covered", "size"),
    [
        ("nolen", 486, 273, 88, 19),
        ("paper", 1764, 914, 252, 19),
        ("live", 1974, 1585, 1585, 10),
        pytest.param("extended", 4368, 3041, 3041, 8, marks=pytest.mark.slow),
    ],
)
def test_the_best_predicates_of_the_shipped_biases(
    bias: str, states: int, lost: int, covered: int, size: int
) -> None:
    found = best_of(bias)
    told = found.judged.to_json()
    assert told["best"], told
    assert not told["open"]
    assert (told["states"], told["lost"], told["covered"]) == (states, lost, covered)
    assert sum(clause.size for clause in found.clauses) == size
    fires = translate(read_hypothesis(ROOT / f"examples/{bias.replace('nolen', 'paper')}.pl"),
                      read_background(bias=bias.replace("nolen", "paper"))).fires  # fmt: skip
    assert found.judged.fires == {s for s in found.judged.sight.structures if fires(*s.views)}


@pytest.mark.parametrize(
    "bias", ["nolen", "paper", "dots", pytest.param("live", marks=pytest.mark.slow),
             *(pytest.param(name, marks=pytest.mark.long) for name in ("squares", "stars"))],
)  # fmt: skip
@rounds(50, 150)
def test_a_clause_that_fires_elsewhere_fires_on_a_board_that_is_completed(
    bias: str, rounds: int
) -> None:
    """The theorem for random clauses: outside of the states of the best one none is sound."""
    found = best_of(bias)
    seen, background = found.judged, found.judged.sight.language.background
    rng, elsewhere = random.Random("clauses " + bias), 0
    for _ in range(rounds):
        clause = random_clause(rng, background)
        try:
            fires = translate([clause], background).fires
            others = [state for state in seen.witnesses if fires(*state.views)]
        except InputError:
            continue
        if not others:
            continue
        elsewhere += 1
        for state in rng.sample(others, min(3, len(others))):
            board = seen.boards[seen.witnesses[state]]
            view = board_view(board.puzzle)
            symbol = view.symbol(board.place, board.kind)
            assert fires(view.path_of(board.partial_path), symbol)
            assert is_solution(board.puzzle, board.solution)
            assert board.solution[: len(board.partial_path)] == board.partial_path
        assert Verdicts(background).on([clause]).status != "proved"
    assert elsewhere > rounds // 8


def test_it_is_found_in_its_own_task(nolen: Best, tmp_path: Path) -> None:
    nolen.write(tmp_path, 0.0)
    task = read_task(tmp_path)
    assert task.counts == (273, 213)
    run, _ = learned(tmp_path)
    assert run.learned.true_positives == 88
    record = json.loads((tmp_path / "result.json").read_text())
    assert record["best"]["statement"] == STATEMENT


def test_no_state_of_a_board_is_forgotten(nolen: Best) -> None:
    """All states of real panels are known, and the predicate fires on nothing completable."""
    from witness.puzzle.generate.algorithms import algorithm_3

    found, tried = nolen.judged, 0
    fires = translate(nolen.clauses, found.sight.language.background).fires
    structures = {state.key: one for state, one in found.sight.structures.items()}
    for seed in range(12):
        puzzle = algorithm_3(2 + seed % 2, 3, random.Random(seed))
        view = board_view(puzzle)
        for solution in solutions(puzzle):
            for length in range(1, len(solution)):
                path = view.path_of(solution[:length])
                for square in puzzle.triangle_at:
                    key = found.sight.kind.key_of(path, view.squares[square])
                    structure = found.sight.language.structure(path, view.squares[square])
                    assert structure == structures[key]
                    assert not fires(path, view.squares[square])
                    tried += 1
    assert tried > 500


def test_longer_paths_look_alike() -> None:
    """The longest length stands for all others, as the literals compare and do not compute."""
    found = sight(sources("paper").background)
    assert found.kind == Triangles(Dependence.LOCAL, 5)
    for configuration in configurations():
        last = found.structures[state_of(configuration, 5)]
        for length in (6, 7, 12):
            assert found.language.structure(*configuration.views(length)) == last


def test_a_constant_in_a_definition_makes_longer_lengths_differ(tmp_path: Path) -> None:
    bk = (ROOT / "bk/triangles.pl").read_text() + "\nlong(A) :- length(A,N), N > 9.\n"
    bias = (ROOT / "bias/paper.pl").read_text()
    bias += "body_pred(long,1). type(long,(edges,)). direction(long,(in,)).\n"
    assert sight(of_texts(tmp_path, bk, bias).background).kind == Triangles(Dependence.LOCAL, 10)


@pytest.mark.slow
def test_a_bias_about_corners(tmp_path: Path) -> None:
    """More is covered than what the paper's predicate covers, by clauses that are proved."""
    found = best(of_texts(tmp_path, CORNERS_BK, CORNERS_BIAS))
    told = found.judged.to_json()
    assert told["states"] == 486
    assert told["covered"] > 88
    assert found.judged.verdict.status == "proved"
    assert not told["open"]


def test_a_worse_hypothesis_is_not_called_the_best(nolen: Best) -> None:
    background = nolen.judged.sight.language.background
    for left_out in range(3):
        kept = [clause for n, clause in enumerate(nolen.clauses) if n != left_out]
        found = judged(kept, background, nolen.judged.sight)
        assert found.open
        assert "no board is known" in str(found.why_not)
    unsound = read_hypothesis(ROOT / "examples/unsound.pl")
    other = judged(unsound, read_background(bias="paper"))
    assert other.why_not == "a clause is refuted"


@pytest.mark.parametrize(
    ("bk", "bias", "words"),
    [
        ("", "body_pred(corner,2). type(corner,(square,v)). direction(corner,(in,out)).",
         "several answers"),
        ("more(A,B) :- length(A,N), B is N + 1.",
         "body_pred(more,2). type(more,(edges,int)). direction(more,(in,out)).", "computes"),
        ("next(A,B) :- B is A + 1.",
         "body_pred(next,2). type(next,(int,int)). direction(next,(in,out)).", "values"),
    ],
)  # fmt: skip
def test_what_has_no_finite_view_is_refused_by_name(
    bk: str, bias: str, words: str, tmp_path: Path
) -> None:
    text = (ROOT / "bk/triangles.pl").read_text() + bk + "\n"
    whole = (ROOT / "bias/paper.pl").read_text() + bias + "\n"
    with pytest.raises(UnsupportedError, match=words):
        best(of_texts(tmp_path, text, whole))


@pytest.mark.parametrize("bias", ["blocks", "mixed", "guarded"])
def test_other_symbols_are_refused_by_name(bias: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "--bias", bias]) == 2
    assert (
        "states of triangles, or of squares and stars, or of dots, not" in capsys.readouterr().err
    )


def test_the_command_says_what_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "best"
    assert main(["best", "--bias", "nolen", "-o", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "273 are lost, and the predicate fires in 88 of these" in said
    assert "no sound predicate of this bias" in said
    assert sorted(path.name for path in folder.iterdir()) == [
        "bias.pl", "bk.pl", "certificate.json", "exs.pl", "hypothesis.pl", "result.json",
    ]  # fmt: skip


def test_a_map_of_structures_keeps_every_literal(nolen: Best) -> None:
    structures = [*dict.fromkeys(nolen.judged.sight.structures.values())]
    given = nolen.judged.sight.language.given
    for one in structures:
        assert maps_into(one, one, given)
    below = sum(maps_into(a, b, given) for a in structures for b in structures)
    assert len(structures) < below < len(structures) ** 2
