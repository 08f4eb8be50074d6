"""What is wrong with a game, and only grounding and play show."""

import warnings
from pathlib import Path

import pytest
from support.game_commands import run

from witness.base.errors import InputError
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import check
from witness.gdl.network.network import Network
from witness.gdl.network.playable import playable
from witness.gdl.play.solve import solve

#: Three steps along a street of four places, within five turns; one may wait.
STREET = """
(role robot)
(init (step 0))
(init (at a))
(<= (legal robot (go ?y)) (true (at ?x)) (link ?x ?y))
(legal robot wait)
(link a b) (link b c) (link c d) (link b a)
(<= (next (at ?y)) (does robot (go ?y)))
(<= (next (at ?x)) (true (at ?x)) (does robot wait))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= terminal (true (at d)))
(<= terminal (true (step 5)))
(<= (goal robot 100) (true (at d)))
(<= (goal robot 0) (not (true (at d))))
"""

END = "(<= terminal (true (at d)))"
WIN = "(<= (goal robot 100) (true (at d)))"
LOSS = "(<= (goal robot 0) (not (true (at d))))"


def of(text: str) -> Network:
    sheet = read_rules(text, "game.kif")
    check(sheet)
    return playable(sheet)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (LOSS, "", r"robot has no score where the game has ended .0 counts.: .*\(step 5\)"),
        (WIN, f"{WIN} (<= (goal robot 50) (true (at d)))",
         r"robot has the scores 100 and 50, of which the best counts, in a state: "),
        (LOSS, f"{LOSS} (<= (goal robot 30) (true (at b)))",
         r"robot has the scores 30 and 0, .* in a state: \(at b\)"),
        (END, "(<= terminal (true (at dd)))",
         r"line 12: column 14: \(true \(at dd\)\) is false, as dd never .*; did you mean d"),
        (END, "(<= terminal (true (at ?x)) (link ?x dd))",
         r"\(link \?x dd\) is false, as dd never stands there; did you mean d\?"),
        ("(does robot wait)", "(does robot waitt)", r"waitt never .*; did you mean wait\?"),
        ("(does robot (go ?y))", "(does robot (goo ?y))", r"goo never .*; did you mean go\?"),
        ("(<= (goal robot 0) (not", "(<= (goal robot 0) (not (true (at e)))) (<= (p) (not",
         r"\(true \(at e\)\) is false, as e never stands there"),
    ],
)  # fmt: skip
def test_a_game_with_something_wrong(old: str, new: str, said: str) -> None:
    assert old in STREET
    with pytest.warns(RuntimeWarning, match=said):
        of(STREET.replace(old, new))


def test_the_end_of_a_plan_is_looked_at() -> None:
    """Playouts seldom come to the one state that has two scores."""
    lamps = range(16)
    text = (
        " ".join(f"(lamp {n})" for n in lamps)
        + """ (role me) (init begun)
        (<= (legal me (light ?n)) (lamp ?n) (not (true (on ?n))))
        (<= (legal me (dim ?n)) (true (on ?n)))
        (<= (next (on ?n)) (does me (light ?n)))
        (<= (next (on ?n)) (true (on ?n)) (not (does me (dim ?n))))
        (<= dark (lamp ?n) (not (true (on ?n))))
        (<= terminal (not dark)) (<= (goal me 100) (not dark))
        (<= (goal me 70) (not dark) (true (on 3)))
    """
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net = of(text)
    with pytest.warns(RuntimeWarning, match="the scores 100 and 70, .* in a state"):
        solve(net)


def test_a_state_without_a_legal_move_is_refused() -> None:
    text = STREET.replace("(legal robot wait)", "(<= (legal robot wait) (true (at a)))")
    text = text.replace("(link c d)", "(link b d)")
    with pytest.raises(InputError) as error:
        of(text)
    said = "no move of robot is legal, and it has not ended; a rulesheet must say"
    assert said in str(error.value)
    assert "(at c)" in str(error.value)


@pytest.mark.parametrize("word", ["analyse", "solve", "rate"])
def test_every_command_says_it(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, output = tmp_path / "game.kif", tmp_path / "out.txt"
    file.write_text(STREET.replace(LOSS, ""))
    status, _, said = run(capsys, "game", word, file)
    assert status == 0
    assert f"witness: {file}: robot has no score where the game has ended" in said
    file.write_text(STREET.replace(END, "(=> (true (at d)) terminal)"))
    status, out, said = run(capsys, "game", word, file, "-o", output)
    assert (status, out, output.exists()) == (2, "", False)
    assert said.startswith(f"witness: {file}: line 12: column 2: the language has no =>: a rule is")
    assert said.count("\n") == 1
