"""Which base clauses cover an example through some recursive clauses.

With one call of the head in a recursive clause, a program is a graph: an answer to the inputs that
a clause calls the head with becomes an answer to its own inputs. So the base clauses that cover an
example are those that have an answer from which it can be reached. All base clauses are followed
together, as bit sets.
"""

from __future__ import annotations

from collections.abc import Sequence

from witness.clauses.learners.asp.recursive.bases import Bases
from witness.clauses.learners.asp.recursive.predicates import Row
from witness.clauses.learners.asp.recursive.running import Answer, Answers, Recursive


class Follower:
    """The calls of some recursive clauses, and the base clauses that cover examples by them."""

    def __init__(
        self,
        clauses: Sequence[Recursive],
        bases: Bases,
        longest: int,
        most: int,
    ) -> None:
        #: The base clauses that are looked at.
        self.alive = -1
        self._clauses = clauses
        self._bases = bases
        self._longest = longest
        self._most = most
        self._tail = all(clause.tail for clause in clauses)
        self._edges: dict[Row, list[tuple[Recursive, Row, Row]]] = {}

    def covering(self, inputs: Row, output: Row) -> int:
        """Return the bit set of the base clauses by which an example is covered."""
        reached = self._reached(inputs)
        if self._tail:
            found = 0
            for one in reached:
                found |= self._bases.holding(one + output, self._longest)
            return found & self.alive
        return self._followed(inputs, output, reached)

    def _reached(self, inputs: Row) -> dict[Row, None]:
        """Return all inputs that the head is called with, the first ones first."""
        reached = {inputs: None}
        if not self._clauses:
            return reached
        for one in (queue := [inputs]):
            for _, called, _ in self._called(one):
                if called not in reached and len(reached) < self._most:
                    reached[called] = None
                    queue.append(called)
        return reached

    def _called(self, inputs: Row) -> list[tuple[Recursive, Row, Row]]:
        edges = self._edges.get(inputs)
        if edges is None:
            edges = self._edges[inputs] = [
                (clause, called, row)
                for clause in self._clauses
                for called, row in clause.calls(inputs)
            ]
        return edges

    def _followed(self, inputs: Row, output: Row, reached: dict[Row, None]) -> int:
        users: dict[Row, list[tuple[Recursive, Row, Row]]] = {one: [] for one in reached}
        for one in reached:
            for clause, called, row in self._called(one):
                if called in users:
                    users[called].append((clause, row, one))
        known: dict[Row, Answers] = {one: {} for one in reached}
        queue: list[tuple[Row, Answer, int, int]] = []
        for one in reached:
            for answers in self._bases.answers(one, self._longest):
                for answer, bits in answers.items():
                    bits &= self.alive
                    if bits:
                        known[one][answer] = known[one].get(answer, 0) | bits
                        queue.append((one, answer, bits, 0))
        # The shortest derivations come first; answers may grow without end.
        for called, answer, bits, depth in queue:
            if depth >= self._most:
                break
            for clause, row, user in users[called]:
                answers = known[user]
                for given in clause.continued(row, answer):
                    new = bits & ~answers.get(given, 0)
                    if new:
                        answers[given] = answers.get(given, 0) | new
                        queue.append((user, given, new, depth + 1))
        found = known[inputs]
        return found.get(output, 0) | found.get(None, 0)
