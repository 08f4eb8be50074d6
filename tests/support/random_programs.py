"""Random programs of background definitions, for hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from hypothesis import strategies as st

from witness.clauses.language.terms import (
    Clause,
    Compound,
    Ground,
    ListTerm,
    Literal,
    Term,
    Variable,
    term_of,
)

# Programs are well typed and, in one mode for each predicate (its *design*), well moded: every
# call has its inputs when it is reached. Names are chosen to conflict with Python's.

VALUES: dict[str, tuple[Ground, ...]] = {
    "int": (0, 1, -2),
    "atom": ("a", "it's", "\n"),
    "ints": ((), (1,), (0, 1, 1)),
    "atoms": ((), ("a", "it's"), ("a", "b", "a")),
    "lists": ((), (("a",), (), ("a", "b"))),
}
TYPES = tuple(VALUES)
ITEM = {"ints": "int", "atoms": "atom", "lists": "atoms"}
LIST = {item: kind for kind, item in ITEM.items()}

PREDICATE_NAMES = (
    *(
        "p",
        "q",
        "p_1",
        "p_facts",
        "a",
        "b",
        "c",
        "t",
        "t1",
        "t2",
        "table_p_io",
        "len",
        "any",
        "sum",
    ),
    *(
        "lambda",
        "def",
        "nonlocal",
        "print",
        "isinstance",
        "tuple",
        "frozenset",
        "max",
        "int_div",
        "path",
    ),
)
VARIABLE_NAMES = (
    *("X", "Y", "Z", "True", "None", "False", "True_", "__import__", "__debug__", "_1", "A", "T1"),
    *("_a", "Xs", "Ys", "N", "M", "None_", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"),
)

#: The built-ins as (name, types, modes); an `o` may be anything that fits, an `i` has a value.
BUILTIN_CALLS = (
    *(("length", (kind, "int"), "io") for kind in ITEM),
    *(("member", (ITEM[kind], kind), "oi") for kind in ITEM),
    *(("memberchk", (ITEM[kind], kind), mode) for kind in ITEM for mode in ("ii", "oi")),
    *(("append", (kind,) * 3, mode) for kind in ITEM for mode in ("ioi", "oii", "ooi")),
    ("append", ("lists", "atoms"), "io"),
    *(("select", (ITEM[kind], kind, kind), mode) for kind in ITEM for mode in ("oio", "ioi")),
    *(("nextto", (ITEM[kind], ITEM[kind], kind), "ooi") for kind in ITEM),
    *((name, ("int", kind, ITEM[kind]), "oio") for kind in ITEM for name in ("nth0", "nth1")),
    *(("reverse", (kind, kind), "oi") for kind in ITEM),
    *((name, (kind, kind), "io") for kind in ITEM for name in ("msort", "sort")),
    *(("delete", (kind, ITEM[kind], kind), "iio") for kind in ITEM),
    *(("subset", (kind, kind), "ii") for kind in ITEM),
    *(("is_set", (kind,), "i") for kind in ITEM),
    *((name, (ITEM[kind], kind), "oi") for kind in ITEM for name in ("max_member", "min_member")),
    *(("plus", ("int",) * 3, mode) for mode in ("iio", "ioi", "oii")),
    *((name, (kind,) * 3, "iio") for kind in ITEM for name in ("intersection", "subtract")),
    *((name, (kind,) * 3, "iio") for kind in ITEM for name in ("union", "append")),
    *((name, (kind, kind), "io") for kind in ITEM for name in ("reverse", "list_to_set")),
    *((name, ("int", kind, ITEM[kind]), "iio") for kind in ITEM for name in ("nth0", "nth1")),
    *(("last", (kind, ITEM[kind]), "io") for kind in ITEM),
    *((name, ("ints", "int"), "io") for name in ("sum_list", "sumlist", "max_list", "min_list")),
    ("between", ("int", "int", "int"), "iio"),
    *((name, (kind,), "i") for name in ("integer", "atom", "is_list", "ground") for kind in TYPES),
)


@dataclass(frozen=True)
class Declared:
    """A predicate of a random program: the types of its arguments, and its intended mode.

    `answers` is more than a call of it can have.
    """

    name: str
    types: tuple[str, ...]
    design: str
    is_facts: bool
    answers: int


@dataclass
class Body:
    """The state of drawing the body of a random clause."""

    draw: Any
    bound: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    literals: list[Literal] = field(default_factory=list)
    blanks: Any = field(default_factory=count)
    answers: int = 1

    def chance(self, percent: int) -> bool:
        return bool(self.draw(st.integers(0, 99)) < percent)

    def pick(self, choices: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(choices))

    def constant(self, kind: str) -> Term:
        return term_of(self.pick(VALUES[kind]))

    def fresh(self, kind: str) -> Variable:
        name = self.unused.pop(self.draw(st.integers(0, len(self.unused) - 1)))
        self.bound[name] = kind
        return Variable(name)

    def known(self, kind: str) -> Term:
        """Draw a term with a value: mostly a variable."""
        names = [name for name, k in self.bound.items() if k == kind]
        if names and self.chance(85):
            return Variable(self.pick(names))
        if kind in ITEM and self.chance(30):
            return ListTerm((self.known(ITEM[kind]),))
        return self.constant(kind)

    def anything(self, kind: str) -> Term:
        """Draw a term for an output; its variables have values afterwards."""
        choice = self.draw(st.integers(0, 99))
        if choice < 50:
            return self.fresh(kind)
        if choice < 65 and kind in ITEM:
            items = [self.anything(ITEM[kind])]
            if self.chance(30):
                items.append(self.anything(ITEM[kind]))
            tail = self.fresh(kind) if self.chance(60) else None
            return ListTerm(tuple(items), tail)
        if choice < 75:
            return self.blank()
        return self.known(kind)

    def part(self, kind: str) -> Term:
        """Draw a term for an output that gives no variable a value outside its literal."""
        choice = self.draw(st.integers(0, 99))
        if choice < 30:
            return self.blank()
        if choice < 50 and kind in ITEM:
            items = tuple(self.part(ITEM[kind]) for _ in range(self.draw(st.integers(1, 2))))
            return ListTerm(items, self.blank() if self.chance(60) else None)
        return self.known(kind)

    def blank(self) -> Variable:
        return Variable(f"_Blank{next(self.blanks)}")

    def number(self, depth: int = 2) -> Term:
        if depth == 0 or self.chance(50):
            return self.known("int")
        functor = self.pick(("+", "-", "*", "//", "mod", "rem", "max", "min", "abs", "sign"))
        if functor in ("abs", "sign"):
            return Compound(functor.replace("sign", "-"), (self.number(depth - 1),))
        left = self.number(depth - 1)
        right = self.pick((2, -3)) if functor in ("//", "mod", "rem") else self.number(depth - 1)
        return Compound(functor, (left, right))

    def arguments(self, types: Sequence[str], mode: str, *, new: bool = True) -> tuple[Term, ...]:
        """Draw arguments; with `new=False`, outputs give no variable a value."""
        given_ = {i: self.known(t) for i, t in enumerate(types) if mode[i] == "i"}
        for i, kind in enumerate(types):
            if mode[i] == "o":
                given_[i] = self.anything(kind) if new else self.part(kind)
        return tuple(given_[i] for i in range(len(types)))

    def add(self, declared: Sequence[Declared]) -> None:
        """Draw one more literal."""
        kind = self.pick("cccccbbbbnnnisu=f<")
        if kind == "c":
            callee = self.pick(declared)
            if self.may_multiply(callee.answers):
                self.put(callee.name, self.arguments(callee.types, callee.design))
        elif kind == "b":
            name = self.pick(sorted({b[0] for b in BUILTIN_CALLS}))
            name, types, mode = self.pick([b for b in BUILTIN_CALLS if b[0] == name])
            if name == "between":
                self.put(name, (self.constant("int"), self.constant("int"), self.anything("int")))
            elif self.may_multiply(SPLITTING if mode.count("o") > 1 else GROWING.get(name, 1)):
                self.put(name, self.arguments(types, mode))
        elif kind == "n" and self.chance(60):
            callee = self.pick(declared)
            args = self.arguments(callee.types, callee.design, new=False)
            self.put(callee.name, args, negated=True)
        elif kind == "n":
            name, types, mode = self.pick(BUILTIN_CALLS)
            self.put(name, self.arguments(types, mode, new=False), negated=True)
        elif kind == "i":
            value = self.number()
            self.put("is", (self.fresh("int") if self.chance(70) else self.known("int"), value))
        elif kind == "s":
            name = self.pick(("==", "\\==", "\\=", "=", "@<", "@>="))
            sides = (self.known(self.pick(TYPES)), self.known(self.pick(TYPES)))
            self.put(name, sides, negated=self.chance(30))
        elif kind == "u":
            type_ = self.pick(TYPES)
            value = self.known(type_)
            sides = (self.anything(type_), value)
            self.put("=", sides if self.chance(60) else sides[::-1])
        elif kind in "=<":
            name = self.pick(("<", ">", "=<", ">=", "=:=", "=\\="))
            self.put(name, (self.number(), self.number()), negated=self.chance(20))
        else:
            self.findall(declared)

    def may_multiply(self, answers: int) -> bool:
        """Whether a call with this number of answers keeps the program small; if so, count it."""
        if self.answers * answers > MAX_ANSWERS:
            return False
        self.answers *= answers
        return True

    def findall(self, declared: Sequence[Declared]) -> None:
        """Draw a findall over a call that yields an integer or an atom."""
        calls = [(d.name, d.types, d.design) for d in declared] + list(BUILTIN_CALLS)
        fitting = [
            c for c in calls if any(t in LIST and m == "o" for t, m in zip(*c[1:], strict=True))
        ]
        name, types, mode = self.pick(fitting)
        place = self.pick([i for i, t in enumerate(types) if t in LIST and mode[i] == "o"])
        inputs = {i: self.known(t) for i, t in enumerate(types) if mode[i] == "i"}
        local = Variable(self.unused.pop())
        args = tuple(
            local if i == place else inputs[i] if i in inputs else self.part(kind)
            for i, kind in enumerate(types)
        )
        found = self.fresh(LIST[types[place]])
        self.put("findall", (local, Compound(name, args), found))

    def put(self, name: str, args: tuple[Term, ...], *, negated: bool = False) -> None:
        self.literals.append(Literal(name, args, negated))


#: Bounds for the random programs, so that none takes long. Longer lists count as more answers.
MAX_ANSWERS = 60
GROWING = {"member": 3, "append": 2, "union": 2, "select": 4}
SPLITTING = 4


@st.composite
def programs(draw: Any) -> tuple[list[Clause], list[Declared]]:
    """Draw the clauses of a program and its declarations (facts first)."""
    names = draw(st.permutations(PREDICATE_NAMES))
    clauses: list[Clause] = []
    declared: list[Declared] = []
    for number in range(draw(st.integers(2, 3))):
        types = tuple(draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=3)))
        rows = st.tuples(*(st.sampled_from(VALUES[t]) for t in types))
        size = 30 if number == 0 and draw(st.integers(0, 9)) == 0 else 5
        table = draw(st.lists(rows, min_size=1 if size == 5 else 25, max_size=size))
        clauses += [Clause(names[number], tuple(map(term_of, row))) for row in table]
        declared.append(Declared(names[number], types, "o" * len(types), True, len(table)))
    for number in range(3, 3 + draw(st.integers(1, 3))):
        types = tuple(draw(st.lists(st.sampled_from(TYPES), max_size=3)))
        design = "".join(draw(st.sampled_from("iio")) for _ in types)
        predicate = Declared(names[number], types, design, False, 0)
        for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
            clause, answers = draw(rules(predicate, declared))
            clauses.append(clause)
            predicate = replace(predicate, answers=predicate.answers + answers)
        declared.append(predicate)
    return clauses, declared


@st.composite
def rules(draw: Any, predicate: Declared, declared: Sequence[Declared]) -> tuple[Clause, int]:
    """Draw a clause of a predicate, and a bound on its number of answers."""
    body = Body(draw, unused=list(draw(st.permutations(VARIABLE_NAMES))))
    types, design = predicate.types, predicate.design
    head = {i: body.anything(t) for i, t in enumerate(types) if design[i] == "i"}
    for _ in range(draw(st.integers(0, 4))):
        body.add(declared)
        if len(body.unused) < 8:
            break
    for i, kind in enumerate(types):
        if design[i] == "o":
            head[i] = body.known(kind)
    args = tuple(head[i] for i in range(len(types)))
    return Clause(predicate.name, args, tuple(body.literals)), body.answers
