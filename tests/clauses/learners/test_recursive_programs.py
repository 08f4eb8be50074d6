"""Programs with recursion: against all programs of a small language, and on known tasks."""

import random
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from support.learning import random_task

from witness.base.errors import InputError, UnsupportedError
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners.asp.learner import learn_within, run_on
from witness.clauses.learners.asp.recursive.learner import learn_within as programs_within
from witness.clauses.learners.asp.recursive.search import Search
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Interrupted, Settings
from witness.clauses.learners.task import LearningTask, read_task

#: A predicate: its name, the types of its arguments, and whether each is an input.
Declared = tuple[str, str, str]

Value = object
Row = tuple[Value, ...]
Rows = set[Row]


#: Raw statements, and which clauses they allow: by literals, and whether one calls the head.
RAW: dict[str, Callable[[tuple[tuple[Declared, tuple[int, ...]], ...], bool], bool]] = {
    ":- body_literal(_,p,_,(0,_)).": lambda body, _: (
        not any(one[0] == "p" and variables[0] == 0 for one, variables in body)
    ),
    ":- body_literal(1,q,_,_).": lambda body, calls: (
        not (calls and any(one[0] == "q" for one, _ in body))
    ),
    ":- clause(C), #count { P,Vs : body_literal(C,P,_,Vs) } != 2.": lambda body, _: len(body) == 2,
}


