"""A learning task: a directory with `exs.pl`, `bk.pl` and `bias.pl`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from witness.base.errors import InputError, shortened
from witness.base.files import read_text
from witness.base.inputs import similar
from witness.clauses.datalog import are_relations, variables_of
from witness.clauses.language.bias import ANY, Bias, Signature
from witness.clauses.language.bias_reader import read_bias
from witness.clauses.language.definitions import check_declared
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Constants, Program, flat_values, lines_of, read_program
from witness.clauses.language.terms import (
    Compound,
    Ground,
    ground,
    indicator,
    literal_variables,
    term_text,
    variables,
)
from witness.clauses.learners.faults import doubts, faults
from witness.clauses.learners.odd_examples import check_known, known_names, notices, strangers
from witness.clauses.learners.rendering import atom_of
from witness.clauses.roles import head_roles

if TYPE_CHECKING:
    from witness.clauses.learners.settings import Learned

#: The arguments of one example.
Example = tuple[Ground, ...]

#: The predicate of a background that says how many examples one of them stands for: the arguments
#: of the example, and the number.
STANDS_FOR = "stands_for"

#: The most examples that one may stand for: their sums are machine integers.
_MOST_EXAMPLES = 10**12


@dataclass(frozen=True)
class LearningTask:
    """Background knowledge, bias and examples; an example is the tuple of its arguments."""

    directory: Path = field(compare=False)
    bias: Bias
    background: Program
    positives: list[Example]
    negatives: list[Example]

    def with_singletons(self, allowed: bool | None) -> LearningTask:
        """Return the task in which variables may occur only once, or not; None leaves it as is."""
        if allowed is None:
            return self
        return replace(self, bias=replace(self.bias, allow_singletons=allowed))

    def limited(
        self, max_vars: int | None, max_body: int | None, max_clauses: int | None = None
    ) -> LearningTask:
        """Return the task with other limits of its bias; those that are None stay as they are."""
        given = {"max_vars": max_vars, "max_body": max_body, "max_clauses": max_clauses}
        some = {name: most for name, most in given.items() if most is not None}
        return replace(self, bias=self.bias.limited(some))

    @cached_property
    def weights(self) -> dict[Example, int]:
        """How many examples one stands for, where the background says so (`STANDS_FOR`)."""
        rows = self.background.facts.get((STANDS_FOR, len(self.bias.head.types) + 1), ())
        return {row[:-1]: cast(int, row[-1]) for row in rows}

    def weight(self, examples: Iterable[Example]) -> int:
        """Return how many examples some of them stand for."""
        return sum(self.weights.get(example, 1) for example in examples)

    @property
    def counts(self) -> tuple[int, int]:
        """How many positive and negative examples those of the task stand for."""
        return self.weight(self.positives), self.weight(self.negatives)

    def in_order(self) -> LearningTask:
        """Return the task with its bias in an order that is not that of the lines of its file."""
        return replace(self, bias=self.bias.in_order())

    @cached_property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the bias and the background, and odd about the examples.

        Each is a line that begins with the name of a file.
        """
        examples = notices(self.bias.head.name, self.positives, self.negatives)
        return (
            *faults(self.bias, self.background),
            *(str(InputError(what, file="exs.pl")) for what in examples),
        )

    @property
    def doubts(self) -> tuple[str, ...]:
        """What of the bias and the background may be why less is learned than there is."""
        return doubts(self.bias, self.background)

    def strangers(self, uncovered: int) -> tuple[str, ...]:
        """Return a line about a positive example with a name that the background does not have.

        None if more are such than are `uncovered`.
        """
        found = strangers(self.bias.head.name, self.background, self.positives, uncovered)
        return () if found is None else (str(InputError(found, file="exs.pl")),)

    def notices_on(self, learned: Learned) -> tuple[str, ...]:
        """Return the faults, and what else may be why so little was learned."""
        uncovered = self.counts[0] - learned.true_positives
        if not uncovered and not learned.false_positives:
            return self.faults
        strangers = () if self.faults else self.strangers(uncovered)
        return (*self.faults, *self.doubts, *strangers)


def read_task(directory: str | Path) -> LearningTask:
    """Read a learning task; raise `InputError` with the file and line of the first mistake."""
    place = Path(directory)
    if not place.is_dir():
        what, then = ("no such directory", similar(place))
        if place.exists():
            what, then = "this is no directory", "; `witness examples` makes one from puzzles"
        expected = "exs.pl, bk.pl and bias.pl are expected"
        raise InputError(f"{what}; {expected}{then}", file=place)
    bias = read_bias(place / "bias.pl")
    background = read_program(place / "bk.pl")
    positives, negatives = read_examples(place / "exs.pl", bias.head)
    check_background(bias, background)
    bias = _with_values(bias, background)
    task = LearningTask(place, bias, background, positives, negatives)
    check_examples(task)
    return task


def check_background(bias: Bias, background: Program) -> None:
    """Raise `InputError` if the background does not define what the bias declares.

    It may declare the head, as a predicate without clauses, which is forgotten.
    """
    check_declared(bias, background, {})
    background.forget_empty(bias.head.key)
    if background.defines(bias.head.key):
        what = f"{indicator(bias.head.key)} is to be learned, so the background cannot define it"
        raise InputError(what, file=background.file, line=background.lines.get(bias.head.key))


