"""No command writes over a file that it reads; its outputs are different files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT, TABLE_3
from support.hostile import HYPOTHESES, good_files
from support.running import witness

#: Commands; `>` stands for an output, before which the files that are read are named.
COMMANDS = (
    "explain hypothesis.pl more.pl -o >",
    "explain learned --examples -o >",
    "explain hypothesis.pl --bk bk.pl --bias bias.pl -o >",
    "explain --python hypothesis.pl --bk bk.pl --bias bias.pl -o >",
    "verify hypothesis.pl --bk bk.pl --bias bias.pl -o >",
    "verify hypothesis.pl --certificate >",
    "verify hypothesis.pl --core >",
    "verify hypothesis.pl --picture >",
    "lab lemmas lemmas.pl --time-limit 9 -o >",
    "lab lemmas lemmas.pl --time-limit 9 --proofs >",
    "lab lemmas lemmas.pl --check proofs.json -o >",
    "lab score triangles.jsonl answers.jsonl -o >",
    "lab rules --rules hypothesis.pl --bk bk.pl --bias bias.pl -o >",
    "rate triangles.jsonl --rules hypothesis.pl --max-states 9 -o >",
    "solve triangles.jsonl --predicate hypothesis.pl --unproved --max-expansions 9 -o >",
    "solve triangles.jsonl --search levin --learn-from puzzles.jsonl --max-expansions 9 -o >",
    "count triangles.jsonl --limit 1 -o >",
    "enumerate triangles.jsonl --limit 1 -o >",
    "show triangles.jsonl -o >",
    "show triangles.jsonl --all -o >",
    "show triangles.jsonl --tree --predicate hypothesis.pl --bk bk.pl --bias bias.pl -o >",
    "export windmill triangles.jsonl -o >",
    "export witnesspuzzles puzzles.jsonl -o >",
    "export pddl triangles.jsonl -o out --skipped >",
    "import windmill dump.json -o >",
    "import windmill links.txt --skipped >",
    "import witnesspuzzles page.html panels.txt -o >",
    "import witnesspuzzles page.html panels.txt --skipped >",
    "import levin levin.txt -o >",
    "generate random --count 1 --difficulty remuse:0.. --rules hypothesis.pl --unique -o >",
    "generate all --rows 1 --cols 1 --symbols 1 --rules hypothesis.pl -o >",
    "suggest triangles.jsonl --aim minimal --rules hypothesis.pl -o >",
    "game analyse game.kif --time-limit 9 -o >",
    "game solve game.kif --time-limit 9 -o >",
    "game rate game.kif --time-limit 9 -o >",
    "game from-puzzle triangles.jsonl -o >",
    "hypotheses small -o >",
    "explore small -o >",
)

#: Files that are read because of a folder that is named.
INSIDE = {
    "small": ("config.yaml", "bias.pl", "bk.pl", "puzzles/train.jsonl", "train/batch_0.jsonl"),
    "task": ("exs.pl", "bk.pl", "bias.pl"),
    "learned": ("exs.pl", "bk.pl", "bias.pl", "hypothesis.pl"),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("good")
    files = good_files("small", HYPOTHESES[1])
    files |= {
        "more.pl": files["hypothesis.pl"],
        "lemmas.pl": (ROOT / "bk/outlook.pl").read_bytes(),
        "proofs.json": (ROOT / "bk/outlook.lemmas.json").read_bytes(),
        **{f"learned/{name}": files[f"task/{name}"] for name in INSIDE["learned"]},
    }
    for name, content in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    return place


def contents(place: Path) -> dict[str, bytes]:
    return {str(p.relative_to(place)): p.read_bytes() for p in place.rglob("*") if p.is_file()}


def inputs(words: list[str], place: Path) -> list[str]:
    """Return the files that a command reads."""
    named = {part for word in words for part in word.split(",")}
    inside = [f"{name}/{file}" for name in named & INSIDE.keys() for file in INSIDE[name]]
    return sorted([name for name in named if (place / name).is_file()] + inside)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_read_is_not_written(command: str, good: Path, tmp_path: Path) -> None:
    place = tmp_path / "place"
    shutil.copytree(good, place)
    before = contents(place)
    words = command.split()
    read = inputs(words, place)
    assert read
    for name in read:
        done = witness([name if word == ">" else word for word in words], place)
        last = done.err.splitlines()[-1]
        assert done.status == 2, (name, done)
        kept = f"{name}: the command reads this file" in last
        other = f"{name}: (this command writes (text|a page)|a picture is an .svg file)"
        assert kept or re.search(other, last), (name, done)
        assert contents(place) == before, name


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_other_names_of_it(link: object, good: Path, tmp_path: Path) -> None:
    shutil.copy(good / "hypothesis.pl", tmp_path / "p.pl")
    link(tmp_path / "p.pl", tmp_path / "q.pl")  # type: ignore[operator]
    before = (tmp_path / "p.pl").read_bytes()
    done = witness(["explain", "p.pl", "-o", "q.pl"], tmp_path)
    assert done.status == 2
    assert done.err.startswith("witness: q.pl: the command reads this file")
    assert (tmp_path / "p.pl").read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        "verify hypothesis.pl --core > -o >",
        "import windmill dump.json -o > --skipped >",
        "import windmill dump.json -o > --skipped >.part",
    ],
)
def test_two_outputs(command: str, good: Path, tmp_path: Path) -> None:
    place = tmp_path / "place"
    shutil.copytree(good, place)
    before = contents(place)
    done = witness([word.replace(">", "new.txt") for word in command.split()], place)
    assert done.status == 2
    assert "two outputs would be this file" in done.err.splitlines()[-1]
    assert contents(place) == before


def test_the_records_of_a_run_are_no_input(good: Path, tmp_path: Path) -> None:
    """FILE.part is deleted where it holds no whole line, but not if it is what is read."""
    text = (good / "triangles.jsonl").read_text().splitlines()[0]
    (tmp_path / "out.part").write_text(text)
    for option in ([], ["--resume"]):
        done = witness(["solve", "out.part", "-o", "out", *option], tmp_path)
        assert (done.status, "the command reads this file" in done.err) == (2, True), done
        assert (tmp_path / "out.part").read_text() == text
        assert [path.name for path in tmp_path.iterdir()] == ["out.part"]


def test_a_folder_of_what_is_read(good: Path, tmp_path: Path) -> None:
    shutil.copytree(good, tmp_path / "place")
    before = contents(tmp_path / "place")
    for option, name in (("--bias", "bias.pl"), ("--bk", "bk.pl")):
        done = witness(["examples", "triangles.jsonl", option, name, "-o", "."], tmp_path / "place")
        assert done.status == 2
        assert "the command reads this file" in done.err
        assert contents(tmp_path / "place") == before


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["--certificate", "--core", "--picture", "-o"])
def test_verify_writes_all_files_or_none(wrong: str, tmp_path: Path) -> None:
    (tmp_path / "paper.pl").write_text(TABLE_3)
    files = {"--certificate": "a.json", "--core": "core.pl", "--picture": "a.svg", "-o": "a.txt"}
    options = [word for pair in {**files, wrong: "."}.items() for word in pair]
    done = witness(["verify", "paper.pl", *options], tmp_path)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["paper.pl"]

    right = [word for pair in files.items() for word in pair]
    assert witness(["verify", "paper.pl", *right], tmp_path).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"paper.pl", *files.values()}

    twice = witness(["verify", "paper.pl", "--core", "b.pl", "-o", "b.pl"], tmp_path)
    assert twice.status == 2
    assert "b.pl: two outputs would be this file" in twice.err


@pytest.mark.parametrize("word", ["\udcff", "two\nlines", "\x1b[31m", "a" * 10_000])
def test_odd_arguments_are_one_line(word: str) -> None:
    for arguments in (["solve", "a.jsonl", "--mode", word], ["explain", word[:200]], [word]):
        # As processes, because it is the real standard error that cannot take everything.
        done = subprocess.run(
            [sys.executable, "-m", "witness", *arguments], capture_output=True, text=True
        )
        assert done.returncode == 2, done
        assert done.stderr.count("\n") == 1, done
        assert done.stderr.startswith("witness"), done
        assert len(done.stderr) < 1000, done
        assert done.stderr.strip().isprintable(), done
