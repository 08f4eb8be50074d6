"""The check of certificates confirms what holds and finds what was changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

import pytest
from support.examples import TABLE_3, UNSOUND

from witness.base.errors import InputError
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify

_, SECOND, THIRD = TABLE_3.splitlines()

#: One clause that is proved and one that is refuted: the checker runs each on all cases.
TEXT = f"{SECOND}\n{UNSOUND}"


def certificate_of(text: str, background: Background) -> dict:
    return json.loads(json.dumps(verify(parse_clauses(text), background).to_json()))


def said(case: dict) -> str:
    names = ("bottom left", "bottom right", "top left", "top right")
    places = ", ".join(": ".join(corner) for corner in zip(names, case["corners"], strict=True))
    return f"{case['triangles']} triangles, edges {case['edges']} on the path, corners {places}"


class TestChecker:
    @pytest.fixture
    def certificate(self, background: Background) -> dict:
        return certificate_of(TEXT, background)

    def problems(self, certificate: dict, background: Background, text: str = TEXT) -> str:
        return "\n".join(check_certificate(certificate, parse_clauses(text), background))

    def test_confirms(self, background: Background) -> None:
        text = TABLE_3 + UNSOUND
        assert self.problems(certificate_of(text, background), background, text) == ""

    def test_a_missing_case(self, certificate: dict, background: Background) -> None:
        """Each fault names the clause and the case."""
        missing = certificate["clauses"][0]["cases"].pop(3)
        wanted = f"{SECOND}: a case is missing: {said(missing)}"
        assert self.problems(certificate, background) == wanted

    def test_a_case_too_many(self, certificate: dict, background: Background) -> None:
        extra = copy.deepcopy(certificate["clauses"][0]["cases"][0])
        extra["triangles"] = 1
        certificate["clauses"][0]["cases"].append(extra)
        wanted = f"{SECOND}: a case in which it does not fire: {said(extra)}"
        assert self.problems(certificate, background) == wanted

    def test_an_unsound_clause_called_proved(
        self, certificate: dict, background: Background
    ) -> None:
        certificate["clauses"][1]["status"] = "proved"
        certificate["status"] = "proved"
        assert "can still get its edges" in self.problems(certificate, background)

    def test_a_false_solution(self, certificate: dict, background: Background) -> None:
        certificate["clauses"][1]["counterexample"]["solution"].pop()
        assert "does not solve its puzzle" in self.problems(certificate, background)

    @pytest.mark.parametrize("status", ["refuted", "unknown", "checked"])
    def test_the_status_of_all_is_the_worst(
        self, status: str, certificate: dict, background: Background
    ) -> None:
        """A clause that nobody decided does not count as proved."""
        certificate["clauses"][1] |= {"status": status}
        if status != "refuted":
            certificate["clauses"][1] |= {"counterexample": None}
        for said in ("refuted", "unknown", "checked", "proved"):
            certificate["status"] = said
            wrong = f"the status should be {status}, not {said}"
            assert self.problems(certificate, background) == ("" if said == status else wrong)

    @pytest.mark.parametrize(
        ("change", "place"),
        [
            (lambda c: c.update(clauses={}), r"\$\.clauses"),
            (lambda c: c.update(status="fine"), r"\$\.status"),
            (lambda c: c["clauses"][0].pop("cases"), r"\$\.clauses\[0\]"),
            (lambda c: c["clauses"][0].update(kept=None), r"\$\.clauses\[0\]\.kept"),
            (lambda c: c["clauses"][0]["cases"][3].update(edges=[4]), r"cases\[3\]\.edges"),
            (
                lambda c: c["clauses"][0]["cases"][3].update(corners=["head", "x", "path", "path"]),
                r"cases\[3\]\.corners\[1\]",
            ),
            (lambda c: c["clauses"][0]["cases"][0].update(triangles=True), "triangles"),
            (lambda c: c["clauses"][1].update(counterexample=None), "counterexample"),
            (lambda c: c["clauses"][1]["counterexample"].update(square=[0]), "square"),
        ],
    )
    def test_another_form(
        self,
        change: Callable[[dict], object],
        place: str,
        certificate: dict,
        background: Background,
    ) -> None:
        change(certificate)
        with pytest.raises(
            InputError, match=f"not a certificate of `witness verify`: at .*{place}"
        ):
            self.problems(certificate, background)

    def test_literals_that_look_further(self, background: Background) -> None:
        """The checker finds a kept literal that is about the whole path."""
        text = "f(A,B) :- path(A,C), len(C,D), square(B,E,F), D > 3, E > 5."
        clause = parse_clauses(text)[0]
        body = "f(A,B) :- path(A,C), len(C,D), square(B,E,F), D > 3."
        claim = {"clause": clause_text(clause), "status": "proved", "kept": body, "cases": []}
        claim |= {"reason": "", "counterexample": None}
        found = check_certificate({"status": "proved", "clauses": [claim]}, [clause], background)
        assert any("looks beyond the square" in problem for problem in found)


def test_a_certificate_speaks_of_no_other_panels() -> None:
    background, clauses = read_background(), parse_clauses(UNSOUND)
    told = verify(clauses, background).to_json()
    assert check_certificate(told, clauses, background) == []
    forged = {**told, "panels": "all panels"}
    assert "proofs are about" in check_certificate(forged, clauses, background)[0]
