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
from numpy.typing import NDArray

from witness.base import clock
from witness.clauses.learners.asp.candidates import (
    C,
    Candidate,
    Covering,
    covered,
    description_length,
    drop_redundant,
    few,
    short_description,
)
from witness.clauses.learners.asp.counts import Counts
from witness.clauses.learners.asp.roots import flags_of

#: The most sets of the same size to compare. There are rarely more than a few.
MAX_OPTIMAL = 1000

#: Seconds that clingo takes to read a fact, at most; it cannot be stopped there.
FACT_SECONDS = 1e-5

#: With more clauses, pairs are not looked at.
MOST_CLAUSES = 6000

#: The most entries of the matrices of pairs.
MOST_ENTRIES = 5_000_000

_PROGRAM = """
1 { chosen(C) : covers(C, E) } :- example(E).
#minimize { S@2, C : chosen(C), size(C, S); R@1, C : chosen(C), repeats(C, R) }.
#show chosen/1.
"""

_NOISY = """
{ chosen(C) : size(C, _) }.
covered(E) :- chosen(C), covers(C, E).
wrong(E) :- chosen(C), errs(C, E).
#minimize { S, clause(C) : chosen(C), size(C, S); W, example(E) : positive(E, W), not covered(E);
    W, example(E) : negative(E, W), wrong(E) }.
#show chosen/1.
"""


_MOST = """
{ chosen(C) : size(C, _) }.
covered(E) :- chosen(C), covers(C, E).
#minimize { W@3, E : positive(E, W), not covered(E); S@2, C : chosen(C), size(C, S);
    R@1, C : chosen(C), repeats(C, R) }.
#show chosen/1.
"""


class Most(NamedTuple):
    """The most clauses of a set, and the most literals with heads; None is no limit."""

    clauses: int | None = None
    literals: int | None = None

    def allow(self, chosen: Sequence[Covering]) -> bool:
        """Whether some candidates are within the limits."""
        return (self.clauses is None or len(chosen) <= self.clauses) and (
            self.literals is None or sum(c.size for c in chosen) <= self.literals
        )

    def statements(self) -> list[str]:
        """Return the constraints of a program."""
        found = []
        if self.clauses is not None:
            found.append(f":- #count {{ C : chosen(C) }} > {self.clauses}.")
        if self.literals is not None:
            found.append(f":- #sum {{ S, C : chosen(C), size(C, S) }} > {self.literals}.")
        return found


def most_of(clauses: int | None, literals: int | None) -> Most | None:
    """Return limits; None if there are none."""
    return None if clauses is None and literals is None else Most(clauses, literals)


class Choice(NamedTuple):
    """Some candidates, and whether it is proved that no others are better."""

    candidates: list[Candidate]
    proved: bool


def choose_within(candidates: list[Candidate], seconds: float | None) -> Choice:
    """Return a set of candidates of maximal joint coverage with the fewest literals in total.

    Among several such sets it is one with the fewest repeated calls, and of those the first in the
    order of positions in the list (among those that clingo finds first, if there are more than
    MAX_OPTIMAL). With a limit of time, it is the best one that is found in it.
    """
    begun = time.perf_counter()
    useful = _without_dominated(candidates)
    if not useful:
        return Choice([], proved=True)
    facts = [f"size({n},{c.size})." for n, c in enumerate(useful)]
    facts += [f"repeats({n},{c.repeats})." for n, c in enumerate(useful) if c.repeats]
    for example, coverers in enumerate(_examples(useful)):
        facts.append(f"example({example}).")
        facts.extend(f"covers({n},{example})." for n in coverers)
    found, proved = _solved(_PROGRAM, facts, _left(begun, seconds))
    chosen = [useful[number] for number in found] if found is not None else useful
    return Choice(chosen if proved else _fewer(chosen), proved)


