"""The finite model of a background: the same rows as SWI-Prolog, and tasks that rest on it."""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.learning import make_task

from witness.base.errors import InputError, UnsupportedError
from witness.clauses import model as models
from witness.clauses.datalog import Definitions, are_relations
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import Compound, Ground, Key, term_of, term_text
from witness.clauses.learners import learned
from witness.clauses.learners.asp.columns import Values
from witness.clauses.learners.asp.learner import learn
from witness.clauses.learners.coverage import coverage
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
    terms = ("(X,Y)", "f(X,g(Z))", "f(Y,Y)", "h((Z,X))", "f(X,g(1))", "Y")
    for _ in range(8):
        made, other = rng.choice(terms), rng.choice(terms)
        text.append(f"t({made},{other}) :- p{rng.randrange(2)}(X,Y), p0(Y,Z).")
        text.append(f"p5(X,Y) :- p0(X,Y), t(W,{rng.choice((other, '_'))}), W = {made}.")
    return "\n".join(sorted(text, key=lambda rule: rule.split("(")[0])) + "\n"


@pytest.mark.usefixtures("swi_prolog")
def test_the_same_rows_as_swi_prolog(tmp_path: Path) -> None:
    rng = random.Random(5)
    for number in range(12):
        text = random_program(rng)
        file = tmp_path / f"{number}.pl"
        goal = "forall((member(P,[p1,p2,p3,p4,p5]),call(P,X,Y)),(writeq(P-X-Y),nl))"
        file.write_text(text)
        run = ["swipl", "-q", "-g", goal, "-t", "halt", str(file)]
        said = subprocess.run(run, capture_output=True, text=True, timeout=60, check=True)
        keys = [(f"p{n}", 2) for n in range(1, 6)]
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
        ("body_pred(map,3, ho).", "Hopper"),
        ("head_pred(f,1).\nbody_pred(map,3,ho). :- p(X), X=@name(Y).", "line 2: .*Hopper"),
        ("head_pred(f,1).\nnumerical_pred(geq,2).", "line 2: .*NumSynth"),
        ("head_pred(f,1). body_pred(g,2). numerical_pred(geq,2).", "line 1: .*NumSynth"),
        ("0.5::f(1).", "ProbLog"),
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
    assert len(bias.idle) == 1


def test_names_of_operators_may_be_defined() -> None:
    """As in Prolog; clauses of its predicates do not count."""
    task = make_task(
        "div(2,2). div(2,4). div(3,3). div(3,6). two(2). rem(A) :- div(B,A), 0 is B mod 2.",
        "head_pred(f,1). body_pred(div,2). body_pred(two,1). body_pred(rem,1).",
        "pos(f(4)). pos(f(2)). neg(f(3)). neg(f(6)).",
    )
    assert [str(clause) for clause in learn(task).clauses] == ["f(A) :- 'rem'(A)."]
    (clause,) = parse_clauses("f(A) :- div(B,A), two(B).")
    assert coverage([clause], task) == (2, 0)
    assert parse_clauses(str(clause)) == [clause]
    assert parse_program("is(t1,a).\n").unusable == {("is", 2): 1}


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


#: Terms in the heads, the bodies and the facts of relations.
PLACES = """
side(3).
right((X,Y),(Z,Y)) :- side(S), X < S, Z is X + 1.
up(P,(X,Z)) :- P = (X,Y), side(S), Y < S, Z is Y + 1.
left(at(X,far(Y)),at(Z,far(Y))) :- X > 1, Z is X - 1.
edge((1,_)).
same((X,X)).
corner(P) :- edge(P), same(P).
next(P,Q) :- right(P,Q).
next(P,Q) :- up(P,Q).
"""


def test_terms_are_taken_apart_and_made(tmp_path: Path) -> None:
    places: list[Ground] = [Compound(",", (x, y)) for x in (1, 2, 3) for y in (1, 2, 3)]
    places.append(Compound("at", (2, Compound("far", (5,)))))
    keys = [("next", 2), ("left", 2), ("edge", 1), ("corner", 1)]
    found = rows(PLACES, *keys, domain=tuple(places))
    assert {key[0]: len(found[key]) for key in keys} == {
        "next": 12, "left": 1, "edge": 3, "corner": 1
    }  # fmt: skip
    if shutil.which("swipl") is None:
        return
    (tmp_path / "bk.pl").write_text(PLACES)
    for row in found["next", 2]:
        goal = ",".join(term_text(term_of(value)) for value in row)  # type: ignore[arg-type]
        command = ["swipl", "-q", "-g", f"next({goal})", "-t", "halt", str(tmp_path / "bk.pl")]
        assert subprocess.run(command, check=False).returncode == 0


