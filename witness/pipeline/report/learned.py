"""What was learned in an experiment: hypotheses and clauses, and which of them behave alike.

Two of them behave alike if they answer alike in every state of a square that a search on the boards
of the experiment can see (`witness.pipeline.candidates.TruthTables`). Where that cannot be told
state by state, they do if they have the same clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property

from witness.base.errors import InputError
from witness.clauses.dependence import Dependence, clause_dependence
from witness.pipeline.candidates import TruthTables, union
from witness.pipeline.report.known_clause import KnownClause
from witness.pipeline.training import LearningRun, Program
from witness.puzzle.views.translate import Translation


class Learned:
    """The hypotheses and clauses of an experiment.

    `clauses` has what is known about each clause of the `runs`, by its text, and `states` makes
    truth tables over the states that a search can see; it is None if symbols other than triangles
    are known, which have no states. `step` is called for each clause when these are gone through.
    """

    def __init__(
        self,
        runs: Sequence[LearningRun],
        clauses: Mapping[str, KnownClause],
        states: TruthTables | None,
        step: Callable[[], object],
    ) -> None:
        self.runs, self.clauses = runs, clauses
        self._states, self._step = states, step

    def program(self, run: LearningRun) -> list[KnownClause]:
        """Return the clauses of a hypothesis."""
        return [self.clauses[text] for text in run.clauses]

    @cached_property
    def tables(self) -> Mapping[str, int | None]:
        """The truth table of each clause as a bit set; None where it has none.

        They are over the same states, with the path's length if some clause looks at it.
        """
        found: dict[str, int | None] = {}
        for text, known in self.clauses.items():
            self._step()
            found[text] = self._table(known.translation)
        return found

    @cached_property
    def _dependence(self) -> Dependence:
        seen = (c.translation.dependence for c in self.clauses.values() if c.translation)
        return clause_dependence([d for d in seen if d is not Dependence.GLOBAL])

    def _table(self, translation: Translation | None) -> int | None:
        if self._states is None or translation is None:
            return None
        if translation.dependence is Dependence.GLOBAL:
            return None
        try:
            return self._states.of(translation, self._dependence)
        except InputError:  # it has no value in some state, or takes too many steps
            return None

    def table(self, program: Program) -> int | None:
        """Return the truth table of a hypothesis; None where it has none."""
        return union(self.tables[text] for text in program)

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
    def variants(self) -> list[list[KnownClause]]:
        """The clauses in the order of learning, those together that are variants of each other."""
        groups: dict[str, list[KnownClause]] = {}
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
