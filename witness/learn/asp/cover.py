"""The smallest set of clauses that covers all examples that can be covered, found by clingo."""

from __future__ import annotations

from witness.learn.asp.clauses import Candidate

#: The most sets of the same size to compare. There are rarely more than a few.
MAX_OPTIMAL = 1000

_PROGRAM = """
1 { chosen(C) : covers(C, E) } :- example(E).
#minimize { S, C : chosen(C), size(C, S) }.
#show chosen/1.
"""


def choose(candidates: list[Candidate]) -> list[Candidate]:
    """Return a set of candidates of maximal joint coverage with the fewest literals in total.

    Among several such sets it is the first in the order of positions in the list (among those that
    clingo finds first, if there are more than MAX_OPTIMAL).
    """
    useful = _without_dominated(candidates)
    if not useful:
        return []
    covering = _examples(useful)
    import clingo

    control = clingo.Control(["--warn=none", "--seed=1", "--opt-strategy=usc", "--opt-mode=optN"])
    facts = [f"size({n},{c.clause.size})." for n, c in enumerate(useful)]
    for example, coverers in enumerate(covering):
        facts.append(f"example({example}).")
        facts.extend(f"covers({n},{example})." for n in coverers)
    control.add("base", [], _PROGRAM + "\n".join(facts))
    control.ground([("base", [])])
    optimal: list[list[int]] = []
    with control.solve(yield_=True, async_=True) as handle:
        while len(optimal) < MAX_OPTIMAL:
            while not handle.wait(0.05):
                pass  # Short waits let a time limit or Ctrl-C through.
            model = handle.model()
            if model is None:
                break
            if model.optimality_proven:
                shown = model.symbols(shown=True)
                optimal.append(sorted(symbol.arguments[0].number for symbol in shown))
            handle.resume()
    return [useful[number] for number in min(optimal)]


def _without_dominated(candidates: list[Candidate]) -> list[Candidate]:
    """Return the candidates without those whose coverage another one, no larger, includes."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.clause.size, -c.coverage.bit_count())):
        if candidate.coverage and not any(
            candidate.coverage | other.coverage == other.coverage for other in kept
        ):
            kept.append(candidate)
    order = {id(candidate): place for place, candidate in enumerate(candidates)}
    return sorted(kept, key=lambda candidate: order[id(candidate)])


def _examples(candidates: list[Candidate]) -> list[frozenset[int]]:
    """Return, for each class that matters, the candidates that cover it.

    A class does not matter if all candidates that cover some other class cover it, too.
    """
    union = 0
    for candidate in candidates:
        union |= candidate.coverage
    coverers = {
        frozenset(n for n, c in enumerate(candidates) if c.coverage >> bit & 1)
        for bit in range(union.bit_length())
        if union >> bit & 1
    }
    minimal = [s for s in coverers if not any(other < s for other in coverers)]
    return sorted(minimal, key=sorted)
