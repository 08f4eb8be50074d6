"""What the functions of the library expect: arguments are compared with their annotations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from witness.base.errors import InputError, quoted

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)

#: What types are called.
WORDS: dict[Any, str] = {
    int: "a whole number",
    float: "a number",
    str: "a string",
    bool: "True or False",
    Path: "a path",
    NoneType: "None",
    Sequence: "a sequence",
    Iterable: "a sequence",
    Mapping: "an object",
}


def checked(function: F) -> F:
    """Return a function that raises `InputError` for arguments of other types than it declares.

    Only the outermost type is compared; what is in a collection is for the function to judge.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        hints = _hints(function)
        try:
            given = signature.bind(*arguments, **options).arguments
        except TypeError:
            first = next(iter(signature.parameters), None)
            if arguments and first in hints:  # what is wrong with it says more
                expect(first, arguments[0], hints[first])
            raise
        for name, value in given.items():
            kind = signature.parameters[name].kind
            if name in hints and kind is not inspect.Parameter.VAR_KEYWORD:
                for one in value if kind is inspect.Parameter.VAR_POSITIONAL else [value]:
                    expect(name, one, hints[name])
        try:
            return function(*arguments, **options)
        except UnicodeEncodeError as error:
            wrong = quoted(error.object[error.start : error.end])
            raise InputError(f"{wrong} cannot be written as UTF-8") from None

    return call  # type: ignore[return-value]


def checked_class(cls: C) -> C:
    """Let all public methods of a class, and its constructor, be `checked`."""
    for name, value in list(vars(cls).items()):
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(value, classmethod | staticmethod):
            setattr(cls, name, type(value)(checked(value.__func__)))
        elif inspect.isfunction(value):
            if name == "__init__" and "__dataclass_fields__" in vars(cls):
                value.__annotations__ = get_type_hints(cls)
            setattr(cls, name, checked(value))
    return cls


@cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(function, include_extras=True)


def expect(name: str, value: object, kind: Any) -> None:
    """Raise `InputError` for a value that is not of a type; an annotated one has its own words."""
    if not _fits(value, kind):
        raise InputError(f"{name} is {quoted(value)}; {_words(kind)} is expected")


def _fits(value: object, kind: Any) -> bool:
    origin = get_origin(kind)
    if origin is Annotated:
        return _fits(value, get_args(kind)[0])
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in get_args(kind))
    if origin is Literal:
        return isinstance(value, str)  # the function names those that it knows
    if kind is Any or isinstance(kind, TypeVar):
        return True
    if kind is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if kind is float:
        return isinstance(value, Real) and not isinstance(value, bool) and value == value  # NaN
    if kind is Path:
        return isinstance(value, PathLike)
    known = origin or kind
    if known in (Sequence, Iterable) and isinstance(value, str | bytes):
        return False
    if known is Sequence and hasattr(value, "tolist"):  # an array of NumPy
        return True
    return isinstance(value, known)


def as_tuple(values: Any) -> Any:
    """Return several values as a tuple; what is no sequence is left to the checks of the model."""
    return tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else values


def _words(kind: Any) -> str:
    origin = get_origin(kind)
    if origin is Annotated:
        return str(get_args(kind)[1])
    if origin in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return " or ".join(dict.fromkeys(map(_words, parts)))
    if origin is Literal:
        return " or ".join(map(repr, get_args(kind)))
    known = origin or kind
    article = "an" if known.__name__[0] in "AEIO" else "a"
    return WORDS.get(known) or f"{article} {known.__name__}"
