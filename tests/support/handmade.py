"""Small records made by hand, with known answers, for the tests of tables, figures and report."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.candidates import Candidate, Variant
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import JobTime
from witness.pipeline.report.paper import CLAUSES
from witness.pipeline.report.records import Records, Triage
from witness.pipeline.training import LearningRun, Program
from witness.proof.prover import verify
from witness.puzzle.model import Puzzle

#: It fires in the same states as the last clause of π°, in other words.
TWIN = (
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(C,F), notAdjacent(A,B), two(F)."
)
OURS: Program = (CLAUSES[0], CLAUSES[1], TWIN)
LENGTH = "f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), three(D)."
UNSOUND: Program = (CLAUSES[0], LENGTH)

PUZZLE = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (1, 1, 1)), id="train-0000")


@cache
def verdict(program: Program) -> dict[str, Any]:
    clauses = parse_clauses("\n".join(program))
    return verify(clauses, read_background()).to_json()


def core(program: Program) -> Program:
    return tuple(v["clause"] for v in verdict(program)["clauses"] if v["status"] == "proved")


def run(number: int, program: Program, status: str = "learned", seconds: float = 1) -> LearningRun:
    result = {"status": status, "seconds": seconds, "learner": "asp", "version": "0.1.0"}
    return LearningRun(f"train-{number:04d}", result, program, core(program), verdict(program))


def entry(name: str, places: dict[str, int], expansions: int, seconds: float) -> dict[str, Any]:
    """Return a ranking entry; π_baseline makes 1000 expansions in a second, A* alone twice that."""
    return {
        "candidate": name,
        "places": places,
        "expansions": expansions,
        "seconds": seconds,
        "baseline_expansions": 1000,
        "baseline_seconds": 1.0,
        "capped": 0,
        "baseline_capped": 0,
        "none_expansions": 2000,
        "none_seconds": 2.0,
        "rounds": [seconds, 1.1 * seconds],
        "ties": [],
    }


def triage(all_program: Program, proved_program: Program) -> Triage:
    """Return a triage whose winner takes 100 expansions, and whose proved winner takes 200."""
    candidates, ranking = {}, []
    kept: dict[str, list[str]] = {"all": [], "proved": []}
    winners: dict[str, Any] = {}
    both = all_program == proved_program
    for track, name, program, places, expansions in (
        ("all", "winner", all_program, {"all": 1, **({"proved": 1} if both else {})}, 100),
        ("proved", "winner_proved", proved_program, {"proved": 1}, 200),
    ):
        winners[name] = {
            "candidate": None,
            "program": list(program),
            "status": verdict(program)["status"],
            "clause_status": [v["status"] for v in verdict(program)["clauses"]],
            "sources": [],
            "measurement": None,
        }
        if not program:
            continue
        identifier = "both" if both else name
        candidate = candidates.setdefault(identifier, Candidate(identifier))
        candidate.programs[track] = list(program)
        candidate.sources[track] = ["train-0000"]
        kept[track] = [identifier]
        measured = entry(identifier, places, expansions, expansions / 500)
        if not (both and track == "proved"):
            ranking.append(measured)
        winners[name] |= {
            "candidate": identifier,
            "sources": ["train-0000"],
            "measurement": measured,
        }
    rankings = {stage: {"kept": kept, "ranking": ranking} for stage in (1, 2, 3)}
    return Triage(candidates, rankings, winners)


def search(
    number: int,
    name: str,
    expansions: int,
    seconds: float = 0.001,
    *,
    size: tuple[int, int] = (2, 3),
    status: str = "solved",
) -> dict[str, Any]:
    return {
        "id": f"puzzle-{size[0]}x{size[1]}-{number:04d}",
        "rows": size[0],
        "cols": size[1],
        "run": name,
        "status": status,
        "length": 5 if status == "solved" else None,
        "expansions": expansions,
        "seconds": seconds,
        "engine": "reference",
    }


#: Two puzzles: 100 → 10 expansions and 20 → 20; 0.4 → 0.1 and 0.1 → 0.4 seconds. The
#: winner loses the second one when it prunes.
TEST = (
    search(0, "baseline", 100, 0.4),
    search(0, "winner_proved", 10, 0.1),
    search(0, "winner_sort", 5, 0.1),
    search(0, "winner_prune", 5, 0.1),
    search(1, "baseline", 20, 0.1, size=(3, 2)),
    search(1, "winner_proved", 20, 0.4, size=(3, 2)),
    search(1, "winner_sort", 40, 0.4, size=(3, 2)),
    search(1, "winner_prune", 3, 0.4, size=(3, 2), status="unsolvable"),
)

#: Its puzzles; the triangles of the first force its first steps.
TEST_PUZZLES = {
    puzzle.id: puzzle
    for puzzle in (
        Puzzle(2, 3, ((0, 0),), ((2, 3),), ((0, 0, 3), (0, 1, 1)), id="puzzle-2x3-0000"),
        Puzzle(3, 2, ((0, 0),), ((3, 2),), ((0, 0, 1),), id="puzzle-3x2-0001"),
    )
}

#: Budgets of 1104 and 11040 expansions; the baseline misses one puzzle in the smaller one.
MINUTES = (0.001, 0.01)
LARGE = (
    search(0, "baseline", 2000, size=(3, 3)),
    search(0, "winner_proved", 900, size=(3, 3)),
    search(1, "baseline", 1104, size=(3, 3)),
    search(1, "winner_proved", 1104, size=(3, 3)),
    search(0, "baseline", 11040, size=(3, 4), status="expansion-limit"),
    search(0, "winner_proved", 11040, size=(3, 4), status="expansion-limit"),
)


def records(
    runs: tuple[LearningRun, ...] = (),
    winner: Program = OURS,
    winner_proved: Program = OURS,
    **changes: Any,
) -> Records:
    """Return the records of an experiment; both variants of triage are the same."""
    variants: tuple[Variant, ...] = ("plain", "baseline")
    parts: dict[str, Any] = {
        "learning": runs or (run(0, OURS, seconds=2), run(1, UNSOUND, seconds=4)),
        "triage": {variant: triage(winner, winner_proved) for variant in variants},
        "test": TEST,
        "large": LARGE,
        "puzzles": {PUZZLE.id: PUZZLE},
        "test_puzzles": TEST_PUZZLES,
        "background": read_background(),
        "max_size": 3,
        "minutes": MINUTES,
    }
    return Records(**{**parts, **changes})


#: The search with the baseline on the last one is not made: winner_proved has met the limit.
IMPLIED = (
    *LARGE[:4],
    {**LARGE[4], "seconds": None, "engine": None, "implied": True},
    LARGE[5],
)


def capped(searches: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    return tuple({**r, "status": "expansion-limit", "length": None} for r in searches)


#: What can go wrong in an experiment, by name.
EDGES: dict[str, Records] = {
    "as it should be": records(),
    "unsound winner": records(winner=UNSOUND, winner_proved=core(UNSOUND)),
    "nothing learned": records(
        (run(0, (), "nothing-learned"), run(1, (), "timeout"), run(2, (), "failed")), (), ()
    ),
    "nothing proved": records((run(0, (LENGTH,)),), (LENGTH,), ()),
    "no large set": records(large=()),
    "every search capped": records(test=capped(TEST), large=capped(LARGE)),
    "a search that is implied": records(large=IMPLIED),
    "no test puzzles": records(test_puzzles={}),
    "no time at all": records(test=tuple({**r, "seconds": 0.0} for r in TEST)),
    "no records": records(learning=(), triage={}, test=(), large=(), puzzles={}, test_puzzles={}),
}


def experiment(
    config: dict[str, Any], known: Records, jobs: list[JobTime], machine: dict[str, Any]
) -> Experiment:
    """Return a finished experiment without a folder."""
    found = Experiment.__new__(Experiment)
    vars(found).update(folder=Path(), config=config, records=known, jobs=jobs, machine=machine)
    return found
