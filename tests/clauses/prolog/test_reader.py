"""The reader reads a text as SWI-Prolog does, or names what it does not read."""

from __future__ import annotations

import math
import random
import re
from collections import Counter

import pytest
from support.prolog import consult, once
from support.sizes import rounds

from witness.base.errors import InputError
from witness.clauses.language.parser import _Parser
from witness.clauses.language.terms import (
    Atom,
    Compound,
    Float,
    ListTerm,
    Term,
    Text,
    Variable,
    term_text,
)

pytestmark = pytest.mark.usefixtures("swi_prolog")

#: What SWI-Prolog says of a text: refused, or whether it is the term of other texts.
VERDICTS = """
verdicts([], []).
verdicts([[Text|Others]|Texts], [Verdict|Verdicts]) :-
    (   catch(term_string(Term, Text), _, fail)
    ->  findall(Other, ( member(Other, Others), \\+ same(Term, Other) ), Wrong),
        Verdict = Wrong
    ;   Verdict = refused
    ),
    verdicts(Texts, Verdicts).

same(Term, Text) :- catch(term_string(Other, Text), _, fail), Term =@= Other.
"""

#: What the reader says of what it does not read.
NAMED = (
    "white space has to follow", "not supported", "is an operator", "needs parentheses",
    "the tail of a list pattern", "too deeply",
)  # fmt: skip

NOT = "\\+"
NAMES = (
    "a",
    "b",
    "f",
    "is",
    "mod",
    "rem",
    "dynamic",
    "table",
    "'A b'",
    "''",
    "'-'",
    "'mod'",
    "[]",
    "'\\u0061b'",
    "'\\U0001F600'",
    "'a\\c  b'",
    "'\\e\\s'",
    "/* a /* b */ c */ d",
)
INFIX = (
    *("=", "\\=", "==", "\\==", "is", "<", ">", "=<", ">=", "=:=", "=\\=", "@<", "@>", "@=<"),
    *("@>=", "+", "-", "*", "//", "mod", "rem", ":-", ";", "->", ","),
    *("=..", "/", "div", "xor", "**", "^", "<<", ">>", "/\\", "\\/", "*->"),
)
NUMBERS = (
    *("0", "1", "-1", "- 1", "12", "1.5", "-1.5", "- 2.5", "1.0e10", "1.5E-3", "2e3", "1.0Inf"),
    *("0'a", "0'''", "0'\\n", "0' ", "0x1F", "0b101", "0o17", "1_000", "1 000", "12 34_5", "16'FF"),
    *("0.0", "-0.0", "1.0e-7", "-0x1F", "9007199254740993", "123456789.125"),
)
STRINGS = ('""', '"s"', '"a""b"', '"it\'s"', '"\\n\\x41\\\\101\\\\""', '"%"', '"/*"', '"ü"')
TOKENS = (
    *NAMES, *INFIX, *NUMBERS, *STRINGS,
    "X", "_", "_1", "0", "1", "23", "(", ")", "[", "]", "|", "f(", "-(", "mod(",
    "\\+", "!", "{", "}", "1.5", '"s"', "0'a", "^", "**", "/", ":", "=..", "xor", "%c\n", "/*c*/",
    "\n", "-1", "- 1", "*(", ",(", "'\\n'", "'it''s'", "<-", "--", "{}", "c", "D", "+", "-",
)  # fmt: skip


def canonical(term: Term) -> str:
    """Return the text of a term without operators, written by other means than the reader's."""
    if isinstance(term, Variable):
        return f"V{term.name.encode().hex()}"
    if isinstance(term, int):
        return str(term)
    if isinstance(term, Float):
        return repr(term.value) if abs(term.value) != math.inf else term.text
    if isinstance(term, Text):
        return '"' + "".join(f"\\x{ord(c):x}\\" for c in term.text) + '"'
    if isinstance(term, Atom):
        return quoted(term.name)
    if isinstance(term, ListTerm):
        tail = "" if term.tail is None else f"|{canonical(term.tail)}"
        return f"[{','.join(map(canonical, term.items))}{tail}]"
    args = term.args
    if term.functor == ",":
        while len(args) > 2:
            args = (*args[:-2], Compound(",", args[-2:]))
    return f"{quoted(term.functor)}({','.join(map(canonical, args))})"


