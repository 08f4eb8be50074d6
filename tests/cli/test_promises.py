"""Every promise of a command to write something, kept by the real process: files are judged.

A row is what a user types and a judge of what is on the disk afterwards (`support.promises`).
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from support import promises as kept
from support.commands import COMMANDS, command_of, options, outputs
from support.examples import ROOT, TABLE_3, UNSOUND
from support.hostile import good_files
from support.running import typed, witness

from witness.clauses.prolog.process import why_missing
from witness.cli.texts import page_file, text_file
from witness.puzzle.files import write_puzzles


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an input of each kind."""
    files = good_files("small", TABLE_3 + UNSOUND) | {
        "far.txt": b"Size: 1 2\nInit: 1 0\nGoal: 9 2\n",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "one.pl").write_text(kept.LEMMA, encoding="utf-8")
    write_puzzles(tmp_path / "p.jsonl", kept.PANELS)
    write_puzzles(tmp_path / "more.jsonl", [*kept.PANELS, kept.INNER])
    return tmp_path


# ---- the table -----------------------------------------------------------------------------------

#: What a user types, and the judge of all the files that are new then.
PROMISES: dict[str, kept.Judge] = {
    "generate random --count 3 --max-size 3 --kind squares --unique --seed 2 -o new.jsonl":
        kept.panels(3, unique=True, triangles=()),
    "generate path --rows 2 --cols 3 --count 2 --kind dots -o new.jsonl":
        kept.panels(2, rows=2, cols=3, triangles=()),
    "generate all --rows 1 --cols 2 --symbols 1 --where 'solutions = 1' --sort -muse -o new.jsonl":
        kept.all_of_a_board,
    "suggest - --id colours --aim harder --kind triangles --format puzzles -o new.jsonl < p.jsonl":
        kept.suggested,
    "show - --solve -o new.txt < p.jsonl": kept.figure_1,
    "show p.jsonl --solve -o new.svg": kept.drawn("new.svg", path=1, triangles=2),
    "show p.jsonl --all --solve -o new.svg": kept.drawn("new.svg", path=2),
    "show p.jsonl --tree -o new.svg": kept.drawn("new.svg", faded=2),
    "show p.jsonl --forced -o new.svg": kept.drawn("new.svg", note=3),
    "show p.jsonl --id colours --entropy -o new.svg": kept.drawn("new.svg", path=1),
    "import windmill - -o new.jsonl --skipped skipped.jsonl < links.txt":
        kept.imported("eight", "figure-1", "all-symbols", "cut-off", "appendix-a"),
    "import witnesspuzzles page.html panels.txt - -o new.jsonl --skipped skipped.jsonl < page.html":
        kept.imported("2AB3CD4E", "eight", "p", skipped=["2AB3CD4E"]),
    "import levin levin.txt far.txt -o new.jsonl --skipped skipped.jsonl": kept.imported(
        "levin.txt-1", "levin.txt-2", skipped=["far.txt"]
    ),
    "export windmill - -o new.txt --skipped skipped.jsonl < more.jsonl": kept.exported("windmill"),
    "export witnesspuzzles - -o new.txt --skipped skipped.jsonl < more.jsonl":
        kept.exported("witnesspuzzles"),
    "export pddl - -o made --skipped skipped.jsonl < more.jsonl": kept.as_problems,
    "solve - -o new.jsonl < p.jsonl": kept.solved,
    "solve p.jsonl --solver auto --shortest -o new.jsonl": kept.solved,
    "solve p.jsonl --search phs --learn-from - --predicate none -o new.jsonl < more.jsonl":
        kept.solved,
    "solve p.jsonl --format csv -o new.csv": kept.solved_table,
    "count - -o new.jsonl < p.jsonl": kept.counted,
    "enumerate - --id colours -o new.jsonl < p.jsonl": kept.enumerated,
    "rate - -o new.jsonl < p.jsonl": kept.rated,
    "examples - --id figure-1 -o made < p.jsonl": kept.task,
    "learn task --json -o made": kept.learned,
    "best --bias nolen --json -o made": kept.best,
    "learn task --until-proved --picture rounds.svg --json -o made": kept.taught,
    "explain --python hypothesis.pl -o new.py": kept.translated,
    "explain hypothesis.pl -o new.txt": kept.explained,
    "verify hypothesis.pl --json --certificate proof.json --core core.pl --picture cases.svg "
    "-o verdict.json": kept.verified,
    "lab lemmas one.pl --proofs proofs.json -o new.txt": kept.lemmas,
    "lab rules --rules wall,hypothesis.pl -o new.txt": kept.rules,
    "lab score triangles.jsonl none answers.jsonl --format csv -o new.csv": kept.scored,
    "hypotheses small --format csv -o new.csv": kept.hypotheses,
    "compare small small --format csv -o new.csv": kept.side_by_side,
    "lab explore small -o new.html": kept.page("train-0000"),
    "studio - -o new.html < p.jsonl": kept.page("figure-1", "colours", "none"),
    "lab referee task hypothesis.pl --json -o new.json": kept.agreed,
    "game analyse - --json -o new.json < game.kif": kept.analysed,
    "game solve - --json -o new.json < game.kif": kept.planned,
    "game rate - -o new.jsonl < game.kif": kept.game_rated,
    "game from-puzzle - --id figure-1 -o new.kif < p.jsonl": kept.as_game,
}  # fmt: skip


