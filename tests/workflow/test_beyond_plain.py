"""The pipeline with a bias that asks for recursion and invention, with SWI-Prolog and without."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pandas as pd
import pytest
from support.beyond import ANSWER, ENDLESS, MIXED, PLAIN, RECURSIVE, bias_with
from support.pipeline import checkout, run

#: A stand-in for Popper, with an answer for each number of examples.
STAND_IN = """
import pathlib, sys
answers = {answers!r}
examples = (pathlib.Path(sys.argv[1]) / "exs.pl").read_text().count("\\n")
print(answers[examples % len(answers)], end="")
"""

#: Proved, and another predicate than that of the recursive clauses.
OTHER = "f(A,B) :- notAdjacent(A,B), path(A,C), square(B,D,E), three(D), count(C,E,F), one(F).\n"
PROGRAMS = (PLAIN, RECURSIVE, MIXED, ENDLESS, OTHER)


#: Programs that start with this do not see SWI-Prolog.
HIDDEN = """
from witness.base import extras
known = extras.executable
extras.executable = lambda name: None if name == "swipl" else known(name)
"""


@pytest.fixture(scope="module")
def checked_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = checkout(tmp_path_factory.mktemp("beyond") / "run")
    (place / "bias" / "beyond.pl").write_text(bias_with("enable_recursion", "enable_pi"))
    answers = [ANSWER.format(program=program) for program in PROGRAMS]
    program = place / "popper-ilp"
    program.write_text(f"#!{sys.executable}\n{STAND_IN.format(answers=answers)}")
    program.chmod(0o755)
    (place / "hidden").mkdir()
    (place / "hidden" / "sitecustomize.py").write_text(HIDDEN)
    return place


def settings(place: Path, **more: str) -> list[str]:
    given = {
        "learner": "popper",
        "bias": "bias/beyond.pl",
        "popper": json.dumps({"command": str(place / "popper-ilp")}),
        "puzzle_sets": json.dumps({"train": {"count": 12, "min_size": 2, "max_size": 3}}),
        "large": json.dumps({"sizes": []}),
        "train_batch": "12",
        "test_batch": "20",
        **more,
    }
    return ["--config", *(f"{key}={value}" for key, value in given.items())]


def results(place: Path, name: str, **more: str) -> Path:
    done = run(place, *settings(place, name=name, **more))
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return place / "results" / name


def learned(root: Path) -> dict[str, str]:
    """The hypotheses by puzzle."""
    folders = sorted((root / "train").glob("train-*"))
    return {folder.name: (folder / "hypothesis.pl").read_text() for folder in folders}


def candidates(root: Path) -> list[dict]:
    found: list[dict] = json.loads((root / "triage/plain/candidates.json").read_text())
    return found


def _says(candidate: dict, text: str) -> bool:
    """Whether it is that program, but for the names of variables after the first clause."""
    program, lines = candidate["programs"].get("all", [""]), text.splitlines()
    return program[0] == lines[0] and len(program) == len(lines)


@pytest.mark.usefixtures("swi_prolog")
def test_with_prolog(checked_out: Path) -> None:
    root = results(checked_out, "with", referee="true")
    texts = learned(root)
    assert len(set(texts.values())) >= len(PROGRAMS) - 1
    assert any("f(A,B) :- adjacent(A,B), f(A,B)." in text for text in texts.values())
    found = candidates(root)
    assert [c.get("engine") for c in found].count("prolog") == 3
    assert not any("left_out" in c for c in found)
    ranking = json.loads((root / "triage/plain/stage_1/ranking.json").read_text())
    dropped = [entry for entry in ranking["ranking"] if "dropped" in entry]
    assert dropped[0]["program"] == [ENDLESS.strip()]
    assert all("an evaluation takes more than" in entry["dropped"] for entry in dropped)
    # The recursive program and the plain one say the same, so they tie in expansions.
    raced = {entry["candidate"]: entry for entry in ranking["ranking"]}
    same = [c["id"] for c in found if _says(c, PLAIN) or _says(c, RECURSIVE)]
    assert len(same) == 2
    assert len({raced[name]["expansions"] for name in same}) == 1
    page = (root / "report.html").read_text()
    assert "hypotheses have clauses beyond plain ones" in page
    assert "dropped in stage 1" in page
    for name in ("winner", "winner_proved"):
        assert (root / "triage" / "plain" / f"{name}.pl").read_text()
    table = pd.read_csv(root / "tables" / "referee.csv")
    assert set(table["differences"]) == {0}
    assert set(table["clauses_left_out"]) == {0, 1, 4, 5}
    again = run(checked_out, *settings(checked_out, name="with", referee="true"))
    assert "Nothing to be done" in again.stdout + again.stderr


@pytest.mark.slow
def test_without_prolog(checked_out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same is learned and proved; what only Prolog can run is a record with the reason."""
    path = f"{checked_out / 'hidden'}:{Path(__file__).parents[2]}"
    monkeypatch.setenv("PYTHONPATH", path)
    root = results(checked_out, "without")
    found = candidates(root)
    assert not any("engine" in candidate for candidate in found)
    left_out = [candidate for candidate in found if "left_out" in candidate]
    assert len(left_out) == 3
    for candidate in left_out:
        assert "only SWI-Prolog can run it; there is no executable swipl" in candidate["left_out"]
        assert list(candidate["programs"]) == ["all"]
    winner = (root / "triage/plain/winner.pl").read_text()
    assert winner in (PLAIN, OTHER)
    page = (root / "report.html").read_text()
    assert "left out of the triage: " in page
    table = pd.read_csv(root / "tables" / "hypotheses.csv")
    assert {"proved", "unknown"} <= set(table["verdict"].dropna())
    # The plain clauses of mixed hypotheses are proved, and race in the track of the proved ones.
    mixed = {name for name, text in learned(root).items() if text.count("more(") and PLAIN in text}
    sources = {puzzle for c in found for puzzle in c["sources"].get("proved", ())}
    assert mixed
    assert mixed <= sources


