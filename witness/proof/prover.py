"""Proof or counterexample: can a predicate fire on a path that can still become a solution?

Each clause is decided by itself; a hypothesis is proved when all of its clauses are.

*Proved*: literals that depend on more than the local configuration of the square are dropped,
which can only make the clause fire more often. What is left is evaluated in every local
configuration. If the square cannot get its number of edges any more wherever it fires, the
predicate has no false positives, on boards of any size and with any other constraints.

*Refuted*: a puzzle with one constraint, a partial path on which the clause fires, and a solution
that extends it, found on small boards. (If a clause errs on a puzzle it errs on the same puzzle
with that one constraint alone, so no others need to be tried.)

*Unknown*: neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from witness.base.errors import InputError
from witness.logic.background import Background
from witness.logic.configurations import LocalConfiguration, configurations
from witness.logic.language.primitives import PathView, SquareView, path_view, square_view
from witness.logic.language.terms import Clause, clause_text, literal_variables, variables
from witness.logic.locality import Dependence
from witness.logic.translate import Condition, TranslatedClause, translate
from witness.puzzle.grid import Square, Vertex, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path

Status = Literal["proved", "refuted", "unknown"]

#: Boards on which counterexamples are looked for, in this order: start bottom left, goal on the
#: border; then, on the small ones, every start and every goal.
BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4))
BOARDS_ALL_ENDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3))


@dataclass(frozen=True)
class Case:
    """A local configuration in which a clause fires."""

    configuration: LocalConfiguration

    def to_json(self) -> dict[str, Any]:
        """Return the case as a certificate holds it."""
        return {
            "triangles": self.configuration.triangles,
            "edges": sorted(self.configuration.edges),
            "corners": list(self.configuration.corners),
            "reachable_counts": sorted(self.configuration.reachable_counts),
        }


@dataclass(frozen=True)
class Counterexample:
    """A partial path on which a clause fires because of `square`, and a solution extending it."""

    puzzle: Puzzle
    square: Square
    partial_path: Path
    solution: Path

    def to_json(self) -> dict[str, Any]:
        """Return the counterexample as JSON."""
        return {
            "puzzle": self.puzzle.to_json(),
            "square": list(self.square),
            "partial_path": [list(vertex) for vertex in self.partial_path],
            "solution": [list(vertex) for vertex in self.solution],
        }


@dataclass(frozen=True)
class ClauseVerdict:
    """What is known about one clause."""

    clause: Clause
    status: Status
    kept: Clause
    cases: tuple[Case, ...]
    counterexample: Counterexample | None
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as JSON; a proved clause has its cases, the certificate."""
        return {
            "clause": clause_text(self.clause),
            "status": self.status,
            "reason": self.reason,
            "kept": clause_text(self.kept),
            "cases": [case.to_json() for case in self.cases] if self.status == "proved" else [],
            "counterexample": None
            if self.counterexample is None
            else self.counterexample.to_json(),
        }


@dataclass(frozen=True)
class Verdict:
    """What is known about a hypothesis."""

    clauses: tuple[ClauseVerdict, ...]

    @property
    def status(self) -> Status:
        """Proved when all clauses are, refuted when one is, else unknown."""
        found = {clause.status for clause in self.clauses}
        if "refuted" in found:
            return "refuted"
        return "unknown" if "unknown" in found else "proved"

    @property
    def core(self) -> tuple[Clause, ...]:
        """The clauses that are proved, one by one: the proved core of the hypothesis."""
        return tuple(v.clause for v in self.clauses if v.status == "proved")

    def to_json(self) -> dict[str, Any]:
        """Return the verdict, with its certificate, as JSON."""
        return {"status": self.status, "clauses": [verdict.to_json() for verdict in self.clauses]}


def verify(
    clauses: Sequence[Clause], background: Background, file: str = "<hypothesis>"
) -> Verdict:
    """Decide whether a hypothesis can have false positives. An empty hypothesis is proved.

    Raises `InputError` for clauses that cannot be translated.
    """
    return Verdict(tuple(_verify_clause(clause, background, file) for clause in clauses))


def _verify_clause(clause: Clause, background: Background, file: str) -> ClauseVerdict:
    translation = translate([clause], background, file)
    translated = translation.clauses[0]
    kept = generalised(translated, background)
    condition = translate([kept], background, file).fires
    cases = tuple(
        Case(configuration)
        for configuration in configurations()
        if condition(*configuration.views())
    )
    failing = [case for case in cases if case.configuration.completable]
    if not failing:
        dropped = len(clause.body) - len(kept.body)
        reason = (
            f"the square is lost in each of the {len(cases)} configurations it fires in"
            if cases
            else "it never fires"
        )
        if dropped:
            reason += f" (already without {dropped} literal{'s' if dropped > 1 else ''})"
        return ClauseVerdict(clause, "proved", kept, cases, None, reason)
    counterexample = find_counterexample(translation.fires, translated.dependence)
    if counterexample is not None:
        return ClauseVerdict(
            clause, "refuted", kept, (), counterexample, "it fires on a path that has a solution"
        )
    reason = (
        f"{len(failing)} of {len(cases)} configurations are not excluded, and there is no "
        f"counterexample on boards up to {BOARDS[-1][0]}×{BOARDS[-1][1]}"
    )
    return ClauseVerdict(clause, "unknown", kept, (), None, reason)


