"""What is said after learning: what singletons, or ties, would give, and held-out examples."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.learning import Coverage, bias_of, grown_bodies, random_task
from support.sizes import rounds

from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.learners import singletons
from witness.clauses.learners.asp.learner import learn_within
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import read_task
from witness.cli import main, told

KIN = ("f person:in", "parent person:in person:out")
FACTS = "parent(ann,bob). parent(bob,cal). parent(dan,eve). person(X) :- parent(_,X)."
EXAMPLES = "pos(f(ann)). pos(f(bob)). pos(f(dan)). neg(f(cal)). neg(f(eve))."


def run(
    folder: Path, capsys: pytest.CaptureFixture[str], bias: str, *given: str, exs: str = EXAMPLES
) -> tuple[dict[str, Any], list[str]]:
    """Learn from three files; return the record and the lines on standard error."""
    for name, text in (("bk", FACTS), ("bias", bias), ("exs", exs)):
        (folder / f"{name}.pl").write_text(f"{text}\n")
    assert main(["learn", str(folder), "--json", *given]) == 0
    found = capsys.readouterr()
    record = json.loads(found.out)
    assert record == json.loads((folder / "result.json").read_text())
    return record, found.err.splitlines()


def test_singletons_that_are_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is learned without them, or a clause that is longer."""
    for more, learned in (((), 0), (("person person:in",), 3)):
        bias = bias_of(*KIN, *more, settings="max_vars(2). max_body(2).")
        record, err = run(tmp_path, capsys, bias)
        assert record["true_positives"] == learned
        assert record["with_singletons"]["clauses"] == ["f(A) :- parent(A,B)."]
        assert err[-1] == (
            "witness: with singletons allowed (--allow-singletons), 2 literals cover 3 of 3 "
            "positive examples and 0 of 2 negative ones: f(A) :- parent(A,B)."
        )
        words = ("nothing was learned", "--noisy", "singletons")
        said = zip(words[2 * bool(learned) :], err, strict=True)
        assert [word for word, line in said if word not in line] == []


def test_more_literals_than_examples(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The examples themselves would be shorter, unless few are given or some may be wrong."""
    settings = "max_vars(2). max_body(2). allow_singletons."
    bias = bias_of(*KIN, "person person:in", settings=settings)
    exs = "pos(f(ann)). pos(f(bob)). pos(f(eve)). neg(f(dan)). neg(f(cal))."
    for few, given, said in ((10, (), False), (2, (), True), (2, ("--noisy",), False)):
        monkeypatch.setattr(told, "FEW", few)
        _, err = run(tmp_path, capsys, bias, *given, exs=exs)
        line = "witness: 3 literals for 1 positive examples are longer than a list of them"
        assert any(one.startswith(line) for one in err) == said


def test_what_is_not_known_of_singletons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bias = bias_of(*KIN, settings="max_vars(2). max_body(2).")
    monkeypatch.setattr(singletons, "_better", lambda *_: None)
    record, err = run(tmp_path, capsys, bias)
    assert "with_singletons" not in record
    assert "whether singletons would give more is not known" in err[-1]


@pytest.mark.parametrize(("positives", "tied"), [(1, False), (2, True), (3, None)])
def test_the_empty_hypothesis_ties(
    positives: int, tied: bool | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With noise, a clause of two literals pays for itself from three examples on."""
    exs = " ".join(f"pos(f({name}))." for name in ("ann", "bob", "dan")[:positives])
    settings = "max_vars(2). max_body(6). allow_singletons."
    record, err = run(tmp_path, capsys, bias_of(*KIN, settings=settings), "--noisy",
                      exs=f"{exs} neg(f(cal)).")  # fmt: skip
    said = f"nothing was learned: no hypothesis has a description length below {positives}"
    assert [said in line for line in err[:1]] == [True] * (tied is not None)
    assert ["ties with f(A) :- parent(A,B)." in line for line in err[:1]] == [tied][tied is None :]
    assert [line for line in err[1:] if not line.endswith("nothing either")] == []
    assert ("tied" in record) == (tied is True)


@pytest.mark.slow
@rounds(40, 250)
def test_ties_are_those_of_brute_force(rounds: int, tmp_path: Path) -> None:
    """On random tasks: whether some clause alone is as good as none, where none is better."""
    ties = nothing = 0
    for seed in range(rounds):
        rng = random.Random(seed)
        bk, text, heads = random_task(rng)
        text += f"\nmax_body({rng.randint(1, 2)})."
        bias = parse_bias(text)
        signs = [rng.choice(("pos", "neg")) for _ in heads]
        if "pos" not in signs:
            continue
        exs = "\n".join(f"{sign}({head})." for sign, head in zip(signs, heads, strict=True))
        for name, written in (("bk", bk), ("bias", text), ("exs", exs)):
            (tmp_path / f"{name}.pl").write_text(f"{written}\n")
        task = read_task(tmp_path)
        learned, _ = learn_within(task, Settings(noisy=True))
        if learned.clauses:
            continue
        nothing += 1
        covered = Coverage(task)
        count = len(task.positives)
        lengths = set()
        for size, bodies in enumerate(grown_bodies(bias, 3000), start=2):
            for body in bodies:
                bits = covered(body)
                right = (bits & covered.positive).bit_count()
                lengths.add(size + bits.bit_count() - right + count - right)
        assert min(lengths, default=count) >= count
        assert ("tied" in learned.details) == (count in lengths), exs
        ties += count in lengths
    assert nothing > rounds // 5
    assert ties > rounds // 80


@pytest.mark.parametrize("signs", list(product(("pos", "neg"), repeat=4)))
def test_held_out_examples(
    signs: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    test = tmp_path / "test.pl"
    names = ("ann", "dan", "cal", "eve")  # the first two are parents
    test.write_text(" ".join(f"{s}(f({n}))." for s, n in zip(signs, names, strict=True)) + "\n")
    bias = bias_of(*KIN, settings="max_vars(2). max_body(6). allow_singletons.")
    record, err = run(tmp_path, capsys, bias, "--test", str(test))
    assert record["test"] == {
        "true_positives": (right := signs[:2].count("pos")),
        "false_negatives": (missed := signs[2:].count("pos")),
        "false_positives": (wrong := signs[:2].count("neg")),
        "true_negatives": (spared := signs[2:].count("neg")),
    }
    assert err == []
    assert main(["learn", str(tmp_path), "--test", str(test)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"{test}: the hypothesis covers {right} of {right + missed} positive examples and "
        f"{wrong} of {wrong + spared} negative ones: {(right + spared) / 4:.1%} of all are right"
    )
