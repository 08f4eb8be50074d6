"""Hostile inputs: damaged files for real commands, each made from a number alone."""

from __future__ import annotations

import json
import random
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from support.examples import ROOT
from support.exchange import page, panel
from support.mutations import ODD_NUMBERS, mutated, odd_value
from support.running import witness
from support.small_experiment import write_experiment
from support.windmill_encoding import encoded

from witness.puzzle.files import read_puzzles
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text

CASE = "tests/data/popper_cases/2x3_0_puzzle"
GAMES = ("hanoi", "corridor", "sudoku4", "three_locks", "treasure", "lights_out", "knights_tour")

TRIANGLES = """\
{"id": "a", "rows": 1, "cols": 2, "starts": [[0, 0]], "goals": [[1, 2]], \
"triangles": [[0, 0, 1], [0, 1, 2]]}
{"id": "c", "rows": 3, "cols": 3, "starts": [[0, 0]], "goals": [[3, 3]], \
"triangles": [[1, 1, 3], [2, 0, 1]]}
"""
ALL_SYMBOLS = """\
{"id": "b", "rows": 2, "cols": 2, "starts": [[0, 0], [[1, 0], [2, 0]]], "goals": [[2, 2], [0, 2]], \
"gaps": [[[0, 1], [0, 2]]], "dots": [[1, 1], [[1, 1], [1, 2]]], "squares": [[0, 0, "red"], \
[1, 1, "blue"]], "stars": [[0, 1, "red"]], "pass_goals": true}
"""

#: What is known of these, and answers.
NUMBERS = "id,band,kind,status,shortest,none\na,1,few,solved,3,8\nc,1,few,solved,8,90\n"
ANSWERS = """\
{"id": "a", "status": "solved", "path": [[0,0],[0,1],[0,2],[1,2]], "expansions": 4}
{"id": "c", "status": "time-limit", "path": null, "expansions": null}
"""

GAME = """\
(role player) (init (at 1)) (init (step 1)) ; a comment
(way 1 2) (way 2 3) (way 3 1) (succ 1 2) (succ 2 3)
(<= (legal player (go ?y)) (true (at ?x)) (way ?x ?y)) (legal player wait)
(<= (next (at ?y)) (does player (go ?y))) (<= (next (at ?x)) (true (at ?x)) (does player wait))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t)) (<= terminal (true (at 3)))
(<= terminal (true (step 3))) (<= (goal player 100) (true (at 3)))
(<= (goal player 0) (not (true (at 3))))
"""

LEVIN = """\
Size: 3 2
Init: 0 0
Goal: 3 2
Colors: |0 0 1|2 1 2|1 1 6

Size: 1 1
Init: 0 0
Goal: 1 1
"""

HYPOTHESES = (
    "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N), greaterThan(N,T).\n",
    (ROOT / "examples/paper.pl").read_text(encoding="utf-8"),
    (ROOT / "examples/unsound.pl").read_text(encoding="utf-8"),
)

