"""The interpreter: the answers of a Prolog system, checked by hand."""

from __future__ import annotations

import random
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import ROOT, TABLE_3

from witness.base.errors import InputError
from witness.logic.bindings import Bindings
from witness.logic.interpreter import Interpreter, in_order
from witness.logic.language.bias import parse_bias, read_bias
from witness.logic.language.builtins import BUILTINS
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import parse_program, read_program
from witness.logic.language.terms import (
    Clause,
    Compound,
    Ground,
    ListTerm,
    Literal,
    Term,
    Variable,
    term_of,
)

Answers = list[dict[str, Ground]]


def answers(goal: str, program: str = "", limit: int | None = None) -> Answers:
    (clause,) = parse_clauses(f"goal :- {goal}.")
    interpreter = Interpreter(parse_program(program, "bk.pl"))
    return list(islice(interpreter.solve(clause.body), limit))


def values(goal: str, program: str = "", limit: int | None = None) -> list[Ground]:
    """Return the values of X in the answers."""
    return [answer["X"] for answer in answers(goal, program, limit)]


FAMILY = """\
parent(ann,bob).
parent(bob,cid).
parent(bob,dee).
ancestor(A,B) :- parent(A,B).
ancestor(A,B) :- parent(A,C), ancestor(C,B).
"""

# ---- resolution -----------------------------------------------------------------------------


def test_answers_come_in_prolog_order_with_repetitions() -> None:
    assert values("ancestor(ann,X)", FAMILY) == ["bob", "cid", "dee"]
    assert values("ancestor(X,dee)", FAMILY) == ["bob", "ann"]
    assert answers("ancestor(bob,cid)", FAMILY) == [{}]
    assert answers("ancestor(cid,ann)", FAMILY) == []
    assert values("member(X,[b,a,b])") == ["b", "a", "b"]
    assert answers("member(a,[a,b,a])") == [{}, {}]
    assert values("p(X)", "p(1).\np(2).\np(X) :- q(X).\np(4).\nq(3).\n") == [1, 2, 3, 4]


def test_a_variable_without_a_value_is_left_out() -> None:
    assert answers("X = Y, Z = 1") == [{"Z": 1}]
    assert answers("X = [Y], Z = f(a), W = [f(1)]") == [{}]
    assert answers("X = [Y|Z], Y = 1, Z = [2]") == [{"X": (1, 2), "Y": 1, "Z": (2,)}]


def test_variables_of_a_clause_are_new_at_each_call() -> None:
    program = "same(X,X).\npair(X,Y) :- same(X,Z), same(Y,Z).\n"
    assert answers("same(X,1), same(Y,2)", program) == [{"X": 1, "Y": 2}]
    assert answers("pair(X,3), X = Y", program) == [{"X": 3, "Y": 3}]
    assert answers("same(X,Y), Y = 5", program) == [{"X": 5, "Y": 5}]


def test_lists_in_heads() -> None:
    program = "ends([A|T],A,B) :- last(T,B).\ntwo([_,_]).\ntwice([A,A|_]).\n"
    assert answers("ends([1,2,3],X,Y)", program) == [{"X": 1, "Y": 3}]
    assert answers("ends([1],X,Y)", program) == []
    assert answers("two([a,b])", program) == [{}]
    assert answers("two([a])", program) == answers("two(a)", program) == []
    assert answers("twice([1,1,2])", program) == [{}]
    assert answers("twice([1,2,1])", program) == []
    assert values("two(X), X = [1|Y], Y = [2|_]", program) == [(1, 2)]


def test_negation_as_failure() -> None:
    assert values("member(X,[ann,cid]), \\+ parent(X,_)", FAMILY) == ["cid"]
    # X has no value yet, so the negation says that nobody is a parent.
    assert values("\\+ parent(X,_), X = cid", FAMILY) == []
    assert values("\\+ X = 1, X = 2") == []
    assert values("X = 2, \\+ X = 1") == [2]


