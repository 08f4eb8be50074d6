"""The saturated classes of a task as relations.

What a class knows is a small set of facts about one of its examples. The facts of all classes
together are relations over the values of these examples. So predicates of any kind can be joined,
and a class counts as often as it has examples. Classes share values, such as squares, and what is
known of them: where clauses tell most examples apart, there are far fewer values than examples.
"""

from __future__ import annotations

import numpy as np

from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Ground
from witness.clauses.learners.asp.facts import Facts, Form, forms_of
from witness.clauses.learners.asp.saturate import ExampleClass
from witness.clauses.learners.task import Example


def facts_of_classes(classes: list[ExampleClass], bias: Bias) -> Facts:
    """Return the facts of all classes; one with examples of both kinds has a row for each kind."""
    numbers: dict[tuple[str, int], int] = {}
    names: list[Ground | None] = []

    def constant(one: ExampleClass, name: str, value: int) -> int:
        number = numbers.setdefault((name, one.values[name, value]), len(numbers))
        if number == len(names):
            names.append(one.constants.get((name, value)))
        return number

    rows: list[dict[tuple[int, ...], None]] = [{} for _ in bias.body]
    for one in classes:
        for predicate, (signature, table) in enumerate(zip(bias.body, one.answers, strict=True)):
            flags = signature.inputs
            places = [place for place, given in enumerate(flags) if given]
            places += [place for place, given in enumerate(flags) if not given]
            for given_values, answers in table.items():
                for answer in answers:
                    row = [0] * len(flags)
                    for place, value in zip(places, (*given_values, *answer), strict=True):
                        row[place] = constant(one, signature.types[place], value)
                    rows[predicate][tuple(row)] = None
    heads: list[list[int]] = []
    examples: list[Example] = []
    weights: list[int] = []
    positives = 0
    for sign in ("positive", "least_negative"):
        for one in classes:
            example = getattr(one, sign)
            if example is not None:
                named = zip(bias.head.types, one.heads, strict=True)
                heads.append([constant(one, name, value) for name, value in named])
                examples.append(example)
                weights.append(one.positives if sign == "positive" else one.negatives)
                positives += sign == "positive"
    shown = np.array(heads, np.int64).reshape(len(heads), len(bias.head.types))
    forms: list[Form] = []
    for predicate, (signature, own) in enumerate(zip(bias.body, rows, strict=True)):
        known = np.array(list(own), np.int64).reshape(len(own), len(signature.types))
        forms += forms_of(bias, predicate, known, shown, names, whole=False)
    return Facts(forms, shown, examples, positives, len(numbers), weights)
