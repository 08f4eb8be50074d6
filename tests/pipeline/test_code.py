"""The code that a script rests on: compared with what Python's own parser finds."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from support.examples import ROOT
from support.pipeline import checkout, command

from witness.clauses.learners.registry import LEARNERS
from witness.pipeline.code import checksum, code_files, plain

SCRIPTS = ROOT / "workflow" / "scripts"
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for top in ("witness", "studies")
    for path in sorted((ROOT / top).rglob("*.py"))
}

#: What the rules name besides their scripts, with the default configuration.
NAMES = {
    "code": lambda *arguments: arguments,
    "LEARNER": LEARNERS["asp"],
    "LEARNERS": LEARNERS,
    "COMPARED": [*LEARNERS],
    "ENGINE": "witness.searches.compiled",
}


def _flat(text: str) -> str:
    """The text of a file of rules, in which those within an `if` begin a line."""
    inside = re.compile(r"(?m)^    rule \w+:\n(?:        .*\n|\n)+")
    return inside.sub(lambda rule: re.sub(r"(?m)^    ", "", rule[0]), text)


def rules() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the script of each rule that has one, and the arguments of its `code`."""
    found = {}
    for file in (*(ROOT / "workflow/rules").glob("*.smk"), *ROOT.glob("studies/*/rules.smk")):
        text = file.read_text(encoding="utf-8")
        calls = dict(re.findall(r"^([A-Z_]+) = code(\(.*?\))$", text, re.MULTILINE | re.DOTALL))
        for block in re.split(r"^rule ", _flat(text), flags=re.MULTILINE)[1:]:
            script = re.search(r'^    script:\n +".*/(\w+)\.py"', block, re.MULTILINE)
            if script:
                code = re.search(r"^        code=(?:code(\(.*?\))|([A-Z_]+)),$", block, re.M | re.S)
                assert code, f"{file}: {block.partition(':')[0]}"
                arguments = code[1] or calls[code[2]]
                found[block.partition(":")[0]] = (script[1], eval(f"code{arguments}", dict(NAMES)))  # noqa: S307
    return found


RULES = rules()


def without_docstrings(text: str) -> str:
    """The syntax tree of a program."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str()) as docstring), *_]:
                    docstring.value = ""
    return ast.dump(tree)


def imported(name: str, file: Path) -> set[str]:
    """The modules of this project that a module imports, with its package."""
    found, tree = {name.rpartition(".")[0]}, ast.parse(file.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    if name == "witness.puzzle.symbols":  # which imports what it finds in its folder
        found |= {one for one in FILES if one.startswith(f"{name}.")}
    return found & FILES.keys() - {"witness"}


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    return {name: imported(name, file) for name, file in FILES.items()}


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_left_out_of_a_text_means_nothing(every: int) -> None:
    for file in (*FILES.values(), *sorted(SCRIPTS.glob("*.py")))[::every]:
        text = file.read_text(encoding="utf-8")
        assert without_docstrings(plain(file)) == without_docstrings(text), file
        assert len(plain(file)) < len(text)


SAME = [
    'x = "#" # a comment\n\n\ny = 1\n',
    '# other words\nx = "#"\n# more\ny = 1\n',
    '"""A docstring, with \\"quotes\\"."""\nx = "#"\ny = 1  # it\'s\n',
]


@pytest.mark.parametrize(
    "other",
    [
        'x = "# "\ny = 1\n',
        'x = "#"\ny = 2\n',
        'x = "#"\n"""y"""\n',
        'x = """a\n# no comment\n"""\ny = 1\n',
        "x = '#'\nif x:\n    y = 1\n",
    ],
)
def test_what_is_the_same_code(other: str, tmp_path: Path) -> None:
    texts = []
    for number, text in enumerate((*SAME, other)):
        file = tmp_path / f"{number}.py"
        file.write_text(text)
        texts.append(plain(file).replace('""\n', "").strip())
    assert texts[0] == texts[1] == texts[2] != texts[3]


