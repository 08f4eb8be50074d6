"""Compiled background definitions, against the interpreter and against attempts to smuggle code."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from witness.base.errors import InputError
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.fact_tables import PRINTED_ROWS
from witness.logic.compiler.load import Relation, load_relations
from witness.logic.interpreter import Interpreter
from witness.logic.language.bias import Signature
from witness.logic.language.builtins import HELPERS
from witness.logic.language.parser import parse_clauses
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import (
    Clause,
    Compound,
    Ground,
    Key,
    ListTerm,
    Literal,
    Term,
    Variable,
    atom_text,
    clause_text,
    term_of,
)

# ---- calling --------------------------------------------------------------------------------


def relation(program: Program, key: Key, mode: str) -> Relation:
    inputs = tuple(letter == "i" for letter in mode)
    signature = Signature(key[0], ("any",) * key[1], inputs, line=1)
    return load_relations(Compiler(program, {}), [signature])[0]


def compiled(text: str, name: str, mode: str, *inputs: Ground) -> list[tuple[Ground, ...]]:
    """Compile one predicate in one mode, call it and return its answers in their order."""
    found = relation(parse_program(text, "bk.pl"), (name, len(mode)), mode)
    return list(found.answers(found.function(*inputs)))


def interpreted(
    interpreter: Interpreter, key: Key, mode: str, inputs: Sequence[Ground]
) -> list[tuple[Ground, ...]]:
    given_ = iter(inputs)
    args = tuple(
        term_of(next(given_)) if m == "i" else Variable(f"Out{i}") for i, m in enumerate(mode)
    )
    outputs = [a.name for a in args if isinstance(a, Variable)]
    query = [Literal(key[0], args)]
    return [tuple(answer[name] for name in outputs) for answer in interpreter.solve(query)]


# ---- random programs ------------------------------------------------------------------------
#
# Programs are well typed and, in one mode for each predicate (its *design*), well moded: every
# call has its inputs when it is reached. Names are chosen to conflict with Python's.

VALUES: dict[str, tuple[Ground, ...]] = {
    "int": (0, 1, -2),
    "atom": ("a", "it's", "\n"),
    "ints": ((), (1,), (0, 1, 1)),
    "atoms": ((), ("a", "it's"), ("a", "b", "a")),
}
TYPES = tuple(VALUES)
ITEM = {"ints": "int", "atoms": "atom"}
LIST = {item: kind for kind, item in ITEM.items()}

PREDICATE_NAMES = (
    *(
        "p",
        "q",
        "p_1",
        "p_facts",
        "a",
        "b",
        "c",
        "t",
        "t1",
        "t2",
        "table_p_io",
        "len",
        "any",
        "sum",
    ),
    *(
        "lambda",
        "def",
        "not",
        "print",
        "isinstance",
        "tuple",
        "frozenset",
        "max",
        "int_div",
        "path",
    ),
)
VARIABLE_NAMES = (
    *("X", "Y", "Z", "True", "None", "False", "True_", "__import__", "__debug__", "_1", "A", "T1"),
    *("_a", "Xs", "Ys", "N", "M", "None_", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"),
)

#: The built-ins as (name, types, modes); an `o` may be anything that fits, an `i` has a value.
BUILTIN_CALLS = (
    *(("length", (kind, "int"), "io") for kind in ITEM),
    *(("member", (ITEM[kind], kind), "oi") for kind in ITEM),
    *(("memberchk", (ITEM[kind], kind), "ii") for kind in ITEM),
    *((name, (kind,) * 3, "iio") for kind in ITEM for name in ("intersection", "subtract")),
    *((name, (kind,) * 3, "iio") for kind in ITEM for name in ("union", "append")),
    *((name, (kind, kind), "io") for kind in ITEM for name in ("reverse", "list_to_set")),
    *((name, ("int", kind, ITEM[kind]), "iio") for kind in ITEM for name in ("nth0", "nth1")),
    *(("last", (kind, ITEM[kind]), "io") for kind in ITEM),
    *((name, ("ints", "int"), "io") for name in ("sum_list", "sumlist", "max_list", "min_list")),
    ("between", ("int", "int", "int"), "iio"),
)


@dataclass(frozen=True)
class Declared:
    """A predicate of a random program: the types of its arguments, and its intended mode.

    `answers` is more than a call of it can have.
    """

    name: str
    types: tuple[str, ...]
    design: str
    is_facts: bool
    answers: int


@dataclass
class Body:
    """The state of drawing the body of a random clause."""

    draw: Any
    bound: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    literals: list[Literal] = field(default_factory=list)
    blanks: Any = field(default_factory=count)
    answers: int = 1

    def chance(self, percent: int) -> bool:
        return bool(self.draw(st.integers(0, 99)) < percent)

    def pick(self, choices: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(choices))

    def constant(self, kind: str) -> Term:
        return term_of(self.pick(VALUES[kind]))

    def fresh(self, kind: str) -> Variable:
        name = self.unused.pop(self.draw(st.integers(0, len(self.unused) - 1)))
        self.bound[name] = kind
        return Variable(name)

    def known(self, kind: str) -> Term:
        """Draw a term with a value: mostly a variable."""
        names = [name for name, k in self.bound.items() if k == kind]
        if names and self.chance(85):
            return Variable(self.pick(names))
        if kind in ITEM and self.chance(30):
            return ListTerm((self.known(ITEM[kind]),))
        return self.constant(kind)

    def anything(self, kind: str) -> Term:
        """Draw a term for an output; its variables have values afterwards."""
        choice = self.draw(st.integers(0, 99))
        if choice < 50:
            return self.fresh(kind)
        if choice < 65 and kind in ITEM:
            items = [self.anything(ITEM[kind])]
            if self.chance(30):
                items.append(self.anything(ITEM[kind]))
            tail = self.fresh(kind) if self.chance(60) else None
            return ListTerm(tuple(items), tail)
        if choice < 75:
            return self.blank()
        return self.known(kind)

    def blank(self) -> Variable:
        return Variable(f"_Blank{next(self.blanks)}")

    def number(self, depth: int = 2) -> Term:
        if depth == 0 or self.chance(50):
            return self.known("int")
        functor = self.pick(("+", "-", "*", "//", "mod", "max", "min", "abs"))
        if functor == "abs":
            return Compound("abs", (self.number(depth - 1),))
        left = self.number(depth - 1)
        right = self.pick((2, -3)) if functor in ("//", "mod") else self.number(depth - 1)
        return Compound(functor, (left, right))

    def arguments(self, types: Sequence[str], mode: str, *, new: bool = True) -> tuple[Term, ...]:
        """Draw arguments; with `new=False` an output is known or an anonymous variable."""
        given_ = {i: self.known(t) for i, t in enumerate(types) if mode[i] == "i"}
        for i, kind in enumerate(types):
            if mode[i] == "o":
                if new:
                    given_[i] = self.anything(kind)
                else:
                    given_[i] = self.blank() if self.chance(30) else self.known(kind)
        return tuple(given_[i] for i in range(len(types)))

    def add(self, declared: Sequence[Declared]) -> None:
        """Draw one more literal."""
        kind = self.pick("cccccbbbbnnnisu=f<")
        if kind == "c":
            callee = self.pick(declared)
            if self.may_multiply(callee.answers):
                self.put(callee.name, self.arguments(callee.types, callee.design))
        elif kind == "b":
            name = self.pick(sorted({b[0] for b in BUILTIN_CALLS}))
            name, types, mode = self.pick([b for b in BUILTIN_CALLS if b[0] == name])
            if name == "between":
                self.put(name, (self.constant("int"), self.constant("int"), self.anything("int")))
            elif self.may_multiply(GROWING.get(name, 1)):
                self.put(name, self.arguments(types, mode))
        elif kind == "n" and self.chance(60):
            callee = self.pick(declared)
            args = self.arguments(callee.types, callee.design, new=False)
            self.put(callee.name, args, negated=True)
        elif kind == "n":
            # Only some modes of a built-in allow an output that already has a value.
            name, types, mode = self.pick(BUILTIN_CALLS)
            self.put(name, self.arguments(types, "i" * len(mode)), negated=True)
        elif kind == "i":
            value = self.number()
            self.put("is", (self.fresh("int") if self.chance(70) else self.known("int"), value))
        elif kind == "s":
            name = self.pick(("==", "\\==", "\\=", "="))
            sides = (self.known(self.pick(TYPES)), self.known(self.pick(TYPES)))
            self.put(name, sides, negated=self.chance(30))
        elif kind == "u":
            type_ = self.pick(TYPES)
            value = self.known(type_)
            sides = (self.anything(type_), value)
            self.put("=", sides if self.chance(60) else sides[::-1])
        elif kind in "=<":
            name = self.pick(("<", ">", "=<", ">=", "=:=", "=\\="))
            self.put(name, (self.number(), self.number()), negated=self.chance(20))
        else:
            self.findall(declared)

    def may_multiply(self, answers: int) -> bool:
        """Whether a call with this number of answers keeps the program small; if so, count it."""
        if self.answers * answers > MAX_ANSWERS:
            return False
        self.answers *= answers
        return True

    def findall(self, declared: Sequence[Declared]) -> None:
        """Draw a findall over a call that yields an integer or an atom."""
        calls = [(d.name, d.types, d.design) for d in declared] + list(BUILTIN_CALLS)
        fitting = [
            c for c in calls if any(t in LIST and m == "o" for t, m in zip(*c[1:], strict=True))
        ]
        name, types, mode = self.pick(fitting)
        place = self.pick([i for i, t in enumerate(types) if t in LIST and mode[i] == "o"])
        inputs = {i: self.known(t) for i, t in enumerate(types) if mode[i] == "i"}
        local = Variable(self.unused.pop())
        args = tuple(
            local if i == place else inputs.get(i, self.blank()) for i in range(len(types))
        )
        found = self.fresh(LIST[types[place]])
        self.put("findall", (local, Compound(name, args), found))

    def put(self, name: str, args: tuple[Term, ...], *, negated: bool = False) -> None:
        self.literals.append(Literal(name, args, negated))


#: Bounds for the random programs, so that none takes long. Longer lists count as more answers.
MAX_ANSWERS = 60
GROWING = {"member": 3, "append": 2, "union": 2}


@st.composite
def programs(draw: Any) -> tuple[list[Clause], list[Declared]]:
    """Draw the clauses of a program and its declarations (facts first)."""
    names = draw(st.permutations(PREDICATE_NAMES))
    clauses: list[Clause] = []
    declared: list[Declared] = []
    for number in range(draw(st.integers(2, 3))):
        types = tuple(draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=3)))
        rows = st.tuples(*(st.sampled_from(VALUES[t]) for t in types))
        size = 30 if number == 0 and draw(st.integers(0, 9)) == 0 else 5
        table = draw(st.lists(rows, min_size=1 if size == 5 else 25, max_size=size))
        clauses += [Clause(names[number], tuple(map(term_of, row))) for row in table]
        declared.append(Declared(names[number], types, "o" * len(types), True, len(table)))
    for number in range(3, 3 + draw(st.integers(1, 3))):
        types = tuple(draw(st.lists(st.sampled_from(TYPES), max_size=3)))
        design = "".join(draw(st.sampled_from("iio")) for _ in types)
        predicate = Declared(names[number], types, design, False, 0)
        for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
            clause, answers = draw(rules(predicate, declared))
            clauses.append(clause)
            predicate = replace(predicate, answers=predicate.answers + answers)
        declared.append(predicate)
    return clauses, declared


@st.composite
def rules(draw: Any, predicate: Declared, declared: Sequence[Declared]) -> tuple[Clause, int]:
    """Draw a clause of a predicate, and a bound on its number of answers."""
    body = Body(draw, unused=list(draw(st.permutations(VARIABLE_NAMES))))
    types, design = predicate.types, predicate.design
    head = {i: body.anything(t) for i, t in enumerate(types) if design[i] == "i"}
    for _ in range(draw(st.integers(0, 4))):
        body.add(declared)
        if len(body.unused) < 8:
            break
    for i, kind in enumerate(types):
        if design[i] == "o":
            head[i] = body.known(kind)
    args = tuple(head[i] for i in range(len(types)))
    return Clause(predicate.name, args, tuple(body.literals)), body.answers


def compare(program: Program, declared: Sequence[Declared]) -> None:
    """Compare all predicates in all modes that compile, for all inputs."""
    interpreter = Interpreter(program)
    for predicate in declared:
        key = (predicate.name, len(predicate.types))
        for mode in map("".join, product("io", repeat=key[1])):
            try:
                function = relation(program, key, mode)
            except InputError as error:
                # The program is made so that this mode works; others need not.
                if mode == predicate.design:
                    assume("in several ways" not in str(error))
                    raise
                continue
            tables = [VALUES[t] for t, m in zip(predicate.types, mode, strict=True) if m == "i"]
            for inputs in product(*tables):
                answers = list(function.answers(function.function(*inputs)))
                expected = interpreted(interpreter, key, mode, inputs)
                if not function.counted:
                    # Prolog may repeat answers; their order is the same.
                    answers, expected = list(dict.fromkeys(answers)), list(dict.fromkeys(expected))
                assert answers == expected, (key, mode, inputs)


@given(programs())
@settings(max_examples=150)
def test_compiled_relations_agree_with_the_interpreter(
    drawn: tuple[list[Clause], list[Declared]],
) -> None:
    clauses, declared = drawn
    text = "\n".join(map(clause_text, clauses))
    program = parse_program(text, "bk.pl")
    compare(program, declared)
    compiler = Compiler(program, {})
    for predicate in declared:
        compiler.function((predicate.name, len(predicate.types)), predicate.design)
    assert_harmless(compiler)


# ---- what may stand in emitted source --------------------------------------------------------

#: What emitted code may call besides its own functions, and the attributes that it may use.
CALLED = {"len", "any", "sum", "range", "tuple", "abs", "min", "max", "frozenset", "isinstance"}
ATTRIBUTES = {"get"}
NODES = (
    *(ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.For, ast.If),
    *(ast.Continue, ast.Expr, ast.Yield, ast.YieldFrom, ast.BoolOp, ast.And, ast.Or, ast.BinOp),
    *(ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.UnaryOp, ast.Not, ast.USub, ast.Compare, ast.Eq),
    *(ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn, ast.Call),
    *(ast.Constant, ast.Name, ast.Load, ast.Store, ast.Tuple, ast.Dict, ast.List, ast.Starred),
    *(ast.Subscript, ast.Slice, ast.Attribute, ast.GeneratorExp, ast.ListComp, ast.comprehension),
)


def assert_harmless(compiler: Compiler) -> None:
    """Check that source consists of functions that call only each other and the helpers."""
    tree = ast.parse("\n".join(compiler.blocks))
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for statement in tree.body:
        # Besides functions there are only tables of constants.
        assert isinstance(statement, ast.FunctionDef | ast.Assign)
        if isinstance(statement, ast.Assign):
            assert {n.func.id for n in ast.walk(statement) if isinstance(n, ast.Call)} <= {
                "frozenset"
            }
            assert not any(isinstance(n, ast.Attribute) for n in ast.walk(statement))
    for node in ast.walk(tree):
        assert isinstance(node, NODES), ast.dump(node)
        if isinstance(node, ast.Attribute):
            assert node.attr in ATTRIBUTES
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id in defined | CALLED | HELPERS.keys()
        elif isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Attribute)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assert node.id not in defined | CALLED | HELPERS.keys()
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int | str | None)


@pytest.mark.parametrize(
    "text",
    [
        '"""; import os; os.system("x")',
        "\n",
        "\nimport os\n",
        "'",
        "'); import os; ('",
        "\\",
        "\\'); boom() #",
        "# comment",
        "{0}",
        "%s",
        "__import__('os')",
        "\u2028import os",
        "\r\nimport os",
        "\0",
        "\ud800",
        "None",
        "*a",
    ],
)
def test_atoms_stay_atoms(text: str) -> None:
    """In a head, a body, a list, a printed table and a long table; in every comment, too."""
    quoted = atom_text(text)
    rows = "".join(f"long({i},{quoted}).\n" for i in range(PRINTED_ROWS + 1))
    program = parse_program(
        f"short({quoted},[{quoted},b]).\nshort(b,[]).\n{rows}alone({quoted}).\n"
        f"same({quoted}).\nsame(A) :- A == {quoted}.\n"
        f"rule(A,{quoted}) :- member({quoted},A), \\+ A = [{quoted}], short({quoted},B), A = B,\n"
        f"  findall({quoted},long(_,{quoted}),C), length(C,N), N > 20, alone({quoted}).\n",
        "bk.pl",
    )
    compiler = Compiler(program, {})
    modes = {"short": "io", "long": "io", "alone": "i", "same": "i", "rule": "io"}
    signatures = [
        Signature(name, ("any",) * len(mode), tuple(m == "i" for m in mode), 1)
        for name, mode in modes.items()
    ]
    found = dict(zip(modes, load_relations(compiler, signatures), strict=True))
    assert_harmless(compiler)
    call = {name: lambda *a, r=r: list(r.answers(r.function(*a))) for name, r in found.items()}
    assert call["short"](text) == [((text, "b"),)]
    assert call["long"](3) == [(text,)]
    assert call["alone"](text) == call["same"](text) == [()]
    assert call["alone"]("c") == call["same"]("c") == []
    assert call["rule"]((text, "b")) == [(text,)]
    assert call["rule"]((text,)) == []


