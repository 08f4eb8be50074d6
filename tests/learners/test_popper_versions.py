"""What versions of Popper print, as recorded, and what they can be asked for.

The logs in tests/data/popper_logs are of Popper 4.3.0 and 5.0.0 on their own examples; of paths
only the end is kept.
"""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.stand_in import CASE, LOG, SOLVED, StandIn, executable, prints, run

from witness.base.errors import InputError
from witness.base.limits.child import Finished
from witness.cli import main
from witness.learners import learn
from witness.learners.popper.answer import read_answer
from witness.learners.popper.as_is import learn_as_is
from witness.learners.popper.program import find
from witness.learners.result_schema import RESULT
from witness.learners.run import Settings

LOGS = Path(__file__).parents[1] / "data" / "popper_logs"
TRAINS = (LOGS / "5.0.0-trains1.err").read_text()

#: What `--help` says.
FOUR = """\
usage: popper-ilp [-h] [--noisy]
                  [--max-body MAX_BODY]
                  kbpath

options:
  -h, --help            show this help message and exit
  --noisy               tell Popper that there is noise
  --max-literals MAX_LITERALS
                        Maximum number of literals allowed in program
                        (default: 40)
  --max-body MAX_BODY   Maximum number of body literals allowed in rule
                        (default: 6)
  --max-vars MAX_VARS   Maximum number of variables allowed in rule (default:
                        6)
  --solver {clingo,rc2}
                        Select a solver for the combine stage (default: rc2)
  --batch-size BATCH_SIZE
                        Combine batch size (default: 20000)
  --functional-test     Run functional test
"""
FIVE = """\
usage: popper.py [-h] [--noisy] [--all-opt] [--max-body MAX_BODY] kbpath

options:
  -h, --help           show this help message and exit
  --noisy, -n          Use a noisy (MDL) cost function (default: False)
  --all-opt            Enable all-opt mode (default: False)
  --max-body MAX_BODY  Maximum number of body literals allowed in rule
                       (default: 10)
  --max-vars MAX_VARS  Maximum number of variables allowed in rule (default:
                       6)
  --nuwls              Use nuwls solver (default: False)
"""

#: A stand-in with a help, which says what it was given.
_HELPFUL = """
import json, pathlib, sys
if sys.argv[1:] == ["--help"]:
    print({help!r})
    sys.exit()
told = {{"arguments": sys.argv[1:], "bias": (pathlib.Path(sys.argv[1]) / "bias.pl").read_text()}}
(pathlib.Path(sys.argv[0]).parent / "told.json").write_text(json.dumps(told))
sys.stdout.write({out!r}); sys.stderr.write({err!r})
"""


def helpful(told: str, out: str = "NO SOLUTION\n", err: str = "") -> str:
    return _HELPFUL.format(help=told, out=out, err=err)


def told(settings: Settings) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(settings.command).parent / "told.json").read_text())
    return found


def ended(out: str, err: str, how: Any = "itself", status: int = 0) -> Finished:
    return Finished(how, status, out, err, 1.0, 1.0)


class TestAnswersOfVersion5:
    def test_a_solution_on_standard_error(self) -> None:
        answer = read_answer(ended("", TRAINS))
        assert [str(clause) for clause in answer.clauses] == [
            "f(A) :- has_car(A,B), roof_closed(B), three_wheels(B)."
        ]
        assert (answer.covered, answer.of) == ((394, 0), (394, 606))
        assert answer.status is None

    def test_the_log_of_a_run_has_the_same_answer(self) -> None:
        assert read_answer(ended(TRAINS, "")) == read_answer(ended("", TRAINS))

    def test_a_timeout_of_its_own(self) -> None:
        late = TRAINS.replace(
            "2.2s ********** SOL", "2.2s TIMEOUT OF 60 SECONDS EXCEEDED\n2.2s * SOL"
        )
        answer = read_answer(ended("", late))
        assert (answer.status, len(answer.clauses)) == ("timeout", 1)

    @pytest.mark.parametrize("how", ["timeout", "memory-limit"])
    def test_a_hard_limit_leaves_the_best_so_far(self, how: str) -> None:
        """The last hypothesis that is complete, of the two before the solution."""
        before = TRAINS[: TRAINS.index("2.2s ********** SOLUTION")]
        answer = read_answer(ended("", before[: before.rindex("2.2s f(V0)")], how))
        assert (answer.status, answer.covered) == (how, (394, 0))
        assert [clause.size for clause in answer.clauses] == [6]
        assert answer.reason is not None

    def test_no_solution(self) -> None:
        answer = read_answer(ended("NO SOLUTION\n", "0.8s Generating partial hypotheses\n"))
        assert (answer.status, answer.clauses) == (None, ())

    def test_a_mistake_that_it_logs(self) -> None:
        answer = read_answer(ended("", "0.8s ERROR: missing directions for len/2\n"))
        assert answer.reason == "ended with status 0: ERROR: missing directions for len/2"


