"""Hypotheses that would be evaluated for ever, or that are very long: every command ends."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT, TABLE_3
from support.exchange import page, panel
from support.hostile import HYPOTHESES, good_files
from support.running import witness
from support.windmill_encoding import encoded

from witness.base import inputs
from witness.base.errors import InputError
from witness.base.inputs import read_lines, read_maybe_gzipped, read_text
from witness.cli import main
from witness.pipeline import training
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.model import Puzzle

ENDLESS = "f(A,B) :- between(1,100000000000,X), X < 0."
PUZZLE = (
    '{"id": "figure-1", "rows": 1, "cols": 2, "starts": [[0, 0]], "goals": [[1, 2]], '
    '"triangles": [[0, 0, 1], [0, 1, 2]]}\n'
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "endless.pl").write_text(f"{ENDLESS}\n")
    (tmp_path / "puzzles.jsonl").write_text(PUZZLE)
    return tmp_path


def test_verify_says_unknown_and_why(place: Path, capsys: pytest.CaptureFixture) -> None:
    (place / "both.pl").write_text(f"{ENDLESS}\n{TABLE_3}")
    certificate = place / "certificate.json"
    main(["verify", str(place / "both.pl"), "--json", "--certificate", str(certificate)])
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "unknown"
    assert [clause["status"] for clause in found["clauses"]] == ["unknown", *["proved"] * 3]
    assert found["clauses"][0]["reason"].startswith("it takes more than 1,000,000 steps to evalu")
    main(["recheck", str(certificate), str(place / "both.pl")])
    assert "confirmed" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["solve", "{puzzles}", "--predicate", "{hypothesis}", "--unproved"],
        ["solve", "{puzzles}", "--predicate", "{hypothesis}", "--unproved", "-o", "{out}"],
        ["rate", "{puzzles}", "--rules", "{hypothesis}"],
        ["show", "{puzzles}", "--forced", "--predicate", "{hypothesis}"],
        ["show", "{puzzles}", "--tree", "--predicate", "{hypothesis}"],
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_elsewhere_it_is_an_error(
    command: list[str], place: Path, capsys: pytest.CaptureFixture
) -> None:
    hypothesis = place / "endless.pl"
    names = {"puzzles": place / "puzzles.jsonl", "hypothesis": hypothesis, "out": place / "out"}
    status = main([word.format(**names) for word in command])
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert status == 2
    assert error.startswith(f"witness: {hypothesis}: {ENDLESS}: it takes more than 1,000,000 steps")
    assert not (place / "out").exists()


def test_a_proved_clause_that_cannot_be_drawn(place: Path) -> None:
    """What is proved is a part of the clause; the whole of it has an endless loop."""
    path, picture = place / "part.pl", place / "part.svg"
    endless = "between(1,10000000000,X), nth0(0,P,E), E == X"
    path.write_text(f"f(A,B) :- path(A,P), square(B,T,S), count(S,P,N), N > T, {endless}.\n")
    assert main(["verify", str(path), "--picture", str(picture)]) == 0
    words = " ".join(re.sub(r"<[^>]*>", " ", picture.read_text()).split())
    assert "takes too long to find examples" in words


def test_time_limits(place: Path, capsys: pytest.CaptureFixture) -> None:
    """Each evaluation has few steps, but there are very many of them."""
    hypothesis = place / "slow.pl"
    hypothesis.write_text("f(A,B) :- between(1,900000,X), X < 0.\n")
    main(["verify", str(hypothesis), "--time-limit", "0.5"])
    assert "unknown: it is not decided within the time limit of 0.5 s" in capsys.readouterr().out
    hypothesis.write_text(TABLE_3)
    main(["verify", str(hypothesis), "--certificate", str(place / "c.json")])
    capsys.readouterr()
    assert main(["recheck", str(place / "c.json"), str(hypothesis), "--time-limit", "0.001"]) == 2
    assert "not checked within the time limit of 0.001 s" in capsys.readouterr().err


LONG = [
    ", ".join(["adjacent(A,B)"] * 4000),
    "path(A,X0), " + ", ".join(f"len(X0,X{n}), X{n} >= 0" for n in range(1, 1501)),
    ", ".join(f"X{n} is X{n - 1} + 1" for n in range(3000, 0, -1)) + ", square(B,X0,_)",
    "square(B,X0,_), " + ", ".join(f"X{n + 1} is X{n} + X{n}" for n in range(60)) + ", X60 > 0",
]


@pytest.mark.slow
@pytest.mark.parametrize("body", LONG, ids=["repeated", "variables", "backwards", "doubled"])
@pytest.mark.parametrize("command", ["explain", "explain --python"])
def test_long_clauses(command: str, body: str, tmp_path: Path) -> None:
    (tmp_path / "long.pl").write_text(f"f(A,B) :- {body}.\n")
    done = witness([*command.split(), "long.pl"], tmp_path)
    assert done.status == 0, done.err
    assert len(done.out) < 2_000_000


def test_the_pipeline_records_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All files are written, with a reason for each clause that cannot be evaluated."""
    broken = "f(A,B) :- square(B,T,E), X is 1 // (T - T), X > 0."

    def learns(folder: Path, **_: object) -> None:
        (folder / "hypothesis.pl").write_text(f"{ENDLESS}\n{broken}\n{TABLE_3}")
        (folder / "result.json").write_text("{}")

    monkeypatch.setattr(training, "learn", learns)
    files = [str(ROOT / file) for file in ("bk/triangles.pl", "bias/paper.pl")]
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),), id="a")
    run = training.Training(*files).run(puzzle, place / "a")
    clauses = run.verdict["clauses"]
    assert [clause["status"] for clause in clauses] == ["unknown"] * 2 + ["proved"] * 3
    assert "1,000,000 steps" in clauses[0]["reason"]
    assert "division by zero" in clauses[1]["reason"]
    assert (place / "a" / "core.pl").read_text().count("\n") == len(run.core) == 3
    assert "def fires(path, square)" in (place / "a" / "predicate.py").read_text()