class Small:
    """A small language, by brute force: every set of literals over a few variables."""

    def __init__(
        self,
        head: Declared,
        body: dict[Declared, Rows],
        values: dict[str, list[Value]],
        max_vars: int,
        max_body: int,
        directed: bool,
        singletons: bool,
        raw: str = "",
    ) -> None:
        self.singletons = singletons
        self.raw = raw
        self.head, self.body, self.values = head, body, values
        self.max_vars, self.max_body, self.directed = max_vars, max_body, directed
        self.arity = len(head[1])
        bodies = [
            literals
            for size in range(1, max_body + 1)
            for literals in combinations(list(self._literals()), size)
            if self._is_legal(literals) and (not raw or RAW[raw](literals, head in dict(literals)))
        ]
        #: What a clause without a call makes true, and which fact needs which one otherwise.
        self.base: list[tuple[int, Rows]] = []
        self.steps: list[tuple[int, set[tuple[Row, Row]]]] = []
        for literals in bodies:
            calls = [variables for one, variables in literals if one == head]
            if not calls:
                made = {row[: self.arity] for row in self._rows(literals)}
                self.base.append((1 + len(literals), made))
            else:
                pairs = {
                    (tuple(row[v] for v in calls[0]), row[: self.arity])
                    for row in self._rows(literals)
                }
                self.steps.append((1 + len(literals), pairs))

    def _literals(self) -> Iterator[tuple[Declared, tuple[int, ...]]]:
        for one in (*self.body, self.head):
            for variables in permutations(range(self.max_vars), len(one[1])):
                yield one, variables

    def _is_legal(self, literals: tuple[tuple[Declared, tuple[int, ...]], ...]) -> bool:
        types = dict(enumerate(self.head[1]))
        for one, variables in literals:
            for v, name in zip(variables, one[1], strict=True):
                if types.setdefault(v, name) != name:
                    return False
        used = {v for _, variables in literals for v in variables}
        if not used >= set(range(self.arity)) or used != set(range(len(used))):
            return False
        if not self.singletons:
            uses = [v for _, variables in literals for v in variables]
            if any(uses.count(v) + (v < self.arity) < 2 for v in used):
                return False
        linked = set(range(self.arity))
        known = {n for n, way in enumerate(self.head[2]) if way == "i" or not self.directed}
        for _ in literals:
            for one, variables in literals:
                if linked & set(variables):
                    linked |= set(variables)
                ins = {v for v, w in zip(variables, one[2], strict=True) if w == "i"}
                if not self.directed or ins <= known:
                    known |= set(variables)
        if not (linked >= used and known >= used):
            return False
        calls = [variables for one, variables in literals if one == self.head]
        if not calls:
            return True
        if len(calls) > 1 or len(literals) == 1:
            return False
        (call,) = calls
        if self.arity == 2 and (call[0] == 1 or call[1] == 0):
            return False
        given = [n for n, way in enumerate(self.head[2]) if way == "i"]
        if self.directed and len(given) == 1 and call[given[0]] == given[0]:
            return False
        # Without directions every variable of a call is that of another literal, too.
        others = {v for one, variables in literals if one != self.head for v in variables}
        return self.directed or (
            set(call) <= others | set(range(self.arity)) and call != tuple(range(self.arity))
        )

    def _rows(self, literals: tuple[tuple[Declared, tuple[int, ...]], ...]) -> Rows:
        types = dict(enumerate(self.head[1]))
        for one, variables in literals:
            types.update(zip(variables, one[1], strict=True))
        rows = product(*(self.values[types[v]] for v in sorted(types)))
        tests = [(variables, self.body[one]) for one, variables in literals if one != self.head]
        return {row for row in rows if all(tuple(row[v] for v in vs) in true for vs, true in tests)}

    def best(self, positives: Rows, negatives: Rows, most: int) -> tuple[int, int]:
        """Return how many a best program of at most some literals covers, and its literals."""
        best = 0, 0
        right = [(size, made) for size, made in self.base if not made & negatives]
        for steps in [None, *self.steps]:
            room = most - (0 if steps is None else steps[0])
            for number in range(1, room // 2 + 1):
                for chosen in combinations(right, number):
                    size = sum(one for one, _ in chosen)
                    if size > room:
                        continue
                    facts = set().union(*(made for _, made in chosen))
                    pairs: set[tuple[Row, Row]] = set() if steps is None else steps[1]
                    while new := {end for start, end in pairs if start in facts} - facts:
                        facts |= new
                    if not facts & negatives:
                        best = max(best, (len(facts & positives), -(size + most - room)))
        return best[0], -best[1]


def text_of(value: Value) -> str:
    """Return a value as Prolog text."""
    return f"[{','.join(map(text_of, value))}]" if isinstance(value, tuple) else str(value)


def write_task(
    folder: Path, small: Small, background: str, positives: Rows, negatives: Rows
) -> LearningTask:
    """Write a task of a small language, and read it."""
    folder.mkdir()
    lines = [
        *small.raw.split("\n"),
        "enable_recursion.",
        f"max_vars({small.max_vars}).",
        f"max_body({small.max_body}).",
    ]
    for one in (small.head, *small.body):
        name, types, ways = one
        lines.append(f"{'head' if one == small.head else 'body'}_pred({name},{len(types)}).")
        if small.directed:
            lines.append(f"type({name},({','.join(types)},)).")
            words = ",".join("in" if way == "i" else "out" for way in ways)
            lines.append(f"direction({name},({words},)).")
    (folder / "bias.pl").write_text("\n".join(lines) + "\n")
    (folder / "bk.pl").write_text(background)
    marked = [("pos", row) for row in positives] + [("neg", row) for row in negatives]
    examples = sorted(f"{s}(f({','.join(map(text_of, row))}))." for s, row in marked)
    (folder / "exs.pl").write_text("\n".join(examples) + "\n")
    return read_task(folder)


def related(rng: random.Random, raw: str = "") -> tuple[Small, str]:
    """Return a random language of relations, perhaps with raw ASP, and its background."""
    values = ["a", "b", "c", "d"]
    pairs = list(product(values, repeat=2))
    body: dict[Declared, Rows] = {
        ("p", "tt", "oo"): set(rng.sample(pairs, rng.randint(3, 6))),
        ("q", "tt", "oo"): set(rng.sample(pairs, rng.randint(3, 6))),
    }
    facts = [f"{one[0]}({','.join(map(str, row))})." for one, rows in body.items() for row in rows]
    head = ("f", "tt", "ii")
    return Small(head, body, {"t": list(values)}, 3, 2, False, rng.random() < 0.5, raw), "\n".join(
        sorted(facts)
    ) + "\n"


LISTS = """head([H|_],H).
tail([_|T],T).
empty([]).
zero(0).
next(A,B) :- A < 2, B is A + 1.
"""


def listed(rng: random.Random, ways: str) -> tuple[Small, str]:
    """Return a language of lists, and its background."""
    lists: list[Value] = [row for size in range(4) for row in product((0, 1), repeat=size)]
    numbers: list[Value] = [0, 1, 2]
    given: list[Any] = [one for one in lists if one]
    body: dict[Declared, Rows] = {
        ("head", "le", "io"): {(one, one[0]) for one in given},
        ("tail", "ll", "io"): {(one, one[1:]) for one in given},
        ("empty", "l", "i"): {((),)},
        ("zero", "e", rng.choice("io")): {(0,)},
        ("next", "ee", "io"): {(0, 1), (1, 2)},
    }
    values = {"l": lists, "e": numbers}
    return Small(
        ("f", "le"[: len(ways)], ways), body, values, 4, 3, True, rng.random() < 0.5
    ), LISTS


def examples_of(small: Small, rng: random.Random) -> tuple[Rows, Rows]:
    """Return examples, most of which some program of a language explains."""
    (_, made), (_, pairs) = rng.choice(small.base), rng.choice(small.steps)
    facts = set(made)
    while new := {end for start, end in pairs if start in facts} - facts:
        facts |= new
    everything = list(product(*(small.values[name] for name in small.head[1])))
    chosen = rng.sample(everything, 10)
    positives = {row for row in chosen if (row in facts) != (rng.random() < 0.03)}
    if len(facts) > 0:
        positives |= set(rng.sample(sorted(facts, key=str), min(4, len(facts))))
    return positives, set(chosen) - positives


def compare(small: Small, background: str, rng: random.Random, folder: Path) -> bool:
    """Compare with brute force; return whether the best program has recursion."""
    positives, negatives = examples_of(small, rng)
    if not positives:
        return False
    task = write_task(folder, small, background, positives, negatives)
    learned, status = learn_within(
        task, Settings(allow_singletons=small.singletons, max_literals=7)
    )
    assert status is None
    count, size = small.best(positives, negatives, 7)
    assert (learned.true_positives, learned.size) == (count, size), learned.clauses
    assert coverage(learned.clauses, task) == (count, 0)
    return any(one.key == clause.key for clause in learned.clauses for one in clause.body)


def compare_some(seeds: range, folder: Path) -> None:
    """Compare on some random tasks of each sort; some need recursion."""
    recursive = 0
    for seed in seeds:
        rng = random.Random(seed)
        small, background = related(rng) if seed % 3 else listed(rng, rng.choice(("i", "io")))
        recursive += compare(small, background, rng, folder / str(seed))
    assert recursive


@pytest.mark.slow
def test_all_programs_of_small_languages(tmp_path: Path) -> None:
    compare_some(range(3), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 4), marks=pytest.mark.long)])
