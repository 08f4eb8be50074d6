"""What a run of the workflow has found so far, in a line or two after each of its stages.

Snakemake's logger plugin `snakemake_logger_plugin_witness` asks for it while the workflow runs.
"""

from __future__ import annotations

import csv
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from witness.base.errors import LINE, shortened
from witness.base.files import read_json, read_jsonl
from witness.clauses.language.reader import read_hypothesis
from witness.pipeline.candidates import TRACKS, read_candidates
from witness.pipeline.report.experiment import Experiment, files_in
from witness.pipeline.report.records import Records
from witness.pipeline.report.render import FORMATS, duration
from witness.pipeline.report.speedups import TimeSpeedup, comparisons, time_speedup, total_speedup
from witness.pipeline.report.table import NO_WINNER
from witness.pipeline.report.tidy import TIDY
from witness.pipeline.report.triage_tables import in_track, measured

#: Seconds without a line after which a job that ends says how far its stage is. They double each
#: time, so that a long run has few such lines.
PATIENCE = 60.0


class Progress:
    """The jobs of a run: `counts` says how many each rule has, and `total` how many there are."""

    def __init__(
        self, counts: Mapping[str, int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._left = Counter(counts)
        self._total = self._left.pop("total", sum(counts.values()))
        self._done = 0
        self._jobs: dict[int, tuple[str, str]] = {}
        self._clock, self._patience = clock, PATIENCE
        self._begun = self._spoken = clock()

    def begin(self) -> str:
        """Return what to say at the beginning."""
        return f"{_jobs(self._total)}; each stage says here what it found"

    @property
    def complete(self) -> bool:
        """Whether all jobs have ended as they should."""
        return self._done >= self._total

    def started(self, job: int, rule: str, outputs: Sequence[str]) -> None:
        """Take note of a job, by its number: its rule and the files that it makes."""
        self._jobs[job] = rule, next(iter(outputs), "")

    def finished(self, job: int) -> list[str]:
        """Return what to say now that a job has ended: mostly nothing."""
        rule, output = self._jobs.pop(job, ("", ""))
        self._done += 1
        self._left[rule] -= 1
        left, now = self._left[rule], self._clock()
        found = milestone(output, last=left <= 0)
        passed = now - self._begun
        if self.complete:
            return [*found, f"all jobs are done, after {duration(passed, 2)}"]
        if not found and now - self._spoken >= self._patience:
            self._patience *= 2
            words = _jobs(left, "more ") if left > 0 else "done"
            found = milestone(output, last=True)[:1] or [f"{rule}: {words}"]
        if found:
            self._spoken = now
            to_go = duration(max(1, passed / self._done * (self._total - self._done)), 2)
            share = 100 * self._done // self._total
            name = re.match(r"(?:.*/)?results/([^/]+)/", output)  # of the experiment
            named = f"{name[1]}: " if name else ""
            found[0] = f"{named}{found[0]} [{share} % of the jobs, about {to_go} to go]"
        return found


def milestone(output: str, *, last: bool) -> list[str]:
    """Return what is known now that there is a file, by what it is; `last` if no batch is left.

    Nothing is known where the file, or what goes with it, cannot be read: it is none of this run.
    """
    for name, (words, batches) in _STAGES.items():
        match = re.fullmatch(f"(?P<place>.*)/{name}", output)
        if match is not None and (last or not batches):
            with suppress(Exception):  # whoever needs the file says what is wrong with it
                return words(Path(match["place"]), *match.groups()[1:])
    return []


def clause_table(folder: str | Path) -> str:
    """Return the table of the clauses that an experiment has learned so far.

    `witness hypotheses FOLDER --by clause` prints the same. Raises `InputError` as it does.
    """
    table = TIDY["clauses"]
    columns = [column for column in table.columns if column.shown]
    return FORMATS["table"](table.rows(Experiment(folder).training), columns).rstrip("\n")


def _trained(place: Path) -> list[str]:
    training = Experiment(place).training
    gave = [run for run in training.learning if run.clauses]
    forms = {text: training.clause(text).form for run in gave for text in (*run.clauses, *run.core)}
    times = Counter(form for run in gave for form in {forms[text] for text in run.clauses})
    sound = {forms[text] for run in gave for text in run.core}
    proved = sum(run.verdict["status"] == "proved" for run in gave)
    lines = [
        f"learned: {len(training.learning)} of {len(training.puzzles)} training puzzles are done; "
        f"hypotheses: {len(gave)} ({proved} proved), clauses: {len(times)} ({len(sound)} proved)"
    ]
    if times:
        best = min(sound & times.keys() or times, key=lambda form: (-times[form], len(form), form))
        text = next(text for text, form in forms.items() if form == best)
        status = f"in {times[best]}{', proved' if best in sound else ''}"
        lines.append(_clause(f"the clause found most often, {status}", training, text))
    return lines


def _taught(place: Path) -> list[str]:
    result = read_json(place / "taught" / "result.json")
    clauses = len(read_hypothesis(place / "taught" / "hypothesis.pl"))
    if "best" in result:
        return [f"the best sound predicate of the bias, from no puzzle; clauses: {clauses}"]
    best = ", the best of the bias" if result["until_proved"].get("best") else ""
    return [f"learned from all training puzzles together; proved clauses: {clauses}{best}"]


def _candidates(place: Path, variant: str) -> list[str]:
    found = read_candidates(place / "triage" / variant / "candidates.json")
    every, cores = (sum(track in one.programs for one in found) for track in TRACKS)
    return [f"candidates that behave differently: {every}, proved cores among them: {cores}"]


def _ranked(place: Path, variant: str, stage: str) -> list[str]:
    triage = place / "triage" / variant
    record = read_json(triage / f"stage_{stage}" / "ranking.json")
    known = {one.id: one for one in read_candidates(triage / "candidates.json")}
    training = Experiment(place).training
    parts = []
    for track, name in zip(TRACKS, ("hypotheses", "proved cores"), strict=True):
        entrants = list(in_track(record, track))
        if entrants:
            first = known[entrants[0]["candidate"]]
            named = training.name_of(first, "plain")  # no other variant's stages are told
            speeds = measured(entrants[0])
            words = f"{named}: {_speedups(speeds['time speedup'], speeds['expansion speedup'])}"
            kept = len(record["kept"][track])
            parts.append(f"{kept} of {len(entrants)} {name} go on, first {words}")
    return [f"stage {stage} of 3: {'; '.join(parts) or 'nothing races'}"]


def _won(place: Path, variant: str) -> list[str]:
    record = read_json(place / "triage" / variant / "winners.json")
    beneath = "" if variant == "plain" else " where π_baseline prunes, too"
    words = [
        f"{name} {len(one['program'])} ({one['status']})" if one["program"] else f"no {name}"
        for name, one in record.items()
    ]
    program = record["winner_proved"]["program"]
    pruned = "" if program else ": nothing is pruned"
    lines = [f"Algorithm 2{beneath}; clauses: {', '.join(words)}{pruned}"]
    if program and variant == "plain":
        lines.append(_clause("the shortest", Experiment(place).training, min(program, key=len)))
    return lines


def _searched(place: Path, name: str) -> list[str]:
    records = [one for path in files_in(place)[name] for _, one in read_jsonl(path)]
    solved = Counter(one["run"] for one in records if one["status"] == "solved")
    puzzles = len({one["id"] for one in records})
    if not read_json(place / "triage/plain/winners.json")["winner_proved"]["program"]:
        ours = f"π_baseline solved {solved['baseline']:,} of {puzzles:,} puzzles"
        return [f"{name} set: {NO_WINNER}; {ours}"]
    compared = comparisons(records, "winner_proved")
    times = time_speedup(compared)
    measured_on = _speedups(
        times.total if isinstance(times, TimeSpeedup) else times,
        total_speedup(compared),
    )
    if compared:
        typical = statistics.median(one.speedup("expansions") for one in compared)
        measured_on += f" (median {typical:.3g})"
    return [
        f"{name} set: winner_proved solved {solved['winner_proved']:,} of {puzzles:,} puzzles, "
        f"π_baseline {solved['baseline']:,}; {measured_on}"
    ]


def _refereed(place: Path) -> list[str]:
    rows = csv.DictReader((place / "tables" / "referee.csv").read_text("utf-8").splitlines())
    found = [row["differences"] != "0" for row in rows]
    words = f"differs on {sum(found)}" if any(found) else "agrees with the translation on all"
    return [f"SWI-Prolog as referee: it {words} of {len(found)} training puzzles"]


def _speedups(seconds: float | str | None, expansions: float | None) -> str:
    time_part = f"{seconds:.3g} times the speed" if isinstance(seconds, float) else None
    count_part = None if expansions is None else f"expansion speedup {expansions:.3g}"
    return ", ".join(filter(None, (time_part, count_part))) or "no measurement"


def _clause(what: str, records: Records, text: str) -> str:
    return f"    {what}: {shortened(records.clause(text).sentence or text, 2 * LINE)}"


def _jobs(number: int, more: str = "") -> str:
    return f"one {more}job" if number == 1 else f"{number:,} {more}jobs"


#: What the files of an experiment's folder say, by their names, and whether it is said once for all
#: batches. The race beneath π_baseline is told by its winners alone.
_STAGES: Mapping[str, tuple[Callable[..., list[str]], bool]] = {
    r"train/batch_\d+\.jsonl": (_trained, True),
    r"taught/hypothesis\.pl": (_taught, False),
    r"triage/(plain)/candidates\.json": (_candidates, False),
    r"triage/(plain)/stage_(\d)/ranking\.json": (_ranked, False),
    r"triage/(plain|baseline)/winner\.pl": (_won, False),
    r"tables/referee\.csv": (_refereed, False),
    r"evaluate/(test|large)/.*\.jsonl": (_searched, True),
}