#: Commands, with `>` for a file that is endless.
ENDLESS_COMMANDS = (
    "show >", "show --format words > --path []", "solve >", "count >", "enumerate >", "rate >",
    "export windmill >", "export witnesspuzzles >", "game from-puzzle >", "export pddl > -o new",
    "export pddl triangles.jsonl --rules >.pl -o new",
    "examples > -o new",
    "solve triangles.jsonl --predicate >.pl", "solve triangles.jsonl --search phs --learn-from >",
    "solve triangles.jsonl --predicate hypothesis.pl --bias >.pl",
    "solve triangles.jsonl --predicate hypothesis.pl --bk >.pl",
    "rate triangles.jsonl --rules >.pl",
    "show triangles.jsonl --tree --predicate >.pl", "lab rules --rules >.pl",
    "explain >", "explain --python >", "verify >", "explain hypothesis.pl --bk >.pl",
    "explain hypothesis.pl --bias >.pl", "examples triangles.jsonl --id a --bk >.pl -o new",
    "examples triangles.jsonl --id a --bias >.pl -o new", "recheck > hypothesis.pl",
    "recheck certificate.json >", "lab lemmas >.pl", "lab lemmas lemmas.pl --check >",
    "import windmill >", "import witnesspuzzles >", "import levin >",
    "game analyse >", "game solve >", "game rate >", "explain -", "solve -", "import windmill -",
    "learn exs", "learn bk", "learn bias",
    "hypotheses puzzles", "lab explore bias-of",
)  # fmt: skip

#: Folders in which a file is endless.
FOLDERS = {
    "exs": ("task", "exs.pl"), "bk": ("task", "bk.pl"), "bias": ("task", "bias.pl"),
    "puzzles": ("small", "puzzles/train.jsonl"),
    "train": ("small", "train/batch_0.jsonl"), "bias-of": ("small", "bias.pl"),
}  # fmt: skip

