"""The records of an experiment on disk, read back for tables, figures and the report.

Programs wrote the records, and people may have edited them: clauses are parsed before use, and
nothing is trusted to be more than text and numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import read_json, read_jsonl
from witness.base.schemas import check_types
from witness.experiment.candidates import (
    Candidate,
    Variant,
    read_all_candidates,
    visible_states,
)
from witness.experiment.evaluate import Clock
from witness.experiment.record_schema import SEARCHED
from witness.experiment.training import LearningRun, Program, read_runs
from witness.logic.background import Background, read_background
from witness.logic.dependence import Dependence
from witness.logic.language.parser import parse_clauses
from witness.logic.language.views import PathView, SquareView
from witness.logic.locality import clause_dependence, looks_at_length
from witness.logic.translate import Translation, translate
from witness.proof.prover import worst
from witness.puzzle.constraints import KINDS
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.report.paper import CLAUSES
from witness.search import Mode

#: The runs of the test set: their predicate, and how A* uses it.
RUNS: Mapping[str, tuple[str, Mode]] = {
    "baseline": ("π_baseline", "prune"),
    "winner_proved": ("winner_proved", "prune"),
    "winner_guided": ("winner_proved, guided", "prune"),
    "winner_sort": ("winner", "sort"),
    "winner_prune": ("winner", "prune"),
}

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
class ClauseFacts:
    """What is known about one clause: its English, its verdict, and whether it looks at length.

    If it cannot be translated, the English says why, and it does not count as looking at length.

    `counterexample` is as `witness.proof.prover` writes it, None unless the clause is refuted;
    `cases` is the number of cases in the certificate of a proved one: of configurations, where a
    clause is about triangles.
    """

    english: str
    status: str
    looks_at_length: bool
    counterexample: Mapping[str, Any] | None
    cases: int


#: A constraint of each kind.
_SUBJECTS = {
    "triangles": "square with triangles",
    "squares": "coloured square",
    "stars": "star",
    "dots": "dot",
}


@dataclass(frozen=True)
class Records:
    """All records of one experiment.

    `test` and `large` hold one record per puzzle and run, as `witness.experiment.evaluate` writes
    them. `puzzles` are those of the training set, by id. `max_size` is the longest side of a board
    in the sets, `minutes` are the budgets of the large set by its `clock`, and `background` defines
    what the clauses mean.
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
    test_puzzles: Mapping[str, Puzzle] = field(default_factory=dict, repr=False)
    _same: dict[tuple[Program, Variant], bool | None] = field(default_factory=dict, repr=False)
    _stray: dict[tuple[str, Variant], bool] = field(default_factory=dict, repr=False)
    _translations: dict[str, Translation] = field(default_factory=dict, repr=False)

    @property
    def longest(self) -> int:
        """The number of edges of the longest possible path on the boards of the sets."""
        return (self.max_size + 1) ** 2 - 1

    @cached_property
    def clauses(self) -> dict[str, ClauseFacts]:
        """What is known about each clause that was learned, by its text."""
        known: dict[str, ClauseFacts] = {}
        for run in self.learning:
            for verdict in run.verdict.get("clauses") or ():
                text = verdict["clause"]
                if text not in known:
                    known[text] = self._facts(text, verdict)
        return known

    def clause(self, text: str) -> ClauseFacts:
        """Return what is known about a clause, even if no verdict on it is on record."""
        return self.clauses.get(text) or self._facts(text, {"status": "unknown"})

    def _facts(self, text: str, verdict: Mapping[str, Any]) -> ClauseFacts:
        try:
            (translated,) = self._translation(text).clauses
        except InputError as error:
            english = f"(not in English: {verdict.get('reason', error.reason)})"
            return ClauseFacts(english, verdict["status"], False, None, 0)
        return ClauseFacts(
            english=translated.english,
            status=verdict["status"],
            looks_at_length=looks_at_length(translated.dependences),
            counterexample=verdict.get("counterexample"),
            cases=sum(len(verdict.get(key) or ()) for key in ("cases", "symbols")),
        )

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
        """What the predicate was learned about, such as "coloured square or star"."""
        return " or ".join(_SUBJECTS[kind] for kind in self.kinds)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of symbols of the training puzzles; without any, those of the background."""
        known = self.background.kinds
        trained = {kind for puzzle in self.puzzles.values() for kind in puzzle.features} & known
        return tuple(kind for kind in KINDS if kind in (trained or known))

    def status(self, program: Sequence[str]) -> str:
        """Return the verdict on a program: the worst of those on its clauses."""
        return worst(self.clause(text).status for text in program)

    def looks_at_length(self, program: Sequence[str]) -> bool:
        """Whether some clause of a program looks at the length of the path."""
        return any(self.clause(text).looks_at_length for text in program)

    def is_paper(self, program: Sequence[str], variant: Variant) -> bool | None:
        """Whether a program answers like π° in all states that a search of the variant can see.

        Returns None if the program depends on more than the square and the length of the path, so
        that its states cannot be listed, and if some clause cannot be translated.
        """
        key = (tuple(program), variant)
        if key not in self._same:
            self._same[key] = self._compare(program, variant)
        return self._same[key]

    def _compare(self, program: Sequence[str], variant: Variant) -> bool | None:
        try:
            parts = [self._translation(text) for text in program]
        except InputError:
            return None
        if Dependence.GLOBAL in {part.dependence for part in parts}:
            return None
        if any(self._strays(text, variant) for text in program):
            return False
        dependence = clause_dependence([part.dependence for part in parts])
        _, where = _states_by_answer(variant, dependence, self.longest)
        return all(any(part.fires(*state) for part in parts) for state in where)

    def _strays(self, text: str, variant: Variant) -> bool:
        """Whether a clause is true in a visible state in which π° is false."""
        key = (text, variant)
        if key not in self._stray:
            part = self._translation(text)
            where, _ = _states_by_answer(variant, part.dependence, self.longest)
            self._stray[key] = any(part.fires(*state) for state in where)
        return self._stray[key]

    def _translation(self, text: str) -> Translation:
        if text not in self._translations:
            self._translations[text] = translate(parse_clauses(text), self.background)
        return self._translations[text]


@lru_cache(maxsize=64)
def paper_predicate(clauses: tuple[str, ...] = CLAUSES) -> Translation:
    """Return the translation of π° (Table 3), or of some clauses, with the paper's background."""
    return translate(parse_clauses("\n".join(clauses)), read_background())