def quoted(name: str) -> str:
    return "'" + "".join(f"\\x{ord(c):x}\\" for c in name) + "'"


def soup(rng: random.Random) -> str:
    return "".join(
        rng.choice(TOKENS) + rng.choice(("", " "))
        for _ in range(rng.randint(1, rng.choice((4, 9))))
    )


def written(rng: random.Random, depth: int) -> str:
    """Return a text that is mostly a term, with blanks and parentheses here and there."""

    def gap() -> str:
        return rng.choice(("", " ", " ", "\n", "/**/")) if rng.random() < 0.9 else "%\n"

    def inner() -> str:
        return written(rng, depth - 1)

    kind = rng.choice("ccvnsfil-p\\~") if depth else rng.choice("ccvns")
    if kind == "c":
        return rng.choice(NAMES)
    if kind == "v":
        return rng.choice(("X", "Y", "_", "_1", "_2"))
    if kind == "n":
        return rng.choice(NUMBERS)
    if kind == "s":
        return rng.choice(STRINGS)
    if kind == "f":
        name = rng.choice((*NAMES[:-1], "-", "*", "\\+", "="))
        return f"{name}({gap()}{','.join(inner() for _ in range(rng.randint(1, 3)))}{gap()})"
    if kind == "i":
        return f"{inner()}{gap()}{rng.choice(INFIX)}{gap()}{inner()}"
    if kind == "l":
        tail = rng.choice(("", "", f"{gap()}|{gap()}{rng.choice('XY')}"))
        return f"[{gap()}{','.join(inner() for _ in range(rng.randint(1, 2)))}{tail}]"
    if kind == "p":
        return f"({gap()}{inner()}{gap()})"
    prefix = {"-": "-", "~": "\\"}.get(kind, NOT)
    return f"{prefix}{gap()}{inner()}"


def ours(text: str) -> Term | InputError:
    try:
        parser = _Parser(text, "text")
        term = parser.term(1200)
        if parser.token.kind != "end":
            raise parser.error(parser.unexpected("a full stop"))
    except InputError as error:
        return error
    return term


def check(texts: list[str]) -> Counter[str]:
    """Compare the readers on texts; return how many had which verdict."""
    consult("reader_verdicts", VERDICTS)
    read = [ours(text) for text in texts]
    given = []
    for text, term in zip(texts, read, strict=True):
        others = []
        if not isinstance(term, InputError):
            others = [canonical(term), term_text(term, 1200)]
        given.append([text.removesuffix("."), *others])
    verdicts = once("reader_verdicts:verdicts(Texts, Verdicts)", {"Texts": given})["Verdicts"]
    found: Counter[str] = Counter()
    wrong = []
    for text, term, verdict in zip(texts, read, verdicts, strict=True):
        if isinstance(term, InputError):
            named = any(name in term.reason for name in NAMED)
            found["refused by both" if verdict == "refused" else "refused by name"] += 1
            if verdict != "refused" and not named:
                wrong.append((text, term.reason))
            continue
        found["read"] += 1
        if verdict != []:
            wrong.append((text, f"{canonical(term)} {verdict}"))
        else:
            again = ours(f"{term_text(term, 1200)} .")
            assert not isinstance(again, InputError)
            assert canonical(again) == canonical(term)
    assert not wrong, (len(wrong), wrong[:40])
    return found


def generated(seed: int, number: int) -> list[str]:
    rng = random.Random(seed)
    texts = (
        soup(rng) if rng.random() < 0.5 else written(rng, rng.randint(1, 4)) for _ in range(number)
    )
    # SWI-Prolog reads an empty text as end_of_file.
    return [f"{text} ." for text in texts if re.sub(r"%.*|/\*c?\*/|\s", "", text)]


@rounds(800, 10_000)
def test_some_texts(rounds: int) -> None:
    found = check(generated(1, rounds))
    assert min(found[kind] for kind in ("read", "refused by both", "refused by name")) > 20
