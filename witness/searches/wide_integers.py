"""Unsigned integers of any number of 64-bit words, for Numba, which has none wider than one word.

Just enough for bit sets in registers: reading and writing them in arrays of words, `|`, `&`, `^`
and `~` between them, shifts, taking out a few bits, and choosing among bytes. LLVM makes the
machine code.
"""

from __future__ import annotations

import operator
from typing import Any

from witness.base.jit import (
    AbstractTemplate,
    PrimitiveModel,
    infer_global,
    intrinsic,
    ir,
    lower_builtin,
    register_default,
    signature,
    types,
)


class Wide(types.Type):
    """An unsigned integer of `words` 64-bit words."""

    def __init__(self, words: int) -> None:
        self.words = words
        super().__init__(name=f"Wide({words})")


@register_default(Wide)
class _WideModel(PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Wide) -> None:
        super().__init__(dmm, fe_type, ir.IntType(64 * fe_type.words))


def _operator(function: Any, instruction: str, *others: Any) -> None:
    """Define an operator of wide integers by LLVM's name and the types of its other arguments."""

    class Typed(AbstractTemplate):
        key = function

        def generic(self, args: tuple[Any, ...], kws: Any) -> Any:
            wide = args[0]
            expected = tuple(wide if other is Wide else other for other in others)
            if isinstance(wide, Wide) and args[1:] == expected:
                return signature(wide, *args)
            return None

    infer_global(function)(Typed)

    @lower_builtin(function, Wide, *others)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first, *rest = args
        resized = (_resized(builder, other, first.type) for other in rest)
        return getattr(builder, instruction)(first, *resized)


_operator(operator.or_, "or_", Wide)
_operator(operator.and_, "and_", Wide)
_operator(operator.xor, "xor", Wide)
_operator(operator.invert, "not_")
_operator(operator.lshift, "shl", types.uint64)
_operator(operator.rshift, "lshr", types.uint64)


def _resized(builder: Any, value: Any, wanted: Any) -> Any:
    if value.type.width < wanted.width:
        return builder.zext(value, wanted)
    return value if value.type == wanted else builder.trunc(value, wanted)


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, at: Any, wide: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), wide.as_pointer())


@intrinsic
def read(typing_context: Any, shape: Any, array: Any, at: Any) -> Any:
    """read(shape, array, at): the integer whose lowest word is array[at]."""
    wide = Wide(len(shape))

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.get_value_type(wide)
        return builder.load(
            _pointer(context, builder, sig.args[1], args[1], args[2], kind), align=8
        )

    return wide(shape, array, types.uint64), code


@intrinsic
def write(typing_context: Any, array: Any, at: Any, value: Any) -> Any:
    """write(array, at, value): put an integer where `read` finds it."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = _pointer(context, builder, sig.args[0], args[0], args[1], args[2].type)
        builder.store(args[2], place, align=8)
        return context.get_dummy_value()

    return types.void(array, types.uint64, value), code


@intrinsic
def low(typing_context: Any, value: Any) -> Any:
    """low(value): its lowest word."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _resized(builder, args[0], ir.IntType(64))

    return types.uint64(value), code


@intrinsic
def widen(typing_context: Any, shape: Any, word: Any) -> Any:
    """widen(shape, word): a word as a wide integer."""
    wide = Wide(len(shape))

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _resized(builder, args[1], context.get_value_type(wide))

    return wide(shape, types.uint64), code


@intrinsic
def lowest(typing_context: Any, value: Any) -> Any:
    """lowest(value): the number of the lowest bit that is set; there has to be one."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))
        return _resized(builder, found, ir.IntType(64))

    return types.uint64(value), code


@intrinsic
def bits(typing_context: Any, value: Any) -> Any:
    """bits(value): the number of its bits that are set."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _resized(builder, builder.ctpop(args[0]), ir.IntType(64))

    return types.uint64(value), code


@intrinsic
def none(typing_context: Any, value: Any) -> Any:
    """none(value): whether no bit is set."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.icmp_unsigned("==", args[0], ir.Constant(args[0].type, 0))

    return types.boolean(value), code


@intrinsic
def largest(typing_context: Any, array: Any, at: Any, chosen: Any) -> Any:
    """largest(array, at, chosen): the largest of the bytes from `at` on that a set chooses, or 0.

    The array goes on for a byte for each bit of the set.
    """

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        width = args[2].type.width
        kind = ir.VectorType(ir.IntType(8), width)
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), kind.as_pointer())
        flags = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), width))
        bytes_ = builder.select(flags, builder.load(place, align=1), ir.Constant(kind, [0] * width))
        name, made = f"llvm.vector.reduce.umax.v{width}i8", ir.FunctionType(ir.IntType(8), [kind])
        reduce = builder.module.globals.get(name) or ir.Function(builder.module, made, name)
        return builder.zext(builder.call(reduce, [bytes_]), ir.IntType(64))

    return types.uint64(array, types.uint64, chosen), code
