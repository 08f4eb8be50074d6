"""Every command of the documentation runs, and prints what is shown below it."""

from __future__ import annotations

import difflib
import doctest
import re
import shlex
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from support.documentation import PAGES, Command, agree, commands, examples
from support.examples import ROOT
from support.running import Outcome, copy_of_tracked_files, run, snakemake, witness

from witness.clauses.prolog.process import why_missing
from witness.cli import parser
from witness.library.puzzle import Puzzle
from witness.library.searching import search

#: What cannot be run here, and why. Everything else is.
CANNOT = {
    r"dump\.json\.gz|windmill-2022|\"PATH\"|problems/\*|play/\*": "files that are not shipped",
    r"WITNESS_PUBLIC_GAMES": "rulesheets that are not shipped",
    r"WITNESS_PLAY_PAGES": "panels that are not shipped",
    r"results/popper/train|config/(popper|recorded)\.yaml": "whole experiments",
    r"results/(nolen_seed2|extended|paper/(puzzles/|train/train-00(07|\[)))": "whole experiments",
    r"(hypotheses|explore) results/": "results of experiments",
    r"snakemake .*studies/(reproduction|teaching|counting)/": "experiments",
    r"snakemake .*docs/claims\.md": "experiments",
    r"--workflow-profile slurm": "a cluster; tests/workflow makes the dry run",
    r"^(pip|\S+/bin/pip)\b": "installs from the network",
    r"^tox ": "minutes, and the network",
    r"^mkdocs ": "what tests/test_site.py builds",
    r"^(conda|podman|apptainer)\b|--sdm": "programs that may be missing, and the network",
    r"SNAKEFILE": "a folder outside the checkout; tests/workflow/test_reuse.py does it",
    r"^(python3 run\.py|source|pytest|bash \.ci/run)\b|\.venv/bin/python": "needs .venv",
    r"learner[= ]popper": "Popper, which is not on PyPI",
    r"bias=my/": "a bias that is not shipped",
}

#: What takes longer than some seconds, or needs more than Python: run behind the marker `slow`.
SLOW = {
    r"witness lab referee": "SWI-Prolog",
}

#: What takes minutes: run behind the marker `long`.
LONG = {
    r"benchmarks/(predicates|lost)\.py": "minutes",
    r"game rate examples/games/(sudoku9|eight_puzzle|knights_tour)\.kif": "many seconds",
}

#: The configuration with which experiments are planned.
TINY = "config/tiny.yaml"


def listed(command: Command, patterns: Iterable[str]) -> bool:
    return any(re.search(pattern, command.text) for pattern in patterns)


def of_page(page: str) -> list[Command]:
    return commands(page, (ROOT / page).read_text(encoding="utf-8"))


def is_snakemake(command: Command) -> bool:
    return command.text.startswith("snakemake")


COMMANDS = [command for page in PAGES for command in of_page(page)]
CAN = [command for command in COMMANDS if not listed(command, CANNOT)]
WITH_COMMANDS = [
    page
    for page in PAGES
    # tests/test_site.py runs those of the gallery, and looks at what they draw.
    if page != "docs/gallery.md"
    and any(command.page == page and not is_snakemake(command) for command in CAN)
]


def fault(command: Command, outcome: Outcome) -> str:
    """Return what is wrong about a command, the empty text if nothing is."""
    shown = {"out": [], "err": []}
    for line in command.shown or ():
        shown["err" if line.startswith("witness: ") else "out"].append(line)
    if outcome.status and not (outcome.status == 2 and shown["err"]):
        return f"{command}\nexit status {outcome.status}\n{outcome.err[-2000:]}"
    for name, printed in (("out", outcome.out), ("err", outcome.err)):
        if shown[name] and not agree(shown[name], printed.splitlines()):
            diff = difflib.unified_diff(shown[name], printed.splitlines(), "page", "program", n=1)
            return "\n".join([str(command), *diff])
    return ""


def run_in_order(chosen: list[Command], place: Path) -> None:
    """Run the commands of a page, each of which may use what earlier ones wrote."""
    faults = [fault(command, run(command.text, place)) for command in chosen]
    assert not any(faults), "\n\n".join(filter(None, faults))


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_the_commands_of_a_page(page: str, tmp_path: Path) -> None:
    chosen = [command for command in CAN if command.page == page and not is_snakemake(command)]
    copy_of_tracked_files(tmp_path)
    run_in_order([c for c in chosen if not listed(c, [*SLOW, *LONG])], tmp_path)


