"""What is odd about the examples of a task: said before anything is learned from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from witness.base.errors import InputError, shortened
from witness.base.files import read_text
from witness.base.meant import nearest
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Atom, Ground, subterms, term_of, term_text
from witness.clauses.learners.rendering import atom_of

#: As `witness.clauses.learners.task.Example`: a task is read with what is here.
_Example = tuple[Ground, ...]


def known_names(background: Program) -> dict[str, set[Ground]]:
    """Return the paths, and the squares or dots, of which a background has facts.

    They go by "path", and by "square", "dot", or "symbol" if there are both.
    """
    known: dict[str, set[Ground]] = {role: set() for role in ("path", "square", "dot")}
    for key, primitive in PRIMITIVES.items():
        if primitive.subject in known:
            known[primitive.subject].update(row[0] for row in background.facts.get(key, ()))
    paths, squares, dots = known.values()
    if squares and dots:
        return {"path": paths, "symbol": squares | dots}
    return {"path": paths, **({"dot": dots} if dots else {"square": squares})}


def notices(
    head: str, positives: Sequence[_Example], negatives: Sequence[_Example]
) -> tuple[str, ...]:
    """Return sentences about examples of which something can be learned, but maybe not much.

    Popper learns from such examples, too, except where there are no positive ones: then it fails.
    """
    found = []
    if not positives:
        found.append("there are no positive examples, so there is nothing to learn")
    if not negatives:
        found.append("there are no negative examples, so no clause is too general")
    both = set(negatives).intersection(positives)
    if both:
        first = next(example for example in positives if example in both)
        number = f"{len(both)} examples are" if len(both) > 1 else "1 example is"
        found.append(
            f"{number} both positive and negative, such as {_text(head, first)}; every hypothesis "
            "is wrong about it"
        )
    return tuple(found)


def strangers(
    head: str, background: Program, positives: Sequence[_Example], uncovered: int
) -> str | None:
    """Return a sentence about a positive example with a name that the background does not have.

    None if there is none, or if there are more of them than examples that are `uncovered`: then
    something else is the reason.
    """
    if not uncovered or any(known_names(background).values()):
        return None
    words = _atoms(background)
    found: dict[_Example, str] = {}
    for example in positives:
        strange = [value for value in example if isinstance(value, str) and value not in words]
        if strange:
            found.setdefault(example, strange[0])
    if not found or len(found) > uncovered:
        return None
    example, name = next(iter(found.items()))
    meant = nearest(name, words)
    right = f"did you mean {meant}?" if meant else "bk.pl has to say something about it"
    return (
        f"{_text(head, example)} names {_name(name)}, which the background does not have; {right}"
    )


def _atoms(background: Program) -> set[str]:
    """Return the atoms that a background has, whatever they are there."""
    clauses = [clause for rules in background.rules.values() for clause in rules]
    terms = [argument for clause in clauses for argument in clause.args]
    terms += [a for clause in clauses for literal in clause.body for a in literal.args]
    values = {value for rows in background.facts.values() for row in rows for value in row}
    terms += map(term_of, values)
    return {one.name for term in terms for one in subterms(term) if isinstance(one, Atom)}


def check_known(background: Program, examples: Sequence[_Example], file: Path) -> None:
    """Raise `InputError` if an example has a path or a square of which no fact is known.

    All that could be learned from it is wrong: no clause about a path or a square covers it. Does
    nothing for tasks that do not use the primitives of puzzles.
    """
    known = {role: names for role, names in known_names(background).items() if names}
    for column in zip(*examples, strict=True) if known else ():
        values = set(column)
        role = max(known, key=lambda role: len(values & known[role]))
        if len(known) < 2 and not values & known[role]:
            continue  # what the other role is called does not matter: nothing asks for it
        strange = values - known[role]
        if strange:
            first = next(value for value in column if value in strange)
            what = role if values & known[role] else " or ".join(known)
            raise InputError(
                f"the background has no {what} {_name(first)}; are both files of one puzzle?",
                file=file,
                line=_line(read_text(file), _name(first)),
            )


def _name(value: Ground) -> str:
    return shortened(term_text(term_of(value)))


def _text(head: str, example: _Example) -> str:
    return shortened(term_text(atom_of(head, example)))


def _line(text: str, name: str) -> int | None:
    found = re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text)
    return None if found is None else text.count("\n", 0, found.start()) + 1
