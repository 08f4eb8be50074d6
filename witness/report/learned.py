"""What was learned in an experiment: hypotheses and clauses, and which of them behave alike.

Two of them behave alike if they answer alike in every state of a square that a search on the boards
of the experiment can see (`witness.experiment.candidates.TruthTables`). Where that cannot be told
state by state, they do if they have the same clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from witness.base.errors import InputError
from witness.experiment.candidates import TruthTables
from witness.experiment.training import LearningRun, Program
from witness.logic.dependence import Dependence, clause_dependence
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import Clause
from witness.logic.language.variants import normal_form
from witness.logic.translate import Translation, translate
from witness.report.paper import CLAUSES
from witness.report.records import Records, paper_predicate

#: The verdicts on a clause.
VERDICTS = ("proved", "checked", "refuted", "unknown")


@dataclass(frozen=True)
class LearnedClause:
    """A clause as it was written, and its verdict; clauses with one `form` are variants.

    What follows is None for a clause that cannot be read or translated.
    """

    text: str
    form: str
    status: str
    clause: Clause | None
    translation: Translation | None

    @property
    def size(self) -> int | None:
        """The number of literals, the head counted."""
        return None if self.clause is None else self.clause.size

    @property
    def english(self) -> str | None:
        """When the clause fires, in English."""
        return None if self.translation is None else f"{self.translation.clauses[0].english}."

    @property
    def looks_at_length(self) -> bool | None:
        """Whether the clause looks at the length of the path."""
        if self.translation is None:
            return None
        return self.translation.clauses[0].looks_at_length


class Learned:
    """The hypotheses and clauses of an experiment; `step` is called for each clause looked at."""

    def __init__(self, records: Records, step: Callable[[], object] = lambda: None) -> None:
        self.runs = records.learning
        self.records = records
        self._step = step
        status = {
            one["clause"]: one["status"]
            for run in self.runs
            for one in run.verdict.get("clauses") or ()
        }
        self.clauses = {
            text: self._clause(text, status.get(text, "unknown"))
            for text in dict.fromkeys(text for run in self.runs for text in run.clauses)
        }

    def _clause(self, text: str, status: str) -> LearnedClause:
        clause = translation = None
        form = text
        try:
            (clause,) = parse_clauses(text)
            form = normal_form(clause)
            translation = translate([clause], self.records.background)
        except (InputError, ValueError):  # another engine's clause, or more than one
            pass
        return LearnedClause(text, form, status, clause, translation)

    def program(self, run: LearningRun) -> list[LearnedClause]:
        """Return the clauses of a hypothesis."""
        return [self.clauses[text] for text in run.clauses]

    @cached_property
    def tables(self) -> Mapping[str, int | None]:
        """The truth table of each clause as a bit set; None where it has none.

        They are over the same states, with the path's length if some clause looks at it.
        """
        tables = TruthTables("plain", self.records.longest)
        found: dict[str, int | None] = {}
        for text, known in self.clauses.items():
            self._step()
            found[text] = self._table(tables, known.translation)
        return found

    @cached_property
    def _dependence(self) -> Dependence:
        seen = (c.translation.dependence for c in self.clauses.values() if c.translation)
        return clause_dependence([d for d in seen if d is not Dependence.GLOBAL])

    def _table(self, tables: TruthTables, translation: Translation | None) -> int | None:
        if translation is None or translation.dependence is Dependence.GLOBAL:
            return None
        if not self.records.about_triangles:
            return None  # other symbols have no states
        try:
            return tables.of(translation, self._dependence)
        except InputError:  # it has no value in some state, or takes too many steps
            return None

    def table(self, program: Program) -> int | None:
        """Return the truth table of a hypothesis; None where it has none."""
        whole = 0
        for text in program:
            table = self.tables[text]
            if table is None:
                return None
            whole |= table
        return whole

    @cached_property
    def behaviours(self) -> Mapping[str, int]:
        """The number of the behaviour of each hypothesis with clauses, by its puzzle.

        The behaviour that occurs most often is 1, and of two the one with a smaller hypothesis.
        """
        return _numbered(
            {
                run.puzzle: self._key(self.table(run.clauses), run.clauses)
                for run in self.runs
                if run.clauses
            },
            {run.puzzle: (self.size(run), run.clauses) for run in self.runs},
        )

    @cached_property
    def clause_behaviours(self) -> Mapping[str, int]:
        """The number of the behaviour of each clause; 1 is that which occurs most often."""
        times = Counter(text for run in self.runs for text in run.clauses)
        keys = {text: self._key(self.tables[text], (text,)) for text in self.clauses}
        ranks = {text: (known.size or 0, (text,)) for text, known in self.clauses.items()}
        return _numbered(keys, ranks, times)

    def _key(self, table: int | None, program: Program) -> Hashable:
        return frozenset(self.clauses[text].form for text in program) if table is None else table

    def size(self, run: LearningRun) -> int:
        """Return the number of literals of a hypothesis, heads counted."""
        return sum(known.size or 0 for known in self.program(run))

    @cached_property
    def _paper_tables(self) -> tuple[int | None, Mapping[int | None, int]]:
        """The truth table of π°, and the number of the clause of π° for that of each of them."""
        tables = TruthTables("plain", self.records.longest)
        by_table = {
            self._table(tables, paper_predicate((text,))): number
            for number, text in enumerate(CLAUSES, start=1)
        }
        return self._table(tables, paper_predicate()), by_table

    def is_paper(self, run: LearningRun) -> bool | None:
        """Whether a hypothesis behaves like π°; None if that cannot be told state by state."""
        table = self.table(run.clauses)
        return None if table is None else table == self._paper_tables[0]

    def paper_clause(self, text: str) -> int | None:
        """Return the number of the clause of π° that a clause behaves like, None if it is none."""
        table = self.tables[text]
        return None if table is None else self._paper_tables[1].get(table)

    @cached_property
    def variants(self) -> list[list[LearnedClause]]:
        """The clauses in the order of learning, those together that are variants of each other."""
        groups: dict[str, list[LearnedClause]] = {}
        for known in self.clauses.values():
            groups.setdefault(known.form, []).append(known)
        return list(groups.values())


def _numbered(
    keys: Mapping[str, Hashable],
    ranks: Mapping[str, tuple[int, Sequence[str]]],
    times: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """Number the different keys from 1 on, those first that occur most often; ties by the rank."""
    count: Counter[Hashable] = Counter()
    least: dict[Hashable, tuple[int, Sequence[str]]] = {}
    for name, key in keys.items():
        count[key] += 1 if times is None else times[name]
        least[key] = min(least.get(key, ranks[name]), ranks[name])
    ordered = sorted(count, key=lambda key: (-count[key], least[key]))
    numbers = {key: number for number, key in enumerate(ordered, start=1)}
    return {name: numbers[key] for name, key in keys.items()}
