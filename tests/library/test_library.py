"""The library: what a notebook or a program does with `import witness`."""

from __future__ import annotations

import json
import pickle
import threading
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.examples import ROOT

import witness as w
from witness.clauses.learners import learn as learn_from_files
from witness.puzzle import model, solvers
from witness.puzzle.examples.examples import write_task
from witness.puzzle.files import read_puzzles
from witness.puzzle.formats.registry import EXPORTS
from witness.searches import engine
from witness.searches.predicates.registry import PREDICATES, predicate

PANELS = ROOT / "examples" / "panels.jsonl"
BIASES = {
    "paper": [(0, 0, 3)],
    "extended": [(0, 0, 3), (1, 1, 1)],
    "live": [(0, 1, 2)],
}


@pytest.fixture(scope="module")
def panels() -> dict[str, w.Puzzle]:
    return {puzzle.id: puzzle for puzzle in w.Puzzle.read(str(PANELS))}


def panel(*triangles: tuple[int, int, int]) -> w.Puzzle:
    return w.Puzzle(2, 2, ((0, 0),), ((2, 2),), triangles)


def test_panels_are_read_and_written(tmp_path: Path, panels: dict[str, w.Puzzle]) -> None:
    file = str(tmp_path / "panels.jsonl")
    w.Puzzle.write(file, panels.values())
    assert w.Puzzle.read(file) == list(panels.values())
    one = panels["figure-1"]
    w.Puzzle.write(file, one)
    (read,) = w.Puzzle.read(file)
    assert read == one == w.Puzzle.from_json(one.to_json())
    assert read.id == one.id
    assert one == w.Puzzle.from_json(json.dumps(one.to_json()))


def test_a_panel_equals_one_of_the_model(panels: dict[str, w.Puzzle]) -> None:
    """Whatever part of the package made it."""
    for plain in read_puzzles(PANELS):
        own = w.Puzzle.of(plain)
        assert own == plain == own
        assert hash(own) == hash(plain)
        assert isinstance(own, model.Puzzle)
        assert isinstance(own.canonical(), w.Puzzle)
        assert own.canonical() == plain.canonical()
        assert own != replace(own, rows=own.rows + 1)
    assert panels["figure-1"] != "figure-1"


def test_a_panel_made_by_hand_is_checked_before_it_is_used() -> None:
    wrong = w.Puzzle.draft(1, 1, [(0, 0)], [(5, 5)])
    for use in (wrong.solve, wrong.count, wrong.rate, wrong.solutions, wrong.draw):
        with pytest.raises(w.InputError, match="puzzle 'puzzle': goals has"):
            use()
    assert wrong._repr_svg_() is None
    assert str(wrong) == repr(wrong)


def test_solving_and_counting_are_those_of_the_solvers(panels: dict[str, w.Puzzle]) -> None:
    for puzzle in panels.values():
        found = puzzle.solve(time_limit=60)
        assert (found.status, found.path) == (lambda a: (a.status, a.path))(solvers.solve(puzzle))
        if puzzle.rows * puzzle.cols <= 16:
            number, status = solvers.count(puzzle)
            assert status == "exact"
            assert puzzle.count() == number
        assert found.path is None or puzzle.is_solution(found.path)
    eight = panels["eight"]
    assert eight.solve("clingo").status == eight.solve("astar").status == "solved"
    assert eight.count() == len(list(eight.solutions()))
    with pytest.raises(w.InputError, match="there is no solver 'magic'"):
        eight.solve("magic")


@pytest.mark.slow
def test_counting_says_where_it_had_to_stop() -> None:
    wide = w.Puzzle(9, 9, ((0, 0),), ((9, 9),))
    with pytest.raises(w.LimitReachedError, match="time-limit: there are at least"):
        wide.count("clingo", time_limit=0.2)
    assert w.Puzzle(12, 12, ((0, 0),), ((12, 12),), ((5, 5, 3),)).solve(
        "astar", max_expansions=10
    ).status in ("solved", "expansion-limit")


def test_pictures_are_documents_with_the_path(panels: dict[str, w.Puzzle]) -> None:
    puzzle = panels["figure-1"]
    plain, partial = puzzle._repr_svg_(), puzzle._repr_svg_([(0, 0), (1, 0)])
    solved = puzzle.solve()._repr_svg_()
    assert plain is not None
    assert partial is not None
    for text in (plain, partial, solved):
        assert ElementTree.fromstring(text).tag.endswith("svg")
    assert len({plain, partial, solved}) == 3
    assert partial == puzzle.draw([[0, 0], [1, 0]])._repr_svg_()  # type: ignore[list-item]
    with pytest.raises(w.InputError, match=r"is off the board|leaves the board"):
        puzzle.draw([(0, 0), (0, -1)])
    with pytest.raises(w.InputError, match="path is 7; a sequence or"):
        puzzle.draw(7)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("bias", BIASES)
