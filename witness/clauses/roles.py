"""Which argument of a bias's head is the partial path, and which is the square or the dot.

The names of types have no meaning. What a type stands for follows from how definitions use its
values: an argument that is passed to a primitive is what the primitive takes there. A type that is
passed to primitives about squares and to others about dots stands for *symbols*: squares and dots.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.base.errors import InputError
from witness.clauses.language.bias import ANY, Bias, Signature
from witness.clauses.language.builtins import ARITHMETIC_COMPARISONS
from witness.clauses.language.definitions import reached
from witness.clauses.language.primitives import PRIMITIVES, title
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Key, Literal, Variable, goal_of, indicator, variables

#: What a predicate says something about, besides a partial path.
SUBJECTS = ("square", "dot", "symbol")

_ORDINALS = ("first", "second")

#: For each argument of a predicate, the sorts as which its definition uses it.
Sorts = list[set[str]]


def head_roles(bias: Bias, program: Program) -> tuple[str, ...]:
    """Return the roles of the head's arguments: "path" and one of `SUBJECTS`, in either order.

    Raises `InputError` if the roles do not follow from the definitions, and for a type that stands
    for paths, squares or dots in one place and for something else in another.
    """
    head = bias.head
    text = f"{head.name}({','.join(head.types)})"
    wanted = (
        "a head has two arguments, a partial path and a square or a dot (or both: a symbol), in "
        "either order"
    )
    if len(head.types) != 2:
        raise _error(f"{text} has {len(head.types)}; {wanted}", bias, head)
    if ANY in head.types:
        raise _error(f"{indicator(head.key)} has no type; {wanted}", bias, head)
    sorts = _sorts_of_types(bias, program)
    known = [sorts.get(name) for name in head.types]
    for place, sort in enumerate(known):
        if sort is not None and sort not in ("path", *SUBJECTS):
            raise _error(
                f"the {_ORDINALS[place]} argument of {text} is {title(sort)}; {wanted}", bias, head
            )
    if known.count("path") == 2 or not {"path", None} & {*known} or known == [None, None]:
        both = f"both arguments of {text} are {title(known[0])}" if known[0] else (
            f"nothing says what the arguments of {text} are: no body predicate takes a "
            f"{' or a '.join(head.types)} as a partial path, a square or a dot"
        )  # fmt: skip
        raise _error(f"{both}; {wanted}", bias, head)
    subject = next((sort for sort in known if sort not in ("path", None)), "square")
    path_first = known[0] == "path" or (known[0] is None and known[1] != "path")
    return ("path", str(subject)) if path_first else (str(subject), "path")


def kinds_of(bias: Bias, program: Program) -> frozenset[str]:
    """Return the kinds of constraints that a background knows.

    Those are the kinds that the primitives are about which its body predicates reach; triangles if
    the primitives are about none.
    """
    keys = reached((signature.key for signature in bias.body), program)
    kinds = {kind for key in keys & PRIMITIVES.keys() for kind in PRIMITIVES[key].about}
    return frozenset(kinds or {"triangles"})


def _sorts_of_types(bias: Bias, program: Program) -> dict[str, str]:
    """Return what the types stand for, as far as the definitions determine it.

    Types of other values are not checked: numbers and lists may share one.
    """
    known: dict[Key, Sorts] = {}
    found: dict[str, tuple[str, Signature, int]] = {}
    for signature in bias.body:
        for place, name in enumerate(signature.types):
            if name == ANY:
                continue
            # Which symbol it is, a primitive about any of them does not say.
            for sort in sorted(_sorts(signature.key, program, known)[place] - {"symbol"}):
                before, other, where = found.setdefault(name, (sort, signature, place))
                if {before, sort} <= {*SUBJECTS} and before != sort:
                    found[name] = "symbol", other, where
                elif before != sort and {before, sort} & {"path", *SUBJECTS}:
                    raise _error(
                        f"the type {name} stands for {title(sort)} as argument {place + 1} of "
                        f"{_shown(signature)} and for {title(before)} as argument {where + 1} of "
                        f"{_shown(other)}; these must be two types",
                        bias,
                        signature,
                    )
    return {name: sort for name, (sort, _, _) in found.items()}


def _sorts(key: Key, program: Program, known: dict[Key, Sorts]) -> Sorts:
    """Return the sorts as which the definition of a predicate uses its arguments."""
    if key in known:
        return known[key]
    sorts: Sorts = [set() for _ in range(key[1])]
    if not program.defines(key):
        if key in PRIMITIVES:
            sorts = [{sort} for sort in PRIMITIVES[key].sorts]
        elif key == ("is", 2) or (key[1] == 2 and key[0] in ARITHMETIC_COMPARISONS):
            sorts = [{"number"}, {"number"}]
        return sorts
    known[key] = sorts  # what a call of itself adds so far
    for row in program.facts.get(key, []):
        for place, value in enumerate(row):
            if isinstance(value, int):
                sorts[place].add("number")
    for clause in program.rules.get(key, []):
        taken: dict[Variable, set[str]] = {}
        for literal in clause.body:
            _merge(literal, taken)
        for literal in clause.body:
            for variable, sort in _uses(literal, program, known):
                taken.setdefault(variable, set()).add(sort)
        for place, argument in enumerate(clause.args):
            if isinstance(argument, Variable):
                sorts[place] |= taken.get(argument, set())
            elif isinstance(argument, int):
                sorts[place].add("number")
    known[key] = sorts
    return sorts


def _merge(literal: Literal, taken: dict[Variable, set[str]]) -> None:
    """Let two variables that a literal makes equal share their sorts."""
    if literal.key in (("=", 2), ("==", 2)) and not literal.negated:
        one, other = literal.args
        if isinstance(one, Variable) and isinstance(other, Variable):
            shared, old = taken.setdefault(one, set()), taken.get(other)
            for variable in [v for v, sorts in taken.items() if sorts is old] or [other]:
                taken[variable] = shared


def _uses(
    literal: Literal, program: Program, known: dict[Key, Sorts]
) -> Iterator[tuple[Variable, str]]:
    """Yield the variables of a literal with the sorts as which it uses them."""
    if literal.key == ("findall", 3):
        goal = goal_of(literal)
        if goal is not None:
            yield from _uses(goal, program, known)
        return
    for argument, sorts in zip(literal.args, _sorts(literal.key, program, known), strict=True):
        if isinstance(argument, Variable):
            yield from ((argument, sort) for sort in sorts)
        elif sorts == {"number"}:
            yield from ((variable, "number") for variable in variables(argument))


def _shown(signature: Signature) -> str:
    return f"{signature.name}({','.join(signature.types)})"


def _error(reason: str, bias: Bias, signature: Signature) -> InputError:
    return InputError(reason, file=bias.file, line=signature.line)
