"""The referee: does a hypothesis mean in SWI-Prolog what its Python translation means?

SWI-Prolog reads `bk.pl`, `exs.pl` and the hypothesis unchanged and calls every example; its answers
are compared, example by example, with those of the translation that searches use. Reading a text
runs nothing of it. The texts have passed the reader of this package, and `referee.pl` checks every
clause again as SWI-Prolog has read it: clauses may call what the texts define and the built-in
predicates of the subset, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from witness.base import clock
from witness.base.errors import InputError
from witness.base.files import read_text
from witness.base.schemas import listed, number, record, text, truth, whole
from witness.clauses.background import read_background
from witness.clauses.language.builtins import (
    ARITHMETIC_COMPARISONS,
    BUILTINS,
    ORDER_COMPARISONS,
    TERM_COMPARISONS,
)
from witness.clauses.language.definitions import beyond_plain, check_calls
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import Clause, Compound, clause_text, term_of
from witness.clauses.learners.coverage import compiled
from witness.clauses.learners.task import Example, LearningTask, read_task
from witness.clauses.prolog.process import Process, process, version
from witness.puzzle.views.translate import translate
from witness.searches.prolog.fact_views import FactViews

#: Whether an example is covered, or the error that was raised.
Answer = bool | str

#: The number of examples per call of Prolog; it can be interrupted between two calls.
BATCH = 500

#: The most inferences for one example, a second or two. Learned hypotheses take thousands.
INFERENCES = 5_000_000


@dataclass(frozen=True)
class Difference:
    """An example on which Prolog and Python disagree."""

    example: str
    prolog: Answer
    python: Answer

    def __str__(self) -> str:
        return f"{self.example}  Prolog: {_said(self.prolog)}; Python: {_said(self.python)}"


def _said(answer: Answer) -> str:
    return answer if isinstance(answer, str) else ("holds" if answer else "does not hold")


@dataclass(frozen=True)
class Ruling:
    """What the referee found.

    `prolog` and `python` are the numbers of positive and of negative examples that each covers.
    `left_out` has the clauses that are not translated, with the reason; all else is about the
    others, of which there are `compared`.
    """

    positives: int
    negatives: int
    prolog: tuple[int, int]
    python: tuple[int, int]
    differences: tuple[Difference, ...]
    swi_prolog: str
    seconds: float
    left_out: tuple[tuple[Clause, str], ...] = ()
    compared: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the ruling as JSON."""
        return {
            "agree": not self.differences,
            "compared": self.compared,
            "positives": self.positives,
            "negatives": self.negatives,
            "prolog": {"true_positives": self.prolog[0], "false_positives": self.prolog[1]},
            "python": {"true_positives": self.python[0], "false_positives": self.python[1]},
            "differences": [
                {"example": d.example, "prolog": d.prolog, "python": d.python}
                for d in self.differences
            ],
            "left_out": [
                {"clause": clause_text(clause), "reason": reason}
                for clause, reason in self.left_out
            ],
            "swi_prolog": self.swi_prolog,
            "seconds": round(self.seconds, 3),
        }


class _Texts(NamedTuple):
    """The texts that both sides read, each a pair of its file name and its text."""

    background: tuple[str, str]
    examples: tuple[str, str]
    hypothesis: tuple[str, str]


def referee(
    directory: str | Path,
    hypothesis: str | Path,
    progress: Callable[[int], None] = lambda _: None,
    inferences: int = INFERENCES,
) -> Ruling:
    """Compare Prolog with the translation on all examples of a task.

    After each batch, `progress` is called with its number of examples. Clauses beyond plain ones
    have no translation, so both sides get the others alone. Raises `InputError` for files that
    cannot be used, if SWI-Prolog is missing, and for an example that takes it more than
    `inferences`.
    """
    process()
    begun = clock.worked()
    place = Path(directory)
    task = read_task(place)
    check_calls(task.background, {})
    texts = _Texts(
        *((str(path), read_text(path)) for path in (place / "bk.pl", place / "exs.pl", hypothesis))
    )
    clauses = parse_clauses(texts.hypothesis[1], texts.hypothesis[0])
    reasons = beyond_plain(clauses, task.bias.head.key)
    left_out = tuple((c, reason) for c, reason in zip(clauses, reasons, strict=True) if reason)
    if left_out:
        clauses = [c for c, reason in zip(clauses, reasons, strict=True) if reason is None]
        text = "".join(f"{clause_text(clause)}\n" for clause in clauses)
        texts = texts._replace(hypothesis=(texts.hypothesis[0], text))
    translated = _translation(task, clauses, place, hypothesis)
    ours = {
        "pos": translated(task.positives),
        "neg": translated(task.negatives),
    }
    theirs = _prolog_answers(task, clauses, texts, progress, inferences)
    head = task.bias.head.name
    differences = tuple(
        Difference(_example_text(sign, head, example), prolog, python)
        for sign, examples in (("pos", task.positives), ("neg", task.negatives))
        for example, prolog, python in zip(examples, theirs[sign], ours[sign], strict=True)
        if _kind(prolog) != _kind(python)
    )
    return Ruling(
        len(task.positives),
        len(task.negatives),
        (theirs["pos"].count(True), theirs["neg"].count(True)),
        (ours["pos"].count(True), ours["neg"].count(True)),
        differences,
        version(),
        clock.worked() - begun,
        left_out,
        len(clauses),
    )


