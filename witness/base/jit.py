"""What the package takes from Numba, or what stands for it where Numba is not installed.

Everything runs in plain Python then, so decorators return the functions that they get, and types of
numbers make numbers. What makes machine code is not used: `NOTHING` stands for all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = [
    "INSTALLED", "AbstractTemplate", "PrimitiveModel", "binding", "cpu_target", "from_dtype",
    "infer_global", "intrinsic", "ir", "llvmlite", "lower_builtin", "njit", "numba", "overload",
    "register_default", "register_jitable", "signature", "types",
]  # fmt: skip


class _Nothing:
    """Stands for a module, a type, a decorator: all that one can ask of it is itself."""

    def __init__(self, *given: object, **named: object) -> None: ...

    def __getattr__(self, name: str) -> _Nothing:
        if name.startswith("__"):  # what Python asks of everything
            raise AttributeError(name)
        return self

    def __getitem__(self, key: object) -> _Nothing:
        return self

    def __call__(self, *given: object, **named: object) -> _Nothing:
        return self


class _Number(_Nothing):
    """Stands for a type of numbers, by its name in Numba and NumPy; kernels make numbers of it."""

    def __init__(self, name: str) -> None:
        self.made = getattr(np, name)

    def __call__(self, *given: object, **named: object) -> Any:
        return self.made(*given)


class _Types(_Nothing):
    """Stands for Numba's types."""

    def __getattr__(self, name: str) -> _Nothing:
        return _Number(name) if hasattr(np, name) else super().__getattr__(name)


def _plain(*given: Any, **named: object) -> Any:
    """Return the function that is decorated, with or without arguments of the decorator."""
    return given[0] if given and callable(given[0]) else lambda function: function


def _overload(function: Callable[..., Any], **named: object) -> Callable[[Any], Any]:
    return lambda other: other


try:
    import llvmlite
    import llvmlite.binding as binding
    import numba
    from llvmlite import ir
    from numba import from_dtype, njit, types
    from numba.core.datamodel import PrimitiveModel, register_default
    from numba.core.imputils import lower_builtin
    from numba.core.registry import cpu_target
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import intrinsic, overload, register_jitable
except ModuleNotFoundError as missing:
    if missing.name not in ("llvmlite", "numba"):
        raise
    INSTALLED = False
    NOTHING: Any = _Nothing()
    AbstractTemplate = PrimitiveModel = NOTHING
    binding = cpu_target = from_dtype = infer_global = intrinsic = ir = llvmlite = NOTHING
    lower_builtin = numba = register_default = signature = NOTHING
    types = _Types()
    njit = register_jitable = _plain
    overload = _overload
else:
    INSTALLED = True
