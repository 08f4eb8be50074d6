"""What the interface says of every predicate, and what a new one costs: a file and a line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from support.examples import TABLE_3, UNSOUND, random_puzzle
from support.states import states

from studies.games.measures import recognised
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.cli import main
from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.model import FEATURES
from witness.puzzle.paths import path_masks, solutions
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate
from witness.searches import ENGINES, MODES, Limits, engine
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import PREDICATES, predicate
from witness.searches.predicates.square import SquarePredicate
from witness.searches.predicates.written import BASELINE, PAPER

#: A new predicate: the file that it costs.
INVENTED = '''
from witness.searches.predicates.square import SquarePredicate


class Enclosed(SquarePredicate):
    """Fires when a square lacks edges, and no step can take one of those that are left."""

    name = "enclosed"
    when = "a square that the head has left has one free corner at most, and lacks edges"
    sound = True

    def holds(self, path, square):
        used = len(set(path.edges) & set(square.edges))
        free = set(square.corners) - set(path.vertices)
        left = path.head not in square.corners
        return left and len(free) <= 1 and used < square.triangles


ENCLOSED = Enclosed()
'''
#: And the line of the registry.
LINE = ("enclosed", "invented_predicate:ENCLOSED")


@pytest.fixture
def enclosed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Predicate:
    (tmp_path / "invented_predicate.py").write_text(INVENTED, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(PREDICATES, *LINE)
    return predicate("enclosed")


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    file = tmp_path / "puzzles.jsonl"
    made = path_set(3, 3, 4, random.Random(5))
    file.write_text("".join(json.dumps(puzzle.to_json()) + "\n" for puzzle in made))
    return file


class TestANewPredicate:
    def test_it_spares_all_that_can_be_completed(self, enclosed: Predicate) -> None:
        rng = random.Random(11)
        for _ in range(150):
            puzzle = random_puzzle(rng, 3)
            fires = enclosed.bind(puzzle)
            for path in solutions(puzzle):
                for length in range(1, len(path)):
                    edges, vertices = path_masks(puzzle, path[:length])
                    assert not fires(puzzle.grid.vertex_number(path[length - 1]), vertices, edges)
        made = path_set(3, 3, 3, random.Random(1))
        found = recognised(made, [enclosed, predicate("paper")])
        assert found["fires"]["enclosed"] > 10
        assert found["wrong"] == {"enclosed": 0, "paper": 0}

    def test_both_engines_take_it(self, enclosed: Predicate) -> None:
        rng = random.Random(12)
        for _ in range(60):
            puzzle = random_puzzle(rng, 3)
            solvable = next(solutions(puzzle), None) is not None
            for mode in MODES:
                found = [engine(e)(puzzle, enclosed, mode, limits=Limits(5000)) for e in ENGINES]
                assert [result.engine for result in found] == list(ENGINES)
                assert len({(r.status, r.path, r.expansions) for r in found}) == 1
                assert found[0].status == ("solved" if solvable else "unsolvable")

    def test_every_command_that_takes_predicates_takes_it(
        self, enclosed: Predicate, puzzles: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def said(*arguments: str) -> str:
            assert main([*arguments]) == 0
            return capsys.readouterr().out

        file = str(puzzles)
        solved = [*map(json.loads, said("solve", file, "--predicate", "enclosed").splitlines())]
        assert [r["predicate"] for r in solved] == 4 * ["enclosed"]
        assert [r["status"] for r in solved] == 4 * ["solved"]
        rated = [*map(json.loads, said("rate", file, "--rules", "enclosed").splitlines())]
        assert [r["rules"] for r in rated] == 4 * [["enclosed"]]
        compared = said("lab", "rules", "--rules", "enclosed,baseline,paper")
        assert "enclosed (sound)\n  A path must not become one on which a square that" in compared
        assert "compared with none" not in compared
        assert said("show", file, "--tree", "--predicate", "enclosed")
        assert said("show", file, "--forced", "--predicate", "enclosed")


@pytest.mark.parametrize("name", PREDICATES)
def test_every_predicate_says_what_others_ask(name: str) -> None:
    found = predicate(name)
    assert isinstance(found, Predicate)
    assert found.name == name
    assert found.when or name == "none"
    assert found.symbols is None or found.symbols <= set(FEATURES)
    assert found.sound
    assert found.soundness == "sound"
    assert found.local == (name in ("none", "baseline", "paper"))
    assert found.by_clause() == (found,)


@pytest.mark.parametrize("name", ["none", "baseline", "paper"])
def test_the_clauses_of_a_written_predicate_say_what_it_says(name: str) -> None:
    """In every local configuration, and so does what it is bound to without code of its own."""
    found = predicate(name)
    assert isinstance(found, SquarePredicate)
    assert found.translation is not None
    for configuration in configurations():
        path, square = configuration.views(None)
        assert found.holds(path, square) == found.translation.fires(path, square)
    rng = random.Random(3)
    for _ in range(100):
        puzzle = random_puzzle(rng, 3)
        own, looked_up = found.bind(puzzle), SquarePredicate.bind(found, puzzle)
        for solution in solutions(puzzle):
            for length in range(1, len(solution)):
                edges, vertices = path_masks(puzzle, solution[:length])
                head = puzzle.grid.vertex_number(solution[length - 1])
                assert own(head, vertices, edges) == looked_up(head, vertices, edges)


def test_predicates_of_clauses(background: Background) -> None:
    def read(text: str) -> FilePredicate:
        return FilePredicate("x", translate(parse_clauses(text), background), background)

    both, nothing = read(TABLE_3 + UNSOUND), read("")
    assert [part.name for part in both.by_clause()] == ["x:1", "x:2", "x:3", "x:4"]
    assert [part.soundness for part in both.by_clause()] == [*3 * ["sound"], "unsound"]
    assert both.soundness == "unsound"
    assert both.when.startswith("this is true of some square: ")
    assert both.when.count("; or: ") == 3
    assert nothing.when == ""
    assert nothing.symbols == frozenset()


def test_paper_is_table_3(background: Background) -> None:
    learned = FilePredicate("table 3", translate(parse_clauses(TABLE_3), background), background)
    fired = 0
    for puzzle, *state, _ in states("table 3", 300):
        assert PAPER.bind(puzzle)(*state) == learned.bind(puzzle)(*state)
        fired += PAPER.bind(puzzle)(*state)
    assert fired > 500


def test_sound_predicates_spare_completable_paths() -> None:
    rng = random.Random(4)
    for _ in range(300):
        puzzle = random_puzzle(rng, 3)
        bound = [p.bind(puzzle) for p in (BASELINE, PAPER)]
        for path in solutions(puzzle):
            for length in range(1, len(path)):
                edges, vertices = path_masks(puzzle, path[:length])
                head = puzzle.grid.vertex_number(path[length - 1])
                assert not any(fires(head, vertices, edges) for fires in bound)
