"""Random small valid GDL rulesheets with at most 64 states, for differential tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

Shape = tuple[str, int]  # the name of a relation (or of a fluent, a move) and its arity
SCORES = (0, 30, 70, 100)


def expression(name: str, args: Sequence[str] = ()) -> str:
    """``(name arg …)``, or the bare name if there are no arguments."""
    return f"({name} {' '.join(args)})" if args else name


class RandomGame:
    """One random rulesheet under construction; every rule is safe and the whole is stratified."""

    def __init__(self, rng: Random, roles: int = 1) -> None:
        self.rng = rng
        self.roles = [f"r{i}" for i in range(roles)]
        self.domain = rng.choice((["1", "2"], ["1", "2", "3"], ["a", "(s a)"], ["1", "(s 1 2)"]))
        size = len(self.domain)
        shapes: list[list[Shape]] = [
            [("p", 0), ("q", 1)],
            [("q", 1), ("w", 1)],
            [("p", 0), ("z", 0)],
            [("q", 1)],
            [("p", 0), ("z", 0), ("q", 1)],
            [("p", 0), ("q", 1), ("w", 1)],
            [("c", 2)],
            [("p", 0), ("z", 0), ("c", 2)],
            [("p", 0), ("z", 0), ("y", 0), ("x", 0)],
        ]
        self.fluents = rng.choice([s for s in shapes if 2 <= sum(size**n for _, n in s) <= 6])
        self.moves: list[Shape] = rng.choice(
            (
                [("left", 0), ("right", 0)],
                [("left", 0), ("right", 0), ("wait", 0)],
                [("put", 1)],
                [("put", 1), ("wait", 0)],
            )
        )
        # Relations that conditions may use, by layer: static, of the state, of the moves.
        self.known: list[list[Shape]] = [[("num", 1), ("edge", 2)], [], []]
        self.ground = [
            expression(name, args)
            for name, arity in self.fluents
            for args in (
                [()],
                [(a,) for a in self.domain],
                [(a, b) for a in self.domain for b in self.domain],
            )[arity]
        ]
        self.lines: list[str] = []

    def rule(self, head: str, body: Sequence[str]) -> None:
        """Add a rule, or a fact if the body is empty."""
        if not body:
            self.lines.append(head)
            return
        body = list(body)
        if self.rng.random() < 0.3:
            self.rng.shuffle(body)
        if len(body) > 1 and self.rng.random() < 0.08:
            body = [expression("and", body)]
        self.lines.append(f"(<= {head} {' '.join(body)})")

    def values(self, count: int, names: Sequence[str]) -> list[str]:
        """Random arguments: constants and the given (bound) variables."""
        use_name = bool(names) and self.rng.random() < 0.85
        return [self.rng.choice(names if use_name else self.domain) for _ in range(count)]

    def atom(self, layer: int, names: Sequence[str]) -> str:
        """A random atom over bound variables that does not depend on more than the layer."""
        pick = self.rng.random()
        if layer == 2 and pick < 0.45:
            name, arity = self.rng.choice(self.moves)
            return expression(
                "does", [self.rng.choice(self.roles), expression(name, self.values(arity, names))]
            )
        if layer >= 1 and pick < 0.75:
            name, arity = self.rng.choice(self.fluents)
            return expression("true", [expression(name, self.values(arity, names))])
        pool = [shape for shapes in self.known[: layer + 1] for shape in shapes]
        name, arity = self.rng.choice(pool)
        return expression(name, self.values(arity, names))

    def binder(self, layer: int, name: str, names: Sequence[str]) -> str:
        """A positive condition that binds the variable ``name``."""
        choices = [expression("num", [name])]
        for fluent, arity in self.fluents:
            if arity and layer >= 1:
                args = self.values(arity, names)
                args[self.rng.randrange(arity)] = name
                choices += [expression("true", [expression(fluent, args)])] * 2
        for move, arity in self.moves:
            if arity and layer == 2:
                choices += [
                    expression(
                        "does", [self.rng.choice(self.roles), expression(move, [name] * arity)]
                    )
                ] * 2
        for relation, arity in [s for shapes in self.known[: layer + 1] for s in shapes]:
            if arity:
                args = self.values(arity, names)
                args[self.rng.randrange(arity)] = name
                choices.append(expression(relation, args))
        choice = self.rng.choice(choices)
        if self.rng.random() < 0.1:
            return expression("or", [choice, self.rng.choice(choices)])
        return choice

    def test(self, layer: int, names: Sequence[str], depth: int = 0) -> str:
        """A condition that binds nothing: all its variables are among ``names``."""
        pick = self.rng.random()
        if pick < 0.4 or depth > 2:
            return self.atom(layer, names)
        if pick < 0.7:
            return expression("not", [self.atom(layer, names)])
        if pick < 0.8:
            return expression("distinct", self.values(2, names))
        if pick < 0.95:
            count = self.rng.choice((2, 2, 3))
            return expression("or", [self.test(layer, names, depth + 1) for _ in range(count)])
        if pick < 0.97:
            return expression("and", [self.test(layer, names, depth + 1) for _ in range(2)])
        inner = "or" if self.rng.random() < 0.6 else "and"
        tests = [self.test(layer, names, depth + 2) for _ in range(2)]
        return expression("not", [expression(inner, tests)])

    def body(self, layer: int, wanted: Sequence[str] = (), extra: int = 1) -> list[str]:
        """Conditions that bind the wanted variables (and perhaps one more), then tests."""
        bound: list[str] = []
        conditions = []
        for name in [*wanted, *(["?v"] if self.rng.random() < 0.3 else [])]:
            conditions.append(self.binder(layer, name, bound))
            bound.append(name)
        count = self.rng.choice((0, 1, 1, 2, 2, 3)) if conditions else self.rng.choice((1, 2, 3))
        conditions += [self.test(layer, bound) for _ in range(max(count, extra))]
        return conditions

    def head(self, shape: Shape) -> tuple[str, list[str]]:
        """A head of this shape and its variables (each argument a variable or a constant)."""
        args = [
            self.rng.choice(("?x", "?y", "?x", "?y", self.rng.choice(self.domain)))
            for _ in range(shape[1])
        ]
        return expression(shape[0], args), sorted({arg for arg in args if arg[0] == "?"})

    def relations(self, layer: int, count: int, prefix: str) -> None:
        """Auxiliary relations of a layer, some of them recursive."""
        for i in range(count):
            shape = (f"{prefix}{i}", self.rng.choice((0, 1, 1, 2)))
            for _ in range(self.rng.choice((1, 1, 2, 3))):
                head, names = self.head(shape)
                self.rule(head, self.body(layer, names))
            if shape[1] == 1 and self.rng.random() < 0.4:
                self.rule(
                    expression(shape[0], ["?y"]),
                    [
                        expression(shape[0], ["?x"]),
                        self.rng.choice(("(edge ?x ?y)", "(edge ?y ?x)")),
                        *([self.test(layer, ["?x", "?y"])] if self.rng.random() < 0.4 else []),
                    ],
                )
            if shape[1] == 2 and self.rng.random() < 0.5:
                step = self.rng.choice((shape[0], "edge"))
                self.rule(
                    expression(shape[0], ["?x", "?z"]),
                    [
                        expression(shape[0], ["?x", "?y"]),
                        expression(step, ["?y", "?z"]),
                        *([self.test(layer, ["?x", "?z"])] if self.rng.random() < 0.3 else []),
                    ],
                )
            self.known[layer].append(shape)

    def static(self) -> None:
        """Roles, the domain, random edges, static auxiliary relations and init."""
        self.lines += [expression("role", [role]) for role in self.roles]
        self.lines += [expression("num", [value]) for value in self.domain]
        pairs = [(a, b) for a in self.domain for b in self.domain]
        self.lines += [
            expression("edge", pair)
            for pair in self.rng.sample(pairs, self.rng.randint(1, len(pairs)))
        ]
        self.relations(0, self.rng.choice((0, 0, 1, 2)), "s")
        for fluent in self.rng.sample(self.ground, self.rng.randint(0, len(self.ground) // 2)):
            self.rule(expression("init", [fluent]), [])
        if self.rng.random() < 0.2:
            head, names = self.head(self.rng.choice(self.fluents))
            self.rule(expression("init", [head]), self.body(0, names))
        if self.rng.random() < 0.2:
            self.lines += [expression("base", [fluent]) for fluent in self.ground]

    def legals(self) -> None:
        """Legal moves: always at least one for every role."""
        for role in self.roles:
            if self.rng.random() < 0.4:
                for name, arity in self.moves:
                    move = expression(name, ["?x"] * arity)
                    self.rule(f"(legal {role} {move})", ["(num ?x)"] * arity)
                continue
            first = self.rng.choice(self.moves)
            for move in self.moves:
                args = ["?x"] * move[1]
                head = expression("legal", [role, expression(move[0], args)])
                if move == first and self.rng.random() < 0.6:
                    self.rule(head, [expression("num", args)] if args else [])
                elif move == first:
                    name = expression(move[0], [self.rng.choice(self.domain)] * move[1])
                    guard = self.atom(1, [])
                    other_shape = self.rng.choice(self.moves)
                    other = expression(
                        other_shape[0], [self.rng.choice(self.domain)] * other_shape[1]
                    )
                    self.rule(expression("legal", [role, name]), [guard])
                    self.rule(expression("legal", [role, other]), [expression("not", [guard])])
                if move != first or self.rng.random() < 0.3:
                    self.rule(head, self.body(1, args))

    def effect(self, names: Sequence[str]) -> list[str]:
        """Conditions that bind the names, one move, and at most one test."""
        move, arity = self.rng.choice(self.moves)
        body = [expression("num", [name]) for name in names]
        body.append(
            expression(
                "does", [self.rng.choice(self.roles), expression(move, self.values(arity, names))]
            )
        )
        if self.rng.random() < 0.4:
            body.append(self.test(1, names))
        return body

    def toggle(self, fluent: str) -> None:
        """A fluent that one move switches on (and perhaps off)."""
        name, arity = self.rng.choice(self.moves)
        role = self.rng.choice(self.roles)
        move = f"(does {role} {expression(name, self.values(arity, []))})"
        tests = [self.test(self.rng.choice((1, 2)), []) for _ in range(self.rng.choice((0, 0, 1)))]
        self.rule(f"(next {fluent})", [move, *tests])
        if self.rng.random() < 0.9:
            off = self.test(2, []) if self.rng.random() < 0.3 else move
            keep = [expression("not", [off])] if self.rng.random() < 0.7 else []
            self.rule(f"(next {fluent})", [f"(true {fluent})", *keep])

    def nexts(self) -> None:
        """Frame axioms and effects of every fluent."""
        generic = self.rng.random() < 0.08
        if generic:
            self.rule("(next ?f)", ["(true ?f)", *self.body(2)])
        if self.rng.random() < 0.5:
            for fluent in self.ground:
                self.toggle(fluent)
            return
        for shape in self.fluents:
            args = ["?x", "?y"][: shape[1]]
            fluent = expression(shape[0], args)
            if not generic and self.rng.random() < 0.5:
                tests = [self.test(2, args) for _ in range(self.rng.choice((0, 1, 1, 2)))]
                self.rule(expression("next", [fluent]), [expression("true", [fluent]), *tests])
            for _ in range(self.rng.choice((1, 2, 2, 3))):
                head, names = self.head(shape)
                body = self.body(2, names)
                if self.rng.random() < 0.7:
                    body = self.effect(names)
                self.rule(expression("next", [head]), body)

    def ends(self) -> None:
        """Rules for terminal and for the goals."""
        for _ in range(self.rng.choice((1, 1, 2))):
            body = [
                expression("true", [fluent])
                if self.rng.random() < 0.8
                else f"(not (true {fluent}))"
                for fluent in self.rng.sample(self.ground, min(2, len(self.ground)))
            ]
            self.rule(
                "terminal",
                self.body(1, (), 2)
                if self.rng.random() < 0.25
                else body + [self.test(1, []) for _ in range(self.rng.choice((0, 0, 1)))],
            )
        late = self.rng.random() < 0.3
        if late:
            self.known[1].append(("terminal", 0))
        for role in self.roles:
            scores = sorted(self.rng.sample(SCORES, self.rng.randint(1, 4)), reverse=True)
            for i, score in enumerate(scores):
                body = self.body(1)
                if i and self.rng.random() < 0.4:
                    higher = self.rng.choice(scores[:i])
                    body.append(expression("not", [expression("goal", [role, str(higher)])]))
                self.rule(expression("goal", [role, str(score)]), body)
        if self.rng.random() < 0.1:
            score = str(self.rng.choice(SCORES))
            self.rule(expression("goal", ["?r", score]), ["(role ?r)", *self.body(1)])

    def text(self) -> str:
        """The finished rulesheet."""
        self.static()
        self.relations(1, self.rng.choice((0, 1, 2, 3)), "a")
        self.legals()
        if self.rng.random() < 0.2:
            name, arity = self.rng.choice(self.moves)
            move = expression(name, [self.rng.choice(self.domain)] * arity)
            legal = expression("legal", [self.roles[0], move])
            self.rule(
                "halt", [legal if self.rng.random() < 0.5 else f"(not {legal})", *self.body(1)]
            )
            self.known[1].append(("halt", 0))
        self.relations(2, self.rng.choice((0, 0, 1, 2)), "d")
        self.nexts()
        self.ends()
        if self.rng.random() < 0.2:
            self.rng.shuffle(self.lines)
        if self.rng.random() < 0.1:
            self.lines = [self.rng.choice((line, line.upper())) for line in self.lines]
        return "\n".join(self.lines) + "\n"


def random_rulesheet(rng: Random, roles: int = 1) -> str:
    """A random small valid rulesheet (terminal states need not be reachable)."""
    return RandomGame(rng, roles).text()