def quick(candidates: list[Candidate]) -> Choice:
    """Return candidates that cover all that any covers, of which none is needless."""
    return Choice(_fewer(candidates), proved=False)


def quick_noisy(candidates: list[Candidate], counts: Counts) -> Choice:
    """Return candidates to which no other can be added for the better; see `choose_noisy`."""
    return Choice(short_description(candidates, counts), proved=False)


def choose_noisy(candidates: list[Candidate], counts: Counts, seconds: float | None) -> Choice:
    """Return a set of candidates with the least description length, or the best one found in time.

    The coverage of a candidate has bits for examples, as `counts` says.
    """
    begun = time.perf_counter()
    useful = _without_dominated(candidates, counts.positive)
    best: list[Candidate] = []
    if not useful:
        return Choice(best, proved=True)

    def length(chosen: list[Candidate]) -> int:
        return description_length(chosen, counts)

    best = min(best, short_description(useful, counts), key=length)
    entries = len(useful) * max(len(useful), len(counts.rights))
    if len(useful) <= MOST_CLAUSES and entries <= MOST_ENTRIES:
        least, pair = _bounds([c.size for c in useful], [c.coverage for c in useful], counts)
        best = min(best, [useful[n] for n in sorted(set(pair))], key=length)
        limit = length(best)
        useful = [c for c, bound in zip(useful, least.tolist(), strict=True) if bound < limit]
        if not useful:
            return Choice(best, proved=True)
    found, proved = _solved(_NOISY, _weighted(useful, counts), _left(begun, seconds))
    return Choice(min(best, [useful[n] for n in found or ()], key=length), proved)


def choose_most(
    candidates: Sequence[Candidate],
    counts: Counts,
    most: Most,
    noisy: bool = False,
    seconds: float | None = None,
) -> Choice:
    """Return the best set of candidates within limits, or the best one found in some seconds.

    Without noise it covers as many positive examples as such sets can, with the fewest literals.
    """
    begun = time.perf_counter()
    useful = _without_dominated(candidates, counts.positive)
    if not useful:
        return Choice([], proved=True)
    facts = [*_weighted(useful, counts), *most.statements()]
    facts += [f"repeats({n},{c.repeats})." for n, c in enumerate(useful) if c.repeats]
    found, proved = _solved(_NOISY if noisy else _MOST, facts, _left(begun, seconds))
    if proved and found is not None:
        return Choice([useful[number] for number in found], proved)
    return quick_most(candidates, counts, most, noisy)


def quick_most(
    candidates: Sequence[Candidate], counts: Counts, most: Most, noisy: bool = False
) -> Choice:
    """Return candidates within limits to which no other can be added for the better."""
    return Choice(greedy_within(candidates, counts, most, noisy), proved=False)


def greedy_within(candidates: Sequence[C], counts: Counts, most: Most, noisy: bool) -> list[C]:
    """Return candidates as `quick_most` does."""

    def cost(chosen: list[C]) -> tuple[int, int]:
        union, size = covered(chosen), sum(c.size for c in chosen)
        return (counts.length(union, size) if noisy else -counts.right(union), size)

    best: list[C] = []
    while True:
        larger = [[*best, c] for c in candidates if most.allow([*best, c])]
        better = min(larger, key=cost, default=best)
        if cost(better) >= cost(best):
            return best
        best = better


def _weighted(useful: Sequence[Candidate], counts: Counts) -> list[str]:
    """Return the facts of a program that need not cover all, or covers negative examples, too."""
    facts = [f"size({n},{c.size})." for n, c in enumerate(useful)]
    merged: dict[tuple[bool, tuple[int, ...]], int] = {}
    for example, coverers in enumerate(_patterns(useful)):
        if coverers:
            right, wrong = counts.rights[example], counts.wrongs[example]
            key = right > 0, coverers
            merged[key] = merged.get(key, 0) + right + wrong
    for number, ((positive, coverers), weight) in enumerate(merged.items()):
        facts.append(f"{'positive' if positive else 'negative'}({number},{weight}).")
        name = "covers" if positive else "errs"
        facts.extend(f"{name}({n},{number})." for n in coverers)
    return facts


