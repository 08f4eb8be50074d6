"""What the schema cannot say of a configuration."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from support.examples import ROOT

from witness.base.config import checked, schema_defaults
from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.learners.registry import LEARNERS, own_settings, taken
from witness.pipeline.plan import (
    check_bias_fits,
    check_plan,
    jobs,
    large_batch,
    learner_settings,
    remark,
)

SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"


@pytest.fixture
def config() -> dict[str, Any]:
    shipped = yaml.safe_load((ROOT / "config.yaml").read_text())
    return schema_defaults(SCHEMA) | checked(shipped, SCHEMA)


def test_the_shipped_configurations(config: dict[str, Any]) -> None:
    check_plan(config)
    assert remark(config) is None
    assert jobs(config) == 25 + 2 * (5 + 3 + 3) + 15 + 10 + 107
    for name in ("small", "tiny"):
        other = config | yaml.safe_load((ROOT / f"config/{name}.yaml").read_text())
        check_plan(other)
        assert remark(other) is None


def test_a_job_has_more_puzzles_of_smaller_boards(config: dict[str, Any]) -> None:
    assert [large_batch(config, size) for size in ("8x8", "7x7", "5x5")] == [20, 40, 320]
    config["large"] |= {"clock": "wall"}
    assert large_batch(config, "5x5") == 20


@pytest.mark.parametrize(
    ("key", "changes", "message"),
    [
        ("puzzle_sets", {"train": {"count": 5, "min_size": 3, "max_size": 2}},
         "config: puzzle_sets.train: min_size 3 is above max_size 2"),
        ("triage", {"keep_1": 5, "keep_2": 6, "batches": 4},
         "config: triage: keep_2 6 is above keep_1 5; stage 2 chooses from what stage 1 keeps"),
        ("large", {"sizes": [[3, 3]] * 144, "count": 100_000, "batch": 1},
         "config: the experiment would have 14,400,206 jobs, more than 100,000; make "),
        ("puzzle_sets", {"test": {"count": 5, "min_size": 1, "max_size": 3}},
         "config: the board sizes of 'test' begin with 1; stars need 2 squares"),
        ("puzzle_sets", {"test": {"count": 5, "min_size": 2, "max_size": 7}},
         "config: the board sizes of 'test' are 2 to 7; they must be a range between 1 and 6 for"),
    ],
)  # fmt: skip
def test_what_is_refused(
    key: str, changes: dict[str, Any], message: str, config: dict[str, Any]
) -> None:
    config["puzzles"] = {"kind": "stars", "gaps": 0}
    config[key] = config[key] | changes
    with pytest.raises(InputError) as raised:
        check_plan(config)
    assert str(raised.value).startswith(message)


def test_what_algorithm_2_asserts(config: dict[str, Any]) -> None:
    config["triage"] = config["triage"] | {"keep_1": 5, "keep_2": 5}
    check_plan(config)
    said = remark(config)
    assert said is not None
    assert said.endswith("(of 500: 5, 5)")


@pytest.mark.parametrize("key", ["noisy", "allow_singletons"])
def test_an_objective_that_a_learner_does_not_take(key: str, config: dict[str, Any]) -> None:
    for learner in ("asp", "popper"):
        check_plan(config | {key: True, "learner": learner})
    check_plan(config | {key: False, "learner": "recorded"})
    with pytest.raises(InputError) as raised:
        check_plan(config | {key: True, "learner": "recorded"})
    assert str(raised.value).startswith(
        f"config: {key}: the learner recorded does not take it; use learner: asp or "
    )


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("key", ["noisy", "allow_singletons"])
def test_an_objective_reaches_every_learner_that_takes_it(
    key: str, learner: str, config: dict[str, Any]
) -> None:
    settings = learner_settings(config | {key: True, "learner": learner}, learner)
    assert settings.get(key, False) is (key in taken(learner))
    assert bool(getattr(own_settings(learner, settings), key)) is (key in taken(learner))
    assert key not in learner_settings(config, learner)


def test_which_learners_take_an_objective() -> None:
    takers = {
        key: {name for name in LEARNERS if key in taken(name)}
        for key in ("noisy", "allow_singletons")
    }
    assert takers == {
        "noisy": {"asp", "popper"},
        "allow_singletons": {"asp", "popper"},
    }


def test_a_bias_about_symbols_that_no_puzzle_has(config: dict[str, Any]) -> None:
    dots = read_background(bias=shipped_file("bias/dots.pl"))
    for kind in ("dots", "mixed"):
        check_bias_fits(config | {"bias": "bias/dots.pl", "puzzles": {"kind": kind}}, dots)
    with pytest.raises(InputError, match=r"bias/dots\.pl is about dots, and .*squares\) have none"):
        check_bias_fits(config | {"bias": "bias/dots.pl", "puzzles": {"kind": "squares"}}, dots)
    with pytest.raises(InputError, match=r"triangles\) have none"):
        check_bias_fits(config | {"bias": "bias/dots.pl"}, dots)
    check_bias_fits(config, read_background())
