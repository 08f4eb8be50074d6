"""What the types of a bias stand for: names have no meaning, and a head may have either order."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.sizes import some

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import definitions_for, read_background
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.learners import learn
from witness.clauses.learners.popper.learner import collapsed
from witness.clauses.learners.task import read_task
from witness.clauses.roles import head_roles
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify
from witness.puzzle.examples.examples import write_task
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate
from witness.searches import Limits
from witness.searches.compiled import solve
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.registry import predicate as read_predicate
from witness.searches.prolog.referee import referee

NAMES = ("paper", "nolen", "extended")
PAPER = shipped_file("bias/paper.pl").read_text()
SWAPPED = PAPER.replace("type(f,(path,square))", "type(f,(square,path))")


def line_of(start: str) -> int:
    """Return the number of the line of the paper's bias with this beginning."""
    return next(n for n, line in enumerate(PAPER.split("\n"), 1) if line.startswith(start))


def renamed(text: str, names: dict[str, str]) -> str:
    """Rename the types of a bias, all at once."""

    def in_tuple(match: re.Match[str]) -> str:
        types = re.sub(r"\w+", lambda m: names.get(m[0], m[0]), match[2])
        return f"{match[1]}{types}"

    return re.sub(r"(type\(\w+,)(\(.*?\))", in_tuple, text)


def renamings(text: str, number: int) -> list[str]:
    """Rename all types in several ways: to each other's names, and to names that sort otherwise."""
    types = sorted({t for found in re.findall(r"type\(\w+,\((.*?)\)", text)
                    for t in re.findall(r"\w+", found)})  # fmt: skip
    rng = random.Random("renamings")
    pool = sorted({*types, "chemin", "int", "a", "zz", "vertex", "thing"})
    drawn = [dict(zip(types, rng.sample(pool, len(types)), strict=True)) for _ in range(number)]
    swap = {"path": "square", "square": "path"}
    return [renamed(text, names) for names in ({"path": "chemin"}, swap, *drawn)]


def write(text: str, folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "bias.pl").write_text(text)
    return folder / "bias.pl"


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_names_of_types_mean_nothing(name: str, tmp_path: Path) -> None:
    """The same hypothesis, proof, engine and English, whatever types are called."""
    shipped = shipped_file(f"bias/{name}.pl")
    bk = definitions_for(shipped)
    texts = [shipped.read_text(), *renamings(shipped.read_text(), 5)]
    puzzles = random_set(4, 2, 3, random.Random(name))
    found = []
    for number, text in enumerate(texts):
        bias = write(text, tmp_path / str(number))
        background = read_background(bk, bias)
        outcomes: list[object] = []
        for place, puzzle in enumerate(puzzles):
            task = tmp_path / str(number) / str(place)
            write_task(puzzle, task, bk=bk, bias=bias, labels="puzzle")
            learn(task)
            hypothesis = (task / "hypothesis.pl").read_text()
            read = read_predicate(str(task / "hypothesis.pl"), bk=str(bk), bias=str(bias))
            verdict = verify(parse_clauses(hypothesis), background)
            outcomes += [hypothesis, read.dependence, verdict.to_json(), read.translation.source]
            made = collapsed(read_task(task))
            outcomes.append((made.positives, made.negatives))
            outcomes.append(solve(puzzle, read, limits=Limits()).engine)
        found.append(outcomes)
    assert all(outcomes == found[0] for outcomes in found)
    assert any("proved" in str(outcome) for outcome in found[0])


def turned(clauses: str) -> str:
    """Swap the two arguments of the head."""
    return re.sub(r"^f\((\w+),(\w+)\)", r"f(\2,\1)", clauses, flags=re.MULTILINE)


