"""Panels with triangles and gaps as STRIPS: the exported problem, and the state after a path."""

from __future__ import annotations

import tempfile
from pathlib import Path

from studies.atoms import State
from studies.strips import Instance, read_domain, read_instances
from witness.puzzle.formats import pddl
from witness.puzzle.grid import Path as Line
from witness.puzzle.grid import path_edges
from witness.puzzle.model import Puzzle


def strips(puzzle: Puzzle) -> Instance:
    """Return the problem of a panel."""
    with tempfile.TemporaryDirectory() as name:
        domain, problem = (Path(name) / f"{one}.pddl" for one in ("domain", "problem"))
        domain.write_text(pddl.domain(), encoding="utf-8")
        problem.write_text(pddl.problem(puzzle), encoding="utf-8")
        (instance,) = read_instances(problem, read_domain(domain))
    return instance


def state_of(puzzle: Puzzle, path: Line) -> State:
    """Return the state after a partial path, without the edges and vertices that it passed."""
    edges = {*path_edges(path)}
    head = "end" if path[-1] in puzzle.goals else "v{}_{}".format(*path[-1])
    free = (("free", "v{}_{}".format(*v)) for v in puzzle.grid.vertices if v not in path)
    counts = (
        ("edges", "s{}_{}".format(*one), f"n{len(edges & {*puzzle.grid.square_edges(one)})}")
        for one in puzzle.triangle_at
    )
    return State([("at", head), *free, *counts])
