"""A finished experiment is read from its folder, and one that is not finished is told apart."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.examples import ROOT

from witness.base.errors import InputError
from witness.base.experiment_folder import write_format
from witness.base.machine import machine
from witness.experiments.training import LearningRun
from witness.report.experiment import Experiment
from witness.report.job import done_line

CONFIG: dict[str, Any] = {
    "name": "made", "seed": 1, "bias": "bias/paper.pl", "bk": None, "labels": "puzzle",
    "puzzle_sets": {"train": {"count": 1, "max_size": 2}, "test": {"count": 1, "max_size": 3}},
    "large": {"sizes": [[2, 2]], "count": 1, "minutes": [1], "clock": "paper"},
}  # fmt: skip


def write(root: Path, config: object = CONFIG, learned: int = 1, tested: int = 1) -> Path:
    """Write a folder with one training puzzle, one test puzzle and one large puzzle."""
    for number in range(learned):
        (root / "train").mkdir(parents=True, exist_ok=True)
        result = {"status": "nothing-learned", "seconds": 1}
        verdict = {"status": "proved", "clauses": []}
        run = LearningRun(f"train-{number}", result, (), (), verdict)
        text = f"{json.dumps(asdict(run))}\n"
        (root / "train" / f"batch_{number}.jsonl").write_text(text)
    for folder in ("evaluate/test", "evaluate/large/2x2"):
        (root / folder).mkdir(parents=True)
        lines = [{"id": f"puzzle-{n}", "run": "baseline"} for n in range(tested)]
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (root / folder / "batch_0.jsonl").write_text(text)
    (root / "logs" / "train").mkdir(parents=True)
    (root / "logs" / "train" / "batch_0.log").write_text(done_line(1000, 1002))
    (root / "machine.json").write_text(json.dumps({**machine(), "cores": 2}))
    (root / "config.yaml").write_text(yaml.safe_dump(config))
    for folder, name in (("bias", "paper"), ("bk", "triangles")):
        shutil.copy(ROOT / folder / f"{name}.pl", root / f"{folder}.pl")
    write_format(root)
    return root


def test_what_is_read(tmp_path: Path) -> None:
    found = Experiment.finished(write(tmp_path))
    assert found.name == "made"
    assert found.machine["cores"] == 2
    assert [job.seconds for job in found.jobs] == [2]
    assert found.records.max_size == 3
    assert len(found.records.learning) == len(found.records.test) == len(found.records.large) == 1


def test_clauses_mean_what_they_meant_when_they_were_learned(tmp_path: Path) -> None:
    """Not what the file that the configuration names says by now."""
    root = write(tmp_path, {**CONFIG, "bias": "bias/nowhere.pl"})
    assert Experiment.finished(root).records.background.bias.file == str(root / "bias.pl")


def test_an_older_format_is_refused(tmp_path: Path) -> None:
    (write(tmp_path) / "format").unlink()
    with pytest.raises(InputError, match="by an earlier version, which had no format"):
        Experiment.finished(tmp_path)


@pytest.mark.parametrize(
    ("learned", "tested", "words"),
    [
        (0, 1, "records of 0 training puzzles, but config.yaml says 1"),
        (1, 0, "records of 0 test puzzles, but config.yaml says 1"),
        (2, 1, "records of 2 training puzzles, but config.yaml says 1"),
    ],
)
def test_too_few_records_and_what_an_earlier_run_left(
    tmp_path: Path, learned: int, tested: int, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        Experiment.finished(write(tmp_path, learned=learned, tested=tested))


def test_one_that_has_not_been_finished(tmp_path: Path) -> None:
    (write(tmp_path) / "config.yaml").unlink()
    with pytest.raises(InputError, match="not the folder of an experiment: there is no"):
        Experiment.finished(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("config", [[1], {"name": "a"}, "text"])
def test_what_is_no_configuration(tmp_path: Path, config: object) -> None:
    with pytest.raises(InputError, match="not the configuration of an experiment"):
        Experiment.finished(write(tmp_path, config))
    for text, words in (("a: [", "not YAML"), ("[" * 5000, "nested more than 20 deep")):
        (tmp_path / "config.yaml").write_text(text)
        with pytest.raises(InputError, match=words):
            Experiment.finished(tmp_path)