class TestTheReason:
    def test_not_a_warning(self) -> None:
        """Popper 4.3.0 does not know the solver that its help offers."""
        err = (LOGS / "4.3.0-clingo.err").read_text()
        answer = read_answer(ended("INVALID SOLVER\n", err))
        assert answer.reason == "ended with status 0: INVALID SOLVER"

    def test_the_error_of_a_traceback(self) -> None:
        err = (LOGS / "4.3.0-functional-test.err").read_text()
        answer = read_answer(ended("", err, status=1))
        assert answer.reason == (
            "ended with status 1: janus_swi.janus.PrologError: non_functional/0: "
            "Unknown procedure: non_functional/1"
        )

    def test_an_argument_that_it_refuses(self) -> None:
        err = "usage: popper-ilp [-h]\n   kbpath\npopper-ilp: error: argument --solver: invalid\n"
        answer = read_answer(ended("", err, status=2))
        assert answer.reason == "ended with status 2: popper-ilp: error: argument --solver: invalid"

    def test_only_a_warning(self) -> None:
        answer = read_answer(ended("", "0.1s WARNING: MISSING HEAD TYPE\n"))
        assert answer.reason == "ended with status 0: WARNING: MISSING HEAD TYPE"


class TestLimits:
    def without_limits(self, tmp_path: Path) -> Path:
        case = tmp_path / "case"
        shutil.copytree(CASE, case)
        lines = (case / "bias.pl").read_text().splitlines()
        (case / "bias.pl").write_text("\n".join(li for li in lines if "max_" not in li) + "\n")
        return case

    @pytest.mark.parametrize(("told_by", "literals"), [(FOUR, 6), (FIVE, 10), ("", 6)])
    def test_what_popper_takes_holds_where_nothing_is_given(
        self, told_by: str, literals: int, stand_in: StandIn, tmp_path: Path
    ) -> None:
        case, settings = self.without_limits(tmp_path), stand_in(helpful(told_by))
        record = run(settings, tmp_path / "out", case)
        assert record["limits"] == {"max_vars": 6, "max_body": literals}
        assert record["assumed"] == ["max_vars", "max_body"]
        assert f"max_body({literals})." in told(settings)["bias"]

    def test_what_is_given_comes_first(self, stand_in: StandIn, tmp_path: Path) -> None:
        case, settings = self.without_limits(tmp_path), stand_in(helpful(FIVE))
        record = run(replace(settings, max_body=3), tmp_path / "out", case)
        assert record["limits"] == {"max_vars": 6, "max_body": 3}
        assert record["assumed"] == ["max_vars"]

    def test_clauses_of_programs_without_recursion(self, stand_in: StandIn, tmp_path: Path) -> None:
        settings = replace(stand_in(helpful(FOUR)), max_clauses=2)
        with pytest.raises(InputError, match="max_clauses: Popper limits only"):
            run(settings, tmp_path / "out")


class TestOptions:
    def test_they_are_passed_on(self, stand_in: StandIn, tmp_path: Path) -> None:
        asked = {"batch-size": 7, "functional-test": True, "solver-x": False}
        settings = replace(stand_in(helpful("")), options=asked, timeout=None)
        run(settings, tmp_path / "out")
        assert told(settings)["arguments"][1:] == ["--batch-size=7", "--functional-test"]

    def test_no_shell_reads_them(self, stand_in: StandIn, tmp_path: Path) -> None:
        value = "x; touch $(pwd)/y `id` --noisy"
        settings = replace(stand_in(helpful("")), options={"anytime": value}, timeout=None)
        run(settings, tmp_path / "out")
        assert told(settings)["arguments"][1:] == [f"--anytime={value}"]

    @pytest.mark.parametrize(
        "name", ["-x", "a b", "a=b", "", "A", "timeout", "time", "noisy", "max-body", "solv", "a\n"]
    )
    def test_names_that_are_refused(self, name: str, stand_in: StandIn, tmp_path: Path) -> None:
        settings = replace(stand_in(helpful("")), options={name: "1"})
        with pytest.raises(InputError, match=r"option|setting"):
            run(settings, tmp_path / "out")

    @pytest.mark.parametrize(
        ("told_by", "settings", "name"),
        [
            (FOUR, {"options": {"nuwls": True}}, "nuwls"),
            (FIVE, {"options": {"batch-size": "3"}}, "batch-size"),
            (FIVE, {"solver": "rc2"}, "solver"),
            (FIVE, {"options": {"max-literals": 7}}, "max-literals"),
        ],
    )
    def test_a_version_without_it(
        self,
        told_by: str,
        settings: dict[str, Any],
        name: str,
        stand_in: StandIn,
        tmp_path: Path,
    ) -> None:
        with pytest.raises(InputError, match=rf"has no option {name}; it has"):
            run(replace(stand_in(helpful(told_by)), **settings), tmp_path / "out")


def test_sources_with_an_environment_beside_them(tmp_path: Path) -> None:
    """Popper 5 has no executable; `uv run popper.py` makes `.venv` beside its sources."""
    settings = executable(tmp_path, prints(SOLVED))
    source = tmp_path / "bin" / "popper.py"
    Path(settings.command).rename(source)
    own = tmp_path / "bin" / ".venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.symlink_to(sys.executable)
    source.write_text(source.read_text().replace(sys.executable, "/nowhere/python"))
    assert find(str(source)).command == (str(own), str(source))
    settings = replace(settings, command=str(source))
    assert run(settings, tmp_path / "out")["true_positives"] == 38


