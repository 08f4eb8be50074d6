"""Ground formulas that contradict each other, and such that do not."""

from __future__ import annotations

from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import Literal
from witness.proof.contradictions import contradicts


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
