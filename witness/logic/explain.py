"""Clauses in English (the middle column of the paper's Table 3, generated).

How a predicate is said comes from the `%~` lines of the background file:

    %~ adjacent(A,B) ~ the head of {A} is a corner of {B}
    %~ count(A,B,C) ~ C: the number of edges that {A} and {B} have in common

The first form is a sentence. The second gives a noun phrase to the variable that the predicate
yields. A predicate without such a line is said by its name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from witness.errors import InputError
from witness.logic.bias import Bias
from witness.logic.parser import parse_clauses
from witness.logic.reader import Program
from witness.logic.terms import Atom, Clause, Key, Literal, Term, Variable, literal_text, term_text

_COMPARISONS = {
    ">": "is greater than",
    "<": "is less than",
    ">=": "is at least",
    "=<": "is at most",
    "=:=": "equals",
    "=\\=": "differs from",
    "=": "equals",
    "==": "equals",
    "\\=": "differs from",
    "\\==": "differs from",
}

_NUMBERS = ("zero", "one", "two", "three", "four")


@dataclass(frozen=True)
class Phrase:
    """How to say a predicate: its formal arguments, a sentence, and nouns for its outputs."""

    arguments: tuple[str, ...]
    sentence: str | None
    nouns: dict[str, str]


def phrases(program: Program) -> dict[Key, Phrase]:
    """Read the `%~` lines of a background file; raise `InputError` for a malformed one."""
    found: dict[Key, Phrase] = {}
    for line, text in program.comments:
        head, *parts = [part.strip() for part in text.split("~")]
        try:
            clause = parse_clauses(f"{head}.", program.file, line)[0]
        except InputError:
            raise InputError(
                "expected '%~ predicate(A,B) ~ sentence' or '… ~ B: noun phrase'",
                file=program.file,
                line=line,
            ) from None
        arguments = tuple(a.name for a in clause.args if isinstance(a, Variable))
        sentence = None
        nouns = {}
        for part in parts:
            match = re.fullmatch(r"([A-Z_]\w*):\s*(.+)", part)
            if match:
                nouns[match.group(1)] = match.group(2)
            else:
                sentence = part
        found[clause.key] = Phrase(arguments, sentence, nouns)
    return found


def explain_clause(
    clause: Clause, ordered: Sequence[Literal], bias: Bias, said: dict[Key, Phrase]
) -> str:
    """Say in English when a clause fires; `ordered` is its body in evaluation order."""
    nouns: dict[str, str] = {}
    for argument, name in zip(clause.args, bias.head.types, strict=True):
        if isinstance(argument, Variable):
            nouns[argument.name] = f"the {name}"
    conditions: list[str] = []
    for literal in ordered:
        conditions.extend(_conditions(literal, nouns, said))
    if not conditions:
        return "always"
    text = ", and ".join(dict.fromkeys(conditions))
    return text[0].upper() + text[1:]


def _noun(term: Term, nouns: dict[str, str]) -> str:
    if isinstance(term, Variable):
        return nouns.get(term.name, term.name)
    if isinstance(term, int) and 0 <= term < len(_NUMBERS):
        return _NUMBERS[term]
    return term_text(term)


def _conditions(literal: Literal, nouns: dict[str, str], said: dict[Key, Phrase]) -> list[str]:
    """Give the conditions that a literal adds, and name the variables that it yields."""
    phrase = said.get(literal.key)
    if phrase is None:
        return [_unphrased(literal, nouns)]
    actual = dict(zip(phrase.arguments, literal.args, strict=False))

    def fill(text: str) -> str:
        return re.sub(
            r"\{(\w+)\}",
            lambda m: _noun(actual[m.group(1)], nouns) if m.group(1) in actual else m.group(0),
            text,
        )

    found = []
    if phrase.sentence is not None:
        sentence = fill(phrase.sentence)
        found.append(f"it is not so that {sentence}" if literal.negated else sentence)
    for name, noun in phrase.nouns.items():
        term = actual.get(name)
        if term is None:
            continue
        if isinstance(term, Variable) and term.name not in nouns:
            nouns[term.name] = fill(noun)
        else:
            verb = "differs from" if literal.negated else "equals"
            if fill(noun) != _noun(term, nouns):
                found.append(f"{fill(noun)} {verb} {_noun(term, nouns)}")
    return found


def _unphrased(literal: Literal, nouns: dict[str, str]) -> str:
    if literal.name in _COMPARISONS and len(literal.args) == 2 and not literal.negated:
        left, right = (_noun(argument, nouns) for argument in literal.args)
        return f"{left} {_COMPARISONS[literal.name]} {right}"
    arguments: tuple[Term, ...] = tuple(
        Atom(_noun(a, nouns)) if isinstance(a, Variable) and a.name in nouns else a
        for a in literal.args
    )
    if not arguments:
        return f"{literal_text(literal)} holds"
    spoken = ", ".join(_noun(a, nouns) if not isinstance(a, Atom) else a.name for a in arguments)
    return f"{'not ' if literal.negated else ''}{literal.name}({spoken}) holds"
