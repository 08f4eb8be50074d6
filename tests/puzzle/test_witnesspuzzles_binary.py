"""The short form of puzzles of witnesspuzzles.com."""

from __future__ import annotations

import base64
import random
from contextlib import suppress

import pytest
from support.exchange import LINE, in_base64, integer, panel, short_form

from witness.puzzle.formats.skipping import MALFORMED, SkippedError
from witness.puzzle.formats.witnesspuzzles import OTHER_SETTINGS, puzzle_from_object
from witness.puzzle.formats.witnesspuzzles_binary import object_from_binary
from witness.puzzle.formats.witnesspuzzles_files import puzzle_from_text
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols.blocks import Block

CELLS = {
    (1, 0): {**LINE, "gap": 1}, (2, 2): {**LINE, "dot": 1}, (4, 2): {**LINE, "start": True},
    (0, 0): {**LINE, "end": "left"}, (3, 0): {**LINE, "end": "top"},
    (1, 1): {"type": "square", "color": "black"}, (3, 3): {"type": "star", "color": "purple"},
    (5, 1): {"type": "triangle", "color": "green", "count": 3},
}  # fmt: skip
SHORT = short_form(panel(CELLS))


def detail(text: str) -> str:
    with pytest.raises(SkippedError) as caught:
        object_from_binary(text)
    assert caught.value.reason == MALFORMED
    return caught.value.detail


def test_a_panel_by_hand() -> None:
    # 1×1, named "ab": columns from the left, each from the top. A line is 01, then the line drawn,
    # a dot, a gap, and the ends: 01 a start at the bottom left, 04 an end to the right.
    columns = [
        "01000000 00" "01000000 00" "01000000 01",
        "01000001 00" "05 FFA500FF 02 00" "01000000 00",
        "01000000 04" "01000100 00" "01000000 00",
    ]  # fmt: skip
    message = bytes.fromhex("00000000 03 03 02000000 6162 00" + "".join(columns) + "00000000 0D")
    value = object_from_binary(in_base64(message))
    assert value["name"] == "ab"
    assert value["settings"]["NEGATIONS_CANCEL_NEGATIONS"] is True
    assert value["settings"]["SHAPELESS_ZERO_POLY"] is False
    assert puzzle_from_object("p", value) == Puzzle(
        1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),),
        gaps=(((1, 0), (1, 1)),), dots=(((0, 1), (1, 1)),),
    )  # fmt: skip


def test_both_forms_are_the_same_puzzle() -> None:
    puzzle = puzzle_from_object("p", panel(CELLS))
    assert puzzle_from_text("p", SHORT) == puzzle
    assert puzzle.stars == ((0, 1, "purple"),)
    assert puzzle_from_text("p", SHORT.rstrip("=")) == puzzle


def test_a_drawn_path_and_the_name_are_not_the_puzzle() -> None:
    drawn = short_form(panel(CELLS, name="é ÿ"), flags=1, path=b"\x03\x02" * 200, settings=45)
    assert puzzle_from_text("p", drawn) == puzzle_from_text("p", SHORT)
    assert object_from_binary(drawn)["name"] == "é ÿ"


@pytest.mark.parametrize(
    ("flags", "symmetry"),
    [(0, ""), (16, ""), (6, "left-right"), (10, "up-down"), (14, "rotation"), (18, "shift"),
     (22, "left-right"), (26, "up-down"), (30, "rotation")],
)  # fmt: skip
def test_flags(flags: int, symmetry: str) -> None:
    pillar = bool(flags & 16)
    ends = {(x, y): {**LINE, "start": True} for x in (0, 4, 8) for y in (0, 4)}
    ends |= {(x, y): {**LINE, "end": "top"} for x in (2, 6) for y in (0, 4)}
    ends |= {(8, 2): LINE, (6, 0): ends[2, 0]}
    if pillar:
        ends = {at: cell for at, cell in ends.items() if at[0] < 8}
    if symmetry == "left-right":  # there are axes
        ends |= dict.fromkeys(
            ((2, 0), (2, 4), (6, 0), (6, 4)) if pillar else ((4, 0), (4, 4)), LINE
        )
        ends |= {(x, 2): {**LINE, "end": "top"} for x in (0, 4) if pillar}
    cells = {**ends, (1, 1): {"type": "square", "color": "black"}}
    text = short_form(panel(cells, cols=4, pillar=pillar), flags=flags)
    puzzle = puzzle_from_text("p", text)
    assert (puzzle.wraps, puzzle.symmetry) == (pillar, symmetry)


