"""Clauses for pages: as tables over local configurations, or as JavaScript.

A clause about one square with triangles is a table over the local configurations, and one that
looks at the length of the path, too, is a table for each length. Tables are shared: most lengths
have the same. Any other clause is JavaScript, made from the same emitted Python that searches run.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.logic.background import Background
from witness.logic.compiler.javascript import UntranslatableError, javascript
from witness.logic.configurations import configurations
from witness.logic.dependence import Dependence
from witness.logic.guards import is_guarded
from witness.logic.language.definitions import beyond_plain
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import Clause
from witness.logic.translate import Translation, translate
from witness.puzzle.model import FEATURES
from witness.puzzle.proof_scope import MARKS
from witness.puzzle.proof_scope import SUPPORTED as KNOWN
from witness.report.panel.scripts import LONGEST_SIDE, SUPPORTED, one_script, script_file
from witness.searches.predicates.tables import tabulate

#: The length of the longest path on such a board.
LONGEST_PATH = (LONGEST_SIDE + 1) ** 2 - 1

#: The scripts that emitted clauses need.
RUNTIME = ("values", "runtime")

#: What a clause sees besides edges, corners and triangles of its square, by its dependence.
_SEES = {
    Dependence.GAPS: "gaps",
    Dependence.LIVE: "live",
    Dependence.REACHABLE: "reachable",
    Dependence.LENGTH: "length",
}


def configuration_codes() -> list[int]:
    """Return a number for each local configuration, which says what it is.

    It is made of triangles, bit set of edges (16), bit set of visited corners (16) and head (5).
    """
    found = []
    for known in configurations():
        edges, visited, head = known.state
        found.append(((known.triangles * 16 + edges) * 16 + visited) * 5 + head + 1)
    return found


def clause_data() -> dict[str, Any]:
    """Return what the scripts know of clauses, whatever these are."""
    return {
        "longest": LONGEST_PATH,
        "unknown": {name: FEATURES[name].words for name in sorted(SUPPORTED - KNOWN)},
        "guarded": sorted(MARKS),
        "configurations": configuration_codes(),
    }


def clause_script(
    data: Mapping[str, Any],
    names: Iterable[str],
    own: Path,
    code: Iterable[str],
    first: Iterable[str] = (),
) -> str:
    """Return the scripts with some names, those of the folder `own` first, and their data.

    `code` has the functions of some clauses for each hypothesis or experiment. Scripts without
    clauses may come `first`.
    """
    # The tables in the code are made when it is read, by the runtime.
    before = [script_file(name, own) for name in (*first, *RUNTIME)]
    after = [read_text(script_file(name, own)) for name in names if name not in RUNTIME]
    return one_script(data, before, [f"const CODE = [{','.join(code)}];", *after])


class Evaluations:
    """How a page evaluates some clauses, of which the Prolog texts are given.

    `how` has an object for each clause: `{"table": number}`, `{"lengths": [[first length, number],
    …]}`, `{"code": number}`, or `{"why_not": reason}`; `tables` are numbers of bit sets over
    the local configurations, in base 64, and `code` is a JavaScript list of functions. `english`
    and `sees` are None and empty for a clause that cannot be evaluated; `guarded` says which have a
    guard (`witness.logic.guards`).
    """

    def __init__(self, texts: Sequence[str], background: Background) -> None:
        self.how: list[dict[str, Any]] = [{} for _ in texts]
        self.english: list[str | None] = [None] * len(texts)
        self.sees: list[list[str]] = [[] for _ in texts]
        self.guarded = [False for _ in texts]
        self.tables: dict[str, int] = {}
        self._background = background
        self._translations: dict[int, Translation] = {}
        for number, text in enumerate(texts):
            try:
                found = self._translations[number] = _translated(text, background)
            except InputError as error:
                self.how[number] = {"why_not": error.reason}
            else:
                self.guarded[number] = is_guarded(parse_clauses(text)[0], background)
                self.english[number] = f"{found.clauses[0].english}."
                seen = (name for feature, name in _SEES.items() if found.dependence & feature)
                self.sees[number] = list(seen)
        if background.kinds == {"triangles"}:
            self._tabulate("table", self._of(Dependence.LOCAL))
            self._tabulate("lengths", self._of(Dependence.LENGTH))
        self.code = self._as_code([n for n, how in enumerate(self.how) if not how])
        self._texts = texts

    def described(self, number: int) -> dict[str, Any]:
        """Return a clause, what it says, and how it is evaluated."""
        return {
            "prolog": self._texts[number],
            "english": self.english[number],
            "how": self.how[number],
            "sees": self.sees[number],
            "guarded": self.guarded[number],
        }

    def _of(self, dependence: Dependence) -> dict[int, Translation]:
        """Return the clauses with a dependence that can be in tables, by number."""
        return {n: t for n, t in self._translations.items() if t.dependence is dependence}

    def _tabulate(self, kind: str, clauses: Mapping[int, Translation]) -> None:
        """Make tables of clauses; those that have no value in some state are left as they are."""
        rows: dict[int, list[int]] = {number: [] for number in clauses}
        conditions = {n: t.together(t.conditions[0]) for n, t in clauses.items()}
        # Length by length: the states of a length are made once.
        for length in range(LONGEST_PATH + 1) if kind == "lengths" else (None,):
            for number in list(rows):
                try:
                    holding = tabulate(conditions[number], length).holding
                except InputError:
                    del rows[number]
                else:
                    rows[number].append(self._table(holding))
        for number, tables in rows.items():
            changes = [
                [length, table]
                for length, table in enumerate(tables)
                if length == 0 or table != tables[length - 1]
            ]
            self.how[number] = {kind: changes if kind == "lengths" else tables[0]}

    def _table(self, holding: int) -> int:
        """Return the number of a bit set over the local configurations."""
        size = (len(configurations()) + 7) // 8
        text = base64.b64encode(holding.to_bytes(size, "little")).decode()
        return self.tables.setdefault(text, len(self.tables))

    def _as_code(self, numbers: Sequence[int]) -> str:
        """Make JavaScript of clauses; return the list of their functions."""
        plain = [n for n in numbers if not self._translations[n].metered]
        blocks: list[str] = []
        count = 0
        # Clauses that count no steps share the definitions that they use.
        for group in [plain, *([n] for n in numbers if n not in plain)]:
            usable = [number for number in group if self._is_usable(number)]
            if usable:
                clauses = [self._translations[number].clauses[0].clause for number in usable]
                whole = translate(clauses, self._background)
                blocks.append(f"...{javascript(whole.source, whole.tables)}")
            for number in usable:
                self.how[number] = {"code": count}
                count += 1
        return f"[{', '.join(blocks)}]"

    def _is_usable(self, number: int) -> bool:
        """Whether a clause can be JavaScript; note down why not."""
        own = self._translations[number]
        try:
            javascript(own.source, own.tables)
        except UntranslatableError as error:
            self.how[number] = {"why_not": error.reason}
            return False
        return True


def _translated(text: str, background: Background) -> Translation:
    """Return the translation of one clause; raise `InputError` with the reason if there is none."""
    clauses: Sequence[Clause] = parse_clauses(text)
    if len(clauses) != 1:
        raise InputError("not one clause")
    (beyond,) = beyond_plain(clauses, background.bias.head.key)
    if beyond is not None:
        raise InputError(f"{beyond}; only SWI-Prolog can evaluate it")
    return translate(clauses, background)