def test_recursion_may_be_deep() -> None:
    program = "count(0,[]).\ncount(N,[a|T]) :- N > 0, M is N - 1, count(M,T).\n"
    (answer,) = answers("count(400,X), length(X,N)", program)
    assert answer["N"] == 400


def test_facts_are_added_to_those_of_the_program() -> None:
    program = parse_program("p(1).\np(X) :- q(X).\n")
    interpreter = Interpreter(program, {("q", 1): [(2,)], ("r", 2): [("a", (1, "b"))]})
    goal = parse_clauses("g :- p(X), r(Y,[_|Z]).")[0].body
    assert [(a["X"], a["Y"], a["Z"]) for a in interpreter.solve(goal)] == [
        (1, "a", ("b",)),
        (2, "a", ("b",)),
    ]
    assert program.facts == {("p", 1): [(1,)]}


# ---- built-ins ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("length([a,b],X)", [2]),
        ("length([a,b],1), X = 1", []),
        ("memberchk(X,[a,b])", ["a"]),
        ("memberchk(b,[a,b,b]), X = 1", [1]),
        ("memberchk(c,[a,b]), X = 1", []),
        ("intersection([c,a,b,a],[a,c],X)", [("c", "a", "a")]),
        ("intersection([a],[b],X)", [()]),
        ("subtract([c,a,b,a],[a],X)", [("c", "b")]),
        ("union([a,b,a],[b,c],X)", [("a", "a", "b", "c")]),
        ("append([a],[b,c],X)", [("a", "b", "c")]),
        ("append(X,[c],[b,c])", [("b",)]),
        ("append(X,_,[a,b])", [(), ("a",), ("a", "b")]),
        ("reverse([a,b,c],X)", [("c", "b", "a")]),
        ("list_to_set([b,a,b,a],X)", [("b", "a")]),
        ("nth0(1,[a,b],X)", ["b"]),
        ("nth1(1,[a,b],X)", ["a"]),
        ("nth0(2,[a,b],X)", []),
        ("nth1(0,[a,b],X)", []),
        ("nth0(-1,[a,b],X)", []),
        ("nth1(X,[a,b,a],a)", [1, 3]),
        ("last([a,b],X)", ["b"]),
        ("last([],X)", []),
        ("sum_list([1,2,-4],X)", [-1]),
        ("sum_list([],X)", [0]),
        ("sumlist([5],X)", [5]),
        ("max_list([1,3,2],X)", [3]),
        ("min_list([1,3,-2],X)", [-2]),
        ("max_list([],X)", []),
        ("min_list([],X)", []),
        ("between(1,3,X)", [1, 2, 3]),
        ("between(3,1,X)", []),
        ("between(1,3,3), X = 1", [1]),
        ("between(1,3,4), X = 1", []),
        ("true, X = 1", [1]),
        ("fail, X = 1", []),
        ("false, X = 1", []),
        ("findall(Y,member(Y,[b,a,b]),X)", [("b", "a", "b")]),
        ("findall(Y,member(Y,[]),X)", [()]),
        ("findall([Y,1],member(Y,[2,3]),X)", [((2, 1), (3, 1))]),
        ("findall(a,member(1,[1,2,1]),X)", [("a", "a")]),
        ("findall(Y,Y = 1,[1]), X = Y, X = 2", [2]),
        ("findall(Y,fail,X)", [()]),
        ("findall(Y,findall(Z,member(Z,[1,2]),Y),X)", [((1, 2),)]),
    ],
)
def test_lists(goal: str, expected: list[Ground]) -> None:
    assert values(goal) == expected


