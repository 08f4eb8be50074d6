"""Turning emitted source into functions: the only place where Python source is run.

What is run here was emitted by `witness.logic.compile` from its own syntax tree, never taken from
a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from witness.logic.bias import Signature
from witness.logic.builtins import HELPERS, Kind
from witness.logic.compile import Compiler
from witness.logic.terms import Ground


@dataclass(frozen=True)
class Relation:
    """A background predicate as a Python function of its inputs.

    What the function returns depends on `kind`; `answers` gives it one form. Generators are
    exhausted into tuples, so what is returned can be kept and compared.
    """

    function: Callable[..., Any]
    kind: Kind
    outputs: int

    def answers(self, returned: Any) -> Iterable[tuple[Ground, ...]]:
        """Give the answers in a returned value, each a tuple of the outputs."""
        if self.kind == "test":
            return ((),) if returned else ()
        if self.kind == "nondet":
            return [(answer,) for answer in returned] if self.outputs == 1 else returned
        if returned is None:
            return ()
        return ((returned,),) if self.outputs == 1 else (returned,)


def run_source(source: str, names: dict[str, Any], title: str) -> dict[str, Any]:
    """Run emitted source with only the helpers and `names` in sight; give its namespace."""
    space: dict[str, Any] = {**HELPERS, **names}
    exec(compile(source, title, "exec"), space)  # noqa: S102 - emitted from our own syntax tree
    return space


def load_relations(compiler: Compiler, signatures: Sequence[Signature]) -> list[Relation]:
    """Give each declared predicate as a `Relation` in the mode of its declaration.

    Predicates that others call as well keep their answers, so that they are found once.
    """
    functions = [compiler.function(s.key, s.mode, s.line) for s in signatures]
    space = run_source("\n".join(compiler.blocks), dict(compiler.tables), "<background>")
    called = {
        literal.key
        for clauses in compiler.program.rules.values()
        for clause in clauses
        for literal in clause.body
    }
    for function, signature in zip(functions, signatures, strict=True):
        if function.kind != "nondet" and signature.key in called:
            space[function.name] = cache(space[function.name])
    relations = []
    for function, signature in zip(functions, signatures, strict=True):
        call = space[function.name]
        if function.kind == "nondet":
            call = _exhausted(call)
        relations.append(Relation(call, function.kind, signature.inputs.count(False)))
    return relations


def _exhausted(generator: Callable[..., Iterable[Any]]) -> Callable[..., tuple[Any, ...]]:
    return lambda *inputs: tuple(generator(*inputs))
