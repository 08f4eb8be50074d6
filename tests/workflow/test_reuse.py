"""The workflow from other folders, and as a module of other workflows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from support.elsewhere import TINY, contents, made, refused, snakemake
from support.examples import ROOT
from support.pipeline import checkout

from witness.base.experiment_folder import FORMAT, lock
from witness.pipeline.report.job import read_job_times

#: Two experiments, one under a prefix, and a rule that compares what they learned.
TWO = """
configfile: "config.yaml"

module paper:
    snakefile: config["snakefile"]
    config: config["witness"]
    prefix: "made/here"

use rule * from paper as paper_*

module nolen:
    snakefile: config["snakefile"]
    config: config["witness"] | {"name": "nolen", "bias": "nolen"}

use rule * from nolen as nolen_*

rule both:
    default_target: True
    input:
        paper="made/here/results/tiny/tables/hypotheses.csv",
        nolen=rules.nolen_tidy.output.hypotheses,
    output: "both.csv"
    shell: "cut -d, -f1,6 {input.paper} {input.nolen} > {output}"

rule report_of_paper:
    input: rules.paper_all.input

rule learned_by_both:
    input: rules.nolen_learned.input, rules.paper_learned.input

onstart:
    paper.onstart()
    nolen.onstart()
"""

ONE = """
module witness:
    snakefile: {snakefile!r}
    config: {config!r}

use rule * from witness as witness_*
"""

#: The tiny experiment with four training puzzles.
SETS = TINY["puzzle_sets"]
FEW = TINY | {"puzzle_sets": SETS | {"train": SETS["train"] | {"count": 4}}}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which the tiny experiment, with few puzzles, has learned."""
    place = checkout(tmp_path_factory.mktemp("reuse") / "checkout", "examples")
    (place / "config/tiny.yaml").write_text(yaml.safe_dump(FEW))
    made(place, "--configfile", "config/tiny.yaml", "--", "learned")
    return place


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def tiny(source: Path) -> list[str]:
    """The options for the tiny experiment of a checkout."""
    return ["--snakefile", f"{source}/Snakefile", "--configfile", f"{source}/config/tiny.yaml"]


def write_module(place: Path, text: str, source: Path, **config: object) -> None:
    (place / "Snakefile").write_text(text)
    settings = {"snakefile": f"{source}/Snakefile", "witness": FEW | config}
    (place / "config.yaml").write_text(yaml.safe_dump(settings))


def nothing_to_do(said: str) -> bool:
    return "Nothing to be done" in said


def planned(place: Path, *options: str) -> set[str]:
    """Return the names of the rules that would run."""
    said = made(place, "--dry-run", *options)
    rows = re.search(r"^job +count\n[- ]+\n(.*?)^total", said, re.MULTILINE | re.DOTALL)
    assert rows
    return {row.split()[0] for row in rows[1].splitlines()}


@pytest.mark.slow
def test_from_another_folder(source: Path, place: Path) -> None:
    """The bias, the profile and the default configuration are those beside the Snakefile."""
    before = sorted(source.rglob("*"))
    said = made(place, *tiny(source), "--", "learned")
    assert "checkout/profiles/default for setting default" in said
    assert contents(place / "results/tiny") == contents(source / "results/tiny")
    assert (place / "results/tiny/format").read_text() == f"{FORMAT}\n"
    assert sorted(path.name for path in place.iterdir()) == [".snakemake", "results"]
    assert planned(place, *tiny(source), "--", "learned") == {"learned"}
    # With --directory, and from a folder inside the checkout.
    (source / "deep").mkdir()
    there = ("--directory", str(place), "--", "learned")
    assert planned(source / "deep", *tiny(source), *there) == {"learned"}
    (source / "deep").rmdir()
    caches = {"__pycache__"}
    after = [path for path in sorted(source.rglob("*")) if not caches & set(path.parts)]
    assert after == [path for path in before if not caches & set(path.parts)]


def config_of(place: Path, name: str, *options: str) -> dict[str, object]:
    """The configuration that an experiment was run with."""
    made(place, *options, "--", f"results/{name}/config.yaml")
    found: dict[str, object] = yaml.safe_load((place / f"results/{name}/config.yaml").read_text())
    return found


