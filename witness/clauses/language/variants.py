"""Clauses that are the same but for the names of their variables and the order of their literals.

Each variable gets a *colour*, a number that follows from how it is used. Variables that are used
differently get different colours, round by round, and literals are written with colours for names.
Where variables still have one colour, each of them is tried as the first one, and the least text
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from witness.clauses.language.terms import (
    Clause,
    Literal,
    Variable,
    literal_text,
    literal_variables,
    substitute,
)

#: How often colours are worked out for one clause. Beyond that, of variables with one colour only
#: the first is tried: the text may differ from that of another variant of the clause.
MOST_ROUNDS = 200

Colours = Mapping[Variable, int]


def normal_form(clause: Clause) -> str:
    """Return a text that the variants of a clause have in common, and other clauses do not have."""
    return _NormalForm(clause).least()


def numbered(clause: Clause) -> Clause:
    """Return a clause with numbers for the names of its variables, in order of occurrence.

    Clauses with the same literals in the same order then are equal, if any of their variants are.
    """
    return renamed(clause, lambda number: f"V{number + 1}")


def renamed(clause: Clause, name: Callable[[int], str]) -> Clause:
    """Return a clause with names for its variables that follow from their order of occurrence."""
    literals = (Literal(clause.name, clause.args), *clause.body)
    found = dict.fromkeys(v for literal in literals for v in literal_variables(literal))
    names = {variable: name(number) for number, variable in enumerate(found)}
    head, *body = (_with_names(literal, names) for literal in literals)
    return replace(clause, args=head.args, body=tuple(body))


class _NormalForm:
    def __init__(self, clause: Clause) -> None:
        self.literals = [Literal(clause.name, clause.args), *clause.body]
        self.variables = list(
            dict.fromkeys(v for literal in self.literals for v in literal_variables(literal))
        )
        self.rounds = 0

    def least(self) -> str:
        """Return the least text over the colours that tell all variables apart."""
        return self._least(self._refined(dict.fromkeys(self.variables, 0)))

    def _least(self, colours: Colours) -> str:
        by_colour: dict[int, list[Variable]] = {}
        for variable in self.variables:
            by_colour.setdefault(colours[variable], []).append(variable)
        shared = [colour for colour, alike in sorted(by_colour.items()) if len(alike) > 1]
        if not shared:
            return self._text(colours)
        found: list[str] = []
        for one in by_colour[shared[0]]:
            if found and self.rounds > MOST_ROUNDS:
                break
            found.append(self._least(self._refined({**colours, one: -1})))
        return min(found)

    def _refined(self, colours: Colours) -> Colours:
        """Tell variables apart by how they are used, until no more of them can be."""
        while True:
            self.rounds += 1
            uses: dict[Variable, list[str]] = {variable: [] for variable in self.variables}
            for place, literal in enumerate(self.literals):
                for variable in literal_variables(literal):
                    use = literal_text(_coloured(literal, {**colours, variable: -2}))
                    uses[variable].append(f"{int(place > 0)} {use}")
            signs = {v: (colours[v], sorted(found)) for v, found in uses.items()}
            ranked = sorted({(colour, tuple(found)) for colour, found in signs.values()})
            numbers = {sign: number for number, sign in enumerate(ranked)}
            finer = {v: numbers[colour, tuple(found)] for v, (colour, found) in signs.items()}
            if len(ranked) == len(set(colours.values())):
                return finer
            colours = finer

    def _text(self, colours: Colours) -> str:
        head, *body = (literal_text(_coloured(literal, colours)) for literal in self.literals)
        return f"{head} :- {', '.join(sorted(body))}."


def _coloured(literal: Literal, colours: Colours) -> Literal:
    """Return a literal with the colours of its variables as their names."""
    return _with_names(literal, {v: f"V{colours[v]}" for v in literal_variables(literal)})


def _with_names(literal: Literal, names: Mapping[Variable, str]) -> Literal:
    def other(variable: Variable) -> Variable:
        return Variable(names[variable])

    return replace(literal, args=tuple(substitute(argument, other) for argument in literal.args))
