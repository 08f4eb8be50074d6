"""Predicates that are defined by facts: look-ups in tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from witness.clauses.compiler.scope import Call
from witness.clauses.language.builtins import Kind
from witness.clauses.language.terms import Ground, Key, is_plain

#: Tables up to this many rows are printed into the module; larger ones, and those
#: with values that are no names, integers or lists of these, are handed to it.
PRINTED_ROWS = 20


class FactTables:
    """The tables made so far: small ones are in the emitted blocks, large ones in `large`."""

    def __init__(
        self,
        facts: Mapping[Key, Sequence[tuple[Ground, ...]]],
        blocks: list[str],
        new_name: Callable[[str], str],
    ) -> None:
        self.facts = facts
        self.large: dict[str, object] = {}
        self._blocks = blocks
        self._new_name = new_name
        self._made: dict[tuple[Key, str], Call] = {}

    def call(self, key: Key, mode: str, inputs: list[str]) -> Call:
        """Return the look-up of a predicate that is defined by facts."""
        rows = self.facts[key]
        if "o" not in mode and len(rows) == 1 and key[1] == 1 and is_plain(rows[0]):
            return Call("test", f"{inputs[0]} == {rows[0][0]!r}")
        if (key, mode) not in self._made:
            self._made[key, mode] = self._look_up(key, mode)
        made = self._made[key, mode]
        entry = inputs[0] if len(inputs) == 1 else f"({', '.join(inputs)})"
        return replace(made, expression=made.expression.format(entry))

    def _look_up(self, key: Key, mode: str) -> Call:
        """Make the table for one mode; return the look-up, with {} for the inputs."""
        rows = self.facts[key]
        given = [i for i, m in enumerate(mode) if m == "i"]
        found = [i for i, m in enumerate(mode) if m == "o"]
        answers: dict[Any, list[Any]] = {}
        for row in rows:
            entry = row[given[0]] if len(given) == 1 else tuple(row[i] for i in given)
            answer = row[found[0]] if len(found) == 1 else tuple(row[i] for i in found)
            answers.setdefault(entry, []).append(answer)
        table: object
        kind: Kind
        if not found:
            table, kind = frozenset(answers), "test"
        elif len(answers) == len(rows):
            table, kind = {entry: answer[0] for entry, answer in answers.items()}, "semidet"
        else:
            table, kind = {entry: tuple(answer) for entry, answer in answers.items()}, "nondet"
        name = self._new_name(f"table_{key[0]}_{mode}")
        if len(rows) > PRINTED_ROWS or not all(map(is_plain, rows)):
            self.large[name] = table
        elif kind == "test":
            ordered = "".join(f"{entry!r}, " for entry in answers)
            self._blocks.append(f"{name} = frozenset(({ordered}))\n")
        else:
            self._blocks.append(f"{name} = {table!r}\n")
        types = [{type(row[place]) for row in rows} for place in found]
        sorts = "".join("n" if t == {int} else "l" if t == {tuple} else "?" for t in types)
        if kind == "test":
            return Call(kind, f"{{}} in {name}", counted=len(set(rows)) == len(rows))
        return Call(kind, f"{name}.get({{}}{', ()' * (kind == 'nondet')})", sorts=sorts)
