"""Random small games in the Game Description Language, with legal moves in every state."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from random import Random

#: A functor (of a relation, a fluent, a move) and its number of arguments.
Shape = tuple[str, int]

SCORES = (0, 30, 70, 100)

FLUENTS: tuple[list[Shape], ...] = (
    [("p", 0), ("q", 1)],
    [("q", 1), ("w", 1)],
    [("p", 0), ("z", 0)],
    [("p", 0), ("z", 0), ("q", 1)],
    [("c", 2)],
    [("p", 0), ("z", 0), ("y", 0), ("x", 0)],
)
MOVES: tuple[list[Shape], ...] = (
    [("left", 0), ("right", 0)],
    [("left", 0), ("right", 0), ("wait", 0)],
    [("put", 1)],
    [("put", 1), ("wait", 0)],
)


def expression(name: str, args: Sequence[str] = ()) -> str:
    """Return `(name arg …)`, or the bare name if there are no arguments."""
    return f"({name} {' '.join(args)})" if args else name


class RandomGame:
    """A rulesheet under construction.

    Relations stand in layers: 0 of nothing, 1 of the state, 2 of the state and the moves.
    """

    def __init__(self, rng: Random, roles: int) -> None:
        self.rng = rng
        self.roles = [f"r{i}" for i in range(roles)]
        self.domain = rng.choice((["1", "2"], ["1", "2", "3"], ["a", "(s a)"]))
        size = len(self.domain)
        self.fluents = rng.choice([f for f in FLUENTS if 2 <= sum(size**n for _, n in f) <= 6])
        self.moves = rng.choice(MOVES)
        self.known: list[list[Shape]] = [[("num", 1), ("edge", 2)], [], []]
        self.ground = [
            expression(name, args)
            for name, arity in self.fluents
            for args in product(self.domain, repeat=arity)
        ]
        self.lines: list[str] = []

    def rule(self, head: str, body: Sequence[str] = ()) -> None:
        """Add a rule, or a fact if the body is empty."""
        self.lines.append(f"(<= {head} {' '.join(body)})" if body else head)

    def applied(self, shape: Shape, names: Sequence[str]) -> str:
        """Return a shape with random arguments, mostly bound variables if there are any."""
        among = [*self.domain, *names, *names, *names]
        return expression(shape[0], [self.rng.choice(among) for _ in range(shape[1])])

    def does(self, names: Sequence[str]) -> str:
        """Return a condition on a move."""
        move = self.applied(self.rng.choice(self.moves), names)
        return expression("does", [self.rng.choice(self.roles), move])

    def atom(self, layer: int, names: Sequence[str]) -> str:
        """Return a condition that depends on no more than the layer."""
        pick = self.rng.random()
        if layer == 2 and pick < 0.45:
            return self.does(names)
        if layer and pick < 0.75:
            return expression("true", [self.applied(self.rng.choice(self.fluents), names)])
        return self.applied(self.rng.choice([*chain(*self.known[: layer + 1])]), names)

    def test(self, layer: int, names: Sequence[str], depth: int = 0) -> str:
        """Return a condition that binds nothing."""
        pick = self.rng.random()
        if pick < 0.45 or depth > 1:
            return self.atom(layer, names)
        if pick < 0.75:
            return expression("not", [self.atom(layer, names)])
        if pick < 0.82:
            return self.applied(("distinct", 2), names)
        word = self.rng.choice(("or", "or", "and"))
        parts = expression(word, [self.test(layer, names, depth + 1) for _ in range(2)])
        return expression("not", [parts]) if pick > 0.95 else parts

    def body(self, layer: int, wanted: Sequence[str] = (), tests: int | None = None) -> list[str]:
        """Return conditions that bind the wanted variables, and perhaps one more, then tests."""
        bound: list[str] = []
        conditions = []
        for name in [*wanted, *(["?v"] if self.rng.random() < 0.3 else [])]:
            unary = [shape for shape in self.fluents if shape[1] == 1]
            if layer and unary and self.rng.random() < 0.4:
                conditions.append(f"(true ({self.rng.choice(unary)[0]} {name}))")
            else:
                conditions.append(f"(num {name})")
            bound.append(name)
        number = self.rng.choice((1, 1, 2, 3)) if tests is None else tests
        return conditions + [self.test(layer, bound) for _ in range(number)]

    def head(self, shape: Shape) -> tuple[str, list[str]]:
        """Return a head of this shape, and its variables."""
        args = [
            self.rng.choice(("?x", "?y", self.rng.choice(self.domain))) for _ in range(shape[1])
        ]
        return expression(shape[0], args), sorted({arg for arg in args if arg[0] == "?"})

    def relations(self, layer: int, count: int) -> None:
        """Add relations of a layer, some of them recursive."""
        for number in range(count):
            shape = (f"a{layer}{number}", self.rng.choice((0, 1, 1, 2)))
            for _ in range(self.rng.choice((1, 1, 2))):
                head, names = self.head(shape)
                self.rule(head, self.body(layer, names))
            if shape[1] and self.rng.random() < 0.4:
                first = ["?z"] * (shape[1] - 1)
                step = self.rng.choice(("(edge ?x ?y)", "(edge ?y ?x)"))
                before = expression(shape[0], [*first, "?x"])
                self.rule(expression(shape[0], [*first, "?y"]), [before, step])
            self.known[layer].append(shape)

    def legals(self) -> None:
        """Add legal moves: always at least one for every role."""
        for role in self.roles:
            guard = None if self.rng.random() < 0.5 else self.atom(1, [])
            for number, (name, arity) in enumerate(self.moves):
                head = expression("legal", [role, expression(name, ["?x"] * arity)])
                body = ["(num ?x)"] * arity
                if number == 0 and guard is not None:
                    self.rule(head, [*body, guard])
                    some = expression("legal", [role, expression(name, [self.domain[0]] * arity)])
                    self.rule(some, [expression("not", [guard])])
                else:
                    self.rule(head, body + ([self.test(1, body and ["?x"])] if number else []))

    def toggle(self, fluent: str) -> None:
        """Add rules for a fluent that one move switches on, and perhaps off."""
        move = self.does([])
        self.rule(f"(next {fluent})", [move, *self.body(1, tests=self.rng.choice((0, 0, 1)))])
        if self.rng.random() < 0.9:
            keep = [expression("not", [move])] if self.rng.random() < 0.7 else []
            self.rule(f"(next {fluent})", [f"(true {fluent})", *keep])

    def nexts(self) -> None:
        """Add what stays, and what moves change."""
        if self.rng.random() < 0.6:
            for fluent in self.ground:
                self.toggle(fluent)
            return
        for shape in self.fluents:
            names = ["?x", "?y"][: shape[1]]
            fluent = expression(shape[0], names)
            if self.rng.random() < 0.6:
                self.rule(f"(next {fluent})", [f"(true {fluent})", *self.body(2, [], 1)])
            for _ in range(self.rng.choice((1, 2, 3))):
                head, names = self.head(shape)
                body = [*(f"(num {name})" for name in names), self.does(names)]
                self.rule(
                    f"(next {head})", body if self.rng.random() < 0.7 else self.body(2, names)
                )

    def ends(self) -> None:
        """Add rules for terminal and for the goals."""
        for _ in range(self.rng.choice((1, 1, 2))):
            chosen = self.rng.sample(self.ground, min(2, len(self.ground)))
            body = [
                f if self.rng.random() < 0.8 else f"(not {f})"
                for f in map("(true {})".format, chosen)
            ]
            self.rule("terminal", body + [self.test(1, [])] * self.rng.choice((0, 0, 1)))
        for role in self.roles:
            scores = sorted(self.rng.sample(SCORES, self.rng.randint(1, 4)), reverse=True)
            for number, score in enumerate(scores):
                body = self.body(1)
                if number and self.rng.random() < 0.4:
                    body.append(f"(not (goal {role} {self.rng.choice(scores[:number])}))")
                self.rule(f"(goal {role} {score})", body)

    def text(self) -> str:
        """Return the finished rulesheet."""
        self.lines += [f"(role {role})" for role in self.roles]
        self.lines += [f"(num {value})" for value in self.domain]
        pairs = list(product(self.domain, repeat=2))
        self.lines += [f"(edge {a} {b})" for a, b in self.rng.sample(pairs, self.rng.randint(1, 4))]
        self.relations(0, self.rng.choice((0, 0, 1)))
        chosen = self.rng.sample(self.ground, self.rng.randint(0, len(self.ground) // 2))
        self.lines += [f"(init {fluent})" for fluent in chosen]
        self.relations(1, self.rng.choice((0, 1, 2)))
        self.legals()
        self.relations(2, self.rng.choice((0, 0, 1)))
        self.nexts()
        self.ends()
        return "\n".join(self.lines) + "\n"


def random_rulesheet(rng: Random, roles: int = 1) -> str:
    """Return a random small game; its terminal states need not be reachable."""
    return RandomGame(rng, roles).text()