PUZZLES = (
    "solve puzzles.jsonl --solver auto --time-limit 1 --memory-limit 200 -o out.jsonl",
    "solve puzzles.jsonl --solver clingo --shortest --time-limit 1",
    "solve triangles.jsonl --solver frontier --time-limit 1 --memory-limit 100 -o out.jsonl",
    "solve triangles.jsonl --predicate paper --mode prune --max-expansions 500 -o out.jsonl",
    "solve triangles.jsonl --predicate none --max-expansions 500 --engine reference --time-limit 1",
    "solve triangles.jsonl --search levin --learn-from triangles.jsonl --time-limit 1 -o out.jsonl",
    "solve triangles.jsonl --search phs --learn-from puzzles.jsonl --memory-limit 1 --time-limit 1",
    "solve triangles.jsonl --predicate derived --max-expansions 50 --time-limit 1",
    "count puzzles.jsonl --time-limit 1 --limit 1000 --memory-limit 100 -o out.jsonl",
    "enumerate puzzles.jsonl --limit 5 --time-limit 1 -o out.jsonl",
    "enumerate triangles.jsonl --id c --limit 3 --time-limit 1",
    "show puzzles.jsonl",
    "show puzzles.jsonl --all -o out.svg",
    "solve puzzles.jsonl --solver auto --time-limit 1 --format csv -o out.csv",
    "solve puzzles.jsonl --solver auto --time-limit 1 --format table -q",
    "show puzzles.jsonl --id b -o out.svg",
    "show triangles.jsonl --id c --forced --nodes 20",
    "show triangles.jsonl --tree --nodes 30 -o out.svg",
    "show triangles.jsonl --id a --path [[0,0],[0,1],[0,2],[1,2]] -o out.svg",
    "show --format words triangles.jsonl --path [[0,0],[0,1],[0,2],[1,2]]",
    "show puzzles.jsonl --id b --path [[[1,0],[2,0]],[2,0],[2,1],[2,2]] --pass-goals",
    "rate puzzles.jsonl --max-states 500 --time-limit 1 -o out.jsonl",
    "rate puzzles.jsonl --rules none --max-states 500 --time-limit 1 --pass-goals",
    "lab score triangles.jsonl none answers.jsonl -o out.txt",
    "game from-puzzle puzzles.jsonl -o out.kif",
    "game from-puzzle triangles.jsonl --id c",
)
CLAUSES = (
    "explain hypothesis.pl -o out.txt",
    "explain --python hypothesis.pl -o out.py",
    "verify hypothesis.pl --json -o out.json",
    "verify hypothesis.pl --certificate out.json --core out.pl --picture out.svg",
    "verify hypothesis.pl --why --time-limit 2 -o out.txt",
    "recheck certificate.json hypothesis.pl",
    "solve triangles.jsonl --predicate hypothesis.pl --max-expansions 200 -o out.jsonl",
    "rate triangles.jsonl --rules thesis,hypothesis.pl --max-states 200 --time-limit 2",
    "show triangles.jsonl --tree --predicate hypothesis.pl --nodes 20",
    "lab rules --rules full,hypothesis.pl -o out.txt",
)
BACKGROUNDS = (
    "explain hypothesis.pl --bk bk.pl --bias bias.pl",
    "verify hypothesis.pl --bk bk.pl --bias bias.pl --certificate out.json",
    "explain --python hypothesis.pl --bk bk.pl --bias bias.pl",
    "examples triangles.jsonl --id a --bk bk.pl --bias bias.pl -o out",
    "solve triangles.jsonl --predicate hypothesis.pl --bk bk.pl --bias bias.pl --max-expansions 9",
)
RULESHEETS = (
    "game analyse game.kif --time-limit 2 -o out.txt",
    "game analyse game.kif --time-limit 2 --json",
    "game solve game.kif --time-limit 2 --max-expansions 50",
    "game solve game.kif --time-limit 2 --max-expansions 500 --memory-limit 100 -o out.txt",
    "game solve game.kif --first --time-limit 2 --max-expansions 500 --json",
    "game rate game.kif --max-states 500 --time-limit 2 -o out.jsonl",
    "game rate game.kif --rules none --horizon 5 --max-states 500 --time-limit 2",
)
EXPERIMENTS = (
    "hypotheses small -o out.txt",
    "hypotheses small --by clause --columns +english --where literals>2",
    "hypotheses small --by behaviour --format markdown",
    "hypotheses small --format json -o out.json",
    "compare small small -o out.html",
    "compare small --format csv -o out.csv",
)
DUMPS = ("import windmill dump.json -o out.jsonl --skipped skipped.jsonl",)
LINKS = ("import windmill links.txt -o out.jsonl --skipped skipped.jsonl",)
PAGES = (
    "import witnesspuzzles page.html -o out.jsonl --skipped skipped.jsonl",
    "import witnesspuzzles panels.txt -o out.jsonl --skipped skipped.jsonl",
    "import witnesspuzzles page.html panels.txt",
)
EXPORTS = ("export windmill triangles.jsonl -o out.txt", "export witnesspuzzles puzzles.jsonl",
           "export pddl triangles.jsonl -o out")  # fmt: skip
LEARNING = ("learn task --timeout 2 -o out", "explain task --examples -o out.txt")

#: By the kind of case: the commands, and those of their files that are damaged, with the kind of
#: damage.
COMMANDS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "puzzles": (
        (*PUZZLES, *EXPORTS),
        {"puzzles.jsonl": "json", "triangles.jsonl": "json", "answers.jsonl": "json"},
    ),
    "hypotheses": (CLAUSES, {"hypothesis.pl": "prolog"}),
    "backgrounds": (BACKGROUNDS, {"bk.pl": "prolog", "bias.pl": "prolog"}),
    "certificates": (("recheck certificate.json hypothesis.pl",), {"certificate.json": "json"}),
    "rulesheets": (RULESHEETS, {"game.kif": "kif"}),
    "tasks": (
        LEARNING,
        {f"task/{name}.pl": "prolog" for name in ("exs", "bk", "bias", "hypothesis")},
    ),
    "experiments": (
        EXPERIMENTS,
        {
            "small/train/batch_0.jsonl": "json",
            "small/train/batch_1.jsonl": "json",
            "small/puzzles/train.jsonl": "json",
            "small/config.yaml": "text",
            "small/format": "text",
            "small/bias.pl": "prolog",
        },
    ),
    "dumps": (
        DUMPS,
        {"dump.json": "json"},
    ),
    "links": (LINKS, {"links.txt": "text"}),
    "pages": (PAGES, {"page.html": "json", "panels.txt": "json"}),
    "levin": (("import levin levin.txt -o out.jsonl",), {"levin.txt": "text"}),
    "options": (
        (*PUZZLES, *CLAUSES, *RULESHEETS, *LEARNING, *DUMPS, *PAGES, *EXPORTS),
        {},
    ),
}

