"""The words of the report, which README.md explains in the same way."""

from __future__ import annotations

from collections.abc import Collection

from witness.puzzle.constraints import KINDS
from witness.puzzle.symbols import BARRING, SYMBOLS

#: What a solution must do for each kind of symbol.
RULES = {name: SYMBOLS[name].asks for name in (*KINDS, *BARRING)}

#: The predicates that every report speaks of, as (term, what it means).
DEFINITIONS = (
    (
        "π",
        "An incompletability predicate: it says of a partial path, which has not reached the goal, "
        "that no solution begins with it; we say that it fires. "
        "A learned one fires where one of its clauses holds for some symbol of the panel. "
        "A* expands paths on which it fires after all others (sort mode), or never (prune mode).",
    ),
    (
        "π_baseline",
        "The paper's hand-written predicate (section 2.3): it fires if some square has more edges "
        "on the path than triangles. "
        "It never fires on a path that a solution extends, and A* that prunes with it is the "
        "baseline of the speedups.",
    ),
    (
        "π°",
        "The predicate that the paper learned (Table 3): it fires where π_baseline does, and if "
        "some square has three triangles, one or two edges on the path, and the head of the path "
        "at none of its corners.",
    ),
    (
        "winner, winner_proved",
        "What Algorithm 2 returns: winner is the one of all learned hypotheses with the greatest "
        "speedup in time or, by triage.rank_by, in expansions, in sort mode, where a predicate "
        "that errs loses no solution. "
        "winner_proved is its choice of their proved cores, the clauses proved, on boards of any "
        "size, never to fire on a path that a solution extends; the test set and the large "
        "puzzles are searched with it.",
    ),
)


def panel_words(features: Collection[str] = ("triangles",)) -> tuple[str, str]:
    """Return two sentences: what a panel with these features of `RULES` is, and its solutions."""
    rules = [RULES[name] for name in RULES if name in features]
    listed = " and ".join([*filter(None, [", ".join(rules[:-1])]), *rules[-1:]])
    return (
        "A panel is a board of squares with a start (the disc), a goal (the rounded end), and "
        "symbols.",
        "A solution is a path along edges from the start to the goal that visits no vertex twice "
        f"and satisfies every symbol: {listed}.",
    )