def _with_values(bias: Bias, background: Program) -> Bias:
    """Return a bias in which outputs that a clause of the background gives no value are inputs."""
    if not bias.directed or are_relations(bias, background):
        return bias
    body, idle = list(bias.body), list(bias.idle)
    for number, one in enumerate(bias.body):
        for clause in background.rules.get(one.key, ()):
            given = {*variables_of(compress(clause.args, one.inputs))}
            given.update(v for literal in clause.body for v in literal_variables(literal))
            inputs = tuple(not given.issuperset(variables(arg)) for arg in clause.args)
            if any(inputs):
                place = inputs.index(True) + 1
                what = f"line {clause.line} of bk.pl gives argument {place} of {one.name}/"
                what += f"{len(inputs)} no value, so this is taken for an input"
                idle += [(what, one.line)] * (body[number] == one)
                known = zip(body[number].inputs, inputs, strict=True)
                body[number] = replace(one, inputs=tuple(map(any, known)))
    return replace(bias, body=tuple(body), idle=tuple(idle))


def check_examples(task: LearningTask) -> None:
    """Raise `InputError` if the background does not know the examples, or in another order.

    Raises it, too, for an example that stands for less than itself.
    """
    _check_weights(task)
    check_order(task.bias, task.background, (task.positives or task.negatives)[0])
    check_known(task.background, task.positives + task.negatives, task.directory / "exs.pl")


def _check_weights(task: LearningTask) -> None:
    """Raise `InputError` for a number of examples that is none, or of what is no example."""
    key = (STANDS_FOR, len(task.bias.head.types) + 1)
    background = task.background
    rows = background.facts.get(key, [])
    wrong = "it has rules" if background.rules.get(key) else None
    known = {*task.positives, *task.negatives} if rows else set()
    seen: set[Example] = set()
    for *example, weight in rows:
        shown = shortened(term_text(atom_of(STANDS_FOR, (*example, weight))))
        if not isinstance(weight, int) or not 0 < weight <= _MOST_EXAMPLES:
            wrong = f"{shown}: the last argument is no number of examples, from 1 on"
        elif tuple(example) not in known:
            wrong = f"{shown} is about what is no example"
        elif tuple(example) in seen:
            wrong = f"{shown} is the second about its example"
        seen.add(tuple(example))
        if wrong:
            break
    if wrong:
        what = f"{STANDS_FOR}/{key[1]} says how many examples one stands for, in facts; {wrong}"
        raise InputError(what, file=background.file, line=background.lines.get(key))


def check_order(bias: Bias, background: Program, example: Example) -> None:
    """Raise `InputError` if the head and the examples have their arguments in different orders.

    Does nothing for tasks that do not use the primitives of puzzles, or whose head has no types.
    """
    if ANY in bias.head.types:
        return
    known = known_names(background)
    for order in (tuple(known), tuple(known)[::-1]):
        if len(example) != len(order):
            return
        if all(value in known[role] for value, role in zip(example, order, strict=True)):
            facts = {k: rows for k, rows in background.facts.items() if k not in PRIMITIVES}
            declared = head_roles(bias, replace(background, facts=facts))
            if declared != order:
                head = bias.head.name
                shown = atom_of(head, example)
                raise InputError(
                    f"{head}({','.join(bias.head.types)}) says that the first argument is the "
                    f"{declared[0]}, but in examples such as {shortened(term_text(shown))} "
                    f"it is the {order[0]}; declare {head}({','.join(bias.head.types[::-1])})",
                    file=bias.file,
                    line=bias.head.line,
                )


def read_examples(path: str | Path, head: Signature) -> tuple[list[Example], list[Example]]:
    """Read `pos(f(a,b)).` and `neg(f(a,b)).` facts of the head predicate.

    Raises `InputError` for a file without examples and for anything that is not an example.
    """
    text = read_text(path)
    flat = _flat_examples(text, head)
    examples: dict[str, list[Example]] = flat or {"pos": [], "neg": []}
    for clause in parse_clauses(text, str(path)) if flat is None else ():
        inner = clause.args[0] if len(clause.args) == 1 and not clause.body else None
        if clause.name not in examples or not isinstance(inner, Compound):
            what = "only pos(…). and neg(…). facts are expected"
            raise InputError(what, file=path, line=clause.line)
        given = tuple(ground(argument) for argument in inner.args)
        expected = f"expected an example of {indicator(head.key)}"
        if (inner.functor, len(given)) != head.key:
            what = f"{expected}, found {indicator((inner.functor, len(given)))}"
            raise InputError(what, file=path, line=clause.line)
        if None in given:
            place = given.index(None)
            found = f"{shortened(term_text(inner.args[place]))} as argument {place + 1}"
            what = f"{expected} with constants only, found {found}"
            raise InputError(what, file=path, line=clause.line)
        examples[clause.name].append(given)  # type: ignore[arg-type]
    if not examples["pos"] and not examples["neg"]:
        raise InputError("the file has no examples", file=path)
    return examples["pos"], examples["neg"]


def _flat_examples(text: str, head: Signature) -> dict[str, list[Example]] | None:
    """Read a text with one example of simple values on each line; None for any other text."""
    pattern = re.compile(rf"(pos|neg)\({head.name}\(([a-z0-9][\w,\[\]]*)\)\)\.\s*", re.ASCII)
    examples: dict[str, list[Example]] = {"pos": [], "neg": []}
    constants = Constants()
    for line in lines_of(text):
        found = pattern.fullmatch(line)
        values = None if found is None else flat_values(found[2], constants)
        if found is not None and values is not None and len(values) == len(head.types):
            examples[found[1]].append(values)
        elif line and not line.isspace():
            return None
    return examples
