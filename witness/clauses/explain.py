"""Clauses in English, as in the middle column of the paper's Table 3.

The `%~` lines of a background file give the phrases of its predicates:

    %~ adjacent(A,B) ~ the head of {A} is a corner of {B}
    %~ count(A,B,C) ~ C: the number of edges that {A} and {B} have in common

The first form is a sentence. The second is a noun phrase for an output variable. The phrases of
built-ins and primitives are in this file, and a background file may replace them. A predicate
without a phrase appears as its literal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from witness.base.errors import InputError, quoted
from witness.clauses.language.definitions import is_defined
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Atom,
    Clause,
    Compound,
    Key,
    Literal,
    Term,
    Variable,
    indicator,
    literal_text,
    literal_variables,
    term_text,
    variables,
)

_COMPARISONS = {
    ">": "is greater than",
    "<": "is less than",
    ">=": "is at least",
    "=<": "is at most",
    "=:=": "equals",
    "=\\=": "differs from",
    "=": "equals",
    "is": "equals",
    "==": "equals",
    "\\=": "differs from",
    "\\==": "differs from",
}

_OPERATIONS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "//": "divided by",
    "mod": "modulo",
}

#: The phrases of built-ins and primitives, in the syntax of background files.
_KNOWN = """
length(A,B) ~ B: the number of elements of {A}
member(A,B) ~ {A} is in {B}
memberchk(A,B) ~ {A} is in {B}
intersection(A,B,C) ~ C: what {A} and {B} have in common
subtract(A,B,C) ~ C: what is in {A} and not in {B}
union(A,B,C) ~ C: what is in {A} or in {B}
append(A,B,C) ~ C: {A} followed by {B}
append(A,B) ~ B: the lists of {A} one after another
select(A,B,C) ~ {A} is in {B} ~ C: what is left of {B} without {A}
nextto(A,B,C) ~ {A} comes directly before {B} in {C}
reverse(A,B) ~ B: {A} in reverse
msort(A,B) ~ B: the elements of {A} in order
sort(A,B) ~ B: the different elements of {A} in order
delete(A,B,C) ~ C: {A} without {B}
subset(A,B) ~ all elements of {A} are in {B}
is_set(A) ~ no two elements of {A} are the same
list_to_set(A,B) ~ B: the different elements of {A}
nth0(A,B,C) ~ C: the element of {B} at the position {A}, counted from zero
nth1(A,B,C) ~ C: the element of {B} at the position {A}, counted from one
last(A,B) ~ B: the last element of {A}
sum_list(A,B) ~ B: the sum of {A}
sumlist(A,B) ~ B: the sum of {A}
max_list(A,B) ~ B: the greatest element of {A}
min_list(A,B) ~ B: the least element of {A}
max_member(A,B) ~ A: the last element of {B} in order
min_member(A,B) ~ A: the first element of {B} in order
succ(A,B) ~ B: {A} plus one
plus(A,B,C) ~ C: {A} plus {B}
between(A,B,C) ~ {C} is from {A} to {B}
square(S,T,E) ~ T: the number of triangles in {S} ~ E: the edges of {S}
corner(S,V) ~ {V} is a corner of {S}
side(S,E,V,W) ~ {E} is the edge of {S} between {V} and {W}
path(P,E) ~ E: the edges of {P}
vertices(P,V) ~ V: the vertices of {P}
head_vertex(P,V) ~ V: the head of {P}
"""

#: The most characters of a noun phrase that is repeated wherever its variable occurs.
MOST_NOUN = 500

_NUMBERS = ("zero", "one", "two", "three", "four")


@dataclass(frozen=True)
class Phrase:
    """The English of a predicate: its arguments, a sentence, and noun phrases for its outputs."""

    arguments: tuple[str, ...]
    sentence: str | None
    nouns: dict[str, str]


def phrases(program: Program, head: Key | None = None) -> dict[Key, Phrase]:
    """Return the phrases of the built-ins, the primitives, and a background file.

    The file may also say what the predicate `head` means, which is to be learned. Raises
    `InputError` for a malformed `%~` line, and for one about an undefined predicate.
    """
    known = map(_phrase, _KNOWN.strip().split("\n"))
    found = {k: said for k, said in known if not program.defines(k)}
    for line, text in program.comments:
        try:
            key, phrase = _phrase(text)
        except InputError as error:
            raise error.at(file=program.file, line=line) from None
        if key != head and not is_defined(key, program, PRIMITIVES):
            what = f"a %~ line for {indicator(key)}, which is not defined"
            raise InputError(what, file=program.file, line=line)
        found[key] = phrase
    return found


def _phrase(text: str) -> tuple[Key, Phrase]:
    """Parse one `%~` line; raise `InputError` if it is malformed."""
    head, *parts = [part.strip() for part in text.split("~")]
    try:
        (clause,) = parse_clauses(f"{head}.")
    except (InputError, ValueError):
        clause = Clause("", (), (), 0)
    names = [argument.name for argument in clause.args if isinstance(argument, Variable)]
    if (
        not clause.name
        or clause.body
        or len(set(names)) < len(clause.args)
        or not all((parts, *parts))
    ):
        raise InputError("expected '%~ predicate(A,B) ~ sentence' or '… ~ B: noun phrase'")
    sentence = None
    nouns = {}
    for part in parts:
        match = re.fullmatch(r"([A-Z_]\w*):\s*(.+)", part)
        words = match.group(2) if match else part
        meant = [*re.findall(r"\{(\w+)\}", words), *([match.group(1)] if match else [])]
        for name in meant:
            if name not in names:
                raise InputError(f"{name} is not an argument of {head} in the %~ line")
        if re.search(r"[{}]", re.sub(r"\{\w+\}", "", words)):
            raise InputError(f"the %~ line has an unpaired brace: {quoted(words)}")
        if match and f"{{{match.group(1)}}}" in words:
            raise InputError(f"the %~ line describes {match.group(1)} by itself")
        if match:
            nouns[match.group(1)] = words
        elif sentence is not None:
            raise InputError(
                f"the %~ line has two sentences: {quoted(sentence)} and {quoted(words)}"
            )
        else:
            sentence = words
    return clause.key, Phrase(tuple(names), sentence, nouns)


def explain_clause(
    clause: Clause, ordered: Sequence[Literal], roles: Sequence[str], said: dict[Key, Phrase]
) -> str:
    """Return in English when a clause fires.

    `ordered` is its body in evaluation order, and `roles` are those of the arguments of its head.
    """
    nouns: dict[str, str] = {}
    for argument, name in zip(clause.args, roles, strict=True):
        if isinstance(argument, Variable):
            nouns[argument.name] = f"the {name}"
    return _capital(_body(ordered, nouns, said) or "always")


def explain_general(clause: Clause, said: dict[Key, Phrase]) -> str:
    """Return in English what a clause about anything says, in the order of its literals."""
    nouns = {v.name: v.name for argument in clause.args for v in variables(argument)}
    head = " and ".join(_conditions(Literal(clause.name, clause.args), dict(nouns), said))
    conditions = _body(clause.body, nouns, said)
    names = [v.name for literal in clause.body for v in literal_variables(literal)]
    free = [n for n in dict.fromkeys(names) if n not in nouns and not n.startswith("_")]
    some = f", for some {', '.join(free)}," if free else ""
    text = f"{head} if{some} {conditions}" if conditions else f"{head} always"
    return _capital(text) if clause.key in said else text


def _body(body: Sequence[Literal], nouns: dict[str, str], said: dict[Key, Phrase]) -> str:
    """Return what literals say; name their output variables in `nouns`."""
    conditions = [part for literal in body for part in _conditions(literal, nouns, said)]
    return ", and ".join(dict.fromkeys(conditions))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def unphrased(clauses: Iterable[Clause], said: dict[Key, Phrase], head: Key | None) -> list[Key]:
    """Return what some clauses call and do not define, and `head`, if it has no phrase."""
    keys = [literal.key for clause in clauses for literal in clause.body]
    if head is not None:
        keys.insert(0, head)
    own = {clause.key for clause in clauses} | {(name, 2) for name in _COMPARISONS}
    return [key for key in dict.fromkeys(keys) if key not in said and key not in own - {head}]


def phrase_example(key: Key) -> str:
    """Return a line that would give a predicate English, for the user to fill in."""
    names = [ascii_uppercase[n] if n < 26 else f"X{n}" for n in range(key[1])]
    arguments = f"({','.join(names)})" if names else ""
    words = [f"{{{name}}}" for name in names]
    sentence = " … ".join(words) if len(words) > 1 else "".join([*words, " …"]).strip()
    return f"%~ {key[0]}{arguments} ~ {sentence}"


def _noun(term: Term, nouns: dict[str, str]) -> str:
    if isinstance(term, Variable):
        anything = re.fullmatch(r"_\d+", term.name)
        return nouns.get(term.name, "something" if anything else term.name)
    if isinstance(term, int) and 0 <= term < len(_NUMBERS):
        return _NUMBERS[term]
    if isinstance(term, Compound):
        said = [_noun(argument, nouns) for argument in term.args]
        if term.functor in _OPERATIONS and len(said) == 2:
            return f"{said[0]} {_OPERATIONS[term.functor]} {said[1]}"
        return f"{term.functor}({', '.join(said)})"
    return term_text(term)


def _conditions(literal: Literal, nouns: dict[str, str], said: dict[Key, Phrase]) -> list[str]:
    """Return the conditions that a literal adds; name its output variables in `nouns`."""
    if literal.key in (("is", 2), ("=", 2)) and not literal.negated:
        for one, other in (literal.args, literal.args[::-1]):
            if isinstance(one, Variable) and one.name not in nouns:
                return _named(one, _noun(other, nouns), nouns)
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
        found.append(f"it is not the case that {sentence}" if literal.negated else sentence)
    for name, noun in phrase.nouns.items():
        term = actual.get(name)
        if term is None:
            continue
        if isinstance(term, Variable) and term.name not in nouns:
            found += _named(term, fill(noun), nouns)
        else:
            verb = "differs from" if literal.negated else "equals"
            if fill(noun) != _noun(term, nouns):
                found.append(f"{fill(noun)} {verb} {_noun(term, nouns)}")
    return found


def _named(variable: Variable, noun: str, nouns: dict[str, str]) -> list[str]:
    """Let a variable stand for a noun phrase; one that is long becomes a condition by itself.

    Phrases contain one another, so they could double in length with each literal.
    """
    nouns[variable.name] = noun if len(noun) <= MOST_NOUN else variable.name
    return [] if len(noun) <= MOST_NOUN else [f"{variable.name} is {noun}"]


def _unphrased(literal: Literal, nouns: dict[str, str]) -> str:
    if literal.name in _COMPARISONS and len(literal.args) == 2 and not literal.negated:
        left, right = (_noun(argument, nouns) for argument in literal.args)
        return f"{left} {_COMPARISONS[literal.name]} {right}"
    if not literal.args:
        return f"{literal_text(literal)} holds"
    spoken = ", ".join(a.name if isinstance(a, Atom) else _noun(a, nouns) for a in literal.args)
    return f"{'not ' if literal.negated else ''}{literal.name}({spoken}) holds"
