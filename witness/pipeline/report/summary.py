"""Sentences of the report: what was learned, whether it is proved and helps, what took no part."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Iterator

from witness.clauses.language.definitions import why_not_plain
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.report import paper
from witness.pipeline.report.records import Records, Triage
from witness.pipeline.report.speedups import (
    NOT_TIMED,
    TimeSpeedup,
    comparisons,
    spread,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.table import NO_WINNER, percent
from witness.puzzle.constraints import KINDS
from witness.puzzle.symbols import BARRING, SYMBOLS

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def summary(records: Records, elsewhere: str = "") -> tuple[str, str, str]:
    """Return three sentences, as plain text: what was learned, whether it is proved, and helps.

    `elsewhere` says which speedups in time others measured on the same puzzles.
    """
    return _learned(records), _proved(records), _helps(records, elsewhere)


def _learned(records: Records) -> str:
    program = records.proved_program
    runs = len(records.learning)
    learned = sum(bool(run.clauses) for run in records.learning)
    if not learned:
        reasons = [run.result["reason"] for run in records.learning if "reason" in run.result]
        why = f" ({len(reasons)} failed, the first with: {reasons[0]})" if reasons else ""
        puzzles = _count(runs, "training puzzle")
        return f"From {puzzles} nothing was learned: no run gave a clause{why}."
    if not program:
        return (
            f"{learned} of {_count(runs, 'training puzzle')} gave a predicate, but no clause of "
            "them could be proved, so there is no proved winner."
        )
    compared = {
        True: "it answers exactly like the paper’s π° in every state that a search can meet",
        False: "it is not the paper’s π°",
        None: "whether it is the paper’s π° cannot be decided state by state",
    }[records.is_paper(program, "plain")]
    clauses = _count(len(program), "clause", words=True)
    return (
        f"From {_count(runs, 'training puzzle')} the pipeline learned a predicate of {clauses} "
        "that says when a partial path cannot become a solution any more"
        f"{f'; {compared}' if records.beside_paper else ''}."
    )


def _proved(records: Records) -> str:
    program = records.proved_program
    if not program:
        text = "There is nothing to prove"
    elif (status := records.status(program)) == "proved":
        cases = sum(records.clause(text).cases for text in program)
        all_cases = "the one case" if cases == 1 else f"all {cases} cases"
        where = (
            f"in all {cases} local configurations in which a clause fires the square cannot get "
            "its number of edges any more"
            if records.about_triangles
            else f"in {all_cases} in which a clause fires the symbol cannot be satisfied any more"
        )
        text = (
            f"It is proved on boards of any size: {where}, so that pruning with it loses no "
            "solution"
        )
    else:
        text = f"It is not proved ({status}), so that pruning with it may lose solutions"
    return f"{text}{_unsound(records)}."


def _unsound(records: Records) -> str:
    """Return what to say about the winner of all hypotheses, if it is not proved."""
    program = records.winner("winner").get("program", ())
    status = records.status(program)
    if not program or status == "proved":
        return ""
    runs = [record for record in records.test if record["run"] == "winner_prune"]
    lost = sum(record["status"] == "unsolvable" for record in runs)
    facts = [f"is {status}"]
    if records.looks_at_length(program):
        facts.append("looks at the path’s length")
    if runs:
        facts.append(f"loses {lost:,} of {_count(len(runs), 'test puzzle')} when it prunes")
    listed = " and ".join([", ".join(facts[:-1]), facts[-1]] if len(facts) > 1 else facts)
    return f" – unlike winner, the best of all hypotheses in sort mode, which {listed}"


def _helps(records: Records, elsewhere: str) -> str:
    if not records.proved_program:
        beside = (
            f" (speedups in the paper: {paper.EXPANSION_SPEEDUP.total} in expansions, "
            f"{paper.TIME_SPEEDUP.total} in time)"
            if records.beside_paper
            else ""
        )
        return f"There is {NO_WINNER}{beside}."
    recorded = sum(record["run"] == "winner_proved" for record in records.test)
    answered = comparisons(records.test, "winner_proved")
    expansions = total_speedup(answered)
    seconds = time_speedup(answered)
    if expansions is None or seconds is None:
        return (
            f"How much it helps cannot be said: on none of {_count(recorded, 'test puzzle')} did "
            "both searches end within their limits."
        )
    left_out = recorded - len(answered)
    without = f" (without {left_out:,} that a search did not answer)" if left_out else ""
    slower = percent(sum(one.speedup("seconds") < 1 for one in answered), len(answered))
    theirs = {
        "expansions": f"; the paper {paper.EXPANSION_SPEEDUP.total}",
        "time": f"; the paper {paper.TIME_SPEEDUP.total}",
        "slower": f" (the paper {paper.SLOWER_PERCENT} %)",
    }
    if not records.beside_paper:
        theirs = dict.fromkeys(theirs, "")
    if isinstance(seconds, TimeSpeedup):
        known = "; ".join(filter(None, (seconds.range, elsewhere)))
        time = (
            f"; in time it is {_times(seconds.total, 'faster', 'slower')} "
            f"({known}{theirs['time']}), and {slower:g} % of the puzzles take "
            f"longer{theirs['slower']}"
        )
    else:
        time = f"; {NOT_TIMED[seconds]}"
    typical = statistics.median(one.speedup("expansions") for one in answered)
    over = spread(answered, "expansions")
    known = (
        f"95 % interval {over.interval}, the hardest hundredth of the puzzles has "
        f"{over.largest:.0f} % of the baseline’s expansions"
        if over
        else ""
    )
    text = (
        f"Against {records.baseline} on {_count(len(answered), 'test puzzle')}{without} it makes "
        f"the search of a typical puzzle {_times(typical, 'smaller', 'larger')} (median), and all "
        f"searches together {_times(expansions, 'smaller', 'larger')} (expansion speedup "
        f"{expansions:.3g}, {known}{theirs['expansions']}){time}"
    )
    if recorded == paper.TEST_PUZZLES or not records.beside_paper:
        return f"{text}."
    return f"{text}, on another scale than the paper’s {paper.TEST_PUZZLES:,} puzzles."


def _times(speedup: float, better: str, worse: str) -> str:
    if 0.995 <= speedup < 1.005:
        return f"neither {better} nor {worse}"
    return f"{max(speedup, 1 / speedup):.3g} times {better if speedup > 1 else worse}"


def _count(number: int, noun: str, *, words: bool = False) -> str:
    shown = _NUMBERS[number] if words and number < len(_NUMBERS) else f"{number:,}"
    return f"{shown} {noun}{'' if number == 1 else 's'}"


def beyond_plain(records: Records) -> list[str]:
    """Return sentences about recursive hypotheses, and those that invent predicates.

    They are neither translated nor proved, and take no part in the triage. There are no sentences
    if all hypotheses took part.
    """
    head = records.background.bias.head.key
    number = sum(
        why_not_plain(parse_clauses("\n".join(run.clauses)), head) is not None
        for run in records.learning
    )
    found = []
    if number:
        have = "hypothesis has" if number == 1 else "hypotheses have"
        found.append(
            f"{number} {have} clauses beyond plain ones: recursive ones, or of predicates that the "
            "learner invented. These clauses are neither translated nor proved; the others are."
        )
    for variant, triage in records.triage.items():
        found += [
            f"Variant {variant}: {words}" for words in (*_left_out(triage), *_dropped(triage))
        ]
    return found


def _left_out(triage: Triage) -> Iterator[str]:
    reasons: Counter[str] = Counter()
    for candidate in triage.left_out:
        puzzles = {puzzle for found in candidate.sources.values() for puzzle in found}
        reasons[candidate.left_out or ""] += len(puzzles)
    for reason, number in reasons.most_common():
        those = "1 hypothesis was" if number == 1 else f"{number} hypotheses were"
        yield f"{those} left out of the triage: {reason}."


def _dropped(triage: Triage) -> Iterator[str]:
    for stage, ranking in triage.rankings.items():
        reasons = [entry["dropped"] for entry in ranking["ranking"] if entry.get("dropped")]
        if reasons:
            one = len(reasons) == 1
            those = "1 candidate was" if one else f"{len(reasons)} candidates were"
            first = "" if one else "the first: "
            yield f"{those} dropped in stage {stage} ({first}{reasons[0]})."


#: What a solution must do for each kind of symbol.
RULES = {name: SYMBOLS[name].asks for name in (*KINDS, *BARRING)}

#: The predicates that every report speaks of, as (term, what it means).
DEFINITIONS = (
    (
        "π",
        "An incompletability predicate: it fires on partial paths that it says are lost. "
        "A learned predicate fires if any of its clauses holds for any symbol of the panel. "
        "A* expands paths on which a predicate fires after all others (sort), or never (prune).",
    ),
    (
        "π_baseline",
        "The paper's hand-written predicate (section 2.3): it fires if some square has more edges "
        "on the path than triangles. It never errs. "
        "A* that prunes with it is the baseline of the speedups.",
    ),
    (
        "π°",
        "The predicate that the paper learned (Table 3): it fires where π_baseline does, and also "
        "when the path has left a square of three triangles after one or two of its edges.",
    ),
    (
        "winner, winner_proved",
        "winner is what Algorithm 2 returns: the learned hypothesis with the greatest speedup in "
        "time or, by triage.rank_by, in expansions. "
        "A* sorts there, so that a hypothesis that errs loses no solution. "
        "winner_proved is what Algorithm 2 returns if each hypothesis is cut down to its proved "
        "clauses. A* prunes with it on the test set and the large puzzles.",
    ),
)


def panel_words(features: Collection[str] = ("triangles",)) -> tuple[str, str]:
    """Return two sentences: what a panel with these features of `RULES` is, and its solutions."""
    rules = [RULES[name] for name in RULES if name in features]
    listed = " and ".join([*filter(None, [", ".join(rules[:-1])]), *rules[-1:]])
    return (
        "A panel is a board of squares with a start (the disc), a goal (the rounded end), and "
        "symbols.",
        "A solution is a path along edges from the start to the goal that visits no vertex twice "
        f"and satisfies every symbol: {listed}.",
    )
