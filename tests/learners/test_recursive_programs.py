"""Programs with recursion: against all programs of a small language, and on known tasks."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from witness.learners.asp.learner import learn_within, run_on
from witness.learners.coverage import coverage
from witness.learners.run import Settings
from witness.learners.task import LearningTask, read_task

#: A predicate: its name, the types of its arguments, and whether each is an input.
Declared = tuple[str, str, str]

Value = object
Rows = set[tuple[Value, ...]]


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
    ) -> None:
        self.head, self.body, self.values = head, body, values
        self.max_vars, self.max_body, self.directed = max_vars, max_body, directed
        self.arity = len(head[1])
        bodies = [
            literals
            for size in range(1, max_body + 1)
            for literals in combinations(list(self._literals()), size)
            if self._is_legal(literals)
        ]
        #: What a clause without a call makes true, and which fact needs which one otherwise.
        self.base: list[tuple[int, Rows]] = []
        self.steps: list[tuple[int, set[tuple[object, object]]]] = []
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
        linked, known = set(range(self.arity)), set()
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
        ins = [n for n, way in enumerate(self.head[2]) if way == "i"]
        if self.directed and len(ins) == 1 and call[ins[0]] == ins[0]:
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
                    pairs = set() if steps is None else steps[1]
                    while new := {end for start, end in pairs if start in facts} - facts:
                        facts |= new  # type: ignore[arg-type]
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
    lines = ["enable_recursion.", f"max_vars({small.max_vars}).", f"max_body({small.max_body})."]
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


def related(rng: random.Random) -> tuple[Small, str]:
    """Return a random language of relations, and its background."""
    values = ["a", "b", "c", "d"]
    pairs = list(product(values, repeat=2))
    body: dict[Declared, Rows] = {
        ("p", "tt", "oo"): set(rng.sample(pairs, rng.randint(3, 6))),
        ("q", "tt", "oo"): set(rng.sample(pairs, rng.randint(3, 6))),
    }
    facts = [f"{one[0]}({','.join(map(str, row))})." for one, rows in body.items() for row in rows]
    head = ("f", "tt", "ii")
    return Small(head, body, {"t": list(values)}, 3, 2, False), "\n".join(sorted(facts)) + "\n"


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
    given = [one for one in lists if isinstance(one, tuple) and one]
    body: dict[Declared, Rows] = {
        ("head", "le", "io"): {(one, one[0]) for one in given},  # type: ignore[index]
        ("tail", "ll", "io"): {(one, one[1:]) for one in given},  # type: ignore[index]
        ("empty", "l", "i"): {((),)},
        ("zero", "e", rng.choice("io")): {(0,)},
        ("next", "ee", "io"): {(0, 1), (1, 2)},
    }
    values = {"l": lists, "e": numbers}
    return Small(("f", "le"[: len(ways)], ways), body, values, 4, 3, True), LISTS


def examples_of(small: Small, rng: random.Random) -> tuple[Rows, Rows]:
    """Return examples, most of which some program of a language explains."""
    (_, made), (_, pairs) = rng.choice(small.base), rng.choice(small.steps)
    facts = set(made)
    while new := {end for start, end in pairs if start in facts} - facts:
        facts |= new  # type: ignore[arg-type]
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
    learned, status = learn_within(task, Settings(allow_singletons=True, max_literals=7))
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


def test_all_programs_of_small_languages(tmp_path: Path) -> None:
    compare_some(range(6), tmp_path)


@pytest.mark.long
def test_all_programs_of_many_small_languages(tmp_path: Path) -> None:
    compare_some(range(6, 150), tmp_path)
