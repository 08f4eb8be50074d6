"""Which arguments of predicates are goals, and what SWI-Prolog evaluates besides built-ins.

A built-in of `witness.clauses.language.builtins` becomes Python. Those of `INTERPRETED` do not:
SWI-Prolog evaluates what calls them (`witness.clauses.prolog.calls`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witness.clauses.language.terms import CONTROLS, RELATIONS, Atom, Compound, Key, Term

#: For each argument of a predicate that calls others: with how many more arguments it is called;
#: None where it is no goal.
_CALLS: dict[Key, tuple[int | None, ...]] = {
    **{(name, 2): (0, 0) for name in (";", "->", "*->", "forall")},
    **{(name, 1): (0,) for name in ("\\+", "not", "once", "ignore")},
    **{("call", n): (n - 1, *[None] * (n - 1)) for n in range(1, 9)},
    **{("maplist", n): (n - 1, *[None] * (n - 1)) for n in range(2, 6)},
    **{("foldl", n): (n - 1, *[None] * (n - 1)) for n in range(4, 7)},
    **{(name, 3): (1, None, None) for name in ("include", "exclude")},
    ("partition", 4): (1, None, None, None),
    ("findall", 3): (None, 0, None),
    ("findall", 4): (None, 0, None, None),
    ("aggregate_all", 3): (None, 0, None),
}

#: What a clause has only if it is evaluated as it is written.
CONSTRUCTS = frozenset(
    {("!", 0), *((name, 2) for name in CONTROLS if name != ":-"), ("\\+", 1), ("not", 1)}
)

#: The predicates that SWI-Prolog evaluates, and the compiler does not know.
INTERPRETED = frozenset(
    {*_CALLS, *CONSTRUCTS, *((name, 2) for name in RELATIONS[RELATIONS.index("=..") :])}
    | {("functor", 3), ("arg", 3), ("copy_term", 2), ("compare", 3), ("sort", 4), ("numlist", 3)}
    | {(name, 1) for name in ("float", "string", "atomic", "compound", "callable")}
    | {("permutation", 2), ("flatten", 2), ("select", 4), ("selectchk", 3)}
    | {("pairs_keys_values", 3), ("pairs_keys", 2), ("pairs_values", 2)}
) - {("findall", 3)}

#: Stands for whatever a goal is that only the evaluation finds.
ANYTHING: Key = ("any predicate", 0)


def goals_in(name: str, args: Sequence[Term]) -> list[int | None]:
    """Return for each argument with how many more it is called; None where it is no goal."""
    if name == ",":
        return [0] * len(args)
    return list(_CALLS.get((name, len(args)), [None] * len(args)))


def called_in(goal: Term, more: int = 0) -> Iterator[Key]:
    """Yield the predicates that a goal calls, with more arguments than it has, and its goals do."""
    if not isinstance(goal, Atom | Compound):
        yield ANYTHING
        return
    name, args = (goal.name, ()) if isinstance(goal, Atom) else (goal.functor, goal.args)
    if name != ",":
        yield name, len(args) + more
    # The last arguments are given when it is called: any of them may be a goal, too.
    for place, extra in enumerate(goals_in(name, (*args, *[Atom("")] * more))):
        if extra is not None:
            yield from called_in(args[place], extra) if place < len(args) else (ANYTHING,)
