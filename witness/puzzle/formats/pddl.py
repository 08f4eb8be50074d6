"""Panels as planning problems in PDDL: one domain, and a problem for each panel.

A plan is a path: a step of a plan is an edge, so that the shortest plan has as many steps as the
shortest solution has edges. The head comes from `begin`, which is before every start, and goes to
`end`, which is behind every goal; so there may be several of both. A square with triangles is in
one of a few states, at first how many of its edges are on the path. All else that decides which
steps there are is static: which steps go along which squares, and what a step does to the state.

A rule, such as a proved predicate, says in which states of a square it is lost. A step into such
a state is left out, so that any planner prunes with the rule. States are split as far as the rule
tells them apart, and no farther.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple, cast

from witness.puzzle.formats.skipping import refuse
from witness.puzzle.grid import Edge, Place, Square, Vertex, edge_between, grid, is_edge
from witness.puzzle.model import Puzzle
from witness.puzzle.proof_scope import SUPPORTED as PROVED

#: The features of puzzles that problems can say.
SUPPORTED = frozenset({
    "triangles", "gaps", "dots", "pass-goals", "four-triangles", "wraps",
})  # fmt: skip

#: The bit sets of the edges of a square on the path and of its visited corners, and its corner at
#: which the head is, or `AWAY`: as in `witness.puzzle.views.configurations`.
SquareState = tuple[int, int, int]
AWAY = -1
_UNTOUCHED: SquareState = (0, 0, AWAY)

#: A step as a square sees it: the corners from which and to which it leads, or `AWAY`.
Event = tuple[int, int]

#: Whether a square with a number of triangles is lost in a state.
Rule = Callable[[int, SquareState], bool]

_CORNERS, _EDGES = grid(1, 1).square_corners((0, 0)), grid(1, 1).square_edges((0, 0))
_EDGE_BITS: dict[Event, int] = {
    (_CORNERS.index(a), _CORNERS.index(b)): 1 << number
    for number, edge in enumerate(_EDGES)
    for a, b in (edge, edge[::-1])
}
_LEAVING: list[Event] = [(corner, AWAY) for corner in range(4)]
_ENTERING: list[Event] = [(AWAY, corner) for corner in range(4)]
_EVENTS: tuple[Event, ...] = (*_EDGE_BITS, *_LEAVING, *_ENTERING)


class Counter(NamedTuple):
    """The states of a square with some triangles, by names.

    `turns` are the states before and after each event that changes or forbids any; in `done` the
    square has as many edges as triangles.
    """

    states: tuple[str, ...]
    done: tuple[str, ...]
    turns: Mapping[Event, tuple[tuple[str, str], ...]]


def counters(lost: Rule = lambda triangles, state: False) -> dict[int, Counter]:
    """Return the states of squares by their triangles, without those in which a rule holds."""
    return {triangles: _counter(triangles, lost) for triangles in (1, 2, 3, 4)}


def _counter(triangles: int, lost: Rule) -> Counter:
    """Return the states of squares: first by their edges, then split where a step tells.

    What cannot happen in a state tells nothing, so that few names do. A square that is untouched
    comes first, and stays n0.
    """
    after: dict[SquareState, dict[Event, SquareState]] = {}
    todo = [_UNTOUCHED]
    for state in todo:
        if state not in after:
            after[state] = {e: s for e in _EVENTS if (s := _after(state, e)) is not None}
            todo += [s for s in after[state].values() if not lost(triangles, s)]
    part = {state: (state[0].bit_count(), 0) for state in after}
    while True:
        to: dict[tuple[tuple[int, int], Event], dict[tuple[int, int] | None, list[SquareState]]]
        to = {}
        for state, events in after.items():
            for event, then in events.items():
                leads = to.setdefault((part[state], event), {})
                leads.setdefault(part.get(then), []).append(state)
        split = next((found for found in to.items() if len(found[1]) > 1), None)
        if split is None:
            break
        ((edges, _), _), leads = split
        for states in [*leads.values()][1:]:
            number = len({other for other in part.values() if other[0] == edges})
            part.update(dict.fromkeys(states, (edges, number)))
    names = {one: f"n{one[0]}" + f"-{one[1]}" * (one[1] > 0) for one in sorted({*part.values()})}
    turns: dict[Event, list[tuple[str, str | None]]] = {}
    for (before, event), leads in to.items():
        (then_part,) = leads
        turns.setdefault(event, []).append(
            (names[before], None if then_part is None else names[then_part])
        )
    return Counter(
        tuple(names.values()),
        tuple(name for (edges, _), name in names.items() if edges == triangles),
        {
            event: tuple((a, b) for a, b in sorted(found, key=str) if b is not None)
            for event, found in turns.items()
            if any(a != b for a, b in found)
        },
    )


def _after(state: SquareState, event: Event) -> SquareState | None:
    """Return the state of a square after a step; None if there is no such step.

    From a square that is untouched, a step may begin at any corner: a start.
    """
    edges, visited, head = state
    before, behind = event
    if state == _UNTOUCHED and before != AWAY:
        head, visited = before, 1 << before
    if head != before or (behind != AWAY and visited >> behind & 1):
        return None
    return (
        edges | _EDGE_BITS.get(event, 0),
        visited | (0 if behind == AWAY else 1 << behind),
        behind,
    )


#: The states of squares without a rule: how many edges are on the path.
PLAIN = counters()


def domain(known: Mapping[int, Counter] = PLAIN) -> str:
    """Return the domain of all panels: an action for each number of squares that a step changes."""
    told = {event for counter in known.values() for event in counter.turns}
    most = 2 + sum(2 for events in (_LEAVING, _ENTERING) if told.intersection(events))
    links = "".join(
        f"\n    (link-{n} ?v ?w - vertex ?e - edge ?x ?y - vertex{_squares(n, ' - square')})"
        for n in range(most + 1)
    )
    actions = "\n".join(map(_action, range(most + 1)))
    return f"""\
