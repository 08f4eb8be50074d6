"""A search tree as indented text, and as a picture with a small panel at every node (Figure 2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from witness.puzzle.grid import Square
from witness.puzzle.model import place_text
from witness.puzzle.sheets import SPACE, Panel, diagram
from witness.puzzle.svg_parts import Point
from witness.searches.tree.tree import Node, Tree

#: From the lowest panel of a level to the next level.
_LEVEL = 90


def text(tree: Tree) -> str:
    """Write a search tree as lines, indented by level, and the clauses that prune below it."""
    lines: list[str] = []
    for root in tree.roots:
        lines.append(f"start {place_text(root.head)}{_remark(tree, root)}")
        lines += _lines(tree, root, "")
    legend = _legend(tree)
    return "\n".join([*lines, *([""] if legend else []), *legend])


def svg(tree: Tree, scale: float = 40) -> str:
    """Draw a search tree as one SVG document; `scale` is the side of a square in pixels.

    Every node is a panel with its partial path. A pruned one is faded, and the squares for which
    the predicate fires are marked; the clauses stand below the tree in words.
    """
    panels = {node.path: _panel(tree, node) for node in tree.nodes}
    levels: dict[int, float] = {}
    for path, panel in panels.items():
        levels[len(path)] = max(panel.size[1], levels.get(len(path), 0))
    top = {length: SPACE + sum(_LEVEL + levels[n] for n in range(1, length)) for length in levels}
    left = _columns(tree)
    width, height = panels[tree.roots[0].path].size
    step = width + SPACE
    corners: dict[Node, Point] = {
        node: (SPACE + step * left[node.path], top[len(node.path)]) for node in tree.nodes
    }
    links = [
        ((x + width / 2, y + height), (corners[child][0] + width / 2, corners[child][1]))
        for node, (x, y) in corners.items()
        for child in tree.below.get(node.path, ())
    ]
    size = (
        2 * SPACE + width + step * max(left.values()),
        max(top.values()) + levels[max(levels)] + SPACE,
    )
    placed = [(corner, panels[node.path]) for node, corner in corners.items()]
    return diagram(placed, links, size, scale=scale, legend=_legend(tree))


def _columns(tree: Tree) -> dict[tuple[tuple[int, int], ...], float]:
    """Return the column of each node: leaves side by side, any other in the middle above its own.

    A node's path is its key.
    """
    found: dict[tuple[tuple[int, int], ...], float] = {}
    leaves = 0
    todo = list(reversed(tree.roots))
    while todo:
        node = todo[-1]
        children = tree.below.get(node.path, ())
        if children and children[0].path not in found:
            todo += reversed(children)
            continue
        todo.pop()
        if children:
            found[node.path] = (found[children[0].path] + found[children[-1].path]) / 2
        else:
            found[node.path] = leaves
            leaves += 1
    return found


def _panel(tree: Tree, node: Node) -> Panel:
    found = tree.branching.reasons(node)
    numbers = sorted({reason.clause for reason in found if reason.clause is not None})
    words = _caption(tree, node)
    if numbers:
        clauses = f"clause{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
        words = f"pruned: {clauses}"
    about = [reason.about for reason in found if reason.about]
    squares = (cast(Square, one.place) for one in about if one.kind != "dots")
    dots = (one.place for one in about if one.kind == "dots")
    return Panel(
        tree.branching.puzzle,
        node.path,
        words,
        marked=tuple(dict.fromkeys(squares)),
        faded=node.outcome == "pruned",
        ringed=tuple(dict.fromkeys(dots)),
    )


def _legend(tree: Tree) -> list[str]:
    """Return the clauses that prune a node of the tree, in words."""
    pruning = {reason.clause for node in tree.nodes for reason in tree.branching.reasons(node)}
    if None in pruning:
        return [f"The predicate fires when {words}." for words in tree.clauses]
    return [
        f"clause {number}: {words}."
        for number, words in enumerate(tree.clauses, start=1)
        if number in pruning
    ]


def _lines(tree: Tree, node: Node, indent: str) -> Iterator[str]:
    children = tree.below.get(node.path, ())
    for child in children:
        last = child is children[-1]
        step = f"{child.step} to {place_text(child.head)}"
        yield f"{indent}{'└─' if last else '├─'} {step}{_remark(tree, child)}"
        yield from _lines(tree, child, indent + ("   " if last else "│  "))


def _remark(tree: Tree, node: Node) -> str:
    words = _caption(tree, node)
    return f": {words}" if words else ""


def _caption(tree: Tree, node: Node) -> str:
    """Return in a few words why nothing is below a node; nothing for one with children."""
    if node.outcome == "pruned":
        found = [r.brief for r in tree.branching.reasons(node) if r.clause is not None]
        return f"pruned, {'; '.join(found)}" if found else "pruned"
    if node.outcome != "open":
        return node.outcome
    if node.path not in tree.below:
        return "…"
    return "" if tree.below[node.path] else "dead end"