def test_blocks_and_marks() -> None:
    cells = {
        (1, 1): {"type": "poly", "color": "yellow", "polyshape": (1 << 20) + 0b10001},
        (3, 3): {"type": "ylop", "color": "green", "polyshape": 1 << 15},
        (5, 1): {"type": "nega", "color": "white"},
        (5, 3): {"type": "poly", "color": "yellow", "polyshape": 0},
    }
    puzzle = puzzle_from_text("p", short_form(panel(cells)))
    assert puzzle == puzzle_from_object("p", panel(cells))
    assert puzzle.blocks == (
        Block(0, 1, ("#",), negative=True, colour="green"), Block(1, 0, ("#", "#"), turns=True),
    )  # fmt: skip
    assert puzzle.eliminations == ((1, 2),)


@pytest.mark.parametrize(("settings", "kind"), [(12, "nega"), (15, "poly"), (9, "ylop")])
def test_other_settings(settings: int, kind: str) -> None:
    """They would judge these symbols in another way."""
    cell = {"type": kind, "color": "white", "polyshape": 1}
    text = short_form(panel({(1, 1): cell}), settings=settings)
    with pytest.raises(SkippedError) as caught:
        puzzle_from_text("p", text)
    assert caught.value.reason == OTHER_SETTINGS
    assert puzzle_from_text("p", short_form(panel(), settings=settings))


def test_a_colour_without_a_name() -> None:
    message = base64.b64decode(SHORT[1:]).replace(b"\x80\0\x80\xff", b"\x81\0\x80\xff")
    with pytest.raises(SkippedError) as caught:
        puzzle_from_text("p", in_base64(message))
    assert caught.value.reason == "unknown colours"
    assert "rgba(129, 0, 128, 255)" in caught.value.detail


MESSAGE = base64.b64decode(SHORT[1:])
HEAD = integer(0) + bytes([3, 3]) + integer(0) + b"\0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("_", "cut off after 0 bytes"),
        ("_é", "after '_' the text is not base64"),
        ("_AAA*", "after '_' the text is not base64"),
        ("_A", "after '_' the text is not base64"),
        ("_" + SHORT, "after '_' the text is not base64"),
        (in_base64(integer(1) + MESSAGE[4:]), "the version is 1; 0 is known"),
        (in_base64(integer(2**32 - 1) + MESSAGE[4:]), "the version is 4294967295; 0 is known"),
        (in_base64(MESSAGE + b"\0"), "1 bytes are left after the end of the puzzle"),
        (in_base64(MESSAGE[:-1]), f"cut off after {len(MESSAGE) - 1} bytes"),
        (in_base64(integer(0) + b"\xff\xff" + integer(2**32 - 1)), "cut off after 10 bytes"),
        (in_base64(HEAD + b"\x08"), "a cell has the type 8; 0 to 7 are known"),
        (in_base64(HEAD + b"\x01\0\0\0\x06"), "a cell has the ends 6; one direction is expected"),
        (in_base64(HEAD + b"\x01\0\0\0\x20"), "a cell has the ends 32; one direction is expected"),
        (in_base64(HEAD[:-1] + b"\x20"), "the puzzle has the flags 32; 0 to 31 are known"),
        (in_base64(HEAD + bytes(9) + integer(0) + b"\x40"), "the settings are 64; 0 to 63 are"),
        (in_base64(HEAD + bytes(9) + integer(2**32 - 1) + b"\0"), "cut off after 25 bytes"),
    ],
)
def test_damaged(text: str, words: str) -> None:
    assert words in detail(text)


def test_every_beginning_is_cut_off() -> None:
    for length in range(len(MESSAGE)):
        assert "cut off" in detail(in_base64(MESSAGE[:length]))


def test_random_bytes_are_skipped_or_read() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        broken = bytearray(MESSAGE)
        for _ in range(rng.randint(1, 3)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        with suppress(SkippedError):
            assert puzzle_from_text("p", in_base64(bytes(broken))).problems() == []
