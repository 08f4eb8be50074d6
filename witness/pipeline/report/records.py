"""The records of an experiment, for tables, figures and the report.

Programs wrote the records, and people may have edited them: clauses are parsed before use, and
nothing is trusted to be more than text and numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from witness.base.errors import InputError
from witness.clauses.background import Background, read_background
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.candidates import Candidate, TruthTables, Variant
from witness.pipeline.evaluate import Clock
from witness.pipeline.report import paper
from witness.pipeline.report.known_clause import KnownClause, known_clause
from witness.pipeline.report.learned import Learned
from witness.pipeline.training import LearningRun, Program
from witness.proof.prover import worst
from witness.puzzle.constraints import KINDS
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.views.translate import Translation, translate
from witness.searches import Mode

#: The runs of the test set: their predicate, and how A* uses it.
RUNS: Mapping[str, tuple[str, Mode]] = {
    "baseline": ("π_baseline", "prune"),
    "winner_proved": ("winner_proved", "prune"),
    "winner_guided": ("winner_proved, guided", "prune"),
    "winner_taught": ("winner_taught", "prune"),
    "winner_sort": ("winner", "sort"),
    "winner_prune": ("winner", "prune"),
}

#: Programs are first compared on paths of at most this many edges: most differ there.
SHORT = 12

#: How many of the clauses of a program its name has.
MOST_NAMED = 2

#: The verdicts on a clause.
VERDICTS = ("proved", "checked", "refuted", "unknown")

#: The winners of triage: of all hypotheses (Algorithm 2), and of their proved cores.
WINNERS = ("winner", "winner_proved")


@dataclass(frozen=True)
class Triage:
    """One variant of Algorithm 2: candidates by id, the ranking of each stage, the winners.

    The hypotheses that were `left_out` took no part in it.
    """

    candidates: Mapping[str, Candidate]
    rankings: Mapping[int, Mapping[str, Any]]
    winners: Mapping[str, Mapping[str, Any]]
    left_out: Sequence[Candidate] = ()

    def program(self, name: str) -> Program:
        """Return the clauses of a winner; none if there was nothing to choose from."""
        return tuple(self.winners.get(name, {}).get("program", ()))


@dataclass(frozen=True)
class Together:
    """The predicate of `teach: together` or `teach: best`, of which all is proved.

    `result` is the record of the run, `program` has the clauses, `race` how they raced, and
    `winner` those that were chosen.
    """

    result: Mapping[str, Any]
    program: Program
    race: Sequence[Mapping[str, Any]]
    winner: Program

    @property
    def until_proved(self) -> Mapping[str, Any] | None:
        """What the loop did, and what is claimed of its result; None for `teach: best`."""
        found: Mapping[str, Any] | None = self.result.get("until_proved")
        return found

    @property
    def best(self) -> Mapping[str, Any] | None:
        """What is shown of the best predicate of the bias; None for `teach: together`."""
        found: Mapping[str, Any] | None = self.result.get("best")
        return found


@dataclass(frozen=True)
class Records:
    """All records of one experiment.

    `test` and `large` hold one record per puzzle and run, as `witness.pipeline.evaluate` writes
    them. `puzzles` are those of the training set, by id. `max_size` is the longest side of a board
    in the sets, `minutes` are the budgets of the large set by its `clock`, and `background` defines
    what the clauses mean. `taught` is there if all puzzles together taught a predicate. `step` is
    called for each clause whose behaviour is looked at.
    """

    learning: Sequence[LearningRun]
    triage: Mapping[Variant, Triage]
    test: Sequence[Mapping[str, Any]]
    large: Sequence[Mapping[str, Any]]
    puzzles: Mapping[str, Puzzle]
    background: Background
    max_size: int
    minutes: Sequence[float]
    clock: Clock = "paper"
    taught: Together | None = None
    test_puzzles: Mapping[str, Puzzle] = field(default_factory=dict, repr=False)
    step: Callable[[], object] = field(default=lambda: None, repr=False)
    _known: dict[str, KnownClause] = field(default_factory=dict, init=False, repr=False)
    _same: dict[tuple[Program, Program, Variant], bool | None] = field(
        default_factory=dict, init=False, repr=False
    )
    _made: dict[tuple[Variant, int], tuple[TruthTables, TruthTables]] = field(
        default_factory=dict, init=False, repr=False
    )

    def winner(self, name: str) -> Mapping[str, Any]:
        """Return what is on record of a winner of the variant plain; empty without a triage."""
        return self.triage["plain"].winners.get(name, {}) if "plain" in self.triage else {}

    @property
    def proved_program(self) -> Program:
        """The clauses of winner_proved of the variant plain, used on the test and large sets."""
        return tuple(self.winner("winner_proved").get("program", ()))

    @property
    def longest(self) -> int:
        """The number of edges of the longest possible path on the boards of the sets."""
        return (self.max_size + 1) ** 2 - 1

    @cached_property
    def learned(self) -> Learned:
        """What was learned, and which hypotheses and clauses behave alike."""
        texts = dict.fromkeys(text for run in self.learning for text in run.clauses)
        clauses = {text: self.clause(text) for text in texts}
        states = self._tables("plain", self.longest)[0] if self.about_triangles else None
        return Learned(self.learning, clauses, states, self.step)

    @cached_property
    def _common(self) -> Counter[str]:
        """How many training puzzles gave a clause, by its form."""
        return Counter(self.clause(text).form for run in self.learning for text in run.clauses)

    @cached_property
    def _verdicts(self) -> Mapping[str, Mapping[str, Any]]:
        """The first verdict on each clause, by its text."""
        looped = None if self.taught is None else self.taught.until_proved
        taught = [] if looped is None else [looped["proof"]]
        found: dict[str, Mapping[str, Any]] = {}
        for verdicts in (*(run.verdict for run in self.learning), *taught):
            for verdict in verdicts.get("clauses") or ():
                found.setdefault(verdict["clause"], verdict)
        return found

    def clause(self, text: str) -> KnownClause:
        """Return what is known about a clause, even if no verdict on it is on record."""
        if text not in self._known:
            verdict = self._verdicts.get(text, {"status": "unknown"})
            self._known[text] = known_clause(text, verdict, self.background)
        return self._known[text]

    @property
    def about_triangles(self) -> bool:
        """Whether the background knows triangles only, as the paper's does."""
        return self.background.kinds == {"triangles"}

    @property
    def beside_paper(self) -> bool:
        """Whether the paper has such puzzles: with triangles only, and without gaps."""
        return self.about_triangles and not any(
            "gaps" in puzzle.features for puzzle in self.puzzles.values()
        )

    @property
    def baseline(self) -> str:
        """What π_baseline is called: without triangles it never fires, as if there were none."""
        return "π_baseline" if "triangles" in self.background.kinds else "no predicate"

    @property
    def runs(self) -> Mapping[str, tuple[str, Mode]]:
        """The runs of the test set as `RUNS` has them, with the name of this one's baseline."""
        return {**RUNS, "baseline": (self.baseline, RUNS["baseline"][1])}

    @property
    def subjects(self) -> str:
        """What the predicate was learned about, such as "coloured square or dot"."""
        return " or ".join(SYMBOLS[kind].subject for kind in self.kinds)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of symbols of the training puzzles; without any, those of the background."""
        known = self.background.kinds
        trained = {kind for puzzle in self.puzzles.values() for kind in puzzle.features} & known
        return tuple(kind for kind in KINDS if kind in (trained or known))

    def status(self, program: Sequence[str]) -> str:
        """Return the verdict on a program: the worst of those on its clauses."""
        return worst(self.clause(text).status for text in program)

    def name(self, program: Sequence[str], variant: Variant) -> str:
        """Return what a program is called: π°, or its clauses in short, the least common first."""
        if self.is_paper(program, variant):
            return "π°"
        known = sorted(map(self.clause, program), key=lambda clause: self._common[clause.form])
        names = [clause.short for clause in known]
        more = len(names) - MOST_NAMED
        return "; ".join(names[:MOST_NAMED]) + (f"; {more} more" if more > 0 else "")

    def name_of(self, candidate: Candidate, variant: Variant) -> str:
        """Return what a candidate is called, in both tracks."""
        return self.name(candidate.program, variant)

    def looks_at_length(self, program: Sequence[str]) -> bool:
        """Whether some clause of a program looks at the length of the path."""
        return any(self.clause(text).looks_at_length for text in program)

    def is_paper(self, program: Sequence[str], variant: Variant) -> bool | None:
        """Whether a program answers like π° in all states that a search of the variant can see.

        Returns None if the program depends on more than the square and the length of the path, so
        that its states cannot be listed, and if some clause cannot be translated or has no value.
        """
        return self.answers_like(program, paper.CLAUSES, variant)

    def paper_clause(self, text: str, variant: Variant) -> int | None:
        """Return the number of the clause of the paper's winner that answers like a clause.

        They are numbered from 1 on; None if there is none, as where other symbols are known.
        """
        if not self.about_triangles:
            return None
        numbers = enumerate(paper.WINNERS[variant], start=1)
        same = (number for number, own in numbers if self.answers_like([text], [own], variant))
        return next(same, None)

    def answers_like(
        self, program: Sequence[str], theirs: Sequence[str], variant: Variant
    ) -> bool | None:
        """Whether a program answers like some clauses of π°, as `is_paper` says of all of them."""
        key = (tuple(program), tuple(theirs), variant)
        if key not in self._same:
            self._same[key] = self._compare(*key)
        return self._same[key]

    def _compare(self, program: Program, theirs: Program, variant: Variant) -> bool | None:
        translations = [self.clause(text).translation for text in program]
        parts = [part for part in translations if part is not None]
        dependence = clause_dependence([part.dependence for part in parts])
        if len(parts) < len(program):
            return None
        first = min(SHORT, self.longest) if dependence & Dependence.LENGTH else self.longest
        for longest in sorted({first, self.longest}):
            of_ours, of_theirs = self._tables(variant, longest)
            try:
                table = of_ours.of_all(parts, dependence)
            except InputError:  # a clause has no value in some state, or takes too many steps
                return None
            wanted = of_theirs.of(_with_papers_background(theirs), dependence)
            if table is None or wanted is None:
                return None
            if table != wanted:
                return False
        return True

    def _tables(self, variant: Variant, longest: int) -> tuple[TruthTables, TruthTables]:
        """Return the truth tables by the experiment's background, and those by the paper's."""
        if (variant, longest) not in self._made:
            new = TruthTables(variant, longest), TruthTables(variant, longest)
            self._made[variant, longest] = new
        return self._made[variant, longest]


@lru_cache(maxsize=16)
def _with_papers_background(clauses: Program) -> Translation:
    return translate(parse_clauses("\n".join(clauses)), read_background())
