"""Ground formulas that contradict each other, and such that do not."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Atom, Compound, Literal
from witness.proof.lemma_checker import contradicts


def test_contradictions() -> None:
    def contradict(*texts: str) -> bool:
        def read(part: str) -> Literal:
            return parse_clauses(f"x :- {part}.")[0].body[0]

        return contradicts([tuple(map(read, text.split(";"))) for text in texts])

    assert contradict("p(a)", "\\+ p(a)")
    assert contradict("a = b", "p(f(a))", "\\+ p(f(b))")
    assert contradict("a = b; a = c", "\\+ f(a) = f(b)", "\\+ f(a) = f(c)")
    assert contradict("f(f(f(a))) = a", "f(f(f(f(f(a))))) = a", "\\+ f(a) = a")
    assert contradict("p; q", "\\+ p; q", "p; \\+ q", "\\+ p; \\+ q")
    assert not contradict("p; q", "\\+ p; q", "p; \\+ q")
    assert not contradict("f(a) = f(b)", "\\+ a = b")
    assert not contradict("p(a)", "\\+ p(b)")
    assert not contradict("p(a)", "\\+ a = p(a)", "q(1)")
    assert not contradict("p; q", "a = b", "\\+ p; \\+ f(a) = f(c)")
    assert not contradict("1 = true", "\\+ p(1)", "p(2)")


def test_random_formulas_beside_all_models() -> None:
    """Each way in which terms can be equal is tried, with p of any of the classes."""
    terms = [Atom("a"), Atom("b")]
    for argument in (0, 1, 2):
        terms.append(Compound("f", (terms[argument],)))  # f(a), f(b), f(f(a))
    models = [
        (classes, holds)
        for classes in product(range(5), repeat=5)
        if all(new <= max(classes[:place], default=-1) + 1 for place, new in enumerate(classes))
        and all(
            classes[one] != classes[other] or classes[one + 2] == classes[other + 2]
            for one, other in combinations(range(3), 2)
        )
        for holds in product((False, True), repeat=5)
    ]

    def true(literal: Literal, classes: tuple[int, ...], holds: tuple[bool, ...]) -> bool:
        values = [classes[terms.index(one)] for one in literal.args]
        found = values[0] == values[-1] if literal.name == "=" else holds[values[0]]
        return found != literal.negated

    draw = Random(1)
    answers = set()
    for _ in range(150):
        formulas = [
            tuple(
                Literal(name, tuple(draw.choices(terms, k=places)), draw.random() < 0.5)
                for name, places in draw.choices([("=", 2), ("p", 1)], k=draw.randint(1, 3))
            )
            for _ in range(draw.randint(3, 8))
        ]
        found = not any(
            all(any(true(one, *model) for one in formula) for formula in formulas)
            for model in models
        )
        assert contradicts(formulas) == found
        answers.add(found)
    assert answers == {False, True}
