"""Biases that only Popper reads: what passes, and what could be or hide code."""

from __future__ import annotations

from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.learn.popper.raw_bias import read_raw_bias
from witness.logic.language.reader import parse_program

BACKGROUND = parse_program("tail([_|T],T).\nempty([]).\n", "bk.pl")
BIAS = """\
% What is learned.
head_pred(f,2).   body_pred(f,2).
body_pred( tail , 2 ).
body_pred(empty,1). body_pred(length,2).
enable_recursion. enable_pi.
max_body(1..3). % not a number
:- clause(C), #count{V : clause_var(C,V)} > 4, body_pred(tail,A).
"""


def refused(text: str, tmp_path: Path) -> str:
    path = tmp_path / "bias.pl"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_raw_bias(path, BACKGROUND)
    return str(caught.value).removeprefix(f"{path}: ")


def test_what_passes(tmp_path: Path) -> None:
    path = tmp_path / "bias.pl"
    path.write_text(BIAS)
    text, declared = read_raw_bias(path, BACKGROUND)
    assert declared.head.key == ("f", 2)
    bare = " ".join(line.split("%")[0] for line in BIAS.splitlines())
    assert text.split() == bare.split()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("#script (python) x #end.", "line 9: #script is refused"),
        ("# \n script (python) x #end.", "line 9: #"),
        ("#SCRIPT (python) x #end.", "line 9: #SCRIPT is refused"),
        ("#include <incmode>.", "line 9: #include is refused"),
        ("%* *% x.", "line 9: a block comment is refused"),
        ("% a comment with %* in it", "line 9: a block comment is refused"),
        ('x("%").', "line 9: a string is refused"),
        ("x(@f()).", "line 9: an external function is refused"),
        ("body_pred(shell,1).", "line 9: the body predicate shell/1 is defined nowhere in bk.pl"),
        ("body_pred(findall,3).", "line 9: the body predicate findall/3 is defined nowhere"),
        ("body_pred(shell,1) :- x.", "line 9: head_pred and body_pred must be facts"),
        ("{body_pred(shell,1)}.", "line 9: head_pred and body_pred must be facts"),
        ("x :- y. body_pred(P,1) :- p(P).", "line 9: head_pred and body_pred must be facts"),
        ("body_pred(tail,2;shell,1).", "line 9: head_pred and body_pred must be facts"),
        ("head_pred(g,1).", "exactly one head_pred is needed, found 2"),
    ],
)
def test_what_is_refused(line: str, message: str, tmp_path: Path) -> None:
    assert refused(f"{BIAS}\n{line}\n", tmp_path).startswith(message)


def test_without_a_head(tmp_path: Path) -> None:
    assert "exactly one head_pred is needed, found 0" in refused("x.\n", tmp_path)