def test_programs_that_raw_statements_allow(seeds: range, tmp_path: Path) -> None:
    recursive = 0
    for number, raw in enumerate(RAW):
        for seed in seeds:
            rng = random.Random(seed)
            recursive += compare(*related(rng, raw), rng, tmp_path / f"{number}_{seed}")
    assert recursive


def compare_without_recursion(seeds: range, folder: Path) -> None:
    """Compare with the enumeration of plain clauses, on random tasks, some with single types."""
    several = 0
    for seed in seeds:
        rng = random.Random(seed)
        bk, text, heads = random_task(rng, outputs=rng.random() < 0.3)
        text += f"\nmax_body({rng.randint(1, 3)}).\n"
        types = parse_bias(text).head.types
        if rng.random() < 0.5 and types.count(types[0]) == 1:
            text += f":- clause(C), #count {{ V : var_type(C,V,{types[0]}) }} != 1.\n"
        signs = [f"{rng.choice(('pos', 'neg'))}({head})." for head in heads]
        task = known_task(folder / str(seed), text, f"{bk}\n", "\n".join(signs))
        try:
            plain, status = learn_within(task, Settings(timeout=20))
            programs, ended = programs_within(task.in_order(), Settings(timeout=20))
        except InputError:
            continue
        if status is None and ended is None:
            found = programs.true_positives, programs.size
            assert found == (plain.true_positives, plain.size), (seed, programs.clauses)
            several += len(plain.clauses) > 1
    assert several


