"""The page about dead ends of planning domains (results.md), from the records of the study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Row, read_gathered
from witness.base.files import write_text


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page."""
    gathered = read_gathered(source["records"])
    domains = {name: gathered[name].rows for name in gathered}
    every = [row for rows in domains.values() for row in rows]
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records(gathered.values())],
        command=command,
        settings=next(iter(gathered.values())).origin.settings,
        learned=pd.DataFrame([learned(name, rows) for name, rows in domains.items()]),
        states=pd.DataFrame([states(name, rows) for name, rows in domains.items()]),
        rules={name: rules(rows) for name, rows in domains.items()},
        proved=sum(row["ended"] == "proved" for row in every),
        alive=sum(row["alive"] for row in every),
        dead=sum(row["dead_rules"] for row in every),
        asked=sum(row["asked"] for row in every),
        totals={name: total(rows) for name, rows in domains.items()},
    )
    write_text(output["page"], text)


def span(values: Sequence[float], digits: int = 0) -> str:
    """Return the least and the greatest value."""
    least, most = (f"{one:.{digits}f}" for one in (min(values), max(values)))
    return least if least == most else f"{least}–{most}"


def learned(name: str, rows: Sequence[Row]) -> Row:
    """Return how the rules of a domain were learned."""
    best = sum(row["why_not_best"] is None for row in rows)
    return {
        "domain": name,
        "rules": span([len(row["clauses"]) for row in rows]),
        "rounds": span([row["rounds"] for row in rows]),
        "assumptions": span([len(row["needed"]) for row in rows]),
        "processor seconds": span([row["seconds"] for row in rows], 1),
        "of Z3": span([row["z3"] for row in rows], 1),
        "proved": f"{sum(row['ended'] == 'proved' for row in rows)} of {len(rows)}",
        "best of its language": f"{best} of {len(rows)}",
    }


def total(rows: Sequence[Row]) -> Counter[str]:
    """Return the sums of the numbers of states and expansions."""
    sums = Counter[str]()
    for row in rows:
        sums.update({key: n for key, n in row.items() if isinstance(n, int)})
    return sums


def states(name: str, rows: Sequence[Row]) -> Row:
    """Return which states of other instances the rules of a domain recognise."""
    sums = total(rows)
    return {
        "domain": name,
        "dead states": f"{sums['dead_rules']:,} of {sums['dead']:,}",
        "first mistakes": f"{sums['mistakes']:,}",
        "rules": f"{sums['rules']:,}",
        "h1": f"{sums['h1']:,}",
        "rules, not h1": f"{sums['rules_not_h1']:,}",
        "h2": f"{sums['h2']:,} of {sums['h2_of']:,}",
        "rules, not h2": f"{sums['rules_not_h2']:,}",
        "blind": f"{sums['blind']:,}",
        "with rules": f"{sums['pruned']:,}",
    }


def rules(rows: Sequence[Row]) -> list[tuple[str, int]]:
    """Return the rules of a domain, each with the number of sets of instances that led to it."""
    found = Counter(
        row["counting"].get(one.removesuffix("()"), one) for row in rows for one in row["clauses"]
    )
    return found.most_common(4)