def with_any(patterns: Iterable[str]) -> list[str]:
    return [p for p in WITH_COMMANDS if any(listed(c, patterns) for c in CAN if c.page == p)]


def files(command: Command) -> set[str]:
    """Return the first parts of the paths that a command names, and other words."""
    return {word.partition("/")[0] for word in re.findall(r"[\w./-]+", command.text)}


def with_what_they_need(page: str, patterns: Iterable[str]) -> list[Command]:
    """Return commands of a page, and those that name a file that a command of the page writes.

    Of Snakemake's commands, these are those that make single files for others.
    """
    of_it = [command for command in CAN if command.page == page]
    written = {name for c in of_it for name in re.findall(r"(?:-o|>) ([\w.-]+)", c.text)}
    chosen: list[Command] = []
    more = [c for c in of_it if listed(c, patterns)]
    while more:
        chosen += more
        used = set().union(*map(files, chosen)) & written
        more = [c for c in of_it if c not in chosen and not is_snakemake(c) and files(c) & used]
    return [c for c in of_it if c in chosen or (is_snakemake(c) and " results/" in c.text)]


@pytest.mark.slow
@pytest.mark.parametrize("page", with_any(SLOW))
def test_the_slow_commands_of_a_page(page: str, tmp_path: Path, swi_prolog: None) -> None:
    copy_of_tracked_files(tmp_path)
    run_in_order(with_what_they_need(page, SLOW), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("page", with_any(LONG))
def test_the_long_commands_of_a_page(page: str, tmp_path: Path, swi_prolog: None) -> None:
    copy_of_tracked_files(tmp_path)
    run_in_order(with_what_they_need(page, LONG), tmp_path)


def planned(chosen: list[Command], place: Path, *options: str) -> None:
    """Run Snakemake for each of these commands, with these options before its own.

    Where SWI-Prolog is missing, a command with the referee has to say so, and where Popper is, a
    command that compares it.
    """
    missing = why_missing()
    calls = [[*options, *shlex.split(command.text, comments=True)[1:]] for command in chosen]
    outcomes = snakemake(calls, copy_of_tracked_files(place))
    faults = [
        f"{command}\n{outcome.err[-2000:]}"
        for command, outcome in zip(chosen, outcomes, strict=True)
        if outcome.status
        and not (missing and "referee=true" in command.text and missing in outcome.err)
        and not ("compared_learners=" in command.text and "Popper is not installed" in outcome.err)
    ]
    assert not faults, "\n\n".join(faults)


def once(chosen: Iterable[Command], left_out: str = r"\s*#.*") -> list[Command]:
    """Return commands of which none says the same as another, but for what is left out."""
    return list({re.sub(left_out, "", command.text): command for command in chosen}.values())


def with_something_new(chosen: Iterable[Command]) -> list[Command]:
    """Return the commands with a target, an option or a name of a setting that none before has."""
    known: set[str] = set()
    found = []
    for command in chosen:
        words = {word.partition("=")[0] for word in shlex.split(command.text, comments=True)}
        if words - known:
            found.append(command)
            known |= words
    return found


@pytest.mark.long
def test_snakemake_plans_a_tiny_experiment_in_place_of_each(tmp_path: Path) -> None:
    experiments = [c for c in CAN if is_snakemake(c) and " results/" not in c.text]
    planned(once(experiments), tmp_path, "--configfile", TINY, "--dry-run")


@pytest.mark.long
def test_snakemake_plans_each_experiment(tmp_path: Path) -> None:
    """The same jobs under another name or with another seed only once; see the test above."""
    experiments = filter(is_snakemake, CAN)
    planned(once(experiments, r" (name|seed)=\S+|\s*#.*"), tmp_path, "--dry-run")


@pytest.mark.slow
def test_snakemake_plans_whatever_can_be_set(tmp_path: Path) -> None:
    planned(with_something_new(filter(is_snakemake, CAN)), tmp_path, "--dry-run")


@pytest.mark.parametrize("pattern", [*CANNOT, *SLOW, *LONG])
def test_the_lists_name_commands_that_are_there(pattern: str) -> None:
    assert any(listed(command, [pattern]) for command in COMMANDS)


@pytest.mark.slow
def test_all_options_are_there() -> None:
    """Also of the commands that cannot be run here."""
    for command in COMMANDS:
        for part in re.split(r" [|<>&;]+ ", command.text):
            words = shlex.split(part, comments=True)
            if words[0] == "witness":
                assert ends_well(words[1:]), command


def ends_well(words: list[str]) -> bool:
    """Return whether arguments are right; those that print something and stop are."""
    try:
        parser().parse_args(words)
    except SystemExit as end:
        return not end.code
    return True


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if examples(page, "pycon")])
def test_the_sessions_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one session of Python."""
    monkeypatch.chdir(tmp_path)
    session = doctest.DocTestParser().get_doctest(examples(page, "pycon"), {}, page, page, 0)
    assert session.examples
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_options_named_in_sentences_are_there(page: str, tmp_path: Path) -> None:
    for text in re.findall(r"(?<!`)`witness ([^`]+)`", (ROOT / page).read_text(encoding="utf-8")):
        names = list(takewhile(re.compile(r"[a-z-]+").fullmatch, text.split()))
        known = witness([name for name in names if name[0] != "-"] + ["--help"], tmp_path)
        assert known.status == 0, text
        missing = set(re.findall(r"--[a-z-]+", text)) - set(re.findall(r"--[a-z-]+", known.out))
        assert not missing, f"{page}: `witness {text}`"


PAGES = [*(ROOT / "docs").glob("*.md"), *(ROOT / "studies").rglob("*.md")]

#: From how many words on a page has a picture.
LONG_PAGES = 1000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_long_page_has_a_picture(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if len(text.split()) >= LONG_PAGES:
        pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)|<img src=\"([^\"]+)\"", text)
        assert pictures


@pytest.mark.parametrize(
    "study", sorted({page.parent for page in (ROOT / "studies").rglob("*.md")})
)
def test_a_page_of_a_study_is_short(study: Path) -> None:
    """What is longer is a dump, which is CSV; all sources and claims of the paper are longer."""
    long = [p for p in study.glob("*.md") if len(p.read_text(encoding="utf-8").split()) > 1500]
    assert not long or study.name == "reproduction"


def test_the_picture_counts_as_the_search_does() -> None:
    """What tools/pictures.py draws has as many dots, and the README says the same numbers."""
    counts = [search(Puzzle.random(3, 3, seed=223), name).expansions for name in ("none", "paper")]
    picture = (ROOT / "docs" / "images" / "search.svg").read_text(encoding="utf-8")
    assert [int(n) for n in re.findall(r"(\d+) partial paths", picture)] == counts
    assert [path.count("h0") for path in re.findall(r'd="([^"]*h0)"', picture)] == counts
    assert "animate" not in picture
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "{} partial paths without a rule, and at {} with".format(*counts) in readme


nbformat = pytest.importorskip("nbformat", reason="pip install --editable '.[docs]'")
nbclient = pytest.importorskip("nbclient", reason="pip install --editable '.[docs]'")
pytest.importorskip("ipykernel", reason="pip install --editable '.[docs]'")

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


def shown(cell: Any) -> list[Any]:
    """Return what a cell shows, without progress, times, and which of two engines was faster."""
    printed, found = "", []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            if output["name"] == "stdout":
                printed += output["text"]  # in pieces, as they came
        else:
            data = str(sorted(output["data"].items()))
            found.append(re.sub(r"\b(seconds|engine)=[^,)]+", r"\1=…", data))
    return [printed, *found]


@pytest.mark.slow
def test_the_notebook_shows_what_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `jupyter nbconvert --execute` would run it; docs/development.md has the command."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    committed = nbformat.read(NOTEBOOK, as_version=4)
    again = nbformat.read(NOTEBOOK, as_version=4)
    for cell in again.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbclient.NotebookClient(
        again, timeout=600, resources={"metadata": {"path": str(NOTEBOOK.parent)}}
    ).execute()
    cells = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert len(cells) > 20
    for before, after in zip(committed.cells, again.cells, strict=True):
        assert shown(after) == shown(before), before.source
    assert not any(output.output_type == "error" for cell in cells for output in cell.outputs)
    pictures = [o for c in cells for o in c.outputs if "image/svg+xml" in o.get("data", {})]
    assert len(pictures) >= 8
