"""The cases in which a clause fires for a coloured square, a star, a block or a dot, on any board.

A clause is run on views that know nothing. What it asks is answered in every possible way, one run
for each: whether the path has an edge of the square, what lies beyond it, whether a vertex is
visited, or how two numbers of squares compare. A run that ends in "fires" is a *case*: the answers
that led there. Questions that nobody asked do not matter, so the cases are true of all boards.

Numbers of squares are those of classes in `joined/3` and `region/3`: symbols of the same colour or
of another one, squares or stars, or all; or the squares that their blocks have together. They stand
for any numbers, of which only differences are known.
Operations that are not defined here need more than a case can say (`BeyondError`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from witness.base.limits import current
from witness.clauses.compiler.load import MISTAKES, run_source
from witness.clauses.language.steps import TooManyStepsError, begin
from witness.puzzle.views.translate import Translation
from witness.puzzle.views.unknown_answers import (
    BeyondError,
    Bound,
    ImpossibleError,
    Question,
    Questions,
    feasible,
    related,
)
from witness.puzzle.views.unknown_helpers import unknown_helpers
from witness.puzzle.views.unknowns import CLASSES_OF_BLOCKS, SIZE, Path, Symbol

#: The kinds of symbols: a coloured square, a star, a block, a dot at a vertex, and one on an edge.
SYMBOL_KINDS = ("square", "star", "block", "vertex dot", "edge dot")

#: The kinds of symbols that a kind of constraint (`witness.puzzle.constraints`) has.
OF_CONSTRAINTS: dict[str, tuple[str, ...]] = {
    "triangles": (),
    "squares": ("square",),
    "stars": ("star",),
    "blocks": ("block",),
    "dots": ("vertex dot", "edge dot"),
}


@dataclass(frozen=True)
class SymbolCase:
    """A case in which a clause fires: the kind of symbol, answers, and bounds of numbers.

    `answers` has pairs of questions and answers: ("edge", n) is "path", "live" or "gone";
    ("border", n) is whether the edge is on the border, and ("beyond", n) the class of the square
    beyond it; ("alike", n, m) is whether two of these have the same colour; ("visited", n) and
    ("reachable", n) are about the vertices of a dot, or the corners of a square; ("head",) is the
    number of one of them, or -1; ("leads", n) is whether a live edge has its first or second end at
    the vertex of a dot; and ("cut off",) is whether no goal can be reached.
    """

    kind: str
    answers: tuple[tuple[Question, Any], ...]
    bounds: tuple[Bound, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the case as a certificate holds it."""
        return {
            "kind": self.kind,
            "answers": [[list(question), answer] for question, answer in self.answers],
            "bounds": [[_listed(low), _listed(high), by] for low, high, by in self.bounds],
        }

    @property
    def excluded(self) -> bool:
        """Whether no completion of such a path satisfies the constraint of the symbol.

        What is joined stays so, and a region only loses squares (`bk/outlook.pl`): in the end, the
        number of each class lies between those of the two.
        """
        known = dict(self.answers)
        if known.get(("cut off",)):
            return True
        if self.kind == "edge dot":
            return known.get(("edge", 0)) == "gone"
        if self.kind == "vertex dot":
            out, reached = (known.get(("leads", n)) for n in (0, 1)), known.get(("reachable", 0))
            if known.get(("visited", 0)) is False and reached is False:
                return True
            # What is reached is not visited, or the head, from which the path goes on.
            open_ = known.get(("visited", 0)) is False or reached or known.get(("head",)) == 0
            return bool(open_) and all(leads is False for leads in out)
        names = [("final", counted) for counted in _COUNTED[self.kind]]
        bounds = [*self.bounds, *related(self.bounds, names)]
        return not feasible([*bounds, *_neighbours(known), *_final(self.kind)])


#: The symbols of the colour of another one, and the coloured squares of other colours.
_LIKE = frozenset({"same square", "same star"})
_UNLIKE = frozenset({"other square"})

#: The squares of a region but that of the block.
_AREA = frozenset(CLASSES_OF_BLOCKS)

#: What a solution asks something of.
_COUNTED = {"square": (_LIKE, _UNLIKE), "star": (_LIKE, _UNLIKE), "block": (SIZE, _AREA)}


def _neighbours(known: Mapping[Question, Any]) -> Iterator[Bound]:
    """Yield what the squares beyond the edges add to the numbers."""
    for where, states in (("joined", ("gone",)), ("region", ("gone", "live"))):
        for classes in _LIKE, _UNLIKE, _AREA:
            number = sum(
                known.get(("edge", n)) in states and known.get(("beyond", n)) in classes
                for n in range(4)
            )
            if number:
                yield Bound(None, (where, classes), -number)


def _final(kind: str) -> Iterator[Bound]:
    """Yield what a solution asks of the numbers in the end."""
    for classes in _COUNTED[kind]:
        yield Bound(("joined", classes), ("final", classes), 0)
        yield Bound(("final", classes), ("region", classes), 0)
    if kind == "square":
        yield Bound(("final", _UNLIKE), None, 0)
    elif kind == "block":
        # The blocks have as many squares as the region, of which one is that of the block itself.
        yield Bound(("final", SIZE), ("final", _AREA), 1)
        yield Bound(("final", _AREA), ("final", SIZE), -1)
        # In the end what may be its region consists of regions that are filled or without blocks.
        yield Bound(("region", SIZE), ("region", _AREA), 1)
    else:
        # The star itself is not among those of its colour that are counted.
        yield Bound(("final", _LIKE), None, 1)
        yield Bound(None, ("final", _LIKE), -1)


def all_cases(translation: Translation, kinds: Collection[str]) -> tuple[SymbolCase, ...] | None:
    """Return the cases of clauses for the symbols of some kinds of constraints, None as `cases`."""
    found: list[SymbolCase] = []
    for constraint, symbols in OF_CONSTRAINTS.items():
        for kind in symbols if constraint in kinds else ():
            own = cases(translation, kind)
            if own is None:
                return None
            found += own
    return tuple(found)


def cases(translation: Translation, kind: str) -> tuple[SymbolCase, ...] | None:
    """Return the cases in which clauses fire for a kind of symbol, None if they need to know more.

    Cases that cannot be, as their numbers contradict each other, are left out. Raises
    `LimitReachedError` at the limit of the budget in force.
    """
    questions = Questions()
    space = run_source(
        translation.source, {**translation.tables, **unknown_helpers(questions)}, "<symbols>"
    )
    fires = space["fires"]
    found = []
    begin()
    try:
        for _ in questions.runs():
            current().check()
            symbol = Symbol(kind, questions)
            try:
                fired = fires(Path(symbol, questions), symbol)
            except ImpossibleError:
                continue
            if fired:
                answers = tuple((q, a) for q, a in questions.answers.items() if q[0] != "order")
                found.append(SymbolCase(kind, answers, tuple(questions.bounds)))
    except (BeyondError, TooManyStepsError, *MISTAKES):
        return None
    return tuple(dict.fromkeys(found))


def _listed(count: Any) -> list[Any] | None:
    """Return the name of a number for JSON."""
    return None if count is None else [count[0], sorted(count[1])]
