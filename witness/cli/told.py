"""What `learn` says of what was learned: clauses, their examples, and what came near."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from witness.base import files
from witness.base.errors import InputError
from witness.clauses.language.reader import HYPOTHESIS, read_hypothesis
from witness.cli.messages import notice

if TYPE_CHECKING:
    from witness.clauses.background import Background
    from witness.clauses.language.terms import Clause
    from witness.clauses.learners.task import LearningTask

#: The most names of examples on a line.
NAMES = 10

#: Up to how many literals nobody would write a list of examples instead.
FEW = 10


def tell(clauses: Sequence[Clause], english: Sequence[str]) -> None:
    """Print clauses, each with its English below it."""
    for clause, words in zip(clauses, english, strict=True):
        print(clause)
        if words:
            print(f"  {words}")


def explained(clauses: Sequence[Clause], task: LearningTask) -> tuple[Background | None, list[str]]:
    """Return the background of a task about panels, and the English of what was learned."""
    from witness.clauses.background import usable, without_facts
    from witness.puzzle.views.plain_clauses import sentences

    try:
        known = usable(without_facts(task.background), task.bias, relational=True)
    except InputError:
        return None, [""] * len(clauses)
    return None if known.is_relational else known, sentences(clauses, known)


def sums_of(record: dict[str, Any], clauses: Sequence[Clause], panels: Background | None) -> str:
    """Return a line of numbers about what was learned; of panels, also whether it is proved."""
    covered = (
        f"{record['true_positives']} of {record['positives']} positive and "
        f"{record['false_positives']} of {record['negatives']} negative examples"
    )
    added = len(record.get("until_proved", {}).get("counterexamples", ()))
    covered += f" ({record['negatives'] - added} given, {added} by the prover)" if added else ""
    size = f"{len(clauses)} clause{'s' * (len(clauses) != 1)}, {record['program_size']} literals"
    proof = "; proved" if "until_proved" in record else "; not verified"
    return f"covers {covered}; {size}{proof if clauses and panels is not None else ''}"


def of_names(panels: Background | None) -> str:
    """Return what the names in an example of panels are."""
    from witness.clauses.language.primitives import title

    return f" (each {' and '.join(map(title, panels.roles))} of bk.pl)" if panels else ""


def tell_examples(record: dict[str, Any], panels: Background | None) -> None:
    """Print which examples a hypothesis is wrong about."""
    missed = record["positives"] - record["true_positives"]
    for words, name, number in (
        ("not covered", "uncovered", missed),
        ("covered, though negative", "covered_negatives", record["false_positives"]),
    ):
        names = record.get(name, ())[:NAMES]
        rest = f"… {number - len(names):,} more" if names else f"{number:,} examples"
        if number:
            shown = ", ".join([*names, *[rest] * (number > len(names))])
            print(f"{words}: {shown}{of_names(panels) if names else ''}")


def best_of(record: dict[str, Any], clauses: Sequence[Clause], known: Background | None) -> str:
    """Return what is proved of predicates beside one that is proved, or why nothing is."""
    taught = record.get("until_proved", {})
    if not taught.get("best"):
        why = taught.get("why_not_best")
        return f"another sound predicate may cover more: {why}" if why else ""
    from witness.proof.best import every_board

    return (known and every_board(clauses, known)) or str(taught["statement"])


def doubts(
    record: dict[str, Any], wider: dict[str, Any] | None, panels: Background | None
) -> Iterator[str]:
    """Yield what may be better than what was learned, though it is not known.

    `wider` is what singletons would give, None if it is not known.
    """
    right = record["true_positives"]
    if wider is None and right < record["positives"]:
        yield "whether singletons would give more is not known; --allow-singletons allows them"
    exact = "description_length" not in record and "until_proved" not in record
    if exact and panels is None and record["program_size"] > max(right, FEW):
        yield (
            f"{record['program_size']} literals for {right} positive examples are longer than a "
            "list of them; if some examples may be wrong, --noisy allows a hypothesis that errs"
        )


def draw(taught: dict[str, Any], task: Path, picture: str) -> None:
    """Draw what was believed, and what refuted it."""
    from witness.clauses.background import read_background
    from witness.proof.firings import strip_svg

    if not taught["counterexamples"]:
        notice(f"nothing was refuted, so there is no picture {picture}")
        return
    with files.output(picture) as stream:
        stream.write(strip_svg(taught, read_background(task / "bk.pl", task / "bias.pl")))


def tell_end(record: dict[str, Any], results: Path) -> None:
    """Say why the run did not end by itself; keep an earlier hypothesis where a limit left none.

    Raises `InputError` if it was interrupted, and if it failed and left nothing.
    """
    status = record["status"]
    if status == "interrupted":
        raise InputError(
            f"interrupted; the best hypothesis found so far is in {results / HYPOTHESIS}"
        )
    why = ": ".join(record[key] for key in ("learner", "status", "reason") if key in record)
    if status == "failed" and not record["program_size"]:
        raise InputError(why)
    old, kept = (results / f"{HYPOTHESIS}{ending}" for ending in (".old", ".earlier"))
    ended = status in ("learned", "nothing-learned")
    if not ended and not record["program_size"] and old.is_file() and read_hypothesis(old):
        old.replace(kept)
        notice(f"what an earlier run learned is kept as {kept}")
    if "reason" in record:
        notice(why)


def in_words(found: dict[str, int]) -> str:
    """Return a confusion matrix in words."""
    right, wrong = found["true_positives"], found["false_positives"]
    positives, negatives = right + found["false_negatives"], wrong + found["true_negatives"]
    accuracy = (right + found["true_negatives"]) / (positives + negatives)
    return (
        f"the hypothesis covers {right} of {positives} positive examples and {wrong} of "
        f"{negatives} negative ones: {accuracy:.1%} of all are right"
    )
