"""The tree that a search with pruning walks: the paper's Figure 2, for any puzzle and predicate.

Its nodes are partial paths. A node on which the predicate fires has no nodes below it, for a search
that prunes never puts it on the open list (Algorithm 1); a path that has reached a goal is tested
against all symbols. Everything that such a search could meet is in the tree: A* stops at the first
solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal, NamedTuple

from witness.puzzle.graph import path_graph
from witness.puzzle.grid import DIRECTIONS, Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import goal_test, violations
from witness.searches.predicates.interface import Predicate
from witness.searches.request import check_supported
from witness.searches.tree.reasons import Reason, clauses, reasons

#: The largest number of nodes that are shown, and of further ones that are counted.
MOST_NODES = 100
MOST_COUNTED = 100_000

#: What becomes of a partial path: a search goes on from it, drops it, or has reached a goal.
Outcome = Literal["open", "pruned", "solution", "no solution"]

#: The words for steps, by `witness.puzzle.grid.DIRECTIONS`.
STEP_NAMES = dict(zip(DIRECTIONS, ("up", "right", "down", "left"), strict=True))


class Node(NamedTuple):
    """A partial path, with the bit sets of its vertices and edges, and what becomes of it."""

    path: tuple[Vertex, ...]
    vertices: int
    edges: int
    outcome: Outcome

    @property
    def head(self) -> Vertex:
        """The last vertex of the path."""
        return self.path[-1]

    @property
    def step(self) -> str:
        """The last step in words."""
        (row, column), (r, c) = self.path[-2:]
        return STEP_NAMES[r - row, c - column]


class Branching:
    """How the partial paths of a puzzle branch when a predicate prunes (Algorithm 1)."""

    def __init__(self, puzzle: Puzzle, predicate: Predicate) -> None:
        """Raise `InputError` for a puzzle that A* does not know."""
        check_supported(puzzle)
        self.puzzle = puzzle
        self._board = puzzle.grid
        self._graph = path_graph(puzzle)
        self._fires = predicate.bind(puzzle)
        self._reasons = reasons(predicate, puzzle)
        self._satisfied = goal_test(puzzle)

    def roots(self) -> tuple[Node, ...]:
        """Return the paths of one vertex; a start is never pruned."""
        found = (
            self._node((), self._board.vertex_number(start), 0, 0)
            for start in self.puzzle.start_vertices
        )
        return tuple(
            root._replace(outcome="open") if root.outcome == "pruned" else root for root in found
        )

    def children(self, node: Node) -> tuple[Node, ...]:
        """Return the paths one step longer than an open one, in the order up, right, down, left."""
        return tuple(
            self._node(node.path, near, node.vertices, node.edges | 1 << edge)
            for near, edge in self._graph.steps[self._board.vertex_number(node.head)]
            if not node.vertices & self._graph.closing[near]
        )

    def _node(self, path: tuple[Vertex, ...], near: int, vertices: int, edges: int) -> Node:
        visited = vertices | 1 << near
        outcome: Outcome
        if near in self._graph.goals:
            outcome = "solution" if self._satisfied(edges, visited) else "no solution"
        else:
            outcome = "pruned" if self._fires(near, visited, edges) else "open"
        return Node((*path, self._board.vertices[near]), visited, edges, outcome)

    def reasons(self, node: Node) -> tuple[Reason, ...]:
        """Return why a node is pruned; nothing for any other."""
        return self._reasons(node.path) if node.outcome == "pruned" else ()

    def faults(self, node: Node) -> tuple[str, ...]:
        """Return what is wrong with a path that has reached a goal, in words."""
        return tuple(map(str, violations(self.puzzle, node.path)))


@dataclass(frozen=True)
class Tree:
    """A search tree, or the first levels of one.

    `below` has the children of every open node that is not cut off. `cut` is the number of nodes on
    deeper levels that the limit left out, counted up to `MOST_COUNTED`; None if it left out none.
    """

    branching: Branching
    clauses: tuple[str, ...]
    roots: tuple[Node, ...]
    below: Mapping[tuple[Vertex, ...], tuple[Node, ...]]
    levels: int
    cut: int | None

    @property
    def nodes(self) -> Iterator[Node]:
        """All nodes, level by level."""
        level = self.roots
        while level:
            yield from level
            level = tuple(child for node in level for child in self.below.get(node.path, ()))

    def notice(self) -> str | None:
        """Say what a limit has left out, None if it has left out nothing."""
        if not self.cut:
            return None
        more = "at least " if self.cut >= MOST_COUNTED else ""
        nodes = f"{more}{self.cut:,} node{'' if self.cut == 1 else 's'}"
        shown = sum(1 for _ in self.nodes)
        return (
            f"the tree goes on with {nodes}; shown are the {shown:,} of its first "
            f"{self.levels} level{'' if self.levels == 1 else 's'} (--nodes for more)"
        )


def search_tree(
    puzzle: Puzzle,
    predicate: Predicate,
    depth: int | None = None,
    most: int = MOST_NODES,
) -> Tree:
    """Return the search tree of a puzzle under a predicate that prunes (Figure 2).

    It has the nodes with up to `depth` steps, and as many whole levels as `most` nodes make; the
    starts are there in any case. Raises `InputError` for a puzzle that A* does not know.
    """
    branching = Branching(puzzle, predicate)
    roots = level = branching.roots()
    below: dict[tuple[Vertex, ...], tuple[Node, ...]] = {}
    shown, levels, cut = len(roots), 1, None
    while level and (depth is None or levels <= depth):
        found = {node.path: branching.children(node) for node in level if node.outcome == "open"}
        level = tuple(child for children in found.values() for child in children)
        shown += len(level)
        if shown > most:
            cut = sum(1 for _ in islice(_walk(branching, level), MOST_COUNTED))
            break
        below |= found
        levels += bool(level)
    return Tree(branching, clauses(predicate), roots, below, levels, cut)


def _walk(branching: Branching, nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Yield nodes and all that is below them."""
    todo = list(nodes)
    while todo:
        node = todo.pop()
        yield node
        if node.outcome == "open":
            todo += branching.children(node)
