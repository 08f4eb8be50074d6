"""Why a clause is not proved: its smallest counterexample, and the literals that would save it.

First every literal of the bias is tried on the variables of the clause. Only if none of them saves
it, pairs are: a literal that gives new variables their values, and one that tests them. The limits
of the bias on variables and literals do not hold here, as a reader asks what is missing, not what
could have been learned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, product
from string import ascii_uppercase
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, current
from witness.clauses.background import Background
from witness.clauses.dependence import Dependence
from witness.clauses.language.bias import ANY, Bias
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import (
    Clause,
    Literal,
    Term,
    Variable,
    clause_text,
    literal_text,
    term_of,
)
from witness.clauses.language.terms import literal_variables as variables_of
from witness.proof.all_paths import (
    MOST_SQUARES,
    Firings,
    boards,
    levels,
    shortest_lengths,
    smallest_counterexample,
)
from witness.proof.clause_cases import proved_cases
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import ClauseVerdict, Verdict
from witness.proof.refutation import looks_beyond
from witness.puzzle.views.configurations import LocalConfiguration
from witness.puzzle.views.translate import translate, variable_types

#: The greatest length of a path that is tried for clauses that look at it.
MAX_LENGTH = 128

Types = dict[Variable, str]


@dataclass(frozen=True)
class Repair:
    """A clause that is proved, the literals that were added to it, and the cases of the proof."""

    clause: Clause
    added: tuple[Literal, ...]
    cases: tuple[LocalConfiguration, ...]

    def to_json(self) -> dict[str, object]:
        """Return the repair as JSON."""
        return {
            "added": [literal_text(literal) for literal in self.added],
            "clause": clause_text(self.clause),
            "cases": len(self.cases),
        }


def repairs(clause: Clause, background: Background) -> Iterator[Repair]:
    """Yield the additions to a clause with which it is proved, in the order of trying them.

    Of additions whose proofs list the same configurations only the first is yielded; of those with
    which the clause fires on no path, none. Raises `LimitReachedError` at the limit of the budget
    in force, and `TooManyStepsError` for a clause that takes too many steps to evaluate.
    """
    bias = background.bias
    known = variable_types(clause, background)
    types = {variable: known.get(variable, ANY) for variable in _variables(clause)}
    singles = ((literal,) for literal, _ in _literals(types, bias, clause))
    saved = False
    for repair in _proved(clause, singles, background):
        saved = True
        yield repair
    if not saved:
        yield from _proved(clause, _pairs(types, bias, clause), background)


def _proved(
    clause: Clause,
    additions: Iterable[tuple[Literal, ...]],
    background: Background,
) -> Iterator[Repair]:
    seen: set[tuple[LocalConfiguration, ...]] = set()
    for added in additions:
        current().check()
        longer = replace(clause, body=(*clause.body, *added))
        try:
            cases = proved_cases(longer, background)
            new = cases and cases not in seen and _fires(longer, cases, background)
        except TooManyStepsError:
            raise
        except InputError:  # no order of the body gives every literal its inputs, or the like
            continue
        if cases and new:
            seen.add(cases)
            yield Repair(longer, added, cases)


def _fires(clause: Clause, cases: Sequence[LocalConfiguration], background: Background) -> bool:
    """Whether a clause, of whose proof these are the cases, fires on some path."""
    translation = translate([clause], background)
    condition = translation.together(translation.fires)
    if not translation.dependence & ~Dependence.GAPS:
        return any(not case.gaps for case in cases)
    if not translation.dependence & ~(Dependence.GAPS | Dependence.LENGTH):
        return any(
            condition(*case.views(length))
            for case in current().each(cases)
            for length in range(shortest_lengths()[case.state], MAX_LENGTH + 1)
        )
    firings = Firings(condition, translation.dependence)
    return any(
        firings.on(board, path)
        for squares in range(1, MOST_SQUARES + 1)
        for board in boards(squares)
        for level in levels(board)
        for path in current().each(level)
    )


def _terms(kind: str, types: Types, bias: Bias) -> list[Term]:
    """Return what may stand for an argument of a type: variables, and constants of the bias."""
    fitting = [variable for variable, name in types.items() if _fits(name, kind)]
    return [*fitting, *(term_of(value) for value, name in bias.constants if _fits(name, kind))]


def _fits(name: str, kind: str) -> bool:
    return name == kind or ANY in (name, kind)


def _literals(
    types: Types, bias: Bias, clause: Clause, *, new: bool = False
) -> Iterator[tuple[Literal, Types]]:
    """Yield the literals of the bias on variables of these types that a clause does not have.

    All variables of a literal are different. If they are to be `new`, some of its outputs are
    variables that the clause does not have; these come with their types.
    """
    for signature in bias.body:
        options: list[list[Term | None]] = []
        for kind, given in zip(signature.types, signature.inputs, strict=True):
            known: list[Term | None] = [*_terms(kind, types, bias)]
            may_be_new = new and not given and kind not in bias.single_types
            options.append([None, *known] if may_be_new else known)
        for choice in product(*options):
            old = [term for term in choice if isinstance(term, Variable)]
            if (None in choice) != new or len(set(old)) < len(old) or not (new or old):
                continue
            names = _new_names(clause)
            arguments = tuple(next(names) if term is None else term for term in choice)
            literal = Literal(signature.name, arguments)
            if literal not in clause.body:
                kinds = zip(arguments, signature.types, strict=True)
                yield literal, {v: k for v, k in kinds if isinstance(v, Variable) and v not in old}


def _pairs(types: Types, bias: Bias, clause: Clause) -> Iterator[tuple[Literal, Literal]]:
    """Yield pairs of literals of the bias: one whose outputs are new variables, and a test of them.

    Unless the bias allows variables that occur once, each new one occurs in both literals.
    """
    for defining, new in _literals(types, bias, clause, new=True):
        for test, _ in _literals(types | new, bias, clause):
            if test == defining or new.keys().isdisjoint(variables_of(test)):
                continue
            occurrences = Counter(v for x in (defining, test) for v in variables_of(x))
            if bias.allow_singletons or all(occurrences[variable] > 1 for variable in new):
                yield defining, test


def _variables(clause: Clause) -> list[Variable]:
    """Return the variables of a clause, those of the head first."""
    literals = (Literal(clause.name, clause.args), *clause.body)
    return list(dict.fromkeys(v for literal in literals for v in variables_of(literal)))


def _new_names(clause: Clause) -> Iterator[Variable]:
    """Yield variables that a clause does not have: the first letters, then V1, V2, …"""
    used = _variables(clause)
    for name in chain(ascii_uppercase, (f"V{number}" for number in count(1))):
        if Variable(name) not in used:
            yield Variable(name)


@dataclass(frozen=True)
class Why:
    """What is behind the verdict on a clause that is not proved.

    `counterexample` is the smallest one if `smallest` says so (`witness.proof.all_paths`), None if
    none is known. `repairs` begin with the one whose proof lists the most configurations, which is
    the weakest clause; they are all if `complete`. What is not finished has met a limit.
    """

    counterexample: Counterexample | None
    smallest: bool
    repairs: tuple[Repair, ...]
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return everything but the counterexample, which the verdict holds, as JSON."""
        return {
            "smallest": self.smallest,
            "repairs": [repair.to_json() for repair in self.repairs],
            "complete": self.complete,
        }


