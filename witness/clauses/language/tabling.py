"""Tables for recursive predicates: their answers are a least fixed point.

A predicate of a `:- table` directive may call itself, also through others. A call that is being
answered gives the answers that are known so far, each once, and the first call of a recursion is
repeated until a whole round adds no answer. So the order of clauses and literals does not matter,
and Datalog always ends. A call within a recursion that does not lead back to it is a recursion by
itself, which is complete before its answers are used; so what is negated may be tabled, too. What
adds answers without end meets the bound on steps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

#: A call: a predicate, and what it is called with.
Call = tuple[Hashable, ...]


class Tables:
    """The answers of calls: those that are complete, and those of recursions that are going on."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget all answers."""
        self._complete: dict[Call, dict[Any, None]] = {}
        self._growing: dict[Call, dict[Any, None]] = {}
        #: The calls of this round, each with the depth of the first call that it leads back to.
        self._round: dict[Call, int] = {}
        #: The same depth of the calls that are being answered, by their own depth.
        self._back: list[int] = []
        self._added = 0

    def answers(self, call: Call, evaluate: Callable[[], Iterable[Any]]) -> list[Any]:
        """Return the answers of a call; `evaluate` gives those that follow from what is known."""
        if call in self._complete:
            return list(self._complete[call])
        known = self._growing.setdefault(call, {})
        if call not in self._round:
            self._answer(call, known, evaluate)
        if self._back and call in self._round:
            self._back[-1] = min(self._back[-1], self._round[call])
        return list(known)

    def _answer(
        self, call: Call, known: dict[Any, None], evaluate: Callable[[], Iterable[Any]]
    ) -> None:
        """Find the answers of a call; all of them, unless it leads back to one that is going on."""
        depth, before = len(self._back), len(self._round)
        try:
            while True:
                added = self._added
                self._round[call] = depth
                self._back.append(depth)
                for answer in evaluate():
                    if answer not in known:
                        known[answer] = None
                        self._added += 1
                self._round[call] = self._back.pop()
                if self._round[call] < depth:
                    return
                own = [self._round.popitem()[0] for _ in range(len(self._round) - before)]
                if self._added == added:
                    self._complete.update((one, self._growing.pop(one)) for one in own)
                    return
        except BaseException:
            del self._back[depth:]
            while len(self._round) > before:
                del self._growing[self._round.popitem()[0]]
            raise


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
