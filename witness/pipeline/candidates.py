"""Which learned predicates are worth comparing: one of each behaviour (paper, section 4.2).

Two hypotheses that agree on every state that a search can see are the same predicate to it. They
are grouped by their truth tables over the local configurations (and over path lengths, where a
clause depends on them), and each group is evaluated once.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from witness.base.errors import InputError
from witness.base.schemas import read_fitting
from witness.clauses.background import Background
from witness.clauses.dependence import Dependence
from witness.clauses.language.definitions import why_not_plain
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, clause_text
from witness.pipeline.record_schema import CANDIDATES, CLAUSE_TABLES
from witness.puzzle.views.board import PathView, SquareView
from witness.puzzle.views.configurations import LocalConfiguration, configurations
from witness.puzzle.views.translate import Condition, TranslatedClause, Translation, translate
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.tables import Tabulation, Tabulations

#: `plain`: A* without hand-written pruning. `baseline`: π_baseline prunes under the predicate.
Variant = Literal["plain", "baseline"]
VARIANTS: tuple[Variant, ...] = ("plain", "baseline")

#: `all`: over all hypotheses (Algorithm 2). `proved`: over their proved cores.
Track = Literal["all", "proved"]
TRACKS: tuple[Track, ...] = ("all", "proved")


#: What a clause depends on that searches look up by the length of the path.
LOOKED_UP = (Dependence.LENGTH, Dependence.LENGTH | Dependence.GAPS)


@dataclass
class Candidate:
    """A group of hypotheses that behave alike, and its smallest program in each track.

    `sources` lists, by track, the training puzzles whose hypothesis (or proved core) it is.
    It is `left_out` of the triage for the reason given, if there is one.
    """

    id: str
    programs: dict[Track, list[str]] = field(default_factory=dict)
    sources: dict[Track, list[str]] = field(default_factory=dict)
    left_out: str | None = None

    @property
    def program(self) -> list[str]:
        """A smallest program of the group, whichever track it comes from."""
        return min(self.programs.values(), key=_program_rank)

    @property
    def size(self) -> int:
        """Number of literals of `program`, heads counted."""
        return _program_rank(self.program)[0]

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as a JSON object."""
        return {key: value for key, value in vars(self).items() if value is not None}

    @staticmethod
    def from_json(record: Mapping[str, Any]) -> Candidate:
        """Return the candidate that a JSON object describes."""
        return Candidate(**record)


def read_candidates(path: str | Path) -> list[Candidate]:
    """Read the candidates of a variant, without those that are left out.

    Raises `InputError` for any other file.
    """
    return [candidate for candidate in read_all_candidates(path) if candidate.left_out is None]


def read_all_candidates(path: str | Path) -> list[Candidate]:
    """Read the candidates of a variant. Raises `InputError` for any other file."""
    found = read_fitting(path, CANDIDATES, "a list of candidates")
    candidates = [Candidate.from_json(record) for record in found]
    try:
        for text in (t for one in candidates for own in one.programs.values() for t in own):
            _size(text)  # it can be parsed
    except InputError as problem:
        raise InputError(f"a program of a candidate: {problem.reason}", file=path) from None
    return candidates


def _program_rank(program: Sequence[str]) -> tuple[int, list[str]]:
    return sum(map(_size, program)), list(program)


@lru_cache(maxsize=4096)
def _size(text: str) -> int:
    return sum(clause.size for clause in parse_clauses(text))


def visible(configuration: LocalConfiguration, variant: Variant) -> bool:
    """Whether a search of a variant can reach a configuration: π_baseline prunes over-full ones."""
    return variant == "plain" or len(configuration.edges) <= configuration.triangles


@lru_cache(maxsize=4)
def visible_states(
    variant: Variant, dependence: Dependence, max_length: int
) -> tuple[tuple[PathView, SquareView], ...]:
    """Return a path and a square for each state of a square that a search of a variant can reach.

    With the dependence LENGTH there is one state for each length of the path up to `max_length`.
    """
    return tuple(
        configuration.views(length)
        for configuration in configurations(dependence.features)
        if visible(configuration, variant)
        for length in _lengths(configuration, dependence, max_length)
    )