#: Bytes of memory that a command may map, several times what Python and NumPy do.
MEMORY = 1 << 30

#: Runs commands, each in a fork with little memory, and prints status, letters and lines of each.
RUN = f"""
import json, os, resource, sys
from witness.cli import main
from witness.cli import parser
parser()
for words in json.load(open("commands.json")):
    sys.stdout.flush()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
        resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
        os.dup2(os.open("printed", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        os.dup2(os.open("/dev/zero", os.O_RDONLY), 0)
        status = 9
        try:
            status = main(words)
        except SystemExit as stop:
            status = stop.code
        finally:
            sys.stderr.flush()
            os._exit(status)
    _, status = os.waitpid(child, 0)
    printed = open("printed").read()
    print(json.dumps([words, os.waitstatus_to_exitcode(status), printed]))
"""


@pytest.fixture(scope="module")
def endless_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    endless_place = tmp_path_factory.mktemp("endless")
    files = good_files("small", HYPOTHESES[1])
    files["lemmas.pl"] = (ROOT / "bk/outlook.pl").read_bytes()
    copies = {
        f"{copy}{name.removeprefix(folder)}": content
        for copy, (folder, _) in FOLDERS.items()
        for name, content in files.items()
        if name.startswith(f"{folder}/")
    }
    for name, content in (files | copies).items():
        (endless_place / name).parent.mkdir(parents=True, exist_ok=True)
        (endless_place / name).write_bytes(content)
    for copy, (_, name) in FOLDERS.items():
        (endless_place / copy / name).unlink()
        (endless_place / copy / name).symlink_to("/dev/zero")
    for name in ("endless", "endless.pl"):
        (endless_place / name).symlink_to("/dev/zero")
    return endless_place


@pytest.mark.slow
def test_every_command_ends(endless_place: Path) -> None:
    commands = [
        text.replace(">.pl", "endless.pl").replace(">", "endless").split()
        for text in ENDLESS_COMMANDS
    ]
    (endless_place / "commands.json").write_text(json.dumps(commands))
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=endless_place, capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert [words for words, _, _ in outcomes] == commands
    wrong = [
        outcome
        for outcome in outcomes
        if outcome[1] != 2 or outcome[2].count("\n") != 1 or "the most" not in outcome[2]
    ]
    assert wrong == []
    assert not (endless_place / "new").exists()


def test_a_text_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / "a.pl"
    text = "äπ\r\n" * 100_000 + "\r"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_text(path) == "äπ\n" * 100_000 + "\n"
    path.write_text("x" * ((3 << 20) + 1))
    with pytest.raises(InputError, match=r"a\.pl: has more than 3 MB, the most that is read of it"):
        read_text(path, 3 << 20)
    # A file of a task may have more than others.
    with path.open("ab") as stream:
        stream.truncate(inputs.TEXT + 1)
    with pytest.raises(InputError, match=r"a\.pl: has more than 64 MB, the most that is read"):
        read_text(path)
    task = path.rename(tmp_path / "exs.pl")
    assert len(read_text(task)) == inputs.TEXT + 1
    for beginning in (0, 3_000_000):
        path.write_bytes(b"x" * beginning + "ä".encode()[:1])
        with pytest.raises(InputError, match=rf"not UTF-8 text \(byte {beginning}\)"):
            read_text(path)


def test_lines(tmp_path: Path) -> None:
    """Lines, letters and ends of lines may begin in one part of what is read and end in another."""
    path = tmp_path / "a.jsonl"
    for before in range((1 << 20) - 12, (1 << 20) + 1):
        path.write_bytes(b"x" * before + "\r\n\nä\nend".encode())
        assert list(read_lines(path)) == [(1, "x" * before), (2, ""), (3, "ä"), (4, "end")]
    path.write_text("one\n" + "x" * 40)
    with pytest.raises(InputError, match=r"a\.jsonl: line 2: longer than 0 MB"):
        list(read_lines(path, longest=20))
    with pytest.raises(InputError, match="has more than 0 MB"):
        list(read_lines(path, most=30))


