"""The text that the commands about games write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from witness.games.network.network import Network


def size_lines(game: Network, puzzle: Network) -> list[str]:
    """Return lines that say how large a game is, and what of it matters."""
    roles = "role" if len(game.roles) == 1 else "roles"
    lines = [
        f"{len(game.roles)} {roles} ({', '.join(game.roles)}), {len(game.fluents)} fluents, "
        f"{len(game.moves)} moves, {len(game.gates)} gates with {game.literals} literals."
    ]
    if len(game.roles) > 1:
        others = [role for role in game.roles if role not in puzzle.roles]
        lines.append(
            f"Roles: nothing that {' or '.join(others)} does matters to {puzzle.roles[0]}; it is "
            f"left alone with {len(puzzle.fluents)} fluents and {len(puzzle.moves)} moves."
        )
    elif len(puzzle.fluents) < len(game.fluents):
        lines.append(
            f"{len(game.fluents) - len(puzzle.fluents)} fluents matter to nothing and are left out."
        )
    return lines


def answer_lines(record: dict[str, Any]) -> list[str]:
    """Return lines that say what was found."""
    if record["plan"] is None:
        ends = {"never-ends": "no play ever ends the game"}
        return [f"no plan: {ends.get(record['status'], record['status'])}"]
    maximal = "no play has more" if record["maximal"] else "not proved maximal"
    shortest = "no plan is shorter" if record["shortest"] else "not proved shortest"
    lines = [f"score {record['score']} ({maximal}), {record['length']} moves ({shortest})"]
    if record["status"] != "solved":
        ended = "" if record["status"] == "interrupted" else "ended by a limit: "
        lines.append(f"{ended}{record['status']}")
    lines.append(
        f"{record['expansions']:,} expansions, {record['seconds']:.3f} s of search after "
        f"{record['analysis_seconds']:.3f} s of reading and analysis; filters: "
        f"{', '.join(record['filters']) or 'none'}"
    )
    if record["left_out"]:
        late = ", ".join(record["left_out"])
        lines.append(f"left out, as their analysis took too long: {late}")
    lines += ["", "plan:"]
    lines += [f"  {number:>3}  {move}" for number, move in enumerate(record["plan"], 1)]
    return lines


def comparison_lines(rows: list[dict[str, Any]]) -> list[str]:
    """Return a table of the expansions with and without each filter."""
    lines = [f"{'filters':<24}{'status':<18}{'score':>6}{'moves':>7}{'expansions':>14}{'s':>10}"]
    for row in rows:
        score, length = ("–" if row[key] is None else row[key] for key in ("score", "length"))
        lines.append(
            f"{row['filters']:<24}{row['status']:<18}{score:>6}{length:>7}"
            f"{row['expansions']:>14,}{row['seconds']:>10.3f}"
        )
    return lines
