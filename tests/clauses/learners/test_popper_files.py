"""Popper's input, and what it must never contain."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.learning import bias_of
from support.stand_in import CASE, SOLVED, StandIn, prints, refused, run

from witness.clauses.language.bias import bias_text
from witness.clauses.language.bias_reader import parse_bias, read_bias
from witness.clauses.language.reader import parse_program, read_program
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import read_examples, read_task

#: A stand-in that says what it was given.
_ECHO = """
import json, os, pathlib, sys
place = pathlib.Path(sys.argv[1])
told = {
    "arguments": sys.argv[2:],
    "files": {p.name: p.read_text() for p in place.iterdir()},
    "seed": os.environ.get("PYTHONHASHSEED"),
}
(pathlib.Path(sys.argv[0]).parent / "told.json").write_text(json.dumps(told))
print("NO SOLUTION")
"""


def _seconds(argument: str) -> int:
    return int(argument.removeprefix("--timeout="))


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
        settings = replace(stand_in(_ECHO), timeout=100, max_vars=5, max_body=4)
        settings = replace(settings, options={"solver": "clingo"})
        told = self.told(settings, tmp_path)
        first, *rest = told["arguments"]
        assert 85 <= _seconds(first) <= 90  # less what collapsing has taken
        assert rest == ["--solver=clingo"]
        assert {"max_vars(5).", "max_body(4)."} < set(told["files"]["bias.pl"].split())
        assert self.record["limits"] == {"max_vars": 5, "max_body": 4}

    def test_a_longer_clause_tells_more_examples_apart(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        """Classes depend on how deep a clause can look, so Popper's own limits count."""
        short = self.told(replace(stand_in(_ECHO), max_body=1, max_vars=3), tmp_path)
        assert "max_body(1)." in short["files"]["bias.pl"]
        few = sum(self.record["examples_given"])
        self.told(stand_in(_ECHO), tmp_path)
        assert few < sum(self.record["examples_given"])

    def test_its_hash_seed(self, stand_in: StandIn, tmp_path: Path) -> None:
        assert self.told(stand_in(_ECHO), tmp_path)["seed"] == "0"

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
            ("max_vars(9) :- enable_more.", "raw ASP"),
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

    @pytest.mark.long
    def test_what_only_popper_can_run_has_its_own_numbers(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        case = tmp_path / "case"
        shutil.copytree(CASE, case)
        with (case / "bias.pl").open("a") as stream:
            stream.write("enable_recursion.\n")
        solved = SOLVED.replace("TP:38", "TP:37")
        record = run(stand_in(prints(solved)), tmp_path / "out", case)
        assert record["true_positives"] == 38  # plain clauses are counted here
        recursive = solved.replace(":- ", ":- f(V0,V1),", 1)
        record = run(stand_in(prints(recursive)), tmp_path / "out", case)
        assert (record["status"], record["true_positives"]) == ("learned", 37)


class TestWhatIsRefused:
    @pytest.mark.slow
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
            ("bias.pl", "body_pred(sh,1).\ndirection(sh,(in,)).\n", "sh/1 is defined nowhere"),
            ("bias.pl", "zork0.\nbody_pred(findall,3).\n", "findall cannot be a body predicate"),
            ("bias.pl", "body_pred(shell,1) :- enable_pi.\n", "declarations must be facts"),
            ("bias.pl", "enable_pi.\n{body_pred(shell,1)}.\n", "declarations must be facts"),
            ("bias.pl", "zork0.\n#external body_pred(shell,1).\n", "#external is refused"),
            ("bk.pl", "':-'(shell('touch x')).\n", "a clause head must be an atom"),
            ("bk.pl", "term_expansion(hello, ':-'(shell(x))).\n", "term_expansion/2 cannot be"),
            ("bk.pl", "file_search_path(library, '/tmp').\n", "file_search_path/2 cannot be"),
            ("bk.pl", "zork(A) :- G = shell(A), findall(1, G, _).\n", "goal of findall must be"),
            ("bk.pl", "zork(A) :- G = shell(A), call(G).\n", "goal of call must be"),
            ("bk.pl", "zork(A) :- maplist(call, [shell(A)]).\n", "goal of maplist must be"),
            ("bk.pl", "zork(A) :- foldl(once, [A], 1, _).\n", "unknown predicate once/3"),
            ("bk.pl", "zork(A) :- \\+ ( !, maplist(shell, [A]) ).\n", "unknown predicate shell/1"),
            ("bk.pl", "zork(A) :- include(':'(system, shell), [A], _).\n", "unknown predicate :/3"),
            (
                "bk.pl",
                "bad(A,B) :- A =/* a.\n:- shell(x).\nb :- b. */ B.\n",
                "'=/*' is not",
            ),
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
        assert message in refused(settings, case, tmp_path / "out")
        assert not told.exists()


def test_predicates_of_one_name_are_refused(stand_in: StandIn, tmp_path: Path) -> None:
    """Popper 4.3.0 fails on them."""
    case = tmp_path / "case"
    case.mkdir()
    (case / "bk.pl").write_text("len(a).\nlen(a,1).\n")
    (case / "bias.pl").write_text(bias_of("g t:in", "len t:in", "len t:in int:out"))
    (case / "exs.pl").write_text("pos(g(a)).\n")
    error = refused(stand_in(prints("NO SOLUTION\n")), case, tmp_path / "out")
    assert "len/1 and len/2" in error
