"""Tables about another experiment beside this one: what is new, what is gone, what it gained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from witness.report.known_clause import KnownClause
from witness.report.large_tables import MINUTES, solved_percent
from witness.report.records import Records
from witness.report.rounding import ratio
from witness.report.speedups import TimeSpeedup, comparisons, time_speedup, total_speedup
from witness.report.table import Column, table


@table(
    "against", "Another experiment beside this one",
    (
        "measure", Column("here", ours=True, stay=True),
        Column("there", stay=True), Column("gained", stay=True),
    ),
    section="against",
    named="measure",
    caption="The measures of this experiment (here) and of {{ records.against.name }} (there). "
    "Speedups are each over its own baseline, of its own puzzles unless it says so.",
    when=lambda records: records.against is not None,
)  # fmt: skip
def against(records: Records) -> Iterator[dict[str, Any]]:
    """Yield measures of this experiment and of the one beside it; none if there is none."""
    if records.against is None:
        return
    other = records.against.records
    here, there = _measures(records), _measures(other)
    for measure in [name for name in here if name in there]:
        ours, theirs = here[measure], there[measure]
        yield {"measure": measure, "here": ours, "there": theirs, "gained": _gained(ours, theirs)}
    if records.test_puzzles and records.test_puzzles == other.test_puzzles:
        ours, theirs = (
            {search["id"]: search for search in one.test if search["run"] == "winner_proved"}
            for one in (records, other)
        )
        both = [
            name
            for name in ours.keys() & theirs.keys()
            if {ours[name]["status"], theirs[name]["status"]} == {"solved"}
        ]
        sums = [sum(one[name]["expansions"] for name in both) for one in (ours, theirs)]
        yield {
            "measure": f"expansions with winner_proved, on {len(both):,} puzzles that both solve",
            "here": sums[0],
            "there": sums[1],
            "gained": _fewer(*sums),
        }


def _measures(records: Records) -> dict[str, Any]:
    """Return what can be compared of an experiment, by what it is; more is better."""
    learned = [run.clauses for run in records.learning if run.clauses]
    compared = comparisons(records.test, "winner_proved")
    timed = time_speedup(compared)
    measures: dict[str, Any] = {
        "training puzzles that gave a predicate": len(learned),
        "hypotheses proved": sum(records.status(program) == "proved" for program in learned),
        "different clauses proved": len(proved_clauses(records)),
        "clauses of winner_proved": len(records.proved_program),
        "expansion speedup on the test set": total_speedup(compared),
        "time speedup on the test set": timed.total if isinstance(timed, TimeSpeedup) else timed,
    }
    for budget in records.minutes if records.large else ():
        solved = solved_percent(records.large, "winner_proved", budget, records.clock)
        measures[f"large puzzles solved in {budget:g} {MINUTES[records.clock]}, %"] = solved
    return measures


def _fewer(ours: int, theirs: int) -> str | None:
    """Return how many times fewer ours are, or more; None if either is none."""
    found = ratio(theirs, ours)
    if found is None or found == 1:
        return None if found is None else "the same"
    return f"{max(found, 1 / found):.3g} times {'fewer' if found > 1 else 'more'}"


def _gained(ours: Any, theirs: Any) -> str | None:
    """Return how much more ours is; None if either is no number."""
    if not isinstance(ours, int | float) or not isinstance(theirs, int | float):
        return None
    return "the same" if ours == theirs else f"{ours - theirs:+.3g}".replace("-", "−")


@table(
    "against_clauses", "Clauses that only one of two experiments proved",
    ("clause", Column("only", stay=True), "winner_proved", "puzzles", "program"),
    section="against",
    caption="Clauses that only one of the two proved: those that are new here, and those that are "
    "gone; the clauses of winner_proved first.",
    most=10,
    by="only",
    when=lambda records: records.against is not None,
)  # fmt: skip
def against_clauses(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the proved clauses that are new here, then those that are gone; the winner's first."""
    if records.against is None:
        return
    both = (records, records.against.records)
    found = [proved_clauses(one) for one in both]
    for here in (0, 1):
        chosen = {both[here].clause(text).form for text in both[here].proved_program}
        only = [form for form in found[here] if form not in found[1 - here]]
        for form in sorted(only, key=lambda form: form not in chosen):
            clause, puzzles = found[here][form]
            yield {
                "clause": clause.short,
                "only": ("new here", "gone")[here],
                "winner_proved": "yes" if form in chosen else "no",
                "puzzles": puzzles,
                "program": clause.text,
            }


def proved_clauses(records: Records) -> dict[str, tuple[KnownClause, int]]:
    """Return the clauses proved, by form, with how many puzzles gave each, most common first."""
    known = [records.clause(text) for run in records.learning for text in run.clauses]
    numbers = Counter(clause.form for clause in known if clause.status == "proved")
    by_form = {clause.form: clause for clause in reversed(known)}
    return {form: (by_form[form], number) for form, number in numbers.most_common()}
