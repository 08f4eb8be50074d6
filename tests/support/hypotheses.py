"""Random clauses, and the facts of random paths."""

from __future__ import annotations

import random

from witness.clauses.background import Background
from witness.clauses.language.terms import Clause, Literal, Variable, clause_text
from witness.puzzle.views.board import PathView, SquareView, path_facts, square_facts
from witness.puzzle.views.translate import translate


def facts(path: PathView, square: SquareView) -> dict:
    """Return one path and one square as Prolog facts, the way an example directory does."""
    return path_facts("p", path) | square_facts("c", square)


def random_clause(rng: random.Random, background: Background) -> Clause:
    """Draw a clause of the bias: typed, every input bound, its literals in any order."""
    types = dict(zip("AB", background.bias.head.types, strict=True))
    constants = background.bias.constants
    body: list[Literal] = []
    for _ in range(rng.randint(1, 6)):
        signature = rng.choice(background.bias.body)
        args: list[Variable | int] = []
        for name, given in zip(signature.types, signature.inputs, strict=True):
            options = [v for v, t in types.items() if t == name and Variable(v) not in args]
            fitting = [value for value, kind in constants if kind == name]
            if fitting and rng.random() < 0.4:
                args.append(rng.choice(fitting))
                continue
            if given and not options:
                break
            if not given and (not options or rng.random() < 0.7):
                fresh = chr(ord("A") + len(types) + len({a for a in args if _is_new(a, types)}))
                args.append(Variable(fresh))
            else:
                args.append(Variable(rng.choice(options)))
        else:
            for argument, name in zip(args, signature.types, strict=True):
                if isinstance(argument, Variable):
                    types.setdefault(argument.name, name)
            body.append(Literal(signature.name, tuple(args)))
    rng.shuffle(body)
    return Clause("f", (Variable("A"), Variable("B")), tuple(body))


def random_text(rng: random.Random, background: Background) -> str:
    """Draw a clause as Prolog can call it: its literals stand in an order that can be evaluated."""
    clause = random_clause(rng, background)
    ordered = translate([clause], background).clauses[0].ordered
    return clause_text(Clause(clause.name, clause.args, ordered))


def _is_new(argument: Variable | int, types: dict[str, str]) -> bool:
    return isinstance(argument, Variable) and argument.name not in types
