"""What a background smuggles in stays data: no name and no constant becomes code."""

from __future__ import annotations

import keyword

import pytest
from support.compiling import compiled
from support.emitted_source import assert_harmless

from witness.base.errors import InputError
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.fact_tables import PRINTED_ROWS
from witness.logic.compiler.load import load_relations
from witness.logic.language.bias import Signature
from witness.logic.language.reader import parse_program
from witness.logic.language.terms import (
    atom_text,
)


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


@pytest.mark.slow
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


@pytest.mark.parametrize("name", ["x y", "", "A", "é", "x;import os", "__import__", "[]", "-->"])
def test_other_names_of_predicates_are_refused(name: str) -> None:
    quoted = atom_text(name)
    text = f"% one\np(A) :-\n  {quoted}(A,1,2).\n{quoted}(A,B,C) :- A < B, B < C.\n"
    with pytest.raises(InputError, match="the predicate name") as raised:
        compiled(text, "p", "i", 0)
    assert (raised.value.file, raised.value.line) == ("bk.pl", 3)
