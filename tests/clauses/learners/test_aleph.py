"""The aleph learner: a stand-in that prints what Aleph prints, and Aleph itself where it is there.

WITNESS_ALEPH may name the file of Aleph; SWI-Prolog is looked for beside this Python and on the
PATH.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.learning import CASES, NAMES, bias_of

from witness.base.errors import InputError
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners import aleph, learn
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import read_task

CASE = CASES / "2x3_0_puzzle"

#: What Aleph's first lines look like.
ALEPH = ":- module(aleph, [induce/1]).\naleph_version(5).\n"

#: What is printed for CASE, but for most of the examples.
PRINTED = """\
*** ended: done
% 52447 clauses
h_f(p2,c3).
h_f(A,B):-b_square(B,C,D),b_path(A,E),b_count(E,D,C),b_len(E,F),b_three(F).
h_f(A,B):-b_square(B,C,D),b_path(A,E),b_count(E,D,F),b_greaterThan(F,C).
h_f(p72,c3).
h_f(A,B):-b_square(B,C,D),b_path(A,E),b_count(E,D,F),b_greaterThan(C,F),b_one(F),b_notAdjacent(A,B).
*** end
"""

StandIn = Callable[[str], Settings]


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """A function that puts Python code in the place of SWI-Prolog."""

    def make(code: str) -> Settings:
        place = tmp_path / "bin"
        place.mkdir(exist_ok=True)
        (place / "aleph.pl").write_text(ALEPH)
        program = place / "swipl"
        program.write_text(f"#!{sys.executable}\n{code}\n")
        program.chmod(0o755)
        monkeypatch.setattr(aleph, "_swipl", lambda: str(program))
        return Settings(file=str(place / "aleph.pl"), timeout=60, memory_limit=2000)

    return make


def prints(text: str, err: str = "", status: int = 0) -> str:
    return f"import sys; sys.stdout.write({text!r}); sys.stderr.write({err!r}); sys.exit({status})"


def run(settings: Settings, output: Path, case: Path = CASE) -> dict[str, Any]:
    record = learn(case, output, learner="aleph", settings=settings)
    assert json.loads((output / "result.json").read_text()) == record
    return record


def test_what_aleph_prints(stand_in: StandIn, tmp_path: Path) -> None:
    record = run(stand_in(prints(PRINTED)), tmp_path / "out")
    assert record["status"] == "learned"
    assert (record["true_positives"], record["false_positives"]) == (36, 0)
    assert (record["positives"], record["negatives"], record["program_size"]) == (106, 34, 18)
    assert (record["unexplained"], record["examples_given"]) == (2, [45, 20])
    assert record["version"].startswith("5 (")
    text = (tmp_path / "out" / "hypothesis.pl").read_text()
    assert text.startswith(
        "f(A,B) :- square(B,C,D), path(A,E), count(E,D,C), len(E,F), three(F).\n"
    )
    assert text.count("\n") == 3
    assert "h_f(p72,c3)." in (tmp_path / "out" / "aleph.log").read_text()


@pytest.mark.parametrize(
    ("code", "status", "reason"),
    [
        (
            prints(PRINTED.replace("done", "resource_error(stack)")),
            "memory-limit",
            "resource_error(stack)",
        ),
        (
            prints(PRINTED.replace("done", "evaluation_error(zero_divisor)")),
            "failed",
            "Aleph stopped: evaluation_error(zero_divisor)",
        ),
    ],
)
def test_a_run_cut_short_keeps_what_was_found(
    code: str, status: str, reason: str | None, stand_in: StandIn, tmp_path: Path
) -> None:
    record = run(stand_in(code), tmp_path / "out")
    assert (record["status"], record.get("reason")) == (status, reason)
    assert (record["true_positives"], record["program_size"]) == (36, 18)


def test_an_answer_counts_even_if_the_process_does_not_end(
    stand_in: StandIn, tmp_path: Path
) -> None:
    """SWI-Prolog can wait for its own threads for ever when it has done its work."""
    settings = stand_in(f"print({PRINTED!r}, flush=True); import time; time.sleep(600)")
    record = run(Settings(file=settings.file, timeout=2), tmp_path / "out")
    assert (record["status"], record["true_positives"]) == ("learned", 36)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (prints("", "Warning: x\nit broke\n", 3), "ended with status 3: it broke"),
        (prints("hello\n"), "ended with status 0: it printed nothing"),
        (prints("*** ended: done\nh_f(A :- .\n*** end\n"), "its answer cannot be read: "),
        (
            prints("*** ended: done\nh_f(A,B):-b_strange(A,B).\n*** end\n"),
            "its answer cannot be used: unknown predicate strange/2",
        ),
    ],
)
def test_a_failed_run_is_a_record(
    code: str, reason: str, stand_in: StandIn, tmp_path: Path
) -> None:
    record = run(stand_in(code), tmp_path / "out")
    assert record["status"] == "failed"
    assert record["reason"].startswith(reason)
    assert (record["true_positives"], record["program_size"]) == (0, 0)
    assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""


def test_the_files_that_it_gets(stand_in: StandIn, tmp_path: Path) -> None:
    """They are made of what was read: modes from types and directions, limits from the bias."""
    kept = tmp_path / "kept"
    code = f"import shutil, sys; shutil.copytree(sys.argv[-1].rpartition('/')[0], {str(kept)!r})"
    settings = stand_in(code)
    run(Settings(file=settings.file, seed=9), tmp_path / "out")
    task = (kept / "task.pl").read_text()
    lines = task.splitlines()
    assert lines[:3] == [
        f":- use_module('{settings.file}').", ":- set_random(seed(9)).", ":- aleph.",
    ]  # fmt: skip
    for name, value in (("clauselength", 7), ("i", 6), ("newvars", 5), ("noise", 0), ("minpos", 1)):
        assert f":- aleph_set({name},{value})." in lines
    assert ":- modeh(*,h_f(+path,+square))." in lines
    assert ":- modeb(*,b_square(+square,-int,-edges))." in lines
    assert ":- determination(h_f/2,b_square/3)." in lines
    assert "b_count(X0,X1,X2) :- background:count(X0,X1,X2)." in lines
    positives = task.partition(":- begin_in_pos.")[2].partition(":- end_in_pos.")[0]
    assert positives.count("h_f(") == 45
    background = (kept / "background.pl").read_text()
    assert background.startswith(":- module(background, []).\n")
    assert "%" not in background


def test_a_recursive_background_is_refused_before_the_run(
    stand_in: StandIn, tmp_path: Path
) -> None:
    """Its answer could not be counted here."""
    started = tmp_path / "started"
    settings = stand_in(f"open({str(started)!r}, 'w')")
    case = tmp_path / "case"
    case.mkdir()
    (case / "bk.pl").write_text("size(a,1).\neven(0).\neven(N) :- N > 1, M is N-2, even(M).\n")
    (case / "bias.pl").write_text(bias_of("f t:in", "size t:in int:out", "even int:in"))
    (case / "exs.pl").write_text("pos(f(a)).\n")
    with pytest.raises(InputError, match=r"bk\.pl: line 3: cyclic definition: even/1 → even/1"):
        run(settings, tmp_path / "out", case)
    assert not started.exists()


class TestWhatIsMissing:
    def test_another_file(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"bk\.pl: this is not Aleph for SWI-Prolog"):
            run(Settings(file=str(CASE / "bk.pl")), tmp_path / "out")
        with pytest.raises(InputError, match=r"no\.pl: cannot be read"):
            run(Settings(file=str(tmp_path / "no.pl")), tmp_path / "out")

    def test_no_swi_prolog(self, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
        settings = stand_in("")
        monkeypatch.setattr(aleph, "_swipl", lambda: None)
        assert "no executable swipl" in str(aleph.why_not(settings))


# ---- the real system ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> Settings:
    file = os.environ.get("WITNESS_ALEPH")
    if file is None:
        pytest.skip("WITNESS_ALEPH does not name the file of Aleph")
    settings = Settings(file=file, timeout=600, memory_limit=4000)
    assert aleph.why_not(settings) is None  # who names the file wants it tried
    return settings


@pytest.mark.parametrize("name", NAMES[:4])
def test_the_real_aleph(name: str, real: Settings, tmp_path: Path) -> None:
    """No negative example; at least nine tenths of what the best hypothesis of the bias covers."""
    record = run(real, tmp_path, CASES / name)
    best = json.loads((CASES / name / "expected.json").read_text())
    assert record["status"] == "learned", record
    assert record["false_positives"] == 0
    assert record["true_positives"] >= 0.9 * best["true_positives"]
    clauses = read_hypothesis(tmp_path / "hypothesis.pl")
    assert coverage(clauses, read_task(CASES / name)) == (record["true_positives"], 0)
    assert all(len(clause.body) <= 6 for clause in clauses)


def test_the_real_aleph_is_reproducible(real: Settings, tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        run(real, tmp_path / name, CASES / "2x2_1_puzzle")
        texts.append((tmp_path / name / "hypothesis.pl").read_text())
    assert texts[0] == texts[1] != ""


def test_the_real_aleph_within_its_time(real: Settings, tmp_path: Path) -> None:
    record = run(Settings(file=real.file, timeout=2), tmp_path, CASES / "3x3_0_puzzle")
    assert record["status"] == "timeout"
    clauses = read_hypothesis(tmp_path / "hypothesis.pl")
    assert coverage(clauses, read_task(CASES / "3x3_0_puzzle")) == (record["true_positives"], 0)


def test_names_that_mean_something_to_aleph(real: Settings, tmp_path: Path) -> None:
    """The background has predicates with names of Aleph's own."""
    case = tmp_path / "case"
    case.mkdir()
    (case / "bk.pl").write_text(
        "induce(a). induce(b). induce(c). set(d). set(e). bottom(a,d). bottom(b,e). bottom(c,d).\n"
        "bottom(g,d). bottom(h,e)."
    )
    (case / "bias.pl").write_text(
        bias_of("model t:in", "induce t:in", "bottom t:in u:out", "set u:in")
    )
    (case / "exs.pl").write_text(
        "pos(model(a)). pos(model(b)). pos(model(c)). neg(model(g)). neg(model(h)).\n"
    )
    record = run(real, tmp_path / "out", case)
    assert (record["true_positives"], record["false_positives"]) == (3, 0), record


def test_a_test_on_the_last_new_variable(real: Settings, tmp_path: Path) -> None:
    """A literal is one layer further from the head than its variables."""
    case = tmp_path / "case"
    case.mkdir()
    chain = [("e(a,b). e(b,c). e(i,j). e(j,k). e(d,f). e(f,h). red(c). red(h). blue(k).", 3)]
    chain.append(("e(a,c). e(i,k). e(d,h). red(c). red(h). blue(k).", 2))
    for facts, most in chain:
        (case / "bk.pl").write_text(facts)
        settings = f"max_vars({most}). max_body(3)."
        bias = bias_of("g l:in", "e l:in l:out", "red l:in", "blue l:in", settings=settings)
        (case / "bias.pl").write_text(bias)
        (case / "exs.pl").write_text("pos(g(a)). pos(g(d)). neg(g(i)).\n")
        record = run(real, tmp_path / "out", case)
        assert (record["true_positives"], record["program_size"]) == (2, most + 1), record
