"""An order for the body of a clause, in which Prolog can call one literal after another.

For the translator a literal is ready if it can be emitted (`witness.clauses.evaluation_order`);
tests compare the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from witness.base.errors import InputError
from witness.clauses.language.bias import Bias, Signature
from witness.clauses.language.builtins import BUILTINS, takes_first
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.terms import (
    COMPARISONS,
    Clause,
    Key,
    Literal,
    Variable,
    literal_text,
    literal_variables,
    variables,
)

#: Whether a program defines a predicate.
Defined = Callable[[Key], bool]


def in_order(clause: Clause, bias: Bias, defined: Defined) -> Clause:
    """Return a clause with its body in an order in which every literal has its inputs.

    The first literal that is ready comes next (`_ready`). If none is, the first that calls a
    definition without a declaration does. Raises `InputError` if there is no such literal either.
    What is `defined` is no built-in, whatever its name.
    """
    known = _Known(bias, defined)
    bound = {v for argument in clause.args for v in variables(argument)}
    uses = Counter(v for literal in clause.body for v in literal_variables(literal))
    shared = bound | {variable for variable, number in uses.items() if number > 1}

    def rank(literal: Literal) -> int | None:
        if known.ready(literal, shared, bound):
            return 0
        return 1 if known.undeclared(literal) else None

    def take(literal: Literal) -> list[Variable]:
        new = [v for v in literal_variables(literal) if v not in bound]
        bound.update(new)
        return new

    def stuck(literal: Literal) -> InputError:
        text = f"{literal_text(literal)}: nothing gives its inputs a value"
        return InputError(text, line=literal.line or None)

    return replace(clause, body=tuple(scheduled(clause.body, rank, take, stuck)))


def scheduled(
    body: Sequence[Literal],
    rank: Callable[[Literal], int | None],
    take: Callable[[Literal], Iterable[Variable]],
    stuck: Callable[[Literal], InputError],
) -> list[Literal]:
    """Return literals in the order in which they become ready: the first of least rank comes next.

    What is not ready has no rank. `take` takes the next literal, and returns the variables to which
    this gives values: only those that they occur in are asked again for their ranks. If no literal
    is ready, raises what `stuck` says of the first.
    """
    users: dict[Variable, list[int]] = {}
    for place, literal in enumerate(body):
        for variable in literal_variables(literal):
            users.setdefault(variable, []).append(place)
    left = dict(enumerate(body))
    ranks: dict[int, int | None] = {}
    queue: list[tuple[int, int]] = []
    ordered: list[Literal] = []
    changed = {*left}
    while left:
        for place in changed:
            ranks[place] = found = rank(left[place])
            if found is not None:
                heappush(queue, (found, place))
        while queue and ranks.get(queue[0][1]) != queue[0][0]:
            heappop(queue)  # taken, or of another rank by now
        if not queue:
            raise stuck(next(iter(left.values())))
        _, place = heappop(queue)
        del ranks[place]
        ordered.append(left.pop(place))
        changed = {user for variable in take(ordered[-1]) for user in users[variable]} & left.keys()
    return ordered


def weakens(kept: Clause, clause: Clause, bias: Bias, defined: Defined) -> bool:
    """Whether a clause that is made of literals of another one holds wherever that one does.

    A negated literal, `memberchk`, `findall`, and a definition whose inputs are not declared may
    fail only because a variable has no value any more. So each variable that they share with the
    clause must still get one: in the head, in a literal of another sort, or because all literals
    in which it occurs are kept.
    """
    if kept.name != clause.name or kept.args != clause.args:
        return False
    dropped = Counter(clause.body)
    dropped.subtract(kept.body)
    if min(dropped.values(), default=0) < 0 or set(kept.body) - set(clause.body):
        return False
    known = _Known(bias, defined)
    lost = {v for literal, n in dropped.items() if n for v in literal_variables(literal)}
    lost -= {v for argument in clause.args for v in variables(argument)}
    for literal in kept.body:
        if not known.sensitive(literal):
            lost.difference_update(literal_variables(literal))
    return not any(
        lost.intersection(literal_variables(literal))
        for literal in kept.body
        if known.sensitive(literal)
    )


@dataclass(frozen=True)
class _Known:
    """What is known of the inputs of predicates."""

    bias: Bias
    defined: Defined

    def ready(self, literal: Literal, shared: set[Variable], bound: set[Variable]) -> bool:
        """Whether a literal of a clause has its inputs.

        `shared` are the variables of the clause that occur in its head, or in more than one
        literal. The inputs of a declared predicate are those of its declaration; of a built-in,
        those of one of its modes; of a primitive, its first argument; of `=`, either side; of
        `findall`, the variables of its template and goal that occur elsewhere; of anything else,
        all variables. The inputs of a negated literal, and of `memberchk`, are also its variables
        that occur elsewhere.
        """
        everything = literal.negated or (self._is_builtin(literal.key) and takes_first(literal.key))
        if everything and not shared.intersection(literal_variables(literal)) <= bound:
            return False
        if literal.negated:
            return True
        if literal.key == ("findall", 3):
            inner = {v for argument in literal.args[:2] for v in variables(argument)}
            return inner & shared <= bound
        return any(
            {v for a, m in zip(literal.args, mode, strict=True) if m == "i" for v in variables(a)}
            <= bound
            for mode in self._modes(literal)
        )

    def sensitive(self, literal: Literal) -> bool:
        """Whether a literal may fail because a variable has no value, and hold if it has one."""
        first = self._is_builtin(literal.key) and takes_first(literal.key)
        findall = literal.key == ("findall", 3)
        return literal.negated or first or findall or self.undeclared(literal)

    def undeclared(self, literal: Literal) -> bool:
        """Whether a literal calls a definition whose inputs are not declared."""
        key = literal.key
        known = self._signature(key) or self._is_builtin(key) or key in PRIMITIVES
        return not (known or literal.negated or (key[1] == 2 and key[0] in COMPARISONS))

    def _modes(self, literal: Literal) -> list[str]:
        key = literal.key
        signature = self._signature(key)
        if signature is not None:
            return [signature.mode]
        if self._is_builtin(key):
            return list(BUILTINS[key])
        if key in PRIMITIVES:
            inputs = PRIMITIVES[key].inputs
            return ["i" * inputs + "o" * (len(literal.args) - inputs)]
        return {"=": ["io", "oi"], "is": ["oi"]}.get(literal.name, ["i" * len(literal.args)])

    def _is_builtin(self, key: Key) -> bool:
        return key in BUILTINS and self._signature(key) is None and not self.defined(key)

    def _signature(self, key: Key) -> Signature | None:
        """Return the signature of a predicate; None if its inputs are not declared."""
        return self.bias.signature(key) if self.bias.directed else None
