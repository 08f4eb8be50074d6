"""The least-entropy solution: where MUSE and ReMUSE come from, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from witness.base.errors import InputError, quoted
from witness.base.limits import Limits
from witness.difficulty.entropy.arrays import layout
from witness.difficulty.entropy.compiled import SLICE, DepthFirst
from witness.difficulty.entropy.listed import listed, tree_of
from witness.difficulty.entropy.reference import NEVER, Entropy, Player, Tree, entropy_of
from witness.difficulty.inference import allowed
from witness.difficulty.rate import MOST_STATES, rate
from witness.difficulty.state import Panel, State, panels
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import Path


@dataclass(frozen=True)
class Step:
    """A state on the way: where its path has arrived, the number of moves that the rules leave, and
    the bits that choosing among these adds to the score.
    """

    place: Place
    moves: int
    bits: float


@dataclass(frozen=True)
class Descent:
    """A solution of least entropy, its score, and the states on the way with their bits.

    After the last step nothing has a cost: the player sees the solution.
    """

    path: Path
    score: float
    steps: tuple[Step, ...]

    @property
    def notes(self) -> dict[Place, str]:
        """The bits of each step by its place, as a drawing has them."""
        return {step.place: f"{step.bits:.2f}".rstrip("0").rstrip(".") for step in self.steps}


def descent(puzzle: Puzzle, player: Player, measure: str) -> Descent:
    """Return the solution that determines a score ("muse" or "remuse"); the first of equal ones.

    Raises `InputError` if the player cannot solve the puzzle, or if it cannot be rated.
    """
    rated = rate(puzzle, player)
    if rated.status == "unsolvable":
        raise InputError(f"puzzle {quoted(puzzle.id)} has no solution")
    if rated.status == "lost":
        raise InputError(f"the rules speak against all solutions of puzzle {quoted(puzzle.id)}")
    if rated.status != "rated":
        raise InputError(
            f"puzzle {quoted(puzzle.id)} is too large to be rated: it has more than "
            f"{MOST_STATES} states"
        )
    paths: list[Path] = []
    if rated.engine == "solutions":
        paths.extend(listed(puzzle, Limits()))
    all_seen = [_Known(panel, player.on(panel), measure, paths) for panel in panels(puzzle)]
    seen = min(all_seen, key=lambda one: one.of(one.panel.begin()))
    panel, player = seen.panel, seen.player
    state = panel.begin()
    score = seen.of(state)
    steps = []
    while not state.solved:
        ahead = player.sees(state)
        moves = allowed(player.rules, state, player.lookahead)
        here = seen.of(state)
        place = panel.graph.places[state.head]
        if ahead is not None:
            steps.append(Step(place, len(moves), here))
            state = ahead
            break
        state = min((state.after(move) for move in moves), key=seen.of)
        steps.append(Step(place, len(moves), here - seen.of(state)))
    return Descent(state.path, score, tuple(steps))


class _Known:
    """Scores of states, each found once."""

    def __init__(self, panel: Panel, player: Player, measure: str, paths: Sequence[Path]) -> None:
        """Make ready for a panel that compiled loops rate, or that has these solutions."""
        self.panel, self.player = panel, player
        self._measure = measure
        self._known: dict[State, float] = {}
        self._tree = tree_of(panel, paths)
        self._layout = None if paths else layout(panel, player)

    def of(self, state: State) -> float:
        """Return the score of a state."""
        if state not in self._known:
            self._known[state] = getattr(self._entropy(state), self._measure)
        return self._known[state]

    def _entropy(self, state: State) -> Entropy:
        if self._layout is None:
            tree: Tree | None = self._tree
            for place in state.trail[1:]:
                tree = None if tree is None else tree.get(place)
            return NEVER if tree is None else entropy_of(state, self.player, tree=tree)
        search = DepthFirst(self._layout, state.trail, state.edges)
        while not search.done:
            search.run(SLICE)
        return search.scores.entropy
