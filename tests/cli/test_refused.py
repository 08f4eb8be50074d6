"""What a command refuses: status 2, one short line with what is wrong, and no file that is new."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from support.examples import ROOT
from support.learning import CASES
from support.running import witness
from support.small_experiment import write_experiment

from witness.base.meant import did_you_mean

LONG = "a" * 20_000
DIGITS = "9" * 5000
LEVIN = "Size: 1 1\nInit: 0 0\nGoal: 1 1\nColors: "
PANEL = {
    "id": "p", "rows": 1, "cols": 2, "starts": [[0, 0]], "goals": [[1, 2]],
    "triangles": [[0, 0, 1], [0, 1, 2]],
}  # fmt: skip
TASK = "examples p.jsonl --id figure-1 -o new"
ALL = "generate all --rows 2 --cols 3 --symbols 2"

#: What is said besides.
NOTICE = re.compile("witness: (compiling|.*up to the symmetries)")

#: What a user types among the files of `place`, and a word of the answer that names the fault.
REFUSED = [
    # Files to read and to write.
    ("solve p.jsonl -o nowhere/y.jsonl", "nowhere does not exist"),
    ("solve p.jsonl -o /proc/y.jsonl", "cannot be written"),
    ("solve p.jsonl -o .", "directory"),
    ("show p.jsonl -o ''", "empty"),
    ("show p.jsonl -o x.GIF", ".svg"),
    ("solve p.jsonl -o x.gz", ".gz"),
    ("hypotheses small -o x.xlsx", ".xlsx"),
    ("studio p.jsonl -o x.png", ".html"),
    ("verify paper.pl --core x.svg", ".svg"),
    ("verify paper.pl --picture no/x.svg", "no does not exist"),
    ("solve nowhere.jsonl", "nowhere.jsonl"),
    ("solve empty.jsonl", "no puzzles"),
    ("export windmill empty.jsonl", "no puzzles"),
    ("export pddl p.jsonl --rules live -o made", "live"),
    ("export pddl p.jsonl --bias live -o made", "--rules"),
    ("export pddl p.jsonl --rules divides.pl -o made", "divides.pl"),
    ("solve p.jsonl --bias ''", "empty"),
    ("verify paper.pl --bk paperr", "extended"),
    ("explain paper.pl nowhere.pl -o out.txt", "nowhere.pl"),
    ("solve p.jsonl --resume", "-o"),
    ("learn task -o p.jsonl/below", "folder cannot be written"),
    ("learn task --until-proved -o /proc/xx", "folder cannot be written"),
    ("examples p.jsonl --id figure-1 -o p.jsonl", "folder cannot be written"),
    ("lab shipped examples/none.pl", "does not come with witness"),
    # Clauses and biases.
    ("verify divides.pl", "divides.pl"),
    ("solve p.jsonl --predicate divides.pl --unproved -o out.jsonl", "division by zero"),
    ("explain --python shell.pl -o h.py", "line 2: unknown predicate shell/1"),
    ("verify syntax.pl", "line 1"),
    ("verify other.pl", "g/1"),
    ("explain extended.pl", "bias and bk"),
    ("explain loops.pl", "19 calls"),
    (f"{TASK} --bias undefined.pl", "length_of"),
    (f"{TASK} --bk cyclic.pl", "loop/1"),
    ("learn no-examples", "no examples"),
    # Panels, their solvers and pictures.
    ("show p.jsonl --id x", "'x'"),
    ("show p.jsonl --id figure-1 --path '[[0,0],'", "--path"),
    ("show p.jsonl --id figure-1 --path '{\"a\": 1}'", "vertices"),
    ("show hopeless.jsonl --solve", "no solution"),
    ("show hopeless.jsonl --entropy", "no solution"),
    ("show p.jsonl --depth 2", "--tree"),
    ("show p.jsonl --predicate paper", "--tree, --forced"),
    ("show p.jsonl --tree --time-limit 2", "--solve"),
    ("show p.jsonl --rules none", "--entropy"),
    ("show p.jsonl --tree --predicate best", "'best'"),
    ("solve p.jsonl --engine fast", "reference"),
    ("solve p.jsonl --predicate ''", "baseline"),
    ("solve p.jsonl --predicate unsound.pl", "--unproved"),
    ("solve p.jsonl --mode sort --shortest", "--mode prune"),
    ("solve p.jsonl --solver clingo --predicate paper", "astar"),
    ("solve middle.jsonl -o out.jsonl", "middle of an edge"),
    ("count middle.jsonl --solver astar -o out.jsonl", "use "),
    ("studio wide.jsonl -o x.html", "rows is 17"),
    ("suggest p.jsonl --id eight --aim line", "path"),
    ("suggest p.jsonl --id eight --aim unique --path [[0,0]]", "line"),
    ("suggest p.jsonl --id eight --aim line --path [[0,0],[9,9]]", "fit"),
    # Generation.
    ("generate random --count 0", "above 0"),
    ("generate random --count 1 --min-size 4 --max-size 3", "--max-size 3"),
    ("generate random --count 1 --name ''", "--name"),
    ("generate random --count 1 --name 'a\nb'", "--name"),
    ("generate random --count 1 --gaps 0.26", "0.25"),
    ("generate random --count 1 --gaps nan", "--gaps"),
    ("generate random --count 1 --kind stars --min-size 1", "2 squares"),
    ("generate path --rows 1 --cols 1 --count 1 --kind stars", "no room"),
    ("generate path --rows 8 --cols 8 --count 1 --kind mixed --unique", "6 squares"),
    (f"generate path --rows 1 --cols 1 --count 1 --difficulty remuse:{DIGITS}..", "muse:..4"),
    (f"{ALL} --where 'solution = 1'", "solutions"),
    (f"{ALL} --where 'solutions is 1'", "--where"),
    (f"{ALL} --where \"__import__('os')\"", "--where"),
    (f"{ALL} --sort -remuse", "witness rate"),
    (f"{ALL} --kind triangles,circles", "'circles'"),
    (f"{ALL} --sample 9 --most 2", "--sample"),
    (f"{ALL} --seed 9", "--sample"),
    (f"{ALL} --part 1/3", "--resume"),
    (f"{ALL} --symbols 7", "6 places"),
    (f"{ALL} --rows 8 --cols 8 --symbols 9", "1,000,000"),
    # Difficulty.
    ("rate p.jsonl --rules thesis,walls", "'walls'"),
    ("rate p.jsonl --rules ''", "''"),
    ("rate p.jsonl --lookahead 11", "at most 10"),
    ("rate p.jsonl --bias paper", ".pl file"),
    ("rate p.jsonl --measure fuse", "'fuse'"),
    # Learners.
    ("learn task --learner popper --command no-popper", "pip install"),
    ("learn task --learner bottom-up", "use asp"),
    ("learn task --learner aleph --aleph no.pl", "use popper"),
    ("learn task --learner aleph", "use popper"),
    ("learn task --popper-solver rc2", "--popper-option solver=NAME"),
    ("solve triangles.jsonl --portfolio paper,none", "--predicate"),
    ("examples triangles.jsonl --ids a,b -o new", "--all"),
    ("learn task --popper-option nuwls", "--learner popper"),
    # Experiments.
    ("hypotheses nowhere", "no such folder"),
    ("hypotheses small --where 'colour == \"red\"'", "'colour'"),
    ("hypotheses small --where 'literals >'", "verdict"),
    ("hypotheses small --where \"__import__('os').system('ls')\"", "--where"),
    ("hypotheses small --columns colour", "'colour'"),
    ("hypotheses small --columns puzzle,", "''"),
    ("hypotheses small --sort -coverage", "csv"),
    ("hypotheses small --by clause --where 'puzzle == \"a\"'", "hypotheses, status"),
    ("hypotheses small -o small/train/batch_1.jsonl", "overwritten"),
    ("hypotheses task --by clause", "witness explain"),
    # Games.
    ("game solve bad.kif -o out.json", "line 1: column 1"),
    ("game analyse half.kif", "needs a rule for"),
    ("game rate empty.jsonl", "no rules"),
    ("game solve hanoi.kif --without magic", "'magic'"),
    ("game solve hanoi.kif --role nobody", "player"),
    ("game analyse hanoi.kif --score 101", "the best is 100"),
    ("game rate hanoi.kif --rules luck", "'luck'"),
    ("game rate hanoi.kif -o hanoi.kif", "name another output"),
]  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of each kind, good ones and bad ones."""
    made = tmp_path_factory.mktemp("files")
    write_experiment(made / "small")
    shutil.copytree(CASES / "2x2_1_puzzle", made / "task")
    shutil.copytree(made / "task", made / "no-examples")
    (made / "no-examples/exs.pl").write_text("")
    shutil.copy(ROOT / "examples/panels.jsonl", made / "p.jsonl")
    for name in ("examples/paper.pl", "examples/unsound.pl", "examples/extended.pl"):
        shutil.copy(ROOT / name, made)
    shutil.copy(ROOT / "examples/games/hanoi.kif", made)
    bias, bk = ((ROOT / name).read_text() for name in ("bias/paper.pl", "bk/triangles.pl"))
    edge = {"starts": [[[0, 0], [0, 1]]], "triangles": []}
    nested = ", ".join(f"member(E{n},L), member(F{n},L), E{n} \\= F{n}" for n in range(12))
    for name, text in {
        "empty.jsonl": "",
        "hopeless.jsonl": json.dumps(
            PANEL | {"cols": 1, "goals": [[1, 1]], "triangles": [[0, 0, 3]]}
        ),
        "middle.jsonl": json.dumps(PANEL | edge),
        "wide.jsonl": json.dumps(PANEL | {"rows": 17, "goals": [[17, 2]]}),
        "divides.pl": "f(A,B) :- square(B,T,_), X is 1 // (T - T), X > 0.\n",
        "shell.pl": "f(A,B) :- adjacent(A,B),\n   shell(A).\n",
        "syntax.pl": 'f(A,B) :- adjacent(A,"__import__(os)").\n',
        "other.pl": "g(A) :- b(A).\n",
        "loops.pl": f"f(A,B) :- path(A,L), {nested}.\n",
        "undefined.pl": bias.replace("body_pred(len,2).", "body_pred(length_of,2)."),
        "cyclic.pl": f"{bk}loop(A) :- loop(A).\n",
        "bad.kif": "(role player",
        "half.kif": "(role player) (<= terminal (role player))",
    }.items():
        (made / name).write_text(text)
    return made


