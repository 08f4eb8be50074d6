"""What is measured of inference rules: the moves that each refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from studies.records import Row
from witness.difficulty.rules.registry import rules
from witness.difficulty.rules.relations import by_clause, relation, table


def refusals(source: Mapping[str, Any]) -> Iterator[Row]:
    """Yield for each rule how many moves it refuses, in all configurations and in those not lost.

    `relations` has for each rule of the table how that one relates to it.
    """
    found = table(
        [
            *by_clause(rules(f"thesis,full,{source['paper']}")),
            *by_clause(rules(source["extended"], bias=source["bias"])),
        ]
    )
    for one in found:
        relations = {o.rule.name: relation(one.completable, o.completable) for o in found}
        numbers = {"everywhere": len(one.everywhere), "completable": len(one.completable)}
        yield {"rule": one.rule.name, **numbers, "relations": relations}
