"""Coverage: which examples of a learning task a hypothesis covers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import compress, count, islice
from pathlib import Path

from witness.base.errors import InputError, UnsupportedError
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.clauses.compiler.load import Relation, relations_of
from witness.clauses.language.bias import Bias
from witness.clauses.language.definitions import is_defined
from witness.clauses.language.order import in_order
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Clause, Key, indicator, term_text
from witness.clauses.learners.odd_examples import check_known
from witness.clauses.learners.rendering import atom_of
from witness.clauses.learners.task import Example, LearningTask, read_examples
from witness.clauses.prolog.calls import Calls, check_prolog


def compiled(
    clauses: Sequence[Clause], background: Program, bias: Bias, file: str = "<hypothesis>"
) -> Relation:
    """Return a hypothesis as a relation of an example's arguments, on the facts of the background.

    Raises `InputError`, naming `file`, for clauses that cannot be evaluated: with unknown
    predicates, or with a head that is not the one of the bias.
    """
    key = bias.head.key
    for clause in clauses:
        if clause.key != key:
            what = f"a clause about {indicator(clause.key)}; {indicator(key)} is expected"
            raise InputError(what, file=file, line=clause.line or None)
        _check_known(clause, (), background, file)
    program = _with_rules(
        background, {key: [in_order(c, bias, background.defines) for c in clauses]}
    )
    # An example gives all arguments of the head their values, also those that are outputs.
    called = replace(bias.head, inputs=(True,) * key[1])
    (relation,) = relations_of(program, [called])
    return relation


def _with_rules(background: Program, rules: dict[Key, list[Clause]]) -> Program:
    facts = {key: rows for key, rows in background.facts.items() if key not in rules}
    return replace(background, rules={**background.rules, **rules}, facts=facts)


def _check_known(clause: Clause, heads: Collection[Key], background: Program, file: str) -> None:
    for literal in clause.body:
        if literal.key not in heads and not is_defined(literal.key, background, {}):
            what = f"unknown predicate {indicator(literal.key)}"
            raise InputError(what, file=file, line=literal.line or clause.line or None)


def _called(
    clauses: Sequence[Clause], background: Program, bias: Bias, examples: Sequence[Example]
) -> list[bool]:
    """Return which examples a program covers whose clauses call what they define.

    SWI-Prolog evaluates it. From the first example on for which a proof as Prolog searches for one
    takes too long, the program answers from tables, so that recursion ends where its answers do; an
    example for which both take too long is not covered.
    """
    heads = dict.fromkeys(clause.key for clause in clauses)
    called = replace(bias, body=(*bias.body, bias.head)) if bias.directed else bias
    rules: dict[Key, list[Clause]] = {key: [] for key in heads}
    for clause in clauses:
        _check_known(clause, heads, background, "<hypothesis>")
        # Calls give the inputs of the head alone.
        given = tuple(compress(clause.args, bias.head.inputs))
        ordered = in_order(
            replace(clause, args=given) if clause.key == bias.head.key else clause,
            called,
            background.defines,
        )
        rules[clause.key].append(replace(clause, body=ordered.body))
    program = _with_rules(background, rules)
    key, mode = bias.head.key, "i" * len(bias.head.inputs)
    calling = next(c for c in clauses if any(literal.key in heads for literal in c.body))
    check_prolog("a program that calls itself", calling, "<hypothesis>")
    found = Calls(program).many(key, mode, examples, stop=True)
    if None in found:
        tables = {**background.tabled, **dict.fromkeys(heads, 0)}
        done = len(found) - 1
        rest = Calls(replace(program, tabled=tables)).many(key, mode, examples[done:])
        found[done:] = rest
    return list(map(bool, found))


def covered(
    clauses: Sequence[Clause], background: Program, bias: Bias, examples: Sequence[Example]
) -> list[bool]:
    """Return for each example whether a hypothesis covers it; raises `InputError` as `compiled`."""
    if not clauses:
        return [False] * len(examples)
    if _calls_itself(clauses):
        return _called(clauses, background, bias, examples)
    return list(map(bool, compiled(clauses, background, bias).many(examples)))


def first_covering(
    clauses: Sequence[Clause], background: Program, bias: Bias, examples: Sequence[Example]
) -> list[int | None]:
    """Return for each example the number, from 1 on, of the first clause that covers it.

    A clause that calls what the others define does so with them. Raises `InputError` as `covered`.
    """
    found: list[int | None] = [None] * len(examples)
    head, rest = bias.head, list[Clause]()
    if _calls_itself(clauses):  # so a clause is about another predicate when it is tried
        names = {clause.name for clause in clauses} | {key[0] for key in background.rules}
        name = next(filter(lambda n: n not in names, (f"{head.name}_{n}" for n in count())))
        rest, bias = (
            [*clauses],
            replace(bias, head=replace(head, name=name), body=(*bias.body, head)),
        )
    for number, clause in enumerate(clauses, start=1):
        left = [place for place, known in enumerate(found) if known is None]
        if rest and clause.key != head.key:
            continue
        program = [replace(clause, name=bias.head.name), *rest] if rest else [clause]
        holds = covered(program, background, bias, [examples[place] for place in left])
        for place in compress(left, holds):
            found[place] = number
    return found


def _calls_itself(clauses: Sequence[Clause]) -> bool:
    heads = {clause.key for clause in clauses}
    return any(literal.key in heads for clause in clauses for literal in clause.body)


#: The most names of examples in a list of a record, and the most seconds for finding them.
MOST_NAMES, MOST_SECONDS = 1000, 60.0


def examples_by_name(clauses: Sequence[Clause], task: LearningTask) -> dict[str, list[str]]:
    """Return which examples of a task a hypothesis covers, as records name them.

    A list of more than `MOST_NAMES` is left out; so are all if they are not known, or not in time.
    """
    given = clauses, task.background, task.bias
    both = task.positives, task.negatives
    try:
        right, wrong = limited(lambda: [covered(*given, one) for one in both], MOST_SECONDS)
    except (InputError, LimitReachedError):
        return {}
    lists = {
        "covered": compress(task.positives, right),
        "uncovered": compress(task.positives, (not one for one in right)),
        "covered_negatives": compress(task.negatives, wrong),
    }
    some = {key: [*islice(examples, MOST_NAMES + 1)] for key, examples in lists.items()}
    return {
        key: [term_text(atom_of(task.bias.head.name, example)) for example in examples]
        for key, examples in some.items()
        if len(examples) <= MOST_NAMES
    }


def coverage(clauses: Sequence[Clause], task: LearningTask) -> tuple[int, int]:
    """Return how many positive and negative examples a hypothesis covers, with their weights."""
    given = clauses, task.background, task.bias
    positives, negatives = (
        task.weight(compress(examples, covered(*given, examples)))
        for examples in (task.positives, task.negatives)
    )
    return positives, negatives


def read_held_out(file: str | Path, task: LearningTask) -> LearningTask:
    """Return a task with the examples of a file in place of its own.

    Raises `InputError` with file and line as `read_task` does.
    """
    positives, negatives = read_examples(file, task.bias.head)
    check_known(task.background, positives + negatives, Path(file))
    return replace(task, positives=positives, negatives=negatives)


def confusion(clauses: Sequence[Clause], held_out: LearningTask) -> dict[str, int]:
    """Return how many examples a hypothesis is right and wrong about.

    Raises `InputError` for clauses that cannot be evaluated here: programs with recursion, say.
    """
    try:
        right, wrong = coverage(clauses, held_out)
    except UnsupportedError as error:
        reason = f"the examples of --test cannot be evaluated: {error.reason}"
        raise UnsupportedError(reason) from None
    positives, negatives = held_out.counts
    return {
        "true_positives": right,
        "false_negatives": positives - right,
        "false_positives": wrong,
        "true_negatives": negatives - wrong,
    }