@pytest.mark.slow
def test_which_configuration_wins(source: Path, place: Path) -> None:
    """Command line, --configfile, config.yaml in the working directory, that of the workflow."""
    start = ("--snakefile", f"{source}/Snakefile")
    shipped = yaml.safe_load((ROOT / "config.yaml").read_text())
    found = config_of(place, "paper", *start)
    assert {key: found[key] for key in shipped if key not in ("large", "triage")} == {
        key: shipped[key] for key in shipped if key not in ("large", "triage")
    }
    (place / "config.yaml").write_text("{name: mine, seed: 3, labels: constraint, test_batch: 7}")
    (place / "more.yaml").write_text("{seed: 4, labels: puzzle, large: {count: 5}}")
    more = ("--configfile", "more.yaml", "--config", "seed=5")
    found = config_of(place, "mine", *start, *more)
    assert [found[key] for key in ("seed", "labels", "test_batch")] == [5, "puzzle", 7]
    assert found["engine"] == shipped["engine"]
    assert found["large"] == shipped["large"] | {"count": 5, "implied": True}
    # A module has its own configuration alone, not that of the workflow that uses it.
    (place / "config.yaml").write_text("{name: other, colour: blue}")
    text = ONE.format(snakefile=f"{source}/Snakefile", config={"name": "a", "large": {"count": 6}})
    (place / "Snakefile").write_text(f'configfile: "config.yaml"\n{text}')
    found = config_of(place, "a", "--config", "seed=5")
    assert found["seed"] == shipped["seed"]
    assert found["large"] == shipped["large"] | {"count": 6, "implied": True}


@pytest.mark.slow
def test_a_module_without_a_configuration(source: Path, place: Path) -> None:
    """It has that of the workflow that uses it; the paper's experiment has to be asked for."""
    text = ONE.format(snakefile=f"{source}/Snakefile", config="").replace("    config: ''\n", "")
    (place / "Snakefile").write_text(text)
    assert refused(place, "--dry-run").startswith("module witness: nothing is configured, and")
    found = config_of(place, "mine", "--config", "name=mine", "test_batch=7")
    assert (found["name"], found["test_batch"]) == ("mine", 7)
    (place / "Snakefile").write_text(f'configfile: "config.yaml"\n{text}')
    (place / "config.yaml").write_text("{name: other, seed: 3}")
    assert config_of(place, "other")["seed"] == 3
    (place / "config.yaml").write_text("{name: other, colour: blue}")
    assert "there is no setting colour" in refused(place, "--dry-run")


@pytest.mark.slow
def test_the_bias_of_the_user(source: Path, place: Path) -> None:
    """It goes before a shipped one of the same name, in a module with a prefix, too."""
    (place / "bias").mkdir()
    own = (ROOT / "bias/extended.pl").read_text() + "% my own\n"
    (place / "bias/extended.pl").write_text(own)
    bias = ("--config", "bias=bias/extended.pl")
    words = refused(place, *tiny(source), "--dry-run", *bias)  # the background is not here
    assert words.startswith("bias/extended.pl: line ")
    bias = (*bias, "bk=bk/extended.pl")
    config_of(place, "tiny", *tiny(source), *bias)
    assert (place / "results/tiny/bias.pl").read_text() == own
    assert (place / "results/tiny/bk.pl").read_text() == (ROOT / "bk/extended.pl").read_text()
    write_module(place, TWO, source, bias="bias/extended.pl", bk="extended")
    made(place, "--", "made/here/results/tiny/config.yaml")
    assert (place / "made/here/results/tiny/bias.pl").read_text() == own
    background = place / "made/here/results/tiny/bk.pl"
    assert background.read_text() == (ROOT / "bk/extended.pl").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("inside", [False, pytest.param(True, marks=pytest.mark.long)])
def test_two_modules(inside: bool, source: Path, place: Path) -> None:
    """With and without a prefix; the checkout may be part of the folder of the workflow."""
    if inside:
        source = Path(shutil.copytree(source, place / "modules/witness"))
    write_module(place, TWO, source)
    target = "learned_by_both"
    made(place, "--", target)
    assert contents(place / "made/here/results/tiny") == contents(source / "results/tiny")
    other = contents(place / "results/nolen")
    assert other["bias.pl"] == (ROOT / "bias/nolen.pl").read_bytes()
    assert other["puzzles/train.jsonl"] == contents(source / "results/tiny")["puzzles/train.jsonl"]
    assert not (place / "results/tiny").exists()
    assert nothing_to_do(made(place, "--", target))
    # The default target of the workflow is its own.
    assert planned(place) == {"both"}


@pytest.mark.long
def test_the_default_target_of_a_module_alone(source: Path, place: Path) -> None:
    text = ONE.format(snakefile=f"{source}/Snakefile", config=FEW)
    (place / "Snakefile").write_text(text)
    assert {"witness_all", "witness_report"} <= planned(place)
    (place / "Snakefile").write_text(f'rule mine:\n    output: "x"\n{text}')
    assert planned(place) == {"mine"}
    # Where Snakemake's catalogue looks for the Snakefile.
    text = ONE.format(snakefile=f"{source}/workflow/Snakefile", config=FEW)
    (place / "Snakefile").write_text(text)
    assert {"witness_everything", "witness_report"} <= planned(place)
    start = ("--snakefile", f"{source}/workflow/Snakefile", "--configfile")
    assert {"everything", "report"} <= planned(place, *start, f"{source}/config/tiny.yaml")