def test_a_task_about_pairs_without_directions(tmp_path: Path) -> None:
    bias = "head_pred(f,2).\nbody_pred(right,2).\nbody_pred(up,2).\nmax_vars(3).\n"
    exs = "pos(f((1,1),(2,2))).\npos(f((1,2),(2,3))).\nneg(f((1,1),(2,1))).\nneg(f((1,1),(3,1))).\n"
    read = read_task(task(tmp_path, bias, PLACES, exs))
    (clause,) = learn(read).clauses
    assert str(clause) in {"f(A,B) :- right(A,C), up(C,B).", "f(A,B) :- up(A,C), right(C,B)."}
    recursive = replace(read, bias=parse_bias(f"{bias}enable_recursion.\n"))
    with pytest.raises(UnsupportedError, match="recursion"):
        learn(recursive)


def test_what_is_called_is_read_where_too_many_values_follow() -> None:
    edges = "".join(f"edge(n{n},n{m}). " for n in range(4) for m in range(20 * n, 20 * n + 45))
    task = make_task(
        f"{edges}edge(a,b). diff(A,B) :- \\+ A = B.",
        "head_pred(f,1). body_pred(edge,2). body_pred(diff,2). max_vars(3). max_body(3)."
        "type(f,(n,)). type(edge,(n,n)). type(diff,(n,n))."
        "direction(f,(in,)). direction(edge,(in,out)). direction(diff,(in,in)).",
        "pos(f(n0)). pos(f(n1)). neg(f(a)).",
    )
    assert not are_relations(task.bias, task.background)
    (clause,) = learn(task).clauses
    assert len(clause.body) <= 3
    free = tuple(replace(one, inputs=(False,) * 2) for one in task.bias.body[:1])
    listed = replace(task.bias, body=(*free, *task.bias.body[1:]))
    assert are_relations(listed, task.background)
    assert len(learn(replace(task, bias=listed)).clauses) == 1


def test_an_output_that_a_clause_leaves_open_is_an_input(tmp_path: Path) -> None:
    """And a table of what nothing defines, such as the head, does no harm."""
    bk = ":- table near/1, far/2.\nat(a,[1,2]). at(a,[3,3]). at(b,[1,1]). at(b,[2,3]).\n"
    bias = "head_pred(near,1). body_pred(at,2).\nbody_pred(row,2). max_vars(3). max_body(3).\n"
    bias += "type(near,(s,)). type(at,(s,p)). type(row,(p,p)).\n"
    bias += "direction(near,(in,)). direction(at,(in,out)). direction(row,(in,out)).\n"
    place = task(tmp_path, bias, f"{bk}row([_,2],[_,3]).\n", "pos(near(a)). neg(near(b)).\n")
    read = read_task(place)
    assert read.bias.body[1].inputs == (True, True)
    said = "bias.pl: line 2: line 3 of bk.pl gives argument 2 of row/2 no value"
    assert [line for line in read.faults if line.startswith(said)]
    (clause,) = learn(read).clauses
    assert {literal.name for literal in clause.body} == {"at", "row"}


def test_directives_of_others(tmp_path: Path) -> None:
    bias = "head_pred(f,1).\nbody_pred(edge,2).\nbody_pred(path,2).\n"
    directives = ":- set_prolog_flag(verbose, silent).\n:- table (f/1) as incremental.\n"
    directives += ":- dynamic([f/1], [incremental(true)]).\n:- consult('edges').\n"
    exs = "pos(f(a)).\npos(f(b)).\nneg(f(d)).\nneg(f(e)).\n"
    place = task(tmp_path, bias, directives + PATH, exs)
    with pytest.raises(InputError, match=r"line 4: edges: no file of this name"):
        read_task(place)
    (place / "edges.pl").write_text("edge(a,b).\nedge(b,a).\nedge(e,d).\n")
    assert list(map(str, learn(read_task(place)).clauses)) == ["f(A) :- edge(A,B), edge(B,A)."]
    (place / "edges.pl").write_text(":- consult(bk).\n")
    with pytest.raises(InputError, match="cannot load a third"):
        read_task(place)
    with pytest.raises(InputError, match="no file of this name"):
        parse_program(":- consult(edges).\n")
    with pytest.raises(InputError, match="double_quotes"):
        parse_program(":- set_prolog_flag(double_quotes, codes).\n")


def test_predicates_without_a_direction_and_facts_that_no_rule_asks_for() -> None:
    task = make_task(
        "edge(a,b). edge(b,c). red(c).",
        "head_pred(f,1). body_pred(edge,2). body_pred(red,1). direction(edge,(in,out))."
        "colour(red). max_vars(3).",
        "pos(f(b)). neg(f(a)).",
    )
    assert task.bias.head.inputs == (True,)
    assert task.bias.body[1].inputs == (False,)
    said = {line.partition(" has no ")[0] for line, _ in task.bias.idle}
    assert said == {"f/1", "red/1", "colour(red)"}
    (clause,) = learn(task).clauses
    assert {literal.name for literal in clause.body} == {"edge", "red"}