def test_learning_in_memory_is_learning_from_files(bias: str, tmp_path: Path) -> None:
    puzzle = panel(*BIASES[bias])
    names = {"bias": ROOT / "bias" / f"{bias}.pl"}
    definitions = ROOT / "bk" / f"{bias}.pl"
    bk = definitions if definitions.exists() else ROOT / "bk" / "triangles.pl"
    task = w.examples(puzzle, bias)
    counts = write_task(puzzle, tmp_path, bk=bk, labels="puzzle", **names)
    assert (len(task.positives), len(task.negatives)) == (counts["positives"], counts["negatives"])
    task.write(tmp_path / "again")
    for name in ("exs.pl", "bk.pl", "bias.pl"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / name).read_bytes()
    record = learn_from_files(tmp_path)
    hypothesis = w.learn(task)
    text = (tmp_path / "hypothesis.pl").read_text(encoding="utf-8")
    assert [f"{line}" for line in text.splitlines()] == str(hypothesis).splitlines()
    covering = {"covered", "uncovered", "covered_negatives"}
    alone = {key: value for key, value in hypothesis.record.items() if key not in covering}
    assert {**alone, "seconds": 0} == {**record, "seconds": 0}
    read = w.learn(w.Task.read(tmp_path))
    assert read == hypothesis
    assert read.verify().status == hypothesis.verify().status
    w.Task.read(tmp_path).write(tmp_path / "copy")
    assert (tmp_path / "copy" / "bk.pl").read_bytes() == (tmp_path / "bk.pl").read_bytes()


def test_learning_needs_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    w.learn(w.examples(panel((0, 0, 3))))
    assert not list(tmp_path.iterdir())


def test_a_task_need_not_be_about_puzzles() -> None:
    task = w.Task.of(
        exs="pos(odd(one)). pos(odd(three)). neg(odd(two)).",
        bk="next(one,two). next(two,three). even(two).",
        bias="head_pred(odd,1). body_pred(next,2). body_pred(even,1). max_vars(2). max_body(2).",
    )
    hypothesis = w.learn(task)
    assert str(hypothesis).splitlines() == [
        "odd(A) :- next(A,B), even(B).",
        "odd(A) :- next(B,A), even(B).",
    ]
    assert hypothesis.explain()[1] == (
        "odd(A) holds if, for some B, next(B, A) holds, and even(B) holds."
    )
    for use in (hypothesis.verify, hypothesis.predicate):
        with pytest.raises(w.InputError, match="need clauses about panels"):
            use()
    with pytest.raises(w.InputError, match=r"w\.Task\.of\(bk=…, bias=…, exs=…\)"):
        w.learn("next(one,two).", "head_pred(odd,1).", "pos(odd(one)).")
    with pytest.raises(w.InputError, match=r"^exs\.pl: line 2: expected a full stop"):
        w.Task.of(
            exs="pos(odd(one)).\nneg",
            bk="next(one,two).",
            bias="head_pred(odd,1). body_pred(next,2).",
        )


def test_random_panels_come_from_their_seed_and_can_be_solved() -> None:
    for kind in ("triangles", "squares", "stars", "dots", "mixed"):
        one = w.Puzzle.random(4, 4, seed=3, kind=kind, gaps=0.1)
        assert one == w.Puzzle.random(4, 4, seed=3, kind=kind, gaps=0.1)
        assert one != w.Puzzle.random(4, 4, seed=4, kind=kind, gaps=0.1)
        assert one.solve().status == "solved"
    with pytest.raises(w.InputError, match="magic"):
        w.Puzzle.random(4, 4, seed=1, kind="magic")


def test_a_hypothesis_is_written_explained_and_proved(tmp_path: Path) -> None:
    hypothesis = w.Hypothesis.read(str(ROOT / "examples" / "paper.pl"))
    assert len(hypothesis) == 3
    assert len(hypothesis.explain()) == 3
    verdict = hypothesis.verify()
    assert verdict.status == "proved"
    assert ElementTree.fromstring(verdict._repr_svg_()).tag.endswith("svg")
    file = str(tmp_path / "copy.pl")
    hypothesis.write(file)
    assert w.Hypothesis.read(file) == hypothesis == hypothesis.core()
    assert hypothesis.predicate() is hypothesis.predicate()

    unsound = w.Hypothesis.read(str(ROOT / "examples" / "unsound.pl"))
    assert "which this solution extends" in str(unsound.verify())
    assert len(unsound.core()) == 0
    assert str(w.Hypothesis.of("")) == "% no clauses"
    with pytest.raises(w.InputError, match="line 1"):
        w.Hypothesis.of("f(A,B) :- ")


def test_a_hypothesis_about_other_symbols_brings_its_bias() -> None:
    squares = w.Hypothesis.read(str(ROOT / "examples" / "squares.pl"))
    assert squares.verify().status == "proved"
    puzzle = w.Puzzle(3, 3, ((0, 0),), ((3, 3),), squares=((0, 0, "black"), (2, 2, "white")))
    assert w.search(puzzle, squares).status == "solved"


