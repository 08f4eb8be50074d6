"""Damage to good files: to their bytes, their lines and tokens, and to what they mean.

Every mutation is a function from a random generator and a text in bytes to another; those that know
a format leave what they cannot read to those that know none.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

Mutation = Callable[[random.Random, bytes], bytes]

ODD_NUMBERS = (
    b"-1", b"0", b"1", b"7", b"64", b"65", b"255", b"1.5", b"-0.0", b"1e400", b"1e-400", b"0x10",
    b"007", b"+3", b"1_000", b"NaN", b"Infinity", b"2147483648", b"9223372036854775808",
    b"99999999999999999999999", b"9" * 5000,
)  # fmt: skip

ODD_TEXTS = (
    b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\x1b[31m", b"\r\n", b"\r", b"\x0b",
    b"\x85",     "\u202e", "\u2028", "\u00a0", "é", "Å\u0301", "🐍", "π°", "①", "٣", "²", "İ", "ﬁ",
    b"%", b"%~ ", b";", b"\\", b"'", b'"', b"`", b"{}", b"()", b"[]", b"|", b"!", b"$HOME",
    b"../../etc/passwd", b"a" * 100_000, b" " * 100_000, b"\n" * 10_000,
    b"[" * 20_000, b"(" * 20_000, b"]" * 2_000, b")" * 2_000, b'{"a":' * 5_000, b"f(" * 5_000,
    b"(not " * 3_000, b"- " * 3_000, b"\\+ " * 3_000, b"[1|" * 3_000,
)  # fmt: skip

TOKEN = re.compile(rb"\w+|[^\w\s]|\s+")
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")


def odd_text(rng: random.Random) -> bytes:
    text = rng.choice(ODD_TEXTS)
    return text.encode() if isinstance(text, str) else text


# Bytes


def flip(rng: random.Random, text: bytes) -> bytes:
    found = bytearray(text)
    for _ in range(rng.choice((1, 1, 3, 20))):
        if found:
            found[rng.randrange(len(found))] = rng.randrange(256)
    return bytes(found)


def truncate(rng: random.Random, text: bytes) -> bytes:
    return text[: rng.randrange(len(text) + 1)]


def insert(rng: random.Random, text: bytes) -> bytes:
    place = rng.choice((0, len(text), rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    return text[:place] + odd_text(rng) + text[place:]


# Tokens


def tokens(rng: random.Random, text: bytes) -> bytes:
    found = TOKEN.findall(text) or [b"x"]
    for _ in range(rng.choice((1, 1, 2, 5))):
        one, other = rng.randrange(len(found)), rng.randrange(len(found))
        how = rng.randrange(5)
        if how == 0:
            found[one], found[other] = found[other], found[one]
        elif how == 1:
            found[one] = found[other]
        elif how == 2:
            found[one] = b""
        elif how == 3:
            found[one] *= 2
        else:
            found[one] = odd_text(rng)
    return b"".join(found)


def numbers(rng: random.Random, text: bytes) -> bytes:
    found = list(NUMBER.finditer(text))
    if not found:
        return insert(rng, text)
    place = rng.choice(found)
    return text[: place.start()] + rng.choice(ODD_NUMBERS) + text[place.end() :]


def plausible(rng: random.Random, text: bytes) -> bytes:
    """Change some numbers to others that may well be meant."""
    found = NUMBER.split(text)
    old = NUMBER.findall(text)
    for _ in range(rng.choice((1, 2, 3))):
        if old:
            old[rng.randrange(len(old))] = b"%d" % rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 8, 12, 64))
    return b"".join(part for pair in zip(found, [*old, b""], strict=True) for part in pair)


# JSON


def json_values(rng: random.Random, text: bytes) -> bytes:
    """Change a value of a JSON file, or of one of its lines."""
    try:
        return _json(rng, text)
    except (ValueError, RecursionError):
        pass
    found = text.splitlines(keepends=True)
    if len(found) > 1:
        place = rng.randrange(len(found))
        found[place] = json_values(rng, found[place].strip()) + b"\n"
        return b"".join(found)
    return tokens(rng, text)


def _json(rng: random.Random, text: bytes) -> bytes:
    value = json.loads(text)
    if not isinstance(value, dict | list):
        raise ValueError("nothing to change")
    holders = [value]
    for holder in holders:
        inside = holder.values() if isinstance(holder, dict) else holder
        holders += [one for one in inside if isinstance(one, dict | list) and one]
    for _ in range(rng.choice((1, 1, 1, 3))):
        _change(rng, rng.choice(holders))
    return json.dumps(value, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")


def _change(rng: random.Random, holder: Any) -> None:
    places = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    if not places:
        return
    one, other = rng.choice(places), rng.choice(places)
    how = rng.randrange(6)
    if how == 0:
        del holder[one]
    elif how == 1:
        holder[one], holder[other] = holder[other], holder[one]
    elif how == 2 and isinstance(holder, dict):
        holder[rng.choice(("extra", "", "Rows", "stars", "pass_goals", "gaps", "dots"))] = holder[
            one
        ]
    elif how == 2:
        holder += holder[: rng.randrange(1, len(holder) + 1)] * rng.choice((1, 1, 500))
    else:
        holder[one] = odd_value(rng)


def odd_value(rng: random.Random) -> Any:
    odd: tuple[Any, ...] = (
        None, True, False, -1, 0, 1, 3, 4, 64, 65, 2**31, 2**63, 10**30, 0.5, 1.0, -0.0, 1e308,
        float("nan"), float("inf"), "", "x", "0", "a" * 10_000, "\0", "\ud800", "\n", "é", "٣",
        [], {}, [[]], [0], [0, 0], [[0, 0], [0, 1]], [[0, 1], [0, 0]], [[[0, 0], [0, 1]]],
        [1, 2, 3], [0, 0, "red"], [None], [["a"]],
        {"a": 1}, [[-1, -1]], [[0.0, 0]], [[True, False]],
    )  # fmt: skip
    if rng.random() < 0.05:
        nested: Any = 0
        for _ in range(rng.choice((3, 30, 400))):
            nested = [nested]
        return nested
    return rng.choice(odd)


# Terms: those of Prolog, and those of rulesheets


def terms(rng: random.Random, text: bytes) -> bytes:
    """Replace, double or leave out a part in parentheses, with what stands before it."""
    spans = _spans(text)
    if len(spans) < 2:
        return tokens(rng, text)
    (start, end), (start_2, end_2) = rng.choice(spans), rng.choice(spans)
    part, other = text[start:end], text[start_2:end_2]
    new = rng.choice((
        other, b"", part + b" " + other, part + b", " + other, b"(not " + part + b")",
        b"(or " + part + b" " + other + b")", b"(<= " + part + b" " + other + b")",
        b"\\+ " + part, b"f(" + part + b")", b"[" + part + b"|T]",
    ))  # fmt: skip
    return text[:start] + new + text[end:]


def _spans(text: bytes) -> list[tuple[int, int]]:
    found, open_places = [], []
    for place, letter in enumerate(text[:20_000]):
        if letter == ord("("):
            before = re.search(rb"\w*$", text[max(0, place - 30) : place])
            open_places.append(place - (len(before[0]) if before else 0))
        elif letter == ord(")") and open_places:
            found.append((open_places.pop(), place + 1))
    return found


GOALS = (
    b"X is 1 / 0", b"X is 7 // 0", b"X is 2 ** 3", b"between(1, 3, X)", b"length(L, 2)", b"A =.. B",
    b"append(X, Y, [a,b,c])", b"nth0(N, [a,b], E)", b"X = f(X)", b"call(f)", b"halt", b"shell(ls)",
    b"sum_list([a], S)", b"A == B", b"A is B", b"X is 9999999999 * 9999999999 * 9999999999",
    b"member(X, [1,2,3]), X > 2", b"\\+ \\+ path(A,_)", b"assert(x)", b"true ; fail", b"!",
    b"f(A,B)", b"path(B,A)", b"square(A,A,A)", b"count(A,B,C)", b"last([], X)", b"max_list([], X)",
    b"_", b"X", b"reverse(X, Y)", b"subtract([1], X, Y)", b"findall(X, member(X,[1,1]), L)",
    b"list_to_set(A, B)",
)  # fmt: skip


def goals(rng: random.Random, text: bytes) -> bytes:
    """Put another goal into the body of a clause."""
    places = [match.end() for match in re.finditer(rb":-|\),", text)]
    if not places:
        return terms(rng, text)
    place = rng.choice(places)
    return text[:place] + b" " + rng.choice(GOALS) + b", " + text[place:]


PLAIN: tuple[Mutation, ...] = (flip, truncate, insert, tokens, tokens, tokens, numbers, numbers)

#: By the kind of a file: what is done to it.
MUTATIONS: dict[str, tuple[Mutation, ...]] = {
    "json": (*PLAIN, *(json_values,) * 10, *(plausible,) * 20),
    "prolog": (*PLAIN, *(terms,) * 4, *(goals,) * 4),
    "kif": (*PLAIN, *(terms,) * 8, *(plausible,) * 3),
    "text": (*PLAIN, *(plausible,) * 8),
}


def mutated(rng: random.Random, kind: str, text: bytes) -> bytes:
    """Damage a file in one to three ways."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(MUTATIONS[kind])(rng, text)[:2_000_000]
    return text