def _lengths(
    configuration: LocalConfiguration, dependence: Dependence, max_length: int
) -> Sequence[int | None]:
    if not dependence & Dependence.LENGTH:
        return [None]
    return range(configuration.least_length, max_length + 1)


@lru_cache(maxsize=4)
def _numbers_of_lengths(variant: Variant, dependence: Dependence, max_length: int) -> list[int]:
    """Return how many of `visible_states` differ in length alone, in their order."""
    return [
        len(_lengths(configuration, dependence, max_length))
        for configuration in configurations(dependence.features)
        if visible(configuration, variant)
    ]


class TruthTables:
    """Truth tables of predicates over the states that a search of a variant can see.

    `max_length` is the length of the longest path on the boards in question; lengths count only if
    a predicate depends on them. Hypotheses share clauses, and each clause is evaluated once.
    """

    def __init__(self, variant: Variant, max_length: int) -> None:
        self.variant = variant
        self.max_length = max_length
        self._known: dict[tuple[str, Dependence], npt.NDArray[np.bool_]] = {}

    def of(self, translation: Translation, dependence: Dependence | None = None) -> int | None:
        """Return π′ in all visible states as a bit set; None when it depends on more than those.

        Tables are comparable if they were made for the same dependence: the predicate's own,
        unless a greater one is given.
        """
        dependence = translation.dependence if dependence is None else dependence
        if dependence is Dependence.GLOBAL:
            return None
        try:
            rows = [
                self._clause(translated, translation.together(condition), dependence)
                for translated, condition in zip(
                    translation.clauses, translation.conditions, strict=True
                )
            ]
        except InputError:  # a clause that is an error where one before it holds is never reached
            rows = [self._holds(translation.together(translation.fires), dependence)]
        nowhere = np.zeros(len(self._states(dependence)), np.bool_)
        found = np.logical_or.reduce(rows) if rows else nowhere
        return _bit_set(found)

    def of_all(self, translations: Iterable[Translation], dependence: Dependence) -> int | None:
        """Return where some translation holds, as `of` does; None when one of them has no table."""
        return union(self.of(translation, dependence) for translation in translations)

    def by_length(self) -> dict[str, Any]:
        """Return the tables of all clauses so far that look at the length of the path, as JSON.

        They are by the clause's text: its features, and for each length the states of `Tabulation`
        as a hexadecimal number, or null where they are those of the length before.
        """
        found: dict[str, Any] = {}
        for (text, own), row in sorted(self._known.items()):
            if own not in LOOKED_UP or text in found:
                continue
            known = configurations(own.features)
            visible_ = [n for n, one in enumerate(known) if visible(one, self.variant)]
            numbers = _numbers_of_lengths(self.variant, own, self.max_length)
            most = self.max_length + 1
            holding = np.zeros((most, len(known)), np.bool_)
            lengths = np.concatenate([np.arange(most - number, most) for number in numbers])
            holding[lengths, np.repeat(visible_, numbers)] = row
            tables = [f"{_bit_set(states):x}" for states in holding]
            changed = [table != before for before, table in pairwise(["", *tables])]
            found[text] = {
                "features": int(own.features),
                "holding": [t if new else None for t, new in zip(tables, changed, strict=True)],
            }
        return found

    def _states(self, dependence: Dependence) -> Sequence[tuple[PathView, SquareView]]:
        return visible_states(self.variant, dependence, self.max_length)

    def _holds(self, condition: Condition, dependence: Dependence) -> npt.NDArray[np.bool_]:
        states = self._states(dependence)
        return np.fromiter((condition(*state) for state in states), np.bool_, len(states))

    def _clause(
        self, translated: TranslatedClause, condition: Condition, dependence: Dependence
    ) -> npt.NDArray[np.bool_]:
        own = dependence.features | translated.dependence & Dependence.LENGTH
        key = clause_text(translated.clause), own
        if key not in self._known:
            self._known[key] = self._holds(condition, own)
        found = self._known[key]
        if own is dependence:
            return found
        return np.repeat(found, _numbers_of_lengths(self.variant, dependence, self.max_length))