def _kind(answer: Answer) -> Answer:
    """Return an answer for comparison: all errors are equal, whatever their words."""
    return "error" if isinstance(answer, str) else answer


def _example_text(sign: str, head: str, example: Example) -> str:
    return clause_text(Clause(sign, (Compound(head, tuple(map(term_of, example))),)))


# ---- Python -------------------------------------------------------------------------------------


def _translation(
    task: LearningTask, clauses: Sequence[Clause], place: Path, hypothesis: str | Path
) -> Callable[[Sequence[Example]], list[Answer]]:
    """Return the function that answers examples in Python.

    It is the translation, over the views that the facts of a puzzle describe; for tasks of another
    kind, the compiled definitions over the facts.
    """
    facts = task.background.facts
    if not any(key in facts for key in PRIMITIVES):
        holds = compiled(clauses, task.background, task.bias, str(hypothesis)).function
        return lambda examples: [_guarded(holds, *example) for example in examples]
    background = read_background(place / "bk.pl", place / "bias.pl")
    fires = translate(clauses, background, str(hypothesis)).fires
    views = FactViews(facts)

    def answers(examples: Sequence[Example]) -> list[Answer]:
        found: list[Answer] = []
        for example in examples:
            # In the order (path, symbol), whatever that of the head.
            path, symbol = background.arguments(*example)
            found.append(_guarded(fires, views.path(path), views.symbol(symbol)))
        return found

    return answers


def _guarded(function: Callable[..., bool], *given: Any) -> Answer:
    try:
        return bool(function(*given))
    except TooManyStepsError:  # the next examples are likely to take as long
        raise
    except InputError as error:
        return error.reason


# ---- Prolog -------------------------------------------------------------------------------------

_NUMBERS = count(1)

#: The predicates that clauses may call besides those they define: the subset of this package.
ALLOWED = [
    *BUILTINS,
    *(
        (name, 2)
        for name in ("=", "is", *ARITHMETIC_COMPARISONS, *TERM_COMPARISONS, *ORDER_COMPARISONS)
    ),
]


def _prolog_answers(
    task: LearningTask,
    clauses: Sequence[Clause],
    texts: _Texts,
    progress: Callable[[int], None],
    inferences: int,
) -> dict[str, list[Answer]]:
    """Load the texts into a new module and return its answers about all examples."""
    module = f"witness_task_{next(_NUMBERS)}"
    programs = [texts.background, texts.hypothesis]
    given = (module, task.bias.head.key, ALLOWED, programs, texts.examples)
    running = process()
    try:
        report = running.ask("witness_referee:load_task", *given, limited=False)
        known = len([*task.background.clauses()]), len(clauses)
        read = dict(zip((texts.background[0], texts.hypothesis[0]), report["counts"], strict=True))
        for (title, number), expected in zip(read.items(), known, strict=True):
            _check_number(number, expected, "clauses", title)
        for sign, examples in (("pos", task.positives), ("neg", task.negatives)):
            _check_number(report[sign], len(examples), f"{sign} examples", texts.examples[0])
        return {
            sign: list(_asked(running, module, sign, report[sign], progress, inferences))
            for sign in ("pos", "neg")
        }
    except InputError as error:
        if "witness_endless" not in error.reason:
            raise
        raise InputError(
            f"an example takes SWI-Prolog more than {inferences:,} inferences; it proves the "
            "literals of a clause in the order in which they are written",
            file=texts.hypothesis[0],
        ) from None
    finally:
        if running.alive:
            running.ask("witness_referee:forget", module)


def _check_number(found: int, expected: int, what: str, title: str) -> None:
    if found != expected:
        raise InputError(f"SWI-Prolog reads {found} {what}, but this reader {expected}", file=title)


def _asked(
    running: Process,
    module: str,
    sign: str,
    number: int,
    progress: Callable[[int], None],
    inferences: int,
) -> Iterator[Answer]:
    for begin in range(0, number, BATCH):
        end = min(begin + BATCH, number)
        given = (module, sign, begin, end, inferences)
        for answer in running.ask("witness_referee:ask", *given, limited=False):
            yield answer if isinstance(answer, str) else bool(answer)
        progress(end - begin)


_COVERED = record(
    {
        "true_positives": whole("covered examples"),
        "false_positives": whole("likewise"),
    },
)
_ANSWER = {"type": ["boolean", "string"], "description": "likewise"}

RULING = record(
    {
        "agree": truth("whether; clauses, examples"),
        "compared": whole("likewise"),
        "positives": whole("likewise"),
        "negatives": whole("likewise"),
        "prolog": {**_COVERED, "description": "SWI-Prolog"},
        "python": {**_COVERED, "description": "the translation"},
        "differences": listed(
            record({"example": text("answers, errors"), "prolog": _ANSWER, "python": _ANSWER}),
            "of examples",
        ),
        "left_out": listed(
            record({"clause": text("clause, reason"), "reason": text("likewise")}),
            "clauses beyond plain ones",
        ),
        "swi_prolog": text("version; processor time"),
        "seconds": number("likewise"),
    }
)