def words_of(line: str) -> list[str]:
    return shlex.split(line.partition(" < ")[0])


def written(line: str) -> dict[str, str]:
    """Return the files and folders that the options of a line name, by the names of the options."""
    words = words_of(line)
    named = {}
    for option in outputs(command_of(words)):
        for word in set(option.option_strings) & set(words):
            named[option.option_strings[-1]] = words[words.index(word) + 1]
    return named


def test_every_output_of_every_command_is_in_the_table() -> None:
    promised = {(command_of(words_of(line)), name) for line in PROMISES for name in written(line)}
    there_are = {(name, one.option_strings[-1]) for name in COMMANDS for one in outputs(name)}
    assert promised == there_are


def test_every_command_that_reads_standard_input_does_so_in_the_table() -> None:
    read = {command_of(words_of(line)) for line in PROMISES if " < " in line}
    for name in COMMANDS:
        said = [one for one in options(name) if "- for standard input" in str(one.help)]
        assert not said or not outputs(name) or name in read, name


@pytest.mark.parametrize("line", PROMISES)
def test_what_is_promised_is_on_the_disk(
    line: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if line.startswith("lab referee") and why_missing():
        pytest.skip(why_missing() or "")
    before = {path: path.read_bytes() for path in files_in(place)}
    done = typed(f"witness {line}", place)
    assert done.status == 0, done
    # A command that fills a folder says in a line what is there.
    assert [*map(type, map(json.loads, done.out.splitlines()))] == [dict] * ("-o made" in line), (
        done
    )
    after = files_in(place)
    assert {path: path.read_bytes() for path in after if path in before} == before
    new = {str(path.relative_to(place)).partition("/")[0] for path in after if path not in before}
    assert new == {*written(line).values()}
    PROMISES[line](place)
    check_printed(line, place, monkeypatch)


def files_in(place: Path) -> set[Path]:
    """Return the files of a folder, but for the programs that `typed` puts there."""
    return {path for path in place.rglob("*") if path.is_file() and ".programs" not in path.parts}


def check_printed(line: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To `-o -` a text goes to standard output: the judge has to accept that as well."""
    words = words_of(line)
    (kind,) = [one.type for one in outputs(command_of(words)) if one.dest == "output"]
    if [*written(line)] != ["--output"] or kind not in (text_file, page_file):
        return
    given = line.partition(" < ")[2]
    if given:
        monkeypatch.setattr("sys.stdin", (place / given).open(encoding="utf-8"))
    at = words.index("-o")
    done = witness([*words[: at + 1], "-", *words[at + 2 :]], place)
    (place / words[at + 1]).write_text(done.out, encoding="utf-8")
    PROMISES[line](place)


def test_a_pipe(place: Path) -> None:
    line = "witness generate random --count 5 --max-size 3 | witness solve - --format table"
    done = typed(line, place)
    assert done.status == 0
    head, *rows = done.out.splitlines()
    assert head.split()[:3] == ["id", "status", "length"]
    assert [row.split()[1] for row in rows] == ["solved"] * 5


def test_what_is_said_of_standard_input(place: Path) -> None:
    done = typed("witness show - < p.jsonl", place)
    assert done.err.startswith(
        "witness: standard input: this is 'figure-1', the first of 3 puzzles"
    )


def test_the_shell_completes(place: Path) -> None:
    """As the page says it, and then a word that is begun."""
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    install = re.findall(r"^    (.*bash-completion.*)$", text, re.MULTILINE)
    assert len(install) == 2
    begun = "COMP_WORDS=(witness sol); COMP_CWORD=1; _shtab_witness; echo ${COMPREPLY[@]}"
    script = ". ~/.local/share/bash-completion/completions/witness"
    done = typed(" && ".join([*install, script, begun]), place)
    assert (done.status, done.out) == (0, "solve\n"), done
