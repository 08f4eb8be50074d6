"""Examples of puzzles: the paper's Figure 1 by hand, labels by brute force, and bad input."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from support.examples import ROOT
from support.prefixes import drawn_puzzles, prefixes

from witness.base.errors import InputError
from witness.clauses.background import definitions_for
from witness.clauses.learners import learn
from witness.clauses.learners.task import Example, LearningTask, read_task
from witness.puzzle.examples.examples import write_task
from witness.puzzle.examples.partial_paths import LABELS, Labels
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.rules import Path as VertexPath
from witness.puzzle.views.board import edge_name, square_name, vertex_name

TRIANGLES = ROOT / "bk" / "triangles.pl"
EXTENDED = ROOT / "bk" / "extended.pl"
PAPER = ROOT / "bias" / "paper.pl"

#: A background that makes all primitives be written.
EVERYTHING = """\
on(P,S) :- path(P,E), square(S,T,F), vertices(P,L), head_vertex(P,V), corner(S,V), side(S,X,V,W).
"""

#: A bias for it, and for backgrounds that define on/2 in other ways.
ON = """\
head_pred(f,2).
body_pred(on,2).
type(f,(path,square)).
type(on,(path,square)).
direction(f,(in,in)).
direction(on,(in,in)).
"""


def write(puzzle: Puzzle, place: Path, labels: Labels = "puzzle") -> dict[str, int]:
    return write_task(puzzle, place, bk=TRIANGLES, bias=PAPER, labels=labels)


def facts_of(place: Path, puzzle: Puzzle) -> list[str]:
    """Return the lines of bk.pl after the definitions."""
    _definitions, facts = (
        (place / "bk.pl").read_text().split(f"% ---- facts of puzzle {puzzle.id} ----\n")
    )
    return facts.splitlines()


# ---- the paper's Figure 1 ---------------------------------------------------------------------
#
#   v1_0 - v1_1 - v1_2   goal        edges e3 e4 along the top, e1 e2 along the bottom,
#    |  △   |  △△  |                 e5 e6 e7 upwards
#   v0_0 - v0_1 - v0_2               squares c1 c2
#   start
#
# Four paths: RRU (the solution), RUR, URR, URDRU.

FIGURE_1_PATHS = {
    "p0": "",
    "p1": "e5",
    "p2": "e5,e3",
    "p3": "e5,e3,e6",
    "p4": "e5,e3,e6,e2",
    "p5": "e1",
    "p6": "e1,e6",
    "p7": "e1,e2",
}


def test_the_facts_of_figure_1(figure_1: Puzzle, tmp_path: Path) -> None:
    write(figure_1, tmp_path)
    heads = ("v0_0", "v1_0", "v1_1", "v0_1", "v0_2", "v0_1", "v1_1", "v0_2")
    assert sorted(facts_of(tmp_path, figure_1)) == sorted(
        [
            "square(c1,1,[e1,e3,e5,e6]).",
            "square(c2,2,[e2,e4,e6,e7]).",
            *(f"corner(c1,{v})." for v in ("v0_0", "v0_1", "v1_0", "v1_1")),
            *(f"corner(c2,{v})." for v in ("v0_1", "v0_2", "v1_1", "v1_2")),
            *(f"path({name},[{edges}])." for name, edges in FIGURE_1_PATHS.items()),
            *(f"head_vertex(p{n},{head})." for n, head in enumerate(heads)),
        ]
    )


def test_the_examples_of_figure_1(figure_1: Puzzle, tmp_path: Path) -> None:
    counts = write(figure_1, tmp_path)
    assert counts == {"partial_paths": 8, "positives": 10, "negatives": 6}
    # Only the prefixes of RRU can become the solution.
    assert (tmp_path / "exs.pl").read_text() == "".join(
        [f"pos(f(p{n},c{c})).\n" for n in (1, 2, 3, 4, 6) for c in (1, 2)]
        + [f"neg(f(p{n},c{c})).\n" for n in (0, 5, 7) for c in (1, 2)]
    )


def test_figure_1_can_be_learned_from(figure_1: Puzzle, tmp_path: Path) -> None:
    for labels, positives in (("puzzle", 10), ("constraint", 9)):
        write(figure_1, tmp_path, labels)  # type: ignore[arg-type]
        record = learn(tmp_path)
        assert (record["status"], record["false_positives"]) == ("learned", 0)
        assert 0 < record["true_positives"] <= record["positives"] == positives


# ---- labels by brute force --------------------------------------------------------------------


def expected(puzzle: Puzzle, labels: Labels) -> tuple[set[object], set[object]]:
    """Return positive and negative examples as (path, square) by listing all solutions."""
    every = prefixes(list(simple_paths(puzzle)))
    positives: set[object] = set()
    negatives: set[object] = set()
    for row, col, count in puzzle.triangles:
        alone = replace(puzzle, triangles=((row, col, count),))
        whole, own = (prefixes(list(solutions(one))) for one in (puzzle, alone))
        square = square_name(puzzle, (row, col))
        negatives |= {(path, square) for path in (own if labels == "constraint" else whole)}
        positives |= {(path, square) for path in every - (whole if labels == "puzzle" else own)}
    return positives, negatives


def vertices_by_name(task: LearningTask) -> dict[object, VertexPath]:
    """Return the vertices of each partial path from the facts of a task."""

    def vertex(name: object) -> Vertex:
        row, col = str(name).removeprefix("v").split("_")
        return int(row), int(col)

    return {
        name: tuple(map(vertex, vertices))  # type: ignore[arg-type]
        for name, vertices in task.background.facts["vertices", 2]
    }


@pytest.mark.slow
@pytest.mark.parametrize("labels", LABELS)
def test_labels_by_brute_force(tmp_path: Path, labels: Labels) -> None:
    (tmp_path / "bk.pl").write_text(EVERYTHING)
    (tmp_path / "bias.pl").write_text(ON)
    seen = [0, 0]
    for number, puzzle in enumerate(drawn_puzzles(60, 3)):
        place = tmp_path / str(number)
        counts = write_task(
            puzzle, place, bk=tmp_path / "bk.pl", bias=tmp_path / "bias.pl", labels=labels
        )
        task = read_task(place)
        path_of = vertices_by_name(task)
        assert len(set(path_of.values())) == len(path_of) == counts["partial_paths"]

        def named(examples: list[Example], path_of: dict[object, VertexPath]) -> set[object]:
            found: set[object] = {(path_of[path], square) for path, square in examples}
            assert len(found) == len(examples)
            return found

        positives, negatives = expected(puzzle, labels)
        assert named(task.positives, path_of) == positives
        assert named(task.negatives, path_of) == negatives
        assert counts["positives"] == len(positives)
        assert counts["negatives"] == len(negatives)
        seen = [seen[0] + len(positives), seen[1] + len(negatives)]
    assert min(seen) > 300


def test_facts_by_brute_force(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text(EVERYTHING)
    (tmp_path / "bias.pl").write_text(ON)
    for number, puzzle in enumerate(drawn_puzzles(20, 4)):
        place = tmp_path / str(number)
        write_task(puzzle, place, bk=tmp_path / "bk.pl", bias=tmp_path / "bias.pl", labels="puzzle")
        facts = read_task(place).background.facts
        path_of = vertices_by_name(read_task(place))

        def edges(path: tuple[Vertex, ...], puzzle: Puzzle = puzzle) -> tuple[str, ...]:
            ends = [tuple(sorted(path[i : i + 2])) for i in range(len(path) - 1)]
            return tuple(edge_name(puzzle, pair) for pair in ends)  # type: ignore[arg-type]

        assert dict(facts["path", 2]) == {  # type: ignore[arg-type]
            name: edges(path) for name, path in path_of.items()
        }
        assert dict(facts["head_vertex", 2]) == {  # type: ignore[arg-type]
            name: vertex_name(path[-1]) for name, path in path_of.items()
        }
        squares, corners, sides = {}, set(), set()
        for r, c, count in puzzle.triangles:
            name = square_name(puzzle, (r, c))
            around = [((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1))]
            around += [((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))]
            squares[name] = (count, tuple(edges(pair)[0] for pair in around))
            for pair in around:
                corners |= {(name, vertex_name(vertex)) for vertex in pair}
                sides.add((name, edges(pair)[0], *map(vertex_name, pair)))
        assert {name: (count, es) for name, count, es in facts["square", 3]} == squares
        assert set(facts["corner", 2]) == corners
        assert len(facts["corner", 2]) == len(corners)
        assert set(facts["side", 4]) == sides


# ---- what is written --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bk", "primitives"),
    [
        ("on(P,S) :- path(P,E), square(S,_,F), intersection(E,F,[_|_]).", {"path", "square"}),
        ("on(P,S) :- \\+ head_vertex(P,v0_0), corner(S,_).", {"head_vertex", "corner"}),
        ("on(P,S) :- findall(E, side(S,E,_,_), L), path(P,L).", {"side", "path"}),
        ("on(P,S) :- at(P,V), corner(S,V).\nat(P,V) :- vertices(P,[V|_]).", {"vertices", "corner"}),
        (EVERYTHING, {"path", "square", "vertices", "head_vertex", "corner", "side"}),
    ],
)
def test_facts_for_needed_primitives_only(
    figure_1: Puzzle, tmp_path: Path, bk: str, primitives: set[str]
) -> None:
    (tmp_path / "on.pl").write_text(bk)
    (tmp_path / "bias.pl").write_text(ON)
    place = tmp_path / "task"
    write_task(figure_1, place, bk=tmp_path / "on.pl", bias=tmp_path / "bias.pl", labels="puzzle")
    assert {line.split("(")[0] for line in facts_of(place, figure_1)} == primitives
    assert (place / "bk.pl").read_text().startswith(bk.rstrip())
    assert (place / "bias.pl").read_text() == ON
    learn(place)


def test_the_extended_background_learns_what_the_paper_cannot_say(
    figure_1: Puzzle, tmp_path: Path
) -> None:
    """The edges that can still be used tell all incompletable states of a square."""
    bias = ROOT / "bias" / "extended.pl"
    write_task(figure_1, tmp_path, bk=EXTENDED, bias=bias, labels="constraint")
    record = learn(tmp_path)
    assert record["true_positives"] > 0
    assert record["false_positives"] == 0


# ---- bad input --------------------------------------------------------------------------------


def fails(puzzle: Puzzle, tmp_path: Path, bk: Path = TRIANGLES, bias: Path = PAPER) -> InputError:
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError) as caught:
        write_task(puzzle, tmp_path / "task", bk=bk, bias=bias, labels="puzzle")
    assert sorted(tmp_path.rglob("*")) == before
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_puzzle_without_triangles(figure_1: Puzzle, tmp_path: Path) -> None:
    bare = replace(figure_1, triangles=())
    assert "'figure-1' has no triangles" in str(fails(bare, tmp_path))


def test_a_puzzle_with_what_examples_do_not_know(figure_1: Puzzle, tmp_path: Path) -> None:
    assert "examples are made from triangles, coloured squares" in str(
        fails(replace(figure_1, starts=(((0, 0), (0, 1)),)), tmp_path)
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("squares", "coloured squares or stars"),
        ("dots", "dots"),
        ("mixed", "triangles or coloured squares or stars or dots"),
    ],
)
def test_a_puzzle_without_symbols_of_the_background(
    figure_1: Puzzle, tmp_path: Path, name: str, words: str
) -> None:
    puzzle = replace(figure_1, triangles=())
    bk, bias = ROOT / f"bk/{name}.pl", ROOT / f"bias/{name}.pl"
    error = fails(puzzle, tmp_path, bk, bias)
    assert str(error) == f"puzzle 'figure-1' has no {words}, so there is nothing to learn"


def test_labels_of_the_kind_that_the_background_knows(figure_1: Puzzle, tmp_path: Path) -> None:
    """The constraint of an example is its own, whatever other symbols the puzzle has before it."""
    dot = (0, 2)
    puzzle = replace(figure_1, dots=(dot,))
    bias = ROOT / "bias" / "dots.pl"
    write_task(puzzle, tmp_path, bk=definitions_for(bias), bias=bias, labels="constraint")
    task = read_task(tmp_path)
    paths = [cast(VertexPath, path) for path in simple_paths(puzzle)]
    hopeful = prefixes([path for path in paths if dot in path])
    assert len(task.negatives) == len(hopeful) > 0
    assert len(task.positives) == len(prefixes(paths) - hopeful) > 0


def test_other_symbols_do_not_make_examples_for_triangles(figure_1: Puzzle, tmp_path: Path) -> None:
    """But they decide, as constraints of the whole puzzle, what is completable."""
    puzzle = replace(figure_1, triangles=((0, 1, 2),), dots=((0, 1),))
    write_task(puzzle, tmp_path, bk=TRIANGLES, bias=PAPER, labels="puzzle")
    found = (tmp_path / "exs.pl").read_text()
    assert {*re.findall(r"f\(p\d+,(\w+)\)", found)} == {"c2"}


def test_an_error_leaves_an_earlier_task_alone(figure_1: Puzzle, tmp_path: Path) -> None:
    place = tmp_path / "task"
    write(figure_1, place)
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    fails(replace(figure_1, triangles=()), tmp_path)
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before