#: How often a kind is drawn.
WEIGHTS = {
    "puzzles": 6, "hypotheses": 5, "backgrounds": 3, "certificates": 2, "rulesheets": 5, "tasks": 2,
    "experiments": 2, "dumps": 2, "links": 1, "pages": 2, "levin": 1, "options": 3,
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A command with the files that it finds."""

    seed: int
    kind: str
    arguments: list[str]
    files: dict[str, bytes]


@cache
def good_files(game: str, hypothesis: str) -> dict[str, bytes]:
    """Return a file of each kind on which all commands end well."""
    puzzles = read_puzzles(ROOT / "examples/panels.jsonl")
    dump = [{"id": one.id, "contents": encoded(one)} for one in puzzles]
    rulesheet = (
        GAME.encode() if game == "small" else (ROOT / f"examples/games/{game}.kif").read_bytes()
    )
    return {
        "puzzles.jsonl": (ALL_SYMBOLS + TRIANGLES).encode(),
        "triangles.jsonl": TRIANGLES.encode(),
        "numbers.csv": NUMBERS.encode(),
        "answers.jsonl": ANSWERS.encode(),
        "hypothesis.pl": hypothesis.encode(),
        "bk.pl": (ROOT / "bk/triangles.pl").read_bytes(),
        "bias.pl": (ROOT / "bias/paper.pl").read_bytes(),
        "task/hypothesis.pl": hypothesis.encode(),
        "certificate.json": certificate(hypothesis),
        "game.kif": rulesheet,
        "dump.json": json.dumps(dump).encode(),
        "links.txt": "".join(f"{one.id}\t{windmill_link(one)}\n" for one in puzzles).encode(),
        "page.html": page(json.loads(witnesspuzzles_text(puzzles[2]))).encode(),
        "panels.txt": f"{witnesspuzzles_text(puzzles[0])}\n{json.dumps(panel())}\n".encode(),
        "levin.txt": LEVIN.encode(),
        **experiment(),
        **{
            f"task/{name}.pl": (ROOT / CASE / f"{name}.pl").read_bytes()
            for name in ("exs", "bk", "bias")
        },
    }


@cache
def experiment() -> dict[str, bytes]:
    """Return the files of the folder of an experiment."""
    with tempfile.TemporaryDirectory() as place:
        folder = write_experiment(Path(place) / "small")
        return {
            str(path.relative_to(place)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }


@cache
def certificate(hypothesis: str) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "a.pl").write_text(hypothesis)
        words = ["verify", "a.pl", "--certificate", "certificate.json"]
        assert witness(words, Path(place)).status == 0
        return (Path(place) / "certificate.json").read_bytes()


def case(seed: int) -> Case:
    """Return the hostile input of this number."""
    rng = random.Random(seed)
    kind = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    commands, targets = COMMANDS[kind]
    arguments = rng.choice(commands).split()
    files = dict(good_files(rng.choice(("small", "small", *GAMES)), rng.choice(HYPOTHESES)))
    used = [name for name in targets if name.partition("/")[0] in arguments]
    for name in rng.sample(used, min(len(used), rng.choice((1, 1, 1, 2)))):
        files[name] = mutated(rng, targets[name], files[name])
    if kind == "options":
        arguments = options(rng, arguments)
    return Case(seed, kind, arguments, files)


def options(rng: random.Random, arguments: list[str]) -> list[str]:
    """Damage the arguments of a command: their values, their number, their order."""
    found = list(arguments)
    place = rng.randrange(1, len(found))
    how = rng.randrange(6)
    if how == 0:
        del found[place]
    elif how == 1:
        found[place] = rng.choice(found)
    elif how == 2:
        found.insert(place, rng.choice(found))
    elif how == 3:
        numbers = [n for n, word in enumerate(found) if word.isdigit()] or [place]
        found[rng.choice(numbers)] = rng.choice(ODD_NUMBERS).decode()
    elif how == 4:
        found[place] = rng.choice(
            ("", "nowhere/x", ".", "/dev/null", "-", "--", "é\u202e", "[[0,0]", "\udcff", "task")
        )
    elif "--path" in found:
        found[found.index("--path") + 1] = json.dumps([odd_value(rng), odd_value(rng)])
    else:
        found += rng.choice(
            (["--id", "\n"], ["--seed", "-1"], ["--nonsense"], ["more"], ["-o", "."])
        )
    return [word.replace("\0", "") for word in found]


def good_commands() -> list[tuple[list[str], dict[str, bytes]]]:
    """Return every command with files that are in order."""
    files = good_files("small", HYPOTHESES[0])
    return [(text.split(), files) for commands, _ in COMMANDS.values() for text in commands]
