"""Hypotheses beyond plain clauses in an experiment, with SWI-Prolog and without."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from support.beyond import ANSWER, ENDLESS, MIXED, PLAIN, RECURSIVE, bias_with
from support.candidates import gathered
from support.examples import ROOT
from support.stand_in import StandIn, prints

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.clauses.learners.settings import Settings
from witness.pipeline.candidates import (
    Candidate,
    TruthTables,
    gather_all,
    read_all_candidates,
    read_candidates,
)
from witness.pipeline.elimination import eliminate
from witness.pipeline.evaluate import Run, evaluate
from witness.pipeline.race import Totals, as_entrants, race, references
from witness.pipeline.training import Training
from witness.pipeline.triage import rank
from witness.puzzle.generate.algorithms import random_set
from witness.searches import Limits, engine
from witness.searches.predicates.registry import beyond_plain

LIMITS = Limits(max_expansions=20_000)
NONE = "there is no executable swipl"

pytestmark = pytest.mark.filterwarnings("ignore:.*is evaluated by SWI-Prolog:RuntimeWarning")


def candidates(background: Background, **texts: str) -> list[Candidate]:
    """Group hypotheses in the track `all`, named by their puzzles."""
    parsed = {name: parse_clauses(text) for name, text in texts.items()}
    return gather_all({"all": parsed}, background, TruthTables("plain", 24))


class TestCandidates:
    @pytest.mark.usefixtures("swi_prolog")
    def test_the_whole_program_is_the_candidate(
        self, background: Background, tmp_path: Path
    ) -> None:
        hypotheses = {
            "all": {
                "a": parse_clauses(MIXED),
                "b": parse_clauses(PLAIN),
                "c": parse_clauses(MIXED),
            },
            "proved": {"a": parse_clauses(PLAIN)},
        }
        found = gathered(hypotheses, background, "plain", 24)
        assert [(c.sources, c.engine) for c in found] == [
            ({"all": ["b"], "proved": ["a"]}, None),
            ({"all": ["a", "c"]}, "prolog"),
        ]
        assert found[1].programs["all"] == [clause_text(clause) for clause in parse_clauses(MIXED)]
        file = tmp_path / "candidates.json"
        file.write_text(json.dumps([candidate.to_json() for candidate in found]))
        assert read_candidates(file) == found
        assert "engine" not in found[0].to_json()

    @pytest.mark.usefixtures("no_prolog")
    def test_without_prolog_it_is_a_record_with_a_reason(
        self, background: Background, tmp_path: Path
    ) -> None:
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
        assert reasons["a"].startswith("it calls more/3, an invented predicate, so only SWI-Prolog")
        assert reasons["b"].startswith("it is recursive: f/2 calls itself, so only SWI-Prolog")
        assert all(NONE in reason for reason in reasons.values())
        file = tmp_path / "candidates.json"
        file.write_text(json.dumps([candidate.to_json() for candidate in found]))
        assert read_candidates(file) == racing
        assert read_all_candidates(file) == found

    @pytest.mark.usefixtures("swi_prolog")
    def test_what_prolog_may_not_run(self, background: Background) -> None:
        with pytest.warns(RuntimeWarning, match="left out: unknown predicate shell/1"):
            (found,) = candidates(background, a="f(A,B) :- f(B,A), shell(A).")
        assert found.left_out is not None

    def test_what_cannot_be_translated(self, background: Background) -> None:
        with pytest.warns(RuntimeWarning, match="left out: the arguments of the head must be"):
            found = candidates(background, a="f(A,A) :- path(A,_).", b=PLAIN)
        assert [candidate.left_out is None for candidate in found] == [False, True]


@pytest.mark.usefixtures("swi_prolog")
class TestRaces:
    puzzles = random_set(4, 2, 3, random.Random(6))

    @pytest.mark.parametrize("variant", ["plain", "baseline"])
    def test_they_take_part(self, variant: str, background: Background) -> None:
        """As many expansions as with plain clauses that say the same; more time."""
        found = candidates(background, a=RECURSIVE, b=PLAIN)
        entrants = as_entrants(found, background)
        search = self.puzzles, variant, engine("compiled"), LIMITS
        totals = race(entrants, *search, rounds=2)
        expansions = {t.expansions for t in totals.values()}
        assert len(expansions) == 1
        assert not any(t.dropped or t.capped for t in totals.values())
        kept = eliminate(entrants, {c.id: ["all"] for c in found}, 2, *search)
        assert {t.expansions for t in kept.values()} == expansions
        assert not any(t.dropped or t.stopped for t in kept.values())

    def test_one_that_does_not_end_is_dropped(self, background: Background) -> None:
        found = candidates(background, a=ENDLESS, b=PLAIN, c=f"{PLAIN}{ENDLESS}")
        ids = {candidate.sources["all"][0]: candidate.id for candidate in found}
        entrants = as_entrants(found, background)
        search = self.puzzles, "plain", engine("compiled"), LIMITS
        tracks = {candidate.id: ["all"] for candidate in found}
        for totals in (race(entrants, *search, rounds=3), eliminate(entrants, tracks, 3, *search)):
            reason = totals[ids["a"]].dropped or ""
            assert reason.startswith(f"{self.puzzles[0].id}: SWI-Prolog: an evaluation takes more")
            assert not totals[ids["a"]].stopped
            assert totals[ids["b"]].dropped is None
            ranking, kept = rank(found, totals, 3)
            assert kept["all"] == [ids["b"]]
            entries = [
                entry.to_json({"baseline": Totals(5, 1.0)} | totals_of_none()) for entry in ranking
            ]
            assert entries[0]["candidate"] == ids["b"]
            last = next(entry for entry in entries if entry["candidate"] == ids["a"])
            assert (last["dropped"], last["places"], last["unplaced"]) == (reason, {}, ["all"])
            assert last["expansion_speedup"] is None
            assert "dropped" not in entries[0]

    def test_a_search_that_fails_is_a_record(self, background: Background) -> None:
        endless = beyond_plain("h.pl", parse_clauses(ENDLESS), background, bounded=True)
        runs = [references("plain")["baseline"], (endless, "sort")]
        named = [Run(f"run {number}", *run) for number, run in enumerate(runs)]
        records = list(evaluate(self.puzzles, named, engine("compiled"), LIMITS))
        assert [record["status"] for record in records] == ["solved", "failed"] * len(self.puzzles)
        assert records[1]["reason"].startswith("SWI-Prolog: an evaluation takes more than")
        assert records[1]["expansions"] is None
        assert records[0].keys() <= records[1].keys()


def totals_of_none() -> dict[str, Totals]:
    """What A* without a predicate took."""
    return {"none": Totals(9, 1.0)}


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


def test_a_missing_prolog_in_the_triage(background: Background, no_prolog: None) -> None:
    """It was there when the candidates were gathered."""
    candidate = Candidate("a", {"all": [ENDLESS.strip()]}, {"all": ["p"]}, engine="prolog")
    with pytest.raises(InputError, match=NONE):
        as_entrants([candidate], background)
