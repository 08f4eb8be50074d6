"""Hypotheses beyond plain clauses in an experiment, and predicates that cannot be evaluated."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from support.beyond import ANSWER, ENDLESS, MIXED, PLAIN, bias_with
from support.examples import ROOT
from support.stand_in import StandIn, prints

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners.settings import Settings
from witness.pipeline.candidates import (
    Candidate,
    Track,
    TruthTables,
    gather_all,
    read_all_candidates,
    read_candidates,
)
from witness.pipeline.elimination import eliminate
from witness.pipeline.evaluate import Run, evaluate
from witness.pipeline.race import Entrant, Totals, as_entrants, race, references
from witness.pipeline.training import Training
from witness.pipeline.triage import rank
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.model import Puzzle
from witness.searches import Limits, engine
from witness.searches.predicates.interface import BoundPredicate, Predicate

LIMITS = Limits(max_expansions=20_000)


def candidates(background: Background, **texts: str) -> list[Candidate]:
    """Group hypotheses in the track `all`, named by their puzzles."""
    parsed = {name: parse_clauses(text) for name, text in texts.items()}
    return gather_all({"all": parsed}, background, TruthTables("plain", 24))


class TestCandidates:
    def test_it_is_a_record_with_a_reason(self, background: Background, tmp_path: Path) -> None:
        """Its proved clauses race all the same; its plain ones are not what was learned."""
        hypotheses = {
            "all": {"a": parse_clauses(MIXED), "b": parse_clauses(ENDLESS)},
            "proved": {"a": parse_clauses(PLAIN)},
        }
        with pytest.warns(RuntimeWarning, match="the hypothesis of . is left out: it ") as warned:
            found = gather_all(hypotheses, background, TruthTables("plain", 24))
        assert len(warned) == 2
        racing = [candidate for candidate in found if candidate.left_out is None]
        assert [candidate.sources for candidate in racing] == [{"proved": ["a"]}]
        reasons = {c.sources["all"][0]: c.left_out or "" for c in found if c.left_out}
        assert reasons["a"] == "it calls more/3, an invented predicate"
        assert reasons["b"] == "it is recursive: f/2 calls itself"
        file = tmp_path / "candidates.json"
        file.write_text(json.dumps([candidate.to_json() for candidate in found]))
        assert read_candidates(file) == racing
        assert read_all_candidates(file) == found

    def test_what_cannot_be_translated(self, background: Background) -> None:
        with pytest.warns(RuntimeWarning, match="left out: the arguments of the head must be"):
            found = candidates(background, a="f(A,A) :- path(A,_).", b=PLAIN)
        assert [candidate.left_out is None for candidate in found] == [False, True]


class Refusing(Predicate):
    """It cannot be evaluated on one puzzle."""

    name, when = "refusing", "never"

    def __init__(self, refused: Puzzle) -> None:
        self.refused = refused

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        if puzzle == self.refused:
            raise InputError("no value")
        return lambda head, vertices, edges: False


def test_one_that_cannot_be_evaluated_is_dropped(background: Background) -> None:
    puzzles = random_set(4, 2, 3, random.Random(6))
    (other,) = candidates(background, b=PLAIN)
    refusing = Candidate("a", {"all": [PLAIN.strip()]}, {"all": ["p"]})
    entrants = {"a": Entrant(Refusing(puzzles[1])), **as_entrants([other], background)}
    tracks: dict[str, list[Track]] = {name: ["all"] for name in entrants}
    search = puzzles, "plain", engine("reference"), LIMITS
    for totals in (race(entrants, *search, rounds=3), eliminate(entrants, tracks, 3, *search)):
        assert totals["a"].dropped == f"{puzzles[1].id}: no value"
        assert not totals["a"].stopped
        assert totals[other.id].dropped is None
        ranking, kept = rank([refusing, other], totals, 3)
        assert kept["all"] == [other.id]
        first, last = (
            entry.to_json({"baseline": Totals(5, 1.0), "none": Totals(9, 1.0)}) for entry in ranking
        )
        assert first["candidate"] == other.id
        assert "dropped" not in first
        assert (last["places"], last["unplaced"]) == ({}, ["all"])
        assert last["expansion_speedup"] is None
    runs = [
        Run("baseline", *references("plain")["baseline"]),
        Run("a", Refusing(puzzles[1]), "sort"),
    ]
    records = list(evaluate(puzzles[:2], runs, engine("reference"), LIMITS))
    assert [record["status"] for record in records] == ["solved"] * 3 + ["failed"]
    assert (records[3]["reason"], records[3]["expansions"]) == ("no value", None)
    assert records[0].keys() <= records[3].keys()


class TestTraining:
    @pytest.fixture
    def training(self, tmp_path: Path) -> Training:
        bias = tmp_path / "bias.pl"
        bias.write_text(bias_with("enable_recursion", "enable_pi"))
        return Training(str(ROOT / "bk/triangles.pl"), str(bias), learner="popper")

    def run(self, training: Training, settings: Settings, place: Path) -> dict[str, str]:
        (puzzle,) = random_set(1, 2, 2, random.Random(2))
        found = replace(training, settings=settings).run(puzzle, place)
        files = {file.name: file.read_text() for file in place.iterdir()}
        assert json.loads(files["verdict.json"]) == found.verdict
        assert list(found.core) == files["core.pl"].splitlines()
        return files

    @pytest.mark.parametrize("hide", [False, True])
    def test_a_mixed_answer_of_popper(
        self, hide: bool, training: Training, stand_in: StandIn, tmp_path: Path,
        request: pytest.FixtureRequest,
    ) -> None:  # fmt: skip
        """The same files with SWI-Prolog and without."""
        if hide:
            request.getfixturevalue("no_prolog")
        settings = stand_in(prints(ANSWER.format(program=MIXED)))
        files = self.run(training, settings, tmp_path / "train")
        assert json.loads(files["result.json"])["status"] == "learned"
        verdict = json.loads(files["verdict.json"])
        assert verdict["status"] == "unknown"
        assert [found["status"] for found in verdict["clauses"]] == ["proved"] + 5 * ["unknown"]
        assert verdict["clauses"][-1]["reason"] == "it is recursive: f/2 calls itself"
        assert files["core.pl"] == PLAIN
        assert files["predicate.py"].count("# Not translated, as it ") == 5
        assert "CLAUSES = (clause_1,)" in files["predicate.py"]
