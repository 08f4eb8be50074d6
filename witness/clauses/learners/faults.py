"""What is wrong with a bias and its background, as far as their texts show: why nothing is learned.

No learner is asked. `faults` are said before anything is learned. `doubts` are common in tasks of
which all can be learned, so they matter where less is learned. A line begins with the name of a
file and the line in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from witness.base.errors import InputError, shortened
from witness.base.meant import did_you_mean, nearest
from witness.clauses.background import Background
from witness.clauses.datalog import are_relations
from witness.clauses.language.bias import ANY, Bias, Signature
from witness.clauses.language.definitions import goals_of, is_defined, reached
from witness.clauses.language.goals import ANYTHING
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Program
from witness.clauses.language.system import why_not_defined
from witness.clauses.language.terms import Key, clause_text, indicator, variables
from witness.clauses.learners.odd_examples import known_names

#: The most lines of a background that are named for variables that occur once.
MOST_LINES = 3

#: The least length of a name that may be misspelt.
SHORT = 3


def faults(bias: Bias, background: Program) -> tuple[str, ...]:
    """Return what is wrong with a bias and a background, a line each."""
    found = [_line("bias.pl", what, line) for what, line in bias.idle]
    # Programs that are not plain may have clauses that say more.
    found += list(_misspelt(bias)) or (list(_unused_head(bias)) if bias.is_plain else [])
    of_background = (*_undefined(bias, background), *_single_variables(background))
    return (*found, *_magic_inputs(bias, background), *of_background)


def faults_of_files(background: Background) -> tuple[str, ...]:
    """Return the faults of the files of a background, by their own names."""
    own = {"bias.pl": background.bias.file, "bk.pl": background.program.file}
    found = (line.partition(":") for line in faults(background.bias, background.program))
    return tuple(f"{own[name]}:{what}" for name, _, what in found)


def doubts(bias: Bias, background: Program) -> tuple[str, ...]:
    """Return what of a bias and a background can be in no clause, a line each."""
    if any(known_names(background).values()):
        return ()  # panels have facts that a bias may not ask for
    known = any(_misspelt(bias)) or any(_unused_head(bias))  # which is why, then
    return (
        *(() if known else _uncallable(bias)),
        *_undeclared(bias, background),
    )


def _type_line(bias: Bias, one: Signature) -> int:
    """Return the line where the types of a predicate are declared, or else the predicate."""
    return bias.lines.get(f"type {indicator(one.key)}", one.line)


def _line(file: str, what: str, line: int | None) -> str:
    return str(InputError(what, file=file, line=line))


# ---- types --------------------------------------------------------------------------------------


def _misspelt(bias: Bias) -> Iterator[str]:
    """Yield types that occur once and look like another one; of two such types, the first."""
    places = [(one, n, t) for one in (bias.head, *bias.body) for n, t in enumerate(one.types)]
    counts = Counter(name for _, _, name in places if name != ANY)
    asked: set[str] = set()
    for signature, place, name in places:
        others = [t for t in counts if len(t) >= SHORT and _letters(t) != _letters(name)]
        alone = counts[name] == 1 and len(name) >= SHORT
        near = nearest(name, others) if alone else None
        if near and name not in asked:
            asked.add(near)
            yield _line(
                "bias.pl",
                f"the type {name} occurs only here, as argument {place + 1} of "
                f"{indicator(signature.key)}; did you mean {near}?",
                _type_line(bias, signature),
            )


def _letters(name: str) -> str:
    return re.sub(r"[0-9_]", "", name)


def _unused_head(bias: Bias) -> Iterator[str]:
    """Yield the variables of the head that no literal can take, or that none gives a value."""
    usable, _ = _by_use(bias)
    for place, (name, given) in enumerate(zip(bias.head.types, bias.head.inputs, strict=True)):
        free = given or not bias.directed
        if not bias.whole_head or any(_takes(bias, one, name, free) for one in usable):
            continue
        kind = "argument" if free else "output"
        yield _line(
            "bias.pl",
            f"no clause can use argument {place + 1} of {indicator(bias.head.key)}: no body "
            f"predicate that can be called has an {kind} of its type, {name}",
            _type_line(bias, bias.head),
        )


def _uncallable(bias: Bias) -> Iterator[str]:
    """Yield the predicates that no clause can call, by the type that they miss."""
    usable, others = _by_use(bias)
    known = {name for one in (bias.head, *usable) for name in one.types}
    found: dict[str, list[Signature]] = {}
    for one in others if bias.is_plain else ():
        missing = [name for name in one.input_types if name not in known] or one.types
        found.setdefault(missing[0], []).append(one)
    for name, same in found.items():
        more = f" and {len(same) - 1} more" if same[1:] else ""
        yield _line(
            "bias.pl",
            f"no clause can call {indicator(same[0].key)}{more}: neither the head nor another body "
            f"predicate has a value of the type {name}",
            _type_line(bias, same[0]),
        )


def _by_use(bias: Bias) -> tuple[list[Signature], list[Signature]]:
    """Return the body predicates that a clause can call, by types and directions, and the others.

    Without directions, those that share a type with the head or with others that can be called.
    """
    known = {t for t, i in zip(bias.head.types, bias.head.inputs, strict=True) if i}
    constants = {*bias.constant_types, *(of for _, of in bias.constants)}
    usable: list[Signature] = []
    waiting = list(bias.body)
    while True:
        if bias.directed:
            ready = [o for o in waiting if {*o.input_types} <= known | constants | {ANY}]
        else:
            ready = [o for o in waiting if ANY in {*o.types} | known or known & {*o.types}]
        if not ready:
            return usable, waiting
        usable += ready
        waiting = [one for one in waiting if one not in ready]
        known.update(name for one in ready for name in one.types)


def _takes(bias: Bias, one: Signature, name: str, free: bool) -> bool:
    """Whether a predicate has an argument for a variable of the head; an output, if not `free`."""
    places = zip(one.types, one.inputs, strict=True)
    return any(ANY in (name, of) or name == of for of, given in places if free or not given)


def _magic_inputs(bias: Bias, background: Program) -> Iterator[str]:
    """Yield types of constants that stand for outputs only, where no output has the type."""
    if not bias.directed or are_relations(bias, background):
        return
    for name in bias.constant_types:
        places = [p for one in bias.body for p in zip(one.types, one.inputs, strict=True)]
        if any(of == name for of, _ in places) and (name, False) not in places:
            yield _line(
                "bias.pl",
                f"magic_value_type({name}) has no effect: all arguments of the type {name} are "
                f"inputs of predicates that are more than facts; constant(VALUE,{name}). lists "
                "constants for them",
                bias.lines.get(f"magic_value_type {name}"),
            )


# ---- the background -----------------------------------------------------------------------------


def _undefined(bias: Bias, background: Program) -> Iterator[str]:
    """Yield what cannot be defined, and what the body predicates call and nothing defines."""
    for key, line in background.unusable.items():
        yield _line("bk.pl", f"{why_not_defined(key)}", line)
    asked: set[Key] = {ANYTHING, bias.head.key}
    known = {*background.facts, *background.rules}
    for key in sorted(reached([one.key for one in bias.body], background)):
        for clause in background.rules.get(key, ()):
            for literal in clause.body:
                for name, arity in goals_of(literal, background):
                    if (name, arity) in asked or is_defined((name, arity), background, PRIMITIVES):
                        continue
                    asked.add((name, arity))
                    meant = did_you_mean(name, {own for own, n in known if n == arity})
                    what = f"{indicator(key)} calls {name}/{arity}, which nothing defines{meant}"
                    yield _line("bk.pl", what, literal.line or clause.line)


def _single_variables(background: Program) -> Iterator[str]:
    """Yield clauses of the background with a variable that occurs once, the first few of them."""
    clauses = [one for rules in background.rules.values() for one in rules]
    left = MOST_LINES
    for clause in sorted(clauses, key=lambda clause: clause.line):
        terms = [*clause.args, *(a for literal in clause.body for a in literal.args)]
        names = Counter(v.name for term in terms for v in variables(term))
        single = next((n for n, times in names.items() if times == 1 and n[0] != "_"), None)
        if single is None or not left:
            continue
        left -= 1
        constant = single[0].lower() + single[1:]
        yield _line(
            "bk.pl",
            f"the variable {single} occurs once in {shortened(clause_text(clause))}, so it stands "
            f"for anything; write _{single} for that, or {constant} for a name",
            clause.line,
        )


def _undeclared(bias: Bias, background: Program) -> Iterator[str]:
    """Yield facts that no declared predicate is, or calls."""
    used = reached([one.key for one in (bias.head, *bias.body)], background)
    unused = [key for key in background.facts if key not in used and key[0] != "stands_for"]
    if not unused:
        return
    more = f" and {len(unused) - 1} more" if unused[1:] else ""
    name, arity = unused[0]
    yield _line(
        "bk.pl",
        f"the facts of {name}/{arity}{more} are not used: no body predicate is or calls them; "
        f"body_pred({name},{arity}). in bias.pl declares them",
        background.lines.get(unused[0]),
    )
