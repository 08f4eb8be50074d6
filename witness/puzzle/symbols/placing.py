"""Placing symbols at random, or so that a given path satisfies them: what symbols share.

All randomness comes from `rng`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from witness.puzzle.grid import Edge, Path, Place, Square, half_edges, parts, path_edges
from witness.puzzle.symbols.panel import P, Panel

#: The colours of symbols.
COLOURS = ("black", "white")


def number(rng: random.Random, least: int, most: int) -> int:
    """Draw a number from `least` to `most`; it is `least` if `most` is below."""
    return rng.randrange(least, max(least, most) + 1)


def edges_of_lines(panel: Panel, path: Path) -> int:
    """Return the bit set of the edges of a path, and of the second line if there is one."""
    return _of_both(panel, path_edges(path))


def _of_both(panel: Panel, edges: Iterable[Edge]) -> int:
    found = panel.grid.edge_set(edges)
    return found if panel.images is None else panel.images.both(found, 0)[0]


def regions_of(panel: Panel, path: Path) -> list[list[Square]]:
    """Return the regions of a panel with a path."""
    board = panel.grid
    halves = _of_both(panel, half_edges(path)) if panel.open_halves else 0
    found = dict.fromkeys(parts(board, ~(edges_of_lines(panel, path) & ~halves | panel.walls)))
    squares = map(board.squares_of, found)
    return [region for region in squares if region[0] not in panel.missing]


def used_edges(panel: Panel, path: Path) -> dict[Square, int]:
    """Return the number of edges on the path by square, without squares that have none."""
    edges, board = edges_of_lines(panel, path), panel.grid
    masks = zip(board.squares, board.square_edge_masks, strict=True)
    used = {square: (edges & mask).bit_count() for square, mask in masks}
    return {at: count for at, count in used.items() if count and at not in panel.missing}


def coloured_regions(
    panel: Panel, path: Path, rng: random.Random
) -> list[tuple[list[Square], str]]:
    """Return the regions of a path in random order, with colours: both, if there are two."""
    found = regions_of(panel, path)
    rng.shuffle(found)
    colours = rng.sample(COLOURS, 2) + [rng.choice(COLOURS) for _ in found[2:]]
    return list(zip(found, colours, strict=False))


def dot_places(panel: Panel) -> list[Place]:
    """Return where a dot says something: vertices other than start and goal, edges without gap."""
    ends = {*panel.starts, *panel.goals}
    return [
        *(vertex for vertex in panel.grid.vertices if vertex not in ends),
        *(edge for edge in panel.grid.edges if edge not in panel.barred),
    ]


def places_on(path: Path) -> list[Place]:
    """Return the inner vertices and the edges of a path."""
    return [*path[1:-1], *path_edges(path)]


def with_symbols(panel: P, **symbols: Mapping[Square, Any] | Sequence[Any]) -> P:
    """Return the panel with symbols: values by square, or places on lines, by name."""
    return panel.changed(
        **{
            name: tuple((*at, value) for at, value in entries.items())
            if isinstance(entries, Mapping)
            else tuple(entries)
            for name, entries in symbols.items()
        },
    )
