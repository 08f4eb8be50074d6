"""The referee: does a hypothesis say in SWI-Prolog what its Python translation says?

`bk.pl`, `exs.pl` and the hypothesis go into SWI-Prolog as they are, every example is called, and
the answers are compared, example by example, with those of the translation that searches use.
Nothing is loaded that the reader of this package has not accepted: files that call anything but
their own definitions and the list predicates of the subset are refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from witness.errors import InputError
from witness.learn.coverage import compiled
from witness.learn.task import Example, LearningTask, read_task
from witness.logic.background import read_background
from witness.logic.definitions import check_calls
from witness.logic.primitives import PRIMITIVES, PathView, SquareView
from witness.logic.reader import read_hypothesis
from witness.logic.terms import Clause, Compound, clause_text, term_of
from witness.logic.translate import translate
from witness.prolog.swi import janus, version

#: Whether an example is covered, or the error that the system raised.
Answer = bool | str

#: So many examples are asked in one go; between two of them there can be an interruption.
BATCH = 2000


@dataclass(frozen=True)
class Difference:
    """An example on which the two disagree."""

    example: str
    prolog: Answer
    python: Answer

    def __str__(self) -> str:
        return f"{self.example}  Prolog: {_said(self.prolog)}; Python: {_said(self.python)}"


def _said(answer: Answer) -> str:
    return answer if isinstance(answer, str) else ("holds" if answer else "does not hold")


@dataclass(frozen=True)
class Ruling:
    """What the referee found. Coverage is (of positives, of negatives)."""

    positives: int
    negatives: int
    prolog: tuple[int, int]
    python: tuple[int, int]
    differences: tuple[Difference, ...]
    swi_prolog: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Give the ruling as JSON."""
        return {
            "agree": not self.differences,
            "positives": self.positives,
            "negatives": self.negatives,
            "prolog": {"true_positives": self.prolog[0], "false_positives": self.prolog[1]},
            "python": {"true_positives": self.python[0], "false_positives": self.python[1]},
            "differences": [
                {"example": d.example, "prolog": d.prolog, "python": d.python}
                for d in self.differences
            ],
            "swi_prolog": self.swi_prolog,
            "seconds": round(self.seconds, 3),
        }


def referee(
    directory: str | Path,
    hypothesis: str | Path,
    progress: Callable[[int], None] = lambda _: None,
) -> Ruling:
    """Compare Prolog with the translation on all examples of a task.

    `progress` is told the number of examples done after each batch. Raises `InputError` for files
    that cannot be used, and when SWI-Prolog is not there.
    """
    janus()
    begun = time.perf_counter()
    place = Path(directory)
    task = read_task(place)
    check_calls(task.background, {})
    clauses = read_hypothesis(hypothesis)
    translated = _translation(task, clauses, place, hypothesis)
    ours = {
        "pos": translated(task.positives),
        "neg": translated(task.negatives),
    }
    theirs = _prolog_answers(task, (place / "bk.pl", place / "exs.pl", Path(hypothesis)), progress)
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
        time.perf_counter() - begun,
    )


def _kind(answer: Answer) -> Answer:
    """An error is an error, in whatever words."""
    return "error" if isinstance(answer, str) else answer


def _example_text(sign: str, head: str, example: Example) -> str:
    return clause_text(Clause(sign, (Compound(head, tuple(map(term_of, example))),)))


# ---- Python -------------------------------------------------------------------------------------


def _translation(
    task: LearningTask, clauses: Sequence[Clause], place: Path, hypothesis: str | Path
) -> Callable[[Sequence[Example]], list[Answer]]:
    """Give the Python side: the translation over the views of paths and squares that the facts of
    a puzzle describe; for tasks of another kind, the compiled definitions over the facts.
    """
    facts = task.background.facts
    if not any(key in facts for key in PRIMITIVES):
        holds = compiled(clauses, task.background, task.bias)
        return lambda examples: [_guarded(holds, *example) for example in examples]
    background = read_background(place / "bk.pl", place / "bias.pl")
    fires = translate(clauses, background, str(hypothesis)).fires
    paths, squares = _paths(task), _squares(task)

    def answers(examples: Sequence[Example]) -> list[Answer]:
        found: list[Answer] = []
        for path, square in examples:
            if path not in paths or square not in squares:
                raise InputError(
                    f"{path} or {square} of an example is unknown to bk.pl", file=place / "exs.pl"
                )
            found.append(_guarded(fires, paths[path], squares[square]))
        return found

    return answers


def _guarded(function: Callable[..., bool], *given: Any) -> Answer:
    try:
        return bool(function(*given))
    except InputError as error:
        return error.reason


def _paths(task: LearningTask) -> dict[Any, PathView]:
    facts: dict[tuple[str, int], Any] = dict(task.background.facts)
    edges, vertices, heads = (
        dict(facts.get(key, ())) for key in (("path", 2), ("vertices", 2), ("head_vertex", 2))
    )
    return {
        name: PathView(edges.get(name, ()), vertices.get(name, ()), heads.get(name, ""))
        for name in {**edges, **vertices, **heads}
    }


def _squares(task: LearningTask) -> dict[Any, SquareView]:
    facts: dict[tuple[str, int], Any] = dict(task.background.facts)
    plain = {name: (count_, edges) for name, count_, edges in facts.get(("square", 3), [])}
    corners: dict[Any, list[str]] = {}
    for name, corner in facts.get(("corner", 2), []):
        corners.setdefault(name, []).append(corner)
    sides: dict[Any, list[tuple[str, str, str]]] = {}
    for name, *side in facts.get(("side", 4), []):
        sides.setdefault(name, []).append(tuple(side))
    return {
        name: SquareView(
            *plain.get(name, (0, ())), tuple(corners.get(name, ())), tuple(sides.get(name, ()))
        )
        for name in {**plain, **corners, **sides}
    }


# ---- Prolog -------------------------------------------------------------------------------------

_NUMBERS = count(1)


def _prolog_answers(
    task: LearningTask, files: Sequence[Path], progress: Callable[[int], None]
) -> dict[str, list[Answer]]:
    """Load the files into a fresh module and ask about all examples."""
    prolog = janus()
    prolog.consult(str(Path(__file__).with_name("referee.pl")))
    module = f"witness_task_{next(_NUMBERS)}"
    name, arity = task.bias.head.key
    given = {"M": module, "N": name, "A": arity, "Fs": [str(file.resolve()) for file in files]}
    try:
        report = prolog.query_once("witness_referee:load_task(M, N/A, Fs, R)", given)["R"]
        if report["complaints"]:
            raise InputError(f"SWI-Prolog: {report['complaints'][0]}")
        for sign, examples in (("pos", task.positives), ("neg", task.negatives)):
            if report[sign] != len(examples):
                raise InputError(
                    f"SWI-Prolog reads {report[sign]} {sign} examples, and {len(examples)} are "
                    "expected",
                    file=files[1],
                )
        return {sign: list(_asked(module, sign, report[sign], progress)) for sign in ("pos", "neg")}
    finally:
        prolog.query_once("witness_referee:forget(M)", {"M": module})


def _asked(
    module: str, sign: str, number: int, progress: Callable[[int], None]
) -> Iterator[Answer]:
    for begin in range(0, number, BATCH):
        end = min(begin + BATCH, number)
        given = {"M": module, "S": sign, "B": begin, "E": end}
        answers = janus().query_once("witness_referee:ask(M, S, B, E, A)", given)["A"]
        for answer in answers:
            yield answer if isinstance(answer, str) else bool(answer)
        progress(end - begin)
