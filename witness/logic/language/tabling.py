"""Tables for recursive predicates: their answers are a least fixed point.

A predicate of a `:- table` directive may call itself, also through others. A call that is being
answered gives the answers that are known so far, each once, and the first call of a recursion is
repeated until a whole round adds no answer. So the order of clauses and literals does not matter,
and Datalog always ends. What adds answers without end meets the bound on steps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

#: A call: a predicate, and what it is called with.
Call = tuple[Hashable, ...]


class Tables:
    """The answers of calls: those that are complete, and those of a recursion that is going on."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget all answers."""
        self._complete: dict[Call, dict[Any, None]] = {}
        self._growing: dict[Call, dict[Any, None]] = {}
        self._asked: set[Call] = set()
        self._grown = False

    def answers(self, call: Call, evaluate: Callable[[], Iterable[Any]]) -> list[Any]:
        """Return the answers of a call; `evaluate` gives those that follow from what is known."""
        if call in self._complete:
            return list(self._complete[call])
        first = not self._growing
        known = self._growing.setdefault(call, {})
        if call in self._asked:
            return list(known)
        try:
            while True:
                self._asked = {call} if first else self._asked | {call}
                self._grown = False if first else self._grown
                for answer in evaluate():
                    if answer not in known:
                        known[answer] = None
                        self._grown = True
                if not (first and self._grown):
                    break
            if first:
                self._complete.update(self._growing)
        finally:
            if first:
                self._growing, self._asked = {}, set()
        return list(known)


# ---- for emitted Python -------------------------------------------------------------------------

_TABLES = Tables()


def forget_tables() -> None:
    """Forget the answers that are about another path, or another board."""
    _TABLES.forget()


def tabled(function: Callable[..., Iterable[Any]]) -> Callable[..., list[Any]]:
    """Return a generator function that answers from tables."""

    def answers(*given: Any) -> list[Any]:
        return _TABLES.answers((function, *given), lambda: function(*given))

    return answers


def tabled_test(function: Callable[..., bool]) -> Callable[..., bool]:
    """Return a test that answers from tables."""

    def holds(*given: Any) -> bool:
        found = _TABLES.answers((function, *given), lambda: (True,) * function(*given))
        return bool(found)

    return holds
