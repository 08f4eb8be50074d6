"""Everything that looks at puzzles, with what it has to answer by brute force.

A new consumer has its line in `CONSUMERS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from support.examples import TABLE_3
from support.game_searches import plays_that_win
from support.judge import Table
from support.panels import on_both
from support.planning import Task, path_of

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.difficulty.entropy.reference import Player, entropy
from witness.difficulty.rate import rate
from witness.gdl.language.from_puzzle import rulesheet_of
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.network.construction import network
from witness.puzzle import solvers
from witness.puzzle.examples.partial_paths import partial_paths
from witness.puzzle.formats.addresses import puzzle_from_link
from witness.puzzle.formats.editor_files import puzzle_from_text
from witness.puzzle.formats.outside import outside_squares
from witness.puzzle.formats.pddl import pddl
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.frontier.panel import answers_of
from witness.puzzle.grid import edge_between
from witness.puzzle.model import FEATURES, RULES, TWO_LINES, Puzzle
from witness.puzzle.paths import path_masks, simple_paths, walk
from witness.puzzle.rules import Path as Line
from witness.puzzle.rules import goal_test, is_solution, open_halves
from witness.puzzle.second_line import image
from witness.puzzle.views.translate import translate
from witness.searches import engine, policy_guided
from witness.searches.policies import learned, uniform
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.registry import predicate as read_predicate
from witness.searches.predicates.written import BASELINE, NONE
from witness.searches.tree.reasons import reasons
from witness.searches.tree.tree import search_tree

Run = Callable[[Puzzle], Any]


@lru_cache(maxsize=10_000)
def solutions(puzzle: Puzzle) -> frozenset[Line]:
    table = Table(puzzle)
    return frozenset(line for line in simple_paths(puzzle) if table.accepts(line))


def number(puzzle: Puzzle) -> int:
    return len(solutions(puzzle))


def solvable(puzzle: Puzzle) -> bool:
    return bool(solutions(puzzle))


def shortest(puzzle: Puzzle) -> int | None:
    return min((len(line) - 1 for line in solutions(puzzle)), default=None)


def beginnings(puzzle: Puzzle) -> set[Line]:
    """The partial paths that can still become a solution."""
    return {line[:end] for line in solutions(puzzle) for end in range(1, len(line))}


@lru_cache(maxsize=10_000)
def partial_lines(puzzle: Puzzle) -> tuple[Line, ...]:
    """The paths that may go on; shorter ones come first."""
    return tuple(line for line, at_goal in walk(puzzle) if puzzle.pass_goals or not at_goal)


def overfull(puzzle: Puzzle) -> set[Line]:
    """The partial paths with more edges of a square than it has triangles (π_baseline)."""

    def used(line: Line, r: int, c: int) -> int:
        steps = (edge_between(a, b) for a, b in pairwise(line))  # type: ignore[arg-type]
        return len(on_both(puzzle, steps) & {*puzzle.grid.square_edges((r, c))})

    lines = partial_lines(puzzle)
    return {line for line in lines if any(used(line, r, c) > k for r, c, k, *_ in puzzle.triangles)}


def decided(puzzle: Puzzle) -> bool:
    return next(answers_of(puzzle).solutions(), None) is not None


def nothing(puzzle: Puzzle) -> Any:
    return set()


def accepted(puzzle: Puzzle) -> set[Line]:
    """The solutions by the rules; the empty path is none."""
    return {line for line in [(), *simple_paths(puzzle)] if is_solution(puzzle, line)}


def by_goal_test(puzzle: Puzzle) -> set[Line]:
    satisfies = goal_test(puzzle)
    return {
        line
        for line in simple_paths(puzzle)
        if satisfies(*path_masks(puzzle, line), open_halves(puzzle, line))
    }


def listed(name: str) -> Run:
    def run(puzzle: Puzzle) -> set[Line]:
        found = list(solvers.solutions(puzzle, name))
        assert solvers.count(puzzle, name) == (len(found), "exact")
        assert solvers.solve(puzzle, name).path in (found or [None])
        return set(found)

    return run


def searched(name: str, heuristic: str = "manhattan") -> Run:
    """A* with π_baseline; it does not know elimination marks: with these, without a predicate."""
    search = engine(name)
    return lambda puzzle: (
        search(puzzle, NONE if puzzle.eliminations else BASELINE, heuristic=heuristic).length
    )


def by_policy(search: str, *, own: bool = False) -> Run:
    """A search guided by a policy, perhaps one that is learned from the panel and an empty one."""

    def run(puzzle: Puzzle) -> bool:
        empty = Puzzle(1, 1, ((0, 0),), ((1, 1),), id=puzzle.id)
        policy = learned([empty, puzzle]) if own else uniform
        path = policy_guided.solve(puzzle, NONE, search=search, policy=policy).path
        assert path is None or path in solutions(puzzle)
        return path is not None

    return run


def pruned(name: str) -> Run:
    """A* with clauses about all symbols, which have guards where there are elimination marks."""
    search = engine(name)
    return lambda puzzle: (
        search(puzzle, shipped("guarded") if puzzle.eliminations else of_symbols()).length
    )


def in_tree(puzzle: Puzzle) -> set[Line]:
    found = search_tree(puzzle, NONE, most=1_000_000)
    return {node.path for node in found.nodes if node.outcome == "solution"}


def exemplary(puzzle: Puzzle) -> set[Line]:
    """The partial paths that make negative examples."""
    found = (path.vertices for path in partial_paths(puzzle) if path.completable)
    return {tuple(puzzle.grid.vertices[vertex] for vertex in line) for line in found}


def rated(puzzle: Puzzle) -> tuple[int | None, bool]:
    found = rate(puzzle, Player())
    return found.solutions, found.status == "rated"


def played(puzzle: Puzzle) -> int:
    return plays_that_win(network(read_rules(rulesheet_of(puzzle))))


def wrong(make: Callable[[], Predicate]) -> Run:
    """Say on which completable partial paths a predicate fires."""

    def run(puzzle: Puzzle) -> set[Line]:
        fires = make().bind(puzzle)
        found = set[Line]()
        for line in partial_lines(puzzle):
            edges, vertices = path_masks(puzzle, line)
            head = puzzle.grid.vertex_number(line[-1])  # type: ignore[arg-type]
            if line[:-1] in found or fires(head, vertices, edges):
                found.add(line)
        return found & beginnings(puzzle)

    return run


@cache
def by_clauses() -> Predicate:
    background = read_background()
    return FilePredicate("f", translate(parse_clauses(TABLE_3), background, "f"), background)


@cache
def shipped(name: str) -> Predicate:
    return read_predicate(
        str(shipped_file(f"examples/{name}.pl")), bias=str(shipped_file(f"bias/{name}.pl"))
    )


@cache
def of_symbols() -> Predicate:
    """One clause or two for each kind of symbol."""
    background = read_background(None, shipped_file("bias/mixed.pl"))
    return FilePredicate("f", translate(parse_clauses(SYMBOL_CLAUSES), background, "f"), background)


SYMBOL_CLAUSES = """
    f(A,B) :- is_star(B), possible_same(A,B,1).
    f(A,B) :- is_star(B), sure_same(A,B,C), gte(C,3).
    f(A,B) :- is_square(B), sure_other(A,B,C), gte(C,1).
    f(A,B) :- on(B,C), gone(A,C).
    f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).
    f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D).
    f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C).
    f(A,B) :- cut_off(A).
