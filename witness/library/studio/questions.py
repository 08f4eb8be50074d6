"""What a page can ask, and who answers: the data are JSON objects, and the answers findings.

Each question is a function of its data and of the players by the names of their rules. It yields
findings; it raises `InputError` for data that make no sense, `LimitReachedError` at a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.limits import LimitReachedError
from witness.boards import solvers
from witness.difficulty.entropy.reference import Player
from witness.library.studio import analysis, hovering
from witness.library.studio.findings import Finding, found
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import path_to_json

#: The players by the names of their rules, as `--rules` has them; the first is the usual one.
Players = Mapping[str, Player]

#: The most solutions that an answer lists.
MOST_SOLUTIONS = 1_000


def answer(question: str, data: Any, players: Players) -> Iterator[Finding]:
    """Yield the findings of an answer, and last that it is done, wrong, or at a limit."""
    try:
        if question not in QUESTIONS:
            raise InputError(f"nobody can answer {quoted(question)}; ask {', '.join(QUESTIONS)}")
        if not isinstance(data, dict):
            raise InputError(f"the data are {quoted(data)}; a JSON object is expected")
        yield from QUESTIONS[question](data, players)
    except InputError as error:
        yield {"error": str(error)}
    except LimitReachedError as reached:
        yield {"limit": f"no more within the {analysis.words(str(reached))}"}
    except MemoryError:
        yield {"limit": "no more within the memory limit"}
    except RecursionError:
        yield {"limit": "the board is too large: its paths nest too deeply"}
    else:
        yield {"done": True}


def panel_of(data: Mapping[str, Any]) -> Puzzle:
    """Return the panel of a question; raise `InputError` for one that is not in order."""
    return puzzle_from_json(data.get("panel"))


def _analyse(data: Mapping[str, Any], players: Players) -> Iterator[Finding]:
    name = data.get("rules", next(iter(players)))
    if not isinstance(name, str) or name not in players:
        raise InputError(f"rules is {quoted(name)}; it can be {', '.join(players)}")
    return analysis.analyse(panel_of(data), players[name])


def _solutions(data: Mapping[str, Any], _players: Players) -> Iterator[Finding]:
    first, most = (_natural(data, name) for name in ("from", "most"))
    paths = enumerate(solvers.solutions(panel_of(data), limits=analysis.limits()))
    last, number = first + min(most, MOST_SOLUTIONS), -1
    for number, path in paths:
        if number == last:
            return
        if number >= first:
            yield {"name": "solution", "number": number, "path": path_to_json(path)}
    yield found("solutions", number + 1)


def _hover(data: Mapping[str, Any], _players: Players) -> Iterator[Finding]:
    entry = data.get("entry")
    if not isinstance(entry, dict) or not isinstance(entry.get("key"), str):
        raise InputError(f"entry is {quoted(entry)}; an object with a key and a value is expected")
    at = data.get("at", [])
    if not isinstance(at, list):
        raise InputError(f"at is {quoted(at)}; a list of places is expected")
    return hovering.left(panel_of(data), entry["key"], entry.get("value"), at)


def _natural(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"{name} is {quoted(value)}; a whole number from 0 on is expected")
    return value


#: The questions by name.
QUESTIONS: dict[str, Callable[[Mapping[str, Any], Players], Iterator[Finding]]] = {
    "analyse": _analyse,
    "solutions": _solutions,
    "hover": _hover,
}
