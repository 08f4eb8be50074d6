"""Search trees: the paper's Figure 2, brute force, the reference engine; reasons of what prunes."""

from __future__ import annotations

import random
from collections import Counter
from xml.etree import ElementTree

import pytest
from support.panels import SMALL, random_panel
from support.sizes import some

from witness.puzzle.constraints import Constraint, constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, solutions, walk
from witness.puzzle.rules import is_solution
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import PAPER
from witness.searches.reference import solve
from witness.searches.tree.drawing import svg, text
from witness.searches.tree.reasons import reasons
from witness.searches.tree.tree import search_tree

#: The board of the paper's Figure 1.
FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="figure-1")
BASELINE = predicate("baseline")
#: A bound that no tree of these tests reaches.
ALL = 1_000_000


def panels(count: int, seed: int) -> list[Puzzle]:
    """Draw small panels that A* knows, most of them with several triangles."""
    rng = random.Random(seed)
    sizes = [size for size in SMALL if size != (3, 3)]
    return [random_panel(rng, sizes, edge_ends=False) for _ in range(count)]


def test_figure_2() -> None:
    tree = search_tree(FIGURE_1, BASELINE)
    levels: dict[int, dict[tuple[tuple[int, int], ...], str]] = {}
    for node in tree.nodes:
        levels.setdefault(len(node.path) - 1, {})[node.path] = node.outcome
    left, right = ((0, 0), (1, 0)), ((0, 0), (0, 1))
    assert levels == {
        0: {((0, 0),): "open"},
        1: {left: "open", right: "open"},
        2: {
            (*left, (1, 1)): "pruned",
            (*right, (1, 1)): "pruned",
            (*right, (0, 2)): "open",
        },
        3: {(*right, (0, 2), (1, 2)): "solution"},
    }
    why = {r for node in tree.nodes for r in tree.branching.reasons(node)}
    assert [(reason.clause, reason.about) for reason in why] == [
        (1, Constraint("triangles", (0, 0)))
    ]
    assert tree.notice() is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", some(2, ["none", "baseline", "paper", "examples/extended.pl", "derived"])
)
def test_trees_are_those_of_brute_force_and_of_the_reference_engine(name: str) -> None:
    bias = "bias/extended.pl" if "extended" in name else None
    pruning = predicate(name, bias=bias)
    seen: Counter[str] = Counter()
    for puzzle in panels(12 if name == "derived" else 60, seed=5):
        fires = pruning.bind(puzzle)
        expected = {}
        for path, at_goal in walk(puzzle):
            if len(path) > 1 and expected.get(path[:-1]) != "open":
                continue
            edges, vertices = path_masks(puzzle, path)
            head = puzzle.grid.vertex_number(path[-1])  # type: ignore[arg-type]
            if at_goal:
                expected[path] = "solution" if is_solution(puzzle, path) else "no solution"
            else:
                pruned = len(path) > 1 and fires(head, vertices, edges)
                expected[path] = "pruned" if pruned else "open"
        tree = search_tree(puzzle, pruning, most=ALL)
        assert {node.path: node.outcome for node in tree.nodes} == expected
        solved = {path for path, outcome in expected.items() if outcome == "solution"}
        assert solved == set(solutions(puzzle))
        result = solve(puzzle, pruning, "prune")
        assert (result.status == "solved") == bool(solved)
        if not solved:
            assert result.expansions == list(expected.values()).count("open")
        seen.update(expected.values())
        seen["unsolvable"] += not solved
    assert min(seen[o] for o in ("open", "solution", "no solution", "unsolvable")) > 0
    assert (seen["pruned"] == 0) == (name == "none")


def test_a_limit_says_how_many_nodes_are_missing() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (1, 1, 1)))
    whole = len(list(search_tree(puzzle, BASELINE, most=ALL).nodes))
    for most in (1, 2, 3, 10, whole - 1):
        tree = search_tree(puzzle, BASELINE, most=most)
        shown = len(list(tree.nodes))
        assert shown <= most
        assert tree.cut == whole - shown
        assert f"goes on with {whole - shown} node" in str(tree.notice())
        assert "…" in text(tree)
    assert search_tree(puzzle, BASELINE, most=whole).cut is None


def test_text() -> None:
    assert text(search_tree(FIGURE_1, BASELINE)).split("\n")[:7] == [
        "start [0, 0]",
        "├─ up to [1, 0]",
        "│  └─ right to [1, 1]: pruned, clause 1, square [0, 0]",
        "└─ right to [0, 1]",
        "   ├─ up to [1, 1]: pruned, clause 1, square [0, 0]",
        "   └─ right to [0, 2]",
        "      └─ up to [1, 2]: solution",
    ]
    dead = Puzzle(1, 1, ((0, 0),), ((1, 1),), gaps=(((0, 0), (0, 1)), ((1, 0), (1, 1))))
    assert text(search_tree(dead, BASELINE)).split("\n") == [
        "start [0, 0]",
        "└─ up to [1, 0]: dead end",
    ]


def test_picture() -> None:
    tree = search_tree(FIGURE_1, BASELINE)
    drawn = ElementTree.fromstring(svg(tree))
    kinds = Counter(element.get("class") for element in drawn.iter())
    assert (kinds["panel"], kinds["path"], kinds["link"]) == (7, 7, 6)
    assert (kinds["faded"], kinds["mark"]) == (2, 2)
    words = [element.text for element in drawn.iter() if element.get("class") == "caption"]
    assert sorted(map(str, words)) == ["pruned: clause 1", "pruned: clause 1", "solution"]


LOCAL = ["none", "baseline", "paper", "examples/unsound.pl"]


@pytest.mark.parametrize("name", LOCAL)
def test_a_predicate_fires_where_there_is_a_reason(name: str) -> None:
    pruning = predicate(name)
    rng = random.Random(3)
    fired = 0
    for _ in range(40):
        puzzle = random_panel(rng, SMALL[:-1], ("triangles",), edge_ends=False)
        fires, why = pruning.bind(puzzle), reasons(pruning, puzzle)
        for path, _at_goal in walk(puzzle):
            edges, vertices = path_masks(puzzle, path)
            head = puzzle.grid.vertex_number(path[-1])  # type: ignore[arg-type]
            found = why(path)  # type: ignore[arg-type]
            assert bool(found) == fires(head, vertices, edges)
            assert {reason.about for reason in found} <= set(constraints(puzzle))
            fired += bool(found)
    assert (fired == 0) == (name == "none")


def test_reasons_name_the_clause_and_the_square() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (0, 1, 1)))
    found = reasons(PAPER, puzzle)(((0, 0), (0, 1), (0, 2), (1, 2), (2, 2)))
    assert [(reason.clause, reason.about) for reason in found] == [
        (1, Constraint("triangles", (0, 1))),
        (2, Constraint("triangles", (0, 0))),
    ]
    assert found[0].brief == "clause 1, square [0, 1]"
    assert found[0].sentence == (
        "the number of edges that the square [0, 1] and the path have in common is greater than "
        "the number of triangles in the square (clause 1)"
    )
    assert found[1].sentence.startswith("the head of the path is not a corner of the square [0, 0]")
