"""Packages that can be called, where a package and a function of the library have one name.

`witness.learn` is a package, and `witness.learn(task)` learns. Python binds the name to the package
as soon as one of its modules is imported, whatever stood there before.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """A package that passes calls on to a function, which is imported when it is first called."""

    _function: str

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self._found()(*arguments, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, (self.__name__,)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self._found())

    def _found(self) -> Callable[..., Any]:
        module, _, name = self._function.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found


def make_callable(package: str, function: str) -> None:
    """Let calls of a package be calls of a function, given as "module:name"."""
    found = sys.modules[package]
    found.__class__ = _CallablePackage
    vars(found)["_function"] = function
