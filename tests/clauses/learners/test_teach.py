"""Learning until an oracle proves everything: by trying all cases, and with Z3 for all boards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest

import witness as w
from witness.base.errors import InputError
from witness.clauses.language.terms import Clause
from witness.clauses.learners.coverage import covered
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask
from witness.clauses.learners.teach import (
    LATE,
    MOST_UNDECIDED,
    Answer,
    Oracle,
    Proved,
    Refuted,
    Undecided,
    extended,
    teach,
)

NUMBERS = range(24)
KINDS = {
    **{f"by{m}": [n for n in NUMBERS if n % m == 0] for m in (2, 3, 5)},
    **{f"below{m}": [*range(m)] for m in (17, 22)},
}
NUMBERS_BK = "\n".join(f"{name}({n})." for name, known in KINDS.items() for n in known)
NUMBERS_BIAS = "head_pred(f,1). max_vars(1). max_body(3).\n" + " ".join(
    f"body_pred({name},1)." for name in KINDS
)


def numbers(wanted: Sequence[int]) -> LearningTask:
    """All numbers that are wanted are positive examples, and there is no negative one."""
    exs = " ".join(f"pos(f({n}))." for n in wanted)
    return w.Task.of(exs=exs, bk=NUMBERS_BK, bias=NUMBERS_BIAS).learning_task


def all_cases(task: LearningTask, wanted: Sequence[int]) -> Oracle:
    """Return the oracle that tries all numbers, and names the first on which a clause is wrong."""

    def answer(clause: Clause) -> Answer:
        fires = covered([clause], task.background, task.bias, [(n,) for n in NUMBERS])
        wrong = [n for n in NUMBERS if fires[n] and n not in wanted]
        return Refuted([(wrong[0],)]) if wrong else Proved(about=clause)

    return lambda clauses: [answer(clause) for clause in clauses]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_learned_is_what_all_examples_would_teach(seed: int) -> None:
    """Against learning once from all numbers; with few refuted ones in place of all."""
    rng = random.Random(seed)
    wanted = [n for n in NUMBERS if n % 6 == 0 or (n < 12 and n % 5 == 0) or rng.random() < 0.2]
    task = numbers(wanted)
    found = teach(task, all_cases(task, wanted))
    assert (found.ended, found.why_not_best) == ("proved", None)
    assert [one.about for one in found.answers] == [*found.run.learned.clauses]
    others = [(n,) for n in NUMBERS if n not in wanted]
    once = teach(extended(task, [Refuted(others)]), all_cases(task, wanted))
    assert len(once.rounds) == 1
    assert once.run.learned.true_positives == found.run.learned.true_positives
    assert once.run.learned.size == found.run.learned.size
    assert 0 < found.run.negatives <= len(others) == once.run.negatives
    for most in range(1, len(found.rounds)):
        short = teach(task, all_cases(task, wanted), most_rounds=most)
        assert short.ended == "rounds"
        assert all(isinstance(one, Proved) for one in short.answers)
        assert short.run.learned.true_positives <= found.run.learned.true_positives


def test_what_cannot_be_decided_is_forbidden_and_named() -> None:
    task = numbers([0, 6, 12, 18])
    some = teach(task, lambda clauses: [
        Undecided("odd") if "by2" in str(one) else Proved() for one in clauses
    ])  # fmt: skip
    assert some.ended == "proved"
    assert {reason for _, reason in some.undecided} <= {"odd"}
    bk = " ".join(f"below{m}({n})." for m in range(1, 15) for n in range(m))
    bias = "head_pred(f,1). max_vars(1). " + " ".join(
        f"body_pred(below{m},1)." for m in range(1, 15)
    )
    exs = " ".join(f"pos(f({n}))." for n in range(14))
    task = w.Task.of(exs=exs, bk=bk, bias=bias).learning_task
    none = teach(task, lambda clauses: [Undecided("hard")] * len(clauses))
    assert none.ended == "undecided"
    assert MOST_UNDECIDED < len(none.undecided) <= MOST_UNDECIDED + 5
    assert str(none.undecided[0][0]) in str(none.why_not_best)
    assert none.run.learned.clauses == ()
    late = teach(
        task, lambda clauses: [Undecided(LATE)] * len(clauses), settings=Settings(timeout=60)
    )
    assert (late.ended, len(late.rounds)) == ("timeout", 1)


def test_an_oracle_that_repeats_itself_ends_the_loop() -> None:
    task = extended(numbers([0, 6]), [Refuted([(1,)])])
    found = teach(task, lambda clauses: [Refuted([(1,)])] * len(clauses))
    assert (found.ended, len(found.rounds)) == ("repeated", 1)
    for wrong in ("even(3)", ["even(3)"], [[3]], [(3, 3)]):
        with pytest.raises(InputError, match=r"a tuple of the arguments of \w+/1 is due"):
            teach(task, lambda clauses, wrong=wrong: [Refuted(wrong)] * len(clauses))
    proved_together = teach(
        task, lambda clauses: [Proved(alone=False)] * len(clauses), most_rounds=1
    )
    assert proved_together.run.learned.clauses


@pytest.mark.parametrize("answers", [None, [], ["proved"], [Proved(), Proved()], [Answer()]])
def test_answers_that_are_none_are_refused(answers: Any) -> None:
    with pytest.raises(w.InputError, match="the oracle"):
        teach(numbers([0, 6]), lambda _clauses: answers)


def test_a_negative_example_is_no_positive_one() -> None:
    task = numbers([0, 6])
    more = extended(task, [Refuted([(6,), (6,)], [(12,), (6,)], {("by3", 1): [(12,)]})])
    assert (more.positives, more.negatives) == ([(0,), (12,)], [(6,)])
    assert more.background.facts["by3", 1][-1] == (12,)
    assert extended(more, [Refuted([(6,)], [(12,)], {("by3", 1): [(1,)]})]) is more


class Steps:
    """A random graph of states with features; its oracle asks for what is closed and has no goal.

    A clause is refuted by a state on which it fires: by itself if a goal can be reached from it,
    else by the implication that a state after it is covered, too.
    """

    def __init__(self, rng: random.Random) -> None:
        self.has = [{f for f in "abcd" if rng.random() < 0.5} for _ in range(20)]
        self.after = [rng.sample(range(20), rng.randint(0, 2)) for _ in self.has]
        self.goals = {n for n in range(20) if rng.random() < 0.15}
        self.alive = {*self.goals}
        while new := {n for n in range(20) if {*self.after[n]} & self.alive} - self.alive:
            self.alive |= new

    def fired(self, bodies: Sequence[frozenset[str]]) -> set[int]:
        return {n for n, has in enumerate(self.has) if any(body <= has for body in bodies)}

    def is_closed(self, bodies: Sequence[frozenset[str]]) -> bool:
        fired = self.fired(bodies)
        return not fired & self.goals and all({*self.after[n]} <= fired for n in fired)

    def __call__(self, clauses: Sequence[Clause]) -> list[Answer]:
        bodies = [frozenset(one.name for one in clause.body) for clause in clauses]
        fired, answers = self.fired(bodies), list[Answer]()
        for body in bodies:
            wrong: Answer = Proved(alone=False)
            for n in self.fired([body]):
                out = [m for m in self.after[n] if m not in fired]
                if n in self.alive and (out or n in self.goals):
                    wrong = Refuted([(n,)])
                elif out:
                    wrong = Refuted(implications=[((n,), (out[0],))])
            answers.append(wrong)
        return answers


def test_with_implications_all_that_any_closed_hypothesis_covers_is_covered() -> None:
    """Against all 1,024 hypotheses of a small bias."""
    implied = 0
    every = [frozenset(some) for k in (1, 2) for some in combinations("abcd", k)]
    for seed in range(25):
        steps = Steps(random.Random(seed))
        bk = " ".join(f"{f}({n})." for n, has in enumerate(steps.has) for f in sorted(has))
        bias = "head_pred(f,1). max_vars(1). max_body(2). " + " ".join(
            f"body_pred({f},1)." for f in "abcd" if f"{f}(" in bk
        )
        dead = [n for n in range(20) if n not in steps.alive][:6]
        if not dead:
            continue
        exs = " ".join(f"pos(f({n}))." for n in dead)
        found = teach(w.Task.of(exs=exs, bk=bk, bias=bias).learning_task, steps)
        assert (found.ended, found.why_not_best) == ("proved", None)
        bodies = [frozenset(li.name for li in one.body) for one in found.run.learned.clauses]
        assert steps.is_closed(bodies)
        subsets = (some for k in range(len(every) + 1) for some in combinations(every, k))
        closed = [steps.fired(some) for some in subsets if steps.is_closed(some)]
        assert {*dead} & steps.fired(bodies) == {*dead} & set.union(*closed)
        answers = [answer for one in found.rounds for answer in one.answers]
        implied += sum(isinstance(one, Refuted) and bool(one.implications) for one in answers)
    assert implied > 10


#: Steps, and those across them.
STEPS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}
STONES_BIAS = """
head_pred(dead,1). max_vars(4). max_body(5). allow_singletons.
body_pred(plain,1). body_pred(blocked,2). body_pred(across,2). body_pred(opposite,2).
"""
Cell = tuple[int, int]
Board = dict[Cell, str]


def moves(board: Board, cell: Cell) -> Iterator[Cell]:
    """Yield where a stone can be pushed: there, and where the player stands, is no wall."""
    for down, right in STEPS.values():
        to, player = (cell[0] + down, cell[1] + right), (cell[0] - down, cell[1] - right)
        if board.get(to, "#") != "#" and board.get(player, "#") != "#":
            yield to


def is_dead(board: Board, cell: Cell) -> bool:
    """Whether no pushes take a stone from a cell to a goal."""
    seen, left = {cell}, [cell]
    while left:
        here = left.pop()
        if board[here] == "o":
            return False
        new = {*moves(board, here)} - seen
        seen |= new
        left += new
    return True


def facts_of(board: Board, prefix: str) -> dict[tuple[str, int], list[tuple[Any, ...]]]:
    cells = [cell for cell, what in board.items() if what != "#"]
    return {
        ("plain", 1): [(name(prefix, c),) for c in cells if board[c] != "o"],
        ("blocked", 2): [
            (name(prefix, (row, column)), step)
            for row, column in cells
            for step, (down, right) in STEPS.items()
            if board.get((row + down, column + right), "#") == "#"
        ],
    }


def name(prefix: str, cell: Cell) -> str:
    return f"{prefix}_{cell[0]}_{cell[1]}"


def drawn(rng: random.Random) -> Board:
    return {(r, c): rng.choice("##......o") for r in range(5) for c in range(5)}


class Stones:
    """Z3 decides whether clauses are an inductive invariant of stones on boards of any size.

    No clause fires on a goal, and from where one fires, pushes lead only to where one fires. That
    is about walls and goals at most two steps from a stone.
    """

    def __init__(self) -> None:
        self.z3 = pytest.importorskip("z3")
        near = [(row, column) for row in range(-2, 3) for column in range(-2, 3)]
        self.wall = {cell: self.z3.Bool(f"wall{cell}") for cell in near}
        self.goal = {cell: self.z3.Bool(f"goal{cell}") for cell in near}
        self.boards = 0

    def fires(self, clause: Clause, cell: Cell) -> Any:
        """Return a formula: a clause fires on a cell."""
        z3, head = self.z3, clause.args[0]
        names = sorted({a for li in clause.body for a in li.args if a != head}, key=str)
        ways = []
        for steps in product(STEPS, repeat=len(names)):
            chosen = dict(zip(names, steps, strict=True))
            parts = [z3.Not(self.wall[cell])]
            for literal in clause.body:
                if literal.name == "plain":
                    parts.append(z3.Not(self.goal[cell]))
                    continue
                at = [STEPS[chosen[a]] for a in literal.args if a != head]
                if literal.name == "blocked":
                    parts.append(self.wall[cell[0] + at[0][0], cell[1] + at[0][1]])
                else:
                    turned = at[0][0] * at[1][0] + at[0][1] * at[1][1]
                    parts.append(z3.BoolVal(turned == (0 if literal.name == "across" else -1)))
            ways.append(z3.And(parts))
        return z3.Or(ways)

    def __call__(self, clauses: Sequence[Clause]) -> list[Answer]:
        z3 = self.z3
        answers: list[Answer] = []
        for clause in clauses:
            solver = z3.Solver()
            pushes = [
                z3.And(
                    z3.Not(self.wall[d, r]), z3.Not(self.wall[-d, -r]),
                    z3.Not(z3.Or([self.fires(one, (d, r)) for one in clauses])),
                )
                for d, r in STEPS.values()
            ]  # fmt: skip
            solver.add(self.fires(clause, (0, 0)), z3.Or(self.goal[0, 0], *pushes))
            if solver.check() == z3.unsat:
                answers.append(Proved(alone=False))
            else:
                answers.append(self.refuted(solver.model(), clauses))
        return answers

    def refuted(self, model: Any, clauses: Sequence[Clause]) -> Refuted:
        """Return the board of a model: its stone is alive, or clauses miss where it can go."""

        def true(one: Any) -> bool:
            return bool(self.z3.is_true(model.eval(one, model_completion=True)))

        board = {
            cell: "#" if true(self.wall[cell]) else "o" if true(self.goal[cell]) else "."
            for cell in self.wall
        }
        self.boards += 1
        prefix, here = f"k{self.boards}", (0, 0)
        facts, example = facts_of(board, prefix), (name(prefix, here),)
        if not is_dead(board, here):
            return Refuted([example], facts=facts)
        missed = [
            (example, (name(prefix, to),))
            for to in moves(board, here)
            if not any(true(self.fires(one, to)) for one in clauses)
        ]
        return Refuted(facts=facts, implications=missed)


def test_stones_are_proved_dead_on_boards_of_any_size() -> None:
    """No stone of a random board that can still reach a goal is called dead; many others are."""
    oracle, rng = Stones(), random.Random(1)
    board = drawn(rng)
    facts = facts_of(board, "b")
    dead = [name("b", cell) for cell, what in board.items() if what != "#" and is_dead(board, cell)]
    steps = {"across": 0, "opposite": -1}
    facts |= {
        (word, 2): [
            (a, b)
            for (a, (c, d)), (b, (e, f)) in product(STEPS.items(), repeat=2)
            if c * e + d * f == product_
        ]
        for word, product_ in steps.items()
    }
    bk = "\n".join(f"{k[0]}({','.join(row)})." for k, rows in facts.items() for row in rows)
    exs = " ".join(f"pos(dead({one}))." for one in dead)
    hypothesis = w.teach(w.Task.of(exs=exs, bk=bk, bias=STONES_BIAS), oracle)
    taught = hypothesis.record["taught"]
    print(taught, hypothesis)
    assert taught["ended"] == "proved"
    assert len(taught["rounds"]) > 1
    clauses = [*hypothesis.clauses]
    right = 0
    for number in range(20):
        other = drawn(rng)
        found = w.Task.of(exs=exs, bk=bk, bias=STONES_BIAS).learning_task
        more = extended(found, [Refuted([("x",)], facts=facts_of(other, f"t{number}"))])
        cells = [cell for cell, what in other.items() if what != "#"]
        fires = covered(
            clauses, more.background, more.bias, [(name(f"t{number}", c),) for c in cells]
        )
        for cell, one in zip(cells, fires, strict=True):
            assert not one or is_dead(other, cell)
            right += one
    assert right > 20