@pytest.mark.parametrize("rule", RULES)
def test_the_modules_that_a_rule_rests_on(rule: str, graph: dict[str, set[str]]) -> None:
    """All that is imported, and no more; the checksum is of its own script."""
    script, (own, *names) = RULES[rule]
    assert own == script
    todo = imported("", SCRIPTS / f"{script}.py")
    if script.startswith("study"):
        todo |= imported("", SCRIPTS / "study_common.py")
    if script in ("study", "study_page"):
        kind = "page" if rule.endswith("_page") else "study"
        assert names[0] == f"studies.{rule.partition('_')[0]}.{kind}"
    for name in (one.partition(":")[0] for one in names):
        todo |= {one for one in FILES if f"{one}.".startswith(f"{name}.")}
        assert name in FILES
    expected: set[str] = set()
    while todo:
        expected |= todo
        todo = {other for name in todo for other in graph[name]} - expected
    found = code_files(SCRIPTS / f"{script}.py", *names)
    assert {name for name in found if name in FILES} == expected


def test_what_no_stage_rests_on_does_not_make_it_run_again() -> None:
    """A change of the search makes no puzzles and no hypotheses anew; nor a learner the puzzles."""

    def rests(rule: str, module: str) -> bool:
        script, (_, *names) = RULES[rule]
        return module in code_files(SCRIPTS / f"{script}.py", *names)

    searching = [rule for rule in RULES if rests(rule, "witness.searches.kernel")]
    assert {"triage_batch", "evaluate_test", "evaluate_large"} <= {*searching}
    assert not {"training_set", "puzzle_sets", "train_batch", "candidates", "tidy"} & {*searching}
    learning = {rule for rule in RULES if rests(rule, "witness.clauses.learners.asp.bound")}
    assert learning == {
        "train_batch", "compare_learners", "teach", "teaching_every_board", "teaching_loop",
        "planning_domains",
    }  # fmt: skip
    assert not any(rests(rule, "witness.cli.learning") for rule in RULES)


def test_files_that_modules_read() -> None:
    assert {
        "bk/outlook.pl", "bk/outlook.lemmas.json", "witness.proof.definitions/completions.txt",
    } <= code_files(SCRIPTS / "train_batch.py").keys()  # fmt: skip
    in_prolog = code_files(SCRIPTS / "referee.py")
    assert {
        "witness.clauses.prolog.process/worker.pl",
        "witness.clauses.prolog.process/referee.pl",
    } <= in_prolog.keys()
    page = code_files(SCRIPTS / "report.py")
    assert {f"witness.studio.panel.scripts/{name}" for name in ("look.js", "style.css")} <= {*page}
    for script, (_, *names) in RULES.values():  # what studies have found is no code
        found = code_files(SCRIPTS / f"{script}.py", *names).values()
        assert not {file.suffix for file in found} & {".csv", ".md", ".svg"}


def test_an_unknown_name() -> None:
    with pytest.raises(KeyError, match=r"witness\.nowhere"):
        checksum(SCRIPTS / "evaluate.py", "witness.nowhere")


#: Writes down which modules a process has imported.
RECORD = """
import atexit, json, os, sys
from pathlib import Path

def write():
    names = [name for name in sys.modules if name.partition(".")[0] in ("witness", "studies")]
    Path(FOLDER, str(os.getpid())).write_text(json.dumps([sys.argv[0], names]))

atexit.register(write)
"""


@pytest.mark.long
def test_a_run_imports_nothing_else(tmp_path: Path) -> None:
    """Every job of the pipeline, with what only some configurations have."""
    hooks, seen = tmp_path / "hooks", tmp_path / "seen"
    hooks.mkdir()
    seen.mkdir()
    (hooks / "sitecustomize.py").write_text(f"FOLDER = {str(seen)!r}\n{RECORD}")
    place = checkout(tmp_path / "run")
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(hooks), str(ROOT)])}
    chosen = ("--config", "teach=together", "compare_learners=1")
    subprocess.run(command(*chosen), cwd=place, env=variables, check=True, capture_output=True)
    jobs = set()
    for file in seen.iterdir():
        program, names = json.loads(file.read_text())
        script = re.search(r"/scripts/\w+?\.(\w+)\.py$", program)
        if script:
            jobs.add(script[1])
            (arguments,) = {names[1:] for own, names in RULES.values() if own == script[1]}
            rest = {*names} - code_files(SCRIPTS / f"{script[1]}.py", *arguments).keys()
            assert rest <= {"witness", "witness.base.version"}, script[1]
    assert len(jobs) > 18
