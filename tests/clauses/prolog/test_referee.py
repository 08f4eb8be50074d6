"""SWI-Prolog against the translation.

These tests need SWI-Prolog. Where it is missing they are skipped, unless WITNESS_REQUIRE_PROLOG is
set, as it is in CI.
"""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.beyond import MIXED, PLAIN
from support.hypotheses import random_text
from support.sizes import rounds, some

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import definitions_for, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners import learn
from witness.clauses.learners.task import read_task
from witness.cli import main
from witness.pipeline.report.paper import CLAUSES
from witness.puzzle.examples.examples import write_task
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.model import Puzzle
from witness.searches.prolog import referee as module
from witness.searches.prolog.referee import Ruling, referee

CASES = sorted((Path(__file__).parents[2] / "data" / "popper_cases").iterdir())

pytestmark = pytest.mark.usefixtures("swi_prolog")


@pytest.fixture
def task(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CASES[0], tmp_path / "task"))


def ruling(directory: Path, text: str, **limits: Any) -> Ruling:
    (directory / "h.pl").write_text(text)
    return referee(directory, directory / "h.pl", **limits)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_programs_of_popper(case: Path, tmp_path: Path) -> None:
    """Popper counted with SWI-Prolog; so does the referee, and the translation says the same."""
    expected = json.loads((case / "expected.json").read_text())
    place = Path(shutil.copytree(case, tmp_path / "task"))
    found = ruling(place, "\n".join(expected["program"]))
    assert found.differences == ()
    assert (found.positives, found.negatives) == (expected["positives"], expected["negatives"])
    assert found.prolog == found.python == (expected["true_positives"], 0)


@pytest.mark.parametrize("name", ["paper", "nolen", "extended"])
@rounds(20, 150)
def test_random_clauses(name: str, rounds: int, tmp_path: Path) -> None:
    """Every example of a board, for some clauses; some hold often, some never."""
    bias = shipped_file(f"bias/{name}.pl")
    background = read_background(definitions_for(bias), bias)
    rng = random.Random(name)
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (0, 1, 2), (1, 1, 3)), id="board")
    write_task(puzzle, tmp_path, bk=definitions_for(bias), bias=bias, labels="puzzle")
    covered = total = 0
    for _ in range(rounds):
        text = random_text(rng, background)
        found = ruling(tmp_path, text)
        assert found.differences == (), text
        covered += sum(found.prolog)
        total += found.positives + found.negatives
    assert 0.02 * total < covered < 0.95 * total


#: Clauses that take the lists of paths and squares apart.
TAKEN_APART = (
    "append(_,[V,W|_],L), corner(B,V), corner(B,W)",
    "\\+ append(_,[_,_,_,_|_],L), corner(B,V), memberchk(V,L)",
    "append(S,[V],L), corner(B,V), length(S,N), N > 2",
    "append([_,_|S],_,L), last(S,V), corner(B,V)",
    "nth1(N,L,V), corner(B,V), nth0(N,L,W), corner(B,W), plus(M,1,N), M > 1",
    "nextto(V,W,L), square(B,T,F), side(B,E,W,V), select(E,F,R), path(A,P), \\+ subset(R,P), T < 3",
    "reverse(L,[V|_]), corner(B,V), msort(L,M), last(M,W), max_member(W,L), V \\== W",
    "corner(B,V), findall(X, append(_,[X,_|_],L), M), is_set(M), delete(M,V,K), length(K,N), N < 2",
    "append([L,L],M), sort(M,[V|_]), corner(B,V), succ(N,3), length(L,N)",
)


@pytest.mark.parametrize("body", TAKEN_APART)
def test_lists_taken_apart(body: str, tmp_path: Path) -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (0, 1, 2), (1, 1, 3)), id="board")
    bias = shipped_file("bias/extended.pl")
    write_task(puzzle, tmp_path, bk=definitions_for(bias), bias=bias, labels="puzzle")
    found = ruling(tmp_path, f"f(A,B) :- vertices(A,L), {body}.")
    assert found.differences == ()
    assert 0 < sum(found.prolog) < found.positives + found.negatives


def test_table_3_on_the_puzzle_of_figure_1(tmp_path: Path) -> None:
    puzzle = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="figure-1")
    bias = shipped_file("bias/paper.pl")
    write_task(puzzle, tmp_path, bk=definitions_for(bias), bias=bias, labels="puzzle")
    found = ruling(tmp_path, "\n".join(CLAUSES))
    assert found.differences == ()
    assert found.prolog[1] == 0


DIRECTIVES = """
:- dynamic never/1.
:- discontiguous few/1.
:- use_module(library(lists), [member/2]).
few(S) :- square(S, T, _), T < 4.
few(S) :- never(S).
"""


