"""The Prolog built-ins that background files may use, and what they become in Python.

Lists are tuples, atoms are strings, integers are integers. Each entry of `BUILTINS` has, for each
mode (i: input, o: output), a kind and a Python expression:

- "test": an expression that is true or false;
- "det": an expression for the outputs, which never fails;
- "semidet": the same, but None where the call fails;
- "nondet": an iterable of the outputs;
- "multi": the same, with at least one answer;
- "first": an iterable, of which only the first answer that fits the output counts.

A single output stands by itself, several form a tuple. `{0}`, `{1}`, … stand for the arguments;
`{n0}` for a number, `{l0}` for a list (anything else is an error), and `{m0}` for the items of a
list (what is no list has none). Where the kind of a value is known, nothing is checked. A mode that
would need lists without an end, or lists with items that have no value, does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from types import FunctionType
from typing import Any, Literal

from witness.clauses.language import functions
from witness.clauses.language.steps import begin, paid, paid_steps, spend, steps, times
from witness.clauses.language.terms import Key

#: What a call of Python yields; a built-in has two kinds more.
Kind = Literal["test", "det", "semidet", "nondet"]
BuiltinKind = Kind | Literal["multi", "first"]


@dataclass(frozen=True)
class Builtin:
    """One built-in in one mode.

    `copies` says whether its answers are new lists, so that each takes as long as it is long.
    `sorts` has the sort of each output, if it is known: n (number) or l (list). A call whose inputs
    have the sorts in `total` raises no error.
    """

    kind: BuiltinKind
    template: str
    copies: bool = False
    sorts: str = ""
    total: str = ""


def mode_for(key: Key, known: str) -> str | None:
    """Return the mode of a built-in with most inputs whose inputs are all known; None if none is.

    `known` has an i for each argument with a value.
    """
    fitting = [
        mode
        for mode in BUILTINS[key]
        if all(k == "i" or m == "o" for k, m in zip(known, mode, strict=True))
    ]
    return max(fitting, key=lambda mode: mode.count("i"), default=None)


def takes_first(key: Key) -> bool:
    """Whether a built-in yields the first of several answers: it matters when it is called."""
    return any(builtin.kind == "first" for builtin in BUILTINS.get(key, {}).values())


def mode_text(name: str, mode: str) -> str:
    """Return a mode as manuals write it, such as append(+,+,-)."""
    signs = ",".join("+" if letter == "i" else "-" for letter in mode)
    return f"{name}({signs})" if mode else name


BUILTINS: dict[Key, dict[str, Builtin]] = {
    ("length", 2): {
        "ii": Builtin("test", "len({l0}) == {1}"),
        "io": Builtin("det", "len({l0})", sorts="n", total="l"),
    },
    ("member", 2): {
        "ii": Builtin("test", "{0} in {m1}"),
        "oi": Builtin("nondet", "{m1}"),
    },
    ("memberchk", 2): {
        "ii": Builtin("test", "{0} in {m1}"),
        "oi": Builtin("first", "items({1})"),
    },
    ("append", 3): {
        "iio": Builtin("det", "({l0} + {l1})", sorts="l", total="ll"),
        "ioi": Builtin("semidet", "without_start({0}, {2})"),
        "oii": Builtin("semidet", "without_end({1}, {2})"),
        "ooi": Builtin("multi", "splits({2})", copies=True),
    },
    ("append", 2): {"io": Builtin("det", "concatenated({0})", sorts="l")},
    ("select", 3): {
        "oio": Builtin("nondet", "selections({1})", copies=True, sorts="?l"),
        "ioi": Builtin("multi", "insertions({0}, {2})", copies=True, sorts="l"),
    },
    ("nextto", 3): {"ooi": Builtin("nondet", "pairwise(items({2}))")},
    ("nth0", 3): {
        "iio": Builtin("semidet", "nth0({0}, {1})"),
        "oio": Builtin("nondet", "enumerate(items({1}))", sorts="n?"),
    },
    ("nth1", 3): {
        "iio": Builtin("semidet", "nth1({0}, {1})"),
        "oio": Builtin("nondet", "enumerate(items({1}), 1)", sorts="n?"),
    },
    ("last", 2): {"io": Builtin("semidet", "last({0})")},
    ("reverse", 2): {
        "io": Builtin("det", "reverse({0})", sorts="l", total="l"),
        "oi": Builtin("det", "reverse({1})", sorts="l", total="l"),
    },
    ("msort", 2): {"io": Builtin("det", "msort({0})", sorts="l", total="l")},
    ("sort", 2): {"io": Builtin("det", "sort({0})", sorts="l", total="l")},
    ("delete", 3): {"iio": Builtin("det", "delete({0}, {1})", sorts="l", total="l?")},
    ("intersection", 3): {"iio": Builtin("det", "intersection({0}, {1})", sorts="l", total="ll")},
    ("subtract", 3): {"iio": Builtin("det", "subtract({0}, {1})", sorts="l", total="ll")},
    ("union", 3): {"iio": Builtin("det", "union({0}, {1})", sorts="l", total="ll")},
    ("subset", 2): {"ii": Builtin("test", "subset({0}, {1})")},
    ("is_set", 1): {"i": Builtin("test", "is_set({0})")},
    ("list_to_set", 2): {"io": Builtin("det", "list_to_set({0})", sorts="l", total="l")},
    ("sum_list", 2): {"io": Builtin("det", "sum_list({0})", sorts="n")},
    ("sumlist", 2): {"io": Builtin("det", "sum_list({0})", sorts="n")},
    ("max_list", 2): {"io": Builtin("semidet", "max_list({0})", sorts="n")},
    ("min_list", 2): {"io": Builtin("semidet", "min_list({0})", sorts="n")},
    ("max_member", 2): {"oi": Builtin("semidet", "max_member({1})")},
    ("min_member", 2): {"oi": Builtin("semidet", "min_member({1})")},
    ("between", 3): {
        "iii": Builtin("test", "{n0} <= {n2} <= {n1}"),
        "iio": Builtin("nondet", "range({n0}, {n1} + 1)", sorts="n"),
    },
    ("succ", 2): {
        "io": Builtin("det", "succ({0})", sorts="n"),
        "oi": Builtin("semidet", "pred({1})", sorts="n"),
    },
    ("plus", 3): {
        "iio": Builtin("det", "plus({0}, {1})", sorts="n", total="nn"),
        "ioi": Builtin("det", "minus({2}, {0})", sorts="n", total="nn"),
        "oii": Builtin("det", "minus({2}, {1})", sorts="n", total="nn"),
    },
    ("integer", 1): {"i": Builtin("test", "is_integer({0})")},
    ("number", 1): {"i": Builtin("test", "is_number({0})")},
    ("atom", 1): {"i": Builtin("test", "is_atom({0})")},
    ("is_list", 1): {"i": Builtin("test", "is_items({0})")},
    ("ground", 1): {"i": Builtin("test", "True")},
    ("nonvar", 1): {"i": Builtin("test", "True")},
    ("var", 1): {"i": Builtin("test", "False")},
    ("fail", 0): {"": Builtin("test", "False")},
    ("false", 0): {"": Builtin("test", "False")},
    ("true", 0): {"": Builtin("test", "True")},
}

#: Comparisons in the standard order of terms, by the signs of what `order` may return.
ORDER_COMPARISONS = {"@<": "<", "@>": ">", "@=<": "<=", "@>=": ">="}

#: What emitted Python calls where it counts its steps.
METERED = (begin, paid, paid_steps, spend, steps, times)

#: Helper functions that emitted Python calls, by name: all of `functions`, and some of others.
HELPERS: dict[str, Any] = {
    **{
        name: value
        for name, value in vars(functions).items()
        if isinstance(value, FunctionType)
        and value.__module__ == functions.__name__
        and not name.startswith("_")
    },
    **{f.__name__: f for f in (pairwise, *METERED)},
}

# Translated modules import them from here.
globals().update(HELPERS)

#: Comparisons of numbers; both sides are evaluated.
ARITHMETIC_COMPARISONS = {
    "<": "<",
    ">": ">",
    "=<": "<=",
    ">=": ">=",
    "=:=": "==",
    "=\\=": "!=",
}

#: Comparisons of terms; both sides must be bound.
TERM_COMPARISONS = {"==": "==", "\\==": "!=", "\\=": "!="}