; Panels of The Witness. A step draws the line from ?v along ?e to ?w. The head goes from ?x to ?y:
; these are ?v and ?w, but that a line comes from begin and goes to end.
(define (domain witness)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types vertex edge - place square amount)
  (:constants begin end - vertex)
  (:predicates
    (at ?v - vertex) (free ?v - vertex) (passed ?p - place) (edges ?s - square ?n - amount)
    ; static: the steps with the squares that they change, and how they change them{links}
    (turn ?s - square ?v ?w - vertex ?a ?b - amount))
{actions})
"""


def _squares(number: int, kind: str = "") -> str:
    """Return the variables of some squares, with a space before each."""
    return "".join(f" ?s{n}" for n in range(1, number + 1)) + (kind if number else "")


def _action(number: int) -> str:
    """Return the steps that change some number of squares."""
    places = range(1, number + 1)
    amounts = "".join(f" ?a{n} ?b{n}" for n in places) + " - amount" * (number > 0)
    unlike = "".join(f" (not (= ?s{a} ?s{b}))" for a, b in combinations(places, 2))
    turns = "".join(f"\n      (edges ?s{n} ?a{n}) (turn ?s{n} ?v ?w ?a{n} ?b{n})" for n in places)
    edges = "".join(f"\n      (not (edges ?s{n} ?a{n})) (edges ?s{n} ?b{n})" for n in places)
    return f"""\
  (:action step-{number}
    :parameters (?v ?w - vertex ?e - edge ?x ?y - vertex{_squares(number, " - square")}{amounts})
    :precondition (and (at ?x) (free ?w) (link-{number} ?v ?w ?e ?x ?y{_squares(number)}){unlike}\
{turns})
    :effect (and (not (at ?x)) (at ?y) (not (free ?v)) (not (free ?w))
      (passed ?v) (passed ?e) (passed ?w){edges}))"""


def problem_name(identifier: str) -> str:
    """Return the name of the problem of a panel: letters, digits, - and _ after a letter."""
    return "panel-" + re.sub(r"[^A-Za-z0-9_-]", "-", identifier)[:80]


def problem(puzzle: Puzzle, known: Mapping[int, Counter] = PLAIN) -> str:
    """Return the problem of a panel, for the `domain` of the same states of squares.

    Raises `RefusedError` for a panel that has anything else than such a problem can say, or of
    which proofs do not speak, if there is a rule.
    """
    what = "a planning problem in PDDL"
    if known is PLAIN:
        refuse(puzzle, SUPPORTED, (), what)
    else:
        refuse(puzzle, SUPPORTED & PROVED, (), f"{what} with a rule")
    squares = puzzle.triangle_at
    links = dict(_links(puzzle, known))
    turns = (
        f"(turn {_square(square)} {_vertex(v)} {_vertex(w)} {a} {b})"
        for square, event, v, w in dict.fromkeys(one for turned in links.values() for one in turned)
        for a, b in known[squares[square]].turns[event]
    )
    goal = [
        "(at end)",
        *(f"(passed {_place(dot)})" for dot in puzzle.dots),
        *(one for s, number in squares.items() for one in _wanted(_square(s), number, known)),
    ]
    amounts = {f"n{number}" for number in squares.values()}
    amounts.update(*(known[number].states for number in squares.values()))
    objects = {
        "vertex": map(_vertex, puzzle.grid.vertices),
        "edge": map(_edge, puzzle.grid.edges),
        "square": map(_square, squares),
        "amount": sorted(amounts),
    }
    init = [
        "(at begin)",
        *(f"(free {_vertex(vertex)})" for vertex in puzzle.grid.vertices),
        *(f"(edges {_square(square)} n0)" for square in squares),
        *links,
        *turns,
    ]
    kinds = (f"{' '.join(names)} - {kind}" for kind, those in objects.items()
             if (names := [*those]))  # fmt: skip
    return f"""\
