"""Draw the moving picture of README.md: A* on one panel, without and with the learned predicate.

    python tools/moving_picture.py docs/images/search.svg

Every frame shows the partial path that A* expands next; the predicate is π° (Table 3 of the paper).
A search that has ended shows its solution until the other one has ended, too.
"""

from __future__ import annotations

import heapq
import sys
from itertools import count
from pathlib import Path

from witness.library.puzzle import Puzzle
from witness.puzzle.model import Place
from witness.puzzle.svg import panel, panel_size
from witness.searches.predicates.registry import predicate
from witness.searches.tree.tree import Branching

PUZZLE = Puzzle.random(3, 3, seed=223)
#: What is written above each panel, and the predicate that its search prunes with.
SEARCHES = (("A*", "none"), ("A* with what was learned", "paper"))

#: Seconds of a frame, and of the solutions at the end.
FRAME = 0.09
END = 3.0

Paths = list[tuple[Place, ...]]


def expanded(name: str) -> Paths:
    """Return the partial paths that A* expands, in its order, and then its solution."""
    branching = Branching(PUZZLE, predicate(name))
    (goal,) = PUZZLE.goal_vertices
    age = count()
    (root,) = branching.roots()
    queue = [((0, 0), next(age), root)]
    found: Paths = []
    while queue:
        _, _, node = heapq.heappop(queue)
        found.append(node.path)
        for child in branching.children(node):
            if child.outcome == "solution":
                return [*found, child.path]
            if child.outcome == "open":
                left = abs(child.head[0] - goal[0]) + abs(child.head[1] - goal[1])
                heapq.heappush(queue, ((len(child.path) - 1 + left, left), next(age), child))
    raise ValueError("the panel has no solution")


def shown(parts: str, begin: float, end: float, seconds: float) -> str:
    """Return parts of a picture that are shown from one second to another, again and again."""
    times, values = [0.0, begin / seconds, end / seconds], ["hidden", "visible", "hidden"]
    if begin == 0:
        times, values = times[1:], values[1:]
    if end == seconds:
        times, values = times[:-1], values[:-1]
    return (
        f'<g visibility="hidden"><animate attributeName="visibility" calcMode="discrete" '
        f'dur="{seconds:.2f}s" repeatCount="indefinite" values="{";".join(values)}" '
        f'keyTimes="{";".join(f"{time:.4f}" for time in times)}"/>{parts}</g>'
    )


def column(title: str, paths: Paths, seconds: float) -> str:
    """Return one search: its title, the panel with the path of each moment, and a counter."""
    width, height = panel_size(PUZZLE)
    text = 'text-anchor="middle" font-family="sans-serif" fill="#73859b"'
    parts = [
        f'<text x="{width / 2}" y="32" font-size="30" font-weight="bold" {text}>{title}</text>'
    ]
    board = list(panel(PUZZLE, None))
    parts.append(f'<g transform="translate(0 50)">{"".join(board)}')
    counters = []
    for number, path in enumerate(paths):
        last = number == len(paths) - 1
        moment = (number * FRAME, seconds if last else (number + 1) * FRAME, seconds)
        line = "".join(part for part in panel(PUZZLE, path) if part not in board)
        parts.append(shown(line, *moment))
        words = f"solved after {number} expansions" if last else f"expansions: {number + 1}"
        where = f'x="{width / 2}" y="{height + 90}" font-size="28"'
        counters.append(shown(f"<text {where} {text}>{words}</text>", *moment))
    return "".join([*parts, "</g>", *counters])


def main() -> None:
    """Write the picture to the file that the command line names."""
    searches = [(title, expanded(name)) for title, name in SEARCHES]
    seconds = max(len(paths) for _, paths in searches) * FRAME + END
    width, height = panel_size(PUZZLE)
    columns = [
        f'<g transform="translate({number * (width + 40)} 0)">{column(title, paths, seconds)}</g>'
        for number, (title, paths) in enumerate(searches)
    ]
    ends = " and ".join(str(len(paths) - 1) for _, paths in searches)
    box = f"0 0 {2 * width + 40} {height + 110}"
    Path(sys.argv[1]).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width + 20}">'
        f"<title>A* without and with a learned predicate: {ends} expansions</title>"
        f"{''.join(columns)}</svg>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
