"""The evaluation order of a body: the first test that is ready comes next, else the first call.

The order of literals means nothing in logic. In Python every call needs its inputs, and a test that
comes early saves the calls after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush

from witness.base.errors import InputError
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.scope import Scope, unbound
from witness.logic.language.bias import Bias
from witness.logic.language.builtins import takes_first
from witness.logic.language.terms import Clause, ListTerm, Literal, literal_variables, variables


def emit_in_order(clause: Clause, compiler: Compiler, bias: Bias, scope: Scope) -> list[Literal]:
    """Emit the literals of a body one by one; return them in evaluation order.

    Its predicates are known. Raises `InputError` if no order gives every literal its inputs.
    """
    return _Order(clause, compiler, bias, scope).emitted()


class _Order:
    """The literals of a body that are left, and those that are ready, by their places.

    Whether a literal is ready depends on its own variables, so it is asked again only when one of
    them gets a value.
    """

    def __init__(self, clause: Clause, compiler: Compiler, bias: Bias, scope: Scope) -> None:
        self.left = dict(enumerate(clause.body))
        self.compiler, self.bias, self.scope = compiler, bias, scope
        self.users: dict[str, list[int]] = {}
        for place, literal in self.left.items():
            for variable in literal_variables(literal):
                self.users.setdefault(variable.name, []).append(place)
        self.ready: set[int] = set()
        self.queues: tuple[list[int], list[int]] = ([], [])  # tests, and all that were ready

    def emitted(self) -> list[Literal]:
        """Emit the literals; return them in evaluation order."""
        ordered: list[Literal] = []
        self._look(self.left)
        while self.left:
            place = self._first()
            if place is None:
                raise _stuck(next(iter(self.left.values())), self.compiler, self.bias, self.scope)
            chosen = self.left.pop(place)
            waiting = [v.name for v in literal_variables(chosen) if not self.scope.knows(v)]
            self.compiler.literal(chosen, self.scope, _mode(chosen, self.bias, self.scope))
            ordered.append(chosen)
            changed = {n for name in waiting if name in self.scope.bound for n in self.users[name]}
            self._look(changed & self.left.keys())
        self.scope.succeed()
        return ordered

    def _look(self, places: Iterable[int]) -> None:
        """Find out which literals are ready, and which of them are tests."""
        tests, others = self.queues
        for place in places:
            literal = self.left[place]
            self.ready.discard(place)
            if _ready(literal, self.compiler, self.bias, self.scope):
                self.ready.add(place)
                heappush(others, place)
                if all(self.scope.knows(argument) for argument in literal.args):
                    heappush(tests, place)

    def _first(self) -> int | None:
        """Return the place of the first test that is ready, else of the first call that is."""
        for queue in self.queues:
            while queue:
                place = heappop(queue)
                if place in self.left and place in self.ready:
                    return place
        return None


def _mode(literal: Literal, bias: Bias, scope: Scope) -> str | None:
    signature = bias.signature(literal.key) if bias.directed else None
    if signature is None or literal.negated:
        return None
    if all(scope.knows(a) for a in literal.args) and signature.mode.count("o") > 1:
        return None
    return signature.mode


def _ready(literal: Literal, compiler: Compiler, bias: Bias, scope: Scope) -> bool:
    signature = bias.signature(literal.key) if bias.directed else None
    if signature is not None and not literal.negated:
        flags = zip(literal.args, signature.inputs, strict=True)
        return all(scope.knows(argument) for argument, given in flags if given)
    if literal.name == "=" and len(literal.args) == 2:
        return any(scope.knows(argument) for argument in literal.args)
    if takes_first(literal.key) and not compiler.program.defines(literal.key):
        own = Counter(v.name for argument in literal.args for v in variables(argument))
        if any(n not in scope.bound and scope.occurrences[n] > own[n] for n in own):
            return False
    try:
        compiler.call(literal, scope)
    except InputError:
        return False
    return True


def _stuck(literal: Literal, compiler: Compiler, bias: Bias, scope: Scope) -> InputError:
    try:
        compiler.call(literal, scope, _mode(literal, bias, scope))
    except InputError as error:
        return error
    return unbound(literal, ListTerm(literal.args), scope)
