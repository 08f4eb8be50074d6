"""Panels with everything that can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any, cast

from witness.base.errors import InputError, quoted
from witness.base.files import json_value
from witness.base.limits import Limit, LimitReachedError, Limits
from witness.difficulty.rate import MOST_STATES, Rating, rate
from witness.difficulty.rules.registry import rules as inference_rules
from witness.difficulty.score_range import read_range, requirement
from witness.library.expected import as_tuple, checked_class, expect
from witness.library.hypothesis import Hypothesis, as_player
from witness.library.pictured import Drawing, PathLike, Solution, path_of
from witness.puzzle import model, solvers
from witness.puzzle import rules as puzzle_rules
from witness.puzzle.files import puzzle_from_json, read_puzzles, write_puzzles
from witness.puzzle.formats.registry import exporter
from witness.puzzle.generate.algorithms import check_sizes, path_set
from witness.puzzle.grid import Edge, Square
from witness.puzzle.model import Coloured, Place
from witness.puzzle.rules import Violation
from witness.puzzle.symbols.blocks import Block
from witness.puzzle.text import check_drawable, text
from witness.searches.predicates.interface import Predicate
from witness.studio.server.notebook import Editor
from witness.studio.server.suggestions import Suggestion, suggestions


@checked_class
class Puzzle(model.Puzzle):
    """A panel: its board, starts and goals, and its symbols.

    Coordinates are (row, column) from the bottom left. A path runs along edges from a start to a
    goal, and visits no vertex twice. Everything else is as in `witness.puzzle.model.Puzzle`.

    >>> puzzle = Puzzle(1, 2, starts=[(0, 0)], goals=[(1, 2)], triangles=[(0, 0, 1), (0, 1, 2)])
    >>> print(puzzle)
    ┌─────┬─────◎
    │  ▲  │ ▲ ▲ │
    ●─────┴─────┘
    >>> puzzle.count()
    1
    >>> print(puzzle.solve())
    ┌─────┬─────◎
    │  ▲  │ ▲ ▲ ┃
    ●━━━━━┷━━━━━┛
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        starts: Iterable[Place],
        goals: Iterable[Place],
        triangles: Iterable[tuple[Any, ...]] = (),
        gaps: Iterable[Edge] = (),
        dots: Iterable[Place] = (),
        squares: Iterable[Coloured] = (),
        stars: Iterable[Coloured] = (),
        pass_goals: bool = False,
        id: str = "puzzle",  # noqa: A002 - the field of puzzle files
        *,
        blocks: Iterable[Block | Mapping[str, Any]] = (),
        eliminations: Iterable[Any] = (),
        line_dots: Iterable[tuple[Place, int]] = (),
        missing: Iterable[Square] = (),
        open_halves: bool = False,
        symmetry: str = "",
        wraps: bool = False,
        rules: str = "game",
        **others: Iterable[Any],  # symbols that are not named here
    ) -> None:
        model.check_names(others)
        super().__init__(
            rows,
            cols,
            starts=as_tuple(starts),
            goals=as_tuple(goals),
            triangles=as_tuple(triangles),
            gaps=as_tuple(gaps),
            dots=as_tuple(dots),
            squares=as_tuple(squares),
            stars=as_tuple(stars),
            blocks=as_tuple(blocks),
            eliminations=as_tuple(eliminations),
            line_dots=as_tuple(line_dots),
            pass_goals=pass_goals,
            missing=as_tuple(missing),
            open_halves=open_halves,
            symmetry=symmetry,
            wraps=wraps,
            rules=rules,
            id=id,
            **{name: as_tuple(entries) for name, entries in others.items()},
        )
        self.check()

    @classmethod
    def draft(cls, *arguments: Any, **options: Any) -> Puzzle:
        """Return a panel that need not be in order; `problems` says all that is wrong with it.

        The arguments are those of `Puzzle`, which raises `InputError` for such a panel.

        >>> Puzzle.draft(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 5)]).problems()
        ['triangles has [0, 0, 5]; a square has 1, 2, 3 or 4 triangles']
        """
        made: Puzzle = cls.__new__(cls)
        model.Puzzle.__init__(made, *map(as_tuple, arguments), **{
            name: as_tuple(value) for name, value in options.items()
        })  # fmt: skip
        return made

    @classmethod
    def of(cls, puzzle: model.Puzzle) -> Puzzle:
        """Return a panel that another part of the package made, as one with these methods.

        >>> from witness.puzzle.files import puzzle_from_json
        >>> record = {"id": "p", "rows": 1, "cols": 1, "starts": [[0, 0]], "goals": [[1, 1]]}
        >>> Puzzle.of(puzzle_from_json(record)).count()
        2
        """
        return cls(**{field.name: getattr(puzzle, field.name) for field in fields(puzzle)})

    @classmethod
    def from_json(cls, record: Mapping[str, Any] | str) -> Puzzle:
        """Return the panel of a JSON object, or of its text: a line of a puzzle file.

        Raises `InputError`, which says what is wrong with it.

        >>> text = '{"id": "p", "rows": 1, "cols": 1, "starts": [[0, 0]], "goals": [[1, 1]]}'
        >>> print(Puzzle.from_json(text))
        ┌─────◎
        │     │
        ●─────┘
        >>> Puzzle.from_json({"id": "p", "rows": 1, "cols": 1, "starts": [[0, 0]]})
        Traceback (most recent call last):
        witness.base.errors.InputError: the key 'goals' is missing
        """
        value = json_value(record, "JSON") if isinstance(record, str) else record
        if isinstance(value, Mapping):
            value = dict(value)
        return cls.of(puzzle_from_json(value))

    @classmethod
    def read(cls, file: str | Path) -> list[Puzzle]:
        """Return the panels of a puzzle file (JSON Lines), in their order; or that in a link.

        The link may be one of the Windmill's editor, of the studio, or of witnesspuzzles.com with
        the puzzle in it. Nothing is fetched.

        Raises `InputError` with the file and the line at the first thing wrong with them.
        """
        return [cls.of(puzzle) for puzzle in read_puzzles(file)]

    @classmethod
    def random(
        cls,
        rows: int,
        cols: int,
        seed: int = 1,
        *,
        kind: str = "triangles",
        gaps: float = 0.0,
        difficulty: str | None = None,
        id: str | None = None,  # noqa: A002 - as in the constructor
    ) -> Puzzle:
        """Return a random panel that has a solution (paper, Algorithm 4).

        `kind` says what symbols it has: triangles, squares, stars, blocks, dots, mixed,
        eliminations, symmetry or everything. `gaps` is the fraction of edges with a gap. With a
        `difficulty` such as "remuse:3..5", panels are drawn until the score of one is in that
        range. The `id` is made of kind, size and seed unless given. Raises `InputError` for a
        board that is too small, and where no panel is as difficult.

        >>> print(Puzzle.random(2, 3, seed=1))
        ┌─────┬─────┬─────┐
        │     │     │ ▲▲▲ │
        ├─────┼─────┼─────┤
        │ ▲ ▲ │  ▲  │     │
        ●─────┴─────┴─────◎
        """
        check_sizes("random", min(rows, cols), max(rows, cols), kind)
        player = as_player("thesis", 0)
        asked = [] if difficulty is None else [requirement(read_range(difficulty), player)]
        rng = Random(int(seed))
        (drawn,) = path_set(rows, cols, 1, rng, kind=kind, gaps=gaps, requirements=asked)
        return cls.of(drawn).with_(id=f"{kind}-{rows}x{cols}-{seed}" if id is None else id)

    @staticmethod
    def write(
        file: str | Path, puzzles: model.Puzzle | Iterable[model.Puzzle] | None = None
    ) -> None:
        """Write a puzzle file with one panel or several; it appears whole or not at all.

        Raises `InputError` for what `read` would refuse: a draft, or two panels of one id.
        """
        if puzzles is None:
            raise InputError("use panel.draw().write(file), or Puzzle.write(file, [panel, …])")
        several = [puzzles] if isinstance(puzzles, model.Puzzle) else list(puzzles)
        ids = set()
        for puzzle in several:
            expect("puzzles", puzzle, model.Puzzle)
            puzzle.check()
            if puzzle.id in ids:
                own = 'each needs its own, as in panel.with_(id="another")'
                raise InputError(f"two panels have the id {quoted(puzzle.id)}; {own}")
            ids.add(puzzle.id)
        write_puzzles(file, several)

    def export(self, program: str) -> str:
        """Return the panel as another program reads it: `windmill` (a link) or `witnesspuzzles`.

        With `pddl` it is a planning problem: a domain and a problem, with an empty line between.
        Raises `InputError` that names everything that the other program does not have, or would
        judge in another way.

        >>> Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)]).export("windmill")
        'https://windmill.thefifthmatt.com/build/CAMSAigCEgIIBBIAEgQICzACEgASAggDEgIoAg==_0'
        """
        return exporter(program)(self)

    def draw(self, path: PathLike | None = None) -> Drawing:
        """Return a drawing of the panel, and of a path if one is given; notebooks show it.

        The path may end anywhere and may break the rules. Raises `InputError` if it leaves the
        board or jumps.

        >>> print(Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)]).draw([(0, 0), (0, 1)]))
        ┌─────◎
        │ ▲ ▲ │
        ●━━━━━┙
        """
        self.check()
        drawing = Drawing(self, None if path is None else path_of(path))
        check_drawable(self, drawing.path)
        return drawing

    def __repr__(self) -> str:
        given = ((one, getattr(self, one.name)) for one in fields(self))
        return f"Puzzle({', '.join(f'{f.name}={v!r}' for f, v in given if v != f.default)})"

    def __str__(self) -> str:
        return text(self) if not self.problems() else repr(self)

    def _repr_svg_(self, path: PathLike | None = None) -> str | None:
        """Return the picture that a notebook shows, None for a panel with `problems()`."""
        return None if self.problems() else self.draw(path).svg()

    def violations(self, path: PathLike) -> list[Violation]:
        """Return everything that keeps a path from being a solution.

        >>> puzzle = Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 1)])
        >>> [str(found) for found in puzzle.violations([(0, 0), (0, 1), (1, 1)])]
        ['the square [0, 0] has 1 triangle but 2 edges on the path']
        """
        return puzzle_rules.violations(self, path_of(path))

    def is_solution(self, path: PathLike) -> bool:
        """Whether a path is a solution.

        >>> Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)]).is_solution([(0, 0), (0, 1), (1, 1)])
        True
        """
        return not self.violations(path)

    def solve(
        self,
        solver: str = "auto",
        *,
        shortest: bool = False,
        time_limit: float | None = None,
        memory_limit: float | None = None,
        max_expansions: int | None = None,
    ) -> Solution:
        """Find a solution; with `shortest`, one with as few edges as possible.

        `solver` is "frontier", "clingo", "z3" or "astar"; "auto" takes the fastest that knows all
        of the panel. `time_limit` is in seconds, `memory_limit` in megabytes; at a limit the status
        names it. Raises `InputError` for a solver that does not know what the panel has.

        >>> puzzle = Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)])
        >>> found = puzzle.solve()
        >>> found.status, found.length
        ('solved', 2)
        >>> Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 3)]).solve().status
        'unsolvable'
        """
        self.check()
        limits = Limits(max_expansions, time_limit, memory_limit)
        answer = solvers.solve(self, solver, shortest=shortest, limits=limits)
        return Solution(**{**vars(answer), "id": self.id}, puzzle=self)

    def solutions(
        self, solver: str = "auto", *, time_limit: float | None = None
    ) -> Iterator[puzzle_rules.Path]:
        """Yield the solutions, each once, in the solver's own order.

        Raises `LimitReachedError` when there may be more, and `InputError` as `solve` does.

        >>> sorted(Puzzle(1, 1, [(0, 0)], [(1, 1)]).solutions())
        [((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (1, 1))]
        """
        self.check()
        return solvers.solutions(self, solver, limits=Limits(time_limit=time_limit))

    def count(
        self,
        solver: str = "auto",
        *,
        time_limit: float | None = None,
        memory_limit: float | None = None,
    ) -> int:
        """Return the number of solutions.

        Raises `LimitReachedError` at a limit, and `InputError` as `solve` does.

        >>> Puzzle(7, 7, [(0, 0)], [(7, 7)]).count()
        789360053252
        """
        self.check()
        limits = Limits(None, time_limit, memory_limit)
        number, status = solvers.count(self, solver, limits=limits)
        if status != "exact":
            message = f"{status}: there are at least {number:,} solutions"
            raise LimitReachedError(cast(Limit, status), message)
        return number

    def rate(
        self,
        rules: str | Predicate | Hypothesis = "thesis",
        *,
        lookahead: int = 0,
        max_states: int = MOST_STATES,
        time_limit: float | None = None,
    ) -> Rating:
        """Rate how hard the panel is, in bits: MUSE and ReMUSE (Chen 2023).

        `rules` are what a player knows, with commas between them: `thesis`, `full`, `none`, a
        predicate's name or a `.pl` file; or a predicate or a hypothesis alone. `lookahead` is the
        number of steps that a player looks ahead. Raises `InputError` for rules that there are not.

        >>> rating = Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)]).rate()
        >>> rating.status, rating.muse, rating.solutions
        ('rated', 1.0, 2)
        """
        self.check()
        player = as_player(rules, lookahead)
        return replace(rate(self, player, max_states=max_states, time_limit=time_limit), id=self.id)

    def suggestions(
        self,
        aim: str,
        *,
        path: PathLike | None = None,
        kinds: Sequence[str] = (),
        rules: str | Predicate | Hypothesis = "thesis",
        lookahead: int = 0,
        most: int | None = None,
        seed: int = 1,
        time_limit: float | None = None,
    ) -> Iterator[Suggestion]:
        """Yield panels that are suggested instead of this one.

        `aim` is "unique" (one symbol more that leaves one solution), "harder" or "easier" (one
        symbol more, fewer or exchanged; steps of different sizes first), "minimal" (the fewest
        symbols with the same solutions), "superfluous" (one symbol fewer, which changes nothing) or
        "line" (symbols that `path` satisfies; with one solution, if they can). `kinds` are those to
        add; without any, those of the panel. `rules` and `lookahead` are as in `rate`. Raises
        `InputError` where the aim cannot be asked, and `LimitReachedError` when the time is over.

        >>> puzzle = Puzzle(1, 1, [(0, 0)], [(1, 1)])
        >>> [found.words for found in puzzle.suggestions("unique", kinds=["gaps"])][0]
        'with a gap in the first column, at the bottom'
        """
        self.check()
        line = None if path is None else path_of(path)
        found = suggestions(
            self, aim, line=line, kinds=kinds, player=as_player(rules, lookahead), most=most,
            seed=seed, time_limit=time_limit,
        )  # fmt: skip
        return (replace(one, puzzle=Puzzle.of(one.puzzle)) for one in found)

    def edit(self, *, rules: str = "thesis") -> Editor[Puzzle]:
        """Open the panel in the studio; a notebook shows it, and `puzzle` is what was drawn there.

        `rules` are those of the player for whom it is rated, as in `rate`. Raises `InputError` for
        a board that is too large.
        """
        self.check()
        inference_rules(rules)
        return Editor(self, Puzzle.of, rules)
