"""What the records of an experiment are made of: the types of their values, by key."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Any

from witness.base.errors import InputError, quoted

#: The types that a value may have; with None among them, the key may be missing, too.
Types = Mapping[str, tuple[type, ...]]

TEXT = (str,)
WHOLE = (int,)
NUMBER = (int, float)
MAYBE = (NoneType,)

_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    dict: "an object",
    list: "a list",
    NoneType: "null",
}


def check_types(record: Any, types: Types, what: str) -> None:
    """Raise `InputError` for what is no object, or has a value of another type under a key.

    Other keys may have any value. `what` names the record in the message.
    """
    if not isinstance(record, dict):
        raise InputError(f"{what} is {quoted(record)}; an object is expected")
    for key, known in types.items():
        value = record.get(key)
        if key not in record and NoneType not in known:
            raise InputError(f"{what} has no {key}")
        if not isinstance(value, known) or isinstance(value, bool):
            shown = known[1:] if known[:2] == NUMBER else known
            words = " or ".join(_WORDS[kind] for kind in shown)
            raise InputError(f"{what} has {key} {quoted(value)}; {words} is expected")
