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
from support.stand_in import CASE, SOLVED, StandIn, executable, prints, run

from witness.base.errors import InputError
from witness.base.limits.child import Finished
from witness.clauses.learners.popper.answer import read_answer
from witness.clauses.learners.popper.program import find
from witness.clauses.learners.settings import Settings

LOGS = Path(__file__).parents[2] / "data" / "popper_logs"
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
        assert answer.covered == (394, 0)
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


class TestOptions:
    def test_they_are_passed_on(self, stand_in: StandIn, tmp_path: Path) -> None:
        asked = {"batch-size": 7, "functional-test": True, "solver-x": False}
        settings = replace(stand_in(helpful("")), options=asked, timeout=None)
        run(settings, tmp_path / "out")
        assert told(settings)["arguments"][1:] == ["--batch-size=7", "--functional-test"]

    @pytest.mark.parametrize(
        "name", ["-x", "a b", "a=b", "", "A", "timeout", "time", "noisy", "max-body", "a\n"]
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
            (FIVE, {"options": {"solver": "rc2"}}, "solver"),
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