@pytest.mark.parametrize("body", ["few(B)", "adjacent(A,B), \\+ never(B)"])
def test_directives(body: str, task: Path) -> None:
    with (task / "bk.pl").open("a") as stream:
        stream.write(DIRECTIVES)
    found = ruling(task, f"f(A,B) :- {body}.")
    assert found.differences == ()
    assert sum(found.prolog) > 0


# ---- where they differ --------------------------------------------------------------------------


def test_a_difference_is_found(task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation that is wrong on purpose: it never sees that the head has left a square."""
    real = module.translate
    wrong = [text.replace("notAdjacent", "adjacent") for text in CLAUSES]

    def lying(clauses: object, *rest: object) -> object:
        return real(parse_clauses("\n".join(wrong)), *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "translate", lying)
    found = ruling(task, "\n".join(CLAUSES))
    assert found.differences
    for difference in found.differences:
        assert difference.prolog != difference.python
        assert difference.example.startswith(("pos(f(p", "neg(f(p"))
    record = found.to_json()
    assert record["agree"] is False
    assert len(record["differences"]) == len(found.differences)


def test_where_prolog_raises_an_error_and_the_translation_does_not(task: Path) -> None:
    """docs/prolog.md: a length below 0 is an error in Prolog, and fails here."""
    with (task / "bk.pl").open("a") as stream:
        stream.write("before(A,B) :- path(A,V), path(B,W), N is 0 - 1, V = W, length(V,N).\n")
    with (task / "bias.pl").open("a") as stream:
        stream.write("body_pred(before,2).\ntype(before,(path,path)).\n")
        stream.write("direction(before,(in,in)).\n")
    found = ruling(task, "f(A,B) :- before(A,A), adjacent(A,B).")
    assert found.differences
    assert all("error" in str(d.prolog) for d in found.differences)
    assert str(found.differences[0]).endswith("; Python: does not hold")


# ---- what is refused ----------------------------------------------------------------------------


#: Texts that would run a command, by the file that they are added to. Some are refused by this
#: package's reader, some only as SWI-Prolog reads them; MARK is a file that none may make.
ATTACKS = [
    ("bk.pl", ":- initialization(shell('touch MARK'))."),
    ("bk.pl", "bad(A) :- shell(A)."),
    ("bk.pl", "':-'(shell('touch MARK'))."),
    ("bk.pl", "'?-'(shell('touch MARK'))."),
    ("bk.pl", "'-->'(a, shell('touch MARK'))."),
    ("bk.pl", "bad(A,B) :- A =/* a.\n:- shell('touch MARK').\nb :- b. */ B."),
    ("bk.pl", ":- use_module(library(shell), [as('/'(shell,2), last)])."),
    ("bk.pl", "zork(A) :- G = shell(A), findall(1, G, _)."),
    ("bk.pl", "zork(A) :- findall(1, lists:shell(A), _)."),
    ("h.pl", "f(A,B) :- adjacent(A,B), shell('touch MARK')."),
    ("h.pl", ":- shell('touch MARK')."),
    ("h.pl", "f(A,B) :- adjacent(A,B), A ==/* a.\n:- shell('touch MARK').\nb :- b. */ A."),
    ("exs.pl", ":- shell('touch MARK')."),
    ("exs.pl", "pos(shell('touch MARK'))."),
    ("exs.pl", "neg(halt)."),
]


@pytest.mark.parametrize(("name", "text"), ATTACKS)
def test_text_that_would_run(name: str, text: str, task: Path) -> None:
    mark = task / "mark"
    (task / "h.pl").write_text("f(A,B) :- adjacent(A,B).\n")
    with (task / name).open("a") as stream:
        stream.write(text.replace("MARK", str(mark)) + "\n")
    with pytest.raises(InputError) as caught:
        referee(task, task / "h.pl")
    assert "\n" not in str(caught.value)
    assert not mark.exists()


@pytest.mark.parametrize(
    "text",
    [
        "term_expansion(hello, ':-'(shell('touch MARK'))).\nhello.\n",
        "goal_expansion(notAdjacent(A,B), adjacent(A,B)).\n",
        "goal_expansion(hello, shell('touch MARK')).\nhello.\n",
        ":- use_module(library('../../../../../../tmp/evil')).\n",
    ],
)
def test_text_that_means_nothing_here(text: str, task: Path) -> None:
    """Hooks of the loader and names of libraries: no file is loaded, so they are only facts."""
    mark = task / "mark"
    with (task / "bk.pl").open("a") as stream:
        stream.write(text.replace("MARK", str(mark)))
    found = ruling(task, "f(A,B) :- notAdjacent(A,B).")
    assert found.differences == ()
    assert not mark.exists()


def test_prolog_looks_again(task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the reader of this package lets through by mistake is refused by SWI-Prolog's side."""
    monkeypatch.setattr(module, "check_calls", lambda *given: {})
    mark = task / "mark"
    with (task / "bk.pl").open("a") as stream:
        stream.write(f"bad :- shell('touch {mark}').\n")
    with pytest.raises(InputError, match="unknown predicate shell/1"):
        ruling(task, "f(A,B) :- adjacent(A,B).")  # here by the compiler
    texts = module._Texts(
        ("bk.pl", (task / "bk.pl").read_text()), ("exs.pl", ""), ("h.pl", "f(A,B) :- bad.")
    )
    read = read_task(CASES[0])
    with pytest.raises(InputError, match=r"No permission to run text `shell"):
        module._prolog_answers(read, [], texts, lambda _: None, module.INFERENCES)
    assert not mark.exists()


def test_where_the_two_readers_differ(task: Path) -> None:
    with (task / "bk.pl").open("a") as stream:
        stream.write("end_of_file.\nzork.\n")
    with pytest.raises(InputError, match=r"bk\.pl: SWI-Prolog reads \d+ clauses, but this reader"):
        ruling(task, "f(A,B) :- adjacent(A,B).")


def test_an_example_that_does_not_come_to_an_end(task: Path) -> None:
    """Here the literals may stand in any order; Prolog takes them as they stand."""
    text = "f(A,B) :- len(C,D), path(A,C), three(D), adjacent(A,B)."
    words = r"h\.pl: an example takes SWI-Prolog more than 20,000 inf"
    with pytest.raises(InputError, match=words):
        ruling(task, text, inferences=20_000)


# ---- the command --------------------------------------------------------------------------------


def test_the_command(task: Path, capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    learn(task)
    assert main(["lab", "referee", str(task)]) == 0
    out = capsys.readouterr().out.split("\n")
    assert out[0].endswith("and the translation agree on all 29 examples")
    assert out[1:3] == [
        "Prolog: 14 of 18 positive, 0 of 11 negative examples covered",
        "Python: 14 of 18 positive, 0 of 11 negative examples covered",
    ]
    result = tmp_path / "ruling.json"
    given = [str(task), str(task / "hypothesis.pl")]
    assert main(["lab", "referee", *given, "--json", "-o", str(result)]) == 0
    record = json.loads(result.read_text())
    assert record["agree"] is True
    assert record["prolog"] == {"true_positives": 14, "false_positives": 0}


def test_plain_clauses_of_a_mixed_hypothesis(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """The others have no translation: they are named, with the reason, on one line each."""
    task = Path(shutil.copytree(CASES[1], tmp_path / "task"))
    plain = ruling(task, PLAIN)
    found = ruling(task, MIXED)
    assert (found.prolog, found.python) == (plain.prolog, plain.python)
    assert plain.prolog[0] > 0
    assert (found.differences, plain.left_out) == ((), ())
    assert [reason for _, reason in found.left_out] == [
        "it calls more/3, an invented predicate",
        *["it defines more/3, an invented predicate"] * 3,
        "it is recursive: f/2 calls itself",
    ]
    assert found.to_json()["left_out"][-1]["clause"].endswith("f(A,B).")
    assert main(["lab", "referee", str(task), str(task / "h.pl")]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[4].startswith("left out, as it is recursive: f/2 calls itself: f(A,B) :- path(")
    plain_clauses = len(parse_clauses(PLAIN))
    assert lines[5].startswith(f"of the other {plain_clauses} clauses, SWI-Prolog ")
    assert "and the translation agree on all" in lines[5]


# ---- The translation over views of facts against SWI-Prolog, for every symbol.


@pytest.mark.slow
@pytest.mark.parametrize("kind", some(2, ["squares", "stars", "dots", "mixed"]))
@rounds(3, 10)
def test_other_symbols(kind: str, rounds: int, tmp_path: Path) -> None:
    """What is learned of them, and clauses at random, of which some hold."""
    bias = shipped_file(f"bias/{kind}.pl")
    bk = definitions_for(bias)
    background = read_background(bk, bias)
    rng = random.Random(kind)
    covered = 0
    for number, puzzle in enumerate(random_set(3, 2, 3, rng, kind=kind, gaps=0.1)):
        place = tmp_path / str(number)
        write_task(puzzle, place, bk=bk, bias=bias, labels="constraint", unreachable=True)
        record = learn(place)
        found = referee(place, place / "hypothesis.pl")
        assert found.differences == ()
        assert found.prolog == (record["true_positives"], 0)
        for _ in range(rounds):
            text = random_text(rng, background)
            (place / "drawn.pl").write_text(text)
            found = referee(place, place / "drawn.pl")
            assert found.differences == (), text
            covered += sum(found.prolog)
    assert covered