@pytest.mark.slow
@pytest.mark.usefixtures("swi_prolog")
@pytest.mark.parametrize("name", some(2, NAMES))
def test_a_head_may_have_the_square_first(name: str, tmp_path: Path) -> None:
    """Examples, learning, translation, proof, search and SWI-Prolog all agree."""
    shipped = shipped_file(f"bias/{name}.pl")
    bk = definitions_for(shipped)
    text = shipped.read_text().replace("type(f,(path,square))", "type(f,(square,path))")
    swapped = write(text, tmp_path / "swapped")
    plain, background = read_background(bk, shipped), read_background(bk, swapped)
    assert background.roles == plain.roles[::-1] == ("square", "path")
    learned = 0
    for number, puzzle in enumerate(random_set(2, 2, 3, random.Random(f"swapped {name}"))):
        tasks = tmp_path / f"plain {number}", tmp_path / f"swapped {number}"
        records = []
        for task, bias in zip(tasks, (shipped, swapped), strict=True):
            write_task(puzzle, task, bk=bk, bias=bias, labels="puzzle")
            records.append(learn(task))
        keys = "status", "true_positives", "positives", "false_positives", "classes"
        assert [records[0][k] for k in keys] == [records[1][k] for k in keys]
        learned += records[0]["true_positives"]
        given = referee(tasks[1], tasks[1] / "hypothesis.pl")
        assert given.differences == ()
        assert given.prolog == (records[0]["true_positives"], 0)
        clauses = parse_clauses((tasks[0] / "hypothesis.pl").read_text())
        theirs = turned("".join(f"{clause}\n" for clause in clauses))
        one = FilePredicate("one", translate(clauses, plain), plain)
        (tmp_path / "h.pl").write_text(theirs)
        other = read_predicate(str(tmp_path / "h.pl"), bk=str(bk), bias=str(swapped))
        assert one.translation.clauses[0].english == other.translation.clauses[0].english
        assert one.dependence is other.dependence
        verdicts = one.verdict, other.verdict
        assert [c.status for c in verdicts[0].clauses] == [c.status for c in verdicts[1].clauses]
        assert [c.cases for c in verdicts[0].clauses] == [c.cases for c in verdicts[1].clauses]
        if number == 0:  # It takes longer than all the rest.
            certificate = verdicts[1].to_json()
            assert check_certificate(certificate, parse_clauses(theirs), background) == []
        for configuration in configurations()[::7]:
            views = configuration.views()
            assert one.translation.fires(*views) == other.translation.fires(*views)
        results = [solve(puzzle, predicate, limits=Limits()) for predicate in (one, other)]
        assert results[0].expansions == results[1].expansions
        assert results[0].engine == results[1].engine
    assert learned > 0


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        (
            lambda text: text.replace("adjacent,(path,square)", "adjacent,(square,path)"),
            "body_pred(adjacent,",
            "the type square stands for a partial path as argument 1 of adjacent(square,path) and "
            "for a square as argument 1 of square(square,int,edges)",
        ),
        (
            lambda text: text.replace("type(f,(path,square))", "type(f,(path,path))"),
            "head_pred(",
            "both arguments of f(path,path) are a partial path",
        ),
        (
            lambda text: text.replace("type(f,(path,square))", "type(f,(path,int))"),
            "head_pred(",
            "the second argument of f(path,int) is a number",
        ),
        (
            lambda text: text.replace("type(f,(path,square))", "type(f,(edges,square))"),
            "head_pred(",
            "the first argument of f(edges,square) is a list of edges",
        ),
        (
            lambda text: text.replace("type(f,(path,square))", "type(f,(one,other))"),
            "head_pred(",
            "nothing says what the arguments of f(one,other) are",
        ),
        (
            lambda text: renamed(text, {"int": "path"}),
            "body_pred(path,",
            "the type path stands for a partial path as argument 1 of path(path,edges) and for a "
            "number as argument 2 of square(square,path,edges)",
        ),
        (
            lambda text: text.replace("head_pred(f,2)", "head_pred(f,1)").replace(
                "type(f,(path,square))", "type(f,(path,))").replace(
                "direction(f,(in,in))", "direction(f,(in,))"),
            "head_pred(",
            "f(path) has 1; a head has two arguments, a partial path and a square",
        ),
    ],
)  # fmt: skip
def test_what_a_head_cannot_be(
    change: Callable[[str], str], line: str, says: str, tmp_path: Path
) -> None:
    bias = write(change(PAPER), tmp_path / "bias")
    puzzle = random_set(1, 2, 2, random.Random(1))[0]
    for use in (
        lambda: read_background(bias=bias),
        lambda: write_task(
            puzzle, tmp_path / "task", bk=definitions_for(bias), bias=bias, labels="puzzle"
        ),
    ):
        with pytest.raises(InputError) as caught:
            use()
        assert (caught.value.file, caught.value.line) == (str(bias), line_of(line))
        assert says in str(caught.value)
    assert not (tmp_path / "task").exists()


@pytest.mark.parametrize(
    "definition",
    [
        "far(A) :- head_vertex(A,_).",
        "far(A) :- B = A, head_vertex(B,_).",
        "far(A) :- \\+ head_vertex(A,v0_0).",
        "far(A) :- findall(V, head_vertex(A,V), L), length(L,1).",
        "far(A) :- further(A).\nfurther(B) :- C = B, D = C, vertices(D,L), length(L,N), N > 2.",
        "further(A,N) :- path(A,L), length(L,N).\nfar(A) :- further(A,N), N > 2.",
    ],
)
def test_roles_are_followed_through_definitions(definition: str) -> None:
    bias = parse_bias(
        "head_pred(f,2). type(f,(it,them)). direction(f,(in,in)).\n"
        "body_pred(far,1). type(far,(them,)). direction(far,(in,)).\n"
    )
    assert head_roles(bias, parse_program(definition)) == ("square", "path")


def test_a_task_whose_examples_are_the_other_way_round(tmp_path: Path) -> None:
    """A bias that was changed after the examples were written is refused."""
    puzzle = random_set(1, 2, 3, random.Random(1))[0]
    bias = shipped_file("bias/paper.pl")
    for name, text, given, declare in (
        ("swapped", SWAPPED, r"the square, but .* f\(p\d+,c\d+\) it is the path", "path,square"),
        ("renamed", renamed(SWAPPED, {"path": "chemin", "square": "case"}), "the square", "chemin"),
    ):
        write_task(puzzle, tmp_path / name, bk=definitions_for(bias), bias=bias, labels="puzzle")
        (tmp_path / name / "bias.pl").write_text(text)
        for read in (learn, read_task):
            with pytest.raises(InputError, match=f"{given}.*; declare f.{declare}") as caught:
                read(tmp_path / name)
            assert caught.value.file == str(tmp_path / name / "bias.pl")
            assert caught.value.line == line_of("head_pred(")
        # So is a bias that only Popper reads.
        (tmp_path / name / "bias.pl").write_text(f"{text}enable_recursion.\n")
        with pytest.raises(InputError, match=f"{given}.*; declare f.{declare}"):
            read_task(tmp_path / name)
    for text in (PAPER, re.sub(r"type\(.*\n", "", PAPER)):
        (tmp_path / "swapped/bias.pl").write_text(f"{text}enable_recursion.\n")
        assert read_task(tmp_path / "swapped").positives
