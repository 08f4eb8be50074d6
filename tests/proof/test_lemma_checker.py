"""Proofs of lemmas, checked without Z3: the shipped ones hold, and none that is changed does."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from support.examples import ROOT

from witness.base.errors import InputError
from witness.clauses.language.reader import read_program
from witness.cli import main
from witness.proof.lemma_checker import check_lemmas

PROGRAM = read_program(ROOT / "bk/outlook.pl")
SHIPPED = json.loads((ROOT / "bk/outlook.lemmas.json").read_text(encoding="utf-8"))


def test_the_shipped_proofs_hold() -> None:
    assert check_lemmas(SHIPPED, PROGRAM) == []
    assert len(SHIPPED) == 12


def tampered() -> list[tuple[str, Any]]:
    found = []
    for place, proof in enumerate(SHIPPED):
        for at, case in enumerate(proof["cases"]):
            changed = copy.deepcopy(SHIPPED)
            del changed[place]["cases"][at]
            found.append((f"{proof['lemma']}, {case['case']} left out", changed))
            for number in range(0, len(case["instances"]), 3):
                changed = copy.deepcopy(SHIPPED)
                del changed[place]["cases"][at]["instances"][number]
                found.append((f"{proof['lemma']}, {case['case']}, without {number}", changed))
    return found


@pytest.mark.long
def test_every_instance_is_needed() -> None:
    """The prover lists no more than is needed, and the checker takes no less."""
    for name, changed in tampered():
        assert check_lemmas(changed, PROGRAM), name


def test_a_proof_by_itself_is_none() -> None:
    """A lemma, or one proved only later, cannot be used for its own proof."""
    changed = copy.deepcopy(SHIPPED)
    changed[0]["cases"][1]["instances"] = [
        {"of": "lemma visits(P,V) => reaches(P,V)", "with": {"P": "the_P", "V": "the_V"}},
        *changed[0]["cases"][1]["instances"][:3],
    ]
    assert "there is no lemma" in check_lemmas(changed, PROGRAM)[0]
    changed = copy.deepcopy(SHIPPED)
    instance = next(one for one in changed[0]["cases"][1]["instances"] if one["with"])
    instance["with"] = dict.fromkeys(instance["with"], "X")
    assert "has variables without a value" in check_lemmas(changed, PROGRAM)[0]


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({}, r"\$"),
        ([1], r"\$\[0\]"),
        ([{"lemma": 1, "cases": []}], r"\$\[0\]\.lemma"),
        ([{"lemma": "x", "cases": "none"}], r"\$\[0\]\.cases"),
        ([{"lemma": "x", "cases": [{"case": "y", "instances": [{"of": ["z"], "with": {}}]}]}],
         r"\$\[0\]\.cases\[0\]\.instances\[0\]\.of"),
    ],
)  # fmt: skip
def test_what_is_no_list_of_proofs(document: Any, place: str) -> None:
    with pytest.raises(InputError, match=rf"not a list of proofs .*: at {place}: "):
        check_lemmas(document, PROGRAM)


@pytest.mark.slow
def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    pytest.importorskip("z3")
    file, proofs = str(ROOT / "bk/outlook.pl"), str(tmp_path / "proofs.json")
    assert main(["lab", "lemmas", file, "--proofs", proofs]) == 0
    assert capsys.readouterr().out.count("proved: ") == 12
    assert main(["lab", "lemmas", file, "--check", proofs]) == 0
    assert capsys.readouterr().out == "confirmed\n"
    (tmp_path / "proofs.json").write_text(json.dumps(tampered()[0][1]))
    assert main(["lab", "lemmas", file, "--check", proofs]) == 2
    assert "the proofs do not hold" in capsys.readouterr().err
    assert main(["lab", "lemmas", str(ROOT / "bk/live.pl")]) == 2
    assert main(["lab", "lemmas", file, "--time-limit", "0.01"]) == 2
    assert "within the time limit" in capsys.readouterr().err