@pytest.mark.parametrize(
    "name",
    [
        *("True", "None", "False", "True_", "__import__", "__debug__", "__builtins__", "__name__"),
        *("_", "_1", "T1", "A", "Len", "CLAUSES", "NotImplemented", "Exception"),
    ],
)
def test_variables_stay_variables(name: str) -> None:
    other = f"{name}_"
    text = (
        (
            f"p({name},{other}) :- q({name},{other}), {other} > 1.\n"
            f"p([{name}|{other}],{name}) :- length({other},1).\n"
            f"r({other}) :- findall({name},q({name},2),{other}).\n"
            "q(1,2).\nq(3,2).\nq(3,1).\n"
        )
        .replace("(_,", "(_9,")
        .replace("[_|", "[_9|")
        .replace(",_)", ",_9)")
    )
    assert compiled(text, "p", "io", 1) == [(2,)]
    assert compiled(text, "p", "oo") == [(1, 2), (3, 2)] if "oo" in text else True
    assert compiled(text, "p", "ii", 3, 2) == [()]
    assert compiled(text, "p", "ii", 3, 1) == []
    assert compiled(text, "p", "ii", (4, 5), 4) == [()]
    assert compiled(text, "p", "ii", (4, 5), 5) == []
    assert compiled(text, "r", "o") == [((1, 3),)]


