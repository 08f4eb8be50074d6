"""Random tasks over relations, and the best hypotheses of all there are: slow and plain."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from pathlib import Path

from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.reader import parse_program
from witness.clauses.learners.task import LearningTask

#: A literal: a predicate, and its arguments; variables are numbers, and constants are text.
Lit = tuple[str, tuple[int | str, ...]]


@dataclass(frozen=True)
class Tiny:
    """A small task: facts, types and directions by predicate, examples, and limits."""

    facts: Mapping[str, Sequence[tuple[str, ...]]]
    types: Mapping[str, tuple[str, ...]]
    directions: Mapping[str, tuple[bool, ...]]
    positives: Sequence[tuple[str, ...]]
    negatives: Sequence[tuple[str, ...]]
    max_vars: int
    max_body: int
    singletons: bool
    constants: tuple[tuple[str, str], ...] = ()
    magic: tuple[str, ...] = ()
    single: tuple[str, ...] = ()

    def arity(self, name: str) -> int:
        """Return the number of arguments of a predicate; the head is `f`."""
        return len((self.positives or self.negatives)[0] if name == "f" else self.facts[name][0])

    def bias(self) -> str:
        """Return the text of the bias."""
        lines = [f"head_pred(f,{self.arity('f')})."]
        lines += [f"body_pred({name},{self.arity(name)})." for name in self.facts]
        lines += [f"type({name},({','.join(words)},))." for name, words in self.types.items()]
        for name, flags in self.directions.items():
            words = ",".join("in" if flag else "out" for flag in flags)
            lines.append(f"direction({name},({words},)).")
        lines += [f"max_vars({self.max_vars}).", f"max_body({self.max_body})."]
        lines += ["allow_singletons."] * self.singletons
        lines += [f"constant({value},{name})." for value, name in self.constants]
        lines += [f"magic_value_type({name})." for name in self.magic]
        lines += [f":- clause(C), #count{{V : var_type(C,V,{name})}} != 1." for name in self.single]
        return "\n".join(lines) + "\n"

    def background(self) -> str:
        """Return the text of the facts."""
        return "".join(
            f"{name}({','.join(row)}).\n" for name, rows in self.facts.items() for row in rows
        )

    def examples(self) -> str:
        """Return the text of the examples."""
        return "".join(
            f"{sign}(f({','.join(row)})).\n"
            for sign, rows in (("pos", self.positives), ("neg", self.negatives))
            for row in rows
        )

    def task(self) -> LearningTask:
        """Return the task as the package reads it."""
        return LearningTask(
            Path(),
            parse_bias(self.bias()),
            parse_program(self.background()),
            list(self.positives),
            list(self.negatives),
        )

    def write(self, place: Path) -> None:
        """Write the three files."""
        (place / "bias.pl").write_text(self.bias(), encoding="utf-8")
        (place / "bk.pl").write_text(self.background(), encoding="utf-8")
        (place / "exs.pl").write_text(self.examples(), encoding="utf-8")


def drawn(rng: random.Random, *, constants: bool = False, single: bool = True) -> Tiny:
    """Draw a task at random."""
    kinds = {"s": ["s0", "s1", "s2", "s3"], "t": ["t0", "t1", "t2"]}
    style = rng.choice(["types", "none", "both", "both"])
    arities = [rng.choice([1, 1, 2, 2, 2, 3]) for _ in range(rng.choice([2, 3, 3]))]
    head = rng.choice([1, 1, 2])
    names = "pqrx"[: len(arities)]
    types = {
        name: tuple(rng.choice("sst") for _ in range(arity))
        for name, arity in zip([*names, "f"], [*arities, head], strict=True)
    }

    def row(name: str) -> tuple[str, ...]:
        return tuple(rng.choice(kinds[kind]) for kind in types[name])

    facts = {
        name: list(dict.fromkeys(row(name) for _ in range(rng.randint(2, 7)))) for name in names
    }
    examples = list(dict.fromkeys(row("f") for _ in range(9)))
    cut = rng.randint(1, len(examples))
    directions = {}
    if style == "both" and rng.random() < 0.6:
        directions = {
            name: tuple(rng.random() < 0.5 for _ in words) for name, words in types.items()
        }
        if rng.random() < 0.7:
            directions["f"] = (True,) * head
    shown = dict(types) if style != "none" else {}
    if shown and rng.random() < 0.3:
        del shown[rng.choice(list(shown))]
    alone = tuple(
        kind
        for kind in "st"
        if single and shown.get("f", ()).count(kind) == 1 and rng.random() < 0.3
    )
    return Tiny(
        facts,
        shown,
        directions,
        examples[:cut],
        examples[cut:],
        max_vars=rng.randint(head, 4),
        max_body=rng.choice([2, 3, 3]),
        singletons=rng.random() < 0.5,
        constants=tuple((rng.choice(kinds[k]), k) for k in "st") if constants and shown else (),
        magic=("t",) if constants and shown and rng.random() < 0.4 else (),
        single=alone,
    )


def bodies(tiny: Tiny) -> Iterator[tuple[Lit, ...]]:
    """Yield every body of the bias."""
    universe: list[Lit] = []
    for name, rows in tiny.facts.items():
        types = tiny.types.get(name, ("_",) * len(rows[0]))
        options: list[list[int | str]] = []
        for place, kind in enumerate(types):
            own: list[int | str] = list(range(tiny.max_vars))
            own += [v for v, of in tiny.constants if kind in (of, "_")]
            if kind in tiny.magic:
                own += [row[place] for row in rows]
            options.append(list(dict.fromkeys(own)))
        for args in product(*options):
            inner = [a for a in args if isinstance(a, int)]
            if inner and len(set(inner)) == len(inner):
                universe.append((name, args))
    for size in range(1, tiny.max_body + 1):
        for body in combinations(universe, size):
            if is_legal(tiny, body):
                yield body


def is_legal(tiny: Tiny, body: Sequence[Lit]) -> bool:
    """Whether a body is one of the bias; its variables are numbered without gaps."""
    head = range(tiny.arity("f"))
    used = [a for _, args in body for a in args if isinstance(a, int)]
    if not set(head) <= set(used) or set(used) != set(range(max(used) + 1)):
        return False
    if not tiny.singletons and any(used.count(v) < 2 for v in set(used) - set(head)):
        return False
    types: dict[int, set[str]] = {v: set() for v in used}
    for v, kind in zip(head, tiny.types.get("f", ()), strict=False):
        types[v].add(kind)
    for name, args in body:
        for a, kind in zip(args, tiny.types.get(name, ()), strict=False):
            if isinstance(a, int):
                types[a].add(kind)
    if any(len(kinds) > 1 for kinds in types.values()):
        return False
    if any(sum(kinds == {kind} for kinds in types.values()) != 1 for kind in tiny.single):
        return False
    linked = set(head)
    for _ in body:
        for _, args in body:
            own = {a for a in args if isinstance(a, int)}
            if own & linked:
                linked |= own
    if linked != set(used):
        return False
    if not tiny.directions:
        return True
    known = {v for v, given in zip(head, tiny.directions["f"], strict=True) if given}
    waiting = list(body)
    while waiting:
        for literal in waiting:
            name, args = literal
            flags = zip(args, tiny.directions[name], strict=True)
            if all(a in known for a, given in flags if given and isinstance(a, int)):
                break
        else:
            return False
        waiting.remove(literal)
        known |= {a for a in literal[1] if isinstance(a, int)}
    return known >= set(used)


def holds(tiny: Tiny, body: Sequence[Lit], values: dict[int, str]) -> bool:
    """Whether a body can be satisfied when some variables have values."""
    if not body:
        return True
    (name, args), *rest = body
    for row in tiny.facts[name]:
        found = dict(values)
        if all(
            (found.setdefault(a, value) if isinstance(a, int) else a) == value
            for a, value in zip(args, row, strict=True)
        ) and holds(tiny, rest, found):
            return True
    return False


def coverages(tiny: Tiny) -> dict[int, int]:
    """Return for each set of examples that a clause covers the least number of literals."""
    examples = [*tiny.positives, *tiny.negatives]
    found: dict[int, int] = {}
    known: dict[tuple[Lit, ...], int] = {}
    for body in bodies(tiny):
        key = _canonical(tiny, body)
        if key in known:
            continue
        known[key] = covered = sum(
            1 << n
            for n, example in enumerate(examples)
            if holds(tiny, body, dict(enumerate(example)))
        )
        found[covered] = min(found.get(covered, 99), len(body) + 1)
    return found


def _canonical(tiny: Tiny, body: Sequence[Lit]) -> tuple[Lit, ...]:
    arity = tiny.arity("f")
    inner = sorted({a for _, args in body for a in args if isinstance(a, int) and a >= arity})

    def renamed(order: Sequence[int]) -> list[Lit]:
        names = dict(zip(inner, order, strict=True))
        return sorted(
            (
                (n, tuple(names.get(a, a) if isinstance(a, int) else a for a in args))
                for n, args in body
            ),
            key=repr,
        )

    return tuple(min((renamed(order) for order in permutations(inner)), key=repr))


def best(tiny: Tiny, most: int | None = None, literals: int = 9999) -> tuple[int, int]:
    """Return how many positive examples a hypothesis without noise covers, and its size.

    It has at most `most` clauses and `literals` literals.
    """
    positive = (1 << len(tiny.positives)) - 1
    clauses = {c: n for c, n in coverages(tiny).items() if not c & ~positive}
    sums = _sums(clauses, most, literals)
    covered, size = min(sums.items(), key=lambda entry: (-entry[0].bit_count(), entry[1]))
    return covered.bit_count(), size


def least_description(tiny: Tiny, most: int | None = None, literals: int = 9999) -> int:
    """Return the least description length of a hypothesis of at most `most` clauses."""
    positive = (1 << len(tiny.positives)) - 1
    return min(
        size + (covered & ~positive).bit_count() + (~covered & positive).bit_count()
        for covered, size in _sums(coverages(tiny), most, literals).items()
    )


def _sums(clauses: dict[int, int], most: int | None, literals: int) -> dict[int, int]:
    """Return the least size of a set of at most `most` clauses for each set of examples."""
    sums = {0: 0}
    for _ in clauses if most is None else range(most):
        larger = dict(sums)
        for before, total in sums.items():
            for coverage, size in clauses.items():
                joint = before | coverage
                if total + size <= min(larger.get(joint, literals + 1) - 1, literals):
                    larger[joint] = total + size
        if larger == sums:
            break
        sums = larger
    return sums
