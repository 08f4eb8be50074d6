"""The page about dead ends of planning domains (results.md), from the records of the study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from studies.made import of_records
from studies.pages import markdown_page
from studies.planning.instances import PLANS
from studies.records import Row, read_gathered
from witness.base.files import write_text
from witness.pipeline.report.figures import save

#: What the rules say.
ENGLISH = {
    "sokoban": "no pushes lead the stone to a goal, walls included: the textbook's dead squares.",
    "floortile": "a tile has a wrong colour; a painted one bars a topmost one; too few are clear.",
    "panels": "a square has too many edges (π_baseline, from the actions alone); the end is lost.",
    "strokes": "panels, with an object for each edge needed: too few corners can still be reached.",
    "spanner": "too few working spanners are carried or ahead; the man is past a nut.",
    "childsnack": "too few pure sandwiches, breads (or fillings) are left for allergic children.",
    "nomystery": "with its fuel the truck cannot come to where a package is wanted.",
    "gripper": "the robot cannot come any more to where a ball is, or is wanted.",
    "matching": "a block that is to bear another one is broken, or soon will be.",
    "tiles": "a tile to be visited is cut off by those that crumbled.",
    "deadlines": "a deadline has passed.",
}

#: The domains in which the rules pass h1.
BEYOND = ("spanner", "childsnack", "matching", "nomystery")


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page."""
    gathered = read_gathered(source["records"])
    domains = {name: gathered[name].rows for name in gathered}
    every = [row for rows in domains.values() for row in rows]
    save(plot(domains), Path(output["figure"]))
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records(gathered.values())],
        command=command,
        settings=next(iter(gathered.values())).origin.settings,
        table=pd.DataFrame([line(name, rows) for name, rows in domains.items()]),
        english=ENGLISH,
        best=sum(row["why_not_best"] is None for row in every),
        rules={name: rules(rows) for name, rows in domains.items()},
        proved=sum(row["ended"] == "proved" for row in every),
        alive=sum(row["alive"] for row in every),
        totals={name: total(rows) for name, rows in domains.items()},
        others=total([one for one in every if one["domain"] not in BEYOND]),
        runs=len(every),
        chosen=sum(bool(plan.used) for plan in PLANS.values()),
    )
    write_text(output["page"], text)


def plot(domains: Mapping[str, Sequence[Row]]) -> Figure:
    """Draw the share of first mistakes that the rules and h1 recognise."""
    figure = Figure(figsize=(9, 3.5), layout="constrained")
    axes = figure.subplots()
    for shift, name in ((-0.2, "rules"), (0.2, "h1")):
        shares = [total(rows)[name] / total(rows)["mistakes"] for rows in domains.values()]
        axes.bar([i + shift for i in range(len(shares))], shares, 0.4, label=name)
    axes.set_xticks(range(len(domains)), [*domains], rotation=30)
    axes.set_title("share of first mistakes that are recognised")
    axes.legend()
    return figure


def span(values: Sequence[float], digits: int = 0) -> str:
    """Return the least and the greatest value."""
    least, most = (f"{one:.{digits}f}" for one in (min(values), max(values)))
    return least if least == most else f"{least}–{most}"


def total(rows: Sequence[Row]) -> Counter[str]:
    """Return the sums of the numbers of states and expansions."""
    sums = Counter[str]()
    for row in rows:
        sums.update({key: n for key, n in row.items() if isinstance(n, int)})
    return sums


def line(name: str, rows: Sequence[Row]) -> Row:
    """Return how the rules of a domain were learned, and which other states they recognise."""
    sums = total(rows)
    return {
        "domain": name,
        "rounds": span([row["rounds"] for row in rows]),
        "assumptions": span([len(row["needed"]) for row in rows]),
        "CPU s": span([row["seconds"] for row in rows], 1),
        "dead states": f"{sums['dead_rules']:,}/{sums['dead']:,}",
        "first mistakes": f"{sums['rules']:,}/{sums['mistakes']:,}",
        "by h1": f"{sums['h1']:,}",
        "not by h1": f"{sums['rules_not_h1']:,}",
        "blind": f"{sums['blind']:,}",
        "with rules": f"{sums['pruned']:,}",
    }


def rules(rows: Sequence[Row]) -> list[tuple[str, int]]:
    """Return the rules of a domain, each with the number of sets of instances that led to it."""
    found = Counter(
        row["counting"].get(one.removesuffix("()"), one).replace(", ", ",")
        for row in rows
        for one in row["clauses"]
    )
    return found.most_common(3)