def explained(
    verdict: Verdict, background: Background, budget: Budget
) -> tuple[Verdict, tuple[Why | None, ...]]:
    """Return a verdict with the smallest counterexamples, and why each clause is not proved.

    That is None for a proved clause, and for one of which nothing can be said as it is not plain.
    At a limit of the budget, what was found until then counts.
    """
    with budget.in_force():
        reasons = tuple(
            why(found, background) if found.plain and found.status != "proved" else None
            for found in verdict.clauses
        )
    clauses = tuple(
        found if reason is None else replace(found, counterexample=reason.counterexample)
        for found, reason in zip(verdict.clauses, reasons, strict=True)
    )
    return Verdict(clauses), reasons


def why(verdict: ClauseVerdict, background: Background) -> Why:
    """Return why a clause, which can be translated, is not proved."""
    example, smallest = verdict.counterexample, False
    found: list[Repair] = []
    complete = False
    try:
        # Where other constraints matter, too, there are too many puzzles to find the smallest.
        if example is not None and not looks_beyond(verdict.clause, background):
            translation = translate([verdict.clause], background)
            condition = translation.watched()
            dependence = translation.dependence
            example = smallest_counterexample(condition, dependence, example)
            smallest = True
        for repair in repairs(verdict.clause, background):
            found.append(repair)
        complete = True
    except (LimitReachedError, TooManyStepsError):
        pass
    found.sort(key=lambda repair: -len(repair.cases))
    return Why(example, smallest, tuple(found), complete)
