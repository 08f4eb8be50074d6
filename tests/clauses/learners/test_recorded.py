"""Hypotheses that were learned before: `recorded` gives them with their coverage."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from support.learning import CASES, NAMES

from witness.base.errors import InputError
from witness.clauses.learners import learn
from witness.clauses.learners.settings import Settings
from witness.cli import main
from witness.pipeline.training import Training
from witness.puzzle.generate.algorithms import puzzle_sets
from witness.puzzle.model import Puzzle

TASK = CASES / NAMES[0]


def recorded(folder: Path) -> Settings:
    return Settings(hypotheses=str(folder))


@pytest.mark.parametrize("name", [f"{NAMES[0]}.pl", f"{NAMES[0]}/hypothesis.pl"])
def test_a_recorded_hypothesis_is_what_was_learned(name: str, tmp_path: Path) -> None:
    first = learn(TASK, tmp_path / "first")
    file = tmp_path / "before" / name
    file.parent.mkdir(parents=True)
    shutil.copy(tmp_path / "first" / "hypothesis.pl", file)
    again = learn(
        TASK, tmp_path / "again", learner="recorded", settings=recorded(tmp_path / "before")
    )
    counts = ("true_positives", "positives", "false_positives", "negatives", "program_size")
    assert {key: again[key] for key in counts} == {key: first[key] for key in counts}
    texts = [(tmp_path / one / "hypothesis.pl").read_text() for one in ("first", "again")]
    assert texts[0] == texts[1] != ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f(A,B) :- square(B,C,D), nowhere(C).", "line 1: unknown predicate nowhere/1"),
        ("\ng(A,B) :- square(B,C,D), three(C).", "a clause about g/2; f/2 is expected"),
        ("f(A,B).", "line 1: a rule is expected, not a fact"),
        ("f(A,B) :- square(B,C", "line 1"),
        (f"f(A,B) :- {', '.join(f'path(A,{v})' for v in 'CDEFGHIJ')}.", "10 variables in a clause"),
        (f"% exs.pl: sha256 {'0' * 64}\n", "it was learned from other examples than"),
        (None, "there is no hypothesis for the task"),
    ],
)
def test_what_is_no_hypothesis_for_the_task(
    text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"{NAMES[0]}.pl"
    if text is not None:
        file.write_text(text)
    command = ["learn", str(TASK), "--learner", "recorded", "--hypotheses", str(tmp_path)]
    assert main([*command, "-o", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(file) in said
    assert message in said
    assert not (tmp_path / "out").exists()


def test_a_hypothesis_names_its_examples(tmp_path: Path) -> None:
    """An empty hypothesis is one, too: then nothing was learned."""
    digest = hashlib.sha256((TASK / "exs.pl").read_bytes()).hexdigest()
    (tmp_path / f"{NAMES[0]}.pl").write_text(f"% exs.pl: sha256 {digest}\n")
    record = learn(TASK, tmp_path / "out", learner="recorded", settings=recorded(tmp_path))
    assert record["status"] == "nothing-learned"


@pytest.mark.parametrize("folder", [None, "no/such/folder"])
def test_without_a_folder_it_cannot_be_run(folder: str | None, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"folder"):
        learn(TASK, tmp_path, learner="recorded", settings=Settings(hypotheses=folder))


def test_training_follows_a_changed_hypothesis(figure_1: Puzzle, tmp_path: Path) -> None:
    before = tmp_path / "before"
    before.mkdir()
    file = before / "figure-1.pl"
    sizes = []
    for text in ("", "f(A,B) :- square(B,C,D), three(C).\n"):
        file.write_text(text)
        training = Training(
            "bk/triangles.pl", "bias/paper.pl", learner="recorded", settings=recorded(before)
        )
        sizes.append(len(training.run(figure_1, tmp_path / "figure-1").clauses))
    assert sizes == [0, 1]
    file.write_text(f"% exs.pl: sha256 {'0' * 64}\n")
    training = replace(training, code="later")
    with pytest.raises(InputError, match="it was learned from other examples"):
        training.run(figure_1, tmp_path / "figure-1")


@pytest.mark.slow
def test_what_popper_learned(tmp_path: Path) -> None:
    """Its examples are made again, and `asp` covers as many of them with as few literals."""
    (drawn,) = puzzle_sets([("train", 40)], {"train": (2, 3)}, Random(2)).values()
    popper = Settings(hypotheses="examples/popper")
    singletons = Settings(allow_singletons=True)
    for puzzle in drawn[:3]:
        counts = []
        for learner, settings in (("recorded", popper), ("asp", singletons)):
            training = Training(
                "bk/triangles.pl", "bias/paper.pl", learner=learner, settings=settings
            )
            result = training.run(puzzle, tmp_path / learner / puzzle.id).result
            assert result["status"] == "learned"
            counts.append([result[key] for key in ("true_positives", "program_size")])
        assert counts[0] == counts[1]
    names = [file.stem for file in sorted(Path("examples/popper").iterdir())]
    assert names == [puzzle.id for puzzle in drawn]
