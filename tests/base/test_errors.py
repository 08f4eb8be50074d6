"""The one error: where, what, and in one line."""

from __future__ import annotations

from pathlib import Path

from witness.base.errors import InputError


def test_the_place_comes_first() -> None:
    assert str(InputError("wrong")) == "wrong"
    assert str(InputError("wrong", file=Path("a/b.pl"))) == "a/b.pl: wrong"
    assert str(InputError("wrong", file="b.pl", line=3)) == "b.pl: line 3: wrong"
    assert str(InputError("wrong", line=3)) == "line 3: wrong"


def test_one_line_whatever_is_quoted() -> None:
    assert str(InputError("unknown x\ny\x1b[2J, ≥ 1", file="a\rb.pl")) == (
        "a\\rb.pl: unknown x\\ny\\x1b[2J, ≥ 1"
    )


def test_a_place_is_added_and_never_replaced() -> None:
    error = InputError("wrong", line=3).at(file="b.pl", line=9)
    assert (error.file, error.line, error.reason) == ("b.pl", 3, "wrong")
    assert str(error.at(file="c.pl")) == "b.pl: line 3: wrong"
