"""What an analysis has found, in English."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from witness.games.analyses.analysis import Analysis
from witness.games.analyses.distance import Measure
from witness.games.language.rulesheet import Term
from witness.games.network.network import Network
from witness.games.network.state_machine import StateMachine
from witness.games.play.filters import BY_NAME, Base, applies

#: Of more things than this only some are listed.
LISTED = 8


def sentences(analysis: Analysis) -> Iterator[str]:
    """Yield what was found about a puzzle, a finding a line."""
    network, score = analysis.network, analysis.score
    if analysis.impossible:
        yield f"No state that the rules can reach ends with {score} points."
        return
    yield from _invariants(analysis)
    yield from _latches(analysis)
    yield from _trap(analysis)
    yield from _control(analysis)
    yield from _factors(analysis)
    if analysis.extension:
        yield (
            "Extension: in states of random playouts, what no play can ever change excludes "
            f"{score} points where latches and traps do not."
        )
    else:
        yield "Extension: sees no more than latches and traps in states of random playouts."
    yield from _targets(analysis)
    if analysis.parts:
        sizes = sorted(len(part.moves) for part in analysis.parts)
        yield (
            f"Partition: {len(sizes)} parts of {sizes[0]}–{sizes[-1]} moves must each be played, "
            "and their order does not matter: "
            + _listed(network.word(part.literal) for part in analysis.parts)
            + "."
        )
    else:
        yield f"Partition: none; {analysis.no_parts}."


def filter_sentences(analysis: Analysis) -> Iterator[str]:
    """Yield for each filter whether it applies, and what it keeps of the game."""
    base = Base(StateMachine(analysis.network))
    for name, layer in BY_NAME.items():
        if not applies(analysis, name):
            yield f"{name}: does not apply."
        elif layer(base, analysis).exact:
            yield f"{name}: keeps the game's meaning."
        elif name == "targets":
            yield f"{name}: may overestimate, so that plans are not proved shortest."
        else:
            yield f"{name}: only approximates the game; used with --approximate."


def _invariants(analysis: Analysis) -> Iterator[str]:
    network = analysis.network
    for groups, words in (
        (analysis.invariants.exactly_one, "Exactly one"),
        (analysis.invariants.at_most_one, "At most one"),
    ):
        patterns: dict[str, list[int]] = defaultdict(list)
        for group in groups:
            patterns[_pattern([network.fluents[f] for f in group])].append(len(group))
        for pattern, sizes in patterns.items():
            times = f", {len(sizes)} times" if len(sizes) > 1 else ""
            yield f"{words} of {pattern} is true{times}."


def _pattern(terms: Sequence[Term]) -> str:
    """Write terms of one relation as one, `·` where they differ and `x` for what they share."""
    first = terms[0]
    places = [
        "x" if len({term.arguments[n] for term in terms}) == 1 else "·"
        for n in range(len(first.arguments))
    ]
    return f"({' '.join([first.name, *places])})"


def _relations(network: Network, fluents: int) -> str:
    """Name the relations of some fluents, given as a bit set."""
    every: dict[str, int] = defaultdict(int)
    some: dict[str, list[str]] = defaultdict(list)
    for number, fluent in enumerate(network.fluents):
        every[fluent.name] += 1
        if fluents >> number & 1:
            some[fluent.name].append(str(fluent))
    found = []
    for name, words in some.items():
        if len(words) == every[name] > 1:
            found.append(f"all {len(words)} of ({name} …)")
        elif len(words) > LISTED:
            found.append(f"{len(words)} of the {every[name]} of ({name} …)")
        else:
            found += words
    return ", ".join(found)


def _listed(words: Iterable[str]) -> str:
    found = list(words)
    if len(found) <= LISTED:
        return ", ".join(found)
    return f"{', '.join(found[:LISTED])} and {len(found) - LISTED} more"


def _latches(analysis: Analysis) -> Iterator[str]:
    network, score = analysis.network, analysis.score
    if analysis.latches.true:
        yield f"Latches: stays true once true: {_relations(network, analysis.latches.true)}."
    if analysis.latches.false:
        yield f"Latches: stays false once false: {_relations(network, analysis.latches.false)}."
    if not (analysis.latches.true or analysis.latches.false):
        yield "Latches: none; every fluent may be undone."
    for wins, words in (
        (False, f"{score} points are out of reach"),
        (True, f"{score} points are certain when the game ends"),
    ):
        found = sorted(network.word(g.literal) for g in analysis.goal_latches if g.wins is wins)
        if found:
            yield f"Goal latches: once one of these holds, {words}: {_listed(found)}."


def _trap(analysis: Analysis) -> Iterator[str]:
    network, trap = analysis.network, analysis.trap
    latched = analysis.latches
    for fatal, at_once, kind in (
        (trap.true, latched.true, "true"),
        (trap.false, latched.false, "false"),
    ):
        for bits, when in (
            (fatal & at_once, "and stays so"),
            (fatal & ~at_once, "though it may change: every way on leads to another of the trap"),
        ):
            if bits:
                yield f"Trap: fatal when {kind}, {when}: {_relations(network, bits)}."
    if not (trap.true or trap.false):
        yield "Traps: none; from every fluent that contradicts the win there may be a way out."


def _control(analysis: Analysis) -> Iterator[str]:
    found = analysis.control
    if not found.fluents:
        return
    words = _relations(analysis.network, found.fluents)
    text = f"Control propositions: {words}; they change by themselves"
    if found.deadline is not None:
        text += f", and end the game after {found.deadline} turns"
    if found.exact:
        text += "; they matter to nothing else"
    if found.fixed:
        text += "; nothing else ends it, so that any plan is as short as any other"
    yield text + "."


def _factors(analysis: Analysis) -> Iterator[str]:
    network, found = analysis.network, analysis.factors
    if found is None:
        return

    def named(fluents: Iterable[int]) -> str:
        return _relations(network, sum(1 << fluent for fluent in fluents))

    parts = [named(part.fluents) for part in found.parts]
    if len(parts) > 1:
        text = f"{len(parts)} parts do not touch one another and are solved apart: "
        text += "; ".join(parts[:LISTED])
        text += f"; and {len(parts) - LISTED} more" if len(parts) > LISTED else ""
    else:
        text = f"nothing matters but {parts[0]}"
    if found.spare_moves:
        left_out = _count(len(found.spare_moves), "move")
        text += f"; {left_out} of {len(network.moves)} cannot help"
    yield f"Factors: {text}."


def _targets(analysis: Analysis) -> Iterator[str]:
    network, found = analysis.network, analysis.targets
    if not found.literals:
        yield "Targets: none; the win does not need any particular fluent."
        return
    kind = "what all wins share" if not found.complete else "what a win must look like"
    first = _listed(network.word(x) for x in sorted(found.literals[0]))
    more = "" if len(found.literals) == 1 else "; the first"
    yield f"Targets: {_count(len(found.literals), 'state')} ({kind}){more}: {first}."
    aim = analysis.heuristic.aims[0]
    measures = aim.measures
    text = "; ".join(_measure(network, measure) for measure in measures)
    if aim.travel is not None:
        far = aim.travel.distance(network.initial)
        text += f"; what has to travel is {_count(far, 'move')} from where it must be"
    if analysis.heuristic.admissible:
        least = analysis.heuristic(network.initial)
        yield f"Distance: {text}; so at least {_count(least, 'move')} must be made."
    else:
        yield "Distance: how much a move can mend is not known; plans are not proved shortest."


def _measure(network: Network, measure: Measure) -> str:
    if not measure.spared:
        return f"a move mends {_at_most(measure.change)} of {len(measure.literals)} literals"
    name = network.fluents[measure.literals[0] >> 1].name
    side = "false" if measure.literals[0] & 1 else "true"
    return f"of all ({name} …) {_at_most(measure.change)} more is {side} after a move"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _at_most(number: int) -> str:
    return "at most one" if number == 1 else f"at most {number}"