@pytest.mark.slow
def test_programs_without_recursion_are_those_of_plain_clauses(tmp_path: Path) -> None:
    compare_without_recursion(range(15), tmp_path)


@pytest.mark.long
def test_many_programs_without_recursion(tmp_path: Path) -> None:
    compare_without_recursion(range(15, 400), tmp_path)


@pytest.mark.long
def test_all_programs_of_many_small_languages(tmp_path: Path) -> None:
    compare_some(range(3, 150), tmp_path)


def known_task(folder: Path, bias: str, background: str, examples: str) -> LearningTask:
    """Write a task, and read it."""
    folder.mkdir()
    for name, text in (("bias", bias), ("bk", background), ("exs", examples)):
        (folder / f"{name}.pl").write_text(text)
    return read_task(folder)


REVERSE = (
    """enable_recursion.
head_pred(f,2). body_pred(head,2). body_pred(tail,2). body_pred(add,3). body_pred(empty,1).
type(f,(list,list)). type(head,(list,element)). type(tail,(list,list)). type(empty,(list,)).
type(add,(list,element,list)).
direction(f,(in,out)). direction(head,(in,out)). direction(tail,(in,out)).
direction(add,(in,in,out)). direction(empty,(out,)).
""",
    "tail([_|T],T).\nhead([H|_],H).\nempty([]).\nadd(A,B,C) :- append(A,[B],C).\n",
    """pos(f([1,2,3,4],[4,3,2,1])).
pos(f([a,b,c],[c,b,a])).
neg(f([a,b,c],[a,b,c])).
neg(f([a,b,c],[])).
neg(f([a,b],[a])).
neg(f([a],[])).
""",
)

#: The parents of Popper's folder `kinship-pi`.
GRANDPARENTS = (
    """enable_pi. max_vars(4). max_body(3). max_clauses(3).
head_pred(grandparent,2). body_pred(mother,2). body_pred(father,2).
""",
    """mother(ann,amy).
mother(ann,andy).
mother(amy,amelia).
mother(linda,gavin).
father(steve,amy).
father(steve,andy).
father(gavin,amelia).
father(andy,spongebob).
""",
    """pos(grandparent(ann,amelia)).
pos(grandparent(steve,amelia)).
pos(grandparent(ann,spongebob)).
pos(grandparent(steve,spongebob)).
pos(grandparent(linda,amelia)).
neg(grandparent(amy,amelia)).
""",
)

#: Both colours of edges in turn: two clauses with recursion.
PATHS = (
    """enable_recursion. max_clauses(3). max_vars(3). max_body(2).
head_pred(path,2). body_pred(red,2). body_pred(blue,2). body_pred(last,2).
""",
    "red(a,b).\nblue(b,c).\nred(c,d).\nblue(d,e).\nlast(e,z).\nlast(x,y).\n",
    "".join(f"pos(path({one},z)).\n" for one in "abcde") + "neg(path(x,z)).\nneg(path(z,y)).\n",
)


def sizes(task: LearningTask) -> tuple[int, list[int]]:
    """Return how many positive examples are covered, and the literals of each clause."""
    learned, status = learn_within(task, Settings(allow_singletons=True))
    assert status is None
    assert coverage(learned.clauses, task) == (learned.true_positives, 0)
    return learned.true_positives, [clause.size for clause in learned.clauses]