@lru_cache(maxsize=8)
def _states_by_answer(
    variant: Variant, dependence: Dependence, longest: int
) -> tuple[list[tuple[PathView, SquareView]], list[tuple[PathView, SquareView]]]:
    """Return the visible states in which π° is false, and those in which it is true."""
    found: tuple[list[Any], list[Any]] = ([], [])
    for state in visible_states(variant, dependence, longest):
        found[paper_predicate().fires(*state)].append(state)
    return found


def same_behaviour(
    one: Translation, other: Translation, variant: Variant, longest: int
) -> bool | None:
    """Whether two predicates have the same truth table over the states visible in a variant.

    Unlike `witness.experiment.candidates.TruthTables`, this stops at the first difference, and can
    compare a predicate that looks at the path's length (up to `longest`) with one that does not.
    Returns None if either depends on more than that.
    """
    dependence = one.dependence | other.dependence
    if dependence is Dependence.GLOBAL:
        return None
    states = visible_states(variant, dependence, longest)
    return all(one.fires(*state) == other.fires(*state) for state in states)


def files_in(directory: str | Path) -> dict[str, list[str]]:
    """Return the record files in an experiment's directory by kind, as `read_records` takes them.

    This is for use by hand. The pipeline names its files itself, so that it does not mistake files
    left by an earlier, larger configuration for results.
    """
    root = Path(directory)

    def found(pattern: str) -> list[str]:
        return sorted((str(path) for path in root.glob(pattern)), key=_natural)

    return {
        "puzzles": found("puzzles/train.jsonl"),
        "test_puzzles": found("puzzles/test.jsonl"),
        "trained": found("train/batch_*.jsonl"),
        "candidates": found("triage/*/candidates.json"),
        "rankings": found("triage/*/stage_*/ranking.json"),
        "winners": found("triage/*/winners.json"),
        "test": found("evaluate/test/*.jsonl"),
        "large": found("evaluate/large/*/*.jsonl"),
    }


def read_records(
    files: Mapping[str, str | Sequence[str]],
    *,
    max_size: int,
    minutes: Sequence[float],
    clock: Clock = "paper",
    bk: str | None = None,
    bias: str | None = None,
) -> Records:
    """Return the records of an experiment, read from `files` as `files_in` returns them.

    Raises `InputError` with the file if one cannot be read.
    """

    def paths(kind: str) -> list[Path]:
        names = files.get(kind, ())
        return [Path(name) for name in ([names] if isinstance(names, str) else names)]

    rankings: dict[str, dict[int, Any]] = {}
    for path in paths("rankings"):
        stage = int(path.parent.name.removeprefix("stage_"))
        rankings.setdefault(path.parent.parent.name, {})[stage] = read_json(path)
    winners = {path.parent.name: read_json(path) for path in paths("winners")}
    triage: dict[Variant, Triage] = {}
    variant: Variant
    candidates = {path.parent.name: path for path in paths("candidates")}
    for variant in ("plain", "baseline"):
        if variant in candidates:
            read = read_all_candidates(candidates[variant])
            triage[variant] = Triage(
                {candidate.id: candidate for candidate in read if candidate.left_out is None},
                dict(sorted(rankings.get(variant, {}).items())),
                winners.get(variant, {}),
                [candidate for candidate in read if candidate.left_out is not None],
            )
    return Records(
        learning=[run for path in paths("trained") for run in read_runs(path)],
        triage=triage,
        test=[record for path in paths("test") for record in _searches(path)],
        large=[record for path in paths("large") for record in _searches(path)],
        puzzles={puzzle.id: puzzle for path in paths("puzzles") for puzzle in read_puzzles(path)},
        test_puzzles={p.id: p for path in paths("test_puzzles") for p in read_puzzles(path)},
        background=read_background(bk, bias),
        max_size=max_size,
        minutes=tuple(minutes),
        clock=clock,
    )


def _searches(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of searches in a file. Raises `InputError` with file and line."""
    for number, record in read_jsonl(path):
        try:
            check_types(record, SEARCHED, "the record", needed=("id", "run"))
        except InputError as error:
            raise error.at(file=path, line=number) from None
        yield record


def _natural(text: str) -> list[tuple[int, str]]:
    """The sort key that orders the numbers in a text by value: batch_2 before batch_10."""
    return [(int(part or 0), word) for word, part in re.findall(r"(\D+)(\d*)", text)]
