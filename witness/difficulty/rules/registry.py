"""Inference rules by name: what `--rules` takes."""

from __future__ import annotations

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean
from witness.clauses.language.reader import has_clauses
from witness.difficulty.inference import Rule
from witness.difficulty.rules.predicate import PredicateRule
from witness.difficulty.rules.thesis import FULL, THESIS
from witness.searches.predicates.registry import PREDICATES, predicate

#: All rules that are written by hand, by name; a new one is added here.
WRITTEN: dict[str, Rule] = {rule.name: rule for rule in (*THESIS, FULL)}

#: What `rules` takes, besides files.
KNOWN = ("thesis", *PREDICATES, *WRITTEN)


def rules(names: str, *, bk: str | None = None, bias: str | None = None) -> tuple[Rule, ...]:
    """Read a set of rules: names with commas between them.

    A name is "thesis" for all of the thesis, "none", one of `WRITTEN`, a predicate's name, or a
    `.pl` file with learned clauses, which are read with `bk` and `bias`. A rule that is named twice
    counts once. Raises `InputError`.
    """
    found: dict[str, Rule] = {}
    given = [name.strip() for name in names.split(",")]
    if "none" in given and len(given) > 1:
        raise InputError(f"the rules {quoted(names)} are none and others; say either")
    if (bk or bias) and not any(map(has_clauses, given)):
        raise InputError("a background or a bias is for rules from a .pl file, and there is none")
    for name in given:
        if name == "thesis":
            found.update({rule.name: rule for rule in THESIS})
        elif name in WRITTEN:
            found[name] = WRITTEN[name]
        elif name in PREDICATES or has_clauses(name):
            if name != "none":
                found[name] = PredicateRule(predicate(name, bk=bk, bias=bias))
        else:
            raise InputError(
                f"unknown rule {quoted(name)}; use {', '.join(KNOWN)}, or a .pl file"
                + did_you_mean(name, KNOWN)
            )
    return tuple(found.values())
