"""Puzzles in the Game Description Language: analysed, solved and rated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from witness.base.files import read_text, write_text
from witness.base.html import code, table
from witness.base.limits import Budget, Limits
from witness.base.meant import none_such
from witness.difficulty.games.players import rule_names
from witness.difficulty.games.rate import MOST_STATES, GameRating, rate
from witness.gdl.filters import OPTIONAL
from witness.gdl.filters.analyse import analyse
from witness.gdl.language.from_puzzle import rulesheet_of
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import check, read_rulesheet
from witness.gdl.network import state_machine
from witness.gdl.network.network import Network
from witness.gdl.network.playable import playable
from witness.gdl.play import compiled
from witness.gdl.play.describe import sentences
from witness.gdl.play.result import Solution
from witness.gdl.play.solve import puzzle as puzzle_of
from witness.gdl.play.solve import solve
from witness.library.expected import checked_class
from witness.puzzle.model import Puzzle


@dataclass(frozen=True, kw_only=True, repr=False)
class Plan(Solution):
    """How a game is solved: its `status`, `score` and `moves`; a notebook shows them.

    `maximal` says that no play has more points, `shortest` that no plan with them has fewer moves.
    """

    def __str__(self) -> str:
        return "\n".join(self.moves or [self.status])

    def __repr__(self) -> str:
        return f"Plan(status={self.status!r}, score={self.score}, moves={self.moves})"

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return table([(number, code(move)) for number, move in enumerate(self.moves or [], 1)])


@checked_class
class Game:
    """A puzzle in the Game Description Language, by the text of its rules.

    Raises `InputError` for rules that make no game, and `LimitReachedError`.

    >>> game = Game('''
    ...     (role me) (init (at 0)) (succ 0 1) (succ 1 2)
    ...     (<= (legal me (go ?n)) (true (at ?m)) (succ ?m ?n))
    ...     (<= (next (at ?n)) (does me (go ?n)))
    ...     (<= terminal (true (at 2))) (<= (goal me 100) (true (at 2)))
    ... ''')
    >>> game.solve()
    Plan(status='solved', score=100, moves=['(go 1)', '(go 2)'])
    """

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self._sheet = read_rules(rules)
        check(self._sheet)

    @classmethod
    def read(cls, file: str | Path) -> Game:
        """Return the game of a file. Raises `InputError` with file and line, as `Game` does."""
        found = cls.__new__(cls)
        found.rules, found._sheet = read_text(file), read_rulesheet(file)
        return found

    @classmethod
    def of(cls, puzzle: Puzzle) -> Game:
        """Return a panel as a game. Raises `InputError` for symbols that there are no rules for.

        >>> from witness import Puzzle
        >>> Game.of(Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)])).solve().moves
        ['(go r0c0 r1c0)', '(go r1c0 r1c1)']
        """
        return cls(rulesheet_of(puzzle))

    def write(self, file: str | Path) -> None:
        """Write the rules to a file (`.kif`)."""
        write_text(file, self.rules)

    def __repr__(self) -> str:
        return f"Game({len(self._sheet.rules)} rules)"

    @cached_property
    def _network(self) -> Network:
        return playable(self._sheet)

    def analyse(
        self, *, role: str | None = None, score: int | None = None, time_limit: float = 60.0
    ) -> list[str]:
        """Return what static analysis finds, in sentences, for the aim of `score` points or more.

        By default the role is the first, and the score its best. Raises `InputError` for a game in
        which other roles matter, and `LimitReachedError`.

        >>> from witness import Puzzle
        >>> game = Game.of(Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)]))
        >>> game.analyse()[0]
        'Exactly one of (at ·) is true.'
        """
        with _budget(Limits(time_limit=time_limit)):
            puzzle = puzzle_of(self._network, role)
            aim = puzzle.scores(0)[0] if score is None else score
            puzzle.require_score(aim)
            return list(sentences(analyse(puzzle, aim)))

    def solve(
        self,
        *,
        role: str | None = None,
        score: int | None = None,
        first: bool = False,
        without: Sequence[str] = (),
        time_limit: float | None = 60.0,
        memory_limit: float | None = None,
        max_expansions: int | None = None,
        seed: int = 0,
    ) -> Plan:
        """Return the best score and a plan for it: a shortest one, or with `first` any.

        With a `score`, a plan with at least that score is enough. The filters `without` are left
        out. Raises `InputError` and `LimitReachedError` as `analyse` does.

        >>> from witness import Puzzle
        >>> Game.of(Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)])).solve().shortest
        True
        """
        for name in without:
            if name not in OPTIONAL:
                raise none_such("filter", name, OPTIONAL)
        with _budget(Limits(max_expansions, time_limit, memory_limit)) as budget:
            found = solve(
                self._network, role, score=score, first=first, without=without,
                limits=budget, seed=seed,
            )  # fmt: skip
        return Plan(**vars(found))

    def rate(
        self,
        rules: str = "all",
        *,
        role: str | None = None,
        score: int | None = None,
        lookahead: int = 0,
        horizon: int | None = None,
        max_states: int = MOST_STATES,
        time_limit: float | None = 600.0,
    ) -> GameRating:
        """Rate how hard the puzzle is, in bits: MUSE and ReMUSE.

        `rules` are the analyses that a player knows: `all`, `none`, or some with commas between
        them. A player looks `lookahead` moves ahead, and has `horizon` moves. Raises `InputError`
        as `analyse` does.

        >>> from witness import Puzzle
        >>> Game.of(Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 2)])).rate("none").muse
        1.0
        """
        names = rule_names(rules)
        with _budget(Limits(max_states, time_limit)) as budget:
            puzzle = puzzle_of(self._network, role)
            return rate(
                puzzle, names, score=score, lookahead=lookahead, horizon=horizon, limits=budget
            )


@contextmanager
def _budget(limits: Limits) -> Iterator[Budget]:
    """Yield a budget in force. What has to be compiled is compiled before."""
    state_machine.compiled_kernel()
    compiled.compiled_kernel()
    budget = Budget(limits)
    with budget.in_force():
        yield budget
