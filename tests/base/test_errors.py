"""The one error: where, what, and in one line."""

from __future__ import annotations

from pathlib import Path

from witness.base.errors import LONGEST, InputError, listed, quoted, shortened


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


def test_what_is_quoted_is_a_line_at_most() -> None:
    assert quoted("a\nb") == r"'a\nb'"
    assert quoted([1, "x"]) == "[1, 'x']"
    assert quoted("a" * 58) == repr("a" * 58)
    assert quoted("a" * 30 + "b" * 10**6) == f"'{'a' * 29}…{'b' * 28}'"
    assert quoted("\x1b" * 1000).isprintable()
    for value in ("\x1b" * 1000, [0] * 1000, {"key": "x" * 1000}, 10**4000):
        assert len(quoted(value)) == 60
        assert "…" in quoted(value)


def test_what_python_cannot_write_is_quoted_all_the_same() -> None:
    assert quoted(10**5000) == "a number of too many digits"
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "a value that is nested too deeply"


def test_a_text_is_shortened_in_the_middle() -> None:
    assert shortened("f(A,B) :- c(A).") == "f(A,B) :- c(A)."
    assert shortened("abcdefghij", 5) == "ab…ij"
    assert shortened("abcdefghij", 10) == "abcdefghij"


def test_no_message_is_long_whatever_it_forgets_to_shorten() -> None:
    error = InputError(f"unknown {'x' * 10**6}; use a or b", file="f.pl", line=3)
    assert str(error).startswith("f.pl: line 3: unknown xxx")
    assert str(error).endswith("xxx; use a or b")
    assert len(str(error)) < 150
    assert len(str(InputError("x " * 10**6))) == LONGEST
    assert len(str(InputError("\x1b" * 10**6))) < LONGEST
    assert str(InputError("wrong", file="d/" * 500)) == f"{'d/' * 500}: wrong"


def test_of_many_problems_the_first_are_listed() -> None:
    assert listed(["a", "b", "c"]) == "a; b; c"
    assert listed(["a", "b", "a", "c", "d", "e"]) == "a; b; c; and 2 more"
