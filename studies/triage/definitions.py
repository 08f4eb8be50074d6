"""What it costs to prove a clause: the price that Algorithm 2 weighs against what a clause saves.

In the paper each clause of a predicate takes time, and triage leaves out those that do not save as
much (section 5.3). The authors rewrote π° in Python, so that A* need not ask Prolog; the triage of
all learned predicates probably did ask it, but the paper does not say. The engines of this package
look clauses up in tables. This module measures what clauses would cost in SWI-Prolog: in logical
inferences, which are the same on every machine, and in seconds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.clauses.background import Background, definitions_for, read_background
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.terms import Key
from witness.clauses.prolog.process import REFEREE, Process
from witness.puzzle.examples.examples import needed_primitives
from witness.puzzle.examples.partial_paths import partial_paths
from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import (
    PathView,
    SquareView,
    board_view,
    path_facts,
    square_facts,
    square_view,
)
from witness.searches.prolog.hypothesis import PATH, SQUARES, Fact, told
from witness.searches.prolog.referee import ALLOWED

_NUMBERS = count(1)


class Example(NamedTuple):
    """A partial path and a square: the arguments with which a predicate is called."""

    path: PathView
    square: SquareView


@dataclass(frozen=True)
class Price:
    """The cost of a program: inferences and seconds per example, and the share it covers."""

    inferences: float
    seconds: float
    covered: float


def sample(
    puzzles: Sequence[Puzzle], each: int, variant: Literal["plain", "baseline"], rng: random.Random
) -> list[Example]:
    """Return at most `each` examples from each training puzzle, drawn without replacement.

    The variant `baseline` leaves out those that its searches never meet: paths that have more edges
    of a square than it has triangles.
    """
    found: list[Example] = []
    for puzzle in puzzles:
        squares = list(puzzle.triangle_at.items())
        views = [square_view(puzzle, square, number) for square, number in squares]
        edges = [
            {puzzle.grid.edge_number[edge] for edge in puzzle.grid.square_edges(square)}
            for square, _ in squares
        ]
        paths = [
            path
            for path in partial_paths(puzzle)
            if variant == "plain"
            or all(
                len(taken.intersection(path.edges)) <= number
                for taken, (_, number) in zip(edges, squares, strict=True)
            )
        ]
        number = len(paths) * len(views)
        for place in sorted(rng.sample(range(number), min(each, number))):
            one = paths[place // len(views)]
            path = board_view(puzzle).path(one.vertices, one.edges)
            found.append(Example(path, views[place % len(views)]))
    return found


@cache
def started() -> Process:
    """Return the process of SWI-Prolog that measures."""
    return Process(REFEREE, Path(__file__).with_name("price.pl"))


class Definitions:
    """A module of SWI-Prolog with the background definitions of a bias, facts and examples.

    Used as a context manager, it drops the module at its end. Raises `InputError` where
    SWI-Prolog is missing, and for a bias whose head is not f(path,square).
    """

    def __init__(self, bias: str | Path | None = None, facts: str = "", examples: str = "") -> None:
        #: The process that has the module.
        self.process = started()
        self.module = f"witness_price_{next(_NUMBERS)}"
        background = read_background(bias=bias)
        _check_head(background)
        beyond = (needed_primitives(background.program) | {s.key for s in background.bias.body}) & {
            key for key, primitive in PRIMITIVES.items() if primitive.subject != "square"
        } - PATH
        if beyond:
            name, arity = min(beyond)
            raise InputError(
                f"{name}/{arity} is not measured: it looks at the rest of the board",
                file=background.bias.file,
            )
        bk, program = definitions_for(bias), background.program
        #: What clauses may call: the subset, the primitives, and what the background defines.
        self._callable: list[Key] = [*ALLOWED, *PRIMITIVES, *program.rules, *program.facts]
        self._load([[str(bk), read_text(bk)], ["facts", facts]], examples)

    def __enter__(self) -> Definitions:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.ask("witness_referee:forget", self.module)

    def _load(self, program: list[list[str]], examples: str) -> None:
        given = (self.module, ("f", 2), self._callable, program, ["examples", examples])
        self.process.ask("witness_referee:load_task", *given, limited=False)

    def define(self, clauses: Sequence[str]) -> None:
        """Make clauses, given as texts, the definition of f/2."""
        self.process.ask("witness_referee:place", self.module, [["f", 2]], [])
        self._load([["clauses", "\n".join(clauses)]], "")

    def price(self, clauses: Sequence[str], rounds: int = 3) -> Price:
        """Return the cost of clauses on the examples of the module: the least of some rounds."""
        self.define(clauses)
        found = self.process.ask("witness_price:price", self.module, "f", rounds, limited=False)
        number = max(1, found["examples"])
        return Price(*(found[key] / number for key in ("inferences", "seconds", "covered")))


def _check_head(background: Background) -> None:
    """Raise `InputError` unless the head of a bias is f(path,square), as in the examples."""
    head = background.bias.head
    if head.name != "f" or background.roles != ("path", "square"):
        raise InputError(
            f"prices are measured for f of a partial path and a square, not for "
            f"{head.name}({','.join(background.roles)})",
            file=background.bias.file,
            line=head.line,
        )


def texts(examples: Sequence[Example]) -> tuple[str, str]:
    """Return examples as texts of Prolog: facts about their paths and squares, and the examples."""
    paths = {view: f"p{n}" for n, view in enumerate(dict.fromkeys(e.path for e in examples))}
    squares = {view: f"c{n}" for n, view in enumerate(dict.fromkeys(e.square for e in examples))}
    known = [path_facts(name, view) for view, name in paths.items()]
    known += [square_facts(name, view) for view, name in squares.items()]
    facts = [fact for own in known for fact in told(own, {*PATH, *SQUARES})]
    facts.sort(key=lambda fact: str(fact[0]))  # Prolog wants the clauses of a predicate together
    lines = [f"pos(f({paths[path]},{squares[square]}))." for path, square in examples]
    return "\n".join(map(_text, facts)), "\n".join(lines)


def _text(fact: Fact) -> str:
    def shown(value: Any) -> str:
        return f"[{','.join(value)}]" if isinstance(value, list) else str(value)

    return f"{fact[0]}({','.join(map(shown, fact[1:]))})."