(define (problem {problem_name(puzzle.id)})
  (:domain witness)
  (:objects{_lines(kinds)})
  (:init{_lines(init)})
  (:goal (and{_lines(goal)})))
"""


def _links(
    puzzle: Puzzle, known: Mapping[int, Counter]
) -> Iterator[tuple[str, list[tuple[Square, Event, Vertex, Vertex]]]]:
    """Yield a fact for each step of the head, with what the step is for the squares it changes."""
    board, squares = puzzle.grid, puzzle.triangle_at
    ways = (way for edge in board.edges if edge not in puzzle.barred for way in (edge, edge[::-1]))
    for v, w in ways:
        changed = []
        for square in sorted({*board.vertex_squares(v), *board.vertex_squares(w)} & squares.keys()):
            corners = {corner: n for n, corner in enumerate(board.square_corners(square))}
            event = (corners.get(v, AWAY), corners.get(w, AWAY))
            if event in known[squares[square]].turns:
                changed.append((square, event, v, w))
        names = "".join(f" {_square(square)}" for square, *_ in changed)
        step = f"(link-{len(changed)} {_vertex(v)} {_vertex(w)} {_edge(edge_between(v, w))}"
        passing = puzzle.pass_goals
        befores = [_vertex(v)] * (passing or v not in puzzle.goals)
        befores += ["begin"] * (v in puzzle.starts)
        behinds = [_vertex(w)] * (passing or w not in puzzle.goals)
        behinds += ["end"] * (w in puzzle.goals)
        for before in befores:
            for behind in behinds:
                yield f"{step} {before} {behind}{names})", changed


def _wanted(square: str, triangles: int, known: Mapping[int, Counter]) -> Iterable[str]:
    """Return goals: that a square is in the state with enough edges, or in no other state."""
    states, done, _ = known[triangles]
    if len(done) < 2:
        return [f"(edges {square} {done[0] if done else f'n{triangles}'})"]
    return [f"(not (edges {square} {state}))" for state in states if state not in done]


def pddl(puzzle: Puzzle) -> str:
    """Return the domain and the problem of a panel, with an empty line between them."""
    return f"{domain()}\n{problem(puzzle)}"


def _lines(items: Iterable[str]) -> str:
    return "".join(f"\n    {item}" for item in items)


def _place(place: Place) -> str:
    return _edge(place) if is_edge(place) else _vertex(cast(Vertex, place))


def _vertex(vertex: Vertex) -> str:
    return f"v{vertex[0]}-{vertex[1]}"


def _edge(edge: Edge) -> str:
    (row, column), (row2, column2) = edge
    return f"e{row}-{column}-{row2}-{column2}"


def _square(square: Square) -> str:
    return f"s{square[0]}-{square[1]}"