def test_every_built_in_of_the_compiler_is_known() -> None:
    interpreter = Interpreter(parse_program(""))
    for name, arity in BUILTINS:
        call = Literal(name, tuple(Variable(f"A{i}") for i in range(arity)))
        try:
            next(interpreter.solve([call]), None)
        except InputError as error:
            if "unknown predicate" in error.reason:
                raise


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7", 7),
        ("2 + 3 * 4", 14),
        ("10 - 3 - 2", 5),
        ("7 // 2", 3),
        ("-7 // 2", -3),
        ("7 // -2", -3),
        ("-7 // -2", 3),
        ("-6 // 2", -3),
        ("7 mod 3", 1),
        ("-7 mod 3", 2),
        ("7 mod -3", -2),
        ("max(1,2) + min(1,2)", 3),
        ("abs(-4)", 4),
    ],
)
def test_arithmetic(expression: str, value: int) -> None:
    assert values(f"X is {expression}") == [value]
    assert answers(f"{value} is {expression}, {expression} =:= {value}") == [{}]
    assert answers(f"{value} =\\= {expression}") == []


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        ("1 < 2", True),
        ("2 =< 1 + 1", True),
        ("2 > 2", False),
        ("2 >= 2", True),
        ("1 + 1 == 2", False),
        ("1 + 1 = 2", False),
        ("1 + 1 =:= 2", True),
        ("a == a", True),
        ("a == 'a'", True),
        ("[] == '[]'", False),
        ("1 == '1'", False),
        ("X == X", True),
        ("X == Y", False),
        ("X \\== Y", True),
        ("X \\= Y", False),
        ("X = Y, X == Y", True),
        ("f(X,b) = f(a,Y), X == a, Y == b", True),
        ("f(X,X) = f(a,b)", False),
        ("f(a) = g(a)", False),
        ("f(a) = f(a,b)", False),
        ("[X|T] = [1,2], X == 1, T == [2]", True),
        ("[1,2|T] = [1|S], S == [2|T]", True),
        ("[1|T] = [], X = T", False),
        ("[1|T] = [1], T == []", True),
        ("[[A],B] = [B,[1]], A == 1", True),
        # Prolog would loop for ever.
        ("X = [X]", False),
        ("X = Y, Y = f(X)", False),
    ],
)
def test_comparisons(goal: str, holds: bool) -> None:
    assert bool(answers(goal)) is holds
    literals = parse_clauses(f"goal :- {goal}.")[0].body
    if len(literals) == 1:
        assert bool(answers(f"\\+ {goal}")) is not holds


def test_a_program_may_define_a_predicate_of_its_own() -> None:
    """A program's own definition replaces a built-in, but not inside other built-ins."""
    program = "member(none,_).\nmemberchk(_,_).\nreverse(a,b,c).\nboth(x).\n"
    assert values("member(X,[a])", program) == ["none"]
    assert answers("memberchk(c,[a])", program) == [{}]
    assert values("intersection([a,b],[b],X)", program) == [("b",)]
    assert values("reverse([1,2],X)", program) == [(2, 1)]


# ---- errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("nothing(X)", "nothing(X): unknown predicate nothing/1"),
        ("\\+ nothing", "nothing: unknown predicate nothing/0"),
        ("length(X)", "length(X): unknown predicate length/1"),
        ("reverse(a,b,c)", "reverse(a,b,c): unknown predicate reverse/3"),
        ("values([])", "values([]): unknown predicate values/1"),
        ("findall(X,nothing(X),L)", "nothing(X): unknown predicate nothing/1"),
        ("findall(X,3,L)", "findall(X,3,L): the goal must be a predicate"),
        ("X is Y + 1", "X is Y + 1: Y is not a number"),
        ("X is a", "X is a: a is not a number"),
        ("1 < a", "1 < a: a is not a number"),
        ("X is 1 // 0", "X is 1 // 0: 1 // 0 is not a number"),
        ("Y = 0, X is 1 mod Y", "X is 1 mod 0: 1 mod 0 is not a number"),
        ("X is foo(1)", "X is foo(1): foo(1) is not a number"),
        ("length(a,X)", "length(a,X): a proper list is needed"),
        ("length([a|T],X)", "length([a|T],X): a proper list is needed"),
        ("intersection(a,[],X)", "values(a): a list of values is needed"),
        ("intersection([Y],[a],X)", "values([Y]): a list of values is needed"),
        ("sum_list([1|T],X)", "a list of values is needed"),
        ("sum_list([a],X)", "is not a number"),
        ("between(X,2,1)", "is not a number"),
    ],
)
def test_errors(goal: str, message: str) -> None:
    program = f"% one\nrun :-\n  true,\n  {goal}.\n"
    with pytest.raises(InputError) as raised:
        answers("run", program)
    assert (raised.value.file, raised.value.line) == ("bk.pl", 4)
    shown = "".join(c for c in raised.value.reason if c not in "#0123456789")
    assert "".join(c for c in message if c not in "#0123456789") in shown


