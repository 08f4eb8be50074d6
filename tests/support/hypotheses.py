"""Random clauses, and the facts of random paths."""

from __future__ import annotations

import random

from witness.logic.background import Background
from witness.logic.language.terms import Clause, Ground, Key, Literal, Variable, clause_text
from witness.logic.language.views import PathView, SquareView
from witness.logic.translate import translate


def facts(path: PathView, square: SquareView) -> dict[Key, list[tuple[Ground, ...]]]:
    """Return what the primitives say of a path p and a square c, as facts of Prolog.

    Primitives about the whole board are not among them.
    """
    p, c = "p", "c"
    found: dict[Key, list[tuple[Ground, ...]]] = {
        ("path", 2): [(p, path.edges)],
        ("vertices", 2): [(p, path.vertices)],
        ("head_vertex", 2): [(p, path.head)],
        ("start", 2): [(p, path.vertices[0])],
        ("square", 3): [(c, square.triangles, square.edges)],
        ("corner", 2): [(c, corner) for corner in square.corners],
        ("side", 4): [(c, *side) for side in square.sides],
        ("gap", 2): [(c, gap) for gap in square.gaps],
    }
    if path.rest is not None:
        found |= {
            ("reachable", 2): [(p, path.rest.reachable)],
            ("live", 2): [(p, path.rest.live)],
            ("cut_off", 1): [(p,)] if path.rest.cut_off else [],
            ("goal", 2): [(p, goal) for goal in path.rest.goals],
            ("end", 2): [(p, end) for end in path.rest.ends],
        }
    return found


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
