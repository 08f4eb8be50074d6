"""Predicates that are defined by facts: look-ups in tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from witness.logic.compiler.scope import Call
from witness.logic.language.builtins import Kind
from witness.logic.language.terms import Ground, Key

#: Tables up to this many rows are printed into the module; larger ones are handed to it.
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
        self._columns: dict[Key, str] = {}
        self._made: dict[tuple[Key, str], tuple[str, Kind]] = {}

    def call(self, key: Key, mode: str, inputs: list[str]) -> Call:
        """Return the look-up of a predicate that is defined by facts."""
        rows = self.facts[key]
        if "o" not in mode and len(rows) == 1 and key[1] == 1:
            return Call("test", f"{inputs[0]} == {rows[0][0]!r}")
        name, kind = self._table(key, mode)
        counted = "o" in mode or len(set(rows)) == len(rows)
        entry = inputs[0] if len(inputs) == 1 else f"({', '.join(inputs)})"
        if kind == "test":
            return Call(kind, f"{entry} in {name}", counted=counted)
        if kind == "semidet":
            return Call(kind, f"{name}.get({entry})", sorts=self._sorts(key, mode))
        return Call(kind, f"{name}.get({entry}, ())", sorts=self._sorts(key, mode))

    def _sorts(self, key: Key, mode: str) -> str:
        """Return the sorts of the outputs of a predicate, as in `Builtin`."""
        if key not in self._columns:
            kinds = [set(map(type, column)) for column in zip(*self.facts[key], strict=True)]
            self._columns[key] = "".join(
                "n" if kind == {int} else "l" if kind == {tuple} else "?" for kind in kinds
            )
        return "".join(s for s, m in zip(self._columns[key], mode, strict=True) if m == "o")

    def _table(self, key: Key, mode: str) -> tuple[str, Kind]:
        """Return the name and the kind of a table of a predicate's facts for one mode."""
        if (key, mode) in self._made:
            return self._made[key, mode]
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
        if len(rows) > PRINTED_ROWS:
            self.large[name] = table
        elif kind == "test":
            ordered = ", ".join(repr(entry) for entry in answers)
            self._blocks.append(f"{name} = frozenset(({ordered},))\n")
        else:
            self._blocks.append(f"{name} = {table!r}\n")
        self._made[key, mode] = (name, kind)
        return name, kind