# ---- unification ----------------------------------------------------------------------------

TERMS: st.SearchStrategy[Term] = st.recursive(
    st.sampled_from([Variable("A"), Variable("B"), Variable("C"), 1, 2, term_of("a")]),
    lambda inner: (
        st.builds(ListTerm, st.lists(inner, max_size=3).map(tuple))
        | st.builds(
            ListTerm,
            st.lists(inner, min_size=1, max_size=2).map(tuple),
            st.sampled_from([Variable("A"), Variable("T")]),
        )
        | st.builds(Compound, st.sampled_from("fg"), st.lists(inner, min_size=1).map(tuple))
    ),
    max_leaves=8,
)


@given(TERMS, TERMS)
def test_unified_terms_are_equal(left: Term, right: Term) -> None:
    found = Bindings()
    equal = found.unify(left, right)
    assert equal == Bindings().unify(right, left)
    if equal:
        assert found.resolve(left) == found.resolve(right)
        # A goal that already holds binds nothing.
        mark = found.mark()
        assert found.unify(left, right)
        assert found.mark() == mark
    else:
        assert left != right
    found.undo(0)
    assert found.resolve(left) == left


@given(TERMS, st.randoms(use_true_random=False))
def test_a_term_unifies_with_its_instances(term: Term, rng: random.Random) -> None:
    names = ("A", "B", "C", "T")
    instance = {Variable(n): ListTerm((rng.randint(1, 2),) * rng.randint(0, 2)) for n in names}
    given_ = Bindings()
    for variable, own in instance.items():
        assert given_.unify(variable, own)
    value = given_.resolve(term)
    found = Bindings()
    assert found.unify(term, value)
    assert found.resolve(term) == value
    assert all(found.walk(variable) in (variable, instance[variable]) for variable in instance)


# ---- hypotheses -----------------------------------------------------------------------------

BIAS = parse_bias(
    "head_pred(f,2). body_pred(up,2). body_pred(sum,3). body_pred(odd,1)."
    "type(f,(int,int)). type(up,(int,int)). type(sum,(int,int,int)). type(odd,(int,))."
    "direction(f,(in,in)). direction(up,(in,out)). direction(sum,(in,in,out))."
    "direction(odd,(in,))."
)
NUMBERS = "up(A,B) :- B is A + 1.\nsum(A,B,C) :- C is A + B.\nodd(A) :- 1 is A mod 2.\n"


def test_the_order_of_the_body_does_not_matter_with_a_bias() -> None:
    (clause,) = parse_clauses("f(A,B) :- up(A,C), sum(B,C,D), \\+ odd(D), D > A, E is D, odd(E).")
    (other,) = parse_clauses("f(A,B) :- up(A,C), sum(B,C,D), \\+ odd(D), D > A.")
    interpreter = Interpreter(parse_program(NUMBERS), bias=BIAS)
    for body in permutations(clause.body):
        assert not interpreter.holds(Clause("f", clause.args, body), (1, 2))
    for body in permutations(other.body):
        shuffled = Clause("f", clause.args, body)
        assert interpreter.holds(shuffled, (1, 2))
        assert not interpreter.holds(shuffled, (1, 1))
        assert not interpreter.holds(shuffled, (2, -1))
    backwards = Clause("f", other.args, other.body[::-1])
    with pytest.raises(InputError, match="is not a number"):
        Interpreter(parse_program(NUMBERS)).holds(backwards, (1, 2))