def union(tables: Iterable[int | None]) -> int | None:
    """Return where one of some tables holds; None when one of them is not known."""
    whole = 0
    for table in tables:
        if table is None:
            return None
        whole |= table
    return whole


def _bit_set(flags: npt.NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def read_tables(path: str | Path) -> Tabulations:
    """Read what `TruthTables.by_length` returned. Raises `InputError` for any other file."""
    found: dict[str, dict[int | None, Tabulation | None]] = {}
    for text, record in read_fitting(path, CLAUSE_TABLES, "the tables of clauses").items():
        features = Dependence(record["features"])
        own: dict[int | None, Tabulation | None] = {}
        for length, holding in enumerate(record["holding"]):
            new = holding is not None
            own[length] = Tabulation(int(holding, 16), features) if new else own[length - 1]
        found[text] = own
    return found


def gather_all(
    hypotheses: Mapping[Track, Mapping[str, Sequence[Clause]]],
    background: Background,
    tables: TruthTables,
) -> list[Candidate]:
    """Group hypotheses by behaviour, that is by their tables. Empty ones do not count.

    `hypotheses` gives, for each track, the clauses learned from each training puzzle. One that has
    no value in some state, or that may take too many steps on some path, is left out with a
    warning, as a search could not go on where it meets that. So is one with a clause that is not
    plain; its plain clauses alone would be another predicate.
    """
    known: dict[tuple[str, ...], Candidate] = {}
    groups: dict[str, Candidate] = {}
    for track, by_puzzle in hypotheses.items():
        for puzzle, clauses in by_puzzle.items():
            if not clauses:
                continue
            program = [clause_text(clause) for clause in clauses]
            text = tuple(sorted(program))
            if text not in known:
                known[text] = _of_behaviour(clauses, text, background, tables)
            candidate = groups.setdefault(known[text].id, known[text])
            if candidate.left_out is not None:
                warnings.warn(
                    f"the hypothesis of {puzzle} is left out: {candidate.left_out}",
                    RuntimeWarning,
                    stacklevel=2,
                )
            candidate.sources.setdefault(track, []).append(puzzle)
            best = candidate.programs.get(track)
            if best is None or _program_rank(program) < _program_rank(best):
                candidate.programs[track] = program
    return sorted(groups.values(), key=lambda c: (_program_rank(c.program), c.id))


def _of_behaviour(
    clauses: Sequence[Clause], text: Sequence[str], background: Background, tables: TruthTables
) -> Candidate:
    """Return a candidate without programs, whose id says how a hypothesis behaves."""
    shown = "\n".join(text)
    beyond = why_not_plain(clauses, background.bias.head.key)
    try:
        if beyond is not None:
            raise InputError(beyond)
        translation = translate(clauses, background)
        table = tables.of(translation)
        if table is None and translation.metered:
            raise InputError("it may take too many steps to evaluate")
    except InputError as error:
        return Candidate(_id(f"LEFT OUT {shown}"), left_out=error.reason)
    cases = _symbol_cases(FilePredicate("", translation, background))
    if cases is None or (table is None and "triangles" in background.kinds):
        return Candidate(_id(shown))
    # Tables over other domains have other lengths; the dependence tells them apart.
    behaviour = f"{translation.dependence.name} {table or 0:x}"
    return Candidate(_id(f"{behaviour} {cases}" if cases else behaviour))


def _symbol_cases(predicate: FilePredicate) -> str | None:
    """Return the cases in which a predicate fires for other symbols than triangles, as text.

    None if it depends on more than those.
    """
    if predicate.only_triangles:
        return ""
    cases = predicate.symbol_cases
    if cases is None:
        return None
    return "\n".join(sorted({json.dumps(case.to_json()) for case in cases}))


def _id(behaviour: str) -> str:
    return hashlib.sha256(behaviour.encode()).hexdigest()[:12]
