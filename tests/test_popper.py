"""The popper learner: its output, its ends, and the real system wherever it is installed.

Most tests run a small stand-in that prints what Popper 4.3.0 and 3.1.0 print. Those of the real
system need it beside this Python, on the PATH, or named by WITNESS_POPPER.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from witness.errors import InputError
from witness.learn import learn, popper
from witness.learn.popper_answer import read_answer
from witness.learn.process import Finished
from witness.learn.result import Settings
from witness.learn.task import read_examples, read_task
from witness.logic.bias import bias_text, parse_bias, read_bias
from witness.logic.parser import parse_clauses
from witness.logic.reader import parse_program, read_hypothesis, read_program

CASES = Path(__file__).parent / "data" / "popper_cases"
CASE = CASES / "2x3_0_puzzle"

#: What Popper 4.3.0 prints for CASE, but for most of its statistics.
SOLVED = """\
********** SOLUTION **********
Precision:1.00 Recall:0.36 TP:38 FN:68 TN:34 FP:0 Size:30
f(V0,V1):- adjacent(V0,V1),path(V0,V3),len(V3,V2),two(V2).
f(V0,V1):- path(V0,V3),square(V1,V2,V4),count(V3,V4,V5),greaterThan(V5,V2).
f(V0,V1):- square(V1,V5,V3),path(V0,V2),count(V3,V2,V5),len(V2,V4),three(V4).
f(V0,V1):- notAdjacent(V0,V1),square(V1,V2,V5),path(V0,V4),count(V4,V5,V3),one(V3),greaterThan(V2,V3).
f(V0,V1):- path(V0,V2),notAdjacent(V0,V1),square(V1,V4,V5),len(V5,V3),count(V2,V5,V4),len(V2,V3).
******************************
Num. programs: 6026
Total execution time: 67.56s
"""  # noqa: E501
LOG = """\
19:57:22 New best hypothesis:
19:57:22 tp:38 fn:68 tn:34 fp:0 size:30
"""

StandIn = Callable[[str], Settings]


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    """Give a function that makes an executable of Python code, and the settings to run it."""

    def make(code: str) -> Settings:
        program = tmp_path / "bin" / "popper-ilp"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!{sys.executable}\n{code}\n")
        program.chmod(0o755)
        return Settings(command=str(program), timeout=60, memory_limit=2000)

    return make


def prints(out: str, err: str = "", status: int = 0) -> str:
    return f"import sys; sys.stdout.write({out!r}); sys.stderr.write({err!r}); sys.exit({status})"


def run(settings: Settings, output: Path, case: Path = CASE) -> dict[str, Any]:
    record = learn(case, output, learner="popper", settings=settings)
    assert json.loads((output / "result.json").read_text()) == record
    return record


class TestAnswers:
    def test_a_solution(self, stand_in: StandIn, tmp_path: Path) -> None:
        record = run(stand_in(prints(SOLVED, LOG)), tmp_path / "out")
        assert record["status"] == "learned"
        assert (record["true_positives"], record["positives"]) == (38, 106)
        assert (record["false_positives"], record["negatives"]) == (0, 34)
        assert record["program_size"] == 30
        assert (record["learner"], record["version"]) == ("popper", "unknown")
        clauses = read_hypothesis(tmp_path / "out" / "hypothesis.pl")
        assert [str(clause) for clause in clauses] == [
            "f(A,B) :- adjacent(A,B), path(A,C), len(C,D), two(D).",
            "f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).",
            "f(A,B) :- square(B,C,D), path(A,E), count(D,E,C), len(E,F), three(F).",
            "f(A,B) :- notAdjacent(A,B), square(B,C,D), path(A,E), count(E,D,F), one(F), "
            "greaterThan(C,F).",
            "f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), len(E,F), count(C,E,D), "
            "len(C,F).",
        ]
        assert (tmp_path / "out" / "popper.log").read_text() == f"{SOLVED}\n{LOG}"

    def test_the_coverage_is_of_all_examples_and_counted_here(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        wrong = SOLVED.replace("TP:38", "TP:7").replace("FP:0", "FP:3")
        record = run(stand_in(prints(wrong)), tmp_path / "out")
        assert (record["true_positives"], record["false_positives"]) == (38, 0)

    def test_no_solution(self, stand_in: StandIn, tmp_path: Path) -> None:
        record = run(stand_in(prints("NO SOLUTION\nNum. programs: 12\n")), tmp_path / "out")
        assert record["status"] == "nothing-learned"
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""
        assert "reason" not in record

    def test_the_last_hypothesis_at_its_own_timeout_is_kept(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        record = run(stand_in(prints(SOLVED, "TIMEOUT OF 50 SECONDS EXCEEDED\n")), tmp_path / "out")
        assert record["status"] == "timeout"
        assert record["true_positives"] == 38
        assert len(read_hypothesis(tmp_path / "out" / "hypothesis.pl")) == 5

    def test_its_own_timeout_without_a_hypothesis(self, stand_in: StandIn, tmp_path: Path) -> None:
        out = prints("NO SOLUTION\n", "TIMEOUT OF 50 SECONDS EXCEEDED\n")
        record = run(stand_in(out), tmp_path / "out")
        assert (record["status"], record["program_size"]) == ("timeout", 0)

    def test_a_hard_timeout(self, stand_in: StandIn, tmp_path: Path) -> None:
        settings = replace(stand_in("import time; time.sleep(600)"), timeout=0.5)
        record = run(settings, tmp_path / "out")
        assert record["status"] == "timeout"
        assert record["reason"].startswith("ended after ")
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""

    def test_a_hard_memory_limit(self, stand_in: StandIn, tmp_path: Path) -> None:
        code = "x = bytearray(400_000_000); import time; time.sleep(600)"
        record = run(replace(stand_in(code), memory_limit=200), tmp_path / "out")
        assert record["status"] == "memory-limit"
        assert record["reason"].startswith("ended at ")
        assert record["peak_memory"] > 200

    @pytest.mark.parametrize(
        "last", ["MemoryError", "terminate called: std::bad_alloc", "Cannot allocate memory"]
    )
    def test_it_ran_out_of_memory_by_itself(
        self, last: str, stand_in: StandIn, tmp_path: Path
    ) -> None:
        record = run(stand_in(prints("", f"Traceback\n{last}\n", 1)), tmp_path / "out")
        assert (record["status"], record["reason"]) == ("memory-limit", last)

    def test_a_crash_with_empty_output(self, stand_in: StandIn, tmp_path: Path) -> None:
        record = run(stand_in("import os; os.abort()"), tmp_path / "out")
        assert record["status"] == "failed"
        assert record["reason"] == "ended with status -6: it printed nothing"
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""

    def test_a_crash_with_a_traceback(self, stand_in: StandIn, tmp_path: Path) -> None:
        err = "Traceback (most recent call last):\n  File …\nValueError: could not be grounded\n"
        record = run(stand_in(prints("", err, 1)), tmp_path / "out")
        assert record["status"] == "failed"
        assert record["reason"] == "ended with status 1: ValueError: could not be grounded"

    def test_it_ends_well_and_answers_nothing(self, stand_in: StandIn, tmp_path: Path) -> None:
        """Popper exits with status 0 after printing that directions are missing."""
        record = run(stand_in(prints("ERROR: missing directions for len/2\n")), tmp_path / "out")
        assert record["status"] == "failed"
        assert record["reason"] == "ended with status 0: ERROR: missing directions for len/2"

    @pytest.mark.parametrize(
        "broken",
        [
            SOLVED.replace("Precision", "P").replace("TP:", "tp "),
            SOLVED.replace("two(V2).", "two(V2"),
            SOLVED.replace("two(V2)", "(two(V2) ; one(V2))"),
        ],
    )
    def test_an_answer_that_cannot_be_read(
        self, broken: str, stand_in: StandIn, tmp_path: Path
    ) -> None:
        record = run(stand_in(prints(broken)), tmp_path / "out")
        assert record["status"] == "failed"
        assert record["reason"].startswith("its answer cannot be read: ")

    @pytest.mark.parametrize(
        ("clause", "reason"),
        [
            ("f(V0,V1):- zork(V0,V1).", "unknown predicate zork/2"),
            ("f(V0,V1):- one(V7).", "nothing gives its inputs a value"),
            ("g(V0,V1):- adjacent(V0,V1).", "it says nothing about f/2"),
            ("", "there are no clauses in it"),
            (":- use_module(library(lists)).", "there are no clauses in it"),
            ("f(V0,V1):- adjacent(V0,V1).\ng(V0,V1):- one(V1).", "a clause about g/2; f/2 is exp"),
        ],
    )
    def test_an_answer_that_cannot_be_used(
        self, clause: str, reason: str, stand_in: StandIn, tmp_path: Path
    ) -> None:
        block = f"Precision:1.00 Recall:1.00 TP:38 FN:0 TN:1 FP:0 Size:2\n{clause}\n"
        out = f"*** SOLUTION ***\n{block}******\n"
        record = run(stand_in(prints(out)), tmp_path / "out")
        assert record["status"] == "failed"
        assert reason in record["reason"]
        assert (record["true_positives"], record["program_size"]) == (0, 0)
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""

    def test_numbers_without_end(self, stand_in: StandIn, tmp_path: Path) -> None:
        out = SOLVED.replace("TP:38", f"TP:{'9' * 6000}")
        assert run(stand_in(prints(out)), tmp_path / "out")["status"] == "failed"

    def test_collapsing_takes_its_time_from_the_same_limit(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        case = tmp_path / "case"
        shutil.copytree(CASE, case)
        with (case / "bk.pl").open("a") as stream:
            stream.write("big(A,B) :- path(A,_), between(1,100000000,B).\n")
        with (case / "bias.pl").open("a") as stream:
            stream.write("body_pred(big,2).\ntype(big,(path,int)).\ndirection(big,(in,out)).\n")
        settings = replace(stand_in(prints(SOLVED)), timeout=0.5)
        record = run(settings, tmp_path / "out", case)
        assert record["status"] == "timeout"
        assert record["reason"] == "while the examples were collapsed"

    def test_letters_run_out(self) -> None:
        names = ",".join(f"V{n}" for n in range(30))
        out = f"*** SOLUTION ***\nTP:1 FN:0 TN:1 FP:0 Size:2\nf(V0):- g({names}).\n******\n"
        answer = read_answer(Finished("itself", 0, out, "", 1.0, 1.0))
        letters = [chr(ord("A") + n) for n in range(26)] + [f"V{n}" for n in range(26, 30)]
        assert str(answer.clauses[0]) == f"f(A) :- g({','.join(letters)})."

    def test_a_recursive_program(self) -> None:
        out = (
            "********** SOLUTION **********\n"
            "Precision:1.00 Recall:1.00 TP:5 FN:0 TN:5 FP:0 Size:7\n"
            "f(V0,V1):- last(V0,V1).\nf(V0,V1):- tail(V0,V2),f(V2,V1).\n"
            "******************************\n"
        )
        answer = read_answer(Finished("itself", 0, out, "", 1.0, 1.0))
        assert [str(clause) for clause in answer.clauses] == [
            "f(A,B) :- last(A,B).",
            "f(A,B) :- tail(A,C), f(C,B).",
        ]
        assert answer.covered == (5, 0)


#: A stand-in that says what it was given.
_ECHO = """
import json, os, pathlib, sys
place = pathlib.Path(sys.argv[1])
told = {
    "arguments": sys.argv[2:],
    "files": {p.name: p.read_text() for p in place.iterdir()},
    "seed": os.environ.get("PYTHONHASHSEED"),
    "home": os.environ.get("SWI_HOME_DIR"),
}
(pathlib.Path(sys.argv[0]).parent / "told.json").write_text(json.dumps(told))
print("NO SOLUTION")
"""


class TestWhatItIsGiven:
    def told(self, settings: Settings, tmp_path: Path, case: Path = CASE) -> dict[str, Any]:
        self.record = run(settings, tmp_path / "out", case)
        found: dict[str, Any] = json.loads(
            (Path(settings.command).parent / "told.json").read_text()
        )
        return found

    def test_one_example_of_each_kind(self, stand_in: StandIn, tmp_path: Path) -> None:
        told = self.told(stand_in(_ECHO), tmp_path)
        written = parse_program(told["files"]["bk.pl"])
        known = read_program(CASE / "bk.pl")
        assert written.facts == known.facts
        assert written.rules == known.rules
        bias = parse_bias(told["files"]["bias.pl"], str(CASE / "bias.pl"))
        assert bias_text(bias) == bias_text(read_bias(CASE / "bias.pl"))
        given = tmp_path / "given.pl"
        given.write_text(told["files"]["exs.pl"])
        task = read_task(CASE)
        positives, negatives = read_examples(given, task.bias.head)
        assert set(positives) <= set(task.positives)
        assert set(negatives) <= set(task.negatives)
        assert 0 < len(positives) < len(task.positives)
        assert 0 < len(negatives) < len(task.negatives)
        assert self.record["examples_given"] == [len(positives), len(negatives)]
        assert (self.record["positives"], self.record["negatives"]) == (106, 34)

    def test_all_examples_when_asked_for(self, stand_in: StandIn, tmp_path: Path) -> None:
        told = self.told(replace(stand_in(_ECHO), collapse=False), tmp_path)
        assert sorted(told["files"]["exs.pl"].split()) == sorted(
            (CASE / "exs.pl").read_text().split()
        )
        assert "not_collapsed" not in self.record

    def test_the_settings(self, stand_in: StandIn, tmp_path: Path) -> None:
        settings = replace(stand_in(_ECHO), timeout=100, max_vars=5, max_body=4, solver="clingo")
        first, seconds, *rest = self.told(settings, tmp_path)["arguments"]
        assert first == "--timeout"
        assert 85 <= int(seconds) <= 90  # less what collapsing has taken
        assert rest == ["--max-vars", "5", "--max-body", "4", "--solver", "clingo"]

    def test_no_settings(self, stand_in: StandIn, tmp_path: Path) -> None:
        assert self.told(replace(stand_in(_ECHO), timeout=None), tmp_path)["arguments"] == []

    def test_a_short_time_is_shortened_by_a_fifth(self, stand_in: StandIn, tmp_path: Path) -> None:
        told = self.told(replace(stand_in(_ECHO), timeout=20), tmp_path)
        assert told["arguments"][0] == "--timeout"
        assert 12 <= int(told["arguments"][1]) <= 16

    def test_a_longer_clause_tells_more_examples_apart(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        """Classes depend on how deep a clause can look, so Popper's own limits count."""
        short = self.told(replace(stand_in(_ECHO), max_body=1, max_vars=3), tmp_path)
        assert short["arguments"][2:] == ["--max-vars", "3", "--max-body", "1"]
        few = sum(self.record["examples_given"])
        self.told(stand_in(_ECHO), tmp_path)
        assert few < sum(self.record["examples_given"])

    def test_its_environment(
        self, stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("SWI_HOME_DIR", raising=False)
        settings = stand_in(_ECHO)
        told = self.told(settings, tmp_path)
        assert (told["seed"], told["home"]) == ("0", None)
        home = tmp_path / "swi-prolog" / "home"  # as tools/swi-prolog.sh leaves it
        home.mkdir(parents=True)
        assert self.told(settings, tmp_path)["home"] == str(home)

    def test_a_bias_without_types_is_popper_s_alone(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        case = tmp_path / "case"
        shutil.copytree(CASE, case)
        lines = (CASE / "bias.pl").read_text().splitlines()
        kept = [line for line in lines if not line.startswith(("type", "direction"))]
        (case / "bias.pl").write_text("\n".join(kept) + "\n")
        told = self.told(stand_in(_ECHO), tmp_path, case)
        assert "f/2 has no type" in self.record["not_collapsed"]
        assert told["files"]["bias.pl"].split() == "\n".join(kept).split()

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("enable_recursion.", "enable_recursion"),
            (":- clause(C), #count{V : clause_var(C,V)} > 4.", "raw ASP"),
        ],
    )
    def test_a_bias_that_asp_does_not_do_gets_all_examples(
        self, line: str, reason: str, stand_in: StandIn, tmp_path: Path
    ) -> None:
        case = tmp_path / "case"
        shutil.copytree(CASE, case)
        with (case / "bias.pl").open("a") as stream:
            stream.write(line + "\n")
        told = self.told(stand_in(_ECHO), tmp_path, case)
        assert line in told["files"]["bias.pl"]
        assert self.record["examples_given"] == [106, 34]
        assert reason in self.record["not_collapsed"]

    def test_what_only_popper_can_run_has_its_own_numbers(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        case = tmp_path / "case"
        shutil.copytree(CASE, case)
        with (case / "bias.pl").open("a") as stream:
            stream.write("enable_recursion.\n")
        record = run(stand_in(prints(SOLVED.replace("TP:38", "TP:37"))), tmp_path / "out", case)
        assert record["true_positives"] == 37


class TestWhatIsRefused:
    def fails(self, settings: Settings, case: Path, output: Path) -> str:
        with pytest.raises(InputError) as caught:
            learn(case, output, learner="popper", settings=settings)
        assert not output.exists()
        assert "\n" not in str(caught.value)
        return str(caught.value)

    def test_popper_is_not_there(self, tmp_path: Path) -> None:
        settings = Settings(command="popper-that-is-not-there")
        error = self.fails(settings, CASE, tmp_path / "out")
        assert "Popper is not installed (no executable popper-that-is-not-there)" in error
        assert "pip install" in error

    def test_an_executable_that_does_not_run(self, tmp_path: Path) -> None:
        program = tmp_path / "popper-ilp"
        program.write_text("#!/nowhere/python\n")
        program.chmod(0o755)
        error = self.fails(Settings(command=str(program)), CASE, tmp_path / "out")
        assert f"{program}: cannot be run" in error

    @pytest.mark.parametrize(
        ("name", "text", "message"),
        [
            ("bk.pl", ":- shell('touch x').\n", "bk.pl: line "),
            ("bk.pl", "bad(A) :- shell(A).\n", "unknown predicate shell/1"),
            ("bias.pl", "#script (python)\nprint(1)\n#end.\n", "bias.pl: line 39: #script is ref"),
            ("bias.pl", "enable_recursion.\n# include <x>.\n", "line 40: #include is refused"),
            ("bias.pl", "x :- y.\n%* *% #script (python) x()\n#end.\n", "a block comment is refus"),
            ("bias.pl", 'x("%"). #script (python)\nx()\n#end.\n', "a string is refused"),
            ("bias.pl", "x(@run).\n", "line 39: an external function is refused"),
            ("bias.pl", "zork0.\nbody_pred(shell,1).\n", "shell/1 is defined nowhere"),
            ("bias.pl", "zork0.\nbody_pred(findall,3).\n", "findall/3 is defined nowhere"),
            ("bias.pl", "body_pred(shell,1) :- enable_pi.\n", "head_pred and body_pred must be"),
            ("bias.pl", "enable_pi.\n{body_pred(shell,1)}.\n", "head_pred and body_pred must be"),
            ("bias.pl", "zork0.\n#external body_pred(shell,1).\n", "#external is refused"),
            ("bk.pl", "':-'(shell('touch x')).\n", ":-/1 cannot be defined"),
            ("bk.pl", "term_expansion(hello, ':-'(shell(x))).\n", "term_expansion/2 cannot be"),
            ("bk.pl", "file_search_path(library, '/tmp').\n", "file_search_path/2 cannot be"),
            ("bk.pl", "zork(A) :- G = shell(A), findall(1, G, _).\n", "goal of findall must be"),
            ("bk.pl", "bad(A,B) :- A =/* a.\n:- shell(x).\nb :- b. */ B.\n", "TOLD"),
            ("bk.pl", ":- use_module(library('../../../tmp/evil')).\n", "TOLD"),
            ("exs.pl", "pos(f(p1,c1)) :- shell(x).\n", "exs.pl: line "),
        ],
    )
    def test_text_that_would_run(
        self, name: str, text: str, message: str, stand_in: StandIn, tmp_path: Path
    ) -> None:
        case = tmp_path / "case"
        shutil.copytree(CASE, case)
        with (case / name).open("a") as stream:
            stream.write(text)
        settings = stand_in(_ECHO)
        told = Path(settings.command).parent / "told.json"
        if message == "TOLD":  # what it is given is written anew, from what was understood
            run(settings, tmp_path / "out", case)
            files = json.loads(told.read_text())["files"]
            assert "shell" not in files["bk.pl"] + files["bias.pl"]
            assert files["bk.pl"].count(":- use_module") == 1
            assert "evil" not in files["bk.pl"]
            return
        assert message in self.fails(settings, case, tmp_path / "out")
        assert not told.exists()


# ---- the real system ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> Settings:
    command = os.environ.get("WITNESS_POPPER", "popper-ilp")
    try:
        popper.find(command)
    except InputError:
        pytest.skip("Popper is not installed; WITNESS_POPPER may name its executable")
    return Settings(command=command, timeout=600, memory_limit=8000)


def test_the_real_popper(real: Settings, tmp_path: Path) -> None:
    """It finds what the asp learner finds when that may use variables once, as Popper 4 does."""
    case = tmp_path / "case"
    shutil.copytree(CASES / "2x2_1_puzzle", case)
    with (case / "bias.pl").open("a") as stream:
        stream.write("allow_singletons.\n")
    record = run(real, tmp_path / "popper", case)
    ours = learn(case, tmp_path / "asp")
    assert record["status"] == ours["status"] == "learned"
    for key in ("true_positives", "positives", "false_positives", "negatives", "program_size"):
        assert record[key] == ours[key], key
    assert record["version"] != "unknown"


def test_the_real_popper_learns_nothing(real: Settings, tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    (case / "bk.pl").write_text("big(a).\nbig(b).\nold(a).\nold(b).\n")
    (case / "bias.pl").write_text(
        "head_pred(f,1).\nbody_pred(big,1).\nbody_pred(old,1).\ntype(f,(t,)).\ntype(big,(t,)).\n"
        "type(old,(t,)).\ndirection(f,(in,)).\ndirection(big,(in,)).\ndirection(old,(in,)).\n"
    )
    (case / "exs.pl").write_text("pos(f(a)).\nneg(f(b)).\n")
    record = run(real, tmp_path / "popper", case)
    assert record["status"] == "nothing-learned", record


def test_the_real_popper_learns_a_recursive_program(real: Settings, tmp_path: Path) -> None:
    """The last element of a list, from a bias that the asp learner refuses."""
    case = tmp_path / "case"
    case.mkdir()
    (case / "bk.pl").write_text("tail([_|T],T).\nhead([H|_],H).\nempty([]).\n")
    (case / "bias.pl").write_text(
        "head_pred(f,2).\nbody_pred(tail,2).\nbody_pred(head,2).\nbody_pred(empty,1).\n"
        "enable_recursion.  % f may call f\nmax_vars(4).\nmax_body(3).\nmax_clauses(2).\n"
        "type(f,(list,element)).\ntype(tail,(list,list)).\ntype(head,(list,element)).\n"
        "type(empty,(list,)).\ndirection(f,(in,out)).\ndirection(tail,(in,out)).\n"
        "direction(head,(in,out)).\ndirection(empty,(in,)).\n"
    )
    (case / "exs.pl").write_text(
        "pos(f([1,2,3],3)).\npos(f([2,4],4)).\npos(f([5],5)).\npos(f([7,1,6,2],2)).\n"
        "neg(f([1,2,3],1)).\nneg(f([1,2,3],2)).\nneg(f([2,4],2)).\nneg(f([7,1,6,2],6)).\n"
    )
    record = run(real, tmp_path / "popper", case)
    assert record["status"] == "learned", record
    assert (record["true_positives"], record["false_positives"]) == (4, 0)
    assert record["examples_given"] == [4, 4]
    clauses = read_hypothesis(tmp_path / "popper" / "hypothesis.pl")
    assert any(li.key == clause.key for clause in clauses for li in clause.body)


def test_the_real_popper_is_reproducible(real: Settings, tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        run(real, tmp_path / name, CASES / "2x2_1_puzzle")
        texts.append((tmp_path / name / "hypothesis.pl").read_text())
    assert texts[0] == texts[1]
    assert parse_clauses(texts[0])