def test_a_negated_literal_waits_for_variables_of_others() -> None:
    (clause,) = parse_clauses("f(A,B) :- \\+ up(A,C), sum(A,B,C).")
    assert [literal.name for literal in in_order(clause, BIAS)] == ["sum", "up"]
    (clause,) = parse_clauses("f(A,B) :- \\+ up(A,_), sum(A,B,C).")
    assert [literal.name for literal in in_order(clause, BIAS)] == ["up", "sum"]


@pytest.mark.parametrize(
    "text",
    [
        "f(A,B) :-\n odd(C).",
        "f(A,B) :-\n sum(A,C,D), up(D,C).",
        "f(A,B) :-\n \\+ up(A,C), odd(C).",
        "f(A,B) :-\n C > 1.",
        "f(A,B) :-\n C is D, D is C.",
    ],
)
def test_a_body_without_an_order_is_an_error(text: str) -> None:
    (clause,) = parse_clauses(text)
    with pytest.raises(InputError, match="nothing gives its inputs a value") as raised:
        Interpreter(parse_program(NUMBERS), bias=BIAS).holds(clause, (1, 2))
    assert raised.value.line == 2


def test_the_head_is_unified() -> None:
    interpreter = Interpreter(parse_program(NUMBERS))
    (clause,) = parse_clauses("f(1,[A|T],A) :- odd(A).")
    assert interpreter.holds(clause, (1, (3, 4), 3))
    assert not interpreter.holds(clause, (1, (3, 4), 4))
    assert not interpreter.holds(clause, (2, (3, 4), 3))
    assert not interpreter.holds(clause, (1, (2, 4), 2))
    assert not interpreter.holds(clause, (1, (3, 4)))


def test_table_3_of_the_paper() -> None:
    """The path right, right of Figure 1 has one edge of each square; up, right has too."""
    background = read_program(ROOT / "bk" / "triangles.pl")
    facts: dict = {
        ("square", 3): [("c1", 1, ("e1", "e3", "e5", "e6")), ("c2", 2, ("e2", "e4", "e6", "e7"))],
        ("corner", 2): [
            *(("c1", corner) for corner in ("v0_0", "v0_1", "v1_0", "v1_1")),
            *(("c2", corner) for corner in ("v0_1", "v0_2", "v1_1", "v1_2")),
        ],
        ("path", 2): [("up", ("e5",)), ("hook", ("e1", "e6")), ("back", ("e1", "e6", "e3"))],
        ("head_vertex", 2): [("up", "v1_0"), ("hook", "v1_1"), ("back", "v1_0")],
    }
    bias = read_bias(ROOT / "bias" / "paper.pl")
    interpreter = Interpreter(background, facts, bias)
    fires = {
        (path, square): [interpreter.holds(c, (path, square)) for c in parse_clauses(TABLE_3)]
        for path in ("up", "hook", "back")
        for square in ("c1", "c2")
    }
    # Two edges are more than one triangle, three are more still; two triangles can wait.
    assert [pair for pair, found in fires.items() if found[0]] == [("hook", "c1"), ("back", "c1")]
    # No square here has three triangles.
    assert not any(found[1] or found[2] for found in fires.values())
    facts["square", 3][1] = ("c2", 3, ("e2", "e4", "e6", "e7"))
    interpreter = Interpreter(background, facts, bias)
    second = parse_clauses(TABLE_3)[1]
    assert interpreter.holds(second, ("back", "c2"))
    assert not interpreter.holds(second, ("hook", "c2"))
    assert not interpreter.holds(second, ("up", "c2"))
