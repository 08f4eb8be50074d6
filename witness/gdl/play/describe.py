"""What an analysis has found, in English."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from witness.gdl.filters import FILTERS, filter_class
from witness.gdl.filters.analysis import Analysis
from witness.gdl.filters.base import LISTED, counted, relations
from witness.gdl.language.rulesheet import Term

#: The filters in the order of their sentences; those of factors come after `control`.
TOLD = ("latches", "control", "extension", "targets", "partition")


def sentences(analysis: Analysis) -> Iterator[str]:
    """Yield the findings about a puzzle, a sentence each."""
    if analysis.impossible:
        yield f"No state that the rules can reach ends with {analysis.score} points."
        return
    yield from _invariants(analysis)
    for name in TOLD:
        yield from filter_class(name).sentences(analysis)
        if name == "control":
            yield from _factors(analysis)


def filter_sentences(analysis: Analysis) -> Iterator[str]:
    """Yield for each filter whether it applies, and what it keeps of the game."""
    for name, layer in zip(FILTERS, map(filter_class, FILTERS), strict=True):
        if not layer.applies(analysis):
            yield f"{name}: does not apply."
        elif layer.exact(analysis):
            yield f"{name}: keeps the game's meaning."
        elif layer.safe(analysis):
            yield f"{name}: may overestimate, so that plans are not proved shortest."
        else:
            yield f"{name}: only approximates the game, and is not used."


def _invariants(analysis: Analysis) -> Iterator[str]:
    network = analysis.network
    for groups, amount in (
        (analysis.invariants.exactly_one, "Exactly one"),
        (analysis.invariants.at_most_one, "At most one"),
    ):
        patterns: dict[str, list[int]] = defaultdict(list)
        for group in groups:
            patterns[_pattern([network.fluents[f] for f in group])].append(len(group))
        for pattern, sizes in patterns.items():
            times = f", {len(sizes)} times" if len(sizes) > 1 else ""
            yield f"{amount} of {pattern} is true{times}."


def _pattern(terms: Sequence[Term]) -> str:
    """Write terms of one relation as one, `·` where they differ and `x` for what they share."""
    first = terms[0]
    places = [
        "x" if len({term.arguments[n] for term in terms}) == 1 else "·"
        for n in range(len(first.arguments))
    ]
    return f"({' '.join([first.name, *places])})"


def _factors(analysis: Analysis) -> Iterator[str]:
    network, found = analysis.network, analysis.factors
    if found is None:
        return

    def named(fluents: Iterable[int]) -> str:
        return relations(network, sum(1 << fluent for fluent in fluents))

    parts = [named(part.fluents) for part in found.parts]
    if len(parts) > 1:
        text = f"{len(parts)} parts do not touch one another and are solved apart: "
        text += "; ".join(parts[:LISTED])
        text += f"; and {len(parts) - LISTED} more" if len(parts) > LISTED else ""
    else:
        text = f"nothing matters but {parts[0]}"
    if found.spare_moves:
        left_out = counted(len(found.spare_moves), "move")
        text += f"; {left_out} of {len(network.moves)} cannot help"
    yield f"Factors: {text}."