"""


def explained(puzzle: Puzzle) -> set[Line]:
    """The partial paths for which there is a reason that π_baseline fires."""
    why = reasons(BASELINE, puzzle)
    return {line for line in partial_lines(puzzle) if why(line)}  # type: ignore[arg-type]


def sayable(puzzle: Puzzle) -> Puzzle:
    """Return the panel with ends where every editor has room for them, and one thing in a place.

    Missing squares are those that one can cut off from the border, with gaps around them.
    """
    board = puzzle.grid
    inner = {edge for edge in board.edges if len(board.edge_squares(edge)) > 1}
    inner_vertices = {*board.vertices} - {*board.peripheral_vertices}
    starts = tuple(p for p in puzzle.starts if p not in inner)
    goals = tuple(p for p in puzzle.goals if p not in inner and p not in inner_vertices)
    images = {v: image(board, puzzle.symmetry, v) if puzzle.symmetry else v
              for v in board.peripheral_vertices}  # fmt: skip
    free = [v for v in images if {v, images[v]}.isdisjoint(starts + goals)]
    free = [v for v in free if not puzzle.symmetry or images[v] != v]
    starts = starts or tuple({free[0], images[free[0]]})
    goals = goals or tuple({free[-1], images[free[-1]]})
    outside = {edge: {*board.edge_squares(edge)} for edge in board.edges}
    around = {e for e, squares in outside.items() if squares and squares <= {*puzzle.missing}}
    gaps = {*puzzle.gaps, *(around - {*starts, *goals})}
    missing = outside_squares(board, gaps & around)
    taken = {*starts, *goals, *gaps}
    dots = tuple(dot for dot in puzzle.dots if dot not in taken)
    line_dots = tuple(dot for dot in puzzle.line_dots if dot[0] not in taken)
    return replace(
        puzzle, starts=starts, goals=goals, dots=dots, line_dots=line_dots, gaps=tuple(gaps),
        missing=tuple(missing), pass_goals=len(goals) > 1,
    )  # fmt: skip


def said(puzzle: Puzzle, write: Callable[[Puzzle], str]) -> tuple[Puzzle, str]:
    """Return what an editor is told of a panel, and that panel: one that it can be told."""
    try:
        return puzzle, write(puzzle)
    except InputError as error:
        if any(f"has {feature.words}; " in str(error) for feature in FEATURES.values()):
            raise
    plain = sayable(puzzle)
    others = [replace(plain, rules=rules) for rules in RULES]
    for other in (plain, *others, *(replace(one, missing=()) for one in others)):
        with suppress(InputError):
            return other, write(other)
    return plain, write(plain)


def exported(write: Callable[[Puzzle], str], read: Callable[[str], Puzzle]) -> Run:
    """The solutions of a panel that went to an editor and came back."""
    return lambda puzzle: solutions(read(said(puzzle, write)[1]))


def planned(puzzle: Puzzle) -> set[Line]:
    """The solutions of a panel as plans."""
    return {path_of(plan) for plan in Task(*pddl(puzzle).split("\n\n")).plans()}


def as_sent(write: Callable[[Puzzle], str]) -> Run:
    return lambda puzzle: solutions(said(puzzle, write)[0])


class Consumer(NamedTuple):
    """What looks at panels: the module with its `SUPPORTED`, its answer, and the right answer.

    Of the features in `but` it knows those that its module does not, and refuses the others.
    """

    module: str
    answer: Run
    right: Run
    but: frozenset[str] = frozenset()


CONSUMERS = {
    "rules": Consumer("puzzle.rules", accepted, solutions),
    "goal test": Consumer("puzzle.rules", by_goal_test, solutions),
    "frontier": Consumer(
        "puzzle.frontier.plan", lambda p: set(answers_of(p).solutions()), solutions
    ),
    "frontier, counting": Consumer("puzzle.frontier.plan", lambda p: answers_of(p).count(), number),
    "clingo": Consumer("puzzle.solvers.by_clingo", listed("clingo"), solutions),
    "z3": Consumer("puzzle.solvers.by_z3", listed("z3"), solutions),
    "astar": Consumer("searches.request", listed("astar"), solutions),
    "A*, reference": Consumer("searches.request", searched("reference"), shortest),
    "A*, compiled": Consumer("searches.request", searched("compiled"), shortest),
    "LevinTS": Consumer("puzzle.rules", by_policy("levin"), solvable),
    "LevinTS, guided": Consumer("searches.policies", by_policy("levin", own=True), solvable),
    "PHS*": Consumer("searches.request", by_policy("phs", own=True), solvable),
    "search tree": Consumer("searches.request", in_tree, solutions),
    "frontier, deciding": Consumer("puzzle.frontier.plan", decided, solvable),
    "examples": Consumer("puzzle.examples.partial_paths", exemplary, beginnings),
    "rate": Consumer("difficulty.state", rated, lambda p: (number(p), solvable(p))),
    "entropy": Consumer(
        "difficulty.state", lambda p: entropy(p, Player()).muse < math.inf, solvable
    ),
    "from-puzzle": Consumer("gdl.language.from_puzzle", played, number),
    "baseline": Consumer("puzzle.proof_scope", wrong(lambda: BASELINE), nothing, TWO_LINES),
    "paper": Consumer("puzzle.proof_scope", wrong(lambda: predicate("paper")), nothing),
    "latches": Consumer("gdl.derived", wrong(lambda: predicate("latches")), nothing),
    "derived": Consumer("gdl.derived", wrong(lambda: predicate("derived")), nothing),
    "clauses": Consumer("puzzle.proof_scope", wrong(by_clauses), nothing),
    "clauses, gaps": Consumer("puzzle.proof_scope", wrong(lambda: shipped("extended")), nothing),
    "clauses that look ahead": Consumer(
        "puzzle.proof_scope", wrong(lambda: shipped("live")), nothing, TWO_LINES
    ),
    "clauses about all symbols": Consumer(
        "puzzle.proof_scope", wrong(of_symbols), nothing, TWO_LINES
    ),
    "clauses about blocks": Consumer(
        "puzzle.proof_scope", wrong(lambda: shipped("blocks")), nothing, TWO_LINES
    ),
    "clauses with guards": Consumer(
        "puzzle.proof_scope",
        wrong(lambda: shipped("guarded")),
        nothing,
        TWO_LINES | {"eliminations"},
    ),
    "A*, pruned by these about blocks": Consumer(
        "searches.request",
        lambda puzzle: (
            engine("compiled")(
                puzzle, shipped("guarded" if puzzle.eliminations else "blocks")
            ).length
        ),
        shortest,
    ),
    "A*, pruned by these": Consumer("searches.request", pruned("reference"), shortest),
    "A*, compiled, pruned by these": Consumer("searches.request", pruned("compiled"), shortest),
    "A*, guided": Consumer("searches.request", searched("reference", "needs"), shortest, TWO_LINES),
    "A*, compiled and guided": Consumer(
        "searches.request", searched("compiled", "needs"), shortest, TWO_LINES
    ),
    "reasons": Consumer("puzzle.proof_scope", explained, overfull, TWO_LINES),
    "export windmill": Consumer(
        "puzzle.formats.windmill_links",
        exported(windmill_link, puzzle_from_link),
        as_sent(windmill_link),
    ),
    "export witnesspuzzles": Consumer(
        "puzzle.formats.witnesspuzzles_text",
        exported(witnesspuzzles_text, lambda text: puzzle_from_text("p", text)),
        as_sent(witnesspuzzles_text),
    ),
    "export pddl": Consumer("puzzle.formats.pddl", planned, solutions),
}
