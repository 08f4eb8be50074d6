"""The moves that pruning forces, and why: the argument of the paper's Appendix A, for any puzzle.

From the start on, each legal move is tried. It is out if every path that it leads to is cut off by
the predicate, ends at a goal with symbols that are not satisfied, or has no move left. All these
paths are walked to show this, up to a bound that keeps the argument short enough to read. If only
one move is left, it is forced, and the argument goes on from the next vertex.

With a predicate that has no false positives, every solution begins with the forced moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from witness.base.errors import InputError, quoted
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Place, Puzzle, place_text
from witness.searches.predicates.interface import Predicate
from witness.searches.tree.reasons import clauses
from witness.searches.tree.tree import STEP_NAMES, Branching, Node

#: The number of partial paths that the refutation of a move may take.
MOST_NODES = 30

#: The warning about a predicate that may be wrong.
UNPROVED = "The predicate is not proved: pruning forces these moves, and may lose solutions"

#: `out`: every path that it leads to is closed; `solution`: it leads to one; `open`: not decided.
Status = Literal["out", "solution", "open"]


@dataclass(frozen=True)
class Closing:
    """How a line of moves ends; lines that differ in their last step only, and end alike, are one.

    `brief` says why, and `sentence` says it in full; `clause` is the number of the clause that
    fires, if one does.
    """

    moves: tuple[str, ...]
    ends: tuple[str, ...]
    brief: str
    sentence: str
    clause: int | None = None


@dataclass(frozen=True)
class Move:
    """A legal move and its status; one that is out has `closings`."""

    node: Node
    status: Status
    closings: tuple[Closing, ...]


@dataclass(frozen=True)
class Forced:
    """The forced beginning of a path, and for each of its vertices all moves that were legal.

    A move is out if at most `most` partial paths show it, and `sound` says whether the predicate
    has no false positives. There is one row of `moves` more than forced moves if the path does not
    end at a goal: there none is left, or more than one.
    """

    puzzle: Puzzle
    clauses: tuple[str, ...]
    sound: bool
    most: int
    path: tuple[Vertex, ...]
    moves: tuple[tuple[Move, ...], ...]

    @property
    def notes(self) -> dict[Place, str]:
        """The numbers of the vertices as pruning forces them; the start has none."""
        return {vertex: str(number) for number, vertex in enumerate(self.path) if number}


def forced(puzzle: Puzzle, predicate: Predicate, most: int = MOST_NODES) -> Forced:
    """Follow the moves that pruning with a predicate forces (Appendix A).

    Refuting a move takes at most `most` partial paths. Raises `InputError` for a puzzle with
    several starts, and for one that A* does not know.
    """
    branching = Branching(puzzle, predicate)
    roots = branching.roots()
    if len(roots) > 1:
        raise InputError(
            f"puzzle {quoted(puzzle.id)} has {len(roots)} starts; forced moves are "
            "those from one start"
        )
    node = roots[0]
    rows = []
    while node.outcome == "open":
        row = tuple(_tried(branching, child, most) for child in branching.children(node))
        rows.append(row)
        left = [move.node for move in row if move.status != "out"]
        if len(left) != 1:
            break
        node = left[0]
    return Forced(puzzle, clauses(predicate), predicate.sound, most, node.path, tuple(rows))


def _tried(branching: Branching, child: Node, most: int) -> Move:
    """Walk all that a move leads to, depth first, as far as `most` partial paths allow."""
    closings: list[Closing] = []
    todo, examined = [child], 0
    while todo:
        node = todo.pop()
        examined += 1
        if node.outcome == "solution":
            return Move(child, "solution", ())
        if examined > most:
            return Move(child, "open", ())
        below = branching.children(node) if node.outcome == "open" else ()
        todo += reversed(below)
        if not below:
            _add(closings, _closing(branching, node, len(child.path)))
    return Move(child, "out", tuple(closings))


def _closing(branching: Branching, node: Node, length: int) -> Closing:
    """Return why nothing comes after a path; its first `length` vertices include the move."""
    steps = tuple(
        STEP_NAMES[r2 - r, c2 - c]
        for (r, c), (r2, c2) in zip(node.path[length - 2 :], node.path[length - 1 :], strict=False)
    )
    if node.outcome == "pruned":
        reason = branching.reasons(node)[0]
        return Closing(steps[:-1], steps[-1:], reason.brief, reason.sentence, reason.clause)
    words = "no move is left"
    if node.outcome == "no solution":
        words = f"at the goal, but {branching.faults(node)[0]}"
    return Closing(steps[:-1], steps[-1:], words, words)


def _add(closings: list[Closing], new: Closing) -> None:
    """Add the end of a line of moves, to one beside it if that ends alike."""
    for place, known in enumerate(closings):
        if (known.moves, known.brief) == (new.moves, new.brief):
            closings[place] = replace(known, ends=known.ends + new.ends)
            return
    closings.append(new)


@dataclass(frozen=True)
class Why:
    """Why a move is out; `lines` are the lines of moves that follow it, with what closes each."""

    text: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A step of the argument: the vertex that is forced, by its number, and why no other is.

    What ends the argument has no number.
    """

    number: int | None
    text: str
    why: tuple[Why, ...]