def _bounds(
    sizes: Sequence[int], coverages: Sequence[int], counts: Counts
) -> tuple[NDArray[np.int64], tuple[int, int]]:
    """Return for each clause the least cost of hypotheses with it, and the best pair.

    A hypothesis costs its literals, the positive examples that it does not cover, and the negative
    ones that it covers. A clause may be paired with itself, which stands for the clause alone. What
    a pair leaves is not covered, or costs the literals of a third clause.
    """
    flags = np.stack([flags_of(coverage, len(counts.rights)) for coverage in coverages])
    weights = np.array(counts.rights, np.float64) + counts.wrongs
    shares = flags * weights
    both = flags.astype(np.float64)
    right = np.flatnonzero(counts.rights)
    wrong = np.flatnonzero(counts.wrongs)
    size = np.array(sizes, np.float64)
    # Of a pair: literals, negative examples that either covers, positive ones that none covers.
    literals = size[:, None] + size[None, :]
    np.fill_diagonal(literals, size)
    errors, hits = shares[:, wrong].sum(axis=1), shares[:, right].sum(axis=1)
    errs = errors[:, None] + errors[None, :] - shares[:, wrong] @ both[:, wrong].T
    covered = hits[:, None] + hits[None, :] - shares[:, right] @ both[:, right].T
    missed = counts.positives - covered
    best = int(np.argmin(literals + errs + missed))
    least = (literals + errs + np.minimum(missed, size.min())).min(axis=1)
    return np.rint(least).astype(np.int64), divmod(best, len(sizes))


def _left(begun: float, seconds: float | None) -> float | None:
    return None if seconds is None else max(begun + seconds - time.perf_counter(), 0.0)


def _solved(program: str, facts: list[str], seconds: float | None) -> tuple[list[int] | None, bool]:
    """Return the first of the best answers of a program, and whether it is proved to be best.

    There is none if clingo would not have read the facts in time.
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


def _fewer(candidates: list[Candidate]) -> list[Candidate]:
    """Return some of the candidates that cover as much: those that cover most for their size."""
    chosen = few(candidates, covered(candidates))
    drop_redundant(chosen)
    return [candidate for candidate in candidates if candidate in chosen]


def _without_dominated(candidates: Sequence[Candidate], right: int = -1) -> list[Candidate]:
    """Return the candidates without those for which another one, no larger, is as good.

    It includes what they have of `right`, and has nothing else that they do not have. Of the same
    size it does not repeat more calls.
    """
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=_rank):
        own, wrong = candidate.coverage & right, candidate.coverage & ~right
        if own and not any(
            own | other.coverage & right == other.coverage & right
            and not other.coverage & ~right & ~wrong
            for other in kept
        ):
            kept.append(candidate)
    order = {id(candidate): place for place, candidate in enumerate(candidates)}
    return sorted(kept, key=lambda candidate: order[id(candidate)])


def _rank(candidate: Candidate) -> tuple[int, int, int]:
    return candidate.size, candidate.repeats, -candidate.coverage.bit_count()


def _examples(candidates: list[Candidate]) -> list[frozenset[int]]:
    """Return, for each class that matters, the candidates that cover it.

    A class does not matter if all candidates that cover some other class cover it, too.
    """
    coverers = {frozenset(pattern) for pattern in _patterns(candidates) if pattern}
    minimal = [s for s in coverers if not any(other < s for other in coverers)]
    return sorted(minimal, key=sorted)


def _patterns(candidates: Sequence[Candidate]) -> list[tuple[int, ...]]:
    """Return for each bit the candidates that have it."""
    size = max((c.coverage.bit_length() + 7) // 8 for c in candidates) if candidates else 0
    if not size:
        return []
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
