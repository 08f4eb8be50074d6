"""The triage of hypotheses (paper, Algorithm 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from witness.base.errors import InputError
from witness.base.limits import check_amount
from witness.base.meant import none_such
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.library.expected import checked, expect
from witness.library.hypothesis import Hypothesis
from witness.library.progress import progress
from witness.pipeline import triage as algorithm_2
from witness.pipeline.candidates import Candidate, TruthTables, gather_all
from witness.pipeline.race import Totals, as_entrants, race, references
from witness.puzzle.model import Puzzle
from witness.searches import Limits
from witness.searches import engine as engine_named


@checked
def triage(
    hypotheses: Sequence[Hypothesis],
    sets: Sequence[Sequence[Puzzle]],
    keep: Sequence[int],
    *,
    rank_by: str = "expansions",
    rounds: int = 3,
    max_expansions: int | None = None,
    engine: str = "compiled",
) -> Hypothesis:
    """Return the best of several hypotheses (paper, Algorithm 2).

    Each of the filter `sets` is a stage: A* in sort mode solves its panels with every hypothesis
    that is still in the race, and as many as `keep` says go on: k1, k2 and 1 in the paper.
    Hypotheses that no search can tell apart race as one. `rank_by` is `expansions`, the same on
    every machine, or `time`: the least processor time of some `rounds`, as in the paper. The
    `record` of the winner has the ranking of each stage. Raises `InputError` for hypotheses of
    several backgrounds, and if none of them can race.

    >>> from witness import Hypothesis, Puzzle
    >>> body = "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N)"
    >>> sets = [[Puzzle.random(3, 3, seed=4 * n + m) for m in range(4)] for n in range(3)]
    >>> too_many = Hypothesis.of(f"{body}, greaterThan(N,T).")
    >>> too_few = Hypothesis.of(f"{body}, greaterThan(T,N).")
    >>> winner = triage([too_few, too_many], sets, keep=[2, 2, 1])
    >>> winner == too_many
    True
    >>> [entry["expansions"] for entry in winner.record["stages"][-1]]
    [478, 651]
    """
    background = _check(hypotheses, sets, keep, rank_by)
    boards = (puzzle for puzzles in sets for puzzle in puzzles)
    longest = max(((one.rows + 1) * (one.cols + 1) - 1 for one in boards), default=0)
    named = {str(number): list(one.clauses) for number, one in enumerate(hypotheses)}
    gathered = gather_all({"all": named}, background, TruthTables("plain", longest))
    candidates = [candidate for candidate in gathered if candidate.left_out is None]
    timed = rank_by == "time"
    search, limits = engine_named(engine), Limits(max_expansions=max_expansions)

    with progress(sum(map(len, sets)), "panel") as step:

        def measure(number: int, racing: Sequence[Candidate]) -> Mapping[str, Totals]:
            entrants = references("plain") | as_entrants(racing, background)
            times = rounds if timed else 1
            return race(
                entrants, sets[number], "plain", search, limits, rounds=times, progress=step
            )

        stages = algorithm_2.triage(
            candidates,
            keep,
            measure,
            rank_by=cast(algorithm_2.RankBy, rank_by),
            margin=None if timed else 0.0,
        )
    best = stages[-1].kept["all"]
    if not best:
        raise InputError("no hypothesis is left: none of them could be evaluated on every panel")
    (winner,) = (candidate for candidate in candidates if candidate.id == best[0])
    record = {
        "stages": [[one.to_json(stage.totals) for one in stage.ranking] for stage in stages],
        "sources": winner.sources["all"],
    }
    clauses = tuple(parse_clauses("\n".join(winner.programs["all"])))
    return Hypothesis(clauses, background, record, "winner")


def _check(
    hypotheses: Sequence[Hypothesis],
    sets: Sequence[Sequence[Puzzle]],
    keep: Sequence[int],
    rank_by: str,
) -> Background:
    """Return the background of all hypotheses. Raises `InputError` for what cannot be raced."""
    for hypothesis in hypotheses:
        expect("hypotheses", hypothesis, Hypothesis)
    if not sets or len(sets) != len(keep):
        raise InputError(
            f"there are {len(sets)} filter sets, and keep has {len(keep)} numbers; one for each "
            "set is expected"
        )
    for most in keep:
        check_amount("keep", most, whole=True, least=1)
    if rank_by not in algorithm_2.RANKINGS:
        raise none_such("ranking", rank_by, algorithm_2.RANKINGS)
    backgrounds = [one.background for one in hypotheses if one.clauses]
    if not backgrounds:
        raise InputError("no hypothesis has a clause")
    if any(one != backgrounds[0] for one in backgrounds):
        raise InputError("the hypotheses have several backgrounds; one for all is expected")
    return backgrounds[0]
