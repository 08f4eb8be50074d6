"""Random tasks about lists and numbers, in which bodies compute outputs of the head."""

from __future__ import annotations

import random
from collections.abc import Sequence

from support.asked import Interpreter
from support.learning import Body, bias_of, grown_bodies, make_task, order, text_of

from witness.clauses.language.bias import Bias
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import Ground, Literal, Variable, term_of
from witness.clauses.learners.task import Example, LearningTask

#: Predicates: what a bias says of each, and its definition. Some calls have several answers.
PREDICATES = {
    "rev": ("list:in list:out", "rev(A,B) :- reverse(A,B)."),
    "tail": ("list:in list:out", "tail([_|T],T)."),
    "app": ("list:in list:in list:out", "app(A,B,C) :- append(A,B,C)."),
    "cons": ("int:in list:in list:out", "cons(H,T,[H|T])."),
    "head": ("list:in int:out", "head([H|_],H)."),
    "end": ("list:in int:out", "end(A,B) :- last(A,B)."),
    "len": ("list:in int:out", "len(A,N) :- length(A,N)."),
    "sum": ("list:in int:out", "sum(A,N) :- sum_list(A,N)."),
    "add": ("int:in int:in int:out", "add(A,B,C) :- C is A + B."),
    "double": ("int:in int:out", "double(A,B) :- B is A + A."),
    "less": ("int:in int:in", "less(A,B) :- A < B."),
    "empty": ("list:in", "empty([])."),
    "most": ("int:in int:in int:out", "most(A,B,A) :- A >= B. most(A,B,B) :- A < B."),
    "after": ("list:in int:in list:out", "after(A,B,C) :- append(A,[B],C)."),
    "parts": ("list:in int:out list:out", "parts([H|T],H,T)."),
    "among": ("int:out list:in", "among(A,B) :- member(A,B)."),
    "cut": ("list:out list:out list:in", "cut(A,B,C) :- append(A,B,C)."),
    "nil": ("list:out", "nil([])."),
}

#: Predicates of which a call has several answers, or that have no inputs.
OTHERS = ("among", "cut", "nil")

HEADS = (
    "f list:in list:out",
    "f list:in int:out",
    "f int:in int:in int:out",
    "f list:in int:in list:out",
    "f list:in int:out list:out",
    "f int:out list:in",
)


def list_task(
    rng: random.Random, limit: int, several: bool = False
) -> tuple[LearningTask, list[set[Body]]]:
    """Draw a task, and give all bodies of its bias, at most about `limit`.

    `several` says that calls may have several answers.
    """
    pool = [name for name in PREDICATES if several or name not in OTHERS]
    while True:
        head, names = rng.choice(HEADS), rng.sample(pool, rng.randint(2, 5))
        if several:
            names[0] = rng.choice(OTHERS)
        names = list(dict.fromkeys(names))
        shown = [head, *(f"{name} {PREDICATES[name][0]}" for name in names)]
        limits = f"max_vars({rng.randint(len(head.split()) - 1, 4)}). max_body(3)."
        if rng.random() < 0.3:
            limits += " allow_singletons."
        if rng.random() < 0.2:
            limits += " non_datalog."
        bodies = grown_bodies(parse_bias(bias_of(*shown, settings=limits)), limit)
        if any(bodies):
            break
    bias = bias_of(*shown, settings=limits.replace("max_body(3)", f"max_body({len(bodies)})"))
    bk = "\n".join(PREDICATES[name][1] for name in names)
    exs = "".join(
        f"{sign}(f({','.join(map(text_of, example))})).\n"
        for sign, found in zip(("pos", "neg"), _examples(rng, bias, bk, bodies), strict=True)
        for example in found
    )
    print("", bk, bias, exs, sep="\n\n")
    return make_task(bk, bias, exs), bodies


def _examples(
    rng: random.Random, text: str, bk: str, bodies: Sequence[set[Body]]
) -> tuple[list[Example], list[Example]]:
    """Return what a clause or two say of random inputs, and what others say that is not this."""
    bias, program = parse_bias(text), Interpreter(parse_program(bk))
    listed = sorted((body for level in bodies for body in level), key=str)
    wanted = rng.sample(listed[-60:], min(len(listed), rng.choice((1, 1, 2))))
    others = rng.sample(listed, min(len(listed), 8))
    right: dict[Example, None] = {}
    wrong: dict[Example, None] = {}
    for _ in range(8):
        given = [_drawn(rng, name) for name in bias.head.input_types]
        for bodies_, found in ((wanted, right), (others, wrong)):
            for body in bodies_:
                found.update(dict.fromkeys(answers(program, bias, body, given)[:2]))
        wrong[completed(bias, given, [_drawn(rng, name) for name in bias.head.types])] = None
    positives = list(right)[:8]
    return positives, [example for example in wrong if example not in right][:12]


def _drawn(rng: random.Random, name: str) -> Ground:
    if name == "int":
        return rng.randint(0, 3)
    return tuple(rng.randint(0, 3) for _ in range(rng.randint(0, 4)))


def completed(bias: Bias, given: Sequence[Ground], outputs: Sequence[Ground]) -> Example:
    """Return the example with some inputs, and for outputs what another one has in their places."""
    inputs = iter(given)
    pairs = zip(bias.head.inputs, outputs, strict=True)
    return tuple(next(inputs) if known else value for known, value in pairs)


def answers(program: Interpreter, bias: Bias, body: Body, given: Sequence[Ground]) -> list[Example]:
    """Run a clause as it is run to compute: from the inputs of its head alone."""
    inputs = iter(given)
    known = {v: next(inputs) for v, flag in enumerate(bias.head.inputs) if flag}
    ordered = order(bias, body)
    assert ordered is not None
    terms = {v: term_of(value) for v, value in known.items()}
    query = [
        Literal(s.name, tuple(terms.get(v, Variable(f"V{v}")) for v in vs)) for s, vs in ordered
    ]
    head = range(len(bias.head.types))
    given_ = {f"V{v}": value for v, value in known.items()}
    found = [{**answer, **given_} for answer in program.solve(query)]
    whole = [one for one in found if all(f"V{v}" in one for v in head)]
    return list(dict.fromkeys(tuple(one[f"V{v}"] for v in head) for one in whole))