@pytest.mark.parametrize(("line", "word"), REFUSED, ids=[line[:70] for line, _ in REFUSED])
def test_what_is_refused(line: str, word: str, files: Path) -> None:
    before = {path: path.read_bytes() for path in files.rglob("*") if path.is_file()}
    done = witness(shlex.split(line), files)
    said = [one for one in done.err.splitlines() if not NOTICE.match(one)]
    assert (done.status, done.out, len(said)) == (2, "", 1), done
    assert word in said[0]
    assert said[0].startswith("witness")
    assert {path: path.read_bytes() for path in files.rglob("*") if path.is_file()} == before


def panel(**changes: object) -> str:
    return json.dumps({**PANEL, **changes})


#: A file, what a user types, and the beginning of what is wrong, which is long in the file.
QUOTED = [
    (f"f(A,B) :- len(A,{DIGITS}).", "verify FILE", "too many digits"),
    (f"f(A,B) :- {LONG}(A,B).", "verify FILE", "line 1: unknown predicate aaaa"),
    (f"{LONG}(A,B) :- path(A,B).", "verify FILE", "line 1: the clause is about aaaa"),
    (f"f(A,V{LONG}) :- path(A,V{LONG}).", "verify FILE", "line 1: Vaaaa"),
    (f"f(A,B) :- '{LONG}", "verify FILE", "line 1: "),
    (f"f(A,B) :- path(A,C), len(C,D), D > '{LONG}'.", "explain FILE", "line 1: "),
    (LEVIN + LONG, "import levin FILE", "line 4: 'Colors: aaaa"),
    (LEVIN.replace("1 1", f"{DIGITS} 1"), "import levin FILE", "line 1: 'Size: 9999"),
    (panel(id=LONG, goals=[[5, 2]]), "count FILE", "line 1: puzzle 'aaaa"),
    (panel(rows=LONG), "count FILE", "line 1: rows has 'aaaa"),
    (panel(**{LONG: 1}), "count FILE", "line 1: unknown key 'aaaa"),
    (panel(starts=[[9, 9]] * 5000), "count FILE", "[9, 9]"),
    (panel(id=LONG), "show FILE --id nope", "'nope'"),
    (panel(), f"show FILE --path {LONG}", "'aaaa"),
    (panel(), f"solve FILE --predicate {LONG}", "'aaaa"),
    (panel(), f"solve FILE --mode {LONG}", "'aaaa"),
    (panel(), f"solve FILE --{LONG}", "--aaaa"),
    (panel(), f"rate FILE --rules {LONG}", "'aaaa"),
    (json.dumps([{"id": [LONG], "contents": ""}]), "import windmill FILE", "entry 1: "),
    (f"https://windmill.thefifthmatt.com/{LONG}", "import windmill FILE", "line 1: "),
    (LONG, "import witnesspuzzles FILE", "line 1: 'aaaa"),
    (panel(stars=[[0, 0, "a" * 30]], triangles=[]), "export windmill FILE", "puzzle 'p' has"),
    (json.dumps({"clauses": LONG}), "recheck FILE f.pl", "not a certificate of"),
]