@pytest.mark.parametrize(
    "name",
    [
        *sorted(set(keyword.kwlist) - {"True", "None", "False", "is"}),
        *("len", "any", "sum", "range", "tuple", "isinstance", "frozenset", "exec", "eval", "open"),
        *(
            "print",
            "a",
            "b",
            "c",
            "t",
            "t1",
            "p_1",
            "p_facts",
            "table_p_io",
            "intersection",
            "count",
        ),
        *("int_div", "path", "square", "nth0", "member_", "self", "f", "fires", "clause_1"),
    ],
)
def test_predicates_stay_predicates(name: str) -> None:
    text = (
        f"p(1,A) :- {name}(A,[B|_]), B > 0.\n"
        f"p(2,A) :- findall(X,{name}(X,_),L), length(L,A).\n"
        f"r(A) :- \\+ {name}(A,[]), intersection([A],[1,2],[A]), member(A,[2]), A // 2 =:= 1.\n"
        f"{name}(A,B) :- member(A,[1,2]), append([A],[3],B).\n"
        f"{name}(5,[7]).\n"
    )
    assert compiled(text, "p", "io", 1) == [(1,), (2,), (5,)]
    assert compiled(text, "p", "io", 2) == [(3,)]
    assert [compiled(text, "p", "ii", 1, n) for n in (1, 2, 3)] == [[()], [()], []]
    assert [compiled(text, "r", "i", n) for n in (1, 2, 5)] == [[], [()], []]
    compiler = Compiler(parse_program(text), {})
    compiler.function(("p", 2), "io")
    compiler.function(("r", 1), "i")
    assert_harmless(compiler)