def test_a_compressed_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(b" " * (6 << 20)))
    assert read_maybe_gzipped(path) == " " * (6 << 20)
    with pytest.raises(InputError, match="unpacks to more than 5 MB"):
        read_maybe_gzipped(path, 5 << 20)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "f(A) :- " + "a" * 5_000_000 + ".",
        "f('" + "a" * 5_000_000 + "').",
        "f('" + "''" * 2_500_000,
        "ä" * 5_000_000,
        "f(" + "1" * 5_000_000 + ").",
    ],
    ids=["word", "quoted", "quotes", "letters", "digits"],
)
def test_a_long_word_costs_what_it_is_long(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.pl").write_text(text)
    read = (
        "import resource, sys\n"
        "from witness.base.errors import InputError\n"
        "from witness.clauses.language.reader import read_program\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: read_program(sys.argv[1])\n"
        "except InputError: pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    command = [sys.executable, "-c", read, str(tmp_path / "a.pl")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * unit < 20 * len(text.encode())


MARK = b"\xef\xbb\xbf"
MARKED = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="p")
LEVIN = b"Size: 1 1\nInit: 0 0\nGoal: 1 1\nColors: |0 0 1\n"
SHEET = (ROOT / "examples/games/corridor.kif").read_bytes()
DUMP = json.dumps([{"id": "p", "contents": encoded(MARKED)}]).encode()


@pytest.mark.parametrize(
    ("name", "content", "arguments"),
    [
        ("p.jsonl", json.dumps(MARKED.to_json()).encode(), ("count",)),
        ("f.pl", TABLE_3.encode(), ("explain",)),
        ("f.pl", TABLE_3.encode(), ("verify",)),
        ("dump.json", DUMP, ("import", "windmill")),
        ("links.txt", windmill_link(MARKED).encode(), ("import", "windmill")),
        ("levin.txt", LEVIN, ("import", "levin")),
        ("page.html", page(panel()).encode(), ("import", "witnesspuzzles")),
        ("text.txt", json.dumps(panel()).encode(), ("import", "witnesspuzzles")),
        ("p.jsonl", json.dumps(MARKED.to_json()).encode(), ("export", "windmill")),
        ("game.kif", SHEET, ("game", "analyse")),
    ],
)
def test_a_file_with_the_mark_is_read_like_one_without(
    name: str,
    content: bytes,
    arguments: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / name
    printed = []
    for text in (content, MARK + content):
        file.write_bytes(text)
        assert main([*arguments, str(file)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0]
    assert printed[0] == printed[1]


def test_background_bias_certificate_and_learning_task(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def marked(source: Path) -> str:
        copy = tmp_path / f"{source.parent.name}-{source.name}"
        copy.write_bytes(MARK + source.read_bytes())
        return str(copy)

    given = ["--bk", marked(ROOT / "bk/triangles.pl"), "--bias", marked(ROOT / "bias/paper.pl")]
    hypothesis = marked(ROOT / "examples/paper.pl")
    certificate = tmp_path / "certificate.json"
    assert main(["verify", hypothesis, *given, "--certificate", str(certificate)]) == 0
    certificate.write_bytes(MARK + certificate.read_bytes())
    assert main(["recheck", str(certificate), hypothesis, *given]) == 0

    puzzles, task = tmp_path / "p.jsonl", tmp_path / "task"
    puzzles.write_text(json.dumps(MARKED.to_json()))
    assert main(["examples", str(puzzles), "--id", "p", "-o", str(task)]) == 0
    for file in sorted(task.iterdir()):
        file.write_bytes(MARK + file.read_bytes())
    capsys.readouterr()
    assert main(["learn", str(task), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "learned"
