"""The finite model of a background: the same rows as SWI-Prolog, and tasks that rest on it."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.learning import make_task

from witness.base.errors import InputError, UnsupportedError
from witness.clauses import model as models
from witness.clauses.datalog import Definitions, are_relations
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import Ground, Key
from witness.clauses.learners import learned
from witness.clauses.learners.asp.columns import Values
from witness.clauses.learners.asp.learner import learn
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import read_task
from witness.clauses.model import Model, TooLargeError

EDGES = "edge(a,b).\nedge(b,c).\nedge(c,d).\nedge(x,y).\nred(d).\nblue(y).\n"
PATH = "path(X,Y) :- edge(X,Y).\npath(X,Y) :- edge(X,Z), path(Z,Y).\n"


def rows(text: str, *keys: Key, domain: tuple[Ground, ...] = ()) -> dict[Key, set[object]]:
    """Return the rows of some predicates of a program, as values."""
    values = Values()
    numbers = [values.number(value) for value in domain]
    model = Model(parse_program(text), keys, values.number, values.known, numbers, 3)
    return {key: {tuple(values.known[n] for n in row) for row in model.rows[key]} for key in keys}


def test_recursion_negation_and_arithmetic() -> None:
    text = f"{EDGES}{PATH}node(X) :- edge(X,_).\nnode(X) :- edge(_,X).\n"
    text += "leaf(X) :- node(X), \\+ edge(X,_).\nlate(X) :- path(X,Y), X @> Y.\n"
    found = rows(text, ("leaf", 1), ("late", 1), ("path", 2))
    assert found["leaf", 1] == {("d",), ("y",)}
    assert found["late", 1] == set()
    assert len(found["path", 2]) == 7
    text = "n(0).\nn(Y) :- n(X), X < 4, Y is X + 1.\nhalf(X,Y) :- n(X), Y is X // 2 - 3 mod 2.\n"
    assert rows(text, ("n", 1))["n", 1] == {(n,) for n in range(5)}
    assert (4, 1) in rows(text, ("half", 2))["half", 2]


def test_variables_without_values_stand_for_the_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "p(_,a).\ndiff(A,B) :- \\+ A = B.\nboth(A) :- e(A,B), e(A,C), diff(B,C).\n"
    text += "e(a,b).\ne(a,c).\ne(b,c).\n"
    found = rows(text, ("p", 2), ("diff", 2), ("both", 1), domain=("d",))
    assert found["p", 2] == {(v, "a") for v in "abcd"}
    assert len(found["diff", 2]) == 12
    assert found["both", 1] == {("a",)}
    monkeypatch.setattr(models, "MOST_OF_DOMAIN", 3)
    values = Values()
    wanted = [("both", 1), ("diff", 2)]
    model = Model(parse_program(text), wanted, values.number, values.known, [], 3)
    assert model.tests == {("diff", 2)}
    assert [values.known[n] for (n,) in model.rows["both", 1]] == ["a"]


def test_what_has_no_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "MOST_INSTANCES", 1000)
    with pytest.raises(TooLargeError, match="instances"):
        rows("n(0).\nn(Y) :- n(X), Y is X + 1.\n", ("n", 1))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("p(X) :- q(X), \\+ p(X).\nq(a).", "negation"),
        ("p(X) :- q([X|_]).\nq([a]).", "list"),
        ("p(X) :- q(X), r(X).\nq(a).", "not defined"),
    ],
)
def test_what_is_no_relation(text: str, word: str) -> None:
    assert word in str(Definitions(parse_program(text)).why_none(("p", 1)))


def random_program(rng: random.Random) -> str:
    """Return a stratified program: p0 has facts; p1, p2, … call those before and themselves."""
    text = [f"p0({rng.randrange(5)},{rng.randrange(5)})." for _ in range(6)]
    for n in range(1, 5):
        text += [f":- table p{n}/2."]
        for _ in range(rng.randint(1, 3)):
            first, second = rng.randrange(n), rng.randrange(n + 1)
            body = [f"p{first}(X,Z)", f"p{second}({rng.choice(('Z,Y', 'Y,Z', 'X,Y'))})"]
            if rng.random() < 0.4:
                body.append(f"\\+ p{rng.randrange(n)}({rng.choice(('X,Y', 'Y,_', 'Y,Y'))})")
            if rng.random() < 0.4:
                body.append(rng.choice(("X < Y", "X \\== Z", "Z =:= X + 1", "\\+ X = Y")))
            if rng.random() < 0.2:
                body += ["W is (X + Y) mod 5", f"p{rng.randrange(n)}(W,_)"]
            text.append(f"p{n}(X,Y) :- {', '.join(body)}.")
    return "\n".join(text) + "\n"


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
def test_the_same_rows_as_swi_prolog(tmp_path: Path) -> None:
    rng = random.Random(5)
    for number in range(12):
        text = random_program(rng)
        file = tmp_path / f"{number}.pl"
        goal = "forall((member(P,[p1,p2,p3,p4]),call(P,X,Y)),(writeq(P-X-Y),nl))"
        file.write_text(text)
        run = ["swipl", "-q", "-g", goal, "-t", "halt", str(file)]
        said = subprocess.run(run, capture_output=True, text=True, timeout=60, check=True)
        keys = [(f"p{n}", 2) for n in range(1, 5)]
        found = rows(text, *keys)
        ours = {f"{key[0]}-{x}-{y}" for key in keys for x, y in found[key]}
        assert ours == set(said.stdout.split()), text


BIAS = "head_pred(ok,1).\nbody_pred({},2).\nbody_pred(red,1).\n"


def task(place: Path, bias: str, bk: str, exs: str) -> Path:
    for name, text in (("bias", bias), ("bk", bk), ("exs", exs)):
        (place / f"{name}.pl").write_text(text)
    return place


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (PATH, "path"),
        (":- table path/2 as incremental.\n" + PATH, "path"),
        (PATH.replace("edge(X,Z), path(Z,Y)", "path(X,Z), edge(Z,Y)"), "path"),
        ("odd(X,Y) :- edge(X,Y).\nodd(X,Y) :- edge(X,Z), even(Z,Y).\n"
         "even(X,Y) :- edge(X,Z), odd(Z,Y).\n", "odd"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "more",
    [
        "",
        "direction(ok,(in,)). direction({},(in,out)). direction(red,(in,)).",
        "type(ok,(n,)). type({},(n,n)). type(red,(n,)).",
    ],
)
def test_recursive_backgrounds_are_taken(tmp_path: Path, rules: str, name: str, more: str) -> None:
    exs = "pos(ok(a)).\npos(ok(c)).\nneg(ok(x)).\nneg(ok(d)).\n"
    read = read_task(task(tmp_path, (BIAS + more).format(name, name), EDGES + rules, exs))
    learned = learn(read)
    assert list(map(str, learned.clauses)) == [f"ok(A) :- {name}(A,B), red(B)."]


def test_what_is_computed_comes_after_its_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bk = "edge(a,b).\nedge(a,c).\nedge(d,e).\ndiff(A,B) :- \\+ A = B.\n"
    bias = "head_pred(f,1).\nbody_pred(diff,2).\nbody_pred(edge,2).\n"
    read = read_task(task(tmp_path, bias, bk, "pos(f(a)).\nneg(f(d)).\nneg(f(b)).\n"))
    for most in (models.MOST_OF_DOMAIN, 3):
        monkeypatch.setattr(models, "MOST_OF_DOMAIN", most)
        (clause,) = learn(read).clauses
        assert str(clause) == "f(A) :- edge(A,B), edge(A,C), diff(B,C)."


def test_arithmetic_without_directions(tmp_path: Path) -> None:
    bias = "head_pred(f,2).\nbody_pred(inc,2).\nmax_body(3).\n"
    exs = "pos(f(1,3)).\npos(f(4,6)).\nneg(f(1,2)).\nneg(f(3,3)).\n"
    read = read_task(task(tmp_path, bias, "inc(A,B) :- B is A+1.\n", exs))
    assert list(map(str, learn(read).clauses)) == ["f(A,B) :- inc(A,C), inc(C,B)."]


def test_with_types_and_directions_what_computes_is_called() -> None:
    bias = "head_pred(f,2). body_pred(inc,2). type(f,(n,n)). type(inc,(n,n)).\n"
    bias += "direction(f,(in,in)). direction(inc,(in,out)).\n"
    program = parse_program("inc(A,B) :- B is A+1.\n")
    assert not are_relations(parse_bias(bias), program)
    assert are_relations(parse_bias("head_pred(f,2). body_pred(inc,2).\n"), program)


@pytest.mark.parametrize(
    ("bias", "word"),
    [
        ("head_pred(f,1). body_pred(map,3,ho).", "Hopper"),
        (":- modeh(1, f(+x)).", "Aleph"),
        ("modeb(1, g(+x)).", "Aleph"),
        ("head_pred(f,1). head_pred(g,1). body_pred(h,1).", "one predicate at a time"),
    ],
)
def test_other_systems_are_named(bias: str, word: str) -> None:
    with pytest.raises(InputError, match=word):
        parse_bias(bias)


def test_types_that_differ_and_types_of_nothing() -> None:
    bias = parse_bias("type(n). head_pred(f,1). body_pred(g,2). type(g,(a,b)). type(g,(a,c)).\n")
    assert bias.body[0].types == ("a", "_")
    assert len(bias.idle) == 2


def test_names_of_the_system_say_what_to_call_them() -> None:
    for name in ("rem", "mod", "is"):
        with pytest.raises(InputError, match=f"my_{name}"):
            parse_program(f"{name}(t1,a).\n")


def test_the_atom_of_a_hash() -> None:
    assert parse_program("cell(#,a).\n").facts["cell", 2] == [("#", "a")]


def test_a_limit_while_the_model_is_made_ends_the_run() -> None:
    task = make_task(
        "nat(0). nat(Y) :- nat(X), Y is X+1. e(1,2).",
        "head_pred(f,1). body_pred(nat,1). body_pred(e,2).",
        "pos(f(1)). neg(f(a)).",
    )
    _, record = learned("", task=task, settings=Settings(timeout=0.5))
    assert record["status"] == "timeout"


def test_values_are_computed_before_they_are_compared() -> None:
    """A sum of two of 60 numbers is computed 3,600 times, not 216,000 times."""
    bk = "num(X) :- between(1,60,X). sum(X,Y,Z) :- num(X), num(Y), Z is X+Y, num(Z)."
    program = parse_program(bk, "bk.pl")
    values = Values()
    asked = 0
    computed = models._Context._computed

    def counted(*given: Any) -> Any:
        nonlocal asked
        asked += 1
        return computed(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models._Context, "_computed", counted)
        model = Model(program, [("sum", 3)], values.number, values.known, [], 3)
    assert len(model.rows["sum", 3]) == sum(1 for x in range(1, 61) for y in range(1, 61 - x))
    assert asked < 4000


def test_a_constant_of_a_type_may_be_an_input() -> None:
    task = make_task(
        "age(ann,30). age(bob,17). age(cid,18). age(dan,5). geq(A,B) :- A >= B.",
        "head_pred(adult,1). body_pred(age,2). body_pred(geq,2). magic_value_type(int). "
        "type(adult,(p,)). type(age,(p,int)). type(geq,(int,int)). direction(adult,(in,)). "
        "direction(age,(in,out)). direction(geq,(in,in)).",
        "pos(adult(ann)). pos(adult(cid)). neg(adult(bob)). neg(adult(dan)).",
    )
    run, _ = learned("", task=task)
    assert [str(clause) for clause in run.learned.clauses] == ["adult(A) :- age(A,B), geq(B,18)."]


def test_why_directions_are_needed_is_said() -> None:
    task = make_task(
        "win(X) :- move(X,Y), \\+ win(Y). move(a,b).",
        "head_pred(f,1). body_pred(win,1).",
        "pos(f(a)). neg(f(b)).",
    )
    with pytest.raises(UnsupportedError, match="win/1 is recursive through a negation"):
        learned("", task=task)
