"""Lists of biases and of seeds: an experiment for each, with one page that compares them."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from support.elsewhere import TINY, made, refused
from support.examples import ROOT

from witness.base.config import checked, completed
from witness.base.errors import InputError
from witness.pipeline.plan import experiments, same_puzzles

SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"
BIASES = ("--config", 'bias=["paper","extended"]')


def several(**lists: object) -> dict[str, dict[str, object]]:
    """Return the experiments of the tiny configuration with some lists."""
    return experiments(checked(completed(TINY | lists, ROOT / "config.yaml"), SCHEMA))


def tiny(*options: str) -> list[str]:
    return ["--snakefile", f"{ROOT}/Snakefile", "--configfile", f"{ROOT}/config/tiny.yaml",
            *options]  # fmt: skip


def test_each_value_of_a_list_is_an_experiment() -> None:
    assert several() == {}
    found = several(bias=["bias/mine.pl", "nolen"], seed=["1", 5.0])
    assert {name: (one["bias"], one["seed"]) for name, one in found.items()} == {
        "tiny_mine_seed1": ("bias/mine.pl", 1),
        "tiny_mine_seed5": ("bias/mine.pl", 5),
        "tiny_nolen_seed1": ("nolen", 1),
        "tiny_nolen_seed5": ("nolen", 5),
    }
    assert all(one["name"] == name for name, one in found.items())
    # Seeds have puzzles of their own, biases do not.
    assert same_puzzles(found) == {
        "tiny_nolen_seed1": "tiny_mine_seed1",
        "tiny_nolen_seed5": "tiny_mine_seed5",
    }


@pytest.mark.parametrize(
    ("lists", "words"),
    [
        ({"bias": ["a/mine.pl", "b/mine.pl"]}, "tiny_mine"),
        ({"bias": []}, "bias"),
        ({"seed": [1, 1]}, "seed: 1 is there twice"),
        ({"seed": ["one"]}, "seed.0"),
    ],
)
def test_what_is_no_list_of_experiments(lists: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        several(**lists)


@pytest.mark.slow
def test_puzzle_sets_are_made_once(tmp_path: Path) -> None:
    sums = [f"results/tiny_{bias}/puzzles/SHA256SUMS" for bias in ("paper", "extended")]
    said = made(tmp_path, *tiny(*BIASES, "--verbose", "--", *sums))
    assert len(re.findall(r"^localrule tiny_\w+_puzzle_sets:", said, re.MULTILINE)) == 2
    first, second = ((tmp_path / one).read_bytes() for one in sums)
    assert first == second
    for name in ("train", "large/3x3"):
        assert f"    input: results/tiny_paper/puzzles/{name}.jsonl\n" in said
    again = made(tmp_path, *tiny(*BIASES, "--", *sums))
    assert "Nothing to be done" in again


@pytest.mark.slow
def test_lists_that_are_refused(tmp_path: Path) -> None:
    assert "twice" in refused(tmp_path, *tiny("--config", "seed=[1,1]", "--dry-run"))
    text = 'module w:\n    snakefile: {!r}\n    config: {{"name": "a", "seed": [1, 2]}}\n'
    (tmp_path / "Snakefile").write_text(f"{text.format(f'{ROOT}/Snakefile')}\nuse rule * from w\n")
    assert "one experiment" in refused(tmp_path, "--dry-run")


@pytest.mark.long
def test_the_clauses_of_each_are_shown(tmp_path: Path) -> None:
    said = made(tmp_path, *tiny("--config", 'bias=["paper","nolen"]', "--", "learned"))
    tables = re.findall(r"^(tiny_\w+):\nhypotheses  status ", said, re.MULTILINE)
    assert tables == ["tiny_paper", "tiny_nolen"]


@pytest.mark.long
def test_a_run_ends_with_the_page_that_compares_them(tmp_path: Path) -> None:
    said = made(tmp_path, *tiny(*BIASES))
    assert {line.partition(":")[0] for line in said.splitlines() if " of the jobs, about" in line
            } == {"tiny_paper", "tiny_extended"}  # fmt: skip
    with (tmp_path / "results/tiny/compare.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["experiment"], row["bias"]) for row in rows] == [
        ("tiny_paper", "bias/paper.pl"),
        ("tiny_extended", "bias/extended.pl"),
    ]
    page = (tmp_path / "results/tiny/compare.html").read_text(encoding="utf-8")
    assert 'href="../tiny_extended/report.html"' in page
    assert "The test sets differ" not in page
    assert "Nothing to be done" in made(tmp_path, *tiny(*BIASES))
