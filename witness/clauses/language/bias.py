"""A bias: which clauses a learner may consider (the settings of a bias file in Popper's language).

`witness.clauses.language.bias_reader` reads bias files.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from witness.base.errors import UnsupportedError
from witness.clauses.language.terms import Key, indicator

#: The type of an argument that has none: it goes with every type.
ANY = "_"

#: What a bias can ask of a learner beyond plain clauses over variables.
RECURSION = "recursion"
INVENTION = "predicate invention"
UNUSED_HEAD = "head variables that no body literal uses"
HEAD_OUTPUT = "an output argument of the head"
CONSTANTS = "constants in literals"
RAW = "raw ASP"


@dataclass(frozen=True)
class Signature:
    """A declared predicate: the type of each argument, and whether it is an input.

    Arguments without a type have the type ANY. Body predicates without directions have no inputs:
    they can be called with any of their arguments known.
    """

    name: str
    types: tuple[str, ...]
    inputs: tuple[bool, ...]
    line: int

    @property
    def key(self) -> Key:
        """The name and the arity."""
        return (self.name, len(self.types))

    @property
    def input_types(self) -> tuple[str, ...]:
        """The types of the inputs."""
        return tuple(name for name, given in zip(self.types, self.inputs, strict=True) if given)

    @property
    def output_types(self) -> tuple[str, ...]:
        """The types of the outputs."""
        return tuple(n for n, given in zip(self.types, self.inputs, strict=True) if not given)

    @property
    def mode(self) -> str:
        """The directions as one letter for each argument: i (in) or o (out)."""
        return "".join("i" if flag else "o" for flag in self.inputs)


@dataclass(frozen=True)
class Demand:
    """Something that a bias asks for beyond plain clauses: its kind, the statement, and its line.

    It concerns learners only: it says nothing about what a clause means.
    """

    kind: str
    statement: str
    line: int


@dataclass(frozen=True)
class Bias:
    """The hypothesis space: head and body predicates, and the limits of a clause.

    `directed` says whether the file has directions: it has them for all predicates or for none. A
    clause has exactly one variable of each type in `single_types`: that of the head. `constants`
    are the constants, each with a type, that a literal may have in place of a variable; those of
    the types in `constant_types` are not listed. `max_clauses` limits a hypothesis.
    `assumed` are the limits that the file does not give. `idle` says of declarations that concern
    nothing why that is so, each with its line. `lines` has the lines of limits, of types as in
    `type edge/2`, and as in `magic_value_type int`.
    """

    file: str
    head: Signature
    body: tuple[Signature, ...]
    max_vars: int
    max_body: int
    allow_singletons: bool = False
    directed: bool = True
    max_clauses: int | None = None
    single_types: tuple[str, ...] = ()
    constants: tuple[tuple[int | str, str], ...] = ()
    constant_types: tuple[str, ...] = ()
    demands: tuple[Demand, ...] = ()
    assumed: tuple[str, ...] = field(default=(), compare=False)
    idle: tuple[tuple[str, int | None], ...] = field(default=(), compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def signature(self, key: Key) -> Signature | None:
        """Return the signature of a body predicate; None if it is not declared."""
        return next((signature for signature in self.body if signature.key == key), None)

    def in_order(self) -> Bias:
        """Return the bias with its declarations in an order that is not that of their lines.

        Body predicates that give values come before tests. The former are ordered by the stage in
        which they can be called, when those before have been, then the one with fewer
        inputs or more outputs first. The test with more inputs comes first, then that of a later
        stage. Between equals, the shorter name decides.
        """
        stages: dict[Key, int] = {}
        known = set(self.head.types)
        waiting = list(self.body)
        while waiting:
            ready = [one for one in waiting if known.issuperset(one.input_types)] or waiting
            waiting = [one for one in waiting if one not in ready]
            stages.update(dict.fromkeys((one.key for one in ready), len(stages)))
            known.update(name for one in ready for name in one.types)

        def place(one: Signature) -> tuple[bool, int, int, int, int, str]:
            stage, inputs, width = stages[one.key], sum(one.inputs), len(one.types)
            test = inputs == width
            order = (-width, -stage, 0) if test else (stage, inputs, -width)
            return (test, *order, len(one.name), one.name)

        return replace(
            self,
            body=tuple(sorted(self.body, key=place)),
            single_types=tuple(sorted(self.single_types)),
            constants=tuple(sorted(self.constants, key=str)),
            constant_types=tuple(sorted(self.constant_types)),
        )

    def limited(self, given: Mapping[str, int]) -> Bias:
        """Return the bias with some limits in place of its own, which no line of its file gives."""
        arity = len(self.head.types)
        idle = [said for said in self.idle if not said[0].startswith(tuple(f"{n}(" for n in given))]
        most = dict(given)
        if given.get("max_vars", arity) < arity:
            what = f"max_vars {given['max_vars']}, given instead of the file's limit, has "
            what += f"no effect: the head has {arity} variables"
            idle += [(what, None)] * ((what, None) not in idle)
            most["max_vars"] = arity
        return replace(
            self,
            max_vars=most.get("max_vars", self.max_vars),
            max_body=most.get("max_body", self.max_body),
            max_clauses=most.get("max_clauses", self.max_clauses),
            idle=tuple(idle),
            lines={name: line for name, line in self.lines.items() if name not in given},
        )

    @property
    def is_plain(self) -> bool:
        """Whether it asks for nothing that only other programs know: recursion, say."""
        return all(d.kind in (UNUSED_HEAD, HEAD_OUTPUT, CONSTANTS) for d in self.demands)

    def asks_for(self, kind: str) -> bool:
        """Return whether the bias asks for something beyond plain clauses."""
        return any(demand.kind == kind for demand in self.demands)

    @property
    def whole_head(self) -> bool:
        """Whether the body of a clause has to use all variables of the head."""
        return not self.asks_for(UNUSED_HEAD)

    def require(self, known: Collection[str], who: str) -> None:
        """Raise `UnsupportedError` for the first demand of a kind that `who` does not know."""
        for demand in self.demands:
            if demand.kind not in known:
                what = f"{demand.statement} ({demand.kind}) is not supported by {who}"
                raise UnsupportedError(what, file=self.file, line=demand.line)

    def with_one_type(self) -> Bias:
        """Return a bias that has no types at all with one, which all arguments have."""
        if any(name != ANY for one in (self.head, *self.body) for name in one.types):
            return self
        head, *body = (
            replace(one, types=("any",) * len(one.types)) for one in (self.head, *self.body)
        )
        return replace(self, head=head, body=tuple(body))

    def require_types_and_directions(self, who: str) -> None:
        """Raise `UnsupportedError` for the first predicate that lacks one of them."""
        for signature in (self.head, *self.body):
            missing = "type" if ANY in signature.types else "" if self.directed else "direction"
            if missing:
                what = f"{indicator(signature.key)} has no {missing}, which {who} needs"
                raise UnsupportedError(what, file=self.file, line=signature.line)

    def require_plain(self, who: str) -> None:
        """Raise `UnsupportedError` for anything but plain clauses with types and directions.

        Plain clauses need not use all variables of the head, and may give it outputs.
        """
        self.require((HEAD_OUTPUT, UNUSED_HEAD), who)
        self.require_types_and_directions(who)
        for name in self.single_types:
            what = f"one variable of type {name} for each clause is not supported by {who}"
            raise UnsupportedError(what, file=self.file)


def bias_text(bias: Bias) -> str:
    """Return the text of a bias file that reads as the same bias, as Popper takes it."""
    lines = [f"head_pred({bias.head.name},{len(bias.head.types)})."]
    lines += [f"body_pred({s.name},{len(s.types)})." for s in bias.body]
    for signature in (bias.head, *bias.body):
        if ANY not in signature.types:
            lines.append(f"type({signature.name},({_tuple(signature.types)})).")
        if bias.directed:
            words = tuple("in" if given else "out" for given in signature.inputs)
            lines.append(f"direction({signature.name},({_tuple(words)})).")
    lines += [f"max_vars({bias.max_vars}).", f"max_body({bias.max_body})."]
    if bias.max_clauses is not None:
        lines.append(f"max_clauses({bias.max_clauses}).")
    lines += ["allow_singletons."] * bias.allow_singletons
    lines += [_SINGLE.format(name) for name in bias.single_types]
    lines += [f"constant({value},{name})." for value, name in bias.constants]
    lines += [f"magic_value_type({name})." for name in bias.constant_types]
    lines += [f"{demand.statement}." for demand in bias.demands if demand.kind not in _DECLARED]
    return "\n".join(lines) + "\n"


#: Demands that are said by declarations which have a place of their own.
_DECLARED = (HEAD_OUTPUT, CONSTANTS)

#: Popper's way to say that a clause has one variable of a type.
_SINGLE = ":- clause(C), #count{{V : var_type(C,V,{})}} != 1."


def _tuple(words: tuple[str, ...]) -> str:
    return ",".join(words) + ("," if len(words) == 1 else "")
