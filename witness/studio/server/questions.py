"""What a page can ask, and who answers: the data are JSON objects, and the answers findings.

Each question is a function of its data, of the players by the names of their rules, and of what is
told of progress. It yields findings; it raises `InputError` for data that make no sense, and
`LimitReachedError` at a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.limits import LimitReachedError
from witness.difficulty.entropy.reference import Player
from witness.puzzle import solvers
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import path_from_json, path_to_json
from witness.studio.server import analysis, hovering
from witness.studio.server.analysis import Finding, found, number
from witness.studio.server.suggestions import nothing, suggestions

#: The players by the names of their rules, as `--rules` has them; the first is the usual one.
Players = Mapping[str, Player]

#: What is called with each finding.
Tell = Callable[[Finding], object]

#: The most solutions that an answer lists.
MOST_SOLUTIONS = 1_000

#: The most suggestions, and the seconds for them.
MOST_SUGGESTIONS, SECONDS_TO_SUGGEST = 12, 60.0


def answer(question: str, data: Any, players: Players, tell: Tell) -> None:
    """Tell the findings of an answer, and last that it is done, wrong, or at a limit."""
    try:
        if question not in QUESTIONS:
            raise InputError(f"nobody can answer {quoted(question)}; ask {', '.join(QUESTIONS)}")
        if not isinstance(data, dict):
            raise InputError(f"the data are {quoted(data)}; a JSON object is expected")
        for finding in QUESTIONS[question](data, players, tell):
            tell(finding)
    except InputError as error:
        tell({"error": str(error)})
    except LimitReachedError as reached:
        tell({"limit": f"no more within the {analysis.words(str(reached))}"})
    except MemoryError:
        tell({"limit": "no more within the memory limit"})
    except RecursionError:
        tell({"limit": "the board is too large: its paths nest too deeply"})
    else:
        tell({"done": True})


def panel_of(data: Mapping[str, Any]) -> Puzzle:
    """Return the panel of a question; raise `InputError` for one that is not in order."""
    return puzzle_from_json(data.get("panel"))


def _player(data: Mapping[str, Any], players: Players) -> Player:
    name = data.get("rules", next(iter(players)))
    if not isinstance(name, str) or name not in players:
        raise InputError(f"rules is {quoted(name)}; it can be {', '.join(players)}")
    return players[name]


def _analyse(data: Mapping[str, Any], players: Players, _tell: Tell) -> Iterator[Finding]:
    return analysis.analyse(panel_of(data), _player(data, players))


def _solutions(data: Mapping[str, Any], _players: Players, _tell: Tell) -> Iterator[Finding]:
    first, most = (_natural(data, name) for name in ("from", "most"))
    paths = enumerate(solvers.solutions(panel_of(data), limits=analysis.limits()))
    last, at = first + min(most, MOST_SOLUTIONS), -1
    for at, path in paths:
        if at == last:
            return
        if at >= first:
            yield {"name": "solution", "number": at, "path": path_to_json(path)}
    yield found("solutions", at + 1)


def _hover(data: Mapping[str, Any], _players: Players, _tell: Tell) -> Iterator[Finding]:
    entry = data.get("entry")
    if not isinstance(entry, dict) or not isinstance(entry.get("key"), str):
        raise InputError(f"entry is {quoted(entry)}; an object with a key and a value is expected")
    at = data.get("at", [])
    if not isinstance(at, list):
        raise InputError(f"at is {quoted(at)}; a list of places is expected")
    return hovering.left(panel_of(data), entry["key"], entry.get("value"), at)


def _suggest(data: Mapping[str, Any], players: Players, tell: Tell) -> Iterator[Finding]:
    def progress(done: int, of: int | None) -> None:
        if of:
            tell(found("progress", done / of, words=f"{done} of {of} panels"))

    aim, path = data.get("aim"), data.get("path")
    if path == []:
        raise InputError("draw a path to a goal first")
    line, panel, one = None if path is None else path_from_json(path), panel_of(data), None
    for one in suggestions(
        panel,
        str(aim),
        line=line,
        player=_player(data, players),
        most=MOST_SUGGESTIONS,
        time_limit=SECONDS_TO_SUGGEST,
        progress=progress,
    ):
        finding = {"name": "suggestion", "panel": one.puzzle.to_json(), "words": one.words}
        more = {"solutions": number(one.solutions), "remuse": one.remuse}
        yield finding | more | ({} if one.new is None else {"at": one.new.middle})
    if one is None:
        raise InputError(nothing(panel, str(aim)))


def _natural(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"{name} is {quoted(value)}; a whole number from 0 on is expected")
    return value


#: The questions by name.
QUESTIONS: dict[str, Callable[[Mapping[str, Any], Players, Tell], Iterator[Finding]]] = {
    "analyse": _analyse,
    "solutions": _solutions,
    "hover": _hover,
    "suggest": _suggest,
}