def test_numbers_of_popper_that_are_not_ours(stand_in: StandIn, tmp_path: Path) -> None:
    wrong = SOLVED.replace("TP:38", "TP:40")
    settings = replace(stand_in(prints(wrong)), collapse=False)
    record = run(settings, tmp_path / "wrong")
    assert (record["true_positives"], record["popper_counted"]) == (38, [40, 0])
    settings = replace(stand_in(prints(SOLVED)), collapse=False)
    assert "popper_counted" not in run(settings, tmp_path / "right")


class TestAFolderAsItIs:
    def folder(self, tmp_path: Path) -> Path:
        """A folder that cannot be read here."""
        case = tmp_path / "case"
        case.mkdir()
        (case / "bk.pl").write_text(":- use_module(library(lists)).\np(X) :- q(X), !.\n")
        (case / "bias.pl").write_text("head_pred(f,1).\nbody_pred(p,1).\nmax_body(2).\n")
        (case / "exs.pl").write_text("pos(f(a)). pos(f(b)).\nneg(f(c)). % neg(f(d)).\n")
        with pytest.raises(InputError):
            learn(case, tmp_path / "out", learner="popper", settings=Settings())
        return case

    def test_the_numbers_are_popper_s(self, stand_in: StandIn, tmp_path: Path) -> None:
        out = "*** SOLUTION ***\nTP:2 FN:3 TN:4 FP:1 Size:2\nf(V0):- p(V0).\n******\n"
        settings = stand_in(helpful(FOUR, out, LOG))
        case = self.folder(tmp_path)
        kept = {path.name: path.read_bytes() for path in case.iterdir()}
        assert "limits" not in learn_as_is(case, tmp_path / "out", settings)
        asked = replace(settings, max_vars=3, options={"max-literals": 9}, noisy=True, timeout=50)
        record = learn_as_is(case, tmp_path / "out", asked)
        assert record["counted_by"] == "popper"
        assert (record["true_positives"], record["positives"]) == (2, 5)
        assert (record["false_positives"], record["negatives"]) == (1, 5)
        assert record["description_length"] == 2 + 3 + 1
        assert record["limits"] == {"max_vars": 3}
        Draft202012Validator(RESULT).validate(record)
        assert told(settings)["arguments"] == [
            str(case), "--timeout=40", "--max-vars=3", "--noisy", "--max-literals=9"
        ]  # fmt: skip
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == "f(A) :- p(A).\n"
        assert json.loads((tmp_path / "out" / "result.json").read_text()) == record
        assert {path.name: path.read_bytes() for path in case.iterdir()} == kept

    def test_nothing_learned(self, stand_in: StandIn, tmp_path: Path) -> None:
        record = learn_as_is(
            self.folder(tmp_path), tmp_path / "out", stand_in(prints("NO SOLUTION\n"))
        )
        assert record["status"] == "nothing-learned"
        assert (record["positives"], record["negatives"]) == (2, 1)

    def test_settings_that_change_the_files(self, stand_in: StandIn, tmp_path: Path) -> None:
        case = self.folder(tmp_path)
        for name in ("max_clauses", "max_literals"):
            settings = replace(stand_in(prints(SOLVED)), **{name: 3})
            with pytest.raises(InputError, match=f"{name} is not for"):
                learn_as_is(case, tmp_path / "out", settings)

    def test_a_missing_file(self, stand_in: StandIn, tmp_path: Path) -> None:
        case = self.folder(tmp_path)
        (case / "bk.pl").unlink()
        with pytest.raises(InputError, match=r"bk\.pl"):
            learn_as_is(case, tmp_path / "out", stand_in(prints(SOLVED)))

    def test_by_command(
        self, stand_in: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        out = "*** SOLUTION ***\nTP:2 FN:0 TN:1 FP:0 Size:2\nf(V0):- p(V0).\n******\n"
        settings = stand_in(helpful(FOUR, "", out))
        words = ["learn", str(self.folder(tmp_path)), "--as-is", "-o", str(tmp_path / "out")]
        assert main([*words, "--learner", "popper", "--command", settings.command]) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["status"], record["counted_by"]) == ("learned", "popper")
        failing = stand_in(prints("", "it broke\n", 3)).command
        assert main([*words, "--learner", "popper", "--command", failing]) == 2
        said = capsys.readouterr()
        record = json.loads(said.out)
        assert (record["status"], record["reason"]) == ("failed", "ended with status 3: it broke")
        assert said.err == "witness: popper: failed: ended with status 3: it broke\n"
        assert json.loads((tmp_path / "out" / "result.json").read_text()) == record
        for more, message in (
            ([], "--as-is is for --learner popper"),
            (["--learner", "popper", "--until-proved"], "--as-is is for learning once"),
            (["--learner", "popper", "--allow-singletons"], "allow_singletons is not for"),
        ):
            assert main([*words, *more]) == 2
            assert message in capsys.readouterr().err
