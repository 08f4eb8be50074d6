"""The wire format of protocol buffers, read and written without a schema.

A message is a sequence of fields, each a number, a wire type, and a value of that type.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator

#: A whole number below 2**64, or the bytes of a string, an embedded message or a fixed-size number.
Value = int | bytes

#: The number of bytes of the values of these wire types.
_FIXED = {1: 8, 5: 4}

_VARINT, _DELIMITED = 0, 2

#: The most bytes that a number of 64 bits takes.
_LONGEST = 10

#: Field numbers are below this.
_FIELDS = 2**29


class WireFormatError(ValueError):
    """The bytes are not a message."""


def bytes_of(digits: str) -> bytes:
    """Return the bytes of base64, which may lack its padding; raise `ValueError` for other text."""
    digits = digits.rstrip("=")
    return base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """Yield the number and the value of each field of a message, in order.

    Raises `WireFormatError` where the bytes are not a message. A message cut off between two fields
    cannot be told from a whole one.
    """
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        if not 0 < number < _FIELDS:
            raise WireFormatError(f"a field has the number {number}; 1 to 2^29 - 1 are possible")
        if kind == _VARINT:
            value, at = _varint(message, at)
            yield number, value
            continue
        if kind == _DELIMITED:
            length, at = _varint(message, at)
        elif kind in _FIXED:
            length = _FIXED[kind]
        else:
            raise WireFormatError(f"a field has the wire type {kind}")
        if length > len(message) - at:
            raise WireFormatError("the bytes end within a field")
        yield number, message[at : at + length]
        at += length


def int32(value: Value, what: str = "a field") -> int:
    """Return the value of a field declared as int32 or as an enumeration.

    Negative numbers are written with 64 bits. Raises `WireFormatError`, which calls the field
    `what`, for a number of more than 32 bits, and for a value of another wire type.
    """
    if isinstance(value, bytes):
        raise WireFormatError(f"{what} has bytes where a number is declared")
    number = value - 2**64 if value >= 2**63 else value
    if not -(2**31) <= number < 2**31:
        raise WireFormatError(f"{what} is {number}; a number of 32 bits is expected")
    return number


def submessage(value: Value) -> bytes:
    """Return the bytes of a field declared as a message.

    Raises `WireFormatError` for a number.
    """
    if isinstance(value, int):
        raise WireFormatError("a field has a number where a message is declared")
    return value


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Return the number that begins at index `at`, and the index after it."""
    value = 0
    for place, byte in enumerate(message[at : at + _LONGEST]):
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            if value >> 64:
                break
            return value, at + place + 1
    raise WireFormatError("a number does not end, or has more than 64 bits")


def number_field(number: int, value: int) -> bytes:
    """Return the bytes of a field with this number whose value is a whole number below 2**64.

    Raises `ValueError` for a negative value.
    """
    return _written(number << 3 | _VARINT) + _written(value)


def bytes_field(number: int, value: bytes) -> bytes:
    """Return the bytes of a field with this number whose value is bytes, or a message."""
    return _written(number << 3 | _DELIMITED) + _written(len(value)) + value


def _written(value: int) -> bytes:
    """Return a number of the wire format: seven bits in each byte, the lowest first."""
    if value < 0:
        raise ValueError(f"{value} is negative")
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
