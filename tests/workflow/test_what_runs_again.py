"""What makes a stage run again: its code, its settings and its inputs, not the times of files."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.pipeline import TINY, checkout
from support.sizes import some
from support.snakemake_server import snakemake

#: What was learned: puzzles, a batch, a table.
TARGET = "results/tiny/tables/hypotheses.csv"

#: A workflow with a script of its own, which uses this one.
MODULE = """
configfile: "config.yaml"

module witness:
    snakefile: {snakefile!r}
    config: config
    prefix: "made here"

use rule * from witness as witness_*

rule mine:
    default_target: True
    input: "made here/{target}"
    output: "mine.txt"
    script: "mine.py"
"""

BOUND = "witness/clauses/learners/asp/bound.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout, with the package, in which the tiny experiment has learned."""
    place = checkout(tmp_path_factory.mktemp("again") / "run", "witness")
    run(place, place, *TINY, "--", TARGET)
    return place


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    """A copy of it to change."""
    return Path(shutil.copytree(made, tmp_path / "copy"))


def run(source: Path, place: Path, *options: str) -> str:
    """Run Snakemake in a folder with the package of a checkout, and return what it says."""
    variables = {**os.environ, "PYTHONPATH": str(source)}
    done = snakemake(place, ["--cores", "2", *options], variables)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout + done.stderr


def again(source: Path, place: Path, *options: str) -> set[str]:
    """Return the rules that would run."""
    said = run(source, place, "--dry-run", *(options or (*TINY, "--", TARGET)))
    return set(re.findall(r"^(?:local)?rule (\w+):$", said, re.MULTILINE))


def touch(place: Path) -> None:
    for folder in ("workflow", "witness", "studies", "bias", "bk", "config"):
        for file in (place / folder).rglob("*.*"):
            os.utime(file)


@contextmanager
def changed(file: Path, before: str, after: str) -> Iterator[None]:
    """Change a file for a while: a changed copy would need another process of Snakemake."""
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_times_of_files(place: Path, tmp_path: Path) -> None:
    """Whatever sets them: other branches, copies, programs that touch files."""
    assert again(place, place) == set()  # a copy with its times
    touch(place)
    assert again(place, place) == set()
    assert again(place, place, *TINY, "--workflow-profile", "none", "--", TARGET) == set()
    assert again(place, place, *TINY, "--", "results/tiny/config.yaml") == {"configuration"}
    # A copy with new times, in the order of their names: inputs are newer than what they are for.
    shutil.copytree(place, tmp_path / "new", copy_function=shutil.copyfile)
    for number, file in enumerate(sorted((tmp_path / "new/results").rglob("*.*"), reverse=True)):
        os.utime(file, (1_700_000_000 + number,) * 2)
    assert again(place, tmp_path / "new") == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "before", "after", "rules"),
    some(6, [
        (BOUND, "UNIONS = 500", "UNIONS = 501", {"train_batch", "tidy"}),
        (BOUND, "\nMOST", "\n# a comment\n\nMOST", set()),
        ("witness/searches/kernel.py", "\nimport", "\nX = 1\nimport", set()),
        ("witness/proof/completions.txt", "\n", "\n\n", {"train_batch", "tidy"}),
        ("witness/pipeline/report/tidy.py", "\nfrom witness", "\nX = 1\nfrom witness", {"tidy"}),
        (
            "workflow/scripts/puzzle_sets.py", "\nwith", "\nX = 1\nwith",
            {"training_set", "train_batch", "tidy"},
        ),
        (BOUND, '"""', '"""More words. ', set()),
        ("witness/clauses/learners/popper/learner.py", "\nimport", "\nX = 1\nimport", set()),
        ("workflow/scripts/tidy.py", "\nwith", "\nX = 1\nwith", {"tidy"}),
        ("bias/paper.pl", "max_vars", "% a comment\nmax_vars", {"train_batch", "tidy"}),
    ]),
)  # fmt: skip
def test_a_change(file: str, before: str, after: str, rules: set[str], made: Path) -> None:
    with changed(made / file, before, after):
        assert again(made, made) == rules


@pytest.mark.slow
def test_what_has_run_again_is_done(made: Path, place: Path) -> None:
    """A batch learns anew, whatever its folders have."""
    folder = place / "results/tiny/train/train-0000"
    before = (folder / "finished.json").read_text()
    with changed(made / BOUND, "UNIONS = 500", "UNIONS = 501"):
        run(made, place, *TINY, "--", TARGET)
        assert (folder / "finished.json").read_text() != before
        assert again(made, place) == set()


@pytest.mark.long
def test_from_another_folder_and_in_another_workflow(place: Path, tmp_path: Path) -> None:
    """A module, which has no profile; scripts of the workflow that uses it count as ever."""
    start = ("--snakefile", f"{place}/Snakefile", "--configfile", f"{place}/config/tiny.yaml")
    there = tmp_path / "else where"
    there.mkdir()
    run(place, there, *start, "--", TARGET)
    user = tmp_path / "user"
    user.mkdir()
    snakefile = MODULE.format(snakefile=f"{place}/Snakefile", target=TARGET)
    (user / "Snakefile").write_text(snakefile)
    shutil.copy(place / "config/tiny.yaml", user / "config.yaml")
    (user / "mine.py").write_text('open(snakemake.output[0], "w").close()\n')
    run(place, user)
    touch(place)
    assert again(place, tmp_path, *start, "--directory", str(there), "--", TARGET) == set()
    assert again(place, user, "--", "mine.txt") == set()
    os.utime(user / "mine.py")
    assert again(place, user, "--", "mine.txt") == {"mine"}
    with changed(place / BOUND, "UNIONS = 500", "UNIONS = 501"):
        assert again(place, there, *start, "--", TARGET) == {"train_batch", "tidy"}
        learned_anew = {"witness_train_batch", "witness_tidy", "mine"}
        assert again(place, user, "--", "mine.txt") == learned_anew


@pytest.mark.slow
def test_a_record_of_a_study(made: Path, place: Path) -> None:
    target = "results/studies/games/variants/hanoi-3.jsonl"
    shutil.copytree(Path(__file__).parents[2] / "examples/games", place / "examples/games")
    run(made, place, *TINY, "--", target)
    for one in (made, place):
        touch(one)
    assert again(made, place, *TINY, "--", target) == set()
    tidy = made / "witness/pipeline/report/tidy.py"
    with changed(tidy, "\nfrom witness", "\nX = 1\nfrom witness"):
        assert again(made, place, *TINY, "--", target) == set()
    with changed(made / "witness/gdl/network/kernel.py", "\nfrom", "\nX = 1\nfrom"):
        assert again(made, place, *TINY, "--", target) == {"games_variant"}
