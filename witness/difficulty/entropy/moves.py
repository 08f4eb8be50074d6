"""A path in arrays, for Numba: steps forward and back, and the moves L(s) that the rules leave.

`witness.difficulty.inference` and the rules define what `moves` finds. Layouts and trails are those
of `witness.difficulty.entropy.arrays`. The machine code is made and kept by
`witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from witness.base.machine_code import inner
from witness.difficulty.rules.move_table import MUST, MUST_NOT, PROBABLE_MUST, SIZE


@inner
def enter(place, edge, marks, layout):
    """Add a step to a path; `edge` is -1 at a start."""
    marks[place]["on_path"] = 1
    for at in range(4):
        square = layout.places[place]["around"][at]
        if square >= 0:
            marks[square]["visited"] |= 1 << layout.places[place]["corner"][at]
    if edge >= 0:
        marks[edge]["taken"] += 1
        for at in range(2):
            square = layout.edges[edge]["sides"][at]
            if square >= 0:
                marks[square]["used"] |= 1 << layout.edges[edge]["side"][at]


@inner
def leave(place, edge, marks, layout):
    """Take the last step of a path back."""
    marks[place]["on_path"] = 0
    for at in range(4):
        square = layout.places[place]["around"][at]
        if square >= 0:
            marks[square]["visited"] &= ~(1 << layout.places[place]["corner"][at])
    if edge >= 0:
        marks[edge]["taken"] -= 1
        if marks[edge]["taken"] == 0:
            for at in range(2):
                square = layout.edges[edge]["sides"][at]
                if square >= 0:
                    marks[square]["used"] &= ~(1 << layout.edges[edge]["side"][at])


@inner
def step(place, edge, trail, layout):
    """Add a step to a path, and to its sizes."""
    enter(place, edge, trail.marks, layout)
    # Two halves of an edge are one edge.
    trail.sizes[0]["length"] += edge >= 0 and trail.marks[edge]["taken"] == 1
    trail.sizes[0]["touches"] += layout.places[place]["ring_at"] >= 0


@inner
def back(place, edge, trail, layout):
    """Take the last step of a path back, and from its sizes."""
    trail.sizes[0]["length"] -= edge >= 0 and trail.marks[edge]["taken"] == 1
    leave(place, edge, trail.marks, layout)
    trail.sizes[0]["touches"] -= layout.places[place]["ring_at"] >= 0


@inner
def bits(number):
    """Count the bits of a number below 16."""
    return (number & 1) + (number >> 1 & 1) + (number >> 2 & 1) + (number >> 3 & 1)


@inner
def _corner(place, square, layout):
    """Return which corner of a square a place is; -1 for none."""
    for at in range(4):
        if layout.places[place]["around"][at] == square:
            return layout.places[place]["corner"][at]
    return -1


@inner
def _of_square(square, head, to, table_at, marks, layout):
    """Return the verdict of a square's rules on a move from one of its corners to another."""
    if not layout.squares[square]["ruled"]:
        return 0
    index = ((layout.squares[square]["triangles"] - 1) * 5 + head + 1) * 5 + to + 1
    return layout.verdicts[
        table_at + index * 256 + (marks[square]["visited"] << 4 | marks[square]["used"])
    ]


@inner
def _verdict(head, place, length, marks, layout):
    """Return the strongest verdict on a move of the rules about single squares.

    `length` is the number of edges on the path before it.
    """
    found = 0
    table_at = 0
    if layout.settings[0]["lengths"] > 0:
        table_at = SIZE * min(length, layout.settings[0]["lengths"] - 1)
    if layout.settings[0]["everywhere"] or length == 0:
        for square in range(len(layout.squares)):
            at, to = _corner(head, square, layout), _corner(place, square, layout)
            found = max(found, _of_square(square, at, to, table_at, marks, layout))
        return found
    for way in range(4):
        square = layout.places[head]["around"][way]
        if square >= 0:
            at, to = layout.places[head]["corner"][way], _corner(place, square, layout)
            found = max(found, _of_square(square, at, to, table_at, marks, layout))
        square = layout.places[place]["around"][way]
        if square >= 0 and _corner(head, square, layout) < 0:
            to = layout.places[place]["corner"][way]
            found = max(found, _of_square(square, -1, to, table_at, marks, layout))
    return found


@inner
def _closed(place, head, marks, layout):
    """Whether a turn from the border, met head on, goes into a closed side (the wall rule)."""
    size = layout.ring.shape[0]
    at = layout.places[place]["ring_at"]
    turn = 1 if (at - layout.places[head]["ring_at"]) % size == 1 else size - 1
    while marks[layout.ring[at]]["on_path"] == 0:
        if layout.places[layout.ring[at]]["goal"]:
            return False
        at = (at + turn) % size
    return True


@inner
def moves(head, last_edge, trail, layout, to, over):
    """Fill `to` and `over` with places and edges of the moves L(s) of a path; return their number.

    The path has come to `head` over `last_edge` (-1 at a start).
    """
    marks = trail.marks
    if layout.places[head]["goal"] and not layout.settings[0]["passes"]:
        return 0
    facing = (
        layout.settings[0]["facing_wall"] != 0
        and last_edge >= 0
        and not layout.edges[last_edge]["border"]
        and layout.places[head]["ring_at"] >= 0
        and trail.sizes[0]["touches"] > 1
    )
    number = musts = probable_musts = 0
    # Two bits for each move that is kept.
    kinds = 0
    for way in range(4):
        place = layout.places[head]["near"][way]
        if place < 0 or marks[place]["on_path"]:
            continue
        if facing and layout.places[place]["ring_at"] >= 0 and _closed(place, head, marks, layout):
            continue
        edge = layout.places[head]["by"][way]
        kind = MUST if layout.edges[edge]["must"] else 0
        if layout.settings[0]["table"]:
            kind = max(
                kind,
                _verdict(head, place, trail.sizes[0]["length"], marks, layout),
            )
            if kind == MUST_NOT:
                continue
        to[number] = place
        over[number] = edge
        kinds |= kind << 2 * number
        number += 1
        musts += kind == MUST
        probable_musts += kind == PROBABLE_MUST
    if musts > 1:
        return 0
    wanted = MUST if musts else PROBABLE_MUST if probable_musts else 0
    kept = 0
    for at in range(number):
        if kinds >> 2 * at & 3 == wanted:
            to[kept] = to[at]
            over[kept] = over[at]
            kept += 1
    return kept