def argument(found: Forced) -> list[Step]:
    """Return the argument in words, a step for each vertex from the start on."""
    steps = []
    for number, row in enumerate(found.moves, start=1):
        left = [move for move in row if move.status != "out"]
        why = _whys([move for move in row if move.status == "out"])
        if len(left) == 1:
            node = left[0].node
            only = ", the only move there is" if len(row) == 1 else ""
            goal = ": the goal, and a solution" if node.outcome == "solution" else ""
            steps.append(Step(number, f"{node.step} to {place_text(node.head)}{only}{goal}", why))
        elif left:
            more = " more" if number > 1 else ""
            names = " and ".join(move.node.step for move in left)
            steps.append(Step(None, f"Nothing{more} is forced: {names} are left", why))
        elif row:
            steps.append(Step(None, "No move is left: there is no solution", why))
        else:
            steps.append(Step(None, "There is no move: there is no solution", ()))
    if not found.moves:
        steps.append(Step(None, "The start is a goal: there is no move to force", ()))
    return steps


def named_clauses(found: Forced) -> list[str]:
    """Return the clauses in English that the argument names by their numbers."""
    closings = (c for row in found.moves for move in row for c in move.closings)
    numbers = {closing.clause for closing in closings}
    return [
        f"clause {number}: {words}."
        for number, words in enumerate(found.clauses, start=1)
        if number in numbers
    ]


def argument_lines(found: Forced) -> list[str]:
    """Return the argument as lines of text, with the clauses that it names below."""
    lines = [] if found.sound else [f"{UNPROVED}."]
    for step in argument(found):
        lines.append(step.text if step.number is None else f"{step.number}. {step.text}")
        for why in step.why:
            lines += [f"     {why.text}", *(f"       {line}" for line in why.lines)]
    return lines + named_clauses(found)


def _whys(moves: Sequence[Move]) -> tuple[Why, ...]:
    """Return why moves are out: in full what closes one at once, in brief what closes it later."""
    at_once: dict[str, list[str]] = {}
    later = []
    for move in moves:
        first = move.closings[0]
        if first.moves:
            words = f"not {move.node.step}, for all that follows is closed:"
            later.append(Why(words, tuple(map(_line, move.closings))))
        else:
            at_once.setdefault(first.sentence, []).append(f"not {move.node.step}")
    return (*(Why(f"{', '.join(n)}: {words}") for words, n in at_once.items()), *later)


def _line(closing: Closing) -> str:
    ends = " or ".join(closing.ends)
    steps = f"{', '.join(closing.moves)}, then {ends}" if closing.moves else ends
    return f"{steps}: {closing.brief}"
