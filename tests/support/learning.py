"""Learning tasks made for a test, and what their hypotheses cover."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import compress, permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from support.asked import Interpreter

from witness.clauses.language.bias import Bias, Signature
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.terms import Clause, Ground, Variable
from witness.clauses.learners.task import Example, LearningTask, read_task

CASES = Path(__file__).parents[1] / "data" / "popper_cases"


NAMES = sorted(path.name for path in CASES.iterdir())


#: A body literal: the predicate, and its variables by number; the head has 0, 1, … in order.
BodyLiteral = tuple[Signature, tuple[int, ...]]


Body = tuple[BodyLiteral, ...]


def order(bias: Bias, body: Sequence[BodyLiteral]) -> list[BodyLiteral] | None:
    """Put literals in an order in which every input has a value; None when there is none."""
    bound = set(compress(range(len(bias.head.types)), bias.head.inputs))
    waiting, ordered = list(body), []
    while waiting:
        for literal in waiting:
            signature, variables = literal
            if all(v in bound for v, i in zip(variables, signature.inputs, strict=True) if i):
                break
        else:
            return None
        waiting.remove(literal)
        ordered.append(literal)
        bound.update(variables)
    return ordered


def problems(bias: Bias, body: Sequence[BodyLiteral]) -> list[str]:
    """Say everything that keeps a body from being one of the bias."""
    found = []
    head = range(len(bias.head.types))
    types: dict[int, set[str]] = {v: {bias.head.types[v]} for v in head}
    for signature, variables in body:
        if signature not in bias.body:
            found.append(f"{signature.name} is not declared")
        if len(set(variables)) != len(variables):
            found.append(f"a variable is repeated in a literal of {signature.name}")
        for variable, name in zip(variables, signature.types, strict=True):
            types.setdefault(variable, set()).add(name)
    if any(len(names) > 1 for names in types.values()):
        found.append("a variable has two types")
    if len(types) > bias.max_vars:
        found.append("too many variables")
    if not 1 <= len(body) <= bias.max_body:
        found.append("too many literals, or none")
    if len(set(body)) != len(body):
        found.append("a literal is repeated")
    uses = {v: sum(v in variables for _, variables in body) for v in types}
    if bias.whole_head and any(uses[v] == 0 for v in head):
        found.append("a head variable is not used")
    if not bias.allow_singletons and any(n == 1 for v, n in uses.items() if v not in head):
        found.append("a singleton")
    connected = set(head)
    for _ in body:
        connected.update(*(vs for _, vs in body if connected & set(vs)))
    if connected != set(types):
        found.append("not connected to the head")
    if order(bias, body) is None:
        found.append("an input without a value")
    return found


def canonical(bias: Bias, body: Sequence[BodyLiteral]) -> Body:
    """Return the same body for all ways to name its body variables and to order its literals."""
    arity = len(bias.head.types)
    inner = sorted({v for _, variables in body for v in variables} - set(range(arity)))
    rank = {signature: number for number, signature in enumerate(bias.body)}

    def renamed(names: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
        name = dict(zip(inner, names, strict=True))
        return sorted((rank[s], tuple(name.get(v, v) for v in vs)) for s, vs in body)

    least = min(map(renamed, permutations(range(arity, arity + len(inner)))))
    return tuple((bias.body[number], variables) for number, variables in least)


def grown_bodies(bias: Bias, limit: int) -> list[set[Body]]:
    """List the same bodies by size, adding literal after literal to all that can be ordered.

    Stops before the size at which there would be more than `limit` sets of literals to look at.
    """
    arity = len(bias.head.types)
    level: set[Body] = {()}
    seen = 0
    found: list[set[Body]] = []
    for _ in range(bias.max_body):
        following: set[Body] = set()
        for body in level:
            for literal in literals_on(bias, body, arity):
                if literal not in body:
                    following.add(canonical(bias, (*body, literal)))
                    if seen + len(following) > limit:
                        return found
        level = following
        seen += len(level)
        found.append({body for body in level if not problems(bias, body)})
    return found


def literals_on(bias: Bias, body: Body, arity: int) -> Iterator[BodyLiteral]:
    """Yield the literals whose inputs have values after a body, and new variables in order."""
    types = dict(enumerate(bias.head.types))
    valued = set(compress(range(arity), bias.head.inputs))
    for signature, variables in body:
        types.update(zip(variables, signature.types, strict=True))
        valued.update(variables)
    for signature in bias.body:
        choices: list[list[int]] = []
        for name, given_ in zip(signature.types, signature.inputs, strict=True):
            known = [v for v, t in types.items() if t == name]
            choices.append([v for v in known if v in valued] if given_ else [*known, -1])
        for choice in product(*choices):
            fresh = iter(range(max(types) + 1, bias.max_vars))
            variables = tuple(next(fresh, -2) if v == -1 else v for v in choice)
            if -2 not in variables and len(set(variables)) == len(variables):
                yield signature, variables


def body_of(bias: Bias, clause: Clause) -> list[BodyLiteral]:
    """Read a clause as a body; fails when it is not made of declared predicates and variables."""
    assert (clause.name, len(clause.args)) == bias.head.key
    assert len(set(clause.args)) == len(clause.args)
    numbers: dict[Any, int] = {v: n for n, v in enumerate(clause.args)}
    found = []
    for literal in clause.body:
        signature = bias.signature(literal.key)
        assert signature is not None
        assert not literal.negated
        assert all(isinstance(argument, Variable) for argument in literal.args)
        found.append(
            (signature, tuple(numbers.setdefault(v, len(numbers)) for v in literal.args)),
        )
    return found


class Coverage:
    """Says which examples a body covers: facts are looked up, for rules the interpreter is asked.

    Every call is made once.
    """

    def __init__(self, task: LearningTask) -> None:
        self.bias = task.bias
        self.examples: list[Example] = [*task.positives, *task.negatives]
        self.positive = (1 << len(task.positives)) - 1
        self.interpreter = Interpreter(task.background)
        self.known: dict[tuple[Signature, tuple[Ground, ...]], set[tuple[Ground, ...]]] = {}
        for signature in self.bias.body:
            if signature.key not in task.background.rules:
                self._look_up(signature, task.background.facts[signature.key])

    def _look_up(self, signature: Signature, rows: list[tuple[Ground, ...]]) -> None:
        for row in rows:
            inputs = tuple(compress(row, signature.inputs))
            self.known.setdefault((signature, inputs), set()).add(row)

    def answers(self, signature: Signature, inputs: tuple[Ground, ...]) -> set[tuple[Ground, ...]]:
        """Return the values of all arguments for which a predicate holds."""
        if (signature, inputs) not in self.known:
            asked = self.interpreter.calls.answers(signature.key, signature.mode, [inputs])
            self.known[signature, inputs] = {
                tuple(next(given) if i else next(found) for i in signature.inputs)
                for given, found in ((iter(inputs), iter(row)) for row in asked[0])
            }
        return self.known[signature, inputs]

    def _holds(self, body: list[BodyLiteral], values: dict[int, Ground]) -> bool:
        if not body:
            return True
        signature, variables = body[0]
        inputs = tuple(values[v] for v, i in zip(variables, signature.inputs, strict=True) if i)
        for answer in self.answers(signature, inputs):
            found = dict(zip(variables, answer, strict=True))
            if all(values.get(v, value) == value for v, value in found.items()) and self._holds(
                body[1:], values | found
            ):
                return True
        return False

    def __call__(self, body: Sequence[BodyLiteral]) -> int:
        """Return the examples that are covered as a bit set, positives first."""
        ordered = order(self.bias, body)
        assert ordered is not None
        return sum(
            1 << number
            for number, example in enumerate(self.examples)
            if self._holds(ordered, dict(enumerate(example)))
        )


def cheapest_cover(sizes: dict[int, int]) -> tuple[int, int]:
    """Return the union of the coverages, and the least total size of a set that has this union."""
    cost = {0: 0}
    for coverage, size in sizes.items():
        for before, spent in list(cost.items()):
            after = before | coverage
            if cost.get(after, spent + size + 1) > spent + size:
                cost[after] = spent + size
    everything = max(cost, key=int.bit_count)
    return everything, cost[everything]


DOMAINS: tuple[tuple[Ground, ...], ...] = (
    (0, 1, 2),
    ("a", "b", "c"),
    (1, 2),
    ("a", 1, 2),
    ((), (1,), (1, 2)),
)


#: Definitions over a relation base of the values of one type: number of arguments, modes, text.
RULES = (
    (1, ("i", "o"), "{p}(A) :- {b}(A,C), {b}(C,_)."),
    (1, ("i",), "{p}(A) :- \\+ {b}(A,_)."),
    (1, ("i", "o"), "{p}(A) :- {b}(_,A).\n{p}(A) :- {b}(A,_)."),
    (2, ("ii", "io", "oi", "oo"), "{p}(A,B) :- {b}(B,A)."),
    (2, ("ii", "io", "oi"), "{p}(A,B) :- {b}(A,C), {b}(C,B)."),
    (2, ("ii",), "{p}(A,B) :- A \\== B."),
    (2, ("ii", "io", "oi"), "{p}(A,A) :- {b}(A,_)."),
    (3, ("iii", "iio", "ioo"), "{p}(A,B,C) :- {b}(A,B), {b}(B,C)."),
    (3, ("iii", "iio", "ioo"), "{p}(A,B,C) :- {b}(A,B), {b}(A,C)."),
)


#: The same for a type of integers. The second never comes to an end.
NUMBER_RULES = (
    (2, ("ii",), "{p}(A,B) :- A > B."),
    (2, ("ii", "io"), "{p}(A,B) :- B is A + 1."),
    (2, ("ii", "io"), "{p}(A,B) :- A > 0, B is A - 1."),
    (3, ("iii", "iio"), "{p}(A,B,C) :- C is A + B."),
)


def text_of(value: Ground) -> str:
    return f"[{','.join(map(text_of, value))}]" if isinstance(value, tuple) else str(value)


def random_task(rng: random.Random, outputs: bool = False) -> tuple[str, str, list[str]]:
    """Draw the texts of bk.pl, of bias.pl without max_body, and of some examples.

    The second argument of the head is an output if that is asked for.
    """
    count = rng.randint(1, 3)
    domains = [rng.choice(DOMAINS) for _ in range(count)]
    bk: list[str] = []
    for number, domain in enumerate(domains):
        pairs = list(product(domain, repeat=2))
        for one, other in rng.sample(pairs, rng.randint(1, min(5, len(pairs)))):
            bk.append(f"base{number}({text_of(one)},{text_of(other)}).")
    head = [rng.randrange(count) for _ in range(rng.choice((1, 2, 2)))]
    mode = "io" if outputs and len(head) == 2 else "i" * len(head)
    bias = [f"head_pred(f,{len(head)}).", *declaration("f", head, mode)]
    for number in range(rng.randint(2, 4)):
        name = f"p{number}"
        if rng.random() < 0.6:
            places = [rng.randrange(count) for _ in range(rng.choice((1, 2, 2, 3)))]
            for _ in range(rng.randint(1, 7)):
                row = [text_of(rng.choice(domains[place])) for place in places]
                bk.append(f"{name}({','.join(row)}).")
            mode = "".join(rng.choice("iio") for _ in places)
        else:
            of = rng.randrange(count)
            numeric = all(isinstance(value, int) for value in domains[of])
            arity, modes, text = rng.choice(RULES + NUMBER_RULES if numeric else RULES)
            bk.append(text.format(p=name, b=f"base{of}"))
            places, mode = [of] * arity, rng.choice(modes)
        bias += [f"body_pred({name},{len(places)}).", *declaration(name, places, mode)]
    bias.append(f"max_vars({rng.randint(max(3, len(head)), 5)}).")
    if rng.random() < 0.3:
        bias.append("allow_singletons.")
    every = list(product(*(domains[place] for place in head)))
    rng.shuffle(every)
    heads = [f"f({','.join(map(text_of, example))})" for example in every[:8]]
    return "\n".join(bk), "\n".join(bias), heads


def declaration(name: str, types: list[int], mode: str) -> list[str]:
    ways = ["in" if letter == "i" else "out" for letter in mode]
    return [
        f"type({name},({','.join(f't{t}' for t in types)},)).",
        f"direction({name},({','.join(ways)},)).",
    ]


def make_task(bk: str, bias: str, exs: str) -> LearningTask:
    """Write the three files and read them."""
    with TemporaryDirectory() as place:
        for name, text in (("bk", bk), ("bias", bias), ("exs", exs)):
            Path(place, f"{name}.pl").write_text(f"{text}\n", encoding="utf-8")
        return read_task(place)


def labelled_task(
    rng: random.Random, limit: int, outputs: bool = False
) -> tuple[LearningTask, list[set[Body]]]:
    """Draw a task, and give all bodies of its bias, at most about `limit`."""
    bk, bias_text, heads = random_task(rng, outputs)
    max_body = rng.randint(2, 4)
    bodies = grown_bodies(parse_bias(f"{bias_text}\nmax_body({max_body})."), limit)
    bias_text += f"\nmax_body({max(len(bodies), 1)})."
    if not bodies:
        bodies = grown_bodies(parse_bias(bias_text), 10**6)
    signs = [rng.choice(("pos", "neg")) for _ in heads]
    longest = [body for level in bodies for body in level][-200:]
    if longest and rng.random() < 0.7:
        # Labels that some clauses explain, so that there is something to learn.
        examples = make_task(bk, bias_text, "\n".join(f"pos({head})." for head in heads))
        twin = Coverage(examples)
        covered = 0
        for body in rng.choices(sorted(longest, key=str), k=rng.choice((1, 1, 2, 3))):
            covered |= twin(body)
        signs = ["pos" if covered >> n & 1 else "neg" for n in range(len(heads))]
    exs = "\n".join(f"{sign}({head})." for sign, head in zip(signs, heads, strict=True))
    print("", bk, bias_text, exs, sep="\n\n")
    return make_task(bk, bias_text, exs), bodies


def bias_of(*declarations: str, settings: str = "max_vars(4). max_body(3).") -> str:
    """Write a bias: `name type:in type:out …`, the head first."""
    lines = []
    for number, declaration_ in enumerate(declarations):
        name, *arguments = declaration_.split()
        types, ways = zip(*(argument.split(":") for argument in arguments), strict=True)
        kind = "body_pred" if number else "head_pred"
        lines.append(f"{kind}({name},{len(types)}).")
        lines.append(f"type({name},({','.join(types)},)). direction({name},({','.join(ways)},)).")
    return "\n".join([*lines, settings])