@pytest.mark.parametrize("name", ["x y", "", "A", "é", "x;import os", "__import__", "[]", "->"])
def test_other_names_of_predicates_are_refused(name: str) -> None:
    quoted = atom_text(name)
    text = f"% one\np(A) :-\n  {quoted}(A,1,2).\n{quoted}(A,B,C) :- A < B, B < C.\n"
    with pytest.raises(InputError, match="the predicate name") as raised:
        compiled(text, "p", "i", 0)
    assert (raised.value.file, raised.value.line) == ("bk.pl", 3)


# ---- examples -------------------------------------------------------------------------------


def test_tests_are_functions_that_say_yes_or_no() -> None:
    found = relation(parse_program("p(A) :- member(B,[1,2]), A > B.\n"), ("p", 1), "i")
    assert found.kind == "test"
    assert [found.function(n) for n in (1, 2, 3)] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "mode", "kind", "inputs", "returned"),
    [
        ("p(A,B) :- length(A,B).", "io", "det", ((1, 2),), 2),
        ("p(A,B) :- last(A,B).", "io", "semidet", ((),), None),
        ("p(A,B) :- last(A,B), B > 1.", "io", "semidet", ((1, 2),), 2),
        ("p(A,B) :- member(B,A).", "io", "nondet", ((1, 2, 1),), (1, 2, 1)),
        ("p(1,a).\np(2,b).", "io", "semidet", (2,), "b"),
        ("p(1,a).\np(1,b).", "io", "nondet", (1,), ("a", "b")),
        ("p(1,a).\np(1,b).", "ii", "test", (1, "c"), False),
        ("p(1,a).\np(1,b).", "oo", "nondet", (), ((1, "a"), (1, "b"))),
        ("p(1,a).", "oo", "semidet", (), (1, "a")),
        ("p(A,B) :- B = A.\np(A,B) :- B = [A].", "io", "nondet", (1,), (1, (1,))),
    ],
)
def test_kinds(text: str, mode: str, kind: str, inputs: tuple[Any, ...], returned: Any) -> None:
    found = relation(parse_program(text), ("p", 2), mode)
    assert found.kind == kind
    assert found.function(*inputs) == returned
    assert found.outputs == mode.count("o")