@pytest.mark.slow
def test_the_example_of_the_page(source: Path, place: Path) -> None:
    page = (ROOT / "docs/workflow.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    text = 'configfile: "config.yaml"\n' + "\n".join(blocks)
    write_module(place, text.replace("SNAKEFILE", f"{source}/Snakefile"), source)
    rules = planned(place, "--", "proved.csv")
    assert {"proved", "witness_tidy"} <= rules
    assert "witness_triage_batch" not in rules  # what was learned is known before any race
    made(place, "--", "learned/results/tiny/config.yaml")
    assert (place / "learned/results/tiny/lock").is_file()


@pytest.mark.slow
def test_the_lock_of_a_module(source: Path, place: Path) -> None:
    """It is taken where the workflow calls `onstart` of the module."""
    write_module(place, TWO, source)
    target = "made/here/results/tiny/config.yaml"
    with lock(place / "made/here/results/tiny"):
        done = snakemake(place, "--", target)
        assert done.returncode != 0
        said = done.stdout + done.stderr
        assert "module paper: the experiment tiny is being run by process" in said
        made(place, "--", "results/nolen/config.yaml")
        (place / "Snakefile").write_text(TWO.partition("onstart:")[0])
        made(place, "--", target)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "numbers"),
    [(("--resources", "mem_mb=4000"), (2,)), pytest.param((), (3, 4), marks=pytest.mark.long)],
)
def test_memory_of_one_machine(
    options: tuple[str, ...], numbers: tuple[int, ...], source: Path, place: Path
) -> None:
    """With --resources mem_mb, jobs that would need more together do not run together."""
    shutil.copytree(source / "results/tiny/puzzles", place / "results/tiny/puzzles")
    (place / "results/tiny/format").write_text(f"{FORMAT}\n")
    target = "results/tiny/triage/plain/candidates.json"
    settings = ("--config", "train_batch=1", "--rerun-triggers", "mtime")
    made(place, *tiny(source), *settings, *options, "--", target, cores=4)
    logs = place / "results/tiny/logs"
    jobs = [job for job in read_job_times(logs) if job.stage == "train"]
    assert len(jobs) == 4
    together = max(sum(one.begun <= job.begun < one.ended for one in jobs) for job in jobs)
    assert together in numbers  # each asks for 2,000


def hosted(place: Path, source: Path) -> dict[str, str]:
    """An environment in which Snakemake has a clone of a repository on GitHub, and no need to look.

    The clone is of a checkout, and has the tag v1.
    """
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    copy = shutil.copytree(source, place / "copy", ignore=shutil.ignore_patterns("results", ".sn*"))
    for words in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "x"], ["tag", "v1"]):
        subprocess.run(["git", *words], cwd=copy, check=True, capture_output=True)
    clones = place / "cache/snakemake/snakemake/source-cache/snakemake-git-cache"
    clone = clones / "github.com/somebody/witness"
    subprocess.run(["git", "clone", "-q", "--bare", str(copy), str(clone)], check=True)
    machine_code = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "witness"
    return {"NUMBA_CACHE_DIR": str(machine_code), "XDG_CACHE_HOME": str(place / "cache")}


@pytest.mark.slow
def test_a_snakefile_on_github(
    source: Path, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As snakedeploy writes it. What is no script comes with the package that is installed."""
    given = dict(os.environ)
    for name, value in hosted(tmp_path, source).items():
        monkeypatch.setenv(name, given.get(name, value) if name == "NUMBA_CACHE_DIR" else value)
    remote = 'github("somebody/witness", path="workflow/Snakefile", tag="v1")'
    text = ONE.format(snakefile="", config=FEW).replace("snakefile: ''", f"snakefile: {remote}")
    (place / "Snakefile").write_text(text)
    made(place, "--", "witness_learned")
    assert contents(place / "results/tiny") == contents(source / "results/tiny")


@pytest.mark.long
def test_the_same_results_everywhere(source: Path, whole: Path, tmp_path: Path) -> None:
    """In the checkout, and as modules with a prefix and without."""
    finished = contents(whole / "results/tiny")
    assert {"report.html", "tables/hypotheses.csv", "figures/figure_4.svg"} <= finished.keys()
    place = tmp_path / "module"
    place.mkdir()
    write_module(place, TWO, source, puzzle_sets=SETS)
    made(place, "--", "both", "report_of_paper")
    assert contents(place / "made/here/results/tiny") == finished
    rows = (place / "both.csv").read_text().splitlines()
    assert len(rows) == 2 * 7
    assert rows[0] == rows[7] == "puzzle,verdict"
    assert nothing_to_do(made(place, "--", "both", "report_of_paper"))
    other = contents(place / "results/nolen")
    assert other.keys() >= {"tables/hypotheses.csv"}
    # Snakemake's own report finds the captions of the module.
    made(place, "--report", "report.html", "--", "report_of_paper")
    assert (place / "report.html").stat().st_size > 100_000
