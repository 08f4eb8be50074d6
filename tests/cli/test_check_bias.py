"""`lab check-bias` refuses what `learn` refuses, in the same words; else both go on."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from support.examples import ROOT
from support.hostile import HYPOTHESES, good_files
from support.learning import CASES
from support.mutations import mutated
from support.running import witness
from support.stand_in import executable, prints

#: Tasks that some learner refuses, and those that asp refuses.
REFUSED = CASES.parent / "refused_tasks"
BY_ASP = {"failing_call", "louise3_nodir", "raw_choice"}
LEARNERS = {
    "asp": [],
    "asp with noise": ["--learner", "asp", "--noisy"],
    "popper": ["--learner", "popper", "--command", "bin/popper-ilp"],
    "recorded": ["--learner", "recorded", "--hypotheses", "nowhere"],
    "a wrong option": ["--learner", "asp", "--command", "popper"],
}
#: Panels with the symbols that the biases are about.
PANELS = {"blocks": "blocks", "colours": "squares", "dots": "dots", "squares": "squares",
          "stars": "stars"}  # fmt: skip


def agree(task: Path, place: Path, learner: str) -> bool:
    """Compare the two; return whether both refuse the task."""
    words = [str(task), *LEARNERS[learner]]
    checked = witness(["lab", "check-bias", *words], place)
    learned = witness(["learn", *words, "-o", "results"], place)
    said = [re.sub(r" \(what an earlier run .*\)", "", done.err) for done in (checked, learned)]
    last = [text.splitlines()[-1:] for text in said]
    if learned.status == 2:
        assert (checked.status, last[0]) == (2, last[1])
        assert {one.suffix for one in (place / "results").glob("*")} <= {".old"}
        return True
    assert learned.status == 0
    assert checked.status == 0
    return False


@pytest.fixture
def place(tmp_path: Path) -> Path:
    executable(tmp_path, prints("NO SOLUTION\n"))
    return tmp_path


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("task", sorted(REFUSED.iterdir()), ids=lambda task: task.name)
def test_tasks_that_are_refused(task: Path, learner: str, place: Path) -> None:
    refused = agree(task, place, learner)
    if learner in ("asp", "asp with noise"):
        assert refused == (task.name in BY_ASP)
    assert refused or learner in ("asp", "asp with noise", "popper")


@pytest.mark.slow
@pytest.mark.parametrize("bias", sorted(file.stem for file in (ROOT / "bias").glob("*.pl")))
def test_biases_that_are_shipped(bias: str, place: Path) -> None:
    kind = PANELS.get(bias, "triangles")
    drawn = f"generate random --kind {kind} --count 1 --max-size 2 -o p.jsonl"
    assert witness(drawn.split(), place).status == 0
    assert witness(["examples", "p.jsonl", "--bias", bias, "-o", "task"], place).status == 0
    for learner in LEARNERS:
        shutil.rmtree(place / "results", ignore_errors=True)
        refused = agree(place / "task", place, learner)
        assert not (refused and learner.startswith("asp")), learner


@pytest.mark.slow
@pytest.mark.parametrize("learner", ["asp", "popper"])
def test_damaged_tasks(learner: str, place: Path) -> None:
    refused = []
    names = [f"task/{name}.pl" for name in ("exs", "bk", "bias")]
    for seed in range(30):
        rng = random.Random(seed)
        good = good_files("small", HYPOTHESES[0])
        damaged = rng.sample(names, rng.choice((1, 2)))
        for name in names:
            file = place / str(seed) / Path(name).name
            file.parent.mkdir(exist_ok=True)
            text = mutated(rng, "prolog", good[name]) if name in damaged else good[name]
            file.write_bytes(text)
        refused.append(agree(place / str(seed), place, learner))
    assert 5 < sum(refused) < 30
