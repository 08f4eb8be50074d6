"""What a certificate lists of a proved clause, beside the cases of what is kept of it.

A claim says what is kept of a clause and in which cases that fires. The cases are determined anew,
as the prover does (`witness.puzzle.views`): each must be listed and excluded, and no others listed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause
from witness.puzzle.views.configurations import AWAY, LocalConfiguration
from witness.puzzle.views.square_cases import square_cases
from witness.puzzle.views.symbol_cases import all_cases
from witness.puzzle.views.translate import translate

_BEYOND_THE_SQUARE = "what is kept looks beyond the square"

_CORNERS = ("bottom left", "bottom right", "top left", "top right")


def parsed_clause(text: str, what: str) -> Clause | str:
    """Return the clause of a text, or what is wrong with it."""
    try:
        parsed = parse_clauses(text)
    except InputError as error:
        return f"the {what} clause cannot be read: {error}"
    return parsed[0] if len(parsed) == 1 else f"one {what} clause is expected, not {len(parsed)}"


def square_problems(
    kept: Clause, listed: Sequence[Mapping[str, Any]], background: Background
) -> list[str]:
    """Return what does not hold of the listed cases of squares with triangles."""
    cases = square_cases(translate([kept], background), background)
    if cases is None:
        return [_BEYOND_THE_SQUARE]
    own = [case.to_json() for case in cases]
    return _differences(own, listed, _case_text) + _open(cases)


def two_line_problems(kept: Clause, background: Background) -> list[str]:
    """Return what does not hold of the claim that a square is lost with two lines as well."""
    cases = square_cases(translate([kept], background), background, two_lines=True)
    return [f"{_BEYOND_THE_SQUARE}, with two lines"] if cases is None else _open(cases)


def symbol_problems(
    kept: Clause, listed: Sequence[Mapping[str, Any]], background: Background
) -> list[str]:
    """Return what does not hold of the listed cases of other symbols than triangles."""
    cases = all_cases(translate([kept], background), background.kinds)
    if cases is None:
        return ["what is kept looks beyond the symbol and its region"]
    own = [(case.to_json(), case.excluded) for case in cases]
    return _differences([case for case, _ in own], listed, json.dumps) + [
        f"the symbol can still be satisfied: {json.dumps(case)}"
        for case, excluded in own
        if not excluded
    ]


def _open(cases: Sequence[LocalConfiguration]) -> list[str]:
    """Return that a square is not lost, for each case in which it is not."""
    return [
        f"the square can still get its edges: {_case_text(case.to_json())}"
        + (f", the head of a second line {_CORNERS[case.second]}" if case.second != AWAY else "")
        for case in cases
        if case.completable
    ]


def _differences(
    own: Sequence[Mapping[str, Any]],
    listed: Sequence[Mapping[str, Any]],
    text: Callable[[Any], str],
) -> list[str]:
    """Return which cases are missing among the listed ones, too many, or listed twice."""
    wanted = {_form(case): case for case in own}
    there = {_form(case): case for case in listed}
    times = Counter(map(_form, listed))
    return [
        *(f"a case is listed twice: {text(there[one])}" for one, n in times.items() if n > 1),
        *(f"a case is missing: {text(wanted[one])}" for one in wanted if one not in there),
        *(f"a case in which it does not fire: {text(there[one])}"
          for one in there if one not in wanted),
    ]  # fmt: skip


def _form(case: Mapping[str, Any]) -> str:
    """Return a case as text; as text, a number is no truth value."""
    return json.dumps(case, sort_keys=True)


def _case_text(case: Mapping[str, Any]) -> str:
    """Return a local configuration in words."""
    places = ", ".join(f"{c}: {s}" for c, s in zip(_CORNERS, case["corners"], strict=True))
    features = "".join(
        f", {name} {case[name]}" for name in ("gaps", "live", "reachable") if name in case
    )
    cut_off = ", cut off" if "cut_off" in case else ""
    return (
        f"{case['triangles']} triangles, edges {case['edges']} on the path, corners {places}"
        f"{features}{cut_off}"
    )
