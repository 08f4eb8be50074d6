"""The best set of clauses, found by clingo.

Without noise it covers all examples that can be covered, with the fewest literals. With noise, it
has the least description length: literals, positive examples that it does not cover, and negative
ones that it covers (Hocquette et al., "Learning MDL logic programs from noisy data", AAAI 2024).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from witness.base import clock
from witness.clauses.learners.asp.candidates import (
    Candidate,
    Most,
    covered,
    drop_redundant,
    few,
    greedy,
)
from witness.clauses.learners.asp.counts import Counts

#: The most sets of the same size to compare. There are rarely more than a few.
MAX_OPTIMAL = 1000

#: Seconds that clingo takes to read a fact, at most; it cannot be stopped there.
FACT_SECONDS = 1e-5

#: With noise, the share of the time for sets of small clauses only.
SMALL_SHARE = 0.1

#: With noise, what is not covered counts as much as a literal, otherwise more than all literals.
_PROGRAM = """
{ chosen(C) : size(C, _) }.
covered(E) :- chosen(C), covers(C, E).
wrong(E) :- chosen(C), errs(C, E).
#minimize { S@2, clause(C) : chosen(C), size(C, S); R@1, clause(C) : chosen(C), repeats(C, R);
    W@missed, example(E) : positive(E, W), not covered(E);
    W@2, example(E) : negative(E, W), wrong(E) }.
