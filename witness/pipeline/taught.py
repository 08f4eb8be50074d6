"""One proved predicate beside Algorithm 2, from all training puzzles or from none.

With `teach: together`, all training puzzles are one task, learned from until everything is proved.
With `teach: best`, no puzzle is needed: the answer is the best sound predicate of the bias
(`witness.proof.best`). Either way there is nothing to choose from but the clauses of one proved
predicate: a clause that does not pay for itself is dropped. All of them are sound, so A* prunes
with them; the race is that of triage, and without times the whole predicate wins, as it prunes
most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from witness.base import clock
from witness.base.collector import without_collector
from witness.clauses.background import Background
from witness.clauses.language.terms import Clause, clause_text
from witness.clauses.learners.settings import Settings
from witness.pipeline.candidates import Candidate
from witness.pipeline.race import Entrant, Totals, race, references
from witness.pipeline.training import MAX_PATHS, taught_labels
from witness.pipeline.triage import RankBy, rank
from witness.proof.best import best
from witness.proof.teaching import learn_until_proved
from witness.puzzle.examples.examples import Sources, puzzle_task
from witness.puzzle.examples.partial_paths import Labels
from witness.puzzle.model import Puzzle
from witness.searches import Engine, Limits
from witness.searches.predicates.together import SharedClauses

#: Of more clauses than these not all subsets race, but all clauses, and then all but one of them.
_ALL_SUBSETS = 4


def teach_together(
    puzzles: Sequence[Puzzle],
    folder: str | Path,
    *,
    bk: str | Path,
    bias: str | Path,
    labels: Labels,
    unreachable: bool,
    learner: str,
    settings: Settings,
) -> dict[str, Any]:
    """Learn from all puzzles until everything is proved; write task and results into a folder.

    Return the record of the run. One example of each class stands for all. Raises `InputError` as
    `puzzle_task` and `witness.clauses.learners.learned` do.
    """
    with without_collector():
        made = puzzle_task(
            puzzles, bk=bk, bias=bias, labels=taught_labels(labels), most=MAX_PATHS,
            unreachable=unreachable, classes=True,
        )  # fmt: skip
        made.write(folder)
    return learn_until_proved(folder, learner=learner, settings=settings)


def teach_best(folder: str | Path, *, bk: str | Path, bias: str | Path) -> None:
    """Write the best sound predicate of a bias and what shows it into a folder.

    Raises `InputError` for a bias of which the states are not known.
    """
    begun = clock.worked()
    found = best(Sources.read(bk, bias))
    found.write(folder, clock.worked() - begun)


def fastest(
    clauses: Sequence[Clause],
    background: Background,
    puzzles: Sequence[Puzzle],
    engine: Engine,
    limits: Limits,
    *,
    rank_by: RankBy,
    rounds: int,
    margin: float | None,
) -> dict[str, Any]:
    """Return the subset of proved clauses with which A* is fastest on some puzzles, and the race.

    Of more than a few clauses, those are dropped one by one without which it is faster.
    """
    texts = [clause_text(clause) for clause in clauses]
    totals: dict[str, Totals] = {}
    known: dict[str, Candidate] = {}

    def best(subsets: Iterable[Sequence[str]]) -> Candidate:
        racing = [_candidate(subset, texts) for subset in subsets]
        shared = SharedClauses(background)
        entrants = {
            one.id: Entrant(shared.predicate(one.id, one.programs["proved"]), "prune")
            for one in racing
        }
        compared = references("plain")
        found = race(compared | entrants, puzzles, "plain", engine, limits, rounds=rounds)
        totals.update(found)
        known.update((one.id, one) for one in racing)
        _, kept = rank(racing, found, 1, rank_by=rank_by, margin=margin)
        return known[kept["proved"][0]]

    if not texts:
        return {"program": [], "race": []}
    if len(texts) <= _ALL_SUBSETS:
        chosen = best(own for n in range(1, len(texts) + 1) for own in combinations(texts, n))
    else:
        chosen = best([texts])
        while len(current := chosen.programs["proved"]) > 1:
            without = [[text for text in current if text != dropped] for dropped in current]
            following = best([current, *without])
            if following.id == chosen.id:
                break
            chosen = following
    ranking, _ = rank([*known.values()], totals, 1, rank_by=rank_by, margin=margin)
    compared = {name: totals[name] for name in references("plain")}
    return {
        "program": chosen.programs["proved"],
        "race": [ranked.to_json(compared) for ranked in ranking],
    }


def _candidate(program: Sequence[str], texts: Sequence[str]) -> Candidate:
    """Return a subset of clauses as a candidate, named by the numbers of its clauses."""
    numbers = "+".join(str(texts.index(text) + 1) for text in program)
    return Candidate(numbers, {"proved": [*program]}, {"proved": []})