def generalised(translated: TranslatedClause, background: Background) -> Clause:
    """Return the clause with those literals only that the local configuration decides.

    A literal may look further by itself and not together with another one that uses what it gives:
    `member(V,L), corner(S,V)`, where L are the vertices of a path.
    """
    whole = translated.clause
    known = {v for argument in whole.args for v in variables(argument)}
    places = [n for n, d in enumerate(translated.dependences) if d is Dependence.LOCAL]

    def local(wanted: Sequence[int]) -> bool:
        """Whether some literals are local, each called with the values that it has in the whole."""
        given, before = set(known), set(known)
        for place, literal in enumerate(translated.ordered):
            own = set(literal_variables(literal))
            if place in wanted:
                if not own & before <= given:
                    return False
                given |= own
            before |= own
        body = tuple(translated.ordered[place] for place in wanted)
        try:
            (found,) = translate([replace(whole, body=body)], background).clauses
        except InputError:
            return False
        return found.dependence is Dependence.LOCAL

    others = [n for n, d in enumerate(translated.dependences) if d is not Dependence.LOCAL]
    for place in others:
        for partner in (place, *others):
            wanted = sorted({*places, place, partner})
            if wanted != places and local(wanted):
                places = wanted
                break
    body = tuple(translated.ordered[place] for place in places)
    return replace(whole, body=body)


def find_counterexample(condition: Condition, dependence: Dependence) -> Counterexample | None:
    """Look for a partial path on which π′ fires and that still has a solution."""
    memory: dict[object, bool] = {}
    for rows, cols in BOARDS:
        border = grid(rows, cols).peripheral_vertices
        for found in _on_board(condition, dependence, rows, cols, (0, 0), border, memory):
            return found
    for rows, cols in BOARDS_ALL_ENDS:
        board = grid(rows, cols)
        for start in board.vertices:
            for found in _on_board(
                condition, dependence, rows, cols, start, board.vertices, memory
            ):
                return found
    return None


def _on_board(
    condition: Condition,
    dependence: Dependence,
    rows: int,
    cols: int,
    start: Vertex,
    goals: Sequence[Vertex],
    memory: dict[object, bool],
) -> Iterator[Counterexample]:
    """Walk all simple paths of a board; every prefix is a partial path, every end may be the goal.

    `fired` holds what has fired on the prefixes so far: (square, triangles, prefix length).
    """
    board = grid(rows, cols)
    allowed = frozenset(goals)
    numbers = [
        (square, board.square_edge_masks[n], board.square_corner_masks[n])
        for n, square in enumerate(board.squares)
    ]
    trail = [start]
    fired: list[tuple[Square, int, int]] = []

    def firing(visited: int, edges: int) -> list[tuple[Square, int, int]]:
        found = []
        path: PathView | None = None
        head = board.vertex_number(trail[-1])
        for square, edge_mask, corner_mask in numbers:
            near = head if corner_mask >> head & 1 else -1
            key: tuple[object, ...] = (
                (rows, cols), square, edges & edge_mask, visited & corner_mask, near,
            )  # fmt: skip
            if dependence is Dependence.LENGTH:
                key = (*key, len(trail))
            for triangles in (1, 2, 3):
                fires = memory.get((key, triangles))
                if fires is None:
                    path = path or path_view(_bare(rows, cols), tuple(trail))
                    fires = condition(path, _view(rows, cols, square, triangles))
                    if dependence is not Dependence.GLOBAL:
                        memory[key, triangles] = fires
                if fires:
                    found.append((square, triangles, len(trail)))
        return found

    def walk(visited: int, edges: int) -> Iterator[Counterexample]:
        here = board.vertex_number(trail[-1])
        added = firing(visited, edges)
        fired.extend(added)
        for near, edge in board.steps[here]:
            if visited >> near & 1:
                continue
            vertex = board.vertices[near]
            used = edges | 1 << edge
            trail.append(vertex)
            if vertex in allowed:
                for square, triangles, length in fired:
                    mask = board.square_edge_masks[board.square_number(square)]
                    if (used & mask).bit_count() == triangles:
                        puzzle = Puzzle(
                            rows, cols, (start,), (vertex,), ((*square, triangles),),
                            id="counterexample",
                        )  # fmt: skip
                        yield Counterexample(puzzle, square, tuple(trail[:length]), tuple(trail))
            yield from walk(visited | 1 << near, used)
            trail.pop()
        del fired[len(fired) - len(added) :]

    yield from walk(1 << board.vertex_number(start), 0)


@lru_cache(maxsize=1024)
def _view(rows: int, cols: int, square: Square, triangles: int) -> SquareView:
    return square_view(_bare(rows, cols), square, triangles)


@lru_cache(maxsize=64)
def _bare(rows: int, cols: int) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
