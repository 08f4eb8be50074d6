"""JavaScript made from emitted Python answers as the Python does."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from support.emitted_source import NODES
from support.examples import ROOT
from support.node import needs_node
from support.random_programs import VALUES, programs

from witness.base.errors import InputError
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.javascript import (
    FUNCTIONS,
    UntranslatableError,
    javascript,
    json_text,
)
from witness.logic.compiler.load import MISTAKES, run_source
from witness.logic.language.reader import parse_program
from witness.logic.language.steps import TooManyStepsError, begin
from witness.logic.language.terms import clause_text

RUNTIME = "\n".join(
    (ROOT / "witness" / "report" / "panel" / f"{name}.js").read_text(encoding="utf-8")
    for name in ("values", "runtime")
)

#: Calls each function of each module with its inputs, as `outcome` does.
DRIVER = """
const plain = (v) => (v !== null && typeof v === "object" && "next" in v ? [...v] : v);
const outcome = (f, given) => {
  R.begin();
  R.forget_tables();
  try { return ["value", plain(f(...given))]; } catch (error) {
    if (error instanceof TooManySteps) return ["steps"];
    if (error instanceof Mistake || error instanceof RangeError) return ["mistake"];
    throw error;
  }
};
const calls = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = calls.map(([module, f, given]) => outcome(MODULES[module][f], given));
process.stdout.write(JSON.stringify(answers));
"""


def outcome(function: Any, inputs: tuple[Any, ...]) -> list[Any]:
    """Return what a call of emitted Python comes to."""
    begin()
    try:
        found = function(*inputs)
        plain = found if isinstance(found, tuple | bool | int | str | None) else [*found]
    except TooManyStepsError:
        return ["steps"]
    except MISTAKES:
        return ["mistake"]
    return ["value", json.loads(json.dumps(plain))]


class Modules:
    """Modules of emitted source, and calls of their functions with what Python answers."""

    def __init__(self) -> None:
        self.scripts: list[str] = []
        self.calls: list[tuple[int, int, tuple[Any, ...]]] = []
        self.expected: list[list[Any]] = []

    def add(self, compiler: Compiler, calls: list[tuple[str, list[tuple[Any, ...]]]]) -> None:
        """Add the functions of a compiler, each with the inputs to call it with."""
        names = "".join(f"{name}, " for name, _ in calls)
        source = "\n".join([*compiler.blocks, f"CLAUSES = ({names})\n"])
        space = run_source(source, dict(compiler.tables), "<test>")
        for number, (name, inputs) in enumerate(calls):
            for given_ in inputs:
                self.calls.append((len(self.scripts), number, given_))
                self.expected.append(outcome(space[name], given_))
        self.scripts.append(javascript(source, compiler.tables))

    def check(self, place: Path) -> None:
        """Compare all answers with those of Node.js."""
        modules = f"const MODULES = [{', '.join(self.scripts)}];"
        file = place / "modules.js"
        file.write_text("\n".join([RUNTIME, modules, DRIVER]))
        done = subprocess.run(
            ["node", str(file)], input=json.dumps(self.calls), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        for call, answer, expected in zip(self.calls, found, self.expected, strict=True):
            assert answer == expected, (call, self.scripts[call[0]])


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("metered", [False, True])
def test_random_programs_answer_alike(metered: bool, tmp_path: Path) -> None:
    modules = Modules()

    @given(programs())
    @settings(max_examples=150, derandomize=True, deadline=None, database=None)
    def draw(drawn: Any) -> None:
        clauses, declared = drawn
        program = parse_program("\n".join(map(clause_text, clauses)), "bk.pl")
        compiler = Compiler(program, {}, metered=metered)
        calls = []
        for predicate in declared:
            for mode in map("".join, product("io", repeat=len(predicate.types))):
                try:
                    function = compiler.function((predicate.name, len(predicate.types)), mode)
                except InputError:
                    continue
                types = zip(predicate.types, mode, strict=True)
                inputs = [VALUES[kind] for kind, m in types if m == "i"]
                calls.append((function.name, list(product(*inputs))))
        names = {name for name, _ in calls}
        known = {node.name for node in ast.parse("\n".join(compiler.blocks)).body
                 if isinstance(node, ast.FunctionDef)}  # fmt: skip
        modules.add(compiler, [call for call in calls if call[0] in names & known])

    draw()
    assert len(modules.calls) > 2000
    assert {kind for kind, *_ in modules.expected} >= {"value"}
    modules.check(tmp_path)


#: Definitions that some answer needs care for, and what they are called with.
CASES = [
    ("p(X,Y) :- Y is X // 2.", [(-3,), (3,), (0,)]),
    ("p(X,Y) :- Y is X mod -3.", [(-4,), (4,), (3,)]),
    ("p(X,Y) :- Y is 5 // X.", [(0,), (2,)]),
    ("p(X,Y) :- Y is X + 1.", [("a",), ((),), (1,)]),
    ("p(X,Y) :- length(X,Y).", [("a",), ((1, 2),), (3,)]),
    ("p(X,Y) :- msort(X,Y).", [(("b", 2, (), ("a",), 1, "\U0001f600", "\uffee"),)]),
    ("p(X,Y) :- sort(X,Y).", [((2, 1, 2, "a", "a"),), ("a",)]),
    ("p(X,Y) :- list_to_set(X,Y).", [((2, 1, 2, "a", 1, "a"),)]),
    ("p(X,Y) :- last(X,Y).", [((),), ((1, 2),), (7,)]),
    ("p(X,Y) :- succ(Y,X).", [(0,), (1,), (-1,), ("a",)]),
    ("p(X,Y) :- succ(X,Y).", [(0,), (-1,)]),
    ("p(X,Y) :- append(Y,[c],X).", [(("a", "c"),), (("c",),), ("c",), ((),)]),
    ("p(X,Y) :- append(Y,_,X).", [(("a", "c"),), ("c",)]),
    ("p(X,Y) :- findall(Z, member(Z,X), Y).", [((1, (2,)),), (3,)]),
    ("p(X,Y) :- between(X,3,Y).", [(1,), (4,), ("a",)]),
    ("p([X|T],[T,X]).\np([],a).", [((1, 2),), ((),), (5,)]),
    ("p(X,Y) :- nth0(X,[a,b],Y).", [(0,), (1,), (2,), (-1,), ("a",)]),
    ("p(X,Y) :- Y is max(X,2) - min(X,1) + abs(X).", [(-5,), (3,)]),
    ("p(X,Y) :- max_list(X,Y).", [((),), ((1, 5),), ((1, "a"),)]),
    ("p(X,Y) :- sum_list(X,Y).", [((),), ((1, 5),), (("a",),)]),
    ("p(X,Y) :- \\+ member(X,[1,[a]]), Y = no.\np(_,yes).", [(1,), (("a",),), (2,)]),
    (":- table r/2.\nr(X,Y) :- e(X,Y).\nr(X,Y) :- r(X,Z), e(Z,Y).\n"
     "e(1,2).\ne(2,3).\ne(3,1).\np(X,Y) :- r(X,Y).", [(1,), (3,), (4,)]),
]  # fmt: skip


@needs_node
def test_definitions_that_need_care_answer_alike(tmp_path: Path) -> None:
    modules = Modules()
    for text, inputs in CASES:
        compiler = Compiler(parse_program(text, "bk.pl"), {})
        function = compiler.function(("p", 2), "io")
        modules.add(compiler, [(function.name, inputs)])
    kinds = [kind for kind, *_ in modules.expected]
    assert kinds.count("mistake") > 8
    modules.check(tmp_path)


@needs_node
def test_too_many_steps_are_an_error(tmp_path: Path) -> None:
    text = "p(X,Y) :- between(1,2000,A), between(1,2000,B), C is A * B, C < X, Y = C."
    compiler = Compiler(parse_program(text, "bk.pl"), {}, metered=True)
    modules = Modules()
    modules.add(compiler, [(compiler.function(("p", 2), "io").name, [(0,)])])
    assert modules.expected == [["steps"]]
    modules.check(tmp_path)


def test_every_node_of_emitted_source_is_known() -> None:
    text = Path(javascript.__code__.co_filename).read_text(encoding="utf-8")
    known = set(re.findall(r"ast\.(\w+)", text))
    # What only says how a name is used, or stands for nothing by itself.
    silent = {"Module", "arguments", "arg", "Load", "Store", "Or", "comprehension"}
    assert {node.__name__ for node in NODES} - silent - known == set()


def test_the_runtime_has_every_function() -> None:
    returned = RUNTIME[RUNTIME.rindex("\n  return {") :]
    for name in FUNCTIONS:
        assert re.search(rf"\b{name}\b", returned), name


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("while True:\n    pass\n", "While"),
        ("def f(a):\n    return a.b.c(a)\n", "Attribute"),
        ("def f(a):\n    return open(a)\n", "open"),
        ("def f(a):\n    return b\n", "b"),
        ("def f(a):\n    return a ** 2\n", "BinOp"),
        ("def f(a):\n    return a[1:2]\n", "Slice"),
        ("def f(a):\n    return (lambda: a)()\n", "Lambda"),
        ("def f(a):\n    return len(a, key=a)\n", "keyword"),
        ("def f(a):\n    return f'{a}'\n", "JoinedStr"),
        ("def f(a):\n    return 1.5\n", "float"),
        ("def f(a):\n    return 9007199254740993\n", "too large"),
        ("def f(a):\n    global a\n", "Global"),
        ("def f(a):\n    return isinstance(a, int)\n", "Name"),
        ("import os\n", "Import"),
        ("def f(a):\n    break\n", "Break"),
    ],
)
def test_anything_else_is_refused_by_name(source: str, named: str) -> None:
    with pytest.raises(UntranslatableError, match=named):
        javascript(f"{source}CLAUSES = ()\n", {})


def test_texts_cannot_end_a_script() -> None:
    hostile = ["</script><script>alert(1)</script>", "<!--", "\u2028\u2029", "&amp;", "\ud800", '"']
    text = json_text(hostile)
    assert not set("<>&\u2028\u2029\ud800") & set(text)
    assert json.loads(text) == hostile
    found = javascript("def f(a):\n    return a == '</script>\"\\n'\nCLAUSES = (f,)\n", {})
    assert "</script" not in found
    assert "\\u003c/script" in found
