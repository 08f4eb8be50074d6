"""Inference rules by name: what `--rules` takes."""

from __future__ import annotations

from witness.difficulty.inference import Rule
from witness.difficulty.predicate_rule import PredicateRule
from witness.difficulty.thesis_rules import THESIS, WRITTEN
from witness.errors import InputError
from witness.predicates import PREDICATES, predicate


def rules(names: str, *, bk: str | None = None, bias: str | None = None) -> tuple[Rule, ...]:
    """Read a set of rules: names with commas between them.

    A name is "thesis" for all of the thesis, "none", one of `WRITTEN`, a predicate's name, or a
    `.pl` file with learned clauses. A rule that is named twice counts once. Raises `InputError`.
    """
    found: dict[str, Rule] = {}
    for name in names.split(","):
        name = name.strip()
        if name == "thesis":
            found.update({rule.name: rule for rule in THESIS})
        elif name in WRITTEN:
            found[name] = WRITTEN[name]
        elif name in PREDICATES or name.endswith(".pl"):
            if name != "none":
                found[name] = _from_predicate(name, bk, bias)
        else:
            known = ", ".join(["thesis", *PREDICATES, *WRITTEN])
            raise InputError(f"unknown rule {name!r}; use {known}, or a .pl file")
    return tuple(found.values())


def _from_predicate(name: str, bk: str | None, bias: str | None) -> Rule:
    return PredicateRule(predicate(name, bk=bk, bias=bias))