def test_answers_of_all_kinds_have_one_form() -> None:
    assert list(Relation(bool, "test", 0).answers(True)) == [()]
    assert list(Relation(bool, "test", 0).answers(False)) == []
    assert list(Relation(bool, "det", 1).answers(3)) == [(3,)]
    assert list(Relation(bool, "semidet", 1).answers(None)) == []
    assert list(Relation(bool, "det", 2).answers((3, 4))) == [(3, 4)]
    assert list(Relation(bool, "nondet", 1).answers((3, 4))) == [(3,), (4,)]
    assert list(Relation(bool, "nondet", 2).answers(((3, 4),))) == [(3, 4)]


@pytest.mark.parametrize(
    ("name", "mode", "inputs", "expected"),
    [
        ("length", "io", ((5, 6),), [(2,)]),
        ("memberchk", "ii", (5, (5, 6)), [()]),
        ("memberchk", "ii", (7, (5, 6)), []),
        ("member", "oi", ((5, 6),), [(5,), (6,)]),
        ("intersection", "iio", ((1, 2, 3), (3, 1)), [((1, 3),)]),
        ("between", "iio", (1, 3), [(1,), (2,), (3,)]),
    ],
)
def test_a_built_in_may_be_asked_for_by_itself(
    name: str, mode: str, inputs: tuple[Ground, ...], expected: list[tuple[Ground, ...]]
) -> None:
    """A bias may declare one as a body predicate."""
    assert compiled("", name, mode, *inputs) == expected