#show chosen/1.
"""


class Choice(NamedTuple):
    """Some candidates, and whether it is proved that no others are better."""

    candidates: list[Candidate]
    proved: bool


def quick(
    candidates: Sequence[Candidate], counts: Counts, noisy: bool = False, most: Most | None = None
) -> Choice:
    """Return a good set of candidates, at once: one from which none can be left out.

    Without noise and limits it covers all that any candidate covers.
    """
    if noisy or most is not None:
        chosen = greedy(candidates, counts, noisy, most)
    else:
        chosen = few(candidates, covered(candidates))
        drop_redundant(chosen)
    kept = {id(one) for one in chosen}
    return Choice([one for one in candidates if id(one) in kept], proved=False)


def choose(
    candidates: Sequence[Candidate],
    counts: Counts,
    noisy: bool = False,
    most: Most | None = None,
    seconds: float | None = None,
) -> Choice:
    """Return the best set of candidates within limits, or the best one found in some seconds.

    With noise it has the least description length. Without noise it covers as many positive
    examples as such sets can, with the fewest literals; then with the fewest repeated calls; then
    it is the first in the order of positions in the list (among those that clingo finds first, if
    there are more than MAX_OPTIMAL).
    """
    begun = time.perf_counter()
    useful = _without_dominated(candidates, counts)
    if not useful:
        return Choice([], proved=True)

    def best(some: Sequence[Candidate], share: float = 1.0) -> tuple[list[Candidate], bool]:
        end = None if seconds is None else begun + share * seconds
        left = None if end is None else max(end - time.perf_counter(), 0.0)
        numbers, proved = _solved(*_program_of(some, counts, noisy, most), left)
        return [some[number] for number in numbers or ()], proved

    found: list[list[Candidate]] = []
    if noisy and seconds is not None:
        # Until it has the best set clingo has none, so it begins with those of small clauses.
        for size in sorted({c.size for c in useful})[:-1]:
            chosen, proved = best([c for c in useful if c.size <= size], SMALL_SHARE)
            found.insert(0, chosen)
            if not proved:
                break
    chosen, proved = best(useful)
    if proved and not noisy:
        return Choice(chosen, proved)
    at_once = quick(useful, counts, noisy, most).candidates

    def cost(chosen: list[Candidate]) -> tuple[int, int]:
        union, size = covered(chosen), sum(c.size for c in chosen)
        return (counts.length(union, size) if noisy else -counts.right(union), size)

    return Choice(min([at_once, chosen, *([] if proved else found)], key=cost), proved)


def _program_of(
    useful: Sequence[Candidate], counts: Counts, noisy: bool, most: Most | None
) -> tuple[str, list[str]]:
    """Return the program that chooses among candidates, and its facts."""
    facts = [f"size({n},{c.size})." for n, c in enumerate(useful)]
    if not noisy:
        facts += [f"repeats({n},{c.repeats})." for n, c in enumerate(useful) if c.repeats]
    facts += _weighted(useful, counts)
    if most is not None and most.clauses is not None:
        facts.append(f":- #count {{ C : chosen(C) }} > {most.clauses}.")
    if most is not None and most.literals is not None:
        facts.append(f":- #sum {{ S, C : chosen(C), size(C, S) }} > {most.literals}.")
    return f"#const missed={2 if noisy else 3}.{_PROGRAM}", facts


def _weighted(useful: Sequence[Candidate], counts: Counts) -> list[str]:
    """Return the facts about what the candidates cover: examples of the same coverers are one."""
    facts = []
    merged: dict[tuple[bool, tuple[int, ...]], int] = {}
    for example, coverers in enumerate(_coverers(useful)):
        if coverers:
            right, wrong = counts.rights[example], counts.wrongs[example]
            key = right > 0, coverers
            merged[key] = merged.get(key, 0) + right + wrong
    for number, ((positive, coverers), weight) in enumerate(merged.items()):
        facts.append(f"{'positive' if positive else 'negative'}({number},{weight}).")
        name = "covers" if positive else "errs"
        facts.extend(f"{name}({n},{number})." for n in coverers)
    return facts


def _solved(program: str, facts: list[str], seconds: float | None) -> tuple[list[int] | None, bool]:
    """Return the numbers of the clauses of the best answer, and whether it is proved to be best.

    Of several such answers, this is the first in order. None if there is none in time.
    """
    import clingo

    if seconds is not None and FACT_SECONDS * len(facts) > seconds:
        return None, False

    begun = time.perf_counter()
    control = clingo.Control(["--warn=none", "--seed=1", "--opt-strategy=usc", "--opt-mode=optN"])
    control.add("base", [], program + "\n".join(facts))
    control.ground([("base", [])])
    optimal: list[list[int]] = []
    best: tuple[list[int], list[int]] | None = None
    late = False
    with clock.helped(), control.solve(yield_=True, async_=True) as handle:
        while len(optimal) < MAX_OPTIMAL and not late:
            while not handle.wait(0.05):
                # Short waits let a time limit or Ctrl-C through.
                late = seconds is not None and time.perf_counter() - begun > seconds
                if late:
                    break
            model = None if late else handle.model()
            if model is None:
                break
            shown = model.symbols(shown=True)
            numbers = sorted(symbol.arguments[0].number for symbol in shown)
            if model.optimality_proven:
                optimal.append(numbers)
            elif best is None or list(model.cost) < best[0]:
                best = list(model.cost), numbers
            handle.resume()
        if late:
            handle.cancel()
    if optimal:
        return min(optimal), True
    return (None if best is None else best[1]), False


def _without_dominated(candidates: Sequence[Candidate], counts: Counts) -> list[Candidate]:
    """Return the candidates without those for which another one, no larger, is as good.

    It is right for all examples for which they are. Of the same size it does not repeat more calls.
    """
    kept: list[Candidate] = []
    known: list[int] = []  # for which examples each of them is right
    for candidate in sorted(candidates, key=lambda c: (c.size, c.repeats, -c.coverage.bit_count())):
        decided = candidate.coverage ^ counts.negative
        if candidate.coverage & counts.positive and not any(
            decided | other == other for other in known
        ):
            kept.append(candidate)
            known.append(decided)
    order = {id(candidate): place for place, candidate in enumerate(candidates)}
    return sorted(kept, key=lambda candidate: order[id(candidate)])


def _coverers(candidates: Sequence[Candidate]) -> list[tuple[int, ...]]:
    """Return for each bit the numbers of the candidates that have it; some candidate has a bit."""
    size = max((c.coverage.bit_length() + 7) // 8 for c in candidates)
    raw = b"".join(c.coverage.to_bytes(size, "little") for c in candidates)
    flags = np.unpackbits(
        np.frombuffer(raw, np.uint8).reshape(len(candidates), size), axis=1, bitorder="little"
    )
    packed = np.packbits(flags, axis=0).T
    known: dict[bytes, tuple[int, ...]] = {}
    found = []
    for number in range(packed.shape[0]):
        key = packed[number].tobytes()
        if key not in known:
            known[key] = tuple(np.flatnonzero(flags[:, number]).tolist())
        found.append(known[key])
    return found
