"""The evaluation order, against a plain search for the next literal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.hypotheses import random_clause

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.logic.background import Background, read_background
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.scope import Scope
from witness.logic.evaluation_order import _mode, _ready, emit_in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.terms import Clause, Literal, Variable, clause_text


def scope_of(clause: Clause) -> Scope:
    names = [v.name for v in clause.args if isinstance(v, Variable)]
    return Scope.of(clause, "mine.pl", dict(zip(names, ("path", "square"), strict=True)))


def plain(clause: Clause, background: Background) -> list[Literal]:
    """Look at all literals that are left, again and again."""
    compiler, scope = Compiler(background.program, PRIMITIVES), scope_of(clause)
    left, ordered = list(clause.body), []
    while left:
        ready = [one for one in left if _ready(one, compiler, background.bias, scope)]
        if not ready:
            raise InputError("stuck")
        tests = [one for one in ready if all(scope.knows(term) for term in one.args)]
        chosen = (tests or ready)[0]
        compiler.literal(chosen, scope, _mode(chosen, background.bias, scope))
        left.remove(chosen)
        ordered.append(chosen)
    return ordered


@pytest.mark.parametrize("name", ["triangles", "extended"])
def test_the_same_order(name: str) -> None:
    bias = {"triangles": "paper"}.get(name, name)
    background = read_background(shipped_file(f"bk/{name}.pl"), shipped_file(f"bias/{bias}.pl"))
    (more,) = parse_clauses(
        "f(A,B) :- findall(X,member(X,E),L), path(A,E), member(X,E), length(L,N), N > 1, "
        "\\+ member(e1,L), Y = N, between(0,Y,Z), Z > 0, [V|W] = E, append(W,E,U), length(U,_)."
    )
    rng = random.Random(name)
    stuck = 0
    for _ in range(150):
        clause = random_clause(rng, background)
        body = [*clause.body, *rng.sample(more.body, rng.randint(0, 6))]
        rng.shuffle(body)
        clause = replace(clause, body=tuple(body), args=more.args)
        compiler = Compiler(background.program, PRIMITIVES)
        try:
            expected = plain(clause, background)
        except InputError:
            stuck += 1
            with pytest.raises(InputError):
                emit_in_order(clause, compiler, background.bias, scope_of(clause))
            continue
        found = emit_in_order(clause, compiler, background.bias, scope_of(clause))
        assert found == expected, clause_text(clause)
    assert 0 < stuck < 140