def test_a_variable_twice_in_a_head() -> None:
    """A variable that first occurs in a list, or is used before it has a value."""
    assert compiled("p([A|_],A).", "p", "ii", (1, 2), 1) == [()]
    assert compiled("p([A|_],A).", "p", "ii", (1, 2), 2) == []
    assert compiled("p(A,A,B) :- B = A.", "p", "oio", 4) == [(4, 4)]
    assert compiled("p(A,A).", "p", "ii", 1, 2) == []


def test_two_choices_in_a_row() -> None:
    text = "q(1,2).\nq(2,3).\np(A) :- q(A,B), q(B,C), C > 2.\np(A) :- q(C,_), q(C,D), D > A.\n"
    assert [compiled(text, "p", "i", n) for n in (1, 2, 3)] == [[()], [()], []]


def test_many_arguments() -> None:
    names = [f"X{i}" for i in range(40)]
    text = f"p({','.join(names)}) :- X0 < X39.\nq({','.join('1' for _ in names)}).\n"
    text += f"q({','.join(['[]', *names[1:]])}).\n"
    for name in "pq":
        assert compiled(text, name, "i" * 40, *range(40)) == ([()] if name == "p" else [])
    assert compiled(text, "q", "i" * 40, (), *range(39)) == [()]


@pytest.mark.parametrize(
    "text",
    [
        "q(1).\nq(1).\np(A) :- findall(x,q(1),L), length(L,A).",
        "q(1).\nq(X) :- X > 0.\np(A) :- findall(x,q(1),L), length(L,A).",
        "q(X) :- member(X,[1,1]).\np(A) :- findall(x,q(1),L), length(L,A).",
        "q(X) :- between(0,X,Y), Y >= 0.\np(A) :- findall(x,q(1),L), length(L,A).",
        "r(1).\nr(1).\nq(X) :- r(1), X = 2.\np(A) :- findall(X,q(X),L), length(L,A).",
        "p(A) :- findall(x,member(1,[1,1]),L), length(L,A).",
    ],
)
def test_findall_over_a_goal_that_holds_in_several_ways(text: str) -> None:
    """Prolog counts two proofs; a compiled test has one answer, and findall must not take it."""
    assert list(Interpreter(parse_program(text)).solve(parse_clauses("x :- p(A).")[0].body)) == [
        {"A": 2}
    ]
    with pytest.raises(InputError, match=r"bk.pl: line [1-4]: .*hold in several ways"):
        compiled(text, "p", "o")