@pytest.mark.slow
def test_known_programs(tmp_path: Path) -> None:
    """Popper 4.3.0 learns programs of the same sizes from them, the first with two lists more."""
    assert sizes(known_task(tmp_path / "1", *REVERSE)) == (2, [3, 5])
    assert sizes(known_task(tmp_path / "2", *GRANDPARENTS)) == (5, [3, 2, 2])
    assert sizes(known_task(tmp_path / "3", *PATHS)) == (5, [2, 3, 3])


@pytest.mark.slow
def test_long_examples_are_counted(tmp_path: Path) -> None:
    """Each as if it were alone: as deep as 300 calls, and where a cycle needs tables."""
    bias = (
        "enable_recursion. head_pred(f,2). body_pred(tail,2). body_pred(empty,1). body_pred(inc,2)."
        "body_pred(zero,1). type(f,(l,n)). type(tail,(l,l)). type(empty,(l,)). type(inc,(n,n))."
        "type(zero,(n,)). direction(f,(in,out)). direction(tail,(in,out)). direction(empty,(in,))."
        "direction(inc,(in,out)). direction(zero,(out,)).\n"
    )
    background = "tail([_|T],T).\nempty([]).\nzero(0).\ninc(A,B) :- B is A+1.\n"
    lines = []
    for number in (0, 7, 150, 190, 300):
        ones = ",".join("1" * number)
        lines += [f"pos(f([{ones}],{number})).", f"neg(f([{ones}],{number + 1}))."]
    task = known_task(tmp_path / "1", bias, background, "\n".join(lines) + "\n")
    program = parse_clauses("f(A,B) :- zero(B), empty(A). f(A,B) :- tail(A,C), f(C,D), inc(D,B).")
    assert coverage(program, task) == (5, 0)
    red = "pos(path(a,c)). neg(path(c,a)).\n"
    task = known_task(
        tmp_path / "2", PATHS[0], "red(a,b).\nred(b,a).\nred(b,c).\nblue(a,a).\nlast(a,a).\n", red
    )
    left = "path(A,B) :- red(A,B). path(A,B) :- path(A,C), red(C,B)."
    assert coverage(parse_clauses(left), task) == (1, 0)


@pytest.mark.slow
def test_the_order_of_lines_does_not_matter(tmp_path: Path) -> None:
    bias, background, examples = REVERSE
    turned = ["\n".join(text.split("\n")[::-1]) + "\n" for text in (bias, background, examples)]
    tasks = [known_task(tmp_path / "1", *REVERSE), known_task(tmp_path / "2", *turned)]
    one, other = (learn_within(task, Settings())[0].clauses for task in tasks)
    assert one == other


def test_a_limit_gives_the_best_program_so_far(tmp_path: Path) -> None:
    """No program covers the last example, so the search does not end by itself."""
    bias, background, examples = REVERSE
    task = known_task(tmp_path / "1", bias, background, f"{examples}pos(f([1,2],[7])).\n")
    run = run_on(task, Settings(timeout=1, allow_singletons=True))
    assert run.status == "timeout"
    assert run.learned.false_positives == 0
    assert coverage(run.learned.clauses, task) == (run.learned.true_positives, 0)


def test_control_c_gives_the_best_program_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = Search.level

    def interrupted(self: Search, size: int) -> None:
        if size == 5:
            raise KeyboardInterrupt
        level(self, size)

    monkeypatch.setattr(Search, "level", interrupted)
    with pytest.raises(Interrupted) as caught:
        run_on(known_task(tmp_path / "1", *PATHS), Settings())
    run = caught.value.best()
    assert (run.status, run.learned.true_positives) == ("interrupted", 2)  # of 5


@pytest.mark.parametrize(
    ("lines", "settings", "message"),
    [
        ("enable_pi.\n", Settings(), "predicate invention"),
        ("magic_value_type(element).\n", Settings(), "with recursion"),
        ("", Settings(noisy=True), "noise"),
    ],
)
def test_what_is_refused(lines: str, settings: Settings, message: str, tmp_path: Path) -> None:
    bias, background, examples = REVERSE
    task = known_task(tmp_path / "1", bias + lines, background, examples)
    with pytest.raises(UnsupportedError, match=message):
        learn_within(task, settings)