@pytest.mark.slow
def test_a_winner_that_prolog_evaluates(
    checked_out: Path, tmp_path: Path, swi_prolog: None
) -> None:
    """Only recursive programs were learned: the test set is searched with one."""
    place = Path(shutil.copytree(checked_out, tmp_path / "run"))
    shutil.rmtree(place / "results", ignore_errors=True)
    program = place / "popper-ilp"
    answers = [ANSWER.format(program=RECURSIVE)]
    program.write_text(f"#!{sys.executable}\n{STAND_IN.format(answers=answers)}")
    root = results(place, "recursive")
    records = [
        json.loads(line)
        for file in sorted((root / "evaluate/test").glob("*.jsonl"))
        for line in file.read_text().splitlines()
    ]
    by_run: dict[str, list[dict]] = {}
    for record in records:
        by_run.setdefault(record["run"], []).append(record)
    # It says what π_baseline says.
    pairs = list(zip(by_run["baseline"], by_run["winner_prune"], strict=True))
    assert len(pairs) == 20
    for baseline, pruned in pairs:
        assert pruned["engine"] == "prolog"
        for key in ("status", "length", "expansions"):
            assert baseline[key] == pruned[key]
    winners = json.loads((root / "triage/plain/winners.json").read_text())
    assert winners["winner"]["status"] == "unknown"
    assert winners["winner_proved"]["program"] == []
    assert (
        "(not in English: it calls more/3, an invented predicate)"
        in (root / "report.html").read_text()
    )


@pytest.mark.parametrize(
    ("learner", "statement", "kind"),
    [
        ("asp", "enable_pi", "predicate invention) with directions"),
        ("bottom-up", "enable_recursion", "recursion)"),
    ],
)
def test_a_learner_that_cannot_use_the_bias(
    learner: str, statement: str, kind: str, checked_out: Path
) -> None:
    """One line before anything is learned, and not a failed record for each puzzle."""
    bias = checked_out / "bias" / "beyond.pl"
    line = bias.read_text().split("\n").index(f"{statement}.") + 1
    done = run(checked_out, *settings(checked_out, name="refused", learner=learner))
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert (
        f"bias/beyond.pl: line {line}: {statement} ({kind} is not supported by the "
        f"{learner} learner; use the learner popper"
    ) in said
    assert not (checked_out / "results" / "refused").exists()