def test_findall_counts_every_answer() -> None:
    text = "q(1,a).\nq(1,b).\nq(2,c).\nr(X) :- q(X,_).\np(A) :- findall(X,r(X),A).\n"
    assert compiled(text, "p", "o") == [((1, 1, 2),)]
    assert compiled("q(1).\np(A) :- findall(x,q(1),A).", "p", "o") == [(("x",),)]
    assert compiled("p(A,B) :- findall(X,member(X,A),B).", "p", "io", (1, 1)) == [((1, 1),)]


# ---- errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("p(A) :- p(A).", 1, "cyclic definition: p/1 → p/1; recursion is not supported"),
        (
            "p(A) :-\n q(A).\nq(A) :-\n r(A).\nr(A) :-\n q(A).",
            6,
            "cyclic definition: q/1 → r/1 → q/1",
        ),
        ("p(A) :- q(A).\nq(A) :-\n \\+ p(A).", 3, "cyclic definition: p/1 → q/1 → p/1"),
        ("p(A) :- findall(B,p(B),A).", 1, "cyclic definition: p/1 → p/1"),
        ("p(A) :-\n q(A).", 2, "unknown predicate q/1"),
        ("p(A) :-\n A > 1,\n \\+ q(A).\nq(1,2).", 3, "unknown predicate q/1"),
        ("p(A) :-\n findall(B,q(B),A).", 2, "unknown predicate q/1"),
        ("p(A) :-\n findall(B,q,A).", 2, "unknown predicate q/0"),
        ("p(A) :- A > 0.\nr(A) :-\n length(A).", 3, "unknown predicate length/1"),
        (
            "p(A) :-\n \\+ q(B), r(A,B).\nq(1).\nr(1,1).",
            2,
            "\\+ q(B): B has no value when this is called",
        ),
        ("p(A) :-\n A > 0,\n \\+ q(A,[B]), q(B,B).\nq(1,1).", 3, "\\+ q(A,[B]): B has no value"),
        ("p(A) :-\n \\+ q(B,B), A > 0.\nq(1,1).", 2, "\\+ q(B,B): B has no value when this"),
        ("p(A) :-\n \\+ A = B.", 2, "\\+ A = B: B has no value when this is called"),
        ("p(A) :-\n A \\= B.", 2, "A \\= B: B has no value when this is called"),
        ("p(A) :-\n A > B.", 2, "B has no value here"),
        ("p(A) :-\n B is C + A, B > 1.", 2, "C has no value here"),
        ("p(A) :-\n B = C, q(A,B,C).\nq(1,1,1).", 2, "B has no value here"),
        ("p(A) :-\n length(B,A).", 2, "length(B,A): B has no value when this is called"),
        ("p(A) :-\n append(B,C,A), B = C.", 2, "append(B,C,A): B has no value when this is"),
        ("p(A) :-\n member(B,C), C = A.", 2, "member(B,C): C has no value when this is called"),
        ("p(A) :-\n A = f(a).", 2, "the term f(a) is not supported here"),
        ("p(f(A)) :- q(A).\nq(1).", 1, "the term f(A) is not supported here"),
        ("p(A) :-\n q(f(A)).\nq(1).", 2, "the term f(A) is not supported here"),
        ("p(A) :-\n A > foo.", 2, "the term foo is not supported here"),
        ("p(A) :-\n A > foo(1).", 2, "the term foo(1) is not supported here"),
        ("p(A) :-\n A > [1].", 2, "the term [1] is not supported here"),
        ("p(A) :-\n A == 1 + 1.", 2, "the term 1 + 1 is not supported here"),
        ("p(A) :-\n findall(B,C,A).", 2, "the goal of findall must be one predicate"),
        ("p(A) :-\n findall(B,q(C),A).\nq(1).", 2, "this findall is not supported"),
        ("p(A) :-\n findall(B,q(B,B),A).\nq(1,1).", 2, "this findall is not supported"),
        ("p(A) :- A > 0.\nq(A) :- A > 0, 'x'.", 2, "unknown predicate x/0"),
        (
            "p(A) :-\n" + "\n".join(f"  member(X{i},A)," for i in range(30)) + " A = [X1].",
            21,
            "more than 19",
        ),
    ],
)
def test_errors(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as raised:
        compiled(text, "p", "i", 1)
    assert raised.value.reason.startswith(message)
    assert (raised.value.file, raised.value.line) == ("bk.pl", line)


def test_an_output_that_nothing_binds() -> None:
    with pytest.raises(InputError, match=r"bk\.pl: line 2: p/2 does not bind its output B$"):
        compiled("q(1).\np(A,B) :- q(A).\n", "p", "io", 1)


def test_a_long_chain_of_definitions() -> None:
    def chain(length: int) -> str:
        rules = [f"p{i}(A) :- p{i + 1}(A)." for i in range(length)]
        return "\n".join([*rules, f"p{length}(A) :- A > 0."])

    assert compiled(chain(40), "p0", "i", 1) == [()]
    with pytest.raises(InputError, match="more than 50 definitions call each other") as raised:
        compiled(chain(2000), "p0", "i", 1)
    assert raised.value.line == 50


def test_constants_as_subjects_of_primitives() -> None:
    for subject in ("c1", "7"):
        program = parse_program(f"p(A) :-\n square({subject},A,_).", "bk.pl")
        with pytest.raises(InputError, match=f"the term {subject} is not supported") as raised:
            Compiler(program, PRIMITIVES).function(("p", 1), "o")
        assert raised.value.line == 2
