"""Messages of protocol buffers, field by field."""

from __future__ import annotations

import pytest
from support.windmill_encoding import delimited, number, varint

from witness.puzzle.formats.wire_format import WireFormatError, fields, int32


def test_known_bytes() -> None:
    # The example of the format's own description: field 1 is 150, field 2 is "testing".
    assert list(fields(bytes.fromhex("089601"))) == [(1, 150)]
    assert list(fields(bytes.fromhex("120774657374696e67"))) == [(2, b"testing")]


def test_all_wire_types_in_their_order() -> None:
    message = (
        number(1, 5) + delimited(300, b"") + varint(2 << 3 | 5) + b"abcd" + varint(3 << 3 | 1)
        + b"12345678" + number(1, 6)
    )  # fmt: skip
    assert list(fields(message)) == [(1, 5), (300, b""), (2, b"abcd"), (3, b"12345678"), (1, 6)]
    assert list(fields(b"")) == []


@pytest.mark.parametrize(
    "message",
    [
        b"\x08",  # a key without a value
        b"\x80",  # half a key
        b"\x08\x80\x80",  # half a number
        b"\x08" + b"\xff" * 10 + b"\x01",  # a number that is too long
        b"\x08" + b"\xff" * 9 + b"\x02",  # a number of 65 bits
        b"\x12\x05abcd",  # bytes that are cut off
        b"\x12\xff\xff\xff\xff\x0fabcd",  # a length of 4 GB
        b"\x15abc",  # a fixed number that is cut off
        b"\x0b\x0c",  # a group
        b"\x0e\x01",  # a wire type that there is not
        b"\x00\x01",  # field 0
        varint(2**29 << 3) + b"\x01",  # a field with a number of 30 bits
        varint(2**32 + 1 << 3) + b"\x01",  # field 1 for a reader with 32 bits
    ],
)
def test_rubbish(message: bytes) -> None:
    with pytest.raises(WireFormatError):
        list(fields(message))


def test_signed_numbers() -> None:
    for value in (0, 1, -1, 2**31 - 1, -(2**31)):
        ((_, read),) = fields(number(1, value))
        assert int32(read) == value