@pytest.mark.parametrize(("content", "line", "word"), QUOTED)
def test_a_long_quote_is_one_short_line(content: str, line: str, word: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(content)
    (tmp_path / "f.pl").write_text("f(A,B) :- path(A,C), square(B,D,C).\n")
    done = witness(line.replace("FILE", "file").split(), tmp_path)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert len(done.err) < 300
    assert word in done.err


#: A misspelt word, and what is meant by it.
MEANT = [
    ("solve examples/panel.jsonl", "panels.jsonl?"),
    ("solve nowhere/panels.jsonl", "no folder nowhere"),
    ("verify examples/papr.pl", "paper.pl?"),
    ("verify paper", "examples/paper.pl?"),
    ("examples examples/panels.jsonl --bias extendd", "extended?"),
    ("rate examples/panels.jsonl --rules wal", "wall?"),
    ("rate examples/panels.jsonl --rules papre", "paper?"),
    ("solve examples/panels.jsonl --predicate lathces", "latches?"),
    ("solve examples/panels.jsonl --solver cling", "clingo?"),
    ("show examples/panels.jsonl --id figur-1", "figure-1?"),
    ("solve examples/panels.jsonl --solv auto", "--solver?"),
    ("generate pth", "path?"),
    ("generate --difficulty hard --count 10", "before --difficulty comes a command"),
    ("slove p.jsonl", "solve?"),
    ("lab shipped examples/paper.p", "paper.pl?"),
    ("generate path --kind sqares", "squares?"),
    ("solve exmples/panels.jsonl", "examples?"),
    ("show examples/panels.jsonl --ID eight", "--id?"),
    ("show examples/panels.jsonl eight", "--id eight?"),
    ("learn examples/panels.jsonl", "`witness examples`"),
    ("learn exampels", "examples?"),
    ("recheck examples/paper.pl c.json", "certificate (JSON) first"),
    ("examples examples/panels.jsonl --out-put task", "--output?"),
    ("count p.jsonl --colour red", "--colour red"),
    ("--versoin", "--version?"),
    ("hypotheses exmples", "examples?"),
    ("game solve examples/games/coridor.kif", "corridor.kif?"),
]


@pytest.mark.parametrize(("line", "hint"), MEANT)
def test_a_misspelt_word_is_answered_with_the_one_that_is_meant(line: str, hint: str) -> None:
    done = witness(line.split(), ROOT)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert hint in done.err


def test_a_shipped_file_that_is_not_here(tmp_path: Path) -> None:
    done = witness(["show", "examples/panels.jsonl"], tmp_path)
    assert done.status == 2
    assert "`witness lab shipped examples/panels.jsonl`" in done.err


def test_what_is_unlike_everything_gets_no_question() -> None:
    assert did_you_mean("xyz", ["paper", "extended"]) == ""