def test_searches_are_those_of_the_engines(panels: dict[str, w.Puzzle]) -> None:
    for name in ("none", "baseline", "paper"):
        for mode in ("prune", "sort"):
            own = w.search(panels["eight"], name, mode)  # type: ignore[arg-type]
            plain = engine("compiled")(panels["eight"], predicate(name), mode)
            assert (own.status, own.path, own.expansions) == (
                plain.status, plain.path, plain.expansions,
            )  # fmt: skip
            slow = w.search(panels["eight"], name, mode, engine="reference")  # type: ignore[arg-type]
            assert (slow.path, slow.expansions) == (own.path, own.expansions)
    with pytest.raises(w.InputError, match=r"paper\.pl: this is a bias"):
        w.search(panels["eight"], ROOT / "bias" / "paper.pl")
    assert all(f"`{name}`" in str(w.search.__doc__) for name in PREDICATES)
    with pytest.raises(w.InputError, match="there is no mode 'both'; use prune or sort"):
        w.search(panels["eight"], mode="both")  # type: ignore[arg-type]


def test_pruning_with_what_is_not_proved_warns() -> None:
    wrong = w.Hypothesis.read(str(ROOT / "examples" / "unsound.pl"))
    with pytest.warns(RuntimeWarning, match="is not proved: solutions may be lost"):
        w.search(panel((0, 0, 2)), wrong)


@pytest.mark.slow
def test_everything_works_in_threads() -> None:
    """Answers of many threads at once are those of one thread."""
    puzzles = [
        w.Puzzle(4, 4, ((0, 0),), ((4, 4),), ((n % 4, n % 3, 1 + n % 3), (3, 3, 2)))
        for n in range(10)
    ]

    def answers(puzzle: w.Puzzle) -> tuple[object, ...]:
        assert threading.current_thread() is not threading.main_thread()
        row, column, triangles = puzzle.triangles[0]
        hypothesis = w.learn(w.examples(panel((row % 2, column % 2, triangles))), timeout=60)
        found = [w.search(puzzle, name) for name in ("none", "baseline", "paper")]
        rating = puzzle.rate(max_states=20_000)
        return (
            [(result.status, result.path, result.expansions) for result in found],
            (puzzle.count(), puzzle.solve().path, rating.status, rating.muse, rating.states),
            (hypothesis, hypothesis.record["status"], hypothesis.verify().status),
        )

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(answers, puzzles))
    with ThreadPoolExecutor(1) as pool:
        assert list(pool.map(answers, puzzles)) == together
    assert len({str(answer) for answer in together}) > 5


def test_limits_hold_in_threads() -> None:
    """Of several learners at once, each meets its own limit."""
    hard = w.Puzzle(3, 3, ((0, 0),), ((3, 3),), ((0, 0, 2), (0, 2, 2), (1, 1, 3), (2, 2, 1)))
    task, easy = w.examples(hard, ROOT / "bias" / "extended.pl"), w.examples(panel((0, 0, 1)))
    work = [(task, 0.01), (easy, 60.0), (task, 0.02), (easy, 60.0)]
    with ThreadPoolExecutor(len(work)) as pool:
        found = list(pool.map(lambda one: w.learn(one[0], timeout=one[1]), work))
    assert [hypothesis.record["status"] for hypothesis in found] == [
        "timeout", "learned", "timeout", "learned",
    ]  # fmt: skip


def test_panels_go_to_other_programs(panels: dict[str, w.Puzzle]) -> None:
    for name, export in EXPORTS.items():
        assert panels["figure-1"].export(name) == export.write(panels["figure-1"])
    with pytest.raises(w.InputError, match=r"there is no format 'paper'; use .* or pddl"):
        panels["figure-1"].export("paper")


def test_paths_may_be_arrays_or_solutions() -> None:
    puzzle = panel((0, 0, 1))
    found = puzzle.solve()
    assert found.path is not None
    array = np.array(found.path)
    assert puzzle.draw(array).path == puzzle.draw(found).path == found.path
    assert puzzle.is_solution([tuple(place) for place in array])


def test_everything_can_go_to_another_process() -> None:
    task = w.examples(panel((0, 0, 1)))
    hypothesis = w.learn(task)
    assert w.search(panel((0, 0, 2)), hypothesis).status == "solved"  # makes its predicate
    puzzle = panel((0, 0, 1))
    things: list[object] = [
        task, hypothesis, hypothesis.verify(), puzzle, puzzle.solve(), puzzle.draw(),
        w.search(puzzle, "none"), puzzle.rate(),
    ]  # fmt: skip
    for thing in things:
        back = pickle.loads(pickle.dumps(thing))
        assert (back, hash(back)) == (thing, hash(thing))
    assert w.examples(puzzle) == task != w.examples(panel((0, 0, 2)))
    for thing in (w.learn, w.search, w.experiment):
        assert pickle.loads(pickle.dumps(thing)) is thing
    assert repr(pickle.loads(pickle.dumps(task))) == repr(task)
    assert repr(hypothesis.verify()) == "Verdict(proved)"
    assert repr(hypothesis) == f"Hypothesis({hypothesis})"


def test_ratings_take_what_was_learned() -> None:
    puzzle = panel((0, 0, 1), (0, 1, 2))
    core = w.learn(w.examples(puzzle)).core()
    rating = puzzle.rate(core)
    assert rating == replace(puzzle.rate(core.predicate()), seconds=rating.seconds)
    assert rating.rules == (core.name,)
